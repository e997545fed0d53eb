//===- join.h - terms that are parts of one sum ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_JOIN_H
#define SMR_COVER_JOIN_H
#include "cover/canonical.h"
#include "cover/sums.h"

/// CF5 for all sums.
void smr_join(SmrCanonical *canonical, SmrSums *s);
/// The first equation over the points of both, neither of which adds, each once; the second may have one
/// index less: a point beside the first's. False: they are not one equation.
bool smr_join_points(SmrEquations *equations, SmrSums *s, const SmrRaisedEquation *first,
                     const SmrRaisedEquation *second, SmrRaisedEquation *out);

#endif
