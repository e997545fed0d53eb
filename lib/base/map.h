//===- map.h - hash tables -----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// SmrMap has 32-bit values for 64-bit keys. SmrIndex has numbers for hashes of what they stand for, which the
// caller keeps and compares. Open addressing; no removal; iteration order is not defined: never let it reach
// an output.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_MAP_H
#define SMR_BASE_MAP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint64_t key;
  uint32_t value, round; // in use where the round is the map's
} SmrMapSlot;

typedef struct {
  SmrMapSlot *slots; // of round 0 before anything is kept
  uint32_t size, capacity;
  uint32_t cleared; // times; the map's round is one more
} SmrMap;

/// Zero-initialise to create.
void smr_map_free(SmrMap *map);
/// Costs the same whatever was kept.
void smr_map_clear(SmrMap *map);
/// Makes room for n keys in all.
void smr_map_reserve(SmrMap *map, uint32_t n);
bool smr_map_get(const SmrMap *map, uint64_t key, uint32_t *value);
void smr_map_set(SmrMap *map, uint64_t key, uint32_t value);
/// The slot for a key, added with value `initial` when absent; valid until the next change.
uint32_t *smr_map_at(SmrMap *map, uint64_t key, uint32_t initial);
/// Memory held, in bytes.
size_t smr_map_bytes(const SmrMap *map);

/// Zero-initialise to create.
typedef struct {
  uint64_t *entries;       // hash << 32 | number + 1; 0 is free
  uint32_t size, capacity; // capacity: a power of two, or 0
} SmrIndex;

void smr_index_free(SmrIndex *index);
/// Adds a number, which may be there already with this hash or another.
void smr_index_add(SmrIndex *index, uint32_t hash, uint32_t number);
/// Makes the capacity this power of two, which leaves a slot free.
void smr_index_resize(SmrIndex *index, uint32_t capacity);
/// Would the next addition enlarge it?
static inline bool smr_index_is_full(const SmrIndex *index) {
  return (uint64_t)index->size * 10 >= (uint64_t)index->capacity * 7;
}
/// The slot of place `at`; the first place of a hash is the hash.
static inline const uint64_t *smr_index_slot(const SmrIndex *index, uint32_t at) {
  return &index->entries[at & (index->capacity - 1)];
}
/// The next number with that hash, from place *at on, which goes behind it; UINT32_MAX: no more, and *at is
/// the place of a free slot (if the capacity is not 0).
static inline uint32_t smr_index_next(const SmrIndex *index, uint32_t hash, uint32_t *at) {
  const uint64_t *entries = index->entries;
  uint32_t place = *at, mask = index->capacity - 1;
  uint64_t entry = 0;
  if (entries)
    while ((entry = entries[place & mask]) && entry >> 32 != hash)
      ++place;
  *at = place + (entry != 0);
  return (uint32_t)entry - 1;
}

#ifdef __cplusplus
}
#endif
#endif
