// kernels.c - a loop nest for each family of pairs, as people write it
//
// Compiled for each compiler with NAME(f) for the symbols and T for the elements; with CALL the same
// functions are the library calls that stand for the loops. Every function takes the same arguments: sizes,
// increments, a scalar, and three arrays of which nothing is known.
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
  void NAME(f)(int m, int n, int k, int ix, int iy, T s, T *a, T *x, T *y) {                                           \
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
