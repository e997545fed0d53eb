//===- lift.h - a loop from what one of its rounds computes ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop that is refused as a whole, as it writes an array anew in each round (`sum[p] = …; a[r][p] =
// sum[p]`), has rounds that are equations. Where no round reads what another one wrote, the loop is the
// equations of one round, with the round's number as an index more (LAW-EXPAND):
//
// clang-format off: a list
//  X1 what a round makes in an array that all rounds overwrite is put into the equations that read it there;
//  X2 of such an array the last round's elements stay;
//     Where the array is the function's own and of no use behind the loop, they go, too;
//  X3 no round reads an element that an earlier one wrote, but in X1, and no two rounds write one, but in X2.
// clang-format on
//
// The argument: take round t. By X3 every element that it reads from before the round (version 0) is written
// by no earlier round, so it has what it had before the loop; what it reads of its own versions is written by
// no other round. So round t makes what its equations say, of the content before the loop. By X3 an element
// has one round that writes it last: the only one, or the last one.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_LIFT_H
#define SMR_COVER_LIFT_H
#include "cover/canonical.h"
#include "raise/raise.h"

enum { SMR_LIFT_MOST = 4 };
/// The equations of the loop whose whole body the nest is, from the nest's (`levels` 1), or of the loop of
/// whose body that is all, and so on; to be destroyed. *loop is the nest that the outermost one is. NULL: the
/// nest is not all that the loops do, or rounds depend on one another. (An equation comes from several stores
/// then, of which it names one: loops cannot do a part of it.)
SmrEquations *smr_lift(const SmrGraph *graph, SmrNest nest, const SmrEquations *round, uint32_t levels,
                       SmrNest *loop);

/// From how many loops, one around the other, smr_lift may make equations of this nest; none of its own.
uint32_t smr_lift_levels(const SmrGraph *graph, SmrNest nest);

/// The canonical form of what smr_lift made, which says so among its laws.
SmrCanonical *smr_lift_canonical(const SmrEquations *lifted);
#endif
