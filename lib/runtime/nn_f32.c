//===- nn_f32.c - loops of neural networks over floats ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/smr_rt.h"
#include "runtime/vector.h"

#define NUMBER float
#define VECTOR SmrFloats
#define MASK SmrInts
#define LANES SMR_RT_LANES
#define SQRT __builtin_sqrtf
#define V(name) smr_rt_##name
#define FUNCTION(name) smr_rt_##name##_f32
#include "runtime/nn_body.inc"
