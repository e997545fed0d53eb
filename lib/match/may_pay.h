//===- may_pay.h - may a call ever be faster than these loops? -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// pays.c decides of a call whose arguments are known. Here only the loops are known: where no pair's `pays`
// conditions can hold for any arguments, no call is searched for. Where it is known how often the loops run,
// an integer argument that conditions name is taken for a size, at most that, unless one compares it with
// numbers (`ix == 1`): then for a stride like these.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_MAY_PAY_H
#define SMR_MATCH_MAY_PAY_H
#include "automata/pair.h"
#include "match/rounds.h"

/// What a nest's loops do.
typedef struct {
  int64_t iterations; // of its innermost loops, all of them; 0: not known
  int64_t round;      // the most that one of these takes, in picoseconds
} SmrLoopWork;

/// Of the nest, with so many loops around it that have no other body.
int64_t smr_loop_iterations(const SmrGraph *graph, SmrNest nest, uint32_t around);
int64_t smr_longest_round(const SmrGraph *graph, SmrNest nest, uint32_t around, const SmrCompiled *compiled);
/// May a call of the pair be faster than such loops?
bool smr_may_pay(const SmrPair *pair, const SmrLoopWork *work, const SmrCompiled *compiled);
/// By the costs that ship with SMR: false if the nest sums nothing, looks for no extremum, calls no
/// exponential function and makes no complex numbers. (So do its parts, then.)
bool smr_may_gain(const SmrGraph *graph, SmrNest nest);
#endif
