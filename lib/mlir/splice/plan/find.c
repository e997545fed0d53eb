//===- find.c - code that is made of blocks: what is replaced ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The parts of a match (loops made of blocks, single ops) stand in a chain: nothing but straight-line code
// lies between one and the next, and no other way leads in between. A part is entered through its header (or
// op) alone and left by one edge. Everything is read off MLIR's own blocks; the graph only names the headers.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/splice/plan/plan.h"

/// Its edges can be led elsewhere.
static bool can_redirect(SmrSplicer *s, MlirOperation op) {
  return smr_op_jump(s, op) != SMR_JUMP_NONE;
}

static bool is_jump(SmrSplicer *s, MlirOperation op) {
  return smr_op_jump(s, op) == SMR_JUMP_ONE;
}

//--- One loop ---------------------------------------------------------------------

bool smr_edge_operands(SmrSplicer *s, MlirOperation op, intptr_t edge, intptr_t *first, intptr_t *count) {
  if (is_jump(s, op)) {
    *first = 0;
    *count = mlirOperationGetNumOperands(op);
    return true;
  }
  MlirAttribute segments = smr_mlir_attribute(op, "operandSegmentSizes");
  if (smr_op_jump(s, op) != SMR_JUMP_TEST || mlirAttributeIsNull(segments) ||
      !mlirAttributeIsADenseI32Array(segments) || mlirDenseArrayGetNumElements(segments) < 3)
    return false;
  *first = 1 + (edge ? mlirDenseI32ArrayGetElement(segments, 1) : 0);
  *count = mlirDenseI32ArrayGetElement(segments, 1 + edge);
  return true;
}

static bool find_loop(SmrEmit *e, MlirBlock header, SmrBlockLoop *out) {
  MlirRegion region = mlirBlockGetParentRegion(header);
  if (mlirRegionIsNull(region) || !smr_block_loop_around(e->s, header, out))
    return smr_emit_fail(e, "part of the code has no place in MLIR"), false;
  uint32_t exits = 0;
  for (uint32_t b = 0; b < out->blocks.size; b++) {
    MlirBlock block = out->blocks.data[b];
    for (intptr_t k = 0; k < mlirBlockGetNumSuccessors(block); k++) {
      MlirBlock next = mlirBlockGetSuccessor(block, k);
      if (smr_block_loop_has(out, next))
        continue;
      ++exits;
      out->exiting = block;
      out->exit = next;
      out->exit_edge = k;
    }
    for (intptr_t k = 0; b && k < mlirBlockGetNumPredecessors(block); k++)
      if (!smr_block_loop_has(out, mlirBlockGetPredecessor(block, k)))
        return smr_emit_fail(e, "the loop is entered in its middle"), false;
  }
  if (exits != 1)
    return smr_emit_fail(e, "the loop is left from its middle"), false;
  if (!smr_edge_operands(e->s, mlirBlockGetTerminator(out->exiting), out->exit_edge, &out->exit_first,
                         &out->exit_count))
    return smr_emit_fail(e, "the loop is left by a jump that is not understood"), false;
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(header); k++) {
    MlirBlock before = mlirBlockGetPredecessor(header, k);
    if (!smr_block_loop_has(out, before) && !can_redirect(e->s, mlirBlockGetTerminator(before)))
      return smr_emit_fail(e, "the loop is entered by a jump that is not understood"), false;
  }
  for (intptr_t k = 0; k < mlirBlockGetNumSuccessors(out->exiting); k++)
    out->bottom |= mlirBlockEqual(mlirBlockGetSuccessor(out->exiting, k), header);
  return true;
}

//--- The chain ----------------------------------------------------------------------

static void add_part(SmrEmit *e, SmrChain *chain, SmrPart part) {
  uint32_t k = chain->parts.size;
  smr_vec_push(&chain->parts, part);
  for (; k > 0 && smr_before(e->g, part.root, chain->parts.data[k - 1].root); --k) {
    chain->parts.data[k] = chain->parts.data[k - 1];
    chain->parts.data[k - 1] = part;
  }
}

static bool find_parts(SmrEmit *e, const SmrSplicePlan *plan, SmrChain *chain) {
  const SmrGraph *g = e->g;
  for (uint32_t k = 0; k < plan->root_count; k++) {
    const SmrOpData *data = smr_op(g, plan->roots[k]);
    if (!data->handle)
      return smr_emit_fail(e, "part of the code has no place in MLIR"), false;
    if (!(data->flags & SMR_F_CFG))
      continue;
    SmrPart part = {.root = plan->roots[k]};
    bool ok = find_loop(e, (MlirBlock){data->handle}, &part.loop);
    for (uint32_t b = 0; b < part.loop.blocks.size; b++) {
      ok = ok && !smr_chain_in_loops(chain, part.loop.blocks.data[b]);
      smr_map_set(&chain->loop_blocks, smr_mlir_key(part.loop.blocks.data[b].ptr), 1);
      smr_vec_push(&chain->blocks, part.loop.blocks.data[b]);
    }
    chain->region = mlirBlockGetParentRegion((MlirBlock){data->handle});
    add_part(e, chain, part);
    if (!ok)
      return smr_emit_fail(e, "parts of the idiom share their code"), false;
  }
  for (uint32_t k = 0; k < plan->root_count; k++) {
    const SmrOpData *data = smr_op(g, plan->roots[k]);
    if (data->flags & SMR_F_CFG)
      continue;
    MlirOperation op = {data->handle};
    if (!mlirRegionIsNull(chain->region) && smr_chain_in_loops(chain, smr_mlir_block_in(chain->region, op))) {
      if (data->code != SMR_OP_STORE)
        return smr_emit_fail(e, "a result of the idiom is computed inside its loops"), false;
      continue; // a store that was sunk out of another root
    }
    MlirBlock block = mlirOperationGetBlock(op);
    if (mlirBlockIsNull(block) || mlirOperationEqual(mlirBlockGetTerminator(block), op))
      return smr_emit_fail(e, "the code ends a block, so nothing can stand in its place"), false;
    if (mlirRegionIsNull(chain->region))
      chain->region = mlirBlockGetParentRegion(block);
    if (!mlirRegionEqual(mlirBlockGetParentRegion(block), chain->region))
      return smr_emit_fail(e, "the parts of the idiom stand in different blocks"), false;
    bool known = false;
    for (uint32_t p = 0; p < chain->parts.size; p++)
      known |= chain->parts.data[p].op.ptr == op.ptr;
    if (!known)
      add_part(e, chain, (SmrPart){.root = plan->roots[k], .op = op});
  }
  return true;
}

static bool entered_from(SmrEmit *e, const SmrBlockLoop *loop, MlirBlock only) {
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(loop->header); k++) {
    MlirBlock before = mlirBlockGetPredecessor(loop->header, k);
    if (!mlirBlockEqual(before, only) && !smr_block_loop_has(loop, before))
      return smr_emit_fail(e, "another way leads between the parts of the idiom"), false;
  }
  return true;
}

/// Straight-line code from behind part p to part p + 1.
static bool walk_between(SmrEmit *e, SmrChain *chain, uint32_t p) {
  static const char message[] = "the parts of the idiom stand in different blocks";
  SmrPart *part = &chain->parts.data[p], *next = part + 1;
  MlirBlock block = part->op.ptr ? mlirOperationGetBlock(part->op) : part->loop.exit;
  MlirOperation op = part->op.ptr ? mlirOperationGetNextInBlock(part->op) : mlirBlockGetFirstOperation(block);
  if (!part->op.ptr && !next->op.ptr && mlirBlockEqual(block, next->loop.header)) // at once
    return entered_from(e, &next->loop, part->loop.exiting);
  for (bool fresh = !part->op.ptr;;) {
    if (fresh) {
      if (mlirBlockGetNumPredecessors(block) != 1 || smr_chain_in_loops(chain, block))
        return smr_emit_fail(e, "another way leads between the parts of the idiom"), false;
      smr_vec_push(&chain->between, ((SmrBetween){block, p}));
    }
    for (fresh = true; op.ptr && !mlirOperationEqual(op, next->op) &&
                       !mlirOperationEqual(op, mlirBlockGetTerminator(block));
         op = mlirOperationGetNextInBlock(op)) {
      if (smr_mlir_stays(e->s, op)) { // the graph leaves it out
        smr_map_set(&chain->glue, smr_mlir_key(op.ptr), 1);
        continue;
      }
      smr_map_set(&chain->moved_ops, smr_mlir_key(op.ptr), chain->moved.size);
      smr_vec_push(&chain->moved, ((SmrMoved){op, p}));
    }
    if (!op.ptr || (next->op.ptr && mlirOperationEqual(op, next->op)))
      return op.ptr || (smr_emit_fail(e, message), false);
    if (!is_jump(e->s, op))
      return smr_emit_fail(e, message), false;
    smr_map_set(&chain->glue, smr_mlir_key(op.ptr), 1);
    MlirBlock to = mlirOperationGetSuccessor(op, 0);
    if (!next->op.ptr && mlirBlockEqual(to, next->loop.header))
      return entered_from(e, &next->loop, block);
    block = to;
    op = mlirBlockGetFirstOperation(block);
  }
}

static void add_escape(SmrChain *chain, MlirValue value, uint32_t part, bool behind) {
  SmrEscape escape = {.value = value, .part = part, .behind = behind};
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    escape.moved |= smr_chain_used(chain, mlirOpOperandGetOwner(use), false);
    escape.outside |= smr_chain_used(chain, mlirOpOperandGetOwner(use), true);
  }
  if (escape.moved || escape.outside)
    smr_vec_push(&chain->escapes, escape);
}

static void add_results(SmrChain *chain, MlirOperation op, uint32_t part) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    add_escape(chain, mlirOperationGetResult(op, r), part, false);
}

bool smr_chain_find(SmrEmit *e, const SmrSplicePlan *plan, SmrChain *chain) {
  if (!find_parts(e, plan, chain))
    return false;
  if (!chain->parts.size)
    return smr_emit_fail(e, "part of the code has no place in MLIR"), false;
  for (uint32_t p = 0; p + 1 < chain->parts.size; p++)
    if (!walk_between(e, chain, p))
      return false;
  if (!smr_chain_hold(e, plan, chain))
    return false;
  for (uint32_t p = 0; p < chain->parts.size; p++) {
    const SmrPart *part = &chain->parts.data[p];
    if (part->op.ptr)
      add_results(chain, part->op, p);
    for (uint32_t b = 0; b < part->loop.blocks.size; b++) {
      MlirBlock block = part->loop.blocks.data[b];
      for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++)
        add_escape(chain, mlirBlockGetArgument(block, a), p, false);
      for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr; op = mlirOperationGetNextInBlock(op))
        add_results(chain, op, p);
    }
  }
  for (uint32_t b = 0; b < chain->between.size; b++)
    for (intptr_t a = 0; a < mlirBlockGetNumArguments(chain->between.data[b].block); a++)
      add_escape(chain, mlirBlockGetArgument(chain->between.data[b].block, a), chain->between.data[b].part,
                 true);
  return true;
}
