//===- budget.c - how long one function may take --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/budget.h"
#include <stdlib.h>
#include <time.h>

enum { DEFAULT_MS = 1000, MICROSECONDS_PER_OP = 50 };

static uint64_t now(const SmrFunctionBudget *budget) {
  if (budget->options->clock)
    return budget->options->clock(budget->options->clock_data);
  struct timespec t = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static uint64_t base_ms(const SmrRewriteOptions *options) {
  const char *text = getenv("SMR_FUNCTION_MS");
  if (options->function_ms)
    return options->function_ms;
  return text && atoi(text) > 0 ? (uint64_t)atoi(text) : DEFAULT_MS;
}

void smr_budget_start(SmrFunctionBudget *budget, const SmrRewriteOptions *options) {
  *budget = (SmrFunctionBudget){.options = options};
  budget->end = now(budget) + base_ms(options) * 1000;
}

void smr_budget_size(SmrFunctionBudget *budget, uint32_t ops) {
  budget->end += (uint64_t)ops * MICROSECONDS_PER_OP * base_ms(budget->options) / DEFAULT_MS;
}

bool smr_budget_left(SmrFunctionBudget *budget, const char *stage) {
  if (!budget->stage && now(budget) > budget->end)
    budget->stage = stage;
  return !budget->stage;
}

const char *smr_budget_reason(const SmrFunctionBudget *budget, SmrArena *arena) {
  SmrStr text = {0};
  smr_str_printf(&text, "SMR's time for this function was over while %s", budget->stage);
  const char *reason = smr_arena_strdup(arena, smr_str_get(&text));
  smr_str_free(&text);
  return reason;
}
