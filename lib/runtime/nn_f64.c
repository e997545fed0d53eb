//===- nn_f64.c - loops of neural networks over doubles ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/smr_rt.h"
#include "runtime/vector_f64.h"

#define NUMBER double
#define VECTOR SmrDoubles
#define MASK SmrLongs
#define LANES SMR_RT_LANES_F64
#define SQRT __builtin_sqrt
#define V(name) smr_rt_##name##_of_doubles
#define FUNCTION(name) smr_rt_##name##_f64
#include "runtime/nn_body.inc"
