//===- plan_legality.h - may calls take the place of a nest? --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// legality.h decides about one match of the normal form. Here a nest of the plain form was read as equations
// (lib/raise), and calls (and loops of it that stay) do what these say. Whoever found the plan knows that it
// is what the equations say; what the equations took for granted of the code, and what the calls ask for, is
// proved here, or guarded, or refused with a reason in the user's words:
//
// clang-format off: a list
//  L1: no bytes overlap that the code or a call accesses in two different objects, if one of them is written
//  L3: each loop runs at least once whose loads the call needs before the nest
//  L5: also, sizes are at least 1
//  L8: the laws that the plan uses are allowed
//  L9: the nest has no effect that the equations do not state
//  L10: the integers of the nest do not wrap; the needs of the equations hold
// clang-format on
//
// README.md has the argument. Works on graphs alone; knows nothing of equations and of MLIR.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_PLAN_LEGALITY_H
#define SMR_MATCH_PLAN_LEGALITY_H
#include "match/offer.h"

/// Decides about the plan. The guards stand in the order in which they are to be tested: each may be computed
/// where those before it hold. A call that does not pay makes the plan not pay.
/// Everything in *out lives in the arena.
bool smr_plan_legality(const SmrOffer *offer, const SmrLegalityOptions *options, SmrArena *arena,
                       SmrVerdict *out);

/// SMR_FREEDOM_…: the most that the options give a plan for this op and what is in it, or that all its
/// floating-point arithmetic has. Of several ops: the least of theirs.
unsigned smr_plan_allowed(const SmrGraph *graph, SmrOp root, const SmrLegalityOptions *options);
#endif
