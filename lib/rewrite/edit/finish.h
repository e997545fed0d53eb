//===- finish.h - what becomes of a module's edits -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_FINISH_H
#define SMR_REWRITE_EDIT_FINISH_H
#include "rewrite/function.h"
#include "rewrite/run.h"

/// Notes that a pair's replacement is called, and what an edited function calls.
void smr_note_use(SmrModuleRun *run, uint32_t library, uint32_t pair);
/// Why the nest or match that begins with `root` is not to be edited: an earlier attempt was not valid. NULL:
/// it may be.
const char *smr_edit_refusal(const SmrModuleRun *run, const SmrGraph *graph, SmrOp root);
/// After the edit of one: where edits are verified one by one, false when it is not valid; then it is among
/// those that smr_edit_refusal refuses, and the function is to be put back.
bool smr_edit_verify(SmrModuleRun *run, const SmrFunctionRun *function, const SmrGraph *graph, SmrOp root);
/// After all edits of a function: is it valid? Callers that throw the module away verify it themselves.
bool smr_edits_are_valid(SmrModuleRun *run, const SmrFunctionRun *function);
/// Makes the function what it was before the first edit, from its copy, which it keeps.
void smr_put_function_back(const SmrFunctionRun *function);
/// After the last function: what is not used goes, what was brought in is verified, and the module keeps its
/// edits and what it is to be linked with; or everything is put back. `ok`: no error so far. False after an
/// error.
bool smr_finish_module(SmrModuleRun *run, bool ok);
#endif
