//===- tensor_bf16.c - kernels over tensors of bfloat16 ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/half.h"
#include "runtime/leaves.h"
#include "runtime/smr_rt.h"
#include "runtime/tensor_check.h"

static inline float widen(uint16_t half) {
  return smr_rt_float_of((uint32_t)half << 16);
}

/// To nearest, ties to even; NaNs stay such.
static inline uint16_t narrow(float value) {
  uint32_t bits = smr_rt_bits_of(value);
  if (value != value)
    return (uint16_t)(bits >> 16 | 0x40);
  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

#define ELEMENT uint16_t
#define NUMBER float
#define SAME 0
#define READ(x) widen(x)
#define WRITE(x) narrow(x)
#define SQRT __builtin_sqrtf
#define VECTOR_LANES SMR_RT_VECTOR_F32
#define LEAF(name) smr_rt_##name##_f32
#define LEAF_TYPE(name) SmrRt##name##F32
#define RT(name) smr_rt_##name##_f32
#define TENSOR(name) smr_rt_##name##_bf16
#include "runtime/tensor_body.inc"
#include "runtime/tensor_product.inc"
// (which the next ones use)
#include "runtime/tensor_attention.inc"
#include "runtime/tensor_conv.inc"
#include "runtime/tensor_rows.inc"
