// routines.h - the nests of routines.c and routines.F90 and their shapes: X(name, group)
// Groups as in kernels.h; further T a square triangle and a vector in place, U a triangle and a matrix, of
// which one is multiplied or solved in place.
// clang-format off: a table
#ifdef FORTRAN
#define KERNELS(X)                                                                                                     \
  X(dot, V) X(axpy, V) X(axpby, V)                                                                                     \
  X(gemv_n, M) X(gemv_t, M) X(gemv_s, M) X(gemv_b, M) X(ger, M) X(symv, Q) X(syr2, Q) X(trmv, T) X(trsv, T) X(trsv_c, T) \
  X(bicg, M) X(mvt, Q)                                                                                                 \
  X(gemm_jil, P) X(gemm_jli, P) X(gemm_ijl, P) X(gemm_lji, P) X(gemm_ilj, P) X(gemm_nt, P) X(gemm_tn, P) X(gemm_tt, P) \
  X(gemm_b, P) X(matmul_nn, P) X(syrk, K) X(syrk_r, K) X(syr2k, K) X(symm, U) X(trmm, U) X(trsm, U) X(trsm_r, U)
#else
#define KERNELS(X)                                                                                                     \
  X(dot, V) X(dot_inc, S) X(nrm2, V) X(asum, V) X(asum_inc, S) X(axpy, V) X(axpy_inc, S) X(scal, V) X(scal_inc, S)     \
  X(copy, V) X(axpby, V) X(waxpby, V)                                                                                  \
  X(gemv_n, M) X(gemv_m, M) X(gemv_t, M) X(gemv_s, M) X(gemv_c, M) X(gemv_b, M) X(gemv_d, M) X(ger, M) X(ger_c, M)     \
  X(symv, Q) X(symv_d, Q) X(syr2, Q) X(trmv, T) X(trmv_u, T) X(trsv, T) X(trsv_c, T) X(trsv_u, T) X(trsv_copy, T)      \
  X(atax, M) X(atax_t, M) X(bicg, M) X(mvt, Q) X(gesummv, Q) X(gesummv_r, Q) X(ger2, Q)                                \
  X(gemm_ijl, P) X(gemm_ijm, P) X(gemm_ilj, P) X(gemm_lij, P) X(gemm_jil, P) X(gemm_jli, P) X(gemm_lji, P)             \
  X(gemm_nt, P) X(gemm_tn, P) X(gemm_tn_r, P) X(gemm_tt, P) X(gemm_pb, P)                                              \
  X(syrk, K) X(syrk_r, K) X(syrk_t, K) X(syr2k, K) X(syr2k_t, K)                                                       \
  X(symm, U) X(trmm, U) X(trmm_r, U) X(trsm, U) X(trsm_r, U) X(trsm_c, U)
#endif
