//===- choice.c - is a call faster on the device? ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/choice.h"
#include <stddef.h>

#define CHECKED 8e9 // bytes a second that one core looks through

static SmrGpuCosts costs;
static double missed;

void smr_gpu_costs_read(void) {
  smr_gpu_costs_load(&costs);
  missed = 0;
}

/// (1 more than the work up to which the CPU takes no longer than the device's fastest call.)
double smr_gpu_find_small(const SmrGpuRoutine *r) {
  double least = smr_gpu_cost(&costs, 1, r->type, r->kind, 1), work = 0;
  for (double w = 2; w < 1e12; w *= 2) {
    double seconds = smr_gpu_cost(&costs, 1, r->type, r->kind, w);
    least = seconds < least ? seconds : least;
  }
  for (double w = 1; w < 1e12 && smr_gpu_cost(&costs, 0, r->type, r->kind, w) <= least; w *= 1.25)
    work = w;
  return work + 1;
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
