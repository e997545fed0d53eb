//===- interval.c - intervals of integers, and of polynomials --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "size/interval.h"

static SmrWide times(SmrWide a, SmrWide b) {
  if (!a || !b)
    return 0;
  SmrWide product;
  bool small = a == (int64_t)a && b == (int64_t)b;
  if (small)
    product = (SmrWide)(int64_t)a * (int64_t)b;
  if ((!small && __builtin_mul_overflow(a, b, &product)) || product > SMR_WIDE_MAX || product < -SMR_WIDE_MAX)
    return (a < 0) == (b < 0) ? SMR_WIDE_MAX : -SMR_WIDE_MAX;
  return product;
}

SmrInterval smr_interval_multiply(SmrInterval a, SmrInterval b) {
  if (a.low == a.high) {
    SmrWide ends[2] = {times(a.low, b.low), times(a.low, b.high)};
    return (SmrInterval){ends[ends[1] < ends[0]], ends[ends[1] > ends[0]]};
  }
  SmrWide corners[4] = {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low),
                        times(a.high, b.high)};
  SmrInterval r = {corners[0], corners[0]};
  for (int k = 1; k < 4; k++) {
    r.low = corners[k] < r.low ? corners[k] : r.low;
    r.high = corners[k] > r.high ? corners[k] : r.high;
  }
  return r;
}

SmrInterval smr_interval_add(SmrInterval a, SmrInterval b) {
  SmrInterval r = {a.low + b.low, a.high + b.high};
  if (a.low <= -SMR_WIDE_MAX || b.low <= -SMR_WIDE_MAX || r.low < -SMR_WIDE_MAX)
    r.low = -SMR_WIDE_MAX;
  if (a.high >= SMR_WIDE_MAX || b.high >= SMR_WIDE_MAX || r.high > SMR_WIDE_MAX)
    r.high = SMR_WIDE_MAX;
  return r;
}

SmrInterval smr_interval_meet(SmrInterval a, SmrInterval b) {
  return (SmrInterval){a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}

SmrInterval smr_interval_hull(SmrInterval a, SmrInterval b) {
  return (SmrInterval){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

SmrInterval smr_poly_interval(SmrPoly poly, SmrInterval (*leaf)(uint32_t, void *), void *data) {
  SmrInterval sum = {0, 0};
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrInterval term = {poly.terms[t].coef, poly.terms[t].coef};
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      term = smr_interval_multiply(term, leaf(poly.terms[t].leaves[k], data));
    sum = smr_interval_add(sum, term);
  }
  return sum;
}
