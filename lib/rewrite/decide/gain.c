//===- gain.c - what covering a nest gains ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/gain.h"

enum { UNKNOWN = 256 };

uint64_t smr_gain_iterations(const int64_t *trips, uint32_t count, uint32_t depth) {
  const uint64_t most = (uint64_t)1 << 48;
  uint64_t product = 1;
  for (uint32_t k = 0; k < depth; k++) { // one size may bound several loops: dsyrk's n does
    int64_t known = count ? trips[k % count] : 0;
    uint64_t trip = !known ? UNKNOWN : known > 0 ? (uint64_t)known : 1;
    product = product > most / trip ? most : product * trip;
  }
  return product;
}

uint64_t smr_gain_plan(const SmrCoverPlan *plan) {
  uint64_t gain = 0;
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count; k++) {
      const SmrMatched *m = &plan->steps[s].calls[k].matched;
      int64_t trips[SMR_MATCH_MAX_ARGS], value;
      uint32_t count = 0;
      for (uint32_t a = 0; a < m->rule->arg_count && a < SMR_MATCH_MAX_ARGS; a++)
        if (m->sizes >> a & 1)
          trips[count++] = !smr_poly_is_const(m->args[a].poly, &value) ? 0
                           : m->args[a].divisor > 1                    ? value / m->args[a].divisor
                                                                       : value;
      gain += smr_gain_iterations(trips, count, m->rule->depth) << m->rule->sums_first;
    }
  return gain;
}

uint64_t smr_gain_match(const SmrMatch *match) {
  enum { MOST_LOOPS = 16 };
  int64_t trips[MOST_LOOPS];
  uint32_t count = match->loop_count < MOST_LOOPS ? match->loop_count : MOST_LOOPS;
  for (uint32_t k = 0; k < count; k++)
    if (!match->loops[k] ||
        !smr_const_int(match->graph, smr_operand(match->graph, match->loops[k], 0), &trips[k]))
      trips[k] = 0;
  return smr_gain_iterations(trips, count, count);
}
