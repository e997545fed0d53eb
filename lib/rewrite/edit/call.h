//===- call.h - accepted matches become calls ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_CALL_H
#define SMR_REWRITE_EDIT_CALL_H
#include "rewrite/function.h"
#include "rewrite/run.h"

/// Replaces what was accepted, in program order; what does not fit the code after all is refused, and the
/// next best has its turn. Keeps a copy when edits may have to be undone. False after an error.
bool smr_edit_function(SmrModuleRun *run, SmrFunctionRun *function);
#endif
