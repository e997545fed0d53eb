//===- finish.h - what becomes of a module's edits -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_FINISH_H
#define SMR_REWRITE_EDIT_FINISH_H
#include "rewrite/function.h"
#include "rewrite/run.h"

/// Notes that a pair's replacement is called, and what an edited function calls.
void smr_note_use(SmrModuleRun *run, uint32_t library, uint32_t pair);
void smr_note_uses(SmrModuleRun *run, const SmrFunctionRun *function);
/// After the last function: what is not used goes, what was edited is verified, and the module keeps its
/// edits and what it is to be linked with; or everything is put back. `ok`: no error so far. False after an
/// error.
bool smr_finish_module(SmrModuleRun *run, bool ok);
#endif
