//===- cycles.c - loops of blocks that no loop op stands for ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Tarjan, "Depth-first search and linear graph algorithms" (1972), with a stack of its own: functions can be
// very deep.
//===----------------------------------------------------------------------===//
#include "rewrite/tell/cycles.h"
#include <stdlib.h>

typedef struct {
  const SmrGraph *g;
  uint32_t *number, *low, *tried; // number: when it was met, from 1; tried: successors followed
  uint32_t *cycle, count, met;
  SMR_VEC(SmrBlock) path, open; // open: met, and of no component yet
} Search;

uint32_t smr_successors(const SmrGraph *g, SmrBlock block, SmrBlock next[2]) {
  SmrOp last = g->blocks.data[block].last;
  SmrOpcode code = last ? (SmrOpcode)smr_op(g, last)->code : SMR_OP_NONE;
  uint32_t count = code == SMR_OP_BR ? 1 : code == SMR_OP_CBR ? 2 : 0;
  for (uint32_t k = 0; k < count; k++)
    next[k] = smr_op(g, last)->succ[k];
  return count;
}

static bool leads_to_itself(const SmrGraph *g, SmrBlock block) {
  SmrBlock next[2];
  uint32_t count = smr_successors(g, block, next);
  return (count > 0 && next[0] == block) || (count > 1 && next[1] == block);
}

static void enter(Search *s, SmrBlock block) {
  s->number[block] = s->low[block] = ++s->met;
  smr_vec_push(&s->path, block);
  smr_vec_push(&s->open, block);
}

enum { NO_CYCLE = UINT32_MAX };

/// The block's component is complete: all that is open from it on.
static void close_component(Search *s, SmrBlock block) {
  bool single = smr_vec_last(&s->open) == block;
  uint32_t number = single && !leads_to_itself(s->g, block) ? NO_CYCLE : ++s->count;
  for (SmrBlock each = 0; each != block;) {
    each = smr_vec_pop(&s->open);
    s->cycle[each] = number;
  }
}

static void search_from(Search *s, SmrBlock entry) {
  enter(s, entry);
  while (s->path.size) {
    SmrBlock block = smr_vec_last(&s->path), next[2];
    uint32_t count = smr_successors(s->g, block, next);
    if (s->tried[block] < count) {
      SmrBlock to = next[s->tried[block]++];
      if (!s->number[to])
        enter(s, to);
      else if (!s->cycle[to] && s->number[to] < s->low[block])
        s->low[block] = s->number[to];
      continue;
    }
    (void)smr_vec_pop(&s->path);
    if (s->low[block] == s->number[block])
      close_component(s, block);
    if (s->path.size && s->low[block] < s->low[smr_vec_last(&s->path)])
      s->low[smr_vec_last(&s->path)] = s->low[block];
  }
}

uint32_t smr_cycles(const SmrGraph *g, uint32_t *cycle) {
  uint32_t n = g->blocks.size;
  const SmrRegionData *body = &g->regions.data[g->body];
  Search s = {.g = g,
              .number = smr_xcalloc(n + 1, sizeof *s.number),
              .low = smr_xcalloc(n + 1, sizeof *s.low),
              .tried = smr_xcalloc(n + 1, sizeof *s.tried),
              .cycle = cycle};
  for (uint32_t k = 0; k < n; k++)
    cycle[k] = 0;
  if (body->blocks.size > 1)
    search_from(&s, body->blocks.data[0]);
  for (uint32_t k = 0; k < n; k++)
    cycle[k] = cycle[k] == NO_CYCLE ? 0 : cycle[k];
  free(s.number);
  free(s.low);
  free(s.tried);
  smr_vec_free(&s.path);
  smr_vec_free(&s.open);
  return s.count;
}
