//===- unroll.h - stores that are unrolled by hand --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_UNROLL_H
#define SMR_COVER_UNROLL_H
#include "cover/canonical.h"
#include "cover/sums.h"

/// CF5 for equations.
void smr_join_equations(SmrCanonical *canonical, SmrSums *s);

#endif
