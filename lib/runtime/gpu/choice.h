//===- choice.h - is a call faster on the device? -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// By the costs of costs.h.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_CHOICE_H
#define SMR_RUNTIME_GPU_CHOICE_H
#include "runtime/gpu/costs.h"

void smr_gpu_costs_read(void);

/// What has to be copied, in one direction.
typedef struct {
  double bytes[2]; // pageable, pinned
  int arrays[2];
} SmrGpuLoad;

/// Below so much work no device is faster in a call of the routine, whatever is there already.
double smr_gpu_find_small(const SmrGpuRoutine *routine);
/// Seconds that the device saves in this call, which has so much to copy; less than 0: it loses them.
double smr_gpu_gain(const SmrGpuCall *call, const SmrGpuPlan *plan, const SmrGpuLoad *up,
                    const SmrGpuLoad *down);
/// The calls so far would have saved so much more. True: more than a start costs.
int smr_gpu_missed(double seconds);
/// Calls that read this input lost so many more seconds because it is not on the device; all that they lost
/// since the host wrote it.
double smr_gpu_lost(const void *at, size_t bytes, double seconds);
/// The host writes the range, or (NULL) a region ends: what was lost is forgotten.
void smr_gpu_lost_no_more(const void *at, size_t bytes);
int smr_gpu_loses(void);
/// Is a start worth a thread? (One that costs nothing is waited for.)
int smr_gpu_start_is_slow(void);
#endif
