//===- check.h - does a plan do what the equations say? ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The plan is believed only after this: each call's idiom, as it was raised, with what its parameters stand
// for put in, one call behind the other; that brought into the canonical form; and compared with the
// program's. Nothing of the search that found the plan is used.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_CHECK_H
#define SMR_COVER_CHECK_H
#include "cover/apart.h"
#include "cover/plan.h"

/// NULL, or what is wrong (in the arena). Given that its needs hold, and that sizes are at least 1.
const char *smr_check_plan(const SmrCoverPlan *plan, SmrArena *arena);

/// Elements that a call reads or writes by one of its arrays, in bytes from its base, over the program's
/// integers; their indices are numbers beyond those.
typedef struct {
  uint32_t array; // of the canonical form
  uint32_t bytes; // of one element
  uint32_t call;  // its number in the plan
  bool written;
  SmrElements elements;
} SmrTouched;
typedef SMR_VEC(SmrTouched) SmrTouches;

/// Appends all that the plan's calls touch, as their idioms say with what the parameters stand for (elements
/// are in the arena). False: a parameter is not known.
bool smr_plan_touches(const SmrCoverPlan *plan, SmrArena *arena, SmrTouches *out);
#endif
