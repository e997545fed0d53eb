//===- tensorize.h - linalg's reductions through access patterns ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each convolution, product and pooling of a module becomes a program of access patterns (Glenside); the
// cheapest equal program is searched, lowered to loops and calls of products of matrices, and called in the
// op's place. An op stays where nothing is cheaper, or where something is not known and cannot be asked.
#ifndef SMR_TENSORIZE_TENSORIZE_H
#define SMR_TENSORIZE_TENSORIZE_H
#include "base/diag.h"
#include "loops/print.h"
#include "mlir-c/IR.h"
#include "tensorize/costs.h"
#include "tensorize/tile.h"

typedef struct {
  const char *rules; // the folder of access.rules
  SmrLoopsGemm emit;
  bool fp_exact; // sums keep their order: products stay loops
  bool dry_run;
  SmrTensorizeCosts costs;
  const SmrTensorizeTile *tile; // NULL: none. Where one fits, it is used, whatever it costs
} SmrTensorizeOptions;

typedef struct {
  bool done; // or missed
  MlirLocation location;
  const char *function, *op; // "" outside of any; the op's name
  const char *text;          // what was done, or why not
  const char *term;          // done: what was found
  double before, after;      // picoseconds by the table of costs; 0: not estimated
  double milliseconds;       // what it took to find
} SmrTensorizeNote;

/// Zero-initialise to create. Texts live as long as the report.
typedef struct {
  SmrArena arena;
  SMR_VEC(SmrTensorizeNote) notes;
  uint32_t done, missed;
} SmrTensorizeReport;

void smr_tensorize_report_free(SmrTensorizeReport *report);
void smr_tensorize_report_json(const SmrTensorizeReport *report, SmrStr *out);

/// Rewrites all such ops of a builtin.module. False after an error; the module may be half rewritten then.
bool smr_tensorize(MlirOperation module, const SmrTensorizeOptions *options, SmrTensorizeReport *report,
                   SmrDiag *diag);
#endif
