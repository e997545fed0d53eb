//===- nests.h - a function's nests, and a plan for one of them ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// nests.c chooses the nests and their plans, and asks cover.c what a plan becomes.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_NESTS_H
#define SMR_REWRITE_DECIDE_NESTS_H
#include "match/may_pay.h"
#include "raise/raise.h"
#include "rewrite/decide/cover.h"

typedef struct {
  SmrModuleRun *run;
  SmrFunctionRun *f;
  SmrCovering *out;
  SmrArena scratch;            // of one nest's search
  uint64_t rows;               // of affine questions that are counted in the budget
  SmrLoopWork work, too_short; // of the nest's loops; of some that no call is faster than
  SmrRaiseChoice choice;
  unsigned allowed;      // SMR_FREEDOM_…, of one nest
  bool none_elementwise; // no pair has SMR_COVER_NOT_ELEMENTWISE's terms
} SmrCoverSearch;

/// Translates the plan's calls to the graph's values, and accepts the nest, or sets the reason why not.
void smr_nest_decide(SmrCoverSearch *search, const SmrCoverPlan *plan, SmrOffer *nest);
/// SMR_FREEDOM_…: the most freedom that the nest's arithmetic may be given.
unsigned smr_nest_allowed(SmrCoverSearch *search, SmrNest nest);
#endif
