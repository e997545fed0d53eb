//===- map.c - hash tables -----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "base/arena.h"
#include <stdlib.h>
#include <string.h>

// The finaliser of SplitMix64: every input bit reaches every output bit.
static uint64_t mix(uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static bool in_use(const SmrMap *map, uint32_t at) {
  return map->slots[at].round == map->cleared + 1;
}

static uint32_t probe(const SmrMap *map, uint64_t key) {
  uint32_t mask = map->capacity - 1, at = (uint32_t)mix(key) & mask;
  while (in_use(map, at) && map->slots[at].key != key)
    at = (at + 1) & mask;
  return at;
}

static void resize(SmrMap *map, uint32_t capacity) {
  SmrMap old = *map;
  map->capacity = capacity;
  map->slots = smr_xcalloc(capacity, sizeof *map->slots);
  for (uint32_t k = 0; k < old.capacity; k++)
    if (in_use(&old, k))
      map->slots[probe(map, old.slots[k].key)] = old.slots[k];
  free(old.slots);
}

void smr_map_free(SmrMap *map) {
  free(map->slots);
  memset(map, 0, sizeof *map);
}

void smr_map_clear(SmrMap *map) {
  map->size = 0;
  if (++map->cleared != UINT32_MAX)
    return;
  map->cleared = 0;
  if (map->capacity)
    memset(map->slots, 0, map->capacity * sizeof *map->slots);
}

void smr_map_reserve(SmrMap *map, uint32_t n) {
  uint32_t capacity = map->capacity ? map->capacity : 16;
  while (n >= capacity / 2)
    capacity *= 2;
  if (capacity > map->capacity)
    resize(map, capacity);
}

bool smr_map_get(const SmrMap *map, uint64_t key, uint32_t *value) {
  if (!map->size)
    return false;
  uint32_t at = probe(map, key);
  if (!in_use(map, at))
    return false;
  *value = map->slots[at].value;
  return true;
}

uint32_t *smr_map_at(SmrMap *map, uint64_t key, uint32_t initial) {
  if (map->size * 2 >= map->capacity)
    resize(map, map->capacity ? map->capacity * 2 : 16);
  uint32_t at = probe(map, key);
  if (!in_use(map, at)) {
    map->slots[at] = (SmrMapSlot){key, initial, map->cleared + 1};
    map->size++;
  }
  return &map->slots[at].value;
}

void smr_map_set(SmrMap *map, uint64_t key, uint32_t value) {
  *smr_map_at(map, key, value) = value;
}

size_t smr_map_bytes(const SmrMap *map) {
  return map->capacity * sizeof *map->slots;
}

//--- Numbers by hash ---------------------------------------------------------------

void smr_index_free(SmrIndex *index) {
  free(index->entries);
  *index = (SmrIndex){0};
}

static void insert(SmrIndex *index, uint64_t entry) {
  uint32_t mask = index->capacity - 1, at = (uint32_t)(entry >> 32) & mask;
  while (index->entries[at])
    at = (at + 1) & mask;
  index->entries[at] = entry;
}

void smr_index_resize(SmrIndex *index, uint32_t capacity) {
  SmrIndex old = *index;
  index->capacity = capacity;
  index->entries = smr_xcalloc(capacity, sizeof *index->entries);
  smr_advise_huge(index->entries, capacity * sizeof *index->entries);
  for (uint32_t k = 0; k < old.capacity; k++)
    if (old.entries[k])
      insert(index, old.entries[k]);
  free(old.entries);
}

void smr_index_add(SmrIndex *index, uint32_t hash, uint32_t number) {
  if (smr_index_is_full(index))
    smr_index_resize(index, index->capacity ? index->capacity * 2 : 64);
  insert(index, (uint64_t)hash << 32 | (number + 1));
  index->size++;
}
