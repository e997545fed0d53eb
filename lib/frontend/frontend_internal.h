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

#ifdef __cplusplus
}
#endif
#endif
