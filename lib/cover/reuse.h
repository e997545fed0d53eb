//===- reuse.h - values that are made twice ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_REUSE_H
#define SMR_COVER_REUSE_H
#include "cover/canonical.h"
#include "cover/sums.h"

/// LAW-REUSE, between all equations.
void smr_reuse(SmrCanonical *canonical, SmrSums *s);
/// LAW-SAME: equations that copy elements to where they are do not make these.
void smr_drop_own_copies(SmrCanonical *canonical, SmrSums *s);

#endif
