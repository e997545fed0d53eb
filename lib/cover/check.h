//===- check.h - does a plan do what the equations say? ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The plan is believed only after this: each call's idiom, as it was raised, with what its parameters stand
// for put in, one call behind the other; that brought into the canonical form; and compared with the
// program's. Nothing of the search that found the plan is used.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_CHECK_H
#define SMR_COVER_CHECK_H
#include "cover/plan.h"
#ifdef __cplusplus
extern "C" {
#endif

/// NULL, or what is wrong (in the arena). Given that its needs hold, and that sizes are at least 1.
const char *smr_check_plan(const SmrCoverPlan *plan, SmrArena *arena);
#ifdef __cplusplus
}
#endif
#endif
