//===- merge.h - versions that need not be ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_MERGE_H
#define SMR_COVER_MERGE_H
#include "cover/canonical.h"
#include "cover/sums.h"

/// C2: versions that only the next one reads become part of it. `careful`: smr_canonical_careful.
void smr_merge_versions(SmrCanonical *canonical, SmrSums *s, bool careful);
#endif
