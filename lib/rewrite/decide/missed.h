//===- missed.h - what keeps equations from being calls ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_MISSED_H
#define SMR_REWRITE_DECIDE_MISSED_H
#include "rewrite/decide/cover.h"

/// Notes why the nest is no equations.
void smr_missed_unread(SmrCovering *covering, const SmrRaisedNest *nest);
/// Notes, of each equation that no call says, which routine is like it and what is not as in that.
void smr_missed_equations(SmrCovering *covering, SmrNest nest, const SmrCoverPlan *plan);
#endif
