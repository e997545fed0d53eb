//===- within.h - a sum in a function ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `c = max(0, sum)` is `c = sum; c = max(0, c)`, wherever nothing reads what c had. Both are calls then, the
// second one in place (LAW-WITHIN). What is stored between is what the function would have been given: c has
// its type. So is `c = sum / d`, where the quotient is a function (SMR_QUOTIENT).
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_WITHIN_H
#define SMR_COVER_WITHIN_H
#include "cover/sums.h"

/// Where the equation's sums over indices are all one, or its negation, as arguments: *inner says that one,
/// or where `negated` its negation, and *outer is the equation with what the element had (`old`) in its
/// place. False: there is none, or it is none of these, or the equation reads what its elements had.
bool smr_within(SmrSums *s, const SmrRaisedEquation *e, const SmrFactor *old, bool negated,
                SmrRaisedEquation *outer, SmrRaisedEquation *inner);
#endif
