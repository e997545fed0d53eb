//===- equal.h - ops that do the same ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TENSORIZE_EQUAL_H
#define SMR_TENSORIZE_EQUAL_H
#include "mlir-c/IR.h"
#include <stdbool.h>

/// Whether two ops without results do the same to operands of the same types, wherever they stand: name,
/// attributes and bodies are equal, and no body uses what is computed outside.
bool smr_tensorize_equal(MlirOperation a, MlirOperation b);
#endif
