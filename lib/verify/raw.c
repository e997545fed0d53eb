//===- raw.c - raw PAT, checked as smr-build checks it -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For the matcher (match/library.h). Whoever links it chooses the dialects with smr_context_create.
//===----------------------------------------------------------------------===//
#include "capi/shim/context.h"
#include "verify/verify.h"

bool smr_library_from_pat_for(void *context, SmrIntern *symbols, const char *path, SmrLibrary *out,
                              SmrDiag *diag) {
  SmrBuildOptions options = {.check = smr_verify_pairs_once, .trial = smr_verify_trial};
  return smr_library_from_pat_in((MlirContext){context}, symbols, path, &options, out, diag);
}

bool smr_library_from_pat(SmrIntern *symbols, const char *path, SmrLibrary *out, SmrDiag *diag) {
  MlirContext context = smr_context_create();
  mlirContextSetAllowUnregisteredDialects(context, true);
  bool ok = smr_library_from_pat_for(context.ptr, symbols, path, out, diag);
  mlirContextDestroy(context);
  return ok;
}
