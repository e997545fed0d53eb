//===- blas.h - the matrix product of the process' BLAS -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_BLAS_H
#define SMR_RUNTIME_BLAS_H

enum { SMR_RT_ROW_MAJOR = 101, SMR_RT_PLAIN = 111, SMR_RT_TRANSPOSED = 112 }; // as CBLAS numbers them

typedef void SmrRtGemmF32(int order, int a_form, int b_form, int m, int n, int k, float alpha, const float *a,
                          int lda, const float *b, int ldb, float beta, float *c, int ldc);
typedef void SmrRtGemmF64(int order, int a_form, int b_form, int m, int n, int k, double alpha,
                          const double *a, int lda, const double *b, int ldb, double beta, double *c,
                          int ldc);

/// cblas_sgemm and cblas_dgemm as find.c finds them when one of these is called first; NULL when there is
/// none, or with SMR_RT=off. May be called by several threads.
SmrRtGemmF32 *smr_rt_gemm_f32(void);
SmrRtGemmF64 *smr_rt_gemm_f64(void);
#endif
