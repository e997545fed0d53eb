//===- join.h - terms that are parts of one sum ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_JOIN_H
#define SMR_COVER_JOIN_H
#include "cover/canonical.h"
#include "cover/sums.h"

/// C5 for all sums.
void smr_join(SmrCanonical *canonical, SmrSums *s);
/// Are the points of both equations, neither of which adds, those of the first one in the domain *out, each
/// once?
bool smr_join_points(SmrEquations *equations, SmrSums *s, const SmrRaisedEquation *first,
                     const SmrRaisedEquation *second, SmrDomain *out);

#endif
