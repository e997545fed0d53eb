//===- integer.h - greatest common divisor, quotients rounded down ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_INTEGER_H
#define SMR_BASE_INTEGER_H
#include <stdint.h>

/// The greatest common divisor of |a| and |b|; the other one's magnitude if one is 0. 1 if it would be 2^63.
static inline int64_t smr_gcd(int64_t a, int64_t b) {
  uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
  while (y) {
    uint64_t rest = x % y;
    x = y;
    y = rest;
  }
  return x > INT64_MAX ? 1 : (int64_t)x;
}

/// The greatest integer that is at most a / b; b > 0.
static inline int64_t smr_floor_divide(int64_t a, int64_t b) {
  return a / b - (a % b < 0);
}
#endif
