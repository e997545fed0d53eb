//===- place.h - where an op stands -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TENSORIZE_PLACE_H
#define SMR_TENSORIZE_PLACE_H
#include "base/str.h"
#include "mlir-c/IR.h"

/// The function around an op, if a library may be called where the op stands: on the host, in no parallel
/// region, and in a function of the module itself. Null with a reason.
MlirOperation smr_tensorize_function(MlirOperation op, MlirOperation module, SmrStr *reason);
/// May two memrefs have an element in common? Not where one was allocated here, and the other elsewhere.
bool smr_tensorize_may_overlap(MlirValue a, MlirValue b);
#endif
