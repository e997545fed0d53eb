//===- intern.c - strings as small integers ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/intern.h"
#include "base/map.h"
#include "base/vec.h"
#include <string.h>
#include <xxhash.h>

typedef struct {
  const char *text;
  size_t length;
} Entry;

struct SmrIntern {
  SmrArena arena;
  SMR_VEC(Entry) entries;
  SmrIndex by_text;
};

SmrIntern *smr_intern_create(void) {
  SmrIntern *table = smr_xcalloc(1, sizeof *table);
  smr_vec_push(&table->entries, (Entry){"", 0});
  return table;
}

void smr_intern_destroy(SmrIntern *table) {
  if (!table)
    return;
  smr_arena_destroy(&table->arena);
  smr_vec_free(&table->entries);
  smr_index_free(&table->by_text);
  free(table);
}

/// The text's number, or UINT32_MAX.
static SmrSym find(const SmrIntern *table, const char *text, size_t length, uint32_t hash) {
  uint32_t at = hash;
  for (SmrSym id; (id = smr_index_next(&table->by_text, hash, &at)) != UINT32_MAX;)
    if (table->entries.data[id].length == length && memcmp(table->entries.data[id].text, text, length) == 0)
      return id;
  return UINT32_MAX;
}

SmrSym smr_intern_n(SmrIntern *table, const char *text, size_t length) {
  if (length == 0)
    return 0;
  uint32_t hash = (uint32_t)XXH3_64bits(text, length);
  SmrSym id = find(table, text, length, hash);
  if (id != UINT32_MAX)
    return id;
  smr_index_add(&table->by_text, hash, table->entries.size);
  smr_vec_push(&table->entries, (Entry){smr_arena_strndup(&table->arena, text, length), length});
  return table->entries.size - 1;
}

SmrSym smr_intern(SmrIntern *table, const char *text) {
  return smr_intern_n(table, text, strlen(text));
}

SmrSym smr_intern_find(const SmrIntern *table, const char *text) {
  size_t length = strlen(text);
  SmrSym id = length ? find(table, text, length, (uint32_t)XXH3_64bits(text, length)) : 0;
  return id == UINT32_MAX ? 0 : id;
}

const char *smr_intern_text(const SmrIntern *table, SmrSym id) {
  return table->entries.data[id].text;
}
uint32_t smr_intern_count(const SmrIntern *table) {
  return table->entries.size;
}

size_t smr_intern_bytes(const SmrIntern *table) {
  return sizeof *table + table->arena.total + table->arena.left +
         table->entries.capacity * sizeof *table->entries.data +
         table->by_text.capacity * sizeof *table->by_text.entries;
}
