//===- beside.c - files beside another file ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/beside.h"
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
