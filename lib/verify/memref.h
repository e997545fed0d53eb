//===- memref.h - pairs in MLIR's own dialects ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_VERIFY_MEMREF_H
#define SMR_VERIFY_MEMREF_H
#include "verify/verify_internal.h"

/// Is the wrapper a func.func that a MLIR block brought? Then it is lowered by mlir-opt and called through
/// its C interface, a function named SMR_VERIFY_C_INTERFACE + its name.
#define SMR_VERIFY_C_INTERFACE "_mlir_ciface_"
bool smr_verify_is_mlir(const SmrBuildChecked *pair, int side);
/// The type of the wrapper's argument k (UINT32_MAX: of the wrapper itself); NULL when it has none.
MlirType smr_verify_mlir_input(const SmrBuildChecked *pair, int side, uint32_t k);
/// Is the wrapper an llvm.func that a MLIR block brought, in which ops of other dialects stand? Then it is
/// lowered by mlir-opt, too, and called as it is.
bool smr_verify_needs_mlir_opt(const SmrBuildChecked *pair, int side);
/// Appends LLVM IR that makes %m<k>, a memref's descriptor, from what %q<k> points to: an
/// SmrVerifyDescriptor (`boxed`) or the data. False: the check does not know such a memref.
bool smr_verify_memref(MlirType type, bool boxed, uint32_t k, SmrStr *out);
/// Runs mlir-opt on a file. False: it cannot be found, or this cannot be lowered.
bool smr_verify_lower_mlir(const char *source, const char *output, SmrStr *errors);
/// The same from tensors to memrefs, of all that this function reaches.
bool smr_verify_bufferize_mlir(const char *source, const char *function, const char *output, SmrStr *errors);
#endif
