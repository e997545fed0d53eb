//===- llvm.h - what others need of the LLVM dialect --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_LLVM_H
#define SMR_MLIR_HOST_LLVM_H
#include "mlir/host/host.h"

MlirType smr_llvm_pointer(MlirContext context);
void smr_llvm_keep_whole(SmrHostBuilder *b);
/// What an op of the LLVM dialect computes; SMR_HOST_NONE for others.
SmrHostOp smr_llvm_meaning(MlirOperation op);
#endif
