//===- direct.h - copies of arrays that the program has pinned ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An array in pinned memory (cudaMallocHost, cudaHostAlloc, cudaHostRegister) travels without a buffer of
// ours. Such a copy reads, or writes, the program's memory while the CPU goes on: residency.c says when that
// is sound. With SMR_GPU_CHECK there are none, for there pages are closed to the CPU, and open to a device.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_DIRECT_H
#define SMR_RUNTIME_GPU_DIRECT_H
#include "runtime/gpu/device.h"

/// Does the array lie so that a copy engine takes it (to where its columns are `step` numbers apart), in
/// pinned memory from its first byte to its last? Asks CUDA: our device is the thread's (smr_gpu_enter).
int smr_gpu_is_direct(const SmrGpuShape *shape, int64_t step);
/// The same for who only estimates: pageable memory is not asked about each time.
int smr_gpu_seems_direct(const SmrGpuShape *shape, int64_t step);
/// The same for who may ask nobody: before the device has started, only a program that uses CUDA itself can
/// have pinned anything.
int smr_gpu_may_be_direct(const SmrGpuShape *shape, int64_t step);
/// Enqueues the copy, up or down. False: CUDA does not take it (there is a hole in the pinned memory), or the
/// device is dead.
int smr_gpu_copy_directly(const SmrGpuShape *shape, void *device, int64_t step, SmrCudaCopyKind kind,
                          SmrCudaStream stream);

/// Between columns on the device: each starts where vectors of numbers may.
int64_t smr_gpu_device_step(const SmrGpuShape *shape);
#endif
