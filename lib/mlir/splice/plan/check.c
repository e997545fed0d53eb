//===- check.c - the last look before an edit ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Legality reasons about the graph, in which passes have promoted variables, forwarded values and dropped
// stores. The MLIR code still does all of that. So here, independently, every memory access of the MLIR ops
// that go away must be one that the graph's match accounts for, and nothing that moves may pass an access
// that the graph no longer has.
//===----------------------------------------------------------------------===//
#include "mlir/splice/plan/plan.h"

typedef struct {
  SmrEmit *e;
  bool ok;
} Check;

/// A store that a later one of the same code overwrites.
static bool overwritten(const Check *c, SmrOp store) {
  const SmrGraph *g = c->e->g;
  SmrValue ptr = smr_operand(g, store, 1);
  for (uint32_t op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->code == SMR_OP_STORE && op != store && smr_operand(g, op, 1) == ptr &&
        smr_emit_accounts(c->e, op))
      return true;
  return false;
}

static MlirWalkResult check_inside(MlirOperation op, void *data) {
  Check *c = data;
  const SmrGraph *g = c->e->g;
  if (!smr_mlir_is_store(c->e->s, op))
    return MlirWalkResultAdvance;
  uint32_t store = 0;
  smr_map_get(&c->e->s->accesses, smr_mlir_key(op.ptr), &store);
  if (store--) {
    const SmrOpData *found = smr_op(g, store);
    bool sunk = (found->flags & SMR_F_SUNK) != 0;
    if (smr_emit_accounts(c->e, store) ||
        (!found->block && !sunk && smr_is_slot(g, smr_operand(g, store, 1))) ||
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
  if (smr_op_access(c->e->s, op) == SMR_DESC_NONE)
    return MlirWalkResultAdvance;
  uint32_t access = 0;
  smr_map_get(&c->e->s->accesses, smr_mlir_key(op.ptr), &access);
  uint32_t late = 0;
  bool loads_too = smr_op_means(c->e->s, op)->handler == SMR_HANDLER_LINALG; // which nobody finds by the op
  if (access-- && !loads_too) {
    const SmrOpData *found = smr_op(g, access);
    SmrValue ptr = smr_operand(g, access, found->code == SMR_OP_STORE ? 1 : 0);
    smr_map_get(&c->e->late, access, &late);
    // moves.c looked at it where it stands; or a variable, which build_early keeps right; or the graph has
    // it elsewhere: a load may have left a loop around the roots, on no more than an assumption.
    if ((found->block && !late && !(found->flags & SMR_F_HOISTED)) || smr_is_slot(g, ptr) ||
        smr_emit_apart(c->e, ptr, found->code == SMR_OP_STORE))
      return MlirWalkResultAdvance;
  }
  c->ok = false;
  smr_emit_fail(c->e, "an access between the parts of the idiom is not accounted for");
  return MlirWalkResultInterrupt;
}

bool smr_splice_explained(SmrEmit *e, const MlirOperation *between, uint32_t between_count) {
  Check c = {.e = e, .ok = true};
  for (uint32_t r = 0; r < e->root_count && c.ok; r++)
    mlirOperationWalk(e->roots[r], check_inside, &c, MlirWalkPreOrder);
  for (uint32_t b = 0; b < e->root_block_count && c.ok; b++)
    for (MlirOperation op = mlirBlockGetFirstOperation(e->root_blocks[b]); op.ptr && c.ok;
         op = mlirOperationGetNextInBlock(op))
      mlirOperationWalk(op, check_inside, &c, MlirWalkPreOrder);
  for (uint32_t k = 0; k < between_count && c.ok; k++)
    mlirOperationWalk(between[k], check_between, &c, MlirWalkPreOrder);
  return c.ok;
}
