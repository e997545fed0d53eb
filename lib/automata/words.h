//===- words.h - word strings as small integers --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Hash-consing for the builders: equal word strings get equal numbers, counted from 0 in order of first use.
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_WORDS_H
#define SMR_AUTOMATA_WORDS_H
#include "automata/facts.h"
#include "base/map.h"

typedef struct {
  SmrWords words;
  SMR_VEC(uint32_t) first; // count + 1 entries once something was added
  SmrIndex by_words;
  uint32_t count;
} SmrWordTable;

/// The number of a string, added when new.
uint32_t smr_word_table_add(SmrWordTable *table, const uint32_t *words, uint32_t count);
static inline const uint32_t *smr_word_table_get(const SmrWordTable *table, uint32_t number,
                                                 uint32_t *count) {
  *count = table->first.data[number + 1] - table->first.data[number];
  return table->words.data + table->first.data[number];
}
void smr_word_table_free(SmrWordTable *table);
#endif
