//===- run.h - what the ways of rewriting begin with ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_RUN_H
#define SMR_CAPI_RUN_H
#include "capi/smr.h"
#include "rewrite/rewrite.h"
#ifdef __cplusplus
extern "C" {
#endif

/// If neither libraries nor pats are given: those that ship with SMR. `runtime`: the program is linked with
/// libsmr_rt. `context`: of the module, for what linalg's ops need; or null.
void smr_use_standard_libraries(SmrSettings *set, bool runtime, MlirContext context, SmrArena *arena);

#ifdef __cplusplus
}

namespace smr {
/// The public options, as the rewriter takes them.
struct RunOptions {
  /// `ok` is false after an error.
  RunOptions(const char *text, SmrDiag *diag);
  RunOptions(const RunOptions &) = delete;
  ~RunOptions() { smr_arena_destroy(&arena); }
  SmrRewriteOptions values = {};
  SmrArena arena = {};
  bool ok;
};

/// The diagnostics as WARNING and ERROR, notes left out.
void tellDiagnostics(const SmrDiag &diag, SmrOutputCallback output, void *userData);
/// The phases so far as TIMES.
void tellTimes(SmrOutputCallback output, void *userData);
} // namespace smr
#endif
#endif
