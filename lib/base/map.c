//===- map.c - hash map from 64-bit keys to 32-bit values ----------------===//
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

static uint32_t probe(const SmrMap *map, uint64_t key) {
  uint32_t mask = map->capacity - 1, at = (uint32_t)mix(key) & mask;
  while (map->used[at] && map->keys[at] != key)
    at = (at + 1) & mask;
  return at;
}

static void resize(SmrMap *map, uint32_t capacity) {
  SmrMap old = *map;
  map->capacity = capacity;
  map->keys = smr_xmalloc(capacity * sizeof *map->keys);
  map->values = smr_xmalloc(capacity * sizeof *map->values);
  map->used = smr_xcalloc(capacity, 1);
  for (uint32_t i = 0; i < old.capacity; i++)
    if (old.used[i]) {
      uint32_t at = probe(map, old.keys[i]);
      map->used[at] = 1;
      map->keys[at] = old.keys[i];
      map->values[at] = old.values[i];
    }
  free(old.keys);
  free(old.values);
  free(old.used);
}

void smr_map_free(SmrMap *map) {
  free(map->keys);
  free(map->values);
  free(map->used);
  memset(map, 0, sizeof *map);
}

void smr_map_clear(SmrMap *map) {
  if (map->capacity)
    memset(map->used, 0, map->capacity);
  map->size = 0;
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
  if (!map->used[at])
    return false;
  *value = map->values[at];
  return true;
}

uint32_t *smr_map_at(SmrMap *map, uint64_t key, uint32_t initial) {
  if (map->size * 2 >= map->capacity)
    resize(map, map->capacity ? map->capacity * 2 : 16);
  uint32_t at = probe(map, key);
  if (!map->used[at]) {
    map->used[at] = 1;
    map->keys[at] = key;
    map->values[at] = initial;
    map->size++;
  }
  return &map->values[at];
}

void smr_map_set(SmrMap *map, uint64_t key, uint32_t value) {
  *smr_map_at(map, key, value) = value;
}

size_t smr_map_bytes(const SmrMap *map) {
  return map->capacity * (sizeof *map->keys + sizeof *map->values + sizeof *map->used);
}
