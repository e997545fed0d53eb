//===- stats.c - what was called and copied, for who asks -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/stats.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic size_t counts[SMR_GPU_STAT_COUNT];

void smr_gpu_count(SmrGpuStat stat, size_t more) {
  atomic_fetch_add_explicit(&counts[stat], more, memory_order_relaxed);
}

static void say(void) {
  size_t n[SMR_GPU_STAT_COUNT];
  for (int k = 0; k < SMR_GPU_STAT_COUNT; k++)
    n[k] = atomic_load(&counts[k]);
  fprintf(stderr,
          "smr_rt: GPU: %zu calls there (%zu in tiles), %zu here; %zu arrays up (%zu bytes), %zu down (%zu "
          "bytes), %zu directly\n",
          n[SMR_GPU_CALLS_THERE], n[SMR_GPU_CALLS_TILED], n[SMR_GPU_CALLS_HERE], n[SMR_GPU_ARRAYS_UP],
          n[SMR_GPU_BYTES_UP], n[SMR_GPU_ARRAYS_DOWN], n[SMR_GPU_BYTES_DOWN], n[SMR_GPU_ARRAYS_DIRECT]);
}

static int counts_aloud;

void smr_gpu_count_aloud(void) {
  if (!counts_aloud++)
    atexit(say);
}

int smr_gpu_counts_aloud(void) {
  return counts_aloud > 0;
}
