//===- moves.c - what stands between the roots in the graph -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// It will run before all of them. A load that may read what an earlier root writes cannot: it stays with the
// roots (hold.c). Behind the guards, which say that different objects are apart, it may be done before them.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "mlir/splice/plan/plan.h"

/// May the op, which is no root, touch what roots before it touch? Loads are noted.
static bool stays_apart(SmrEmit *e, SmrOp op, const SmrEffects *before) {
  SmrEffects own = {0};
  smr_effects_collect(e->g, op, &own);
  bool meet = smr_effects_meet(e->g, &own, before);
  smr_effects_free(&own);
  if (!meet)
    return true;
  if (smr_op(e->g, op)->code != SMR_OP_LOAD || smr_op(e->g, op)->flags & SMR_F_VOLATILE)
    return smr_emit_fail(e, "a statement between the parts of the idiom touches the same memory"), false;
  smr_map_set(&e->late, op, 1);
  return true;
}

bool smr_splice_moves(SmrEmit *e) {
  const SmrGraph *g = e->g;
  const SmrSplicePlan *plan = e->plan;
  SmrOp first = plan->roots[0], last = first;
  for (uint32_t r = 1; r < plan->root_count; r++) {
    if (smr_op(g, plan->roots[r])->block != smr_op(g, first)->block)
      return smr_emit_fail(e, "the parts of the idiom stand in different blocks"), false;
    first = smr_before(g, plan->roots[r], first) ? plan->roots[r] : first;
    last = smr_before(g, last, plan->roots[r]) ? plan->roots[r] : last;
  }
  SmrEffects before = {0};
  bool ok = true;
  for (SmrOp op = first; op != last && ok; op = smr_op(g, op)->next) {
    if (smr_is_among(plan->roots, plan->root_count, op))
      smr_effects_collect(g, op, &before);
    else if (!smr_opcode_pure((SmrOpcode)smr_op(g, op)->code))
      ok = stays_apart(e, op, &before);
  }
  smr_effects_free(&before);
  return ok;
}
