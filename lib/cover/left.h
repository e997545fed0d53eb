//===- left.h - what stays in loops where calls say the rest ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Copies of a nest's roots do the stores of the equations that no call says. A copy runs through the same
// iterations and reads by the same loads, so each of its stores writes what it wrote in the nest, as long as
// it finds the versions that it found there: the plan's order sees to that (cover/check.c).
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_LEFT_H
#define SMR_COVER_LEFT_H
#include "cover/plan.h"
#include "match/offer.h"

/// The store of an equation of the source's, or the op that makes its result.
SmrOp smr_left_maker(const SmrGraph *graph, const SmrCanonical *canonical, uint32_t source);
/// The op of the nest's block that the op is, or stands in; 0: none.
SmrOp smr_left_root(const SmrGraph *graph, SmrNest nest, SmrOp op);

/// Fills in the offer's steps, calls and copies in the plan's order, and results; its roots are known. False:
/// a result is made where nothing is that could be copied.
bool smr_left_steps(const SmrCoverPlan *plan, SmrArena *arena, SmrOffer *offer);

/// What laws of real numbers a step rests on, as the program computes it, that its calls' idioms do not:
/// SMR_FREEDOM_…
unsigned smr_left_freedom(const SmrCanonical *canonical, const SmrCoverStep *step);

typedef struct {
  const SmrGraph *graph;
  const SmrCanonical *canonical;
  SmrNest nest;
  unsigned allowed;          // SMR_FREEDOM_…
  const SmrCoverRule *freer; // the last one that needs more than that, or NULL
  unsigned freedom;          // what it needs
} SmrLeftQuestion;
/// An SmrCoverWanted, of an SmrLeftQuestion. No call is wanted that takes more freedom than is allowed, or
/// for a sum that the loops make all the same, for what is left to them; none that sums nothing for a part of
/// what one loop does.
bool smr_left_wanted(const SmrCoverStep *step, uint64_t left, void *data);
#endif
