//===- type.h - what the hosts' types say -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Types say by themselves which dialect they are of, so these ask no host. Dialects that mlir-c has no calls
// for are read from their types' texts.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_TYPE_H
#define SMR_MLIR_HOST_TYPE_H
#include "base/str.h"
#include "mlir-c/IR.h"

/// An MlirStringCallback that appends to an SmrStr.
/// The type as text.
void smr_mlir_type_text(MlirType type, SmrStr *out);
/// "!fir.ref<i32>", "memref<i32>" → i32; null when it is no reference, or does not say to what.
MlirType smr_mlir_pointee(MlirType type);
/// A pointer that does not say to what.
bool smr_mlir_is_plain_pointer(MlirType type);
/// A builtin integer or index, or ClangIR's.
bool smr_mlir_is_integer(MlirType type);
/// A pointer of C's, which converts to any other.
bool smr_mlir_is_c_pointer(MlirType type);
/// A number, logical or pointer of any host, which one load reads and one store writes.
bool smr_mlir_is_scalar(MlirType type);
bool smr_mlir_is_fortran(MlirType type);
/// A pointer or memref of memory that a plain pointer does not reach.
bool smr_mlir_points_elsewhere(MlirType type);
#endif
