//===- check.c - the last look before an edit ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Legality reasons about the graph, in which passes have promoted variables, forwarded values and dropped
// stores. The MLIR code still does all of that. So here, independently, every memory access of the MLIR ops
// that go away must be one that the graph's match accounts for, and nothing that moves may pass an access
// that the graph no longer has.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "mlir/splice/internal.h"

typedef struct {
  SmrEmit *e;
  const SmrSpliceCall *call;
  bool ok;
} Check;

static bool in_roots(const Check *c, SmrOp op) {
  for (uint32_t r = 0; r < c->call->root_count; ++r)
    if (smr_inside(c->e->g, op, c->call->roots[r]))
      return true;
  return false;
}

static bool is_slot(const SmrGraph *g, SmrValue ptr) {
  SmrOp def = smr_def(g, ptr);
  return def && smr_op(g, def)->code == SMR_OP_ALLOCA;
}

static bool done_after(const Check *c, SmrOp store) {
  for (uint32_t k = 0; k < c->call->store_count; ++k)
    if (c->call->stores[k].store == store)
      return true;
  return false;
}

/// A store that a later one of the same code overwrites.
static bool overwritten(const Check *c, SmrOp store) {
  const SmrGraph *g = c->e->g;
  SmrValue ptr = smr_operand(g, store, 1);
  for (uint32_t op = 1; op < g->ops.size; ++op)
    if (smr_op(g, op)->code == SMR_OP_STORE && op != store && smr_operand(g, op, 1) == ptr &&
        ((smr_op(g, op)->block && in_roots(c, op)) || done_after(c, op)))
      return true;
  return false;
}

/// No access of the roots touches the same object, one of the two being a store.
static bool apart_from_roots(const Check *c, SmrValue ptr, bool store) {
  const SmrGraph *g = c->e->g;
  SmrValue base = smr_base_of(g, ptr);
  for (uint32_t op = 1; op < g->ops.size; ++op) {
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    if ((code != SMR_OP_STORE && (code != SMR_OP_LOAD || !store)) ||
        !((smr_op(g, op)->block && in_roots(c, op)) || done_after(c, op)))
      continue;
    if (smr_alias_bases(g, base, smr_base_of(g, smr_operand(g, op, code == SMR_OP_STORE))) != SMR_ALIAS_NO)
      return false;
  }
  return true;
}

bool smr_emit_reads_only(const SmrEmit *e, SmrOp op) {
  const SmrGraph *g = e->g;
  MlirOperation load = {smr_op(g, op)->handle};
  if (mlirOperationGetNumOperands(load) < 1 || mlirOperationGetNumResults(load) != 1)
    return false;
  SmrValue ptr = smr_operand(g, op, 0);
  bool slot = is_slot(g, ptr), inside = false;
  MlirValue variable = smr_mlir_slot(e->s, smr_mlir_loaded_from(e->s, load));
  for (uint32_t r = 0; r < e->root_count; ++r) {
    inside |= mlirOperationEqual(e->roots[r], e->at) && smr_mlir_inside(load, e->roots[r]);
    if (slot && smr_mlir_stores_to(e->s, e->roots[r], variable))
      return false;
  }
  for (uint32_t b = 0; b < e->root_block_count; ++b)
    for (MlirOperation in = mlirBlockGetFirstOperation(e->root_blocks[b]); in.ptr;
         in = mlirOperationGetNextInBlock(in)) {
      inside |= smr_mlir_inside(load, in);
      if (slot && smr_mlir_stores_to(e->s, in, variable))
        return false;
    }
  if (slot && smr_chain_sets(e, variable))
    return false;
  Check c = {.e = (SmrEmit *)(uintptr_t)e, .call = e->call};
  return inside && (slot || apart_from_roots(&c, ptr, false));
}

static MlirWalkResult check_inside(MlirOperation op, void *data) {
  Check *c = data;
  const SmrGraph *g = c->e->g;
  if (!smr_mlir_is_store(c->e->s, op))
    return MlirWalkResultAdvance;
  uint32_t store = 0;
  smr_map_get(&c->e->s->accesses, (uint64_t)(uintptr_t)op.ptr, &store);
  if (store--) {
    const SmrOpData *found = smr_op(g, store);
    bool sunk = (found->flags & SMR_F_SUNK) != 0;
    if ((found->block && in_roots(c, store)) || done_after(c, store) ||
        (!found->block && !sunk && is_slot(g, smr_operand(g, store, 1))) ||
        (!found->block && overwritten(c, store)))
      return MlirWalkResultAdvance;
  }
  c->ok = false;
  smr_emit_fail(c->e, "a store inside the code is not accounted for");
  return MlirWalkResultInterrupt;
}

/// Between the parts of an idiom, which run later than they stood.
static MlirWalkResult check_between(MlirOperation op, void *data) {
  Check *c = data;
  const SmrGraph *g = c->e->g;
  if (smr_op_means(c->e->s, op)->access == SMR_ACCESS_NONE)
    return MlirWalkResultAdvance;
  uint32_t access = 0;
  smr_map_get(&c->e->s->accesses, (uint64_t)(uintptr_t)op.ptr, &access);
  if (access--) {
    const SmrOpData *found = smr_op(g, access);
    SmrValue ptr = smr_operand(g, access, found->code == SMR_OP_STORE ? 1 : 0);
    // Legality looked at it where it stands; or a variable, which build_early keeps right; or the graph has
    // it elsewhere: a load may have left a loop around the roots, on no more than an assumption.
    if ((found->block && !(found->flags & SMR_F_HOISTED)) || is_slot(g, ptr) ||
        apart_from_roots(c, ptr, found->code == SMR_OP_STORE))
      return MlirWalkResultAdvance;
  }
  c->ok = false;
  smr_emit_fail(c->e, "an access between the parts of the idiom is not accounted for");
  return MlirWalkResultInterrupt;
}

bool smr_splice_explained(SmrEmit *e, const SmrSpliceCall *call, const MlirOperation *between,
                          uint32_t between_count) {
  Check c = {.e = e, .call = call, .ok = true};
  for (uint32_t r = 0; r < e->root_count && c.ok; ++r)
    mlirOperationWalk(e->roots[r], check_inside, &c, MlirWalkPreOrder);
  for (uint32_t b = 0; b < e->root_block_count && c.ok; ++b)
    for (MlirOperation op = mlirBlockGetFirstOperation(e->root_blocks[b]); op.ptr && c.ok;
         op = mlirOperationGetNextInBlock(op))
      mlirOperationWalk(op, check_inside, &c, MlirWalkPreOrder);
  for (uint32_t k = 0; k < between_count && c.ok; ++k)
    mlirOperationWalk(between[k], check_between, &c, MlirWalkPreOrder);
  return c.ok;
}
