//===- emit.h - terms as functions of MLIR ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TOOLS_SMR_ACCESS_EMIT_H
#define SMR_TOOLS_SMR_ACCESS_EMIT_H
#include "access/access.h"
#include "loops/print.h"

/// Appends a function: the tensors of the term are arguments, in the order of their declarations, its result
/// is the last one. False after an error.
bool emit_term(SmrAccess *access, const SmrTerm *term, uint32_t root, const char *name,
               const SmrLoopsPrint *print, bool exact, SmrStr *functions, SmrDiag *diag);
#endif
