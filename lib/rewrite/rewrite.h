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
#include "match/choice.h"
#include "match/library.h"
#include "match/report.h"
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_MODE_AUTO,     // every tier
  SMR_MODE_EXACT,    // automata only
  SMR_MODE_EQUALITY, // equations only
  SMR_MODE_OFF,      // nothing: the module stays as it is
  SMR_MODE_COUNT
} SmrMode;

/// A function that is left alone, and why (report).
typedef struct {
  const char *symbol, *reason;
} SmrSkip;

/// The files and the choice of idioms are for capi/rewrite.h; all else is for smr_rewrite_with.
typedef struct {
  const char *const *libraries; // .pfa files, in order of precedence
  uint32_t library_count;
  const char *const *pats; // .pat files, compiled on the spot; after the libraries
  uint32_t pat_count;
  SmrIdiomChoice choice;
  SmrMode mode;
  const char *costs; // a table of costs (smr_library_set_costs); NULL: SMR_COSTS, or what the pairs say
  bool fp_exact; // fire only pairs whose contract is exact, or where the code's own flags allow reassociation
  bool fp_algebra;      // real numbers' laws: products over sums, inverses out of sums
  bool guards_static;   // refuse whatever needs a run-time check
  bool at_o2;           // the module is compiled at -O2 or less, where less is unrolled than at -O3
  bool wraps;           // Fortran compiled with -fwrapv: its integers wrap around
  bool dry_run;         // report, change nothing
  bool directives;      // lines `!$smr off` of Fortran's sources count
  bool explain;         // report how equality came to each call
  bool near_misses;     // report loop nests that almost are an idiom as missed, too
  bool check;           // calls run beside the code, and are compared with it (lib/runtime/check.h)
  bool slots;           // calls of a pair's libraries go through slots that libsmr_rt fills at run time
  const char *source;   // what the module was made from, for entries without a place; NULL: unknown
  bool disposable;      // the caller verifies the module, and throws it away when that or the rewriting fails
  const SmrSkip *skips; // what failed in an earlier attempt
  uint32_t skip_count;
  void (*entering)(void *data, const char *symbol); // may be NULL; before each function is looked at
  void *entering_data;
  /// Work for one function, as a percentage of what compiling the file takes (an estimate from its size;
  /// budget.h). 0: the environment's SMR_BUDGET, or 2.
  uint32_t budget_percent;
  /// The last resort, CPU time for one function: so many milliseconds, and in proportion for each of its
  /// operations. 0: the environment's SMR_FUNCTION_MS, or 1000.
  uint32_t function_ms;
  uint64_t (*clock)(void *data); // microseconds; NULL: the thread's CPU time
  void *clock_data;
} SmrRewriteOptions;

/// Rewrites a builtin.module in place. On false, `diag` has an error and the module is exactly as it was (or,
/// when it is disposable, a valid one of which some functions may have been rewritten).
/// Deterministic: the same module and libraries give the same result, byte for byte. `symbols` is the table
/// that the libraries were opened with. `report` is appended to, never NULL.
bool smr_rewrite_with(MlirOperation module, const SmrRewriteOptions *options, const SmrLibrary *libraries,
                      uint32_t count, SmrIntern *symbols, SmrReport *report, SmrDiag *diag);

#ifdef __cplusplus
}
#endif
#endif
