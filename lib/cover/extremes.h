//===- extremes.h - maxima that begin with their first point ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_EXTREMES_H
#define SMR_COVER_EXTREMES_H
#include "cover/canonical.h"
#include "cover/sums.h"

/// `greatest(x.0[0], sum(0 <= i < n) at(x.0[8*i + 8]))` begins with what would be its point -1: that is
/// counted as one, too, as a maximum may have a point twice (LAW-JOIN). What is one of the points is no NaN,
/// or one of them is: so it is `greatest_number`, by the law `nan`.
void smr_extremes_from_first(SmrCanonical *canonical, SmrSums *s);
#endif
