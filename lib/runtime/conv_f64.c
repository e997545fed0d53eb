//===- conv_f64.c - convolutions of doubles as products of matrices --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/leaves.h"
#include "runtime/smr_rt.h"
#include "runtime/tensor_check.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER double
#define LEAF(name) smr_rt_##name##_f64
#define CONV(name) smr_rt_##name##_f64
#include "runtime/conv_body.inc"
