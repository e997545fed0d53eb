//===- phase.c - where a run's time goes -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/phase.h"
#include <stdint.h>
#include <string.h>
#include <time.h>

static const char *const names[] = {
#define PHASE(name, text) text,
#include "base/phases.def"
#undef PHASE
};

static bool measuring;
static SmrPhase current;
static uint64_t since, spent[SMR_PHASE_COUNT]; // nanoseconds

static uint64_t now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (uint64_t)at.tv_sec * 1000000000u + (uint64_t)at.tv_nsec;
}

void smr_phases_measure(void) {
  memset(spent, 0, sizeof spent);
  measuring = true;
  since = now();
}

SmrPhase smr_phase(SmrPhase phase) {
  SmrPhase before = current;
  if (measuring) {
    uint64_t at = now();
    spent[before] += at - since;
    since = at;
  }
  current = phase;
  return before;
}

void smr_phases_print(SmrStr *out) {
  smr_phase(current); // what the present one has taken so far
  for (int k = 0; k < SMR_PHASE_COUNT; k++)
    if (spent[k])
      smr_str_printf(out, "%9.3f  %s\n", (double)spent[k] / 1e6, names[k]);
}
