//===- smr_rt.h - what replacements call ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// libsmr_rt.a: vectorised versions of loops that no BLAS has, linked into users' programs when a pair of
// nn.pat fired. It depends on nothing but the C library, starts no thread, keeps no state but which vector
// instructions the processor has, and sets no errno. Lengths may be 0 or negative: then nothing happens.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_SMR_RT_H
#define SMR_RUNTIME_SMR_RT_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// x[i] = exp(x[i] - max(x)) / Σ exp(x[j] - max(x)). Each exponential is within 2 units in the last place of
/// the true one, denormal ones included. A NaN in x makes the sum, so all of x, NaN
/// (the maximum ignores it, as `if (x[i] > top)` does, unless it stands first).
void smr_rt_softmax_f32(int64_t n, float *x);

/// The sum of squares of x.
float smr_rt_sumsq_f32(int64_t n, const float *x);
/// o[i] = w[i] * (scale * x[i]); o may be x or w itself, but not overlap them otherwise.
void smr_rt_scale_f32(int64_t n, float *o, const float *w, float scale, const float *x);

/// o[i] = s * (x[i] - mean) * w[i] + b[i], where *mean = Σ x[i] / n and s, which is returned, is
/// 1 / sqrt(Σ (x[i] - mean)² / n + eps). o may be x, w or b itself, but not overlap them otherwise. For n <=
/// 0 *mean is 0 and the result 1 / sqrt(eps).
float smr_rt_layernorm_f32(int64_t n, float *o, const float *x, const float *w, const float *b, float eps,
                           float *mean);

/// h[i] = h[i] / (1 + exp(-h[i])) * g[i].
void smr_rt_silu_mul_f32(int64_t n, float *h, const float *g);

/// Σ a[i] * b[i] modulo 2³².
int32_t smr_rt_dot_i8(int64_t n, const int8_t *a, const int8_t *b);
/// y[i] = Σ a[i*lda + j] * x[j] modulo 2³², for i < m, j < n.
void smr_rt_matvec_i8(int64_t m, int64_t n, const int8_t *a, int64_t lda, const int8_t *x, int32_t *y);

#ifdef __cplusplus
}
#endif
#endif
