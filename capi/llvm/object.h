//===- object.h - modules of the LLVM dialect as native code -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For smr-build only: libsmr.so compiles nothing to native code.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_LLVM_OBJECT_H
#define SMR_CAPI_LLVM_OBJECT_H
#include "base/bytes.h"
#include "base/diag.h"
#include "base/entries.h"
#include "mlir-c/IR.h"
#ifdef __cplusplus
extern "C" {
#endif

/// The triple that native code is compiled for: the one of the machine that smr-build runs on.
const char *smr_object_triple(void);
/// Compiles a module of smr_entry_module whose entry is `symbol` to position-independent code. Code with
/// loops is compiled for several levels of vector instructions, one of which is chosen at run time
/// (smr_rt_level). Texts of *out are made in the arena. False after an error.
bool smr_object_compile(MlirOperation module, const char *symbol, SmrArena *arena, SmrEntryInfo *out,
                        SmrBytes *object, SmrDiag *diag);
/// An object without symbols that holds a text.
bool smr_object_of_text(const SmrStr *text, SmrBytes *object, SmrDiag *diag);
/// A static library of objects (`names` of its members), the same bytes for the same objects.
bool smr_object_archive(const SmrBytes *objects, const char *const *names, uint32_t count, SmrBytes *archive,
                        SmrDiag *diag);

#ifdef __cplusplus
}
#endif
#endif
