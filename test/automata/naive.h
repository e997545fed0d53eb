//===- naive.h - the oracle of matching ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_AUTOMATA_NAIVE_H
#define SMR_TEST_AUTOMATA_NAIVE_H
#include "automata/automata.h"

/// Matches one pattern at one place by plain backtracking over its graph. Slow and obvious.
void smr_naive_run(const SmrPattern *pattern, SmrGraph *idiom, SmrGraph *graph,
                   bool (*found)(const SmrMatch *match, void *data), void *data);
#endif
