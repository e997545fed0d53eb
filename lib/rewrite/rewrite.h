//===- rewrite.h - rewriting a module ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Finds matches of open libraries, decides their legality, edits the module, and reports what was done and
// what was not. Libraries are opened by the caller: capi/rewrite.h, the entry point of the pass, the tools
// and the C API.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_REWRITE_H
#define SMR_REWRITE_REWRITE_H
#include "base/diag.h"
#include "base/settings.h"
#include "match/library.h"
#include "match/report.h"
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// The settings that name files and choose idioms are for capi/rewrite.h; all else is for smr_rewrite_with.
typedef struct {
  SmrSettings set;    // what the user may choose (base/settings.def); a skip is "symbol reason"
  const char *source; // what the module was made from, for entries without a place; NULL: unknown
  uint64_t left_out;  // ops of the module that the caller has left out: what compiling takes has them, too
  bool disposable;    // the caller verifies the module, and throws it away when that or the rewriting fails
  void (*entering)(void *data, const char *symbol); // may be NULL; before each function is looked at
  void *entering_data;
  uint64_t (*clock)(void *data); // microseconds; NULL: the thread's CPU time
  void *clock_data;
} SmrRewriteOptions;

/// Rewrites a builtin.module in place. On false, `diag` has an error and the module is exactly as it was (or,
/// when it is disposable, a valid one of which some functions may have been rewritten).
/// Deterministic: the same module and libraries give the same result, byte for byte. `symbols` is the table
/// that the libraries were opened with. `report` is appended to, never NULL.
bool smr_rewrite_with(MlirOperation module, const SmrRewriteOptions *options, SmrLibrary *libraries,
                      uint32_t count, SmrIntern *symbols, SmrReport *report, SmrDiag *diag);

#ifdef __cplusplus
}
#endif
#endif
