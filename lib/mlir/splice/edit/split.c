//===- split.c - one loop becomes several -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Copies of a loop stand one after the other, each without the stores of the others. Local variables are put
// back before each copy to what they were before the first. Under guards the loop itself stays, as the other
// branch; without, it is the last copy.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/splice/edit/edit.h"

typedef struct {
  SmrEmit emit;
  const SmrSplitLoop *split;
  SmrCopied copied;
  SMR_VEC(MlirValue) saved; // what its variables were
} Split;

//--- May it be copied? -----------------------------------------------------------------

static bool find_stores(Split *s) {
  const SmrGraph *g = s->emit.g;
  SmrCopied *c = &s->copied;
  uint32_t known, seen = 0;
  for (uint32_t k = 0; k < s->split->store_count; k++) {
    const void *handle = smr_op(g, s->split->stores[k])->handle;
    if (!handle || smr_map_get(&c->part_of, smr_mlir_key(handle), &known))
      return false;
    smr_map_set(&c->part_of, smr_mlir_key(handle), s->split->part_of[k] + 1);
  }
  for (uint32_t k = 0; k < c->ops.size; k++)
    seen += smr_map_get(&c->part_of, smr_mlir_key(c->ops.data[k].ptr), &known);
  return seen == s->split->store_count;
}

/// A value that the blocks compute is used behind them, other than by what the exit passes.
static bool escapes(const Split *s) {
  for (uint32_t b = 0; b < s->copied.blocks.blocks.size; b++) {
    MlirBlock block = s->copied.blocks.blocks.data[b];
    for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++)
      for (MlirOpOperand use = mlirValueGetFirstUse(mlirBlockGetArgument(block, a));
           !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
        if (!smr_copied_has(&s->copied, mlirOpOperandGetOwner(use)))
          return true;
    for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr; op = mlirOperationGetNextInBlock(op))
      for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
        for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, r));
             !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
          if (!smr_copied_has(&s->copied, mlirOpOperandGetOwner(use)))
            return true;
  }
  return false;
}

static bool find_loop(Split *s) {
  const SmrOpData *data = smr_op(s->emit.g, s->split->loop);
  SmrCopied *c = &s->copied;
  if (!data->handle)
    return false;
  if (data->flags & SMR_F_CFG) {
    if (!smr_copied_find_blocks(c, (MlirBlock){data->handle}) || (s->split->guard_count && escapes(s)))
      return false;
    s->emit.at = mlirBlockGetFirstOperation(c->blocks.header);
    s->emit.loc = mlirOperationGetLocation(mlirBlockGetTerminator(c->blocks.exiting));
    return true;
  }
  if (!smr_copied_find_op(c, (MlirOperation){data->handle}))
    return false;
  s->emit.at = c->op;
  s->emit.loc = mlirOperationGetLocation(c->op);
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
  for (uint32_t k = 0; k < s->copied.variables.size; k++) {
    MlirValue variable = s->copied.variables.data[k];
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
    smr_emit_store(&s->emit, s->saved.data[k], s->copied.variables.data[k]);
}

static void move_before(MlirBlock from, MlirOperation where) {
  for (MlirOperation op; (op = mlirBlockGetFirstOperation(from)).ptr;)
    mlirOperationMoveBefore(op, where);
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
  intptr_t result_count = mlirOperationGetNumResults(s->copied.op);
  MlirBlock body = mlirBlockCreate(0, NULL, NULL), otherwise = mlirBlockCreate(0, NULL, NULL);
  MlirOperation last = s->copied.op;
  for (uint32_t p = 0; p < count; p++) {
    if (p)
      restore(s, body);
    parts[p] = s->copied.op.ptr;
    if (p == copies)
      continue;
    last = smr_copied_op(&s->copied, p, &(SmrRenaming){.fresh = {0}});
    mlirBlockAppendOwnedOperation(body, last);
    parts[p] = last.ptr;
  }
  move_before(e->pre, s->copied.op);
  if (!condition.ptr) {
    move_before(body, s->copied.op);
    smr_copied_keep(&s->copied, &s->copied.ops, count - 1);
    mlirBlockDestroy(body);
    mlirBlockDestroy(otherwise);
    return;
  }
  MlirValue *values = smr_arena_alloc(&e->s->arena, (size_t)(result_count + 1) * sizeof *values);
  MlirType *types = smr_arena_alloc(&e->s->arena, (size_t)(result_count + 1) * sizeof *types);
  for (intptr_t k = 0; k < result_count; k++)
    types[k] = mlirValueGetType(mlirOperationGetResult(s->copied.op, k));
  results_of(last, values);
  b.block = body;
  smr_build_yield(host, &b, values, result_count);
  MlirOperation branch = smr_build_if(host, &b, condition, body, otherwise, types, result_count, NULL);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(s->copied.op), s->copied.op, branch);
  use_results(s, s->copied.op, branch);
  results_of(s->copied.op, values);
  b.block = otherwise;
  MlirOperation end = smr_build_yield(host, &b, values, result_count);
  mlirOperationMoveBefore(s->copied.op, end);
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

static void commit_blocks(Split *s, MlirValue condition, const void **parts) {
  SmrEmit *e = &s->emit;
  MlirBlock header = s->copied.blocks.header, pre = e->pre;
  MlirRegion region = mlirBlockGetParentRegion(header);
  uint32_t count = s->split->part_count, copies = condition.ptr ? count : count - 1;
  SMR_VEC(MlirBlock) before = {0};
  SMR_VEC(MlirValue) arguments = {0};
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(header); k++)
    if (!smr_block_loop_has(&s->copied.blocks, mlirBlockGetPredecessor(header, k)))
      smr_vec_push(&before, mlirBlockGetPredecessor(header, k));
  for (intptr_t a = 0; a < mlirBlockGetNumArguments(pre); a++)
    smr_vec_push(&arguments, mlirBlockGetArgument(pre, a));
  mlirRegionInsertOwnedBlockBefore(region, header, pre);
  e->pre = (MlirBlock){NULL};
  MlirBlock first = {NULL}, way = {NULL};
  for (uint32_t p = 0; p < copies; p++) {
    MlirBlock exiting = {NULL};
    SmrRenaming renaming = {.fresh = {0}};
    MlirBlock copy = smr_copied_blocks(&s->copied, p, region, header, e->loc, &renaming, &exiting);
    smr_renaming_free(&renaming);
    parts[p] = copy.ptr;
    if (way.ptr)
      jump(e, way, copy, arguments.data, arguments.size);
    first = first.ptr ? first : copy;
    if (p + 1 == count)
      break;
    way = smr_block_like(s->copied.blocks.exit, e->loc);
    mlirRegionInsertOwnedBlockBefore(region, header, way);
    mlirOperationSetSuccessor(mlirBlockGetTerminator(exiting), s->copied.blocks.exit_edge, way);
    restore(s, way);
  }
  if (condition.ptr) {
    branch(e, pre, condition, first, header, arguments.data, arguments.size);
  } else {
    jump(e, pre, first, arguments.data, arguments.size);
    jump(e, way, header, arguments.data, arguments.size);
    parts[count - 1] = header.ptr;
    smr_copied_keep(&s->copied, &s->copied.ops, count - 1);
  }
  for (uint32_t k = 0; k < before.size; k++)
    smr_block_redirect(before.data[k], header, pre);
  smr_vec_free(&before);
  smr_vec_free(&arguments);
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
  smr_copied_free(&s->copied);
  smr_vec_free(&s->saved);
}

bool smr_splice_split(SmrSplicer *splicer, const SmrSplitLoop *split, const void **parts,
                      const void **otherwise) {
  Split s = {.split = split, .copied = {.s = splicer}};
  SmrEmit *e = &s.emit;
  MlirValue condition = {NULL};
  const SmrSplicePlan nothing = {0};
  e->plan = &nothing;
  e->s = splicer;
  e->g = splicer->graph;
  e->context = splicer->context;
  bool ok = find_loop(&s) && find_stores(&s) && smr_copied_fits(&s.copied);
  if (ok) {
    e->entry = mlirBlockCreate(0, NULL, NULL);
    e->body = mlirBlockCreate(0, NULL, NULL);
    e->front = e->pre =
        s.copied.op.ptr ? mlirBlockCreate(0, NULL, NULL) : smr_block_like(s.copied.blocks.header, e->loc);
    e->block = e->pre;
    e->roots = &s.copied.op, e->root_count = s.copied.op.ptr != NULL;
    e->root_blocks = s.copied.blocks.blocks.data, e->root_block_count = s.copied.blocks.blocks.size;
    ok = build_guards(&s, &condition) && build_saved(&s);
  }
  if (ok) {
    *otherwise = condition.ptr ? smr_op(e->g, split->loop)->handle : NULL;
    if (s.copied.op.ptr)
      commit_ops(&s, condition, parts);
    else
      commit_blocks(&s, condition, parts);
    smr_mlir_blocks_changed(splicer);
  }
  release(&s);
  return ok;
}
