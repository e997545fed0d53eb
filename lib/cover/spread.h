//===- spread.h - functions of elements, where they are read -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `x[i] = exp(x[i])` and then `x[i] /= sum(x)` are two versions, of which the second reads the first at all
// places. Each element of the first is a function of others, so that function stands for it, wherever it is
// read (LAW-INLINE). What sums up, or has no function, is no part of this: a product of matrices would become
// one of three.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_SPREAD_H
#define SMR_COVER_SPREAD_H
#include "cover/canonical.h"
#include "cover/sums.h"

/// Before versions are merged: those that only the next one reads, at elements that they make, are read at
/// each element's own place alone.
void smr_spread(SmrCanonical *canonical, SmrSums *s);
#endif
