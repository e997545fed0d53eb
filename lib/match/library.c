//===- library.c - a set of pairs, ready to match ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/library.h"

const SmrReplacement *smr_pair_replacement(const SmrPair *pair, SmrServes kind) {
  // In order of preference.
  static const int8_t choices[][SMR_SERVES_COUNT] = {
      [SMR_SERVES_FIR] = {SMR_SERVES_FIR, SMR_SERVES_LLVM, SMR_SERVES_ANY},
      [SMR_SERVES_LLVM] = {SMR_SERVES_LLVM, SMR_SERVES_ANY, -1},
      [SMR_SERVES_ANY] = {SMR_SERVES_ANY, SMR_SERVES_LLVM, -1}};
  for (uint32_t c = 0; c < SMR_SERVES_COUNT; ++c)
    for (uint32_t k = 0; k < pair->replacement_count; ++k)
      if ((int)pair->replacements[k].serves == choices[kind][c])
        return &pair->replacements[k];
  return NULL;
}
