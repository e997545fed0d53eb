//===- choice.h - is a call faster on the device? -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Costs are measured (smr-gpu-calibrate writes the file that SMR_GPU_COSTS names, or
// $XDG_CACHE_HOME/smr/gpu.costs,
// ~/.cache/smr/gpu.costs); without a file, cautious numbers are built in. Lines of the file, after the first,
// `smr-gpu-costs 1`:
//
//   start SECONDS                  opening the libraries, the first call
//   up BYTES_PER_SECOND            copies, as the runtime makes them
//   down BYTES_PER_SECOND
//   cpu|gpu f32|f64 LEVEL WORK SECONDS
//
// WORK is multiplications with additions; LEVEL 1, 2 or 3; up to 16 lines of a kind, WORK ascending. A call's
// own delay is in its seconds.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_CHOICE_H
#define SMR_RUNTIME_GPU_CHOICE_H
#include "runtime/gpu/call.h"
#ifdef __cplusplus
extern "C" {
#endif

enum { SMR_GPU_MOST_POINTS = 16, SMR_GPU_MOST_COSTS_PATH = 1024 };

typedef struct {
  int count;
  double work[SMR_GPU_MOST_POINTS], seconds[SMR_GPU_MOST_POINTS];
} SmrGpuSeries;

typedef struct {
  double start, up, down;
  SmrGpuSeries series[2][2][3]; // CPU, GPU; floats, doubles; level - 1
} SmrGpuCosts;

void smr_gpu_costs_built_in(SmrGpuCosts *costs);
/// Reads a file's text. False: `reason` says what is wrong, with the line's number, and `costs` are as
/// before.
int smr_gpu_costs_parse(const char *text, SmrGpuCosts *costs, char *reason, size_t size);
/// The file that is read; its length, or 0.
size_t smr_gpu_costs_path(char *path, size_t size);
/// Reads the file, once, if there is one. (Called by constructors, before a program has set its locale.)
void smr_gpu_costs_read(void);
double smr_gpu_seconds(const SmrGpuSeries *series, double work);

/// Seconds that the device saves in this call, which has so much to copy; less than 0: it loses them.
double smr_gpu_gain(const SmrGpuCall *call, const SmrGpuPlan *plan, double bytes_up, double bytes_down);
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
#ifdef __cplusplus
}
#endif
#endif
