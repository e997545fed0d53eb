// kernels.h - the kernels' names and shapes: X(name, group)
// A group says which sizes a kernel takes: V a vector, S a strided one, M a matrix and vectors, Q a square
// matrix, P a product, K a product of a matrix with itself; N a vector and L a matrix and vectors of a type
// of their own, called in the version for float only.
// clang-format off: a table
#ifdef FORTRAN
#define KERNELS(X)                                                                                                     \
  X(dot, V) X(dot_inc, S) X(nrm2, V) X(asum, V) X(axpy, V) X(axpy_inc, S) X(scal, V) X(swap, V) X(copy_inc, S)         \
  X(gemv_n, M) X(gemv_t, M) X(gemv_s, M) X(ger, M) X(trsv, Q) X(gemm_nn, P) X(gemm_jli, P) X(gemm_nt, P) X(gemm_tn, P) \
  X(matmul_nn, P) X(syrk, K)
#else
#define KERNELS(X)                                                                                                     \
  X(dot, V) X(dot_inc, S) X(nrm2, V) X(asum, V) X(asum_inc, S) X(axpy, V) X(axpy_inc, S) X(scal, V) X(scal_inc, S)     \
  X(copy_inc, S) X(swap, V) X(swap_inc, S) X(gemv_n, M) X(gemv_t, M) X(gemv_s, M) X(ger, M) X(trsv, Q) X(gemm_nn, P)   \
  X(gemm_ilj, P) X(gemm_nt, P) X(gemm_tn, P) X(syrk, K) X(linear, L) X(softmax, N) X(rmsnorm, N) X(layernorm, N)       \
  X(swiglu, N) X(dot_i8, N) X(matvec_i8, L)
#endif
