//===- conv_f32.c - convolutions of floats as products of matrices ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/leaves.h"
#include "runtime/smr_rt.h"
#include "runtime/tensor_check.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER float
#define LEAF(name) smr_rt_##name##_f32
#define CONV(name) smr_rt_##name##_f32
#include "runtime/conv_body.inc"
