//===- beside.h - files beside another file ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_BESIDE_H
#define SMR_BASE_BESIDE_H
#include "base/str.h"

/// Appends where a library to link is that `file`, a PAT file or pattern library, names: a path that is not
/// absolute (`./libmine.a`, `lib/libmine.so`) is relative to the file's own folder; a plain name stays.
void smr_beside(const char *file, const char *link, SmrStr *out);
/// Appends a path with a `/` as an absolute one; one whose folder is not there, or is `/`, as it is.
void smr_absolute(const char *path, SmrStr *out);
#endif
