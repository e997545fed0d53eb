//===- fallback.h - the code behind an earlier run's guard ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_CONTEXT_FALLBACK_H
#define SMR_REWRITE_CONTEXT_FALLBACK_H
#include "graph/graph.h"
#include "mlir-c/IR.h"

/// Is the op the original code behind a guard of an earlier run? An `if` around it, or a jump past it, calls
/// one of the replacements, which that run brought into the module.
bool smr_is_fallback(const MlirOperation *replacements, uint32_t count, const SmrGraph *graph, SmrOp first);
/// The handle of the op, or of a loop that it stands in, is among these.
bool smr_stands_in(const SmrGraph *graph, SmrOp op, const void *const *handles, uint32_t count);
#endif
