//===- call.h - accepted matches become calls ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_CALL_H
#define SMR_REWRITE_EDIT_CALL_H
#include "rewrite/edit/replacement.h"
#include "rewrite/function.h"
#include "rewrite/run.h"

/// Replaces what was accepted, in program order; what does not fit the code after all is refused, and the
/// next best has its turn. Keeps a copy when edits may have to be undone. False after an error.
bool smr_edit_function(SmrModuleRun *run, SmrFunctionRun *function);
/// Edits by a graph of the function. Before the first edit of it a copy is kept where one is wanted.
SmrSplicer *smr_edit_begin(SmrModuleRun *run, SmrFunctionRun *function, SmrGraph *graph);
/// Puts a plan into the code. False, with *refusal: it does not fit.
bool smr_edit_splice(SmrModuleRun *run, SmrSplicer *splicer, SmrSplicePlan *plan, SmrSpliced *done,
                     const char **refusal);
/// The pair's replacement, for a call from the function; *reason says why it may not be called. False after
/// an error.
bool smr_call_bring(SmrModuleRun *run, SmrFunctionRun *function, uint32_t library, uint32_t pair, bool apart,
                    SmrBrought **out, const char **reason);
#endif
