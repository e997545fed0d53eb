//===- pool_f32.c - windows of images of floats --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/smr_rt.h"
#include "runtime/tensor_check.h"
#include "runtime/vector.h"

#define NUMBER float
#define VECTOR SmrFloats
#define MASK SmrInts
#define LANES SMR_RT_LANES
#define EVENS                                                                                                \
  0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29,                                                     \
      31 // of a vector, and of the one that begins at its last element
#define V(name) smr_rt_##name
#define FUNCTION(name) smr_rt_##name##_f32
#include "runtime/pool_body.inc"
