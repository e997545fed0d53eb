//===- reads.c - memory that the match has to do with ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "mlir/splice/value/value.h"

bool smr_emit_in_roots(const SmrEmit *e, SmrOp op) {
  return smr_inside_any(e->g, op, e->plan->roots, e->plan->root_count);
}

bool smr_emit_accounts(const SmrEmit *e, SmrOp access) {
  if (smr_op(e->g, access)->block && smr_emit_in_roots(e, access))
    return true;
  for (uint32_t k = 0; k < e->plan->store_count; k++)
    if (e->plan->stores[k].store == access)
      return true;
  return false;
}

bool smr_emit_apart(const SmrEmit *e, SmrValue ptr, bool store) {
  const SmrGraph *g = e->g;
  SmrValue base = smr_base_of(g, ptr);
  for (uint32_t op = 1; op < g->ops.size; op++) {
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    if ((code != SMR_OP_STORE && (code != SMR_OP_LOAD || !store)) || !smr_emit_accounts(e, op))
      continue;
    if (smr_alias_bases(g, base, smr_base_of(g, smr_operand(g, op, code == SMR_OP_STORE))) != SMR_ALIAS_NO)
      return false;
  }
  return true;
}

bool smr_emit_written(const SmrEmit *e, SmrValue ptr) {
  const SmrGraph *g = e->g;
  SmrValue base = smr_base_of(g, ptr);
  for (uint32_t op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->code == SMR_OP_STORE && smr_emit_accounts(e, op) &&
        smr_alias_bases(g, base, smr_base_of(g, smr_operand(g, op, 1))) == SMR_ALIAS_MUST)
      return true;
  return false;
}

bool smr_emit_held_sets(const SmrEmit *e, MlirValue variable) {
  for (uint32_t k = 0; k < e->held_op_count; k++)
    if (smr_mlir_stores_to(e->s, e->held_ops[k], variable))
      return true;
  for (uint32_t k = 0; e->chain && k < e->chain->held.size; k++)
    if (smr_mlir_stores_to(e->s, e->chain->held.data[k], variable))
      return true;
  return false;
}

bool smr_emit_reads_only(const SmrEmit *e, SmrOp op) {
  const SmrGraph *g = e->g;
  MlirOperation load = {smr_op(g, op)->handle};
  if (mlirOperationGetNumOperands(load) < 1 || mlirOperationGetNumResults(load) != 1)
    return false;
  SmrValue ptr = smr_operand(g, op, 0);
  bool slot = smr_is_slot(g, ptr), inside = false;
  MlirValue variable = smr_mlir_slot(e->s, smr_mlir_loaded_from(e->s, load));
  for (uint32_t r = 0; r < e->root_count; r++) {
    inside |= mlirOperationEqual(e->roots[r], e->at) && smr_mlir_inside(load, e->roots[r]);
    if (slot && smr_mlir_stores_to(e->s, e->roots[r], variable))
      return false;
  }
  for (uint32_t b = 0; b < e->root_block_count; b++)
    for (MlirOperation in = mlirBlockGetFirstOperation(e->root_blocks[b]); in.ptr;
         in = mlirOperationGetNextInBlock(in)) {
      inside |= smr_mlir_inside(load, in);
      if (slot && smr_mlir_stores_to(e->s, in, variable))
        return false;
    }
  if (slot && ((e->chain && smr_chain_sets(e->s, e->chain, variable)) || smr_emit_held_sets(e, variable)))
    return false;
  return inside && (slot || smr_emit_apart(e, ptr, false));
}
