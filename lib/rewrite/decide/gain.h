//===- gain.h - what covering a nest gains ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_GAIN_H
#define SMR_REWRITE_DECIDE_GAIN_H
#include "automata/automata.h"
#include "cover/plan.h"

// What is compared is work: additions, of which a call does as many as its idiom. The larger degree wins
// where sizes are not known; those that are known count as what they are.

/// 2^k, the work of `depth` nested loops with these trip counts; 0 stands for one that is not known.
uint64_t smr_gain_work(const int64_t *trips, uint32_t count, uint32_t depth);
/// Of all calls of a plan; of a match of the exact tier.
uint64_t smr_gain_plan(const SmrCoverPlan *plan);
uint64_t smr_gain_match(const SmrMatch *match);
#endif
