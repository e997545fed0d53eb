//===- test_phase.c - base/phase ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/phase.h"
#include "test.h"
#include <time.h>

static void wait_ms(long ms) {
  nanosleep(&(struct timespec){0, ms * 1000000}, NULL);
}

/// The milliseconds of a phase's line, negative when it has none.
static double line_of(const char *text, const char *phase) {
  const char *at = strstr(text, phase);
  if (!at)
    return -1;
  while (at > text && at[-1] != '\n')
    at--;
  return strtod(at, NULL);
}

TEST(test_inner_phases_are_not_counted_twice) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  smr_phases_measure();
  SmrPhase before = smr_phase(SMR_PHASE_IMPORT);
  wait_ms(4);
  SmrPhase outer = smr_phase(SMR_PHASE_MATCH);
  assert_int_equal(outer, SMR_PHASE_IMPORT);
  wait_ms(40);
  smr_phase(outer);
  smr_phase(before);
  smr_phases_print(&text);
  clock_gettime(CLOCK_MONOTONIC, &to);
  double all = (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
  double import = line_of(smr_str_get(&text), "MLIR to graphs"),
         match = line_of(smr_str_get(&text), "  match\n");
  assert_true(import >= 4);
  assert_true(match >= 40);
  assert_true(import + match <= all + 0.01); // (lines are rounded)
  assert_true(line_of(smr_str_get(&text), "near misses") < 0);
}
