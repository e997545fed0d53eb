// routines.c - nests that blas.pat's pairs serve, in the orders and layouts in which people write them
//
// As kernels.c: NAME(f) for the symbols, T for the elements, one signature. With CALL the functions that a
// call of BLAS can stand for are that call.
#ifdef CALL
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
#define BACK(i, n) for (int i = n - 1; i >= 0; i--)
#define ROW CblasRowMajor
#define N_ CblasNoTrans
#define T_ CblasTrans

// Vectors
KERNEL(dot, T r = 0; FOR(i, n) r += x[i] * y[i]; *a = r;, *a = LIB(dot)(n, x, 1, y, 1);)
KERNEL(dot_inc, T r = 0; FOR(i, n) r += x[i * ix] * y[i * iy]; *a = r;, *a = LIB(dot)(n, x, ix, y, iy);)
KERNEL(nrm2, T r = 0; FOR(i, n) r += x[i] * x[i]; *a = SQRT(r);, *a = SQRT(LIB(dot)(n, x, 1, x, 1));)
KERNEL(asum, T r = 0; FOR(i, n) r += ABS(x[i]); *a = r;, *a = LIB(asum)(n, x, 1);)
KERNEL(asum_inc, T r = 0; FOR(i, n) r += ABS(x[i * ix]); *a = r;, *a = LIB(asum)(n, x, ix);)
KERNEL(axpy, FOR(i, n) y[i] += s * x[i];, LIB(axpy)(n, s, x, 1, y, 1);)
KERNEL(axpy_inc, FOR(i, n) y[i * iy] += s * x[i * ix];, LIB(axpy)(n, s, x, ix, y, iy);)
KERNEL(scal, FOR(i, n) x[i] *= s;, LIB(scal)(n, s, x, 1);)
KERNEL(scal_inc, FOR(i, n) x[i * ix] *= s;, LIB(scal)(n, s, x, ix);)
KERNEL(copy, FOR(i, n) y[i] = s * x[i];, LIB(copy)(n, x, 1, y, 1);)
KERNEL(axpby, FOR(i, n) y[i] = s * x[i] + (T)0.5 * y[i];, LIB(scal)(n, 0.5, y, 1); LIB(axpy)(n, s, x, 1, y, 1);)
KERNEL(waxpby, FOR(i, n) a[i] = s * x[i] + (T)0.5 * y[i];, LIB(copy)(n, y, 1, a, 1); LIB(scal)(n, 0.5, a, 1); LIB(axpy)(n, s, x, 1, a, 1);)

// A matrix and vectors: by rows as dots, by rows added, down columns as dots, down columns added
KERNEL(gemv_n, FOR(i, m) { T r = 0; FOR(j, n) r += a[i * n + j] * x[j]; y[i] = r; },
       LIB(gemv)(ROW, N_, m, n, 1, a, n, x, 1, 0, y, 1);)
KERNEL(gemv_m, FOR(i, m) FOR(j, n) y[i] += a[i * n + j] * x[j];, LIB(gemv)(ROW, N_, m, n, 1, a, n, x, 1, 1, y, 1);)
KERNEL(gemv_t, FOR(i, m) FOR(j, n) y[j] += a[i * n + j] * x[i];, LIB(gemv)(ROW, T_, m, n, 1, a, n, x, 1, 1, y, 1);)
KERNEL(gemv_s, FOR(j, n) { T r = 0; FOR(i, m) r += a[i * n + j] * x[i]; y[j] = r; },
       LIB(gemv)(ROW, T_, m, n, 1, a, n, x, 1, 0, y, 1);)
KERNEL(gemv_c, FOR(j, n) FOR(i, m) y[i] += a[i * n + j] * x[j];, LIB(gemv)(ROW, N_, m, n, 1, a, n, x, 1, 1, y, 1);)
KERNEL(gemv_b, FOR(i, m) { T r = 0; FOR(j, n) r += a[i * n + j] * x[j]; y[i] = s * r + (T)0.5 * y[i]; },
       LIB(gemv)(ROW, N_, m, n, s, a, n, x, 1, 0.5, y, 1);)
KERNEL(gemv_d, FOR(i, m) { T r = x[i + n]; FOR(j, n) r += a[i * n + j] * x[j]; y[i] = r; },
       LIB(copy)(m, x + n, 1, y, 1); LIB(gemv)(ROW, N_, m, n, 1, a, n, x, 1, 1, y, 1);)
KERNEL(ger, FOR(i, m) FOR(j, n) a[i * n + j] += x[i] * y[j];, LIB(ger)(ROW, m, n, 1, x, 1, y, 1, a, n);)
KERNEL(ger_c, FOR(j, n) FOR(i, m) a[i * n + j] += x[i] * y[j];, LIB(ger)(ROW, m, n, 1, x, 1, y, 1, a, n);)
KERNEL(symv, FOR(i, n) { T r = 0; FOR(j, i) { y[j] += a[i * n + j] * x[i]; r += a[i * n + j] * x[j]; } y[i] += a[i * n + i] * x[i] + r; },
       LIB(symv)(ROW, CblasLower, n, 1, a, n, x, 1, 1, y, 1);)
KERNEL(symv_d, FOR(i, n) { T r = 0; FOR(j, i) r += a[i * n + j] * x[j]; for (int j = i; j < n; j++) r += a[j * n + i] * x[j]; y[i] = r; },
       LIB(symv)(ROW, CblasLower, n, 1, a, n, x, 1, 0, y, 1);)
KERNEL(syr2, FOR(i, n) FOR(j, i + 1) a[i * n + j] += x[i] * y[j] + y[i] * x[j];,
       LIB(syr2)(ROW, CblasLower, n, 1, x, 1, y, 1, a, n);)
KERNEL(trmv, BACK(i, n) { T r = 0; FOR(j, i + 1) r += a[i * n + j] * x[j]; x[i] = r; },
       LIB(trmv)(ROW, CblasLower, N_, CblasNonUnit, n, a, n, x, 1);)
KERNEL(trmv_u, FOR(i, n) { T r = 0; for (int j = i; j < n; j++) r += a[i * n + j] * x[j]; x[i] = r; },
       LIB(trmv)(ROW, CblasUpper, N_, CblasNonUnit, n, a, n, x, 1);)
KERNEL(trsv, FOR(i, n) { T r = x[i]; FOR(j, i) r -= a[i * n + j] * x[j]; x[i] = r / a[i * n + i]; },
       LIB(trsv)(ROW, CblasLower, N_, CblasNonUnit, n, a, n, x, 1);)
KERNEL(trsv_c, FOR(j, n) { x[j] /= a[j * n + j]; for (int i = j + 1; i < n; i++) x[i] -= a[i * n + j] * x[j]; },
       LIB(trsv)(ROW, CblasLower, N_, CblasNonUnit, n, a, n, x, 1);)
KERNEL(trsv_u, BACK(i, n) { T r = x[i]; for (int j = i + 1; j < n; j++) r -= a[i * n + j] * x[j]; x[i] = r / a[i * n + i]; },
       LIB(trsv)(ROW, CblasUpper, N_, CblasNonUnit, n, a, n, x, 1);)
KERNEL(trsv_copy, FOR(i, n) { T r = x[i]; FOR(j, i) r -= a[i * n + j] * y[j]; y[i] = r / a[i * n + i]; },
       LIB(copy)(n, x, 1, y, 1); LIB(trsv)(ROW, CblasLower, N_, CblasNonUnit, n, a, n, y, 1);)

// One loop that several calls replace
KERNEL(atax, FOR(i, m) { T r = 0; FOR(j, n) r += a[i * n + j] * x[j]; FOR(j, n) y[j] += a[i * n + j] * r; }, ;)
KERNEL(atax_t, FOR(i, m) { x[n + i] = 0; FOR(j, n) x[n + i] += a[i * n + j] * x[j]; FOR(j, n) y[j] += a[i * n + j] * x[n + i]; }, ;)
KERNEL(bicg, FOR(i, m) { T r = 0; FOR(j, n) { y[j] += x[n + i] * a[i * n + j]; r += a[i * n + j] * x[j]; } y[n + i] = r; },
       LIB(gemv)(ROW, N_, m, n, 1, a, n, x, 1, 0, y + n, 1); LIB(gemv)(ROW, T_, m, n, 1, a, n, x + n, 1, 1, y, 1);)
KERNEL(mvt, FOR(i, n) { FOR(j, n) x[i] += a[i * n + j] * y[j]; } FOR(i, n) { FOR(j, n) x[n + i] += a[j * n + i] * y[n + j]; }, ;)
KERNEL(gesummv, FOR(i, n) { T r = 0; T q = 0; FOR(j, n) { r += a[i * n + j] * y[j]; q += x[i * n + j] * y[j]; } y[n + i] = s * r + (T)0.5 * q; },
       LIB(gemv)(ROW, N_, n, n, s, a, n, y, 1, 0, y + n, 1); LIB(gemv)(ROW, N_, n, n, 0.5, x, n, y, 1, 1, y + n, 1);)
KERNEL(gesummv_r, FOR(j, n) FOR(i, n) y[n + i] += a[j * n + i] * y[j] + x[j * n + i] * y[j];, ;)
KERNEL(ger2, FOR(i, n) FOR(j, n) a[i * n + j] += x[i] * y[j] + x[n + i] * y[n + j];, ;)

// Matrices: all orders of the product's loops, and its transpositions
KERNEL(gemm_ijl, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[i * k + l] * x[l * n + j]; y[i * n + j] = r; },
       LIB(gemm)(ROW, N_, N_, m, n, k, 1, a, k, x, n, 0, y, n);)
KERNEL(gemm_ijm, FOR(i, m) FOR(j, n) FOR(l, k) y[i * n + j] += a[i * k + l] * x[l * n + j];,
       LIB(gemm)(ROW, N_, N_, m, n, k, 1, a, k, x, n, 1, y, n);)
KERNEL(gemm_ilj, FOR(i, m) FOR(l, k) FOR(j, n) y[i * n + j] += a[i * k + l] * x[l * n + j];,
       LIB(gemm)(ROW, N_, N_, m, n, k, 1, a, k, x, n, 1, y, n);)
KERNEL(gemm_lij, FOR(l, k) FOR(i, m) FOR(j, n) y[i * n + j] += a[i * k + l] * x[l * n + j];,
       LIB(gemm)(ROW, N_, N_, m, n, k, 1, a, k, x, n, 1, y, n);)
KERNEL(gemm_jil, FOR(j, n) FOR(i, m) { T r = 0; FOR(l, k) r += a[i * k + l] * x[l * n + j]; y[i * n + j] = r; },
       LIB(gemm)(ROW, N_, N_, m, n, k, 1, a, k, x, n, 0, y, n);)
KERNEL(gemm_jli, FOR(j, n) FOR(l, k) FOR(i, m) y[i * n + j] += a[i * k + l] * x[l * n + j];,
       LIB(gemm)(ROW, N_, N_, m, n, k, 1, a, k, x, n, 1, y, n);)
KERNEL(gemm_lji, FOR(l, k) FOR(j, n) FOR(i, m) y[i * n + j] += a[i * k + l] * x[l * n + j];,
       LIB(gemm)(ROW, N_, N_, m, n, k, 1, a, k, x, n, 1, y, n);)
KERNEL(gemm_nt, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[i * k + l] * x[j * k + l]; y[i * n + j] = s * r + (T)0.5 * y[i * n + j]; },
       LIB(gemm)(ROW, N_, T_, m, n, k, s, a, k, x, k, 0.5, y, n);)
KERNEL(gemm_tn, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[l * m + i] * x[l * n + j]; y[i * n + j] = r; },
       LIB(gemm)(ROW, T_, N_, m, n, k, 1, a, m, x, n, 0, y, n);)
KERNEL(gemm_tn_r, FOR(l, k) FOR(i, m) FOR(j, n) y[i * n + j] += a[l * m + i] * x[l * n + j];,
       LIB(gemm)(ROW, T_, N_, m, n, k, 1, a, m, x, n, 1, y, n);)
KERNEL(gemm_tt, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[l * m + i] * x[j * k + l]; y[i * n + j] = r; },
       LIB(gemm)(ROW, T_, T_, m, n, k, 1, a, m, x, k, 0, y, n);)
KERNEL(gemm_pb, FOR(i, m) { FOR(j, n) y[i * n + j] *= (T)0.5; FOR(l, k) FOR(j, n) y[i * n + j] += s * a[i * k + l] * x[l * n + j]; },
       LIB(gemm)(ROW, N_, N_, m, n, k, s, a, k, x, n, 0.5, y, n);)
KERNEL(syrk, FOR(i, n) FOR(j, i + 1) { T r = 0; FOR(l, k) r += a[i * k + l] * a[j * k + l]; y[i * n + j] += r; },
       LIB(syrk)(ROW, CblasLower, N_, n, k, 1, a, k, 1, y, n);)
KERNEL(syrk_r, FOR(i, n) FOR(l, k) FOR(j, i + 1) y[i * n + j] += s * a[i * k + l] * a[j * k + l];,
       LIB(syrk)(ROW, CblasLower, N_, n, k, s, a, k, 1, y, n);)
KERNEL(syrk_t, FOR(i, n) FOR(l, k) FOR(j, i + 1) y[i * n + j] += a[l * n + i] * a[l * n + j];,
       LIB(syrk)(ROW, CblasLower, T_, n, k, 1, a, n, 1, y, n);)
KERNEL(syr2k, FOR(i, n) FOR(j, i + 1) { T r = 0; FOR(l, k) r += a[i * k + l] * x[j * k + l] + x[i * k + l] * a[j * k + l]; y[i * n + j] += r; },
       LIB(syr2k)(ROW, CblasLower, N_, n, k, 1, a, k, x, k, 1, y, n);)
KERNEL(syr2k_t, FOR(i, n) FOR(l, k) FOR(j, i + 1) y[i * n + j] += a[l * n + i] * x[l * n + j] + x[l * n + i] * a[l * n + j];,
       LIB(syr2k)(ROW, CblasLower, T_, n, k, 1, a, n, x, n, 1, y, n);)
KERNEL(symm, FOR(i, m) FOR(j, n) { T r = a[i * m + i] * x[i * n + j]; FOR(l, i) r += a[i * m + l] * x[l * n + j]; for (int l = i + 1; l < m; l++) r += a[l * m + i] * x[l * n + j]; y[i * n + j] = r; },
       LIB(symm)(ROW, CblasLeft, CblasLower, m, n, 1, a, m, x, n, 0, y, n);)
KERNEL(trmm, BACK(i, m) FOR(j, n) { T r = 0; FOR(l, i + 1) r += a[i * m + l] * x[l * n + j]; x[i * n + j] = s * r; },
       LIB(trmm)(ROW, CblasLeft, CblasLower, N_, CblasNonUnit, m, n, s, a, m, x, n);)
KERNEL(trmm_r, BACK(i, m) { FOR(j, n) x[i * n + j] *= a[i * m + i]; FOR(l, i) FOR(j, n) x[i * n + j] += a[i * m + l] * x[l * n + j]; },
       LIB(trmm)(ROW, CblasLeft, CblasLower, N_, CblasNonUnit, m, n, 1, a, m, x, n);)
KERNEL(trsm, FOR(i, m) FOR(j, n) { T r = x[i * n + j]; FOR(l, i) r -= a[i * m + l] * x[l * n + j]; x[i * n + j] = r / a[i * m + i]; },
       LIB(trsm)(ROW, CblasLeft, CblasLower, N_, CblasNonUnit, m, n, 1, a, m, x, n);)
KERNEL(trsm_r, FOR(i, m) { FOR(l, i) FOR(j, n) x[i * n + j] -= a[i * m + l] * x[l * n + j]; FOR(j, n) x[i * n + j] /= a[i * m + i]; },
       LIB(trsm)(ROW, CblasLeft, CblasLower, N_, CblasNonUnit, m, n, 1, a, m, x, n);)
KERNEL(trsm_c, FOR(j, n) FOR(i, m) { T r = x[j * m + i]; FOR(l, i) r -= a[i * m + l] * x[j * m + l]; x[j * m + i] = r / a[i * m + i]; },
       LIB(trsm)(ROW, CblasRight, CblasLower, T_, CblasNonUnit, n, m, 1, a, m, x, m);)
