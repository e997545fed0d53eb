//===- dot.c - e-graphs as pictures --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An edge ends at a class' first node and is cut at the cluster's border (lhead); one from a class to itself
// goes to the node, as Graphviz draws no edge from inside a cluster to its border.
//===----------------------------------------------------------------------===//
#include "egraph/dot.h"
#include "egraph/internal.h"
#include <assert.h>

static void print_quoted(const SmrOperators *ops, SmrOperator op, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_operator_print(ops, op, &name);
  for (const char *s = smr_str_get(&name); *s; s++) {
    if (*s == '"' || *s == '\\')
      smr_str_putc(out, '\\');
    smr_str_putc(out, *s);
  }
}

static void print_class(SmrEgraph *g, SmrBest *best, SmrClass c, SmrStr *out) {
  smr_str_printf(out, "  subgraph cluster_%u {\n    label=\"%u\"; style=dotted;\n", c, c);
  SmrNode chosen = best ? smr_best_node(best, c) : SMR_NO_CLASS;
  for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)) {
    smr_str_printf(out, "    n%u [label=\"", n);
    print_quoted(g->ops, smr_egraph_op(g, n), out);
    smr_str_puts(out, n == chosen ? "\", style=bold];\n" : "\"];\n");
  }
  smr_str_puts(out, "  }\n");
}

static void print_edges(SmrEgraph *g, SmrBest *best, SmrClass c, SmrStr *out) {
  SmrNode chosen = best ? smr_best_node(best, c) : SMR_NO_CLASS;
  for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)) {
    uint32_t arity = smr_arity(g, smr_egraph_op(g, n));
    for (uint32_t i = 0; i < arity; i++) {
      SmrClass child = smr_egraph_children(g, n)[i];
      smr_str_printf(out, "  n%u -> n%u [", n, smr_egraph_first(g, child));
      if (arity > 1)
        smr_str_printf(out, "taillabel=\"%u\"", i);
      if (child != c)
        smr_str_printf(out, "%slhead=cluster_%u", arity > 1 ? ", " : "", child);
      if (n == chosen)
        smr_str_printf(out, "%sstyle=bold", arity > 1 || child != c ? ", " : "");
      smr_str_puts(out, "];\n");
    }
  }
}

void smr_egraph_dot(SmrEgraph *g, const SmrDotOptions *options, SmrStr *out) {
  assert(!g->repairs.size && "the graph is not rebuilt");
  static const SmrDotOptions none = {0};
  const SmrDotOptions *o = options ? options : &none;
  unsigned char *drawn = smr_xcalloc(g->count + 1u, 1);
  SMR_VEC(SmrClass) work = {0};
  for (uint32_t i = 0; i < o->root_count; i++) {
    SmrClass c = smr_find(g, o->roots[i]);
    if (!drawn[c]) {
      drawn[c] = 1;
      smr_vec_push(&work, c);
    }
  }
  while (work.size) {
    SmrClass c = smr_vec_pop(&work);
    for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n))
      for (uint32_t i = 0; i < smr_arity(g, smr_egraph_op(g, n)); i++) {
        SmrClass child = smr_egraph_children(g, n)[i];
        if (!drawn[child]) {
          drawn[child] = 1;
          smr_vec_push(&work, child);
        }
      }
  }
  smr_vec_free(&work);
  smr_str_puts(out, "digraph egraph {\n  compound=true;\n  node [shape=box];\n");
  for (SmrClass c = 0; c < g->count; c++)
    if (g->parent[c] == c && (drawn[c] || !o->root_count))
      print_class(g, o->best, c, out);
  for (SmrClass c = 0; c < g->count; c++)
    if (g->parent[c] == c && (drawn[c] || !o->root_count))
      print_edges(g, o->best, c, out);
  smr_str_puts(out, "}\n");
  free(drawn);
}
