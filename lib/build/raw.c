//===- raw.c - raw PAT in a context of its own ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A file of its own: whoever links it chooses the dialects with smrContextCreate.
//===----------------------------------------------------------------------===//
#include "build/build.h"
#include "capi/smr.h"

bool smr_library_from_pat(SmrIntern *symbols, const char *path, SmrLibrary *out, SmrDiag *diag) {
  MlirContext context = smrContextCreate();
  mlirContextSetAllowUnregisteredDialects(context, true);
  bool ok = smr_library_from_pat_in(context, symbols, path, NULL, out, diag);
  mlirContextDestroy(context);
  return ok;
}
