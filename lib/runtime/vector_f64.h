//===- vector_f64.h - vectors of doubles -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What vector.h has, over doubles.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_VECTOR_F64_H
#define SMR_RUNTIME_VECTOR_F64_H
#include "runtime/vector.h"

enum { SMR_RT_LANES_F64 = 8 };
typedef double SmrDoubles __attribute__((vector_size(64)));
typedef int64_t SmrLongs __attribute__((vector_size(64)));
typedef uint64_t SmrBits __attribute__((vector_size(64)));

SMR_RT_BODY void smr_rt_load_of_doubles(SmrDoubles *to, const double *from) {
  memcpy(to, from, sizeof *to);
}
SMR_RT_BODY void smr_rt_store_of_doubles(double *to, const SmrDoubles *from) {
  memcpy(to, from, sizeof *from);
}

/// The sum of all lanes, in a fixed order.
SMR_RT_BODY double smr_rt_total_of_doubles(const SmrDoubles *v) {
  double part[SMR_RT_LANES_F64];
  memcpy(part, v, sizeof part);
  for (int step = SMR_RT_LANES_F64 / 2; step; step /= 2)
    for (int i = 0; i < step; i++)
      part[i] += part[i + step];
  return part[0];
}

/// Lanes of `yes` where the mask is all ones, of `no` elsewhere.
SMR_RT_BODY void smr_rt_select_of_doubles(SmrDoubles *out, const SmrLongs *mask, const SmrDoubles *yes,
                                          const SmrDoubles *no) {
  SmrLongs y, n, r;
  memcpy(&y, yes, sizeof y);
  memcpy(&n, no, sizeof n);
  r = (y & *mask) | (n & ~*mask);
  memcpy(out, &r, sizeof r);
}

/// e^r by the first 14 terms of its series, for |r| <= ln 2 / 2.
SMR_RT_BODY void smr_rt_exp_series_of_doubles(SmrDoubles *to, const SmrDoubles *from) {
  const SmrDoubles zero = {0}, r = *from;
  SmrDoubles s = r * r, s4 = s * s;
  SmrDoubles even = (zero + 1.0 / 2) + s * (1.0 / 24), odd = (zero + 1.0 / 6) + s * (1.0 / 120);
  even +=
      s4 * ((zero + 1.0 / 720) + s * (1.0 / 40320) + s4 * ((zero + 1.0 / 3628800) + s * (1.0 / 479001600)));
  odd += s4 * ((zero + 1.0 / 5040) + s * (1.0 / 362880) +
               s4 * ((zero + 1.0 / 39916800) + s * (1.0 / 6227020800.0)));
  *to = (even + r * odd) * s + r + 1.0;
}

/// exp of lanes in [-708, 709], within 2 units in the last place, as smr_rt_exp_near has it.
SMR_RT_BODY void smr_rt_exp_near_of_doubles(SmrDoubles *v) {
  const SmrDoubles zero = {0}, x = *v, rounding = zero + 6755399441055744.0; // 1.5 * 2^52
  SmrDoubles shifted = x * 1.4426950408889634 + rounding, k = shifted - rounding;
  SmrDoubles r = x - k * 0x1.62e42feep-1 - k * 0x1.a39ef35793c76p-33; // ln 2 in two parts
  SmrDoubles p;
  smr_rt_exp_series_of_doubles(&p, &r);
  SmrBits bits, whole;
  memcpy(&bits, &p, sizeof bits);
  memcpy(&whole, &shifted, sizeof whole);
  bits += whole << 52;
  memcpy(v, &bits, sizeof bits);
}

/// Without their signs.
SMR_RT_BODY void smr_rt_sizes_of_doubles(SmrDoubles *v) {
  SmrBits bits;
  memcpy(&bits, v, sizeof bits);
  bits &= UINT64_MAX >> 1;
  memcpy(v, &bits, sizeof bits);
}

/// exp of every lane, within 2 units in the last place wherever doubles are, denormal ones included: 2^k *
/// e^r with |r| <= ln 2 / 2, e^r by the first 14 terms of its series.
SMR_RT_BODY void smr_rt_exp_of_doubles(SmrDoubles *v) {
  const SmrDoubles zero = {0}, x = *v, rounding = zero + 6755399441055744.0; // 1.5 * 2^52
  const SmrDoubles high = zero + 710.0, low = zero - 746.0; // where the result is infinite, is 0
  SmrLongs big = x > high, small = x < low, nan = x != x;
  SmrDoubles clipped = x;
  smr_rt_select_of_doubles(&clipped, &big, &high, &clipped);
  smr_rt_select_of_doubles(&clipped, &small, &zero, &clipped);
  smr_rt_select_of_doubles(&clipped, &nan, &zero, &clipped);
  SmrDoubles shifted = clipped * 1.4426950408889634 + rounding, k = shifted - rounding;
  SmrDoubles r = clipped - k * 0x1.62e42feep-1 - k * 0x1.a39ef35793c76p-33; // ln 2 in two parts
  SmrDoubles p;
  smr_rt_exp_series_of_doubles(&p, &r);
  // 2^k in two factors: k may be 1024 or -1075, which have no exponent of their own. The first product is
  // exact, so the second one rounds once, to a denormal number or to infinity, too.
  SmrBits bits, zeros = {0}, unit;
  memcpy(&bits, &shifted, sizeof bits);
  memcpy(&unit, &rounding, sizeof unit);
  bits = bits - unit + (zeros + 2048); // k, and no longer negative
  SmrBits half = bits >> 1, left = (half - (zeros + 1)) << 52, right = (bits - half - (zeros + 1)) << 52;
  SmrDoubles a, b;
  memcpy(&a, &left, sizeof a);
  memcpy(&b, &right, sizeof b);
  SmrDoubles result = p * a * b;
  smr_rt_select_of_doubles(&result, &small, &zero, &result); // (not by underflow, which is slow)
  smr_rt_select_of_doubles(v, &nan, &x, &result);
}

#endif
