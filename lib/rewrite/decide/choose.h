//===- choose.h - one call of two that serve the same loops ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_CHOOSE_H
#define SMR_REWRITE_DECIDE_CHOOSE_H
#include "rewrite/decide/cover.h"

/// Accepted nests that accepted matches of the function serve as well, or better, are accepted no more.
void smr_choose(const SmrFunctionRun *function, SmrCovering *covering);
#endif
