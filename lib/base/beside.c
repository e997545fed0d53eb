//===- beside.c - files beside another file ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/beside.h"
#include <stdlib.h>
#include <string.h>

void smr_beside(const char *file, const char *link, SmrStr *out) {
  const char *slash = strrchr(file, '/');
  if (strchr(link, '/') && *link != '/' && slash) {
    smr_str_append(out, file, (size_t)(slash - file) + 1);
    while (smr_starts(link, "./"))
      link += 2;
  }
  smr_str_puts(out, link);
}

void smr_absolute(const char *path, SmrStr *out) {
  const char *slash = strrchr(path, '/');
  SMR_OWNED(SmrStr, smr_str_free) folder = {0};
  char *real = NULL;
  if (slash && slash > path) {
    smr_str_append(&folder, path, (size_t)(slash - path));
    real = realpath(smr_str_get(&folder), NULL);
  }
  if (real)
    smr_str_printf(out, "%s%s", real, slash);
  else
    smr_str_puts(out, path);
  free(real);
}
