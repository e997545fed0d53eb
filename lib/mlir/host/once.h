//===- once.h - one op for what is computed twice -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For hosts whose code people read as it comes: what is asked of a block again is what stands there already.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_ONCE_H
#define SMR_MLIR_HOST_ONCE_H
#include "mlir/host/host.h"

/// The constant at the block's beginning, where all of them stand, each once; `name`: the op's, with the
/// value as its attribute "value".
MlirValue smr_once_constant(SmrHostBuilder *b, const char *name, MlirAttribute value);
/// `made` is the result of an op that only computes and was appended just now. If an equal one stands in the
/// block, that one's result, and the new op is gone. Null is passed on.
MlirValue smr_once(SmrHostBuilder *b, MlirValue made);
#endif
