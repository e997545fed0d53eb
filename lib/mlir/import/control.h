//===- control.h - what loop importers share ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_IMPORT_CONTROL_H
#define SMR_MLIR_IMPORT_CONTROL_H
#include "mlir/import/internal.h"

enum { SMR_LOOP_INITS = 64 };
typedef struct {
  SmrValue lower, upper, step;
  intptr_t first_init, init_count; // operands of the MLIR op
  bool final_value;                // the first result is the induction variable's final value
  uint16_t flags;
} SmrLoop;

/// A FOR whose body is the op's first region.
bool smr_imp_for(SmrImport *imp, MlirOperation op, const SmrLoop *loop);
/// `depth` perfectly nested FORs for an op with one region and one induction variable per dimension, no
/// results.
bool smr_imp_loop_nest(SmrImport *imp, MlirOperation op, intptr_t depth, const SmrValue *lower,
                       const SmrValue *upper, const SmrValue *step, uint16_t flags);

enum { SMR_NEST_LOOPS = 16 };
typedef struct {
  const SmrValue *lower, *upper, *step; // [depth]
  intptr_t depth, inits, first_init;    // as many as the MLIR op's results; its operands from this one on
  const int64_t
      *kinds; // … or, for each, the number of how affine.parallel joins it, from that way's start on
  MlirBlock body;
} SmrImportNest;
/// `depth` perfectly nested FORs that carry what scf.reduce at the body's end joins, or what is yielded
/// there.
bool smr_imp_reductions(SmrImport *imp, MlirOperation op, const SmrImportNest *nest);
/// Fills the two regions of an IF; a missing else is an empty one.
bool smr_imp_if_regions(SmrImport *imp, MlirOperation op, SmrOp made);
#endif
