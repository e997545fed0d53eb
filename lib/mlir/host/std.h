//===- std.h - what Flang's host has from upstream's ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_STD_H
#define SMR_MLIR_HOST_STD_H
#include "mlir/host/host.h"

MlirType smr_std_type(MlirType builtin);
MlirValue smr_std_constant(SmrHostBuilder *b, MlirAttribute value);
MlirValue smr_std_compute(SmrHostBuilder *b, SmrHostOp op, const MlirValue *operands, intptr_t count,
                          MlirType result, int64_t predicate);
#endif
