//===- budget.h - how much work one function may be ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Reading a function and what is done once to each of its ops is linear. All else (accesses compared with
// each other, the matcher's steps) is counted, in steps of about 40 ns, and a function has a share of what
// compiling its file takes, as estimated from the number of the module's ops: the same input gets the same
// budget on every machine. What a step is not counted for is caught by the clock, far out. A function whose
// budget is used up stays as it is from there on, and the report says so.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_BUDGET_H
#define SMR_REWRITE_BUDGET_H
#include "rewrite/rewrite.h"

enum { SMR_BUDGET_PERCENT = 2 }; // of the file's compile time, when nothing else is asked for

typedef struct {
  const SmrRewriteOptions *options;
  uint64_t steps;    // at the start
  uint64_t work;     // what is left of them
  uint64_t end;      // of the clock, in microseconds
  const char *stage; // in which it was over; NULL: it is not
  bool late;         // it was the clock
} SmrFunctionBudget;

/// Starts when a function is entered; of its size nothing is known yet. `file_ops`: of the whole module.
void smr_budget_start(SmrFunctionBudget *budget, const SmrRewriteOptions *options, uint64_t file_ops);
/// … now it is: the clock gives more time to more ops.
void smr_budget_size(SmrFunctionBudget *budget, uint32_t ops);
/// So many steps were made.
void smr_budget_spend(SmrFunctionBudget *budget, uint64_t steps);
/// Is something left for this stage ("matching")? Once there is nothing, there is nothing any more.
bool smr_budget_left(SmrFunctionBudget *budget, const char *stage);
/// "SMR's budget for this function was used up while matching"; of the arena.
const char *smr_budget_reason(const SmrFunctionBudget *budget, SmrArena *arena);

#endif
