//===- answers.h - an answer for every loop nest -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_ANSWERS_H
#define SMR_REWRITE_ANSWERS_H
#include "rewrite/rewrite_internal.h"

/// Adds an entry, without an idiom, for each outermost loop nest of which neither a match nor one of the
/// `told` speaks. `skip`: nests that are the other branch of a guard. In program order; all live in the
/// arena.
uint32_t smr_answers_add(SmrGraph *graph, const SmrFound *found, uint32_t found_count,
                         bool (*skip)(SmrOp loop, void *data), void *data, const SmrNear *told,
                         uint32_t told_count, SmrArena *arena, const SmrNear **out);

/// Adds an entry to the report. It always has a place: its own, else the function's, else the module's, else
/// the start of `source`, what the module was made from (NULL: unknown).
void smr_tell(SmrReport *report, SmrReportEntry *entry, MlirOperation function, MlirOperation module,
              const char *source);
#endif
