//===- merge.h - versions that need not be ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_MERGE_H
#define SMR_COVER_MERGE_H
#include "cover/canonical.h"
#include "cover/sums.h"

/// CF2: versions that only the next one reads become part of it. `careful`: smr_canonical_careful.
void smr_merge_versions(SmrCanonical *canonical, SmrSums *s, bool careful);
/// Puts the sum of an equation, which was moved to the element that each load of its version in `sum` is of,
/// in the place of these loads, with the laws that this takes. False: a product has two of them, or the sum
/// is too large.
bool smr_merge_put(SmrCanonical *canonical, SmrSums *s, const SmrRaisedEquation *made, SmrSum *sum);
#endif
