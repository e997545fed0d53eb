//===- gym.c - e-graphs as JSON for other extractors ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/gym.h"
#include "base/json.h"
#include "egraph/extract.h"
#include "egraph/internal.h"
#include <assert.h>
#include <math.h>

void smr_egraph_gym(SmrEgraph *g, const SmrCost *cost, const SmrClass *roots, uint32_t count, SmrStr *out) {
  assert(!g->repairs.size && "the graph is not rebuilt");
  // A class is named by its best node, which is there if any of its nodes is.
  SmrBest *best = smr_best_create(g, cost);
  smr_best_update(best);
  SMR_OWNED(SmrStr, smr_str_free) op = {0};
  smr_json_open(out, NULL, '{');
  smr_json_open(out, "nodes", '{');
  for (SmrNode n = 0; n < g->count; n++) {
    if (g->elements[n].op & SMR_NODE_DEAD)
      continue;
    uint32_t arity = smr_arity(g, smr_egraph_op(g, n));
    double own = smr_cost_own(cost, g, n);
    bool usable = own < INFINITY;
    for (uint32_t i = 0; i < arity; i++)
      usable &= smr_best_node(best, smr_egraph_children(g, n)[i]) != SMR_NO_CLASS;
    if (!usable)
      continue;
    smr_str_clear(&op);
    smr_operator_print(g->ops, smr_egraph_op(g, n), &op);
    smr_json_line(out, "  ");
    smr_json_value(out, NULL, "\"n%u\":{", n);
    smr_json_string(out, "op", smr_str_get(&op));
    smr_json_open(out, "children", '[');
    for (uint32_t i = 0; i < arity; i++)
      smr_json_value(out, NULL, "\"n%u\"", smr_best_node(best, smr_egraph_children(g, n)[i]));
    smr_str_putc(out, ']');
    smr_json_value(out, "eclass", "\"%u\"", smr_find(g, n));
    smr_json_value(out, "cost", "%.17g}", own);
  }
  smr_str_puts(out, "\n}");
  smr_json_open(out, "root_eclasses", '[');
  for (uint32_t i = 0; i < count; i++)
    smr_json_value(out, NULL, "\"%u\"", smr_find(g, roots[i]));
  smr_str_puts(out, "]}\n");
  smr_best_destroy(best);
}
