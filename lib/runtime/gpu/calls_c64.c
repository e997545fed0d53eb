//===- calls_c64.c - wrappers for pairs of doubles --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/call.h"
#include "runtime/gpu/flags.h"
#include "runtime/gpu/routines.def"
#include "runtime/gpu/smr_rt_gpu.h"
#include <string.h>

#define T SmrComplexF64
#define N z
#define LETTER 'z'
#define F(name) z##name
#define V(name) cublasZ##name##_v2_64
#define SYMBOL(name) "z" #name "_"
#define CUDA_TYPE SMR_CUDA_C64
#define ROUTINES smr_gpu_routines_c64
#define TABLE SMR_GPU_IN_C64
#define CONJUGATES 1
#define R double
#define RN d
#include "runtime/gpu/calls_body.inc"

#define C(name) cblas_z##name
#define CBLAS_SYMBOL(name) "cblas_z" #name
#define CBLAS_ROUTINES smr_gpu_cblas_c64
#define CBLAS_TABLE SMR_GPU_IN_CBLAS_C64
#include "runtime/gpu/calls_cblas.inc"
