//===- leaves.h - the loops that tensor kernels are made of -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Inner loops over floats and doubles, compiled for each level of instructions (vector.h). What stands above
// them (tensor_*.inc) walks through tensors, and converts where elements are stored in another type.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_LEAVES_H
#define SMR_RUNTIME_LEAVES_H
#include <stdint.h>

/// Of a vector; a panel has one or two.
enum { SMR_RT_VECTOR_F32 = 16, SMR_RT_VECTOR_F64 = 8 };

#define NUMBER float
#define LEAF(name) smr_rt_##name##_f32
#define LEAF_TYPE(name) SmrRt##name##F32
#include "runtime/leaves.inc"
#undef NUMBER
#undef LEAF
#undef LEAF_TYPE
#define NUMBER double
#define LEAF(name) smr_rt_##name##_f64
#define LEAF_TYPE(name) SmrRt##name##F64
#include "runtime/leaves.inc"
#undef NUMBER
#undef LEAF
#undef LEAF_TYPE
#endif
