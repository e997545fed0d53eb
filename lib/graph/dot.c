//===- dot.c - drawing graphs with Graphviz -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A region is a cluster, an op a node, an operand an edge (labelled with its number), the order of the ops of
// a block a dotted edge, a successor a dashed one.
//===----------------------------------------------------------------------===//
#include "graph/graph.h"

static void draw_source(const SmrGraph *g, SmrValue value, SmrStr *out) {
  const SmrValueData *data = &g->values.data[value];
  if (data->def)
    smr_str_printf(out, "op%u", data->def);
  else
    smr_str_printf(out, "arg%u", value);
}

static void draw_region(const SmrGraph *g, SmrRegion region, SmrStr *out);

static void draw_op(const SmrGraph *g, SmrOp op, SmrStr *out) {
  const SmrOpData *data = smr_op(g, op);
  smr_str_printf(out, "op%u [label=\"%s", op, smr_opcode_name(data->code));
  if (data->name) {
    smr_str_putc(out, ' ');
    smr_str_escape(out, smr_intern_text(g->symbols, data->name));
  }
  if (data->imm)
    smr_str_printf(out, " %lld", (long long)data->imm);
  smr_str_puts(out, "\"];\n");
  for (uint32_t k = 0; k < data->operand_count; k++) {
    draw_source(g, smr_operand(g, op, k), out);
    smr_str_printf(out, " -> op%u [label=\"%u\"];\n", op, k);
  }
  if (data->next)
    smr_str_printf(out, "op%u -> op%u [style=dotted, color=gray];\n", op, data->next);
  for (uint32_t s = 0; s < 2; s++)
    if (data->succ[s])
      smr_str_printf(out, "op%u -> block%u [style=dashed];\n", op, data->succ[s]);
  for (uint32_t k = 0; k < data->region_count; k++) {
    smr_str_printf(out, "subgraph cluster_r%u {\nlabel=\"%s %u\";\n", data->region_first + k,
                   smr_opcode_name(data->code), k);
    draw_region(g, data->region_first + k, out);
    smr_str_puts(out, "}\n");
  }
}

static void draw_region(const SmrGraph *g, SmrRegion region, SmrStr *out) {
  for (uint32_t i = 0; i < g->regions.data[region].blocks.size; i++) {
    SmrBlock block = g->regions.data[region].blocks.data[i];
    const SmrBlockData *data = &g->blocks.data[block];
    smr_str_printf(out, "block%u [shape=point];\n", block);
    for (uint32_t k = 0; k < data->args.size; k++) {
      const SmrValueData *arg = &g->values.data[data->args.data[k]];
      smr_str_printf(out, "arg%u [shape=ellipse, label=\"", data->args.data[k]);
      if (arg->name)
        smr_str_escape(out, smr_intern_text(g->symbols, arg->name));
      else
        smr_str_printf(out, "arg %u", k);
      smr_str_puts(out, "\"];\n");
    }
    if (data->first)
      smr_str_printf(out, "block%u -> op%u [style=dotted, color=gray];\n", block, data->first);
    for (SmrOp op = data->first; op; op = smr_op(g, op)->next)
      draw_op(g, op, out);
  }
}

void smr_graph_dot(const SmrGraph *graph, SmrStr *out) {
  smr_str_puts(out, "digraph \"");
  smr_str_escape(out, smr_intern_text(graph->symbols, graph->name));
  smr_str_puts(out, "\" {\nnode [shape=box, fontname=monospace];\n");
  draw_region(graph, graph->body, out);
  smr_str_puts(out, "}\n");
}
