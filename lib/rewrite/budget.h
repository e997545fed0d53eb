//===- budget.h - how long one function may take --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every step is meant to be about linear in the function; the budget is for what is not. A function whose
// time is over stays as it is from there on, and the report says so. Time is this thread's, so a busy machine
// changes nothing; tests bring a clock.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_BUDGET_H
#define SMR_REWRITE_BUDGET_H
#include "rewrite/rewrite.h"

typedef struct {
  const SmrRewriteOptions *options;
  uint64_t end;      // in microseconds
  const char *stage; // in which it was over; NULL: it is not
} SmrFunctionBudget;

/// Starts when a function is entered; of its size nothing is known yet.
void smr_budget_start(SmrFunctionBudget *budget, const SmrRewriteOptions *options);
/// … now it is: more ops may take longer.
void smr_budget_size(SmrFunctionBudget *budget, uint32_t ops);
/// Is there time left for this stage ("matching")? Once there is none, there is none any more.
bool smr_budget_left(SmrFunctionBudget *budget, const char *stage);
/// "SMR's time for this function was over while matching"; of the arena.
const char *smr_budget_reason(const SmrFunctionBudget *budget, SmrArena *arena);

#endif
