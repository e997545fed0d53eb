//===- leaves_f32.c - the loops of tensor kernels over floats -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/blas.h"
#include "runtime/leaves.h"
#include "runtime/smr_rt_tensor.h"
#include "runtime/vector.h"

#define NUMBER float
#define VECTOR SmrFloats
#define MASK SmrInts
#define LANES SMR_RT_LANES
#define FIRST_HALVES 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define SECOND_HALVES 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define BYTES SmrBytes16
#define V(name) smr_rt_##name
#define FUNCTION(name) smr_rt_##name##_f32
#define LEAF_TYPE(name) SmrRt##name##F32
#define GEMM smr_rt_gemm_f32
#define GEMM_TYPE SmrRtGemmF32
#define TANH_TERMS 9
#define EXP_LEAST (-87.0f) // whose exponential is a normal number
// Within 7e-8 of erfc / 2.
#define ERFC                                                                                                 \
  0x1.afbb3cp-3f, 0x1.4995dep-3f, 0x1.73da36p-4f, 0x1.18933ep-5f, 0x1.72f54cp-8f, -0x1.b7847ep-10f,          \
      -0x1.e6f25cp-11f, 0x1.5b39b6p-14f, 0x1.95eabp-14f, -0x1.6a7bcap-18f
#include "runtime/leaves_body.inc"
