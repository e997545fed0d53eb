//===- prepare.h - the fixed light pipeline -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_LLVM_PREPARE_H
#define SMR_CAPI_LLVM_PREPARE_H
#ifdef __cplusplus
#include "llvm/IR/Module.h"

namespace smr {
/// Brings a module of clang's, compiled at any -O level, into the shape that is matched: slots promoted,
/// small callees inlined, one canonical form of expressions and of loops. Loops are not rotated, unrolled or
/// vectorised, and nothing is moved out of them. Bodies that are available_externally are used and dropped.
/// Without `combine`, expressions stay as they are written, and so does what they say of overflow. `leftOut`
/// not null: functions in which no call gains anything (gains.h) become declarations, and it counts their
/// instructions.
void prepareForMatching(llvm::Module &module, bool combine, uint64_t *leftOut = nullptr);

/// Leaves of the debug information only what a `file:line:column` needs: absolute file names, one scope for
/// each function and file, no variables, no inlining records.
void flattenDebugInfo(llvm::Module &module);
} // namespace smr
#endif
#endif
