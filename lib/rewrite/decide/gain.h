//===- gain.h - what covering a nest gains ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_GAIN_H
#define SMR_REWRITE_DECIDE_GAIN_H
#include "automata/automata.h"
#include "cover/plan.h"

// Offers are compared by the innermost iterations that their calls do: exactly where sizes are known, and
// with 256 for each size that is not, so that there the larger degree wins. Time would be no better: all
// calls of the offers for one nest are faster than its loops, and do the same arithmetic.

/// The iterations of `depth` nested loops with these trip counts; 0 stands for one that is not known.
uint64_t smr_gain_iterations(const int64_t *trips, uint32_t count, uint32_t depth);
/// Of all calls of a plan; of a match of the exact tier.
uint64_t smr_gain_plan(const SmrCoverPlan *plan);
uint64_t smr_gain_match(const SmrMatch *match);
#endif
