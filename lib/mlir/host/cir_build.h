//===- cir_build.h - ClangIR's types and operations ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// ClangIR has no C API and is present only in the tools that bring it, so its types and attributes are made
// by parsing and its ops by name. Plain integers, floats and pointers of the builtin and LLVM dialects
// correspond to ClangIR's signed integers, bool, floats and `void *`.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_CIR_BUILD_H
#define SMR_MLIR_HOST_CIR_BUILD_H
#include "mlir/host/host.h"

/// Numbers and pointers of the builtin and LLVM dialects as ClangIR types; others, ClangIR's own included, as
/// they are.
MlirType smr_cir_type(MlirType type);
MlirType smr_cir_pointer_type(MlirType pointee);
/// bool counts as 1 bit without sign.
bool smr_cir_is_int(MlirType type, unsigned *bits, bool *is_unsigned);
bool smr_cir_is_pointer(MlirType type);

/// All of these pass a null operand on, and are null when ClangIR has no such op.
MlirValue smr_cir_int(SmrHostBuilder *b, MlirType type, int64_t value);
/// Zero, or the null pointer.
MlirValue smr_cir_null(SmrHostBuilder *b, MlirType type);
/// A constant of an integer or float attribute.
MlirValue smr_cir_constant(SmrHostBuilder *b, MlirAttribute value);
/// Between integers (signed, whatever the types say), pointers, bool; the value itself when nothing is to do.
MlirValue smr_cir_convert(SmrHostBuilder *b, MlirValue value, MlirType type);
MlirValue smr_cir_offset(SmrHostBuilder *b, MlirValue pointer, MlirValue bytes, MlirType type);
MlirValue smr_cir_load(SmrHostBuilder *b, MlirValue pointer, MlirType type);
bool smr_cir_store(SmrHostBuilder *b, MlirValue value, MlirValue pointer);
MlirValue smr_cir_alloca(SmrHostBuilder *b, MlirType type);
MlirValue smr_cir_aligned_alloca(SmrHostBuilder *b, MlirType type, int64_t alignment);
/// An array of bytes.
MlirType smr_cir_bytes_type(MlirContext context, int64_t bytes);
/// What makes a cir.cast one between pointers.
MlirNamedAttribute smr_cir_bitcast(MlirContext context);
/// Null for what ClangIR has no op for; `predicate` for comparisons.
MlirValue smr_cir_compute(SmrHostBuilder *b, SmrHostOp op, const MlirValue *operands, intptr_t count,
                          MlirType result, int64_t predicate);
/// An llvm.func, body included, as a new cir.func of its own; null, with *reason, when it cannot be said in
/// ClangIR.
MlirOperation smr_cir_function(MlirOperation llvm_function, const char **reason);
/// … and its size in bytes; 0 when it is none of those.
int64_t smr_cir_global_bytes(MlirOperation llvm_global);
/// Turns a module's functions of the LLVM dialect into ClangIR's, *wrapper among them; false, with *reason,
/// when one does not go.
bool smr_cir_translate_module(MlirOperation module, MlirOperation *wrapper, const char **reason);
#endif
