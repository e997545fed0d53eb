//===- apart.h - what is rounded together --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_APART_H
#define SMR_MLIR_HOST_APART_H
#include "mlir-c/IR.h"
#include <stdbool.h>

/// Takes away all that lets a machine round a product and the sum that takes it once: each fmuladd becomes
/// the two, and no op keeps the flag `contract`. An fma stays one. False: there was nothing.
bool smr_take_apart(MlirOperation module);
/// The other way round: each fmuladd becomes an fma. False: there is none, or it is not said what is rounded
/// together, as an op has the flag.
bool smr_fuse_all(MlirOperation module);
#endif
