// nests.c - loop nests that BLAS' pairs serve, in the orders and layouts in which people write them, and
// layers
//
// With CALL the layers are the library calls that stand for their loops.
#include "nests.h"
#include <math.h>
#include <stdint.h>
#include <string.h>
#ifdef CALL
#include "runtime/smr_rt.h"
#include <cblas.h>
#define LAYER(f, group, loops, call) KERNEL(f, group, call)
#else
#define LAYER(f, group, loops, call) KERNEL(f, group, loops)
#endif

// clang-format off: a table
// Vectors
KERNEL(dot, V, T r = 0; FOR(i, n) r += x[i] * y[i]; *a = r;)
KERNEL(dot_inc, S, T r = 0; FOR(i, n) r += x[i * ix] * y[i * iy]; *a = r;)
KERNEL(nrm2, V, T r = 0; FOR(i, n) r += x[i] * x[i]; *a = SQRT(r);)
KERNEL(asum, V, T r = 0; FOR(i, n) r += ABS(x[i]); *a = r;)
KERNEL(asum_inc, S, T r = 0; FOR(i, n) r += ABS(x[i * ix]); *a = r;)
KERNEL(axpy, V, FOR(i, n) y[i] += s * x[i];)
KERNEL(axpy_inc, S, FOR(i, n) y[i * iy] += s * x[i * ix];)
KERNEL(scal, V, FOR(i, n) x[i] *= s;)
KERNEL(scal_inc, S, FOR(i, n) x[i * ix] *= s;)
KERNEL(copy, V, FOR(i, n) y[i] = s * x[i];)
KERNEL(axpby, V, FOR(i, n) y[i] = s * x[i] + (T)0.5 * y[i];)
KERNEL(waxpby, V, FOR(i, n) a[i] = s * x[i] + (T)0.5 * y[i];)
KERNEL(copy_inc, S, FOR(i, n) y[i * iy] = x[i * ix];)
KERNEL(swap, V, FOR(i, n) { T t = x[i]; x[i] = y[i]; y[i] = t; })
KERNEL(swap_inc, S, FOR(i, n) { T t = x[i * ix]; x[i * ix] = y[i * iy]; y[i * iy] = t; })

// A matrix and vectors: by rows as dots, by rows added, down columns as dots, down columns added
KERNEL(gemv_n, M, FOR(i, m) { T r = 0; FOR(j, n) r += a[i * n + j] * x[j]; y[i] = r; })
KERNEL(gemv_m, M, FOR(i, m) FOR(j, n) y[i] += a[i * n + j] * x[j];)
KERNEL(gemv_t, M, FOR(i, m) FOR(j, n) y[j] += a[i * n + j] * x[i];)
KERNEL(gemv_s, M, FOR(j, n) { T r = 0; FOR(i, m) r += a[i * n + j] * x[i]; y[j] = r; })
KERNEL(gemv_c, M, FOR(j, n) FOR(i, m) y[i] += a[i * n + j] * x[j];)
KERNEL(gemv_b, M, FOR(i, m) { T r = 0; FOR(j, n) r += a[i * n + j] * x[j]; y[i] = s * r + (T)0.5 * y[i]; })
KERNEL(gemv_d, M, FOR(i, m) { T r = x[i + n]; FOR(j, n) r += a[i * n + j] * x[j]; y[i] = r; })
KERNEL(ger, M, FOR(i, m) FOR(j, n) a[i * n + j] += x[i] * y[j];)
KERNEL(ger_c, M, FOR(j, n) FOR(i, m) a[i * n + j] += x[i] * y[j];)
KERNEL(symv, Q, FOR(i, n) { T r = 0; FOR(j, i) { y[j] += a[i * n + j] * x[i]; r += a[i * n + j] * x[j]; } y[i] += a[i * n + i] * x[i] + r; })
KERNEL(symv_d, Q, FOR(i, n) { T r = 0; FOR(j, i) r += a[i * n + j] * x[j]; FROM(j, i, n) r += a[j * n + i] * x[j]; y[i] = r; })
KERNEL(syr2, Q, FOR(i, n) FOR(j, i + 1) a[i * n + j] += x[i] * y[j] + y[i] * x[j];)
KERNEL(trmv, T, BACK(i, n) { T r = 0; FOR(j, i + 1) r += a[i * n + j] * x[j]; x[i] = r; })
KERNEL(trmv_u, T, FOR(i, n) { T r = 0; FROM(j, i, n) r += a[i * n + j] * x[j]; x[i] = r; })
KERNEL(trsv, T, FOR(i, n) { T r = x[i]; FOR(j, i) r -= a[i * n + j] * x[j]; x[i] = r / a[i * n + i]; })
KERNEL(trsv_c, T, FOR(j, n) { x[j] /= a[j * n + j]; FROM(i, j + 1, n) x[i] -= a[i * n + j] * x[j]; })
KERNEL(trsv_u, T, BACK(i, n) { T r = x[i]; FROM(j, i + 1, n) r -= a[i * n + j] * x[j]; x[i] = r / a[i * n + i]; })
KERNEL(trsv_copy, T, FOR(i, n) { T r = x[i]; FOR(j, i) r -= a[i * n + j] * y[j]; y[i] = r / a[i * n + i]; })

// One loop that several calls replace
KERNEL(atax, M, FOR(i, m) { T r = 0; FOR(j, n) r += a[i * n + j] * x[j]; FOR(j, n) y[j] += a[i * n + j] * r; })
KERNEL(atax_t, M, FOR(i, m) { x[n + i] = 0; FOR(j, n) x[n + i] += a[i * n + j] * x[j]; FOR(j, n) y[j] += a[i * n + j] * x[n + i]; })
KERNEL(bicg, M, FOR(i, m) { T r = 0; FOR(j, n) { y[j] += x[n + i] * a[i * n + j]; r += a[i * n + j] * x[j]; } y[n + i] = r; })
KERNEL(mvt, Q, FOR(i, n) { FOR(j, n) x[i] += a[i * n + j] * y[j]; } FOR(i, n) { FOR(j, n) x[n + i] += a[j * n + i] * y[n + j]; })
KERNEL(gesummv, Q, FOR(i, n) { T r = 0; T q = 0; FOR(j, n) { r += a[i * n + j] * y[j]; q += x[i * n + j] * y[j]; } y[n + i] = s * r + (T)0.5 * q; })
KERNEL(gesummv_r, Q, FOR(j, n) FOR(i, n) y[n + i] += a[j * n + i] * y[j] + x[j * n + i] * y[j];)
KERNEL(ger2, Q, FOR(i, n) FOR(j, n) a[i * n + j] += x[i] * y[j] + x[n + i] * y[n + j];)

// Matrices: all orders of the product's loops, and its transpositions
KERNEL(gemm_nn, P, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[i * k + l] * x[l * n + j]; y[i * n + j] = r; })
KERNEL(gemm_ijl, P, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[i * k + l] * x[l * n + j]; y[i * n + j] = r; })
KERNEL(gemm_ijm, P, FOR(i, m) FOR(j, n) FOR(l, k) y[i * n + j] += a[i * k + l] * x[l * n + j];)
KERNEL(gemm_ilj, P, FOR(i, m) FOR(l, k) FOR(j, n) y[i * n + j] += a[i * k + l] * x[l * n + j];)
KERNEL(gemm_lij, P, FOR(l, k) FOR(i, m) FOR(j, n) y[i * n + j] += a[i * k + l] * x[l * n + j];)
KERNEL(gemm_jil, P, FOR(j, n) FOR(i, m) { T r = 0; FOR(l, k) r += a[i * k + l] * x[l * n + j]; y[i * n + j] = r; })
KERNEL(gemm_jli, P, FOR(j, n) FOR(l, k) FOR(i, m) y[i * n + j] += a[i * k + l] * x[l * n + j];)
KERNEL(gemm_lji, P, FOR(l, k) FOR(j, n) FOR(i, m) y[i * n + j] += a[i * k + l] * x[l * n + j];)
KERNEL(gemm_nt, P, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[i * k + l] * x[j * k + l]; y[i * n + j] = r; })
KERNEL(gemm_nt_b, P, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[i * k + l] * x[j * k + l]; y[i * n + j] = s * r + (T)0.5 * y[i * n + j]; })
KERNEL(gemm_tn, P, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[l * m + i] * x[l * n + j]; y[i * n + j] = r; })
KERNEL(gemm_tn_r, P, FOR(l, k) FOR(i, m) FOR(j, n) y[i * n + j] += a[l * m + i] * x[l * n + j];)
KERNEL(gemm_tt, P, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[l * m + i] * x[j * k + l]; y[i * n + j] = r; })
KERNEL(gemm_pb, P, FOR(i, m) { FOR(j, n) y[i * n + j] *= (T)0.5; FOR(l, k) FOR(j, n) y[i * n + j] += s * a[i * k + l] * x[l * n + j]; })
KERNEL(syrk, K, FOR(i, n) FOR(j, i + 1) { T r = 0; FOR(l, k) r += a[i * k + l] * a[j * k + l]; y[i * n + j] += r; })
KERNEL(syrk_r, K, FOR(i, n) FOR(l, k) FOR(j, i + 1) y[i * n + j] += s * a[i * k + l] * a[j * k + l];)
KERNEL(syrk_t, K, FOR(i, n) FOR(l, k) FOR(j, i + 1) y[i * n + j] += a[l * n + i] * a[l * n + j];)
KERNEL(syr2k, K, FOR(i, n) FOR(j, i + 1) { T r = 0; FOR(l, k) r += a[i * k + l] * x[j * k + l] + x[i * k + l] * a[j * k + l]; y[i * n + j] += r; })
KERNEL(syr2k_t, K, FOR(i, n) FOR(l, k) FOR(j, i + 1) y[i * n + j] += a[l * n + i] * x[l * n + j] + x[l * n + i] * a[l * n + j];)
KERNEL(symm, U, FOR(i, m) FOR(j, n) { T r = a[i * m + i] * x[i * n + j]; FOR(l, i) r += a[i * m + l] * x[l * n + j]; FROM(l, i + 1, m) r += a[l * m + i] * x[l * n + j]; y[i * n + j] = r; })
KERNEL(trmm, U, BACK(i, m) FOR(j, n) { T r = 0; FOR(l, i + 1) r += a[i * m + l] * x[l * n + j]; x[i * n + j] = s * r; })
KERNEL(trmm_r, U, BACK(i, m) { FOR(j, n) x[i * n + j] *= a[i * m + i]; FOR(l, i) FOR(j, n) x[i * n + j] += a[i * m + l] * x[l * n + j]; })
KERNEL(trsm, U, FOR(i, m) FOR(j, n) { T r = x[i * n + j]; FOR(l, i) r -= a[i * m + l] * x[l * n + j]; x[i * n + j] = r / a[i * m + i]; })
KERNEL(trsm_r, U, FOR(i, m) { FOR(l, i) FOR(j, n) x[i * n + j] -= a[i * m + l] * x[l * n + j]; FOR(j, n) x[i * n + j] /= a[i * m + i]; })
KERNEL(trsm_c, U, FOR(j, n) FOR(i, m) { T r = x[j * m + i]; FOR(l, i) r -= a[i * m + l] * x[j * m + l]; x[j * m + i] = r / a[i * m + i]; })

// Layers of neural networks, in float whatever T is: the caller asks for them once.
#define F(p) ((float *)(p))
#define B(p) ((int8_t *)(p))
LAYER(linear, L, FOR(i, m) { float r = F(x)[i]; FOR(j, n) r += F(a)[i * n + j] * F(x)[j]; F(y)[i] = r; },
       cblas_scopy(m, F(x), 1, F(y), 1); cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, 1, F(a), n, F(x), 1, 1, F(y), 1);)
LAYER(softmax, N, float t = F(x)[0]; for (int i = 1; i < n; i++) if (F(x)[i] > t) t = F(x)[i];
       float r = 0; FOR(i, n) { F(x)[i] = expf(F(x)[i] - t); r += F(x)[i]; } FOR(i, n) F(x)[i] /= r;,
       smr_rt_softmax_from_f32(n, F(x)[0], F(x), F(x));)
LAYER(rmsnorm, N, float r = 0; FOR(i, n) r += F(x)[i] * F(x)[i]; r = 1 / sqrtf(r / n + 1e-5f);
       FOR(i, n) F(y)[i] = F(a)[i] * (r * F(x)[i]);,
       smr_rt_scale_f32(n, F(y), F(a), 1 / sqrtf(smr_rt_sumsq_f32(n, F(x)) / n + 1e-5f), F(x));)
LAYER(layernorm, N, float t = 0; FOR(i, n) t += F(x)[i]; t = t / n; float v = 0; FOR(i, n) { float d = F(x)[i] - t; v += d * d; }
       v = v / n; float r = 1 / sqrtf(v + 1e-5f); FOR(i, n) F(y)[i] = r * (F(x)[i] - t) * F(a)[i] + F(a)[i]; F(y)[n] = t; F(y)[n + 1] = r;,
       F(y)[n + 1] = smr_rt_layernorm_f32(n, F(y), F(x), F(a), F(a), 1e-5f, F(y) + n);)
LAYER(swiglu, N, memcpy(y, x, n * sizeof(float)); FOR(i, n) { float v = F(y)[i]; v *= 1 / (1 + expf(-v)); v *= F(a)[i]; F(y)[i] = v; },
       memcpy(y, x, n * sizeof(float)); smr_rt_swiglu_f32(n, F(y), F(a), F(y));)
LAYER(dot_i8, N, int32_t r = 0; FOR(i, n) r += (int32_t)B(x)[i] * (int32_t)B(a)[i]; *(int32_t *)y = r;,
       *(int32_t *)y = smr_rt_dot_i8(n, B(x), B(a));)
LAYER(matvec_i8, L, FOR(i, m) { int32_t r = 0; FOR(j, n) r += (int32_t)B(a)[i * n + j] * (int32_t)B(x)[j]; ((int32_t *)y)[i] = r; },
       smr_rt_matvec_i8(m, n, B(a), n, B(x), (int32_t *)y);)
