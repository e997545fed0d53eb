// special.h - the nests of special.c and their shapes: X(name, group), groups as in routines.h
// clang-format off: a table
#define KERNELS(X)                                                                                                     \
  X(axpy, V) X(scal, V) X(gemv_n, M) X(gemv_t, M) X(gemv_c, M) X(gemv_beta, M) X(gemv_skip, M) X(gemv_skip_t, M)       \
  X(ger, M) X(ger_c, M) X(symv, Q) X(syr2, Q) X(syr2_c, Q)                                                             \
  X(gemm_ijl, P) X(gemm_ilj, P) X(gemm_jli, P) X(gemm_nt, P) X(gemm_tn, P) X(gemm_beta, P) X(gemm_skip, U)             \
  X(syrk, K) X(syrk_r, K) X(syr2k, K) X(syr2k_r, K) X(gemmt, K) X(gemmt_r, K) X(symm, U) X(symm_c, U)                  \
  X(trmm, U) X(trmm_r, U) X(trmm_c, U) X(trmm_unit, U) X(trmm_unit_c, U)                                               \
  X(trsm, U) X(trsm_r, U) X(trsm_c, U) X(trsm_unit, U) X(trsm_unit_c, U)                                               \
  X(lu, Q) X(lu_c, Q) X(cholesky, Q)
