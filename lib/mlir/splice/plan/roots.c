//===- roots.c - what is replaced ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Code that is made of blocks is a chain (find.c). Else the roots are ops of one block. Where the graph has
// no op for what stands around a root (C's scopes), that goes with it.
//===----------------------------------------------------------------------===//
#include "mlir/splice/plan/plan.h"

/// LLVM has no ops with regions; elsewhere a loop may be made of blocks.
static bool is_chain(const SmrSplice *s) {
  bool blocks = s->emit.s->host->flat;
  for (uint32_t k = 0; k < s->plan->root_count; k++)
    blocks |= (smr_op(s->emit.g, s->plan->roots[k])->flags & SMR_F_CFG) != 0;
  return blocks;
}

static bool find_chain(SmrSplice *s) {
  SmrChain *chain = &s->chain;
  if (!smr_chain_find(&s->emit, s->plan, chain))
    return false;
  for (uint32_t p = 0; p < chain->parts.size; p++)
    if (chain->parts.data[p].op.ptr)
      smr_vec_push(&s->roots, chain->parts.data[p].op);
  s->emit.chain = chain;
  return true;
}

static void add_root(SmrSplice *s, MlirOperation op) {
  if (smr_splice_in_roots(s, op))
    return; // a store that was sunk out of another root
  for (uint32_t r = 0; r < s->roots.size; r++)
    if (smr_mlir_inside(s->roots.data[r], op))
      s->roots.data[r--] = s->roots.data[--s->roots.size];
  smr_vec_push(&s->roots, op);
}

//--- Scopes --------------------------------------------------------------------------

bool smr_splice_is_scope(const SmrSplicer *s, MlirOperation op) {
  const SmrGraph *g = s->graph;
  if (mlirOperationEqual(op, s->function) || mlirOperationGetNumResults(op) ||
      mlirOperationGetNumRegions(op) != 1)
    return false;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (mlirBlockIsNull(block) || mlirBlockGetNumArguments(block) ||
      !mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
    return false;
  for (SmrOp k = 1; k < g->ops.size; k++)
    if (smr_op(g, k)->block && smr_op(g, k)->handle == op.ptr)
      return false;
  return true;
}

/// Goes with the roots: it makes a variable, a value or a note, reads, or sets a variable (that the graph has
/// made a value of: check.c sees to it).
static bool comes_along(const SmrSplice *s, MlirOperation op) {
  SmrSplicer *splicer = s->emit.s;
  const SmrOpDesc *desc = smr_op_means(splicer, op);
  SmrDescAccess access = smr_op_access(splicer, op);
  bool last = mlirOperationIsNull(mlirOperationGetNextInBlock(op)); // a terminator, perhaps not registered
  if (smr_splice_in_roots(s, op) || last)
    return true;
  if (mlirOperationGetNumRegions(op))
    return false;
  return desc->local || desc->copy || desc->renames || desc->note || smr_splice_computes(splicer, op) ||
         (access == SMR_DESC_STORE && smr_mlir_variable(splicer, smr_mlir_stored_to(splicer, op)).ptr);
}

/// The scope around the op, with no more in it than comes along; null when there is none.
static MlirOperation scope_of(const SmrSplice *s, MlirOperation op) {
  const MlirOperation none = {NULL};
  MlirOperation scope = mlirOperationGetParentOperation(op);
  if (!scope.ptr || !smr_splice_is_scope(s->emit.s, scope))
    return none;
  MlirBlock block = mlirOperationGetBlock(op);
  for (MlirOperation in = mlirBlockGetFirstOperation(block); in.ptr; in = mlirOperationGetNextInBlock(in))
    if (!comes_along(s, in))
      return none;
  return scope;
}

static uint32_t depth_of(MlirOperation op) {
  uint32_t depth = 0;
  while ((op = mlirOperationGetParentOperation(op)).ptr)
    ++depth;
  return depth;
}

static bool in_one_block(const SmrSplice *s) {
  for (uint32_t r = 0; r < s->roots.size; r++)
    if (!mlirBlockEqual(mlirOperationGetBlock(s->roots.data[r]), mlirOperationGetBlock(s->roots.data[0])))
      return false;
  return true;
}

/// The innermost roots give way to their scopes, until all stand in one block.
static bool widen(SmrSplice *s) {
  while (!in_one_block(s)) {
    uint32_t deepest = 0;
    for (uint32_t r = 1; r < s->roots.size; r++)
      if (depth_of(s->roots.data[r]) > depth_of(s->roots.data[deepest]))
        deepest = r;
    // Of several that are equally deep any will do: each must leave its block, but for those beside another.
    MlirOperation scope = scope_of(s, s->roots.data[deepest]);
    if (!scope.ptr)
      return smr_emit_fail(&s->emit, "the parts of the idiom stand in different blocks"), false;
    add_root(s, scope);
  }
  return true;
}

//--- All -----------------------------------------------------------------------------

static void sort(SmrSplice *s) {
  for (uint32_t i = 0; i < s->roots.size; i++)
    for (uint32_t j = i; j > 0 && smr_mlir_before(s->emit.s, s->roots.data[j], s->roots.data[j - 1]); --j) {
      MlirOperation swap = s->roots.data[j];
      s->roots.data[j] = s->roots.data[j - 1];
      s->roots.data[j - 1] = swap;
    }
}

bool smr_splice_find_roots(SmrSplice *s) {
  const SmrGraph *g = s->emit.g;
  if (is_chain(s))
    return find_chain(s);
  for (uint32_t k = 0; k < s->plan->root_count; k++) {
    MlirOperation op = {smr_op(g, s->plan->roots[k])->handle};
    if (!op.ptr || mlirBlockIsNull(mlirOperationGetBlock(op)))
      return smr_emit_fail(&s->emit, "part of the code has no place in MLIR"), false;
    if (smr_op_means(s->emit.s, op)->framed)
      op = mlirOperationGetParentOperation(op);
    if (mlirOperationEqual(mlirBlockGetTerminator(mlirOperationGetBlock(op)), op))
      return smr_emit_fail(&s->emit, "the code ends a block, so nothing can stand in its place"), false;
    add_root(s, op);
  }
  if (!widen(s))
    return false;
  sort(s);
  return true;
}
