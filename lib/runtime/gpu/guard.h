//===- guard.h - SMR_GPU_CHECK: markers that are missing are found ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// With SMR_GPU_CHECK=1 an array that is on the device cannot be touched by a program that has not announced
// it (smr_rt_gpu.h, rules 1 and 2): its pages are protected until a marker names it, whether its results have
// arrived or not. Only whole pages of its own numbers are; what shares a page with others is not seen.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_GUARD_H
#define SMR_RUNTIME_GPU_GUARD_H
#include "runtime/gpu/call.h"

typedef enum {
  SMR_GPU_OPEN,
  SMR_GPU_READABLE, // the host's copy and the device's are equal
  SMR_GPU_CLOSED    // a routine has written it, and nobody has asked for it since
} SmrGpuGuard;

/// Protects the array's pages. Does nothing without SMR_GPU_CHECK.
void smr_gpu_guard(const SmrGpuShape *shape, SmrGpuGuard guard);
#endif
