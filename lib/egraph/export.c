//===- export.c - e-graphs for other programs ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/export.h"
#include <math.h>
#include <string.h>

void smr_json_string(SmrStr *out, const char *text) {
  smr_str_putc(out, '"');
  for (const char *c = text; *c; c++)
    if (*c == '"' || *c == '\\')
      smr_str_printf(out, "\\%c", *c);
    else if ((unsigned char)*c < ' ')
      smr_str_printf(out, "\\u%04x", *c);
    else
      smr_str_putc(out, *c);
  smr_str_putc(out, '"');
}

static bool is_root(SmrEgraph *g, const SmrClass *roots, uint32_t count, SmrClass c) {
  for (uint32_t i = 0; i < count; i++)
    if (smr_egraph_find(g, roots[i]) == c)
      return true;
  return false;
}

static const char *label(SmrEgraph *g, SmrNode n, SmrStr *scratch) {
  smr_str_clear(scratch);
  smr_op_print(smr_egraph_ops(g), smr_egraph_op(g, n), scratch);
  return smr_str_get(scratch);
}

static uint32_t arity(SmrEgraph *g, SmrNode n) {
  return smr_op_info(smr_egraph_ops(g), smr_egraph_op(g, n))->arity;
}

// for_each_node(g, c, n): the live nodes of the canonical classes.
#define for_each_node(g, c, n)                                                                               \
  for (SmrClass c = 0; c < smr_egraph_elements(g); c++)                                                      \
    if (smr_egraph_find(g, c) == c)                                                                          \
      for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n))

void smr_egraph_dot(SmrEgraph *g, const SmrClass *roots, uint32_t count, SmrStr *out) {
  SmrStr scratch = {0};
  smr_str_puts(out, "digraph egraph {\n  compound=true\n  clusterrank=local\n");
  for (SmrClass c = 0; c < smr_egraph_elements(g); c++) {
    if (smr_egraph_find(g, c) != c || smr_egraph_first(g, c) == SMR_NO_CLASS)
      continue;
    smr_str_printf(out, "  subgraph cluster_%u {\n    style=%s\n", c,
                   is_root(g, roots, count, c) ? "bold" : "dotted");
    for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)) {
      smr_str_printf(out, "    n%u [label=", n);
      smr_json_string(out, label(g, n, &scratch));
      smr_str_puts(out, "]\n");
    }
    smr_str_puts(out, "  }\n");
  }
  for_each_node(g, c, n) for (uint32_t i = 0; i < arity(g, n); i++) {
    SmrClass child = smr_egraph_find(g, smr_egraph_children(g, n)[i]);
    SmrNode to = smr_egraph_first(g, child);
    // (An arrow to its own box would not be drawn.)
    if (child == c)
      smr_str_printf(out, "  n%u -> n%u [label=\"%u\"]\n", n, n, i);
    else
      smr_str_printf(out, "  n%u -> n%u [lhead=cluster_%u, label=\"%u\"]\n", n, to, child, i);
  }
  smr_str_puts(out, "}\n");
  smr_str_free(&scratch);
}

void smr_egraph_json(SmrEgraph *g, const SmrClass *roots, uint32_t count, SmrNodeCostFn cost, void *user,
                     SmrStr *out) {
  SmrStr scratch = {0};
  const char *separator = "";
  smr_str_puts(out, "{\"nodes\": {");
  for_each_node(g, c, n) {
    smr_str_printf(out, "%s\n  \"n%u\": {\"op\": ", separator, n);
    smr_json_string(out, label(g, n, &scratch));
    smr_str_puts(out, ", \"children\": [");
    for (uint32_t i = 0; i < arity(g, n); i++)
      smr_str_printf(out, "%s\"n%u\"", i ? ", " : "",
                     smr_egraph_first(g, smr_egraph_find(g, smr_egraph_children(g, n)[i])));
    double own = cost ? cost(user, g, n) : 1;
    smr_str_printf(out, "], \"eclass\": \"%u\", \"cost\": %.17g}", c, isfinite(own) ? own : 1e300);
    separator = ",";
  }
  smr_str_puts(out, "\n}, \"root_eclasses\": [");
  for (uint32_t i = 0; i < count; i++)
    smr_str_printf(out, "%s\"%u\"", i ? ", " : "", smr_egraph_find(g, roots[i]));
  smr_str_puts(out, "]}\n");
  smr_str_free(&scratch);
}
