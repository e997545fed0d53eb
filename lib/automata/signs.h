//===- signs.h - what code must have for a pattern to match it -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_SIGNS_H
#define SMR_AUTOMATA_SIGNS_H
#include "graph/graph.h"

/// What a graph has, as bits: types of numbers that it loads, functions that it calls, divisions,
/// how many loops and how deep. Where a pattern's normal form has a bit that a function's plain form has not,
/// the function's normal form has no match of it.
uint64_t smr_signs(const SmrGraph *graph);
#endif
