//===- passes.h - the table of passes ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_PASSES_PASSES_H
#define SMR_PASSES_PASSES_H
#include "base/diag.h"
#include "capi/pass.h"
#include "capi/shim/shim.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Every pass of SMR, ending with NULL; passes.c is the only file to touch when one is added.
extern const SmrPass *const smr_passes[];

extern const SmrPass smr_pass_rewrite, smr_pass_pypm_rewrite, smr_pass_pypm_partition, smr_pass_tensorize;

/// The place as a location; the module's own if there is no file.
MlirLocation smr_pass_locate(MlirOperation module, const char *file, uint32_t line, uint32_t column);
/// Emits the messages from that number on as MLIR's diagnostics, which --verify-diagnostics and editors see.
void smr_pass_diagnose(MlirOperation module, const SmrDiag *diag, uint32_t first);

#ifdef __cplusplus
}
#endif
#endif
