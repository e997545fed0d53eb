//===- words.c - word strings as small integers --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/words.h"
#include "automata/layout.h"
#include <string.h>

uint32_t smr_word_table_add(SmrWordTable *t, const uint32_t *words, uint32_t count) {
  uint32_t hash = smr_words_hash(words, count), at = hash, size;
  if (!t->first.size)
    smr_vec_push(&t->first, 0);
  for (uint32_t n; (n = smr_index_next(&t->by_words, hash, &at)) != UINT32_MAX;) {
    const uint32_t *other = smr_word_table_get(t, n, &size);
    if (size == count && (!count || !memcmp(other, words, count * sizeof *words)))
      return n;
  }
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(&t->words, words[k]);
  smr_vec_push(&t->first, t->words.size);
  smr_index_add(&t->by_words, hash, t->count);
  return t->count++;
}

void smr_word_table_free(SmrWordTable *t) {
  smr_vec_free(&t->words);
  smr_vec_free(&t->first);
  smr_index_free(&t->by_words);
  memset(t, 0, sizeof *t);
}
