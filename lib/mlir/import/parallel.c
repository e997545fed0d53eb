//===- parallel.c - parallel loops that reduce ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// scf.parallel with values: each carries what its op in scf.reduce makes of it, from its initial value on;
// affine.parallel: what one of a few known ops makes of it, from the value on that changes nothing.
// The source leaves the order open; this one, loop after loop, is one of those that are allowed.
//===----------------------------------------------------------------------===//
#include "mlir/import/control.h"
#include <math.h>
#include <string.h>

/// By arith's AtomicRMWKind: the op, and where it starts.
static const struct {
  SmrOpcode code;
  const char *math;
  double start;
} ways[] = {
    [0] = {SMR_OP_FADD, NULL, 0},
    [1] = {SMR_OP_ADD, NULL, 0},
    [2] = {SMR_OP_AND, NULL, -1},
    [4] = {SMR_OP_MATH, "maximum", -INFINITY},
    [8] = {SMR_OP_MATH, "minimum", INFINITY},
    [12] = {SMR_OP_FMUL, NULL, 1},
    [13] = {SMR_OP_MUL, NULL, 1},
    [14] = {SMR_OP_OR, NULL, 0},
};

static bool is_way(int64_t kind) {
  return kind >= 0 && kind < (int64_t)(sizeof ways / sizeof *ways) && ways[kind].code != SMR_OP_NONE;
}

static SmrValue start(SmrImport *imp, SmrType type, int64_t kind) {
  int64_t bits = (int64_t)ways[kind].start;
  if (SMR_TYPE_KIND(type) != SMR_T_INT)
    memcpy(&bits, &ways[kind].start, sizeof bits);
  return smr_build_const(imp->graph, imp->block, 0, type, bits);
}

static SmrValue joined_by_kind(SmrImport *imp, MlirOperation op, SmrValue carried, SmrValue value,
                               int64_t kind) {
  SmrValue made = smr_build(imp->graph, imp->block, 0, ways[kind].code, smr_value_type(imp->graph, carried),
                            (SmrValue[]){carried, value}, 2, 0);
  SmrOpData *data = smr_op(imp->graph, smr_def(imp->graph, made));
  data->loc = smr_imp_loc(imp, op);
  if (ways[kind].math)
    data->name = smr_intern(imp->symbols, ways[kind].math);
  return made;
}

/// scf.reduce at the body's end: for each value a region that says how it is joined with what is carried.
static bool has_form(MlirOperation reduce, intptr_t count) {
  if (mlirOperationIsNull(reduce) || mlirOperationGetNumOperands(reduce) != count ||
      mlirOperationGetNumRegions(reduce) != count)
    return false;
  for (intptr_t k = 0; k < count; k++) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(reduce, k));
    MlirOperation end = mlirBlockIsNull(block) ? (MlirOperation){NULL} : smr_imp_last_op(block);
    if (mlirOperationIsNull(end) || mlirOperationGetNumOperands(end) != 1 ||
        mlirBlockGetNumArguments(block) != 2 || !mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
      return false;
  }
  return true;
}

static SmrValue joined(SmrImport *imp, MlirOperation reduce, intptr_t k, SmrValue carried) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(reduce, k));
  smr_imp_alias(imp, mlirBlockGetArgument(block, 0), carried);
  smr_imp_alias(imp, mlirBlockGetArgument(block, 1), smr_imp_operand(imp, reduce, k));
  return smr_imp_operand(imp, smr_imp_inline(imp, block), 0);
}

/// The loop of dimension d, in the block at hand; what it carries begins with `carried`, which is then what
/// is carried in it.
static SmrOp open_loop(SmrImport *imp, MlirOperation op, const SmrImportNest *nest, intptr_t d,
                       SmrValue *carried) {
  SmrGraph *g = imp->graph;
  SmrValue operands[3 + SMR_LOOP_INITS] = {nest->lower[d], nest->upper[d], nest->step[d]};
  SmrType types[SMR_LOOP_INITS];
  uint32_t count = (uint32_t)nest->inits;
  for (uint32_t k = 0; k < count; k++) {
    operands[3 + k] = carried[k];
    types[k] = smr_value_type(g, carried[k]);
  }
  SmrOp made;
  if (d == 0) {
    made = smr_imp_op(imp, op, SMR_OP_FOR, operands, 3 + count, 1);
  } else {
    made = smr_op_create(g, SMR_OP_FOR, operands, 3 + count, types, count, 1);
    smr_op(g, made)->loc = smr_imp_loc(imp, op);
    smr_op_append(g, imp->block, made);
  }
  smr_op(g, made)->flags |= SMR_F_UNORDERED;
  imp->block = smr_block_create(g, smr_op_region(g, made, 0));
  SmrValue iv = smr_block_add_arg(g, imp->block, smr_value_type(g, nest->lower[d]));
  smr_imp_bind(imp, mlirBlockGetArgument(nest->body, d), iv);
  for (uint32_t k = 0; k < count; k++)
    carried[k] = smr_block_add_arg(g, imp->block, types[k]);
  return made;
}

static bool can_join(const SmrImportNest *nest, MlirOperation end) {
  if (!nest->kinds)
    return has_form(end, nest->inits);
  bool ok = !mlirOperationIsNull(end) && mlirOperationGetNumOperands(end) == nest->inits;
  for (intptr_t k = 0; k < nest->inits && ok; k++)
    ok = is_way(nest->kinds[k]);
  return ok;
}

static SmrValue initial(SmrImport *imp, MlirOperation op, const SmrImportNest *nest, intptr_t k) {
  if (!nest->kinds)
    return smr_imp_operand(imp, op, nest->first_init + k);
  return start(imp, smr_imp_value_type(imp, mlirOperationGetResult(op, k)), nest->kinds[k]);
}

bool smr_imp_reductions(SmrImport *imp, MlirOperation op, const SmrImportNest *nest) {
  SmrGraph *g = imp->graph;
  SmrBlock outer = imp->block;
  SmrValue carried[SMR_LOOP_INITS];
  SmrOp loops[SMR_NEST_LOOPS];
  MlirOperation end = smr_imp_last_op(nest->body);
  uint32_t count = (uint32_t)nest->inits;
  if (nest->depth < 1 || nest->depth > SMR_NEST_LOOPS || nest->inits > SMR_LOOP_INITS ||
      mlirBlockGetNumArguments(nest->body) != nest->depth || mlirOperationGetNumResults(op) != nest->inits ||
      !can_join(nest, end))
    return false;
  for (uint32_t k = 0; k < count; k++)
    carried[k] = initial(imp, op, nest, k);
  for (intptr_t d = 0; d < nest->depth; d++)
    loops[d] = open_loop(imp, op, nest, d, carried);
  g->blocks.data[imp->block].handle = nest->body.ptr;
  smr_imp_inline(imp, nest->body);
  for (uint32_t k = 0; k < count; k++)
    carried[k] = nest->kinds
                     ? joined_by_kind(imp, op, carried[k], smr_imp_operand(imp, end, k), nest->kinds[k])
                     : joined(imp, end, k, carried[k]);
  for (intptr_t d = nest->depth - 1; d >= 0; d--) {
    smr_op_append(g, imp->block, smr_op_create(g, SMR_OP_YIELD, carried, count, NULL, 0, 0));
    for (uint32_t k = 0; k < count; k++)
      carried[k] = smr_result(g, loops[d], k);
    imp->block = smr_op(g, loops[d])->block;
  }
  imp->block = outer;
  return true;
}
