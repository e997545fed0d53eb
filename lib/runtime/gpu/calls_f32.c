//===- calls_f32.c - wrappers for floats ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/call.h"
#include "runtime/gpu/flags.h"
#include "runtime/gpu/routines.def"
#include <string.h>

#define T float
#define N f
#define LETTER 's'
#define F(name) s##name
#define V(name) cublasS##name##_v2_64
#define SYMBOL(name) "s" #name "_"
#define CUDA_TYPE SMR_CUDA_F32
#define ROUTINES smr_gpu_routines_f32
#define TABLE SMR_GPU_IN_F32
#define REAL
#define CONJUGATES 0
#include "runtime/gpu/calls_body.inc"

#define C(name) cblas_s##name
#define CBLAS_SYMBOL(name) "cblas_s" #name
#define CBLAS_ROUTINES smr_gpu_cblas_f32
#define CBLAS_TABLE SMR_GPU_IN_CBLAS_F32
#include "runtime/gpu/calls_cblas.inc"
