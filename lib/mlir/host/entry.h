//===- entry.h - native code beside a library, declared --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Like slots (slot.h), entries are declared in the LLVM dialect, which every host lowers to.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_ENTRY_H
#define SMR_MLIR_HOST_ENTRY_H
#include "base/entries.h"

/// The functions that a module needs to call an entry, as text: what the archive declares, and
/// `<symbol>.bound`, which tests that the entry was linked before it asks whether it may be called. (It need
/// not ask once the address in a slot is that of the routine.)
void smr_entry_text(const SmrEntryInfo *entry, SmrStr *out);
#endif
