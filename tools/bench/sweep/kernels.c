// kernels.c - a loop nest for each family of pairs, as people write it
//
// Compiled for each compiler with NAME(f) for the symbols and T for the elements; with CALL the same
// functions are the library calls that stand for the loops. Every function takes the same arguments: sizes,
// increments, a scalar, and three arrays of which nothing is known.
#include <math.h>
#include <stdint.h>
#include <string.h>
#ifdef CALL
#include "runtime/smr_rt.h"
#include <cblas.h>
#ifdef FLOAT
#define LIB(f) cblas_s##f
#else
#define LIB(f) cblas_d##f
#endif
#define BODY(loops, call) call
#else
#define BODY(loops, call) loops
#endif
#ifdef FLOAT
typedef float T;
#define ABS __builtin_fabsf
#define SQRT __builtin_sqrtf
#else
typedef double T;
#define ABS __builtin_fabs
#define SQRT __builtin_sqrt
#endif

// clang-format off: a table
#define KERNEL(f, loops, call)                                                                                         \
  void NAME(f)(T *a, T *x, T *y, int m, int n, int k, int ix, int iy, T s) {                                           \
    (void)m, (void)k, (void)ix, (void)iy, (void)s, (void)a, (void)x, (void)y;                                          \
    BODY(loops, call)                                                                                                  \
  }
#define FOR(i, n) for (int i = 0; i < n; i++)

KERNEL(dot, T r = 0; FOR(i, n) r += x[i] * y[i]; *a = r;, *a = LIB(dot)(n, x, 1, y, 1);)
KERNEL(dot_inc, T r = 0; FOR(i, n) r += x[i * ix] * y[i * iy]; *a = r;, *a = LIB(dot)(n, x, ix, y, iy);)
KERNEL(nrm2, T r = 0; FOR(i, n) r += x[i] * x[i]; *a = SQRT(r);, *a = SQRT(LIB(dot)(n, x, 1, x, 1));)
KERNEL(asum, T r = 0; FOR(i, n) r += ABS(x[i]); *a = r;, *a = LIB(asum)(n, x, 1);)
KERNEL(asum_inc, T r = 0; FOR(i, n) r += ABS(x[i * ix]); *a = r;, *a = LIB(asum)(n, x, ix);)
KERNEL(axpy, FOR(i, n) y[i] += s * x[i];, LIB(axpy)(n, s, x, 1, y, 1);)
KERNEL(axpy_inc, FOR(i, n) y[i * iy] += s * x[i * ix];, LIB(axpy)(n, s, x, ix, y, iy);)
KERNEL(scal, FOR(i, n) x[i] *= s;, LIB(scal)(n, s, x, 1);)
KERNEL(scal_inc, FOR(i, n) x[i * ix] *= s;, LIB(scal)(n, s, x, ix);)
KERNEL(copy_inc, FOR(i, n) y[i * iy] = x[i * ix];, LIB(copy)(n, x, ix, y, iy);)
KERNEL(swap, FOR(i, n) { T t = x[i]; x[i] = y[i]; y[i] = t; }, LIB(swap)(n, x, 1, y, 1);)
KERNEL(swap_inc, FOR(i, n) { T t = x[i * ix]; x[i * ix] = y[i * iy]; y[i * iy] = t; }, LIB(swap)(n, x, ix, y, iy);)
KERNEL(gemv_n, FOR(i, m) { T r = 0; FOR(j, n) r += a[i * n + j] * x[j]; y[i] = r; },
       LIB(gemv)(CblasRowMajor, CblasNoTrans, m, n, 1, a, n, x, 1, 0, y, 1);)
KERNEL(gemv_t, FOR(i, m) FOR(j, n) y[j] += a[i * n + j] * x[i];,
       LIB(gemv)(CblasRowMajor, CblasTrans, m, n, 1, a, n, x, 1, 1, y, 1);)
KERNEL(gemv_s, FOR(j, n) { T r = 0; FOR(i, m) r += a[i * n + j] * x[i]; y[j] = r; },
       LIB(gemv)(CblasRowMajor, CblasTrans, m, n, 1, a, n, x, 1, 0, y, 1);)
KERNEL(ger, FOR(i, m) FOR(j, n) a[i * n + j] += x[i] * y[j];,
       LIB(ger)(CblasRowMajor, m, n, 1, x, 1, y, 1, a, n);)
KERNEL(trsv, FOR(i, n) { const T *row = a + i * n; T r = x[i]; FOR(j, i) r -= row[j] * y[j]; y[i] = r / row[i]; },
       LIB(copy)(n, x, 1, y, 1); LIB(trsv)(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, a, n, y, 1);)
KERNEL(gemm_nn, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[i * k + l] * x[l * n + j]; y[i * n + j] = r; },
       LIB(gemm)(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, x, n, 0, y, n);)
KERNEL(gemm_ilj, FOR(i, m) FOR(l, k) FOR(j, n) y[i * n + j] += a[i * k + l] * x[l * n + j];,
       LIB(gemm)(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, x, n, 1, y, n);)
KERNEL(gemm_nt, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[i * k + l] * x[j * k + l]; y[i * n + j] = r; },
       LIB(gemm)(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1, a, k, x, k, 0, y, n);)
KERNEL(gemm_tn, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[l * m + i] * x[l * n + j]; y[i * n + j] = r; },
       LIB(gemm)(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, 1, a, m, x, n, 0, y, n);)
KERNEL(syrk, FOR(i, n) FOR(j, i + 1) { T r = 0; FOR(l, k) r += a[i * k + l] * a[j * k + l]; y[i * n + j] += r; },
       LIB(syrk)(CblasRowMajor, CblasLower, CblasNoTrans, n, k, 1, a, k, 1, y, n);)

// Layers of neural networks, in float whatever T is: the caller asks for them once.
#define F(p) ((float *)(p))
#define B(p) ((int8_t *)(p))
KERNEL(linear, FOR(i, m) { float r = F(x)[i]; FOR(j, n) r += F(a)[i * n + j] * F(x)[j]; F(y)[i] = r; },
       cblas_scopy(m, F(x), 1, F(y), 1); cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, 1, F(a), n, F(x), 1, 1, F(y), 1);)
KERNEL(softmax, float t = F(x)[0]; for (int i = 1; i < n; i++) if (F(x)[i] > t) t = F(x)[i];
       float r = 0; FOR(i, n) { F(x)[i] = expf(F(x)[i] - t); r += F(x)[i]; } FOR(i, n) F(x)[i] /= r;,
       smr_rt_softmax_from_f32(n, F(x)[0], F(x), F(x));)
KERNEL(rmsnorm, float r = 0; FOR(i, n) r += F(x)[i] * F(x)[i]; r = 1 / sqrtf(r / n + 1e-5f);
       FOR(i, n) F(y)[i] = F(a)[i] * (r * F(x)[i]);,
       smr_rt_scale_f32(n, F(y), F(a), 1 / sqrtf(smr_rt_sumsq_f32(n, F(x)) / n + 1e-5f), F(x));)
KERNEL(layernorm, float t = 0; FOR(i, n) t += F(x)[i]; t = t / n; float v = 0; FOR(i, n) { float d = F(x)[i] - t; v += d * d; }
       v = v / n; float r = 1 / sqrtf(v + 1e-5f); FOR(i, n) F(y)[i] = r * (F(x)[i] - t) * F(a)[i] + F(a)[i]; F(y)[n] = t; F(y)[n + 1] = r;,
       F(y)[n + 1] = smr_rt_layernorm_f32(n, F(y), F(x), F(a), F(a), 1e-5f, F(y) + n);)
KERNEL(swiglu, memcpy(y, x, n * sizeof(float)); FOR(i, n) { float v = F(y)[i]; v *= 1 / (1 + expf(-v)); v *= F(a)[i]; F(y)[i] = v; },
       memcpy(y, x, n * sizeof(float)); smr_rt_swiglu_f32(n, F(y), F(a), F(y));)
KERNEL(dot_i8, int32_t r = 0; FOR(i, n) r += (int32_t)B(x)[i] * (int32_t)B(a)[i]; *(int32_t *)y = r;,
       *(int32_t *)y = smr_rt_dot_i8(n, B(x), B(a));)
KERNEL(matvec_i8, FOR(i, m) { int32_t r = 0; FOR(j, n) r += (int32_t)B(a)[i * n + j] * (int32_t)B(x)[j]; ((int32_t *)y)[i] = r; },
       smr_rt_matvec_i8(m, n, B(a), n, B(x), (int32_t *)y);)
