//===- target.h - what a function is compiled for ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_CONTEXT_TARGET_H
#define SMR_REWRITE_CONTEXT_TARGET_H
#include "match/rounds.h"
#include "mlir-c/IR.h"
#include "mlir/describe.h"
#include <stdbool.h>

/// The vectors that the features have which clang noted at the function, or Flang at the module.
SmrCompiled smr_target_vectors(MlirOperation function, SmrDescribed *described);
/// May the machine round a product and the sum that takes it once (FMA)? True where that is not known.
bool smr_target_joins(MlirOperation function, SmrDescribed *described);
/// Appends what the module is compiled for, as LLVM says it; nothing: it does not say.
void smr_target_triple(MlirOperation module, SmrDescribed *described, SmrStr *out);
#endif
