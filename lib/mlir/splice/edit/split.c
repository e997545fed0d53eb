//===- split.c - one loop becomes several -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Copies of a loop stand one after the other, each without the stores of the others; loads that nothing needs
// any more are left to whoever reads the code next. Local variables are put back before each copy to what
// they were before the first. Under guards the loop itself stays, as the other branch; without, it is the
// last copy.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/splice/edit/edit.h"

typedef SMR_VEC(MlirOperation) Ops;

typedef struct {
  SmrEmit emit;
  const SmrSplitLoop *split;
  SmrMap part_of; // MLIR store → its part + 1
  SmrMap loads;   // what the graph has loads for
  SMR_VEC(MlirValue) variables;
  SMR_VEC(MlirValue) saved;
  SmrMap reset;       // variables that begin anew in each iteration
  MlirOperation loop; // or blocks:
  SmrBlockLoop blocks;
  Ops ops; // of the loop, in order
} Split;

//--- May it be copied? -----------------------------------------------------------------

static MlirWalkResult collect_op(MlirOperation op, void *data) {
  Ops *ops = data;
  smr_vec_push(ops, op);
  return MlirWalkResultAdvance;
}

static void collect_blocks(const MlirBlock *blocks, uint32_t count, Ops *out) {
  for (uint32_t b = 0; b < count; b++)
    for (MlirOperation op = mlirBlockGetFirstOperation(blocks[b]); op.ptr;
         op = mlirOperationGetNextInBlock(op))
      mlirOperationWalk(op, collect_op, out, MlirWalkPreOrder);
}

static bool stands_inside(const Split *s, MlirOperation op) {
  if (s->loop.ptr)
    return smr_mlir_inside(op, s->loop);
  MlirOperation at = smr_mlir_op_in(mlirBlockGetParentRegion(s->blocks.header), op);
  return at.ptr && smr_block_loop_has(&s->blocks, mlirOperationGetBlock(at));
}

static bool variable_kept(Split *s, MlirValue pointer) {
  uint32_t known;
  MlirValue variable = smr_mlir_variable(s->emit.s, pointer);
  if (!variable.ptr)
    return false;
  if (stands_inside(s, mlirOpResultGetOwner(variable)))
    return true;
  if (mlirTypeIsNull(smr_mlir_variable_type(s->emit.s, variable)))
    return false;
  for (uint32_t k = 0; k < s->variables.size; k++)
    if (mlirValueEqual(s->variables.data[k], variable))
      return true;
  if (!smr_map_get(&s->reset, smr_mlir_key(variable.ptr), &known))
    smr_vec_push(&s->variables, variable);
  return true;
}

static bool is_lifetime(const Split *s, MlirOperation op) {
  return mlirOperationGetNumOperands(op) && smr_op_means(s->emit.s, op)->lifetime != SMR_LIFETIME_NONE;
}

static bool op_fits(Split *s, MlirOperation op) {
  SmrSplicer *splicer = s->emit.s;
  const SmrOpDesc *desc = smr_op_means(splicer, op);
  SmrDescAccess access = smr_op_access(splicer, op);
  uint32_t known;
  if (smr_map_get(&s->part_of, smr_mlir_key(op.ptr), &known))
    return mlirOperationGetNumResults(op) == 0;
  if (access == SMR_ACCESS_STORE)
    return variable_kept(s, smr_mlir_stored_to(splicer, op));
  if (access == SMR_ACCESS_LOAD)
    return smr_map_get(&s->loads, smr_mlir_key(op.ptr), &known) ||
           smr_mlir_variable(splicer, smr_mlir_loaded_from(splicer, op)).ptr;
  if (is_lifetime(s, op)) {
    MlirValue variable =
        smr_mlir_variable(splicer, mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 1));
    if (!variable.ptr || mlirTypeIsNull(smr_mlir_variable_type(splicer, variable)))
      return false;
    if (desc->lifetime == SMR_LIFETIME_START)
      smr_map_set(&s->reset, smr_mlir_key(variable.ptr), 1);
  }
  return true;
}

static bool find_stores(Split *s) {
  const SmrGraph *g = s->emit.g;
  uint32_t known;
  for (uint32_t k = 0; k < s->split->store_count; k++) {
    const void *handle = smr_op(g, s->split->stores[k])->handle;
    if (!handle || smr_map_get(&s->part_of, smr_mlir_key(handle), &known))
      return false;
    smr_map_set(&s->part_of, smr_mlir_key(handle), s->split->part_of[k] + 1);
  }
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->code == SMR_OP_LOAD && smr_op(g, op)->block && smr_op(g, op)->handle)
      smr_map_set(&s->loads, smr_mlir_key(smr_op(g, op)->handle), 1);
  uint32_t seen = 0;
  for (uint32_t k = 0; k < s->ops.size; k++)
    seen += smr_map_get(&s->part_of, smr_mlir_key(s->ops.data[k].ptr), &known);
  return seen == s->split->store_count;
}

static bool can_redirect(const Split *s, MlirOperation op) {
  SmrDescJump jump = smr_op_jump(s->emit.s, op);
  return jump != SMR_JUMP_NONE && jump != SMR_JUMP_CALL;
}

static bool find_blocks(Split *s, MlirBlock header) {
  SmrBlockLoop *l = &s->blocks;
  uint32_t exits = 0;
  if (mlirRegionIsNull(mlirBlockGetParentRegion(header)) || !smr_block_loop_around(s->emit.s, header, l))
    return false;
  for (uint32_t b = 0; b < l->blocks.size; b++) {
    MlirBlock block = l->blocks.data[b];
    if (!can_redirect(s, mlirBlockGetTerminator(block)))
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
      if (!smr_block_loop_has(l, before) && (b || !can_redirect(s, mlirBlockGetTerminator(before))))
        return false;
    }
  }
  return exits == 1;
}

/// A value that the blocks compute is used behind them, other than by what the exit passes.
static bool escapes(const Split *s) {
  for (uint32_t b = 0; b < s->blocks.blocks.size; b++) {
    MlirBlock block = s->blocks.blocks.data[b];
    for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++)
      for (MlirOpOperand use = mlirValueGetFirstUse(mlirBlockGetArgument(block, a));
           !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
        if (!stands_inside(s, mlirOpOperandGetOwner(use)))
          return true;
    for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr; op = mlirOperationGetNextInBlock(op))
      for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
        for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, r));
             !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
          if (!stands_inside(s, mlirOpOperandGetOwner(use)))
            return true;
  }
  return false;
}

static bool find_loop(Split *s) {
  const SmrOpData *data = smr_op(s->emit.g, s->split->loop);
  if (!data->handle)
    return false;
  if (data->flags & SMR_F_CFG) {
    if (!find_blocks(s, (MlirBlock){data->handle}) || (s->split->guard_count && escapes(s)))
      return false;
    collect_blocks(s->blocks.blocks.data, s->blocks.blocks.size, &s->ops);
    s->emit.at = mlirBlockGetFirstOperation(s->blocks.header);
    s->emit.loc = mlirOperationGetLocation(mlirBlockGetTerminator(s->blocks.exiting));
    return true;
  }
  s->loop = (MlirOperation){data->handle};
  if (!smr_op_means(s->emit.s, s->loop)->counted || mlirBlockIsNull(mlirOperationGetBlock(s->loop)))
    return false;
  mlirOperationWalk(s->loop, collect_op, &s->ops, MlirWalkPreOrder);
  s->emit.at = s->loop;
  s->emit.loc = mlirOperationGetLocation(s->loop);
  return true;
}

//--- What is built ---------------------------------------------------------------------

static bool build_guards(Split *s, MlirValue *condition) {
  SmrEmit *e = &s->emit;
  e->speculative = true;
  for (uint32_t k = 0; k < s->split->guard_count; k++) {
    MlirValue test = smr_emit_test(e, s->split->guards[k]);
    if (!test.ptr)
      return false;
    *condition = condition->ptr ? smr_emit_binary(e, SMR_HOST_AND, *condition, test) : test;
    if (!condition->ptr)
      return false;
  }
  return !mlirBlockGetFirstOperation(e->entry).ptr;
}

static bool build_saved(Split *s) {
  for (uint32_t k = 0; k < s->variables.size; k++) {
    MlirValue variable = s->variables.data[k];
    if (!smr_mlir_dominates(s->emit.s, variable, s->emit.at))
      return false;
    MlirValue value = smr_emit_load(&s->emit, variable, smr_mlir_variable_type(s->emit.s, variable));
    if (!value.ptr)
      return false;
    smr_vec_push(&s->saved, value);
  }
  return true;
}

/// Puts the variables back, at the end of the block.
static void restore(Split *s, MlirBlock block) {
  s->emit.block = block;
  for (uint32_t k = 0; k < s->saved.size; k++)
    smr_emit_store(&s->emit, s->saved.data[k], s->variables.data[k]);
}

static void move_before(MlirBlock from, MlirOperation where) {
  for (MlirOperation op; (op = mlirBlockGetFirstOperation(from)).ptr;)
    mlirOperationMoveBefore(op, where);
}

/// Of a copy whose ops are `copies`, or of the loop itself: only the part's stores stay.
static void keep_part(const Split *s, const Ops *copies, uint32_t part) {
  uint32_t own;
  for (uint32_t k = 0; k < copies->size; k++)
    if (smr_map_get(&s->part_of, smr_mlir_key(s->ops.data[k].ptr), &own) && own != part + 1)
      mlirOperationDestroy(copies->data[k]);
}

static MlirOperation copy_loop(const Split *s, uint32_t part) {
  MlirOperation copy = mlirOperationClone(s->loop);
  Ops ops = {0};
  mlirOperationWalk(copy, collect_op, &ops, MlirWalkPreOrder);
  keep_part(s, &ops, part);
  smr_vec_free(&ops);
  return copy;
}

static void results_of(MlirOperation op, MlirValue *out) {
  for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++)
    out[k] = mlirOperationGetResult(op, k);
}

static void use_results(Split *s, MlirOperation from, MlirOperation to) {
  for (intptr_t k = 0; k < mlirOperationGetNumResults(from); k++) {
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(from, k), mlirOperationGetResult(to, k));
    smr_splice_renamed(s->emit.s, mlirOperationGetResult(from, k), mlirOperationGetResult(to, k));
  }
}

static void commit_ops(Split *s, MlirValue condition, const void **parts) {
  SmrEmit *e = &s->emit;
  const SmrHost *host = e->s->host;
  SmrHostBuilder b = smr_emit_builder(e);
  uint32_t count = s->split->part_count, copies = condition.ptr ? count : count - 1;
  intptr_t result_count = mlirOperationGetNumResults(s->loop);
  MlirBlock body = mlirBlockCreate(0, NULL, NULL), otherwise = mlirBlockCreate(0, NULL, NULL);
  MlirOperation last = s->loop;
  for (uint32_t p = 0; p < count; p++) {
    if (p)
      restore(s, body);
    parts[p] = s->loop.ptr;
    if (p == copies)
      continue;
    last = copy_loop(s, p);
    mlirBlockAppendOwnedOperation(body, last);
    parts[p] = last.ptr;
  }
  move_before(e->pre, s->loop);
  if (!condition.ptr) {
    move_before(body, s->loop);
    keep_part(s, &s->ops, count - 1);
    mlirBlockDestroy(body);
    mlirBlockDestroy(otherwise);
    return;
  }
  MlirValue *values = smr_arena_alloc(&e->s->arena, (size_t)(result_count + 1) * sizeof *values);
  MlirType *types = smr_arena_alloc(&e->s->arena, (size_t)(result_count + 1) * sizeof *types);
  for (intptr_t k = 0; k < result_count; k++)
    types[k] = mlirValueGetType(mlirOperationGetResult(s->loop, k));
  results_of(last, values);
  b.block = body;
  smr_build_yield(host, &b, values, result_count);
  MlirOperation branch = smr_build_if(host, &b, condition, body, otherwise, types, result_count, NULL);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(s->loop), s->loop, branch);
  use_results(s, s->loop, branch);
  results_of(s->loop, values);
  b.block = otherwise;
  MlirOperation end = smr_build_yield(host, &b, values, result_count);
  mlirOperationMoveBefore(s->loop, end);
}

//--- Blocks ----------------------------------------------------------------------------

static void jump(const SmrEmit *e, MlirBlock from, MlirBlock to, const MlirValue *values, intptr_t count) {
  SmrHostBuilder b = smr_emit_builder(e);
  b.block = from;
  smr_build_jump(e->s->host, &b, to, values, count);
}

static void branch(const SmrEmit *e, MlirBlock from, MlirValue condition, MlirBlock to, MlirBlock otherwise,
                   const MlirValue *values, intptr_t count) {
  SmrHostBuilder b = smr_emit_builder(e);
  b.block = from;
  smr_build_branch(e->s->host, &b, condition, to, true, otherwise, values, count, NULL);
}

static MlirBlock like(MlirBlock block, MlirLocation loc) {
  MlirBlock copy = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++)
    mlirBlockAddArgument(copy, mlirValueGetType(mlirBlockGetArgument(block, a)), loc);
  return copy;
}

typedef struct {
  SmrMap values; // old → its place in fresh + 1
  SMR_VEC(MlirValue) fresh;
} Renaming;

static void rename_value(Renaming *r, MlirValue old, MlirValue fresh) {
  smr_vec_push(&r->fresh, fresh);
  smr_map_set(&r->values, smr_mlir_key(old.ptr), r->fresh.size);
}

static MlirWalkResult rename_operands(MlirOperation op, void *data) {
  const Renaming *r = data;
  uint32_t at;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    if (smr_map_get(&r->values, smr_mlir_key(mlirOperationGetOperand(op, k).ptr), &at))
      mlirOperationSetOperand(op, k, r->fresh.data[at - 1]);
  return MlirWalkResultAdvance;
}

static void redirect(MlirBlock from, MlirBlock old, MlirBlock fresh) {
  MlirOperation op = mlirBlockGetTerminator(from);
  for (intptr_t k = 0; k < mlirOperationGetNumSuccessors(op); k++)
    if (mlirBlockEqual(mlirOperationGetSuccessor(op, k), old))
      mlirOperationSetSuccessor(op, k, fresh);
}

/// A copy of the blocks before the header; *exiting becomes that of the block that is left.
static MlirBlock copy_blocks(const Split *s, uint32_t part, MlirBlock *exiting) {
  MlirRegion region = mlirBlockGetParentRegion(s->blocks.header);
  const uint32_t count = s->blocks.blocks.size;
  SMR_VEC(MlirBlock) copies = {0};
  Renaming renaming = {.fresh = {0}};
  for (uint32_t b = 0; b < count; b++) {
    MlirBlock block = s->blocks.blocks.data[b], copy = like(block, s->emit.loc);
    mlirRegionInsertOwnedBlockBefore(region, s->blocks.header, copy);
    smr_vec_push(&copies, copy);
    for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++)
      rename_value(&renaming, mlirBlockGetArgument(block, a), mlirBlockGetArgument(copy, a));
    for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr; op = mlirOperationGetNextInBlock(op)) {
      MlirOperation again = mlirOperationClone(op);
      mlirBlockAppendOwnedOperation(copy, again);
      for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++)
        rename_value(&renaming, mlirOperationGetResult(op, k), mlirOperationGetResult(again, k));
    }
    if (mlirBlockEqual(block, s->blocks.exiting))
      *exiting = copy;
  }
  for (uint32_t b = 0; b < count; b++) {
    for (MlirOperation op = mlirBlockGetFirstOperation(copies.data[b]); op.ptr;
         op = mlirOperationGetNextInBlock(op))
      mlirOperationWalk(op, rename_operands, &renaming, MlirWalkPreOrder);
    for (uint32_t t = 0; t < count; t++)
      redirect(copies.data[b], s->blocks.blocks.data[t], copies.data[t]);
  }
  Ops ops = {0};
  collect_blocks(copies.data, count, &ops);
  keep_part(s, &ops, part);
  MlirBlock header = copies.data[0];
  smr_vec_free(&ops);
  smr_vec_free(&copies);
  smr_vec_free(&renaming.fresh);
  smr_map_free(&renaming.values);
  return header;
}

static void commit_blocks(Split *s, MlirValue condition, const void **parts) {
  SmrEmit *e = &s->emit;
  MlirBlock header = s->blocks.header, pre = e->pre;
  MlirRegion region = mlirBlockGetParentRegion(header);
  uint32_t count = s->split->part_count, copies = condition.ptr ? count : count - 1;
  SMR_VEC(MlirBlock) before = {0};
  SMR_VEC(MlirValue) arguments = {0};
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(header); k++)
    if (!smr_block_loop_has(&s->blocks, mlirBlockGetPredecessor(header, k)))
      smr_vec_push(&before, mlirBlockGetPredecessor(header, k));
  for (intptr_t a = 0; a < mlirBlockGetNumArguments(pre); a++)
    smr_vec_push(&arguments, mlirBlockGetArgument(pre, a));
  mlirRegionInsertOwnedBlockBefore(region, header, pre);
  e->pre = (MlirBlock){NULL};
  MlirBlock first = {NULL}, way = {NULL};
  for (uint32_t p = 0; p < copies; p++) {
    MlirBlock exiting = {NULL}, copy = copy_blocks(s, p, &exiting);
    parts[p] = copy.ptr;
    if (way.ptr)
      jump(e, way, copy, arguments.data, arguments.size);
    first = first.ptr ? first : copy;
    if (p + 1 == count)
      break;
    way = like(s->blocks.exit, e->loc);
    mlirRegionInsertOwnedBlockBefore(region, header, way);
    mlirOperationSetSuccessor(mlirBlockGetTerminator(exiting), s->blocks.exit_edge, way);
    restore(s, way);
  }
  if (condition.ptr) {
    branch(e, pre, condition, first, header, arguments.data, arguments.size);
  } else {
    jump(e, pre, first, arguments.data, arguments.size);
    jump(e, way, header, arguments.data, arguments.size);
    parts[count - 1] = header.ptr;
    keep_part(s, &s->ops, count - 1);
  }
  for (uint32_t k = 0; k < before.size; k++)
    redirect(before.data[k], header, pre);
  smr_vec_free(&before);
  smr_vec_free(&arguments);
}

/// Lifetimes are read first: they say which variables nobody has to keep.
static bool all_fit(Split *s) {
  for (int round = 0; round < 2; round++)
    for (uint32_t k = 0; k < s->ops.size; k++)
      if (is_lifetime(s, s->ops.data[k]) == (round == 0) && !op_fits(s, s->ops.data[k]))
        return false;
  return true;
}

static void release(Split *s) {
  SmrEmit *e = &s->emit;
  if (e->body.ptr)
    mlirBlockDestroy(e->body);
  if (e->pre.ptr)
    mlirBlockDestroy(e->pre);
  if (e->entry.ptr)
    mlirBlockDestroy(e->entry);
  smr_map_free(&e->pre_known);
  smr_map_free(&e->body_known);
  smr_vec_free(&e->made);
  smr_map_free(&s->part_of);
  smr_map_free(&s->loads);
  smr_map_free(&s->reset);
  smr_vec_free(&s->variables);
  smr_vec_free(&s->saved);
  smr_vec_free(&s->ops);
  smr_block_loop_free(&s->blocks);
}

bool smr_splice_split(SmrSplicer *splicer, const SmrSplitLoop *split, const void **parts,
                      const void **otherwise) {
  Split s = {.split = split};
  SmrEmit *e = &s.emit;
  MlirValue condition = {NULL};
  const SmrSplicePlan nothing = {0};
  e->plan = &nothing;
  e->s = splicer;
  e->g = splicer->graph;
  e->context = splicer->context;
  bool ok = find_loop(&s) && find_stores(&s) && all_fit(&s);
  if (ok) {
    e->entry = mlirBlockCreate(0, NULL, NULL);
    e->body = mlirBlockCreate(0, NULL, NULL);
    e->front = e->pre = s.loop.ptr ? mlirBlockCreate(0, NULL, NULL) : like(s.blocks.header, e->loc);
    e->block = e->pre;
    e->roots = &s.loop, e->root_count = s.loop.ptr != NULL;
    e->root_blocks = s.blocks.blocks.data, e->root_block_count = s.blocks.blocks.size;
    ok = build_guards(&s, &condition) && build_saved(&s);
  }
  if (ok) {
    *otherwise = condition.ptr ? smr_op(e->g, split->loop)->handle : NULL;
    if (s.loop.ptr)
      commit_ops(&s, condition, parts);
    else
      commit_blocks(&s, condition, parts);
    smr_mlir_blocks_changed(splicer);
  }
  release(&s);
  return ok;
}
