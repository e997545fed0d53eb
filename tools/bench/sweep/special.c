// special.c - nests that the pairs serve by something else than their routine where a factor is 0, or
// something is no number
//
// The factor s is 0 and the first element of x no number (sweep.c, -DSPECIAL): pairs that
// would lose that in BLAS do these nests by loops of their own, or sum up first and scale then. By rows as
// people write them; `_r`: rows added; `_c`: down columns, or what is solved in place by columns.
#include "nests.h"

// clang-format off: a table
KERNEL(axpy, V, FOR(i, n) y[i] += s * x[i];)
KERNEL(scal, V, FOR(i, n) y[i] *= s;)
KERNEL(gemv_n, M, FOR(i, m) { T r = 0; FOR(j, n) r += a[i * n + j] * x[j]; y[i] += s * r; })
KERNEL(gemv_t, M, FOR(i, m) FOR(j, n) y[j] += s * a[i * n + j] * x[i];)
KERNEL(gemv_c, M, FOR(j, n) FOR(i, m) y[i] += s * a[i * n + j] * x[j];)
KERNEL(gemv_beta, M, FOR(i, m) { T r = 0; FOR(j, n) r += a[i * n + j] * x[j]; y[i] = r + s * y[i]; })
KERNEL(gemv_skip, M, FOR(j, n) if (x[j] != 0) FOR(i, m) y[i] += a[j * m + i] * x[j];)
KERNEL(gemv_skip_t, M, FOR(i, m) FOR(j, n) if (x[j] != 0) y[i] += a[i * n + j] * x[j];)
KERNEL(ger, M, FOR(i, m) FOR(j, n) a[i * n + j] += s * x[i] * y[j];)
KERNEL(ger_c, M, FOR(j, n) FOR(i, m) a[i * n + j] += s * x[i] * y[j];)
KERNEL(symv, Q, FOR(i, n) { T r = 0; FOR(j, i) { y[j] += s * a[i * n + j] * x[i]; r += a[i * n + j] * x[j]; } y[i] += s * a[i * n + i] * x[i] + s * r; })
KERNEL(syr2, Q, FOR(i, n) FOR(j, i + 1) a[i * n + j] += s * x[i] * y[j] + s * y[i] * x[j];)
KERNEL(syr2_c, Q, FOR(j, n) FROM(i, j, n) a[i * n + j] += s * x[i] * y[j] + s * y[i] * x[j];)
KERNEL(gemm_ijl, P, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[i * k + l] * x[l * n + j]; y[i * n + j] += s * r; })
KERNEL(gemm_ilj, P, FOR(i, m) FOR(l, k) FOR(j, n) y[i * n + j] += s * a[i * k + l] * x[l * n + j];)
KERNEL(gemm_jli, P, FOR(j, n) FOR(l, k) FOR(i, m) y[j * m + i] += s * a[l * m + i] * x[j * k + l];)
KERNEL(gemm_nt, P, FOR(i, m) FOR(j, n) { T r = 0; FOR(l, k) r += a[i * k + l] * x[j * k + l]; y[i * n + j] += s * r; })
KERNEL(gemm_tn, P, FOR(l, k) FOR(i, m) FOR(j, n) y[i * n + j] += s * a[l * m + i] * x[l * n + j];)
KERNEL(gemm_beta, P, FOR(i, m) { FOR(j, n) y[i * n + j] *= s; FOR(l, k) FOR(j, n) y[i * n + j] += a[i * k + l] * x[l * n + j]; })
KERNEL(gemm_skip, U, FOR(i, m) FOR(l, m) if (a[i * m + l] != 0) FOR(j, n) y[i * n + j] += a[i * m + l] * x[l * n + j];)
KERNEL(syrk, K, FOR(i, n) FOR(j, i + 1) { T r = 0; FOR(l, k) r += a[i * k + l] * a[j * k + l]; y[i * n + j] += s * r; })
KERNEL(syrk_r, K, FOR(i, n) FOR(l, k) FOR(j, i + 1) y[i * n + j] += s * a[l * n + i] * a[l * n + j];)
KERNEL(syr2k, K, FOR(i, n) FOR(j, i + 1) { T r = 0; FOR(l, k) r += a[i * k + l] * x[j * k + l] + x[i * k + l] * a[j * k + l]; y[i * n + j] += s * r; })
KERNEL(syr2k_r, K, FOR(i, n) FOR(l, k) FOR(j, i + 1) y[i * n + j] += s * a[l * n + i] * x[l * n + j] + s * x[l * n + i] * a[l * n + j];)
KERNEL(gemmt, K, FOR(i, n) FOR(j, i + 1) { T r = 0; FOR(l, k) r += a[i * k + l] * x[j * k + l]; y[i * n + j] += s * r; })
KERNEL(gemmt_r, K, FOR(i, n) FOR(l, k) FOR(j, i + 1) y[i * n + j] += s * a[i * k + l] * x[l * n + j];)
KERNEL(symm, U, FOR(i, m) FOR(j, n) { T r = a[i * m + i] * x[i * n + j]; FOR(l, i) r += a[i * m + l] * x[l * n + j]; FROM(l, i + 1, m) r += a[l * m + i] * x[l * n + j]; y[i * n + j] += s * r; })
KERNEL(symm_c, U, FOR(j, n) FOR(i, m) { T r = a[i * m + i] * x[j * m + i]; FOR(l, i) r += a[i * m + l] * x[j * m + l]; FROM(l, i + 1, m) r += a[l * m + i] * x[j * m + l]; y[j * m + i] += s * r; })
KERNEL(trmm, U, BACK(i, m) FOR(j, n) { T r = 0; FOR(l, i + 1) r += a[i * m + l] * x[l * n + j]; x[i * n + j] = s * r; })
KERNEL(trmm_r, U, BACK(i, m) { FOR(j, n) x[i * n + j] *= a[i * m + i]; FOR(l, i) FOR(j, n) x[i * n + j] += a[i * m + l] * x[l * n + j]; })
KERNEL(trmm_c, U, FOR(j, n) BACK(i, m) { T r = 0; FOR(l, i + 1) r += a[i * m + l] * x[j * m + l]; x[j * m + i] = r; })
KERNEL(trmm_unit, U, BACK(i, m) FOR(l, i) FOR(j, n) x[i * n + j] += a[i * m + l] * x[l * n + j];)
KERNEL(trmm_unit_c, U, FOR(j, n) BACK(i, m) FOR(l, i) x[j * m + i] += a[i * m + l] * x[j * m + l];)
KERNEL(trsm, U, FOR(i, m) FOR(j, n) { T r = x[i * n + j]; FOR(l, i) r -= a[i * m + l] * x[l * n + j]; x[i * n + j] = r / a[i * m + i]; })
KERNEL(trsm_r, U, FOR(i, m) { FOR(l, i) FOR(j, n) x[i * n + j] -= a[i * m + l] * x[l * n + j]; FOR(j, n) x[i * n + j] /= a[i * m + i]; })
KERNEL(trsm_c, U, FOR(j, n) FOR(i, m) { T r = x[j * m + i]; FOR(l, i) r -= a[i * m + l] * x[j * m + l]; x[j * m + i] = r / a[i * m + i]; })
KERNEL(trsm_unit, U, FOR(i, m) FOR(l, i) FOR(j, n) x[i * n + j] -= a[i * m + l] * x[l * n + j];)
KERNEL(trsm_unit_c, U, FOR(j, n) FOR(i, m) FOR(l, i) x[j * m + i] -= a[i * m + l] * x[j * m + l];)
KERNEL(lu, Q, FOR(i, n * n) y[i] = x[i];
       FOR(l, n) { FROM(i, l + 1, n) y[i * n + l] /= y[l * n + l]; FROM(i, l + 1, n) FROM(j, l + 1, n) y[i * n + j] -= y[i * n + l] * y[l * n + j]; })
KERNEL(lu_c, Q, FOR(i, n * n) y[i] = x[i];
       FOR(l, n) { FROM(i, l + 1, n) y[l * n + i] /= y[l * n + l]; FROM(j, l + 1, n) FROM(i, l + 1, n) y[j * n + i] -= y[l * n + i] * y[j * n + l]; })
KERNEL(cholesky, Q, FOR(i, n * n) y[i] = x[i];
       FOR(i, n) { FOR(j, i) { T r = y[i * n + j]; FOR(l, j) r -= y[i * n + l] * y[j * n + l]; y[i * n + j] = r / y[j * n + j]; }
                   T r = y[i * n + i]; FOR(l, i) r -= y[i * n + l] * y[i * n + l]; y[i * n + i] = SQRT(r); })
