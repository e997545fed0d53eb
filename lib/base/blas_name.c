//===- blas_name.c - what BLAS exports ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/blas_name.h"
#include <string.h>

static bool one_of(const char *text, size_t length, const char *const *list) {
  for (; *list; list++)
    if (strlen(*list) == length && !memcmp(*list, text, length))
      return true;
  return false;
}

bool smr_is_blas_name(const char *name) {
  static const char *const plain[] = {"lsame", "xerbla", "xerbla_array", "dsdot", "sdsdot", NULL};
  static const char *const types[] = {"sc", "dz", "cs", "zd", "s", "d", "c", "z", NULL};
  static const char *const routines[] = {
      "rotg", "rotmg", "rot",  "rotm",  "swap",   "scal",  "copy",  "axpy",     "axpby",    "dot",
      "dotu", "dotc",  "nrm2", "asum",  "amax",   "amin",  "max",   "min",      "sum",      "gemv",
      "gbmv", "hemv",  "hbmv", "hpmv",  "symv",   "sbmv",  "spmv",  "trmv",     "tbmv",     "tpmv",
      "trsv", "tbsv",  "tpsv", "ger",   "geru",   "gerc",  "her",   "hpr",      "her2",     "hpr2",
      "syr",  "spr",   "syr2", "spr2",  "gemm",   "gemmt", "symm",  "hemm",     "syrk",     "herk",
      "trmm", "trsm",  "abs1", "geadd", "gemm3m", "syr2k", "her2k", "omatcopy", "imatcopy", NULL};
  size_t length = strlen(name);
  bool c = !strncmp(name, "cblas_", 6), fortran = length && name[length - 1] == '_';
  if (!c && !fortran)
    return false;
  name += c ? 6 : 0, length -= c ? 6 : 0;
  while (length && name[length - 1] == '_')
    --length;
  if (length > 4 && !memcmp(name + length - 4, "_sub", 4)) // cblas_zdotc_sub
    length -= 4;
  else if (length > 3 && !memcmp(name + length - 3, "sub", 3)) // the reference CBLAS' ddotsub_
    length -= 3;
  if (one_of(name, length, plain))
    return true;
  size_t index = length && name[0] == 'i'; // idamax
  for (const char *const *type = types; *type; type++) {
    size_t size = strlen(*type) + index;
    if (length > size && !memcmp(name + index, *type, size - index) &&
        one_of(name + size, length - size, routines))
      return true;
  }
  return false;
}

bool smr_blas_only_reads(const char *name) {
  static const char *const routines[] = {"sdot", "ddot", "snrm2", "dnrm2", "sasum", "dasum", NULL};
  const char *plain = strncmp(name, "cblas_", 6) ? name : name + 6;
  size_t length = strlen(plain);
  return smr_is_blas_name(name) && one_of(plain, length - (length && plain[length - 1] == '_'), routines);
}
