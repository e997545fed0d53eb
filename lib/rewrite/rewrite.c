//===- rewrite.c - rewriting a module ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/rewrite.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool all_readable(const char *const *paths, uint32_t count, SmrDiag *diag) {
  for (uint32_t i = 0; i < count; ++i)
    if (access(paths[i], R_OK))
      return smr_error(diag, paths[i], 0, 0, "cannot read: %s", strerror(errno));
  return true;
}

bool smr_rewrite_module(MlirOperation module, const SmrRewriteOptions *options, SmrReport *report,
                        SmrDiag *diag) {
  (void)module, (void)report;
  return all_readable(options->libraries, options->library_count, diag) &&
         all_readable(options->pats, options->pat_count, diag);
}
