//===- pool_f64.c - windows of images of doubles --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/smr_rt.h"
#include "runtime/tensor_check.h"
#include "runtime/vector_f64.h"

#define NUMBER double
#define VECTOR SmrDoubles
#define MASK SmrLongs
#define LANES SMR_RT_LANES_F64
#define EVENS 0, 2, 4, 6, 9, 11, 13, 15 // of a vector, and of the one that begins at its last element
#define V(name) smr_rt_##name##_of_doubles
#define FUNCTION(name) smr_rt_##name##_f64
#include "runtime/pool_body.inc"
