//===- graph_nests.c - the outermost loops of graphs -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//     graph-nests FILE
//
// FILE holds functions in the graph's text form, as SMR_DUMP_GRAPH=import prints them. In normal form: a line
// "function line column last" for each outermost loop, counted or not, and "function line 0 last" for blocks
// that lead to each other; `last` is the last line in it. Exit 2 when the file cannot be read.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph_text.h"
#include "rewrite/tell/cycles.h"
#include "rewrite/tell/told.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void widen(const SmrGraph *g, SmrOp op, uint32_t *low, uint32_t *high) {
  uint32_t line = smr_op(g, op)->loc ? g->locs.data[smr_op(g, op)->loc].line : 0;
  *low = line && (!*low || line < *low) ? line : *low;
  *high = line > *high ? line : *high;
}

static void print_loops(const SmrGraph *g) {
  for (SmrOp op = 1; op < g->ops.size; op++) {
    if (!smr_op(g, op)->block || smr_outermost_loop(g, op, 0) != op)
      continue;
    const SmrLocData *place = smr_place_of(g, op);
    uint32_t low = 0, high = 0;
    for (SmrOp in = 1; in < g->ops.size; in++)
      if (smr_op(g, in)->block && smr_inside(g, in, op))
        widen(g, in, &low, &high);
    printf("%s %u %u %u\n", smr_intern_text(g->symbols, g->name), place ? place->line : 0,
           place ? place->column : 0, high);
  }
}

static SmrOp top_of(const SmrGraph *g, SmrOp op) {
  while (smr_parent(g, op))
    op = smr_parent(g, op);
  return op;
}

/// Cycles with a loop op in them are spoken of by those.
static void print_cycles(const SmrGraph *g) {
  uint32_t *cycle = smr_xcalloc(g->blocks.size + 1, sizeof *cycle), count = smr_cycles(g, cycle);
  for (uint32_t k = 1; k <= count; k++) {
    uint32_t low = 0, high = 0;
    bool loops = false;
    for (SmrOp op = 1; op < g->ops.size; op++)
      if (smr_op(g, op)->block && cycle[smr_op(g, top_of(g, op))->block] == k) {
        loops |= smr_outermost_loop(g, op, 0) != 0;
        widen(g, op, &low, &high);
      }
    if (!loops && low)
      printf("%s %u 0 %u\n", smr_intern_text(g->symbols, g->name), low, high);
  }
  free(cycle);
}

static void print_function(const char *file, const char *text, size_t size, void *data) {
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *g = graph_of_text(symbols, file, text, size);
  (void)data;
  smr_normalize(g);
  print_loops(g);
  print_cycles(g);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  for_each_text(argv[1], "func @", print_function, NULL);
}
