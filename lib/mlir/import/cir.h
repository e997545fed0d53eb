//===- cir.h - what the ClangIR importers share -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_IMPORT_CIR_H
#define SMR_MLIR_IMPORT_CIR_H
#include "mlir/import/internal.h"

/// The number of a #cir.int attribute.
bool smr_imp_cir_int(SmrImport *imp, MlirAttribute attr, int64_t *out);
#endif
