//===- tensor_check.h - may a descriptor be worked on? ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What smr_rt_tensor.h promises to refuse, for all types of elements; each gives a SmrRtStatus.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_TENSOR_CHECK_H
#define SMR_RUNTIME_TENSOR_CHECK_H
#include "runtime/smr_rt_tensor.h"
#include <stddef.h>

int smr_rt_check_product(const SmrRtProduct *p);
int smr_rt_check_attention(const SmrRtAttention *a);
int smr_rt_check_conv2d(const SmrRtConv2d *c);
/// flags: those that the entry point has; affine: may there be a weight and a bias?
enum { SMR_RT_NO_AFFINE = 0, SMR_RT_WEIGHT = 1, SMR_RT_WEIGHT_AND_BIAS = 2 };
int smr_rt_check_rows(const SmrRtRows *r, int64_t flags, int affine);

/// Memory for `count` numbers of `size` bytes at a cache line's start; NULL when there is none. free frees
/// it.
void *smr_rt_block(int64_t count, size_t size);

static inline int64_t smr_rt_least(int64_t a, int64_t b) {
  return a < b ? a : b;
}
#endif
