//===- near.h - loop nests that almost are an idiom ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_TELL_NEAR_H
#define SMR_REWRITE_TELL_NEAR_H
#include "rewrite/function.h"
#include "rewrite/run.h"

/// A loop nest that almost is an idiom, or just what it is, in words.
typedef struct {
  SmrOp root;
  uint32_t place; // as SmrFound's
  uint32_t line, column;
  const char *file, *idiom, *reason; // of the function's arena, the symbols or the libraries
} SmrNear;

/// The nearest miss of each loop nest that does not overlap a match, in program order.
uint32_t smr_near_choose(const SmrModuleRun *run, SmrFunctionRun *function, const SmrNear **out);
/// The nests that would be an idiom if something were not in them (explain.c), unordered.
uint32_t smr_explain(const SmrModuleRun *run, SmrFunctionRun *function, const SmrNear **out);
/// Both in program order; of one nest the explanation is kept.
uint32_t smr_near_join(SmrFunctionRun *function, const SmrNear *explained, uint32_t explained_count,
                       const SmrNear *near, uint32_t near_count, const SmrNear **out);
/// Adds an entry, without an idiom, for each outermost loop nest of which neither a match nor one of the
/// `told` speaks (answers.c); nests that are the other branch of a guard are left out. In program order.
uint32_t smr_answers_add(const SmrModuleRun *run, SmrFunctionRun *function, const SmrNear *told,
                         uint32_t told_count, const SmrNear **out);

/// Instead of what is told of a nest, why calls that cover it were not made (uncovered.c). In program order.
uint32_t smr_uncovered_join(SmrFunctionRun *function, const SmrNear *told, uint32_t told_count,
                            const SmrNear **out);
/// Is the op a call that covers a nest of the function?
bool smr_is_covering_call(const SmrFunctionRun *function, SmrOp op);

/// All of it, as the options ask: what is told of loops that did not match. Before the function is edited.
uint32_t smr_nears(const SmrModuleRun *run, SmrFunctionRun *function, const SmrNear **out);
#endif
