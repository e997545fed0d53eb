//===- choice.c - is a call faster on the device? ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/choice.h"
#include <stdatomic.h>
#include <stddef.h>

#define CHECKED 8e9 // bytes a second that one core looks through

static SmrGpuCosts costs;
static double missed;

/// For each type and kind the work up to which the CPU is faster, and 1 more; 0: not known yet.
static _Atomic double small[SMR_GPU_COST_TYPE_COUNT][SMR_GPU_KIND_COUNT];

void smr_gpu_costs_read(void) {
  smr_gpu_costs_load(&costs);
  missed = 0;
  for (int type = 0; type < SMR_GPU_COST_TYPE_COUNT; type++)
    for (int kind = 0; kind < SMR_GPU_KIND_COUNT; kind++)
      atomic_store_explicit(&small[type][kind], 0, memory_order_relaxed);
}

/// The work up to which the CPU takes no longer than the device's fastest call.
static double find_small(char type, SmrGpuKind kind) {
  double least = smr_gpu_cost(&costs, 1, type, kind, 1), work = 0;
  for (double w = 2; w < 1e12; w *= 2) {
    double seconds = smr_gpu_cost(&costs, 1, type, kind, w);
    least = seconds < least ? seconds : least;
  }
  for (double w = 1; w < 1e12 && smr_gpu_cost(&costs, 0, type, kind, w) <= least; w *= 1.25)
    work = w;
  return work;
}

int smr_gpu_is_small(const SmrGpuCall *call) {
  const SmrGpuRoutine *r = call->routine;
  int level = r->kind <= SMR_GPU_HERK ? 3 : r->kind <= SMR_GPU_TRSV ? 2 : 1;
  double size = 0, work = 1;
  if (call->tensor || r->kind == SMR_GPU_TENSOR)
    return 0;
  for (int k = 0; k < 3; k++)
    size = call->size[k] > size ? call->size[k] : size;
  for (int k = 0; k < level; k++)
    work *= size;
  _Atomic double *most = &small[smr_gpu_cost_type(r->type)][r->kind];
  double known = atomic_load_explicit(most, memory_order_relaxed);
  if (known == 0)
    atomic_store_explicit(most, known = find_small(r->type, r->kind) + 1, memory_order_relaxed);
  return work <= known - 1;
}

static double travel(const SmrGpuLoad *load, const SmrGpuWay ways[2]) {
  double seconds = 0;
  for (int pinned = 0; pinned < 2; pinned++)
    seconds += load->arrays[pinned] * ways[pinned].delay + load->bytes[pinned] / ways[pinned].rate;
  return seconds;
}

double smr_gpu_gain(const SmrGpuCall *call, const SmrGpuPlan *plan, const SmrGpuLoad *up,
                    const SmrGpuLoad *down) {
  const SmrGpuRoutine *r = call->routine;
  return smr_gpu_cost(&costs, 0, r->type, r->kind, plan->work) -
         smr_gpu_cost(&costs, 1, r->type, r->kind, plan->work) - travel(up, costs.up) -
         travel(down, costs.down) - plan->checked / CHECKED;
}

typedef struct {
  uintptr_t from, to;
  double seconds;
} Loss;
static Loss losses[16]; // the last of them, in turn
static int next_loss;

double smr_gpu_lost(const void *at, size_t bytes, double seconds) {
  enum { MOST = sizeof losses / sizeof *losses };
  uintptr_t from = (uintptr_t)at, to = from + bytes;
  for (int k = 0; k < MOST; k++)
    if (losses[k].from == from && losses[k].to == to)
      return losses[k].seconds += seconds;
  losses[next_loss] = (Loss){from, to, seconds};
  next_loss = (next_loss + 1) % MOST;
  return seconds;
}

void smr_gpu_lost_no_more(const void *at, size_t bytes) {
  for (size_t k = 0; k < sizeof losses / sizeof *losses; k++)
    if (!at || ((uintptr_t)at < losses[k].to && losses[k].from < (uintptr_t)at + bytes))
      losses[k] = (Loss){0, 0, 0};
}

int smr_gpu_loses(void) {
  for (size_t k = 0; k < sizeof losses / sizeof *losses; k++)
    if (losses[k].to)
      return 1;
  return 0;
}

int smr_gpu_missed(double seconds) {
  missed += seconds;
  return missed > costs.start;
}

int smr_gpu_start_is_slow(void) {
  return costs.start > 0;
}
