//===- leaves_f64.c - the loops of tensor kernels over doubles ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/blas.h"
#include "runtime/leaves.h"
#include "runtime/smr_rt_tensor.h"
#include "runtime/vector_f64.h"

#define NUMBER double
#define VECTOR SmrDoubles
#define MASK SmrLongs
#define LANES SMR_RT_LANES_F64
#define FIRST_HALVES 0, 8, 1, 9, 2, 10, 3, 11
#define SECOND_HALVES 4, 12, 5, 13, 6, 14, 7, 15
#define BYTES SmrBytes8
#define V(name) smr_rt_##name##_of_doubles
#define FUNCTION(name) smr_rt_##name##_f64
#define LEAF_TYPE(name) SmrRt##name##F64
#define GEMM smr_rt_gemm_f64
#define GEMM_TYPE SmrRtGemmF64
#define TANH_TERMS 16
#define EXP_LEAST (-708.0)
// Within 2e-16 of erfc / 2.
#define ERFC                                                                                                 \
  0x1.afbb3f3b7343cp-3, 0x1.4995dc9ccfb0dp-3, 0x1.73d8b093d3df6p-4, 0x1.1893efb4b39dp-5,                     \
      0x1.73bd920ec93c9p-8, -0x1.b80988a46b8c7p-10, -0x1.f9494a347886cp-11, 0x1.706f43a62ba9fp-14,           \
      0x1.26bb33374689ap-13, -0x1.874c7b6dd4f01p-17, -0x1.79d872ae25328p-16, 0x1.062c0a35fcaf8p-18,          \
      0x1.e9ed40ad23c9ep-19, -0x1.6ac8bb32ca646p-20, -0x1.f84d47b83026p-22, 0x1.a6a77fbc39315p-22,           \
      0x1.06f3688941c21p-28, -0x1.86358c7ef4185p-24, 0x1.8157b1ab9a3a6p-26, 0x1.fde53f5ef8fadp-27,           \
      -0x1.eb402d26d5e29p-28, -0x1.63411f0636c94p-30, 0x1.f18932a79677bp-31, 0x1.e7fdd64423492p-38
#include "runtime/leaves_body.inc"
