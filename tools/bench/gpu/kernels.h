//===- kernels.h - loops that become calls of BLAS ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BENCH_GPU_KERNELS_H
#define SMR_BENCH_GPU_KERNELS_H
enum { WIDTH = 64 }; // of a head of the attention

void gemm(int n, double *const *m);
void k2mm(int n, double *const *m);
void k3mm(int n, double *const *m);
void syrk(int n, double *const *m);
void gemver(int n, double *const *m);
void cg(int n, double *const *m);
void attention(int n, double *const *m);
#endif
