//===- blas_files.h - libraries that are a BLAS, by their names ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The constructor in a program (find.c) and the drivers' link step go by it.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_BLAS_FILES_H
#define SMR_RUNTIME_BLAS_FILES_H
#include <string.h>

/// A file name (libopenblas.so.0, libblas.a) or a pair's library (openblas).
static inline int smr_is_blas_file(const char *name) {
  static const char *const known[] = {"openblas", "blas",   "cblas",   "mkl_",   "blis",      "flexiblas",
                                      "atlas",    "satlas", "tatlas",  "armpl",  "nvpl_blas", "sci_",
                                      "goto2",    "essl",   "f77blas", "refblas"};
  if (!strncmp(name, "lib", 3))
    name += 3;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strncmp(name, known[k], strlen(known[k])))
      return 1;
  return 0;
}

/// One whose integers have 64 bits, as far as its file's name tells (libopenblas64.so.0,
/// libmkl_intel_ilp64.a).
static inline int smr_is_wide_file(const char *name, const char *extension) {
  const char *suffix = strstr(name, extension);
  return strstr(name, "ilp64") || (suffix && suffix - name >= 2 && !memcmp(suffix - 2, "64", 2));
}
#endif
