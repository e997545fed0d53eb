//===- row_copies.h - calls of libsmr_rt that copy rows ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_ROW_COPIES_H
#define SMR_MLIR_HOST_ROW_COPIES_H
#include "mlir/host/host.h"

/// Its name; the address is null where libsmr_rt is not linked (smr_entry_linked tells).
extern const char smr_runtime_rows[];
/// Declares both functions in the module's body.
void smr_runtime_declare_rows(SmrHostBuilder *b, MlirBlock module);
/// Copies rows as `words` say (runtime/rows.h), if the entry's function `may` says that its library may be
/// called: a pointer, null if nothing is copied.
MlirValue smr_runtime_copy_rows(SmrHostBuilder *b, MlirValue words, uint32_t tables, uint32_t beside,
                                MlirStringRef may, MlirValue gain, MlirValue record, MlirValue guard);
/// Is it one (i1)?
MlirValue smr_runtime_is_copy(SmrHostBuilder *b, MlirValue copy);
/// Frees the copies; before that, if `did` (i1), puts back what is written in them.
void smr_runtime_end_rows(SmrHostBuilder *b, MlirValue copy, MlirValue did);
#endif
