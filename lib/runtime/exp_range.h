//===- exp_range.h - smr_rt_exp against the C library, over all floats ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For the test, which takes a slice, and tools/bench/bench_exp.c, which takes every float there is.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_EXP_RANGE_H
#define SMR_RUNTIME_EXP_RANGE_H
#include "runtime/vector.h"
#include <math.h>

static inline void smr_rt_exp_any(SmrFloats *v) {
  smr_rt_exp(v);
}
#ifdef SMR_RT_HAS_LEVELS
SMR_RT_AVX2 static inline void smr_rt_exp_avx2(SmrFloats *v) {
  smr_rt_exp(v);
}
SMR_RT_AVX512 static inline void smr_rt_exp_avx512(SmrFloats *v) {
  smr_rt_exp(v);
}
#endif

/// How far the result is from the true value, in units of the last place that a float has there; 0 where both
/// are NaN or infinite, 1e9 where only one is.
static inline double smr_rt_exp_error(float x, float got) {
  if (isnan(x))
    return isnan(got) ? 0 : 1e9;
  double want = exp((double)x), largest = 0x1.fffffep127;
  if (want >= largest + 0x1p103) // rounds to infinity
    return isinf(got) ? 0 : 1e9;
  if (!isfinite(got) || got < 0)
    return 1e9;
  int exponent;
  frexp(want, &exponent);
  return fabs((double)got - want) / ldexp(1, exponent - 24 < -149 ? -149 : exponent - 24);
}

/// The worst error at one level over the floats whose bits are first, first + step …, and where it is.
static inline double smr_rt_exp_worst(int level, uint32_t first, uint32_t step, float *where) {
  double worst = 0;
  for (uint64_t bits = first; bits <= UINT32_MAX; bits += (uint64_t)step * SMR_RT_LANES) {
    SmrFloats x, y;
    for (uint32_t k = 0; k < SMR_RT_LANES; k++) {
      uint64_t each = bits + (uint64_t)k * step;
      uint32_t last = each > UINT32_MAX ? first : (uint32_t)each;
      float value;
      memcpy(&value, &last, sizeof value);
      x[k] = value;
    }
    y = x;
#ifdef SMR_RT_HAS_LEVELS
    if (level == 2)
      smr_rt_exp_avx512(&y);
    else if (level == 1)
      smr_rt_exp_avx2(&y);
    else
#endif
      smr_rt_exp_any(&y);
    for (int k = 0; k < SMR_RT_LANES; k++) {
      double error = smr_rt_exp_error(x[k], y[k]);
      if (error > worst)
        worst = error, *where = x[k];
    }
  }
  (void)level;
  return worst;
}
#endif
