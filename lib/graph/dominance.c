//===- dominance.c - which block comes always before which ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/dominance.h"

typedef SMR_VEC(uint32_t) Blocks;

SmrDominance smr_dominance_create(uint32_t count) {
  return (SmrDominance){smr_xcalloc(count, 4), smr_xcalloc(count, 4), smr_xcalloc(count, 4),
                        smr_xcalloc(count, 4)};
}

void smr_dominance_free(SmrDominance *dominance) {
  free(dominance->number);
  free(dominance->idom);
  free(dominance->enter);
  free(dominance->leave);
  *dominance = (SmrDominance){0};
}

/// Post-order with an explicit stack: control-flow graphs can be very deep.
static void post_order(const SmrFlow *flow, uint32_t entry, uint32_t *seen, Blocks *out) {
  Blocks stack = {0};
  smr_vec_push(&stack, entry);
  seen[entry] = 1; // 1 + number of successors visited
  while (stack.size) {
    uint32_t block = smr_vec_last(&stack), next = flow->successor(flow->data, block, seen[block] - 1);
    if (next == SMR_NO_MORE_BLOCKS) {
      smr_vec_push(out, block);
      (void)smr_vec_pop(&stack);
      continue;
    }
    ++seen[block];
    if (next && !seen[next]) {
      seen[next] = 1;
      smr_vec_push(&stack, next);
    }
  }
  smr_vec_free(&stack);
}

static SmrBlock meet(const SmrDominance *d, SmrBlock a, SmrBlock b) {
  while (a != b) {
    while (d->number[a] > d->number[b])
      a = d->idom[a];
    while (d->number[b] > d->number[a])
      b = d->idom[b];
  }
  return a;
}

/// Edges are visited from their sources, in reverse post-order, so no table of predecessors is needed.
static void iterate(SmrDominance *d, const SmrFlow *flow, const Blocks *order) {
  SmrBlock entry = smr_vec_last(order);
  d->idom[entry] = entry;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = order->size; i--;) {
      SmrBlock block = order->data[i];
      for (uint32_t s = 0; d->idom[block]; s++) {
        uint32_t to = flow->successor(flow->data, block, s);
        if (to == SMR_NO_MORE_BLOCKS)
          break;
        if (!to || to == entry)
          continue;
        SmrBlock idom = d->idom[to] ? meet(d, block, d->idom[to]) : block;
        changed |= idom != d->idom[to];
        d->idom[to] = idom;
      }
    }
  }
}

void smr_dominance_flow(SmrDominance *d, const SmrFlow *flow, uint32_t entry) {
  Blocks order = {0};
  post_order(flow, entry, d->enter, &order);
  for (uint32_t i = 0; i < order.size; i++) {
    d->number[order.data[i]] = order.size - i;
    d->enter[order.data[i]] = d->leave[order.data[i]] = 0;
  }
  iterate(d, flow, &order);
  // Subtree sizes from the leaves up, then intervals from the root down: a parent's number is below its
  // children's.
  for (uint32_t i = 0; i < order.size; i++) {
    SmrBlock block = order.data[i];
    d->leave[block] += 1;
    if (block != entry)
      d->leave[d->idom[block]] += d->leave[block];
  }
  uint32_t *next = smr_xcalloc(flow->count, sizeof *next);
  for (uint32_t i = order.size; i--;) {
    SmrBlock block = order.data[i], parent = d->idom[block];
    uint32_t size = d->leave[block];
    d->enter[block] = block == entry ? 1 : next[parent];
    d->leave[block] = d->enter[block] + size;
    next[block] = d->enter[block] + 1;
    if (block != entry)
      next[parent] += size;
  }
  free(next);
  smr_vec_free(&order);
}

static uint32_t branches_to(const void *data, uint32_t block, uint32_t which) {
  const SmrGraph *graph = data;
  SmrOp end = graph->blocks.data[block].last;
  const SmrOpData *last = smr_op(graph, end);
  bool branch = end && (last->code == SMR_OP_CBR || (last->code == SMR_OP_BR && !which));
  if (which > 1 || !branch)
    return SMR_NO_MORE_BLOCKS;
  SmrBlock target = last->succ[which];
  return target && graph->blocks.data[target].region == graph->blocks.data[block].region ? target : 0;
}

void smr_dominance_region(SmrDominance *d, const SmrGraph *graph, SmrRegion region) {
  SmrBlock entry = smr_region_block(graph, region);
  const SmrFlow flow = {graph, graph->blocks.size, branches_to};
  if (entry)
    smr_dominance_flow(d, &flow, entry);
}

bool smr_dominates(const SmrDominance *d, SmrBlock a, SmrBlock b) {
  if (a == b || !d->number[b])
    return true;
  return d->number[a] && d->enter[a] <= d->enter[b] && d->enter[b] < d->leave[a];
}
