//===- tensor_f16.c - kernels over tensors of halves (IEEE binary16) ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/half.h"
#include "runtime/leaves.h"
#include "runtime/smr_rt.h"
#include "runtime/tensor_check.h"

#define ELEMENT uint16_t
#define NUMBER float
#define SAME 0
#define READ(x) smr_rt_of_half(x)
#define WRITE(x) smr_rt_to_half(x)
#define SQRT __builtin_sqrtf
#define VECTOR_LANES SMR_RT_VECTOR_F32
#define LEAF(name) smr_rt_##name##_f32
#define LEAF_TYPE(name) SmrRt##name##F32
#define RT(name) smr_rt_##name##_f32
#define TENSOR(name) smr_rt_##name##_f16
#include "runtime/tensor_body.inc"
#include "runtime/tensor_product.inc"
// (which the next ones use)
#include "runtime/tensor_attention.inc"
#include "runtime/tensor_conv.inc"
#include "runtime/tensor_rows.inc"
