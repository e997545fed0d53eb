//===- run.h - the public options as the rewriter takes them -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_RUN_H
#define SMR_CAPI_RUN_H
#include "capi/smr.h"
#include "rewrite/rewrite.h"
#ifdef __cplusplus
#include <string>
#include <vector>

namespace smr {
/// `values` borrows from the public options and from this object.
struct RunOptions {
  explicit RunOptions(const SmrRunOptions *options);
  RunOptions(const RunOptions &) = delete;
  std::vector<const char *> names;
  std::vector<SmrSkip> skips;
  SmrRewriteOptions values = {};
};

/// The diagnostics as WARNING and ERROR, notes left out.
void tellDiagnostics(const SmrDiag &diag, SmrOutputCallback output, void *userData);
/// The phases so far as TIMES.
void tellTimes(SmrOutputCallback output, void *userData);
} // namespace smr
#endif
#endif
