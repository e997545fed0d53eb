//===- cover.h - nests that are covered by calls ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The equality tier on one function: its plain form is raised, nest by nest, to equations; what covers those
// is found by lib/cover, and decided here. Nests that the exact tier serves as well are left to it.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_COVER_H
#define SMR_REWRITE_DECIDE_COVER_H
#include "cover/plan.h"
#include "match/offer.h"
#include "raise/raise.h"
#include "rewrite/function.h"
#include "rewrite/run.h"

/// A loop that equations were asked of in vain.
typedef struct {
  SmrOp loop;       // the outermost of its nest
  SmrMissed missed; // a routine is like it; or no rule:
  SmrNotRaised why; // it is no equations
} SmrMissedNest;

typedef struct {
  SmrGraph *plain; // the function's
  SmrUses uses;
  SmrArena arena;
  SMR_VEC(SmrOffer)
  nests; // in program order; none lies in another, but for those that are `instead` of it
  SMR_VEC(SmrMissedNest) missed; // where near misses are told; nests lie in one another
} SmrCovering;

/// Finds the nests that calls cover. `out` is to be freed; false when there are none.
bool smr_cover_function(SmrModuleRun *run, SmrFunctionRun *function, SmrCovering *out);
/// Once more, for a nest that did not fit the code: what is found of its parts comes behind the other nests.
void smr_cover_again(SmrModuleRun *run, SmrFunctionRun *function, SmrCovering *covering, SmrNest nest);
void smr_covering_free(SmrCovering *covering);
#endif
