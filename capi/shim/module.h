//===- module.h - MLIR modules in and out -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Reading, checking and writing modules with SMR's diagnostics: what MLIR says while one of these functions
// runs ends up in the SmrDiag with its file, line and column, and nowhere else.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_SHIM_MODULE_H
#define SMR_CAPI_SHIM_MODULE_H
#include "base/bytes.h"
#include "base/diag.h"
#include "base/str.h"
#include "mlir-c/IR.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Parses text or bytecode (told apart by the first bytes) and verifies it. `name` stands for the file in
/// locations and messages. A null module when it fails. The bytes may go away afterwards.
MlirModule smrModuleParse(MlirContext context, const void *bytes, size_t size, const char *name,
                          SmrDiag *diag);
MlirModule smrModuleParseFile(MlirContext context, const char *path, SmrDiag *diag);

bool smrModuleVerify(MlirOperation module, SmrDiag *diag);

/// Appends the module's text, with `loc(…)` of every operation when asked to.
void smrModulePrint(MlirOperation module, bool locations, SmrStr *out);
/// Writes the text to a file, all or nothing.
bool smrModulePrintFile(MlirOperation module, bool locations, const char *path, SmrDiag *diag);

/// Appends the module's bytecode; locations are kept.
bool smrModuleWriteBytecode(MlirOperation module, SmrBytes *out, SmrDiag *diag);

/// While it lives, MLIR's diagnostics of a context go to an SmrDiag. Nested captures: the innermost wins.
typedef struct SmrCapture SmrCapture;
SmrCapture *smrCaptureCreate(MlirContext context, SmrDiag *diag);
void smrCaptureDestroy(SmrCapture *capture);

#ifdef __cplusplus
}
#endif
#endif
