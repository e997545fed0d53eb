//===- memref.h - memref addresses, for affine, too ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_IMPORT_MEMREF_H
#define SMR_MLIR_IMPORT_MEMREF_H
#include "mlir/import/internal.h"

/// The address of an element by its zero-based indices; 0 when the layout isn't known.
SmrValue smr_imp_memref_address(SmrImport *imp, MlirOperation op, MlirValue memref, const SmrValue *index,
                                uint32_t count);
/// A load from the address, a store of operand 0 to it; false when there is no address.
bool smr_imp_memref_load(SmrImport *imp, MlirOperation op, SmrValue address);
bool smr_imp_memref_store(SmrImport *imp, MlirOperation op, SmrValue address);
#endif
