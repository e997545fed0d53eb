//===- calls_f64.c - wrappers for doubles -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/call.h"
#include "runtime/gpu/flags.h"
#include "runtime/gpu/routines.def"
#include <string.h>

#define T double
#define N d
#define LETTER 'd'
#define F(name) d##name
#define V(name) cublasD##name##_v2_64
#define SYMBOL(name) "d" #name "_"
#define CUDA_TYPE SMR_CUDA_F64
#define ROUTINES smr_gpu_routines_f64
#define TABLE SMR_GPU_IN_F64
#define REAL
#define CONJUGATES 0
#include "runtime/gpu/calls_body.inc"

#define C(name) cblas_d##name
#define CBLAS_SYMBOL(name) "cblas_d" #name
#define CBLAS_ROUTINES smr_gpu_cblas_f64
#define CBLAS_TABLE SMR_GPU_IN_CBLAS_F64
#include "runtime/gpu/calls_cblas.inc"
