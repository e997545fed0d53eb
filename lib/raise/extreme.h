//===- extreme.h - maxima and minima over points ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A function of two arguments: what is had first, and a sum whose terms are each the function `at` of one
// argument. It is no sum: `greatest(s, sum(0 <= i < n) at(x.0[8*i]))` begins with s and takes, of all points
// in any order, each that is greater than what it has. So all that is done to a sum's points (another order,
// other names, loops joined) is right of it, and nothing that is done to its terms' products.
//
// clang-format off: a table
// | name                          | a point x takes the place of what is had, m                           |
// |-------------------------------|-----------------------------------------------------------------------|
// | greatest, least               | where x > m (x < m): a NaN that is had first stays, others are left out |
// | greatest_number, least_number | as fmax(m, x), fmin(m, x) say: NaNs are left out, if there are numbers |
// clang-format on
// Of two zeros of different sign either may be what comes out. By the law `nan` a NaN among the points may be
// left out, stay, or take away what was had before it.
//===----------------------------------------------------------------------===//
#ifndef SMR_RAISE_EXTREME_H
#define SMR_RAISE_EXTREME_H
#include "raise/equations.h"

#define SMR_EXTREME_GREATEST "greatest"
#define SMR_EXTREME_LEAST "least"
#define SMR_EXTREME_GREATEST_NUMBER "greatest_number"
#define SMR_EXTREME_LEAST_NUMBER "least_number"
#define SMR_EXTREME_AT "at"

/// Is the factor one of these functions?
bool smr_is_extreme(const SmrEquations *equations, const SmrFactor *factor);
/// Its name where what is had first is a number: both columns of the table are the same then.
SmrSym smr_extreme_of_numbers(const SmrEquations *equations, const SmrFactor *extreme);
/// Does a NaN that is had first stay?
bool smr_extreme_keeps_nan(const SmrEquations *equations, const SmrFactor *extreme);
#endif
