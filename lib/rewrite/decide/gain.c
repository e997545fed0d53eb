//===- gain.c - what covering a nest gains ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/gain.h"
#include "match/rounds.h"

static uint32_t depth_of(const SmrGraph *g, SmrOp op) {
  uint32_t depth = 0;
  for (; op; op = smr_parent(g, op))
    depth += smr_op(g, op)->code == SMR_OP_LOOP;
  return depth;
}

SmrOp smr_gain_loop(const SmrGraph *g, const SmrCanonical *canonical, uint32_t equation) {
  const SmrOrigin *origin = &canonical->origins.data[equation];
  SmrOp best = 0;
  for (uint32_t k = 0; k < origin->from_count; k++) {
    const SmrRaisedEquation *e = &canonical->source->equations.data[origin->from[k]];
    SmrOp op = e->store ? e->store : smr_def(g, canonical->source->arrays.data[e->array].result);
    SmrOp loop = op ? smr_round_loop(g, op) : 0;
    if (loop && (!best || depth_of(g, loop) > depth_of(g, best)))
      best = loop;
  }
  return best;
}
