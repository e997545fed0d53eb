//===- host.c - raw PAT in the host's context ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "build/build.h"

bool smr_library_from_pat_for(void *context, SmrIntern *symbols, const char *path, SmrLibrary *out,
                              SmrDiag *diag) {
  return smr_library_from_pat_in((MlirContext){context}, symbols, path, NULL, out, diag);
}
