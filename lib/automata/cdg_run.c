//===- cdg_run.c - control strings: finding candidates ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Walks the input's regions once, bottom up. The control string of a region-defining op is its name and, in
// braces, what its regions hold: the classes of the region-defining ops there, in the order of their numbers
// (independent statements may be in any order). The automaton reads that string and ends in a class, or dies.
// A class number stands for a whole subtree's string, so every op is read once, as one token.
//===----------------------------------------------------------------------===//
#include "automata/layout.h"
#include "base/order.h"

typedef struct {
  const SmrAutomata *automata;
  const SmrFacts *view;
  uint32_t *classes;
  uint64_t *tokens;
  SMR_VEC(uint32_t) stack; // classes of the ops in the blocks that are open
} Run;

static uint32_t step(const uint32_t *block, uint32_t state, uint32_t token) {
  const uint32_t *s = smr_section(block, SMR_SECTION_CONTROL_STATES) + 3 * state;
  const uint32_t *edges = smr_section(block, SMR_SECTION_CONTROL_EDGES) + 2 * s[0];
  uint32_t low = 0, high = s[1];
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (edges[2 * middle] < token)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s[1] && edges[2 * low] == token ? edges[2 * low + 1] : UINT32_MAX;
}

static uint32_t control_op(const SmrAutomata *a, const SmrGraph *g, SmrOp op) {
  const SmrOpData *o = smr_op(g, op);
  if (o->code != SMR_OP_OPAQUE)
    return a->op_control[o->code];
  uint32_t number;
  return o->name && smr_map_get(&a->opaque_control, o->name, &number) ? number : 0;
}

static uint32_t classify(Run *run, SmrOp op) {
  const uint32_t *block = run->automata->block;
  const SmrGraph *g = run->view->graph;
  uint32_t number = control_op(run->automata, g, op);
  uint32_t state = smr_section_count(block, SMR_SECTION_CONTROL_STATES) ? 0 : UINT32_MAX;
#define STEP(token)                                                                                          \
  do {                                                                                                       \
    ++*run->tokens;                                                                                          \
    if (state != UINT32_MAX)                                                                                 \
      state = step(block, state, token);                                                                     \
  } while (0)
  if (number)
    STEP(SMR_CONTROL_OP + number - 1);
  else
    state = UINT32_MAX;
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
    const SmrRegionData *region = &g->regions.data[smr_op_region(g, op, r)];
    STEP(SMR_CONTROL_OPEN);
    for (uint32_t b = 0; b < region->blocks.size; b++) {
      uint32_t base = run->stack.size;
      bool dead = false;
      if (b)
        STEP(SMR_CONTROL_BLOCK);
      for (SmrOp inner = g->blocks.data[region->blocks.data[b]].first; inner; inner = smr_op(g, inner)->next)
        if (smr_op(g, inner)->region_count) {
          uint32_t class = classify(run, inner);
          dead |= !class;
          smr_vec_push(&run->stack, class);
        }
      if (run->stack.size > base + 1)
        qsort(run->stack.data + base, run->stack.size - base, sizeof(uint32_t), smr_ascending);
      for (uint32_t k = base; k < run->stack.size; k++)
        STEP(SMR_CONTROL_CLASS + run->stack.data[k]);
      run->stack.size = base;
      if (dead)
        state = UINT32_MAX;
    }
    STEP(SMR_CONTROL_CLOSE);
  }
#undef STEP
  uint32_t class = state == UINT32_MAX ? 0 : smr_section(block, SMR_SECTION_CONTROL_STATES)[3 * state + 2];
  return run->classes[op] = class;
}

void smr_control_run(const SmrAutomata *automata, const SmrFacts *view, uint32_t *classes, uint64_t *tokens) {
  Run run = {.automata = automata, .view = view, .classes = classes, .tokens = tokens};
  const SmrGraph *g = view->graph;
  const SmrRegionData *body = &g->regions.data[g->body];
  for (uint32_t b = 0; b < body->blocks.size; b++)
    for (SmrOp op = g->blocks.data[body->blocks.data[b]].first; op; op = smr_op(g, op)->next)
      if (smr_op(g, op)->region_count)
        classify(&run, op);
  smr_vec_free(&run.stack);
}
