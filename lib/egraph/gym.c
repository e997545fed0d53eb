//===- gym.c - e-graphs as JSON for other extractors ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/gym.h"
#include "egraph/extract.h"
#include "egraph/internal.h"
#include <assert.h>
#include <math.h>

static void print_json(const char *text, SmrStr *out) {
  smr_str_putc(out, '"');
  for (const unsigned char *s = (const unsigned char *)text; *s; s++)
    if (*s == '"' || *s == '\\')
      smr_str_printf(out, "\\%c", *s);
    else if (*s < 0x20)
      smr_str_printf(out, "\\u%04x", *s);
    else
      smr_str_putc(out, (char)*s);
  smr_str_putc(out, '"');
}

void smr_egraph_gym(SmrEgraph *g, const SmrCost *cost, const SmrClass *roots, uint32_t count, SmrStr *out) {
  assert(!g->repairs.size && "the graph is not rebuilt");
  // A class is named by its best node, which is there if any of its nodes is.
  SmrBest *best = smr_best_create(g, cost);
  smr_best_update(best);
  SmrStr op = {0};
  const char *separator = "";
  smr_str_puts(out, "{\"nodes\": {");
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
    smr_str_printf(out, "%s\n  \"n%u\": {\"op\": ", separator, n);
    print_json(smr_str_get(&op), out);
    smr_str_puts(out, ", \"children\": [");
    for (uint32_t i = 0; i < arity; i++)
      smr_str_printf(out, "%s\"n%u\"", i ? ", " : "", smr_best_node(best, smr_egraph_children(g, n)[i]));
    smr_str_printf(out, "], \"eclass\": \"%u\", \"cost\": %.17g}", smr_find(g, n), own);
    separator = ",";
  }
  smr_str_puts(out, "\n}, \"root_eclasses\": [");
  for (uint32_t i = 0; i < count; i++)
    smr_str_printf(out, "%s\"%u\"", i ? ", " : "", smr_find(g, roots[i]));
  smr_str_puts(out, "]}\n");
  smr_str_free(&op);
  smr_best_destroy(best);
}
