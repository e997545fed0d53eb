//===- missed.c - what keeps equations from being calls ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/missed.h"
#include "cover/left.h"

static bool is_served(const SmrCoverPlan *plan, uint32_t equation) {
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t q = 0; plan->steps[s].call_count && q < plan->steps[s].equation_count; q++)
      if (plan->steps[s].equations[q] == equation)
        return true;
  return false;
}

void smr_missed_equations(SmrCovering *covering, SmrNest nest, const SmrCoverPlan *plan) {
  const SmrGraph *g = covering->plain;
  const SmrCanonical *canonical = plan->canonical;
  for (uint32_t k = 0; k < canonical->equations->equations.size; k++) {
    const SmrOrigin *origin = &canonical->origins.data[k];
    SmrOp maker = smr_left_maker(g, canonical, origin->from[origin->from_count - 1]);
    SmrOp loop = smr_outermost_loop(g, maker, nest.block);
    if (loop && plan->missed[k].likeness && !is_served(plan, k))
      smr_vec_push(&covering->missed, ((SmrMissedNest){.loop = loop, .missed = plan->missed[k]}));
  }
}

void smr_missed_unread(SmrCovering *covering, const SmrRaisedNest *nest) {
  if (smr_is_loop(covering->plain, nest->nest.first))
    smr_vec_push(&covering->missed, ((SmrMissedNest){.loop = nest->nest.first, .why = nest->why}));
}
