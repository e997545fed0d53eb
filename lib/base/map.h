//===- map.h - hash map from 64-bit keys to 32-bit values ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Open addressing; no removal; key 0 is allowed. Iteration order is not defined: never let it reach an
// output.
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
/// Memory held, in bytes.
size_t smr_map_bytes(const SmrMap *map);
uint32_t *smr_map_at(SmrMap *map, uint64_t key, uint32_t initial);

#ifdef __cplusplus
}
#endif
#endif
