//===- rewrite.h - rewriting a module with the libraries of a run --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_REWRITE_H
#define SMR_CAPI_REWRITE_H
#include "rewrite/rewrite.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Opens the files that the options name, switches off the idioms that they exclude, and rewrites the module:
/// smr_rewrite_with has the contract. The entry point of the pass, the C API and the transform dialect.
bool smr_rewrite_module(MlirOperation module, const SmrRewriteOptions *options, SmrReport *report,
                        SmrDiag *diag);

#ifdef __cplusplus
}
#endif
#endif
