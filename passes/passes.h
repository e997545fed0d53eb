//===- passes.h - the table of passes ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_PASSES_PASSES_H
#define SMR_PASSES_PASSES_H
#include "capi/pass.h"
#include "capi/shim/shim.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Every pass of SMR, ending with NULL; passes.c is the only file to touch when one is added.
extern const SmrPass *const smr_passes[];

extern const SmrPass smr_pass_rewrite, smr_pass_pypm_rewrite, smr_pass_pypm_partition, smr_pass_tensorize;

#ifdef __cplusplus
}
#endif
#endif
