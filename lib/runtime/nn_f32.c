//===- nn_f32.c - loops of neural networks over floats -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/smr_rt.h"
#include "runtime/vector.h"

/// The lanes that are left, the others filled up.
SMR_RT_BODY void load_rest(SmrFloats *to, const float *from, int64_t count, float fill) {
  *to = (SmrFloats){0} + fill;
  memcpy(to, from, (size_t)count * sizeof *from);
}

SMR_RT_BODY void store_rest(float *to, const SmrFloats *from, int64_t count) {
  memcpy(to, from, (size_t)count * sizeof *to);
}

SMR_RT_BODY float top_of(int64_t n, const float *x) {
  SmrFloats top = (SmrFloats){0} + x[0], v;
  for (int64_t i = 0; i < n; i += SMR_RT_LANES) {
    if (n - i >= SMR_RT_LANES)
      smr_rt_load(&v, x + i);
    else
      load_rest(&v, x + i, n - i, x[0]);
    SmrInts greater = v > top;
    smr_rt_select(&top, &greater, &v, &top);
  }
  float result = top[0];
  for (int k = 1; k < SMR_RT_LANES; k++)
    if (top[k] > result)
      result = top[k];
  return result;
}

SMR_RT_BODY void softmax(int64_t n, float *x) {
  if (n <= 0)
    return;
  float top = top_of(n, x);
  SmrFloats sum = {0}, v;
  int64_t i = 0;
  for (; n - i >= SMR_RT_LANES; i += SMR_RT_LANES) {
    smr_rt_load(&v, x + i);
    v -= top;
    smr_rt_exp(&v);
    smr_rt_store(x + i, &v);
    sum += v;
  }
  if (i < n) {
    load_rest(&v, x + i, n - i, -__builtin_inff());
    v -= top;
    smr_rt_exp(&v);
    store_rest(x + i, &v, n - i);
    SmrFloats rest = {0};
    memcpy(&rest, &v, (size_t)(n - i) * sizeof(float));
    sum += rest;
  }
  float total = smr_rt_total(&sum);
  for (i = 0; n - i >= SMR_RT_LANES; i += SMR_RT_LANES) {
    smr_rt_load(&v, x + i);
    v /= total;
    smr_rt_store(x + i, &v);
  }
  for (; i < n; i++)
    x[i] /= total;
}

SMR_RT_BODY float sumsq(int64_t n, const float *x) {
  SmrFloats sums[4] = {{0}, {0}, {0}, {0}}, v;
  int64_t i = 0;
  for (; n - i >= 4 * SMR_RT_LANES; i += 4 * SMR_RT_LANES)
    for (int k = 0; k < 4; k++) {
      smr_rt_load(&v, x + i + k * SMR_RT_LANES);
      sums[k] += v * v;
    }
  for (; n - i >= SMR_RT_LANES; i += SMR_RT_LANES) {
    smr_rt_load(&v, x + i);
    sums[0] += v * v;
  }
  if (i < n) {
    load_rest(&v, x + i, n - i, 0);
    sums[1] += v * v;
  }
  SmrFloats sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  return smr_rt_total(&sum);
}

SMR_RT_BODY void scale(int64_t n, float *o, const float *w, float factor, const float *x) {
  SmrFloats v, u;
  int64_t i = 0;
  for (; n - i >= SMR_RT_LANES; i += SMR_RT_LANES) {
    smr_rt_load(&v, x + i);
    smr_rt_load(&u, w + i);
    v = u * (factor * v);
    smr_rt_store(o + i, &v);
  }
  for (; i < n; i++)
    o[i] = w[i] * (factor * x[i]);
}

/// Σ (x[i] - from), or of the squares.
SMR_RT_BODY float sum_from(int64_t n, const float *x, float from, int squares) {
  SmrFloats sums[4] = {{0}, {0}, {0}, {0}}, v;
  int64_t i = 0;
  for (int k = 0; n - i >= SMR_RT_LANES; i += SMR_RT_LANES, k = (k + 1) & 3) {
    smr_rt_load(&v, x + i);
    v -= from;
    sums[k] += squares ? v * v : v;
  }
  if (i < n) {
    load_rest(&v, x + i, n - i, from);
    v -= from;
    sums[0] += squares ? v * v : v;
  }
  SmrFloats sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  return smr_rt_total(&sum);
}

SMR_RT_BODY float layernorm(int64_t n, float *o, const float *x, const float *w, const float *b, float eps,
                            float *mean) {
  float m = n > 0 ? sum_from(n, x, 0, 0) / (float)n : 0;
  float s = 1.0f / __builtin_sqrtf((n > 0 ? sum_from(n, x, m, 1) / (float)n : 0) + eps);
  SmrFloats v, factor, shift;
  int64_t i = 0;
  for (; n - i >= SMR_RT_LANES; i += SMR_RT_LANES) {
    smr_rt_load(&v, x + i);
    smr_rt_load(&factor, w + i);
    smr_rt_load(&shift, b + i);
    v = s * (v - m) * factor + shift;
    smr_rt_store(o + i, &v);
  }
  for (; i < n; i++)
    o[i] = s * (x[i] - m) * w[i] + b[i];
  *mean = m;
  return s;
}

SMR_RT_BODY void silu_mul(int64_t n, float *h, const float *g) {
  SmrFloats v, e, u;
  for (int64_t i = 0; i < n; i += SMR_RT_LANES) {
    int64_t count = n - i < SMR_RT_LANES ? n - i : SMR_RT_LANES;
    load_rest(&v, h + i, count, 0);
    load_rest(&u, g + i, count, 0);
    e = -v;
    smr_rt_exp(&e);
    v = v * (1.0f / (1.0f + e)) * u;
    store_rest(h + i, &v, count);
  }
}

// Each for all levels.
#ifdef SMR_RT_HAS_LEVELS
#define LEVELS(result, name, parameters, arguments, give)                                                    \
  SMR_RT_AVX512 static result name##_avx512 parameters {                                                     \
    give name arguments;                                                                                     \
  }                                                                                                          \
  SMR_RT_AVX2 static result name##_avx2 parameters {                                                         \
    give name arguments;                                                                                     \
  }                                                                                                          \
  static result name##_any parameters {                                                                      \
    give name arguments;                                                                                     \
  }                                                                                                          \
  result smr_rt_##name##_f32 parameters {                                                                    \
    int level = smr_rt_level();                                                                              \
    if (level == 2)                                                                                          \
      give name##_avx512 arguments;                                                                          \
    else if (level == 1)                                                                                     \
      give name##_avx2 arguments;                                                                            \
    else                                                                                                     \
      give name##_any arguments;                                                                             \
  }
#else
#define LEVELS(result, name, parameters, arguments, give)                                                    \
  result smr_rt_##name##_f32 parameters {                                                                    \
    give name arguments;                                                                                     \
  }
#endif
#define NOTHING

LEVELS(void, softmax, (int64_t n, float *x), (n, x), NOTHING)
LEVELS(float, sumsq, (int64_t n, const float *x), (n, x), return)
LEVELS(void, scale, (int64_t n, float *o, const float *w, float factor, const float *x), (n, o, w, factor, x),
       NOTHING)
LEVELS(float, layernorm,
       (int64_t n, float *o, const float *x, const float *w, const float *b, float eps, float *mean),
       (n, o, x, w, b, eps, mean), return)
LEVELS(void, silu_mul, (int64_t n, float *h, const float *g), (n, h, g), NOTHING)
