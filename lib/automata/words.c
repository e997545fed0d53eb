//===- words.c - word strings as small integers --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/words.h"
#include "automata/layout.h"
#include <string.h>

static void grow(SmrWordTable *t) {
  uint32_t capacity = t->capacity ? t->capacity * 2 : 64;
  uint32_t *slots = smr_xcalloc(capacity, sizeof *slots);
  for (uint32_t n = 0; n < t->count; n++) {
    uint32_t size;
    const uint32_t *words = smr_word_table_get(t, n, &size);
    uint32_t at = smr_words_hash(words, size) & (capacity - 1);
    while (slots[at])
      at = (at + 1) & (capacity - 1);
    slots[at] = n + 1;
  }
  free(t->slots);
  t->slots = slots;
  t->capacity = capacity;
}

uint32_t smr_word_table_add(SmrWordTable *t, const uint32_t *words, uint32_t count) {
  if (t->count * 2 >= t->capacity)
    grow(t);
  if (!t->first.size)
    smr_vec_push(&t->first, 0);
  uint32_t at = smr_words_hash(words, count) & (t->capacity - 1);
  for (; t->slots[at]; at = (at + 1) & (t->capacity - 1)) {
    uint32_t size;
    const uint32_t *other = smr_word_table_get(t, t->slots[at] - 1, &size);
    if (size == count && (!count || !memcmp(other, words, count * sizeof *words)))
      return t->slots[at] - 1;
  }
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(&t->words, words[k]);
  smr_vec_push(&t->first, t->words.size);
  t->slots[at] = ++t->count;
  return t->count - 1;
}

void smr_word_table_free(SmrWordTable *t) {
  smr_vec_free(&t->words);
  smr_vec_free(&t->first);
  free(t->slots);
  memset(t, 0, sizeof *t);
}
