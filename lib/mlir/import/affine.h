//===- affine.h - affine maps, for linalg, too ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_IMPORT_AFFINE_H
#define SMR_MLIR_IMPORT_AFFINE_H
#include "mlir-c/AffineMap.h"
#include "mlir/import/memref.h"

/// A map without symbols applied to its dimensions, at most 64; false when an expression of it is too deep.
bool smr_imp_apply_map(SmrImport *imp, MlirAffineMap map, const SmrValue *dims, intptr_t count,
                       SmrValue *out);
#endif
