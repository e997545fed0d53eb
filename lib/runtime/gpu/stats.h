//===- stats.h - what was called and copied, for who asks -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_STATS_H
#define SMR_RUNTIME_GPU_STATS_H
#include <stddef.h>

typedef enum {
  SMR_GPU_CALLS_THERE, // made on the device
  SMR_GPU_CALLS_TILED, // of these, by cublasXt, whose copies nobody counts
  SMR_GPU_CALLS_HERE,  // wrapped calls that the CPU made
  SMR_GPU_ARRAYS_UP,
  SMR_GPU_BYTES_UP,
  SMR_GPU_ARRAYS_DOWN,
  SMR_GPU_BYTES_DOWN,
  SMR_GPU_ARRAYS_DIRECT, // of all these, without a buffer of ours
  SMR_GPU_STAT_COUNT
} SmrGpuStat;

void smr_gpu_count(SmrGpuStat stat, size_t more);
/// From now on: at the program's end one line on stderr says what was counted.
void smr_gpu_count_aloud(void);
/// Does somebody ask? Then no call passes it by.
int smr_gpu_counts_aloud(void);
#endif
