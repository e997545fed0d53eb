//===- budget.c - how much work one function may be -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/budget.h"
#include <time.h>

// Measured on an AMD EPYC: clang and flang take 30 to 120 us for what is one op here, at -O1 and -O2; a
// comparison of two accesses takes 34 ns. Ordinary functions make 0.5 steps per op, at most 4.
enum { NS_PER_STEP = 40, NS_PER_FILE_OP = 30000, LEAST_NS = 1000000 };
enum { DEFAULT_MS = 1000, MICROSECONDS_PER_OP = 50 };

static uint64_t now(const SmrFunctionBudget *budget) {
  if (budget->options->clock)
    return budget->options->clock(budget->options->clock_data);
  struct timespec t = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static uint64_t base_ms(const SmrRewriteOptions *options) {
  return options->set.function_ms ? options->set.function_ms : DEFAULT_MS;
}

static uint32_t percent_of(const SmrRewriteOptions *options) {
  return options->set.budget ? options->set.budget : SMR_BUDGET_PERCENT;
}

void smr_budget_start(SmrFunctionBudget *budget, const SmrRewriteOptions *options, uint64_t file_ops) {
  *budget = (SmrFunctionBudget){.options = options};
  uint64_t share = file_ops * (NS_PER_FILE_OP / 100) * percent_of(options);
  budget->steps = budget->work = (share > LEAST_NS ? share : LEAST_NS) / NS_PER_STEP;
  budget->end = now(budget) + base_ms(options) * 1000;
}

void smr_budget_size(SmrFunctionBudget *budget, uint32_t ops) {
  budget->end += (uint64_t)ops * MICROSECONDS_PER_OP * base_ms(budget->options) / DEFAULT_MS;
}

void smr_budget_spend(SmrFunctionBudget *budget, uint64_t steps) {
  budget->work -= steps < budget->work ? steps : budget->work;
}

bool smr_budget_left(SmrFunctionBudget *budget, const char *stage) {
  if (!budget->stage && (!budget->work || now(budget) > budget->end)) {
    budget->stage = stage;
    budget->late = budget->work > 0;
  }
  return !budget->stage;
}

const char *smr_budget_reason(const SmrFunctionBudget *budget, SmrArena *arena) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "SMR's %s for this function was %s while %s", budget->late ? "time" : "budget",
                 budget->late ? "over" : "used up", budget->stage);
  return smr_arena_strdup(arena, smr_str_get(&text));
}
