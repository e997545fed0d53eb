//===- parallel.c - parallel loops that reduce ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// scf.parallel with values: each carries what its op in scf.reduce makes of it, from its initial value on.
// The source leaves the order open; this one, loop after loop, is one of those that are allowed.
//===----------------------------------------------------------------------===//
#include "mlir/import/control.h"

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

bool smr_imp_reductions(SmrImport *imp, MlirOperation op, const SmrImportNest *nest) {
  SmrGraph *g = imp->graph;
  SmrBlock outer = imp->block;
  SmrValue carried[SMR_LOOP_INITS];
  SmrOp loops[SMR_NEST_LOOPS];
  MlirOperation reduce = smr_imp_last_op(nest->body);
  uint32_t count = (uint32_t)nest->inits;
  if (nest->depth < 1 || nest->depth > SMR_NEST_LOOPS || nest->inits > SMR_LOOP_INITS ||
      mlirBlockGetNumArguments(nest->body) != nest->depth || mlirOperationGetNumResults(op) != nest->inits ||
      !has_form(reduce, nest->inits))
    return false;
  for (uint32_t k = 0; k < count; k++)
    carried[k] = smr_imp_operand(imp, op, nest->first_init + k);
  for (intptr_t d = 0; d < nest->depth; d++)
    loops[d] = open_loop(imp, op, nest, d, carried);
  g->blocks.data[imp->block].handle = nest->body.ptr;
  smr_imp_inline(imp, nest->body);
  for (uint32_t k = 0; k < count; k++)
    carried[k] = joined(imp, reduce, k, carried[k]);
  for (intptr_t d = nest->depth - 1; d >= 0; d--) {
    smr_op_append(g, imp->block, smr_op_create(g, SMR_OP_YIELD, carried, count, NULL, 0, 0));
    for (uint32_t k = 0; k < count; k++)
      carried[k] = smr_result(g, loops[d], k);
    imp->block = smr_op(g, loops[d])->block;
  }
  imp->block = outer;
  return true;
}
