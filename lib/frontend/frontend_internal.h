//===- frontend_internal.h - the front ends of the table -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_FRONTEND_FRONTEND_INTERNAL_H
#define SMR_FRONTEND_FRONTEND_INTERNAL_H
#include "frontend/frontend.h"
#ifdef __cplusplus
extern "C" {
#endif

SmrFrontendCompile smr_frontend_fortran, smr_frontend_c, smr_frontend_mlir;

/// The block's code behind as many newlines and blanks as put it at its place in the PAT file.
void smr_frontend_place(const SmrPatBlock *block, SmrStr *out);

/// A new directory for one run of a compiler; false after an error. Removing it removes its files and frees
/// the name.
bool smr_frontend_make_directory(SmrStr *path, SmrDiag *diag);
void smr_frontend_remove_directory(SmrStr *path);

#ifdef __cplusplus
}
#endif
#endif
