//===- tiles.h - products that the device has no room for -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_TILES_H
#define SMR_RUNTIME_GPU_TILES_H
#include "runtime/gpu/call.h"

/// gemm of floats or doubles by cublasXt, on all devices, from and into the host's memory. False: not done,
/// and the operands are as they were.
int smr_gpu_run_tiled(SmrGpuCall *call, const SmrGpuPlan *plan);
#endif
