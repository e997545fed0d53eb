//===- plan_lab.h - plans made by hand, for tests ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_MLIR_PLAN_LAB_H
#define SMR_TEST_MLIR_PLAN_LAB_H
#include "test.h"
// above
#include "capi/shim/module.h"
#include "graph/normalize/normalize.h"
#include "mlir/import/import.h"
#include "mlir/splice/splice.h"

/// A module, and one of its functions in the plain form.
typedef struct {
  MlirContext context;
  MlirModule module;
  SmrDescriptions *descriptions;
  SmrIntern *symbols;
  const char *prefix; // of the functions' names
  SmrGraph *graph;
  SmrSplicer *splicer;
  SmrOpList loops; // without a loop inside, in program order; a test may change it
  SmrArena arena;
  bool unguarded; // for tests to set
} Lab;

void lab_open(Lab *lab, const char *text, size_t size, const char *prefix);
/// The function whose name is `name` behind the prefix becomes the one at hand.
void lab_function(Lab *lab, const char *name);
void lab_close(Lab *lab);
/// The module's text; it must be valid.
void lab_print(const Lab *lab, SmrStr *out);
MlirOperation lab_callee(const Lab *lab, const char *name);

/// The k-th op of a kind inside a loop.
SmrOp lab_op(const Lab *lab, SmrOp loop, SmrOpcode code, uint32_t k);
const SmrExpr *lab_trip(Lab *lab, SmrOp loop);
const SmrExpr *lab_at_least(Lab *lab, int64_t least, const SmrExpr *value);
/// What an access of the loop touches, from the first iteration on.
SmrPassed lab_array(Lab *lab, SmrOp loop, SmrOp access);
/// The number that the loop's k-th product has from outside.
SmrPassed lab_factor(const Lab *lab, SmrOp loop, uint32_t k);

/// The k-th load of a number that stands in no loop.
SmrOp lab_load(const Lab *lab, SmrType type, uint32_t k);
/// The function's k-th argument, or what is loaded from it.
SmrValue lab_argument(const Lab *lab, uint32_t k);

/// The value is as before unless one of the roots makes it: then the answers tell, in order.
typedef struct {
  const Lab *lab;
  const SmrOp *roots;
  uint32_t root_count;
  SmrValue values[4];
  SmrAfter answers[4];
  uint32_t count;
  const SmrAfterStore *stores;
  uint32_t store_count;
} LabAfter;
SmrAfter lab_after(void *data, SmrValue value);
#endif
