//===- tensor_f64.c - kernels over tensors of doubles ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/leaves.h"
#include "runtime/smr_rt.h"
#include "runtime/tensor_check.h"

#define ELEMENT double
#define NUMBER double
#define SAME 1
#define READ(x) (x)
#define WRITE(x) (x)
#define SQRT __builtin_sqrt
#define VECTOR_LANES SMR_RT_VECTOR_F64
#define LEAF(name) smr_rt_##name##_f64
#define LEAF_TYPE(name) SmrRt##name##F64
#define RT(name) smr_rt_##name##_f64
#define TENSOR(name) smr_rt_##name##_f64
#include "runtime/tensor_body.inc"
#include "runtime/tensor_product.inc"
// (which the next ones use)
#include "runtime/tensor_attention.inc"
#include "runtime/tensor_conv.inc"
#include "runtime/tensor_rows.inc"
