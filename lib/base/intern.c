//===- intern.c - strings as small integers ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/intern.h"
#include "base/vec.h"
#include <string.h>
#include <xxhash.h>

typedef struct {
  const char *text;
  size_t length;
  uint32_t hash;
} Entry;

struct SmrIntern {
  SmrArena arena;
  SMR_VEC(Entry) entries;
  SmrSym *slots; // open addressing, power of two, 0 = free
  uint32_t slot_count;
};

SmrIntern *smr_intern_create(void) {
  SmrIntern *table = smr_xcalloc(1, sizeof *table);
  table->slot_count = 256;
  table->slots = smr_xcalloc(table->slot_count, sizeof *table->slots);
  smr_vec_push(&table->entries, (Entry){"", 0, 0});
  return table;
}

void smr_intern_destroy(SmrIntern *table) {
  if (!table)
    return;
  smr_arena_destroy(&table->arena);
  smr_vec_free(&table->entries);
  free(table->slots);
  free(table);
}

static uint32_t probe(const SmrIntern *table, const char *text, size_t length, uint32_t hash) {
  uint32_t mask = table->slot_count - 1, at = hash & mask;
  for (; table->slots[at]; at = (at + 1) & mask) {
    const Entry *entry = &table->entries.data[table->slots[at]];
    if (entry->hash == hash && entry->length == length && memcmp(entry->text, text, length) == 0)
      break;
  }
  return at;
}

static void grow(SmrIntern *table) {
  free(table->slots);
  table->slot_count *= 2;
  table->slots = smr_xcalloc(table->slot_count, sizeof *table->slots);
  for (uint32_t id = 1; id < table->entries.size; id++) {
    uint32_t mask = table->slot_count - 1, at = table->entries.data[id].hash & mask;
    while (table->slots[at])
      at = (at + 1) & mask;
    table->slots[at] = id;
  }
}

SmrSym smr_intern_n(SmrIntern *table, const char *text, size_t length) {
  if (length == 0)
    return 0;
  uint32_t hash = (uint32_t)XXH3_64bits(text, length);
  uint32_t at = probe(table, text, length, hash);
  if (table->slots[at])
    return table->slots[at];
  SmrSym id = table->entries.size;
  smr_vec_push(&table->entries, (Entry){smr_arena_strndup(&table->arena, text, length), length, hash});
  table->slots[at] = id;
  if (table->entries.size * 2 > table->slot_count)
    grow(table);
  return id;
}

SmrSym smr_intern(SmrIntern *table, const char *text) {
  return smr_intern_n(table, text, strlen(text));
}

SmrSym smr_intern_find(const SmrIntern *table, const char *text) {
  size_t length = strlen(text);
  return length ? table->slots[probe(table, text, length, (uint32_t)XXH3_64bits(text, length))] : 0;
}

const char *smr_intern_text(const SmrIntern *table, SmrSym id) {
  return table->entries.data[id].text;
}
uint32_t smr_intern_count(const SmrIntern *table) {
  return table->entries.size;
}

size_t smr_intern_bytes(const SmrIntern *table) {
  return sizeof *table + table->arena.total + table->arena.left +
         table->entries.capacity * sizeof *table->entries.data + table->slot_count * sizeof *table->slots;
}
