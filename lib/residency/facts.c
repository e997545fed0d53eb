//===- facts.c - boolean facts over blocks -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "residency/internal.h"

bool smr_stay_through(const StayFact *fact, uint32_t block) {
  const SmrStayBlock *b = &fact->stay->blocks.data[block];
  bool holds = fact->in[block];
  for (uint32_t k = 0; k < b->events.size; k++)
    holds = fact->step(fact, &b->events.data[fact->backward ? b->events.size - 1 - k : k], holds);
  return holds;
}

/// Blocks that nothing leads to (backward: that lead nowhere): there the fact does not hold.
static void start(StayFact *fact) {
  const SmrStay *stay = fact->stay;
  fact->in = smr_xrealloc(NULL, (stay->blocks.size + 1) * sizeof *fact->in);
  for (uint32_t b = 0; b < stay->blocks.size; b++)
    fact->in[b] = false;
  for (uint32_t e = 0; fact->all && e < stay->edges.size; e++)
    fact->in[fact->backward ? stay->edges.data[e].from : stay->edges.data[e].to] = true;
  if (!fact->backward && stay->blocks.size)
    fact->in[0] = false;
}

void smr_stay_facts(StayFact *fact) {
  const SmrStay *stay = fact->stay;
  start(fact);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < stay->edges.size; k++) {
      const SmrStayEdge *e = &stay->edges.data[k];
      uint32_t from = fact->backward ? e->to : e->from, to = fact->backward ? e->from : e->to;
      if (fact->in[to] != fact->all)
        continue;
      bool holds = smr_stay_through(fact, from) && !(fact->regions && (e->begins || e->ends));
      changed |= holds != fact->all;
      fact->in[to] = holds;
    }
  }
}

void smr_stay_facts_free(StayFact *fact) {
  free(fact->in);
  fact->in = NULL;
}
