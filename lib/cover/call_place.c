//===- call_place.c - where a call is told of -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Several loops may become one equation (a sum that goes on over three of them), and that several calls: who
// reads the report looks for each of his loops.
//===----------------------------------------------------------------------===//
#include "cover/call_place.h"
#include "cover/left.h"

static bool names_value(const SmrGraph *g, SmrOp op, SmrValue value) {
  for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++)
    if (smr_operand(g, op, k) == value)
      return true;
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
    SmrBlock body = smr_body_block(g, op, r);
    for (SmrOp in = body ? g->blocks.data[body].first : 0; in; in = smr_op(g, in)->next)
      if (names_value(g, in, value))
        return true;
  }
  return false;
}

typedef struct {
  const SmrGraph *g;
  const SmrOfferCall *call;
  uint32_t before, most; // most: arrays of the call's that the best loop has
  SmrOp best;
} Placing;

/// A loop is the place of one call of a step.
static void consider(Placing *p, SmrOp loop) {
  uint32_t shared = 0;
  for (uint32_t k = 1; k <= p->before; k++)
    if ((p->call - k)->at == loop)
      return;
  for (uint32_t a = 0; a < p->call->arg_count; a++) {
    const SmrPassed *arg = &p->call->passed[a];
    shared += arg->kind == SMR_PASS_ARRAY && names_value(p->g, loop, arg->value);
  }
  if (shared && shared >= p->most)
    p->best = loop, p->most = shared;
}

SmrOp smr_call_place(const SmrGraph *plain, const SmrCoverPlan *plan, const SmrCoverStep *step, SmrNest nest,
                     const SmrOfferCall *call, uint32_t before) {
  Placing p = {.g = plain, .call = call, .before = before};
  const SmrOrigin *origin = &plan->canonical->origins.data[step->calls[0].equation];
  SmrOp loop = 0, op = 0;
  for (uint32_t k = 0; k < origin->from_count; k++) {
    op = smr_left_root(plain, nest, smr_left_maker(plain, plan->canonical, origin->from[k]));
    if (op && smr_op(plain, op)->region_count)
      consider(&p, loop = op);
    else // what is computed behind loops
      for (SmrOp in = op ? nest.first : 0; in && in != op; in = smr_op(plain, in)->next)
        if (smr_op(plain, in)->region_count)
          consider(&p, loop = in);
  }
  return p.best ? p.best : loop ? loop : op ? op : nest.first;
}
