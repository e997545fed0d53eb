//===- copies.c - code that is copied without some of its stores --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A copy of a loop (or of one op) does some of its stores. Loads that nothing needs any more are left to
// whoever reads the code next. Local variables that it sets must be what they were before each copy.
//===----------------------------------------------------------------------===//
#include "mlir/splice/plan/plan.h"

//--- What is copied --------------------------------------------------------------------

static MlirWalkResult collect_op(MlirOperation op, void *data) {
  SmrMlirOps *ops = data;
  smr_vec_push(ops, op);
  return MlirWalkResultAdvance;
}

static void collect_blocks(const MlirBlock *blocks, uint32_t count, SmrMlirOps *out) {
  for (uint32_t b = 0; b < count; b++)
    for (MlirOperation op = mlirBlockGetFirstOperation(blocks[b]); op.ptr;
         op = mlirOperationGetNextInBlock(op))
      mlirOperationWalk(op, collect_op, out, MlirWalkPreOrder);
}

static bool can_redirect(const SmrCopied *c, MlirOperation op) {
  SmrDescJump jump = smr_op_jump(c->s, op);
  return jump != SMR_JUMP_NONE && jump != SMR_JUMP_CALL;
}

bool smr_copied_find_blocks(SmrCopied *c, MlirBlock header) {
  SmrBlockLoop *l = &c->blocks;
  uint32_t exits = 0;
  if (mlirRegionIsNull(mlirBlockGetParentRegion(header)) || !smr_block_loop_around(c->s, header, l))
    return false;
  for (uint32_t b = 0; b < l->blocks.size; b++) {
    MlirBlock block = l->blocks.data[b];
    if (!can_redirect(c, mlirBlockGetTerminator(block)))
      return false;
    for (intptr_t k = 0; k < mlirBlockGetNumSuccessors(block); k++)
      if (!smr_block_loop_has(l, mlirBlockGetSuccessor(block, k))) {
        ++exits;
        l->exiting = block;
        l->exit = mlirBlockGetSuccessor(block, k);
        l->exit_edge = k;
      }
    for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(block); k++) {
      MlirBlock before = mlirBlockGetPredecessor(block, k);
      if (!smr_block_loop_has(l, before) && (b || !can_redirect(c, mlirBlockGetTerminator(before))))
        return false;
    }
  }
  collect_blocks(l->blocks.data, l->blocks.size, &c->ops);
  return exits == 1;
}

/// It runs as often with fewer stores in it.
static bool runs_as_often(SmrSplicer *s, MlirOperation op) {
  if (smr_op_means(s, op)->counted || smr_host_is_if(op) || smr_mlir_is_store(s, op))
    return true;
  if (!smr_splice_is_scope(s, op))
    return false;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  for (MlirOperation in = mlirBlockGetFirstOperation(block); in.ptr; in = mlirOperationGetNextInBlock(in))
    if (mlirOperationGetNumRegions(in) && !runs_as_often(s, in))
      return false;
  return true;
}

bool smr_copied_find_op(SmrCopied *c, MlirOperation op) {
  c->op = op;
  mlirOperationWalk(op, collect_op, &c->ops, MlirWalkPreOrder);
  return runs_as_often(c->s, op) && !mlirBlockIsNull(mlirOperationGetBlock(op));
}

bool smr_copied_has(const SmrCopied *c, MlirOperation op) {
  if (c->op.ptr)
    return smr_mlir_inside(op, c->op);
  MlirOperation at = smr_mlir_op_in(mlirBlockGetParentRegion(c->blocks.header), op);
  return at.ptr && smr_block_loop_has(&c->blocks, mlirOperationGetBlock(at));
}

void smr_copied_free(SmrCopied *c) {
  smr_map_free(&c->part_of);
  smr_map_free(&c->reset);
  smr_vec_free(&c->variables);
  smr_vec_free(&c->reads);
  smr_vec_free(&c->ops);
  smr_block_loop_free(&c->blocks);
}

//--- May it be copied? -----------------------------------------------------------------

static bool variable_kept(SmrCopied *c, MlirValue pointer) {
  uint32_t known;
  MlirValue variable = smr_mlir_variable(c->s, pointer);
  if (!variable.ptr)
    return false;
  if (smr_copied_has(c, mlirOpResultGetOwner(variable)))
    return true;
  if (mlirTypeIsNull(smr_mlir_variable_type(c->s, variable)))
    return false;
  for (uint32_t k = 0; k < c->variables.size; k++)
    if (mlirValueEqual(c->variables.data[k], variable))
      return true;
  if (!smr_map_get(&c->reset, smr_mlir_key(variable.ptr), &known))
    smr_vec_push(&c->variables, variable);
  return true;
}

static bool is_lifetime(const SmrCopied *c, MlirOperation op) {
  return mlirOperationGetNumOperands(op) && smr_op_means(c->s, op)->lifetime != SMR_LIFETIME_NONE;
}

static bool lifetime_fits(SmrCopied *c, MlirOperation op) {
  MlirValue variable =
      smr_mlir_variable(c->s, mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 1));
  if (!variable.ptr || mlirTypeIsNull(smr_mlir_variable_type(c->s, variable)))
    return false;
  if (smr_op_means(c->s, op)->lifetime == SMR_LIFETIME_START)
    smr_map_set(&c->reset, smr_mlir_key(variable.ptr), 1);
  return true;
}

/// The graph has the load; of a variable that it has made values of, too.
static bool load_fits(SmrCopied *c, MlirOperation op) {
  const SmrGraph *g = c->s->graph;
  uint32_t access = 0;
  if (!smr_map_get(&c->s->accesses, smr_mlir_key(op.ptr), &access) || !access--)
    return false;
  if (smr_op(g, access)->code == SMR_OP_LOAD && !smr_op(g, access)->block &&
      smr_is_slot(g, smr_operand(g, access, 0)))
    smr_vec_push(&c->reads, access);
  return smr_op(g, access)->code == SMR_OP_LOAD;
}

static bool op_fits(SmrCopied *c, MlirOperation op) {
  SmrDescAccess access = smr_op_access(c->s, op);
  uint32_t known;
  if (smr_map_get(&c->part_of, smr_mlir_key(op.ptr), &known))
    return mlirOperationGetNumResults(op) == 0;
  if (access == SMR_DESC_STORE)
    return variable_kept(c, smr_mlir_stored_to(c->s, op));
  if (access == SMR_DESC_LOAD)
    return load_fits(c, op);
  return !is_lifetime(c, op) || lifetime_fits(c, op);
}

bool smr_copied_fits(SmrCopied *c) {
  for (int round = 0; round < 2; round++) // lifetimes first: they say which variables nobody has to keep
    for (uint32_t k = 0; k < c->ops.size; k++)
      if (is_lifetime(c, c->ops.data[k]) == (round == 0) && !op_fits(c, c->ops.data[k]))
        return false;
  return true;
}

//--- Copies ----------------------------------------------------------------------------

/// Of a copy's ops only the part's stores stay.
static void keep(const SmrCopied *c, const SmrMlirOps *copies, uint32_t part) {
  uint32_t own;
  for (uint32_t k = 0; k < copies->size; k++)
    if (smr_map_get(&c->part_of, smr_mlir_key(c->ops.data[k].ptr), &own) && own != part + 1)
      mlirOperationDestroy(copies->data[k]);
}

void smr_rename(SmrRenaming *r, MlirValue old, MlirValue fresh) {
  smr_vec_push(&r->fresh, fresh);
  smr_map_set(&r->values, smr_mlir_key(old.ptr), r->fresh.size);
}

MlirValue smr_renamed(const SmrRenaming *r, MlirValue old) {
  uint32_t at;
  return smr_map_get(&r->values, smr_mlir_key(old.ptr), &at) ? r->fresh.data[at - 1] : (MlirValue){NULL};
}

void smr_renaming_free(SmrRenaming *r) {
  smr_vec_free(&r->fresh);
  smr_map_free(&r->values);
}

static void rename_operands(MlirOperation op, const SmrRenaming *renaming) {
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++) {
    MlirValue fresh = smr_renamed(renaming, mlirOperationGetOperand(op, k));
    if (fresh.ptr)
      mlirOperationSetOperand(op, k, fresh);
  }
}

MlirOperation smr_copied_op(const SmrCopied *c, uint32_t part, const SmrRenaming *renaming) {
  MlirOperation copy = mlirOperationClone(c->op);
  SmrMlirOps ops = {0};
  mlirOperationWalk(copy, collect_op, &ops, MlirWalkPreOrder);
  for (uint32_t k = 0; k < ops.size; k++)
    rename_operands(ops.data[k], renaming);
  keep(c, &ops, part);
  smr_vec_free(&ops);
  return copy;
}

static MlirBlock copy_block(MlirBlock block, MlirLocation loc, SmrRenaming *renaming) {
  MlirBlock copy = smr_block_like(block, loc);
  for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++)
    smr_rename(renaming, mlirBlockGetArgument(block, a), mlirBlockGetArgument(copy, a));
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr; op = mlirOperationGetNextInBlock(op)) {
    MlirOperation again = mlirOperationClone(op);
    mlirBlockAppendOwnedOperation(copy, again);
    for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++)
      smr_rename(renaming, mlirOperationGetResult(op, k), mlirOperationGetResult(again, k));
  }
  return copy;
}

MlirBlock smr_block_like(MlirBlock block, MlirLocation loc) {
  MlirBlock copy = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++)
    mlirBlockAddArgument(copy, mlirValueGetType(mlirBlockGetArgument(block, a)), loc);
  return copy;
}

void smr_move_ops(MlirBlock from, MlirOperation where) {
  for (MlirOperation op; (op = mlirBlockGetFirstOperation(from)).ptr;)
    mlirOperationMoveBefore(op, where);
}

void smr_append_ops(MlirBlock block, MlirBlock from) {
  for (MlirOperation op; (op = mlirBlockGetFirstOperation(from)).ptr;) {
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(block, op);
  }
}

void smr_block_redirect(MlirBlock from, MlirBlock old, MlirBlock fresh) {
  MlirOperation op = mlirBlockGetTerminator(from);
  for (intptr_t k = 0; k < mlirOperationGetNumSuccessors(op); k++)
    if (mlirBlockEqual(mlirOperationGetSuccessor(op, k), old))
      mlirOperationSetSuccessor(op, k, fresh);
}

MlirBlock smr_copied_blocks(const SmrCopied *c, uint32_t part, MlirRegion region, MlirBlock before,
                            MlirLocation loc, SmrRenaming *renaming, MlirBlock *exiting) {
  const uint32_t count = c->blocks.blocks.size;
  SMR_VEC(MlirBlock) copies = {0};
  for (uint32_t b = 0; b < count; b++) {
    MlirBlock block = c->blocks.blocks.data[b], copy = copy_block(block, loc, renaming);
    mlirRegionInsertOwnedBlockBefore(region, before, copy);
    smr_vec_push(&copies, copy);
    if (mlirBlockEqual(block, c->blocks.exiting))
      *exiting = copy;
  }
  SmrMlirOps ops = {0};
  collect_blocks(copies.data, count, &ops);
  for (uint32_t k = 0; k < ops.size; k++)
    rename_operands(ops.data[k], renaming);
  for (uint32_t b = 0; b < count; b++)
    for (uint32_t t = 0; t < count; t++)
      smr_block_redirect(copies.data[b], c->blocks.blocks.data[t], copies.data[t]);
  keep(c, &ops, part);
  MlirBlock header = copies.data[0];
  smr_vec_free(&ops);
  smr_vec_free(&copies);
  return header;
}
