//===- sides.h - parameters of a rule that decide ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_COVER_SIDES_H
#define SMR_COVER_SIDES_H
#include "cover/rule.h"

/// An integer of the rule that only decides which terms there are: `if (adds > 0) s = s + beta*y(i)`. `low`:
/// the largest value for which it is not more than what the code compares it with. False: there is none.
bool smr_cover_decider(const SmrCoverRule *rule, uint32_t *leaf, int64_t *low);

/// The equations' sums where that integer is `value`, made in the arena: terms that are not there are gone.
void smr_cover_decide(SmrArena *arena, SmrEquations *e, uint32_t leaf, int64_t value);
#endif
