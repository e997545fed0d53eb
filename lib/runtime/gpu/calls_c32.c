//===- calls_c32.c - wrappers for pairs of floats ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/call.h"
#include "runtime/gpu/flags.h"
#include "runtime/gpu/routines.def"
#include "runtime/gpu/smr_rt_gpu.h"
#include <string.h>

#define T SmrComplexF32
#define N c
#define LETTER 'c'
#define F(name) c##name
#define V(name) cublasC##name##_v2_64
#define SYMBOL(name) "c" #name "_"
#define CUDA_TYPE SMR_CUDA_C32
#define ROUTINES smr_gpu_routines_c32
#define TABLE SMR_GPU_IN_C32
#define CONJUGATES 1
#define R float
#define RN f
#include "runtime/gpu/calls_body.inc"

#define C(name) cblas_c##name
#define CBLAS_SYMBOL(name) "cblas_c" #name
#define CBLAS_ROUTINES smr_gpu_cblas_c32
#define CBLAS_TABLE SMR_GPU_IN_CBLAS_C32
#include "runtime/gpu/calls_cblas.inc"
