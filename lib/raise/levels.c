//===- levels.c - R6: the nests of a function -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A block is tried as a whole. Where that is refused because of something in one of its ops, what stands
// before the op and what stands behind it are tried, and the op alone; a loop or condition that is refused
// alone is told with its reason, and the blocks in it are tried, in which outer indices are parameters.
//===----------------------------------------------------------------------===//
#include "raise/raise.h"
#include <stdlib.h>

enum { MOST_READ = 32 }; // times the function's ops, for all tries

typedef struct {
  SmrGraph *graph;
  const SmrUses *uses;
  const SmrRaiseChoice *choice;
  SmrRaisedNests *out;
  uint64_t left; // ops that may still be read
} Levels;

static void raise_block(Levels *l, SmrBlock block);

/// The op of the block that holds the op, or is it.
static SmrOp op_in_block(const SmrGraph *g, SmrBlock block, SmrOp op) {
  while (op && smr_op(g, op)->block != block)
    op = smr_parent(g, op);
  return op;
}

static uint64_t count_ops(const SmrGraph *g, SmrOp first, SmrOp last) {
  uint64_t count = 0;
  for (SmrOp op = first; op; op = op == last ? 0 : smr_op(g, op)->next) {
    ++count;
    for (uint32_t k = 0; k < smr_op(g, op)->region_count; k++) {
      SmrBlock body = smr_body_block(g, op, k);
      if (body)
        count += count_ops(g, g->blocks.data[body].first, g->blocks.data[body].last);
    }
  }
  return count;
}

static bool has_loop(const SmrGraph *g, SmrNest nest) {
  for (SmrOp op = nest.first; op; op = op == nest.last ? 0 : smr_op(g, op)->next) {
    if (smr_op(g, op)->code == SMR_OP_LOOP)
      return true;
    for (uint32_t k = 0; k < smr_op(g, op)->region_count; k++) {
      SmrBlock body = smr_body_block(g, op, k);
      if (body && has_loop(g, (SmrNest){body, g->blocks.data[body].first, g->blocks.data[body].last}))
        return true;
    }
  }
  return false;
}

static bool is_wanted(const Levels *l, SmrNest nest) {
  return has_loop(l->graph, nest) && (!l->choice || l->choice->wanted(l->graph, nest, l->choice->data));
}

static SmrEquations *try_nest(Levels *l, SmrNest nest, SmrNotRaised *why) {
  uint64_t ops = count_ops(l->graph, nest.first, nest.last);
  *why = (SmrNotRaised){SMR_NOT_RAISED_LARGE, nest.first};
  if (ops > l->left)
    return NULL;
  l->left -= ops;
  return smr_raise(l->graph, l->uses, nest, why);
}

static void raise_regions(Levels *l, SmrOp op) {
  const SmrGraph *g = l->graph;
  for (uint32_t k = 0; k < smr_op(g, op)->region_count; k++) {
    SmrRegion region = smr_op_region(g, op, k);
    for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++)
      raise_block(l, g->regions.data[region].blocks.data[b]);
  }
}

/// An op that was refused: told when it is a loop, and gone into.
static void raise_refused(Levels *l, SmrNest nest, SmrNotRaised why) {
  SmrOpcode code = (SmrOpcode)smr_op(l->graph, nest.first)->code;
  if (code == SMR_OP_LOOP || code == SMR_OP_WHILE)
    smr_vec_push(l->out, (SmrRaisedNest){nest, NULL, why});
  raise_regions(l, nest.first);
}

static void raise_range(Levels *l, SmrNest nest) {
  const SmrGraph *g = l->graph;
  while (is_wanted(l, nest)) {
    SmrNotRaised why;
    SmrEquations *e = try_nest(l, nest, &why);
    if (e) {
      smr_vec_push(l->out, (SmrRaisedNest){nest, e, why});
      return;
    }
    SmrOp at = op_in_block(g, nest.block, why.op);
    if (nest.first == nest.last || !at || why.reason == SMR_NOT_RAISED_LARGE) {
      raise_refused(l, (SmrNest){nest.block, nest.first, nest.first}, why);
      if (nest.first == nest.last)
        return;
      nest.first = smr_op(g, nest.first)->next;
      continue;
    }
    if (at != nest.first)
      raise_range(l, (SmrNest){nest.block, nest.first, smr_op(g, at)->prev});
    raise_range(l, (SmrNest){nest.block, at, at});
    if (at == nest.last)
      return;
    nest.first = smr_op(g, at)->next;
  }
}

static void raise_block(Levels *l, SmrBlock block) {
  const SmrBlockData *data = &l->graph->blocks.data[block];
  if (data->first && data->first != data->last)
    raise_range(l, (SmrNest){block, data->first, smr_op(l->graph, data->last)->prev});
}

void smr_raise_nests(SmrGraph *graph, const SmrUses *uses, SmrNest nest, const SmrRaiseChoice *choice,
                     SmrRaisedNests *out) {
  Levels l = {graph, uses, choice, out, MOST_READ * (uint64_t)graph->ops.size};
  raise_range(&l, nest);
}

void smr_raise_inside(SmrGraph *graph, const SmrUses *uses, SmrOp op, const SmrRaiseChoice *choice,
                      SmrRaisedNests *out) {
  Levels l = {graph, uses, choice, out, MOST_READ * (uint64_t)graph->ops.size};
  raise_regions(&l, op);
}

void smr_raise_function(SmrGraph *graph, const SmrRaiseChoice *choice, SmrRaisedNests *out) {
  SmrUses uses = smr_uses_compute(graph);
  Levels l = {graph, &uses, choice, out, MOST_READ * (uint64_t)graph->ops.size};
  for (uint32_t b = 0; b < graph->regions.data[graph->body].blocks.size; b++)
    raise_block(&l, graph->regions.data[graph->body].blocks.data[b]);
  smr_uses_free(&uses);
}

void smr_raised_nests_free(SmrRaisedNests *nests) {
  for (uint32_t k = 0; k < nests->size; k++)
    smr_equations_destroy(nests->data[k].equations);
  smr_vec_free(nests);
}
