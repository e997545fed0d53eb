//===- patterns.h - files of patterns ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// PyPM's text form, or a module of the pypm dialect as text or bytecode.
//===----------------------------------------------------------------------===//
#ifndef SMR_TENSOR_PATTERNS_H
#define SMR_TENSOR_PATTERNS_H
#include "mlir-c/IR.h"
#include "pypm/file.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Adds the items of a file: `.mlir` and `.mlirbc` are modules of the pypm dialect. False after an error.
bool smr_tensor_patterns_read(MlirContext context, SmrPypmFile *file, const char *path, SmrDiag *diag);
/// The same for a verified module. Errors are at the ops' locations, or at those of ops around them, else at
/// the first line of `path`. Variables have the names of the module's text if they are free, else _v0, _v1, …
bool smr_tensor_patterns_read_module(MlirOperation module, SmrPypmFile *file, const char *path,
                                     SmrDiag *diag);
/// Errors of a module whose ops are as MLIR's verifiers want them: what needs the whole of a pattern, as what
/// is bound where (it is told once more by who reads the module, and not while that is). Nothing is said of a
/// module that has other ops, too.
typedef void (*SmrTensorTell)(void *self, MlirLocation location, const char *text);
bool smr_tensor_patterns_check(MlirOperation module, SmrTensorTell tell, void *self);

#ifdef __cplusplus
}
#endif
#endif
