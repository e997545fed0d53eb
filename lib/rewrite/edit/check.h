//===- check.h - calls that are compared with the code ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_CHECK_H
#define SMR_REWRITE_EDIT_CHECK_H
#include "mlir/splice/splice.h"
#include "rewrite/function.h"
#include "rewrite/run.h"

/// What is checked with --smr-check: the steps that a verdict allows. `idiom`: its name in what the program
/// prints; `at`: an op of the graph whose place that is; `exact`: the calls give the code's own bits.
typedef struct {
  const SmrGraph *graph;
  const SmrVerdict *verdict;
  const SmrPlanStep *steps;
  uint32_t step_count;
  const char *idiom;
  SmrOp at;
  bool exact;
} SmrCheckOf;
/// NULL, with *reason, when there can be no check; NULL without one after an error.
const SmrSpliceCheck *smr_check_make(SmrModuleRun *run, SmrFunctionRun *function, const SmrCheckOf *of,
                                     const char **reason);
#endif
