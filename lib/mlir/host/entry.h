//===- entry.h - native code beside a library, declared --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Like slots (slot.h), entries are declared in the LLVM dialect, which every host lowers to.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_ENTRY_H
#define SMR_MLIR_HOST_ENTRY_H
#include "base/entries.h"
#include "mlir/host/host.h"

/// The functions that a module needs to ask whether an entry may be called, and to call it then: what the
/// archive declares, and `<symbol>.bound`, which tests that the entry was linked before it asks.
void smr_entry_text(const SmrEntryInfo *entry, SmrStr *out);
/// Was the entry linked (i1)? `symbol`: of one of its functions.
MlirValue smr_entry_linked(SmrHostBuilder *b, MlirStringRef symbol);
/// Calls `<symbol>.try`, which has this type of result. Returns whether the entry made its call (i1); *result
/// becomes the call's result, if it has one.
MlirValue smr_entry_try(SmrHostBuilder *b, MlirStringRef symbol, const MlirValue *operands, intptr_t count,
                        MlirType type, MlirValue *result);
#endif
