//===- interval.h - intervals of integers, and of polynomials --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant (test/size/test_poly.c): a result contains the result of every choice of numbers from the
// operands' intervals. Bounds are exact integers; a bound beyond 2^120 is infinite.
//===----------------------------------------------------------------------===//
#ifndef SMR_SIZE_INTERVAL_H
#define SMR_SIZE_INTERVAL_H
#include "size/poly.h"

typedef __int128 SmrWide;
#define SMR_WIDE_MAX ((SmrWide)1 << 120) // it and its negation are infinite
typedef struct {
  SmrWide low, high;
} SmrInterval;

SmrInterval smr_interval_add(SmrInterval a, SmrInterval b);
SmrInterval smr_interval_multiply(SmrInterval a, SmrInterval b);
SmrInterval smr_interval_meet(SmrInterval a, SmrInterval b); // low > high: they do not meet
SmrInterval smr_interval_hull(SmrInterval a, SmrInterval b);
/// Of the polynomial's values, from the interval of each leaf's.
SmrInterval smr_poly_interval(SmrPoly poly, SmrInterval (*leaf)(uint32_t leaf, void *data), void *data);
#endif
