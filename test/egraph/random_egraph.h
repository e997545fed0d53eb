//===- random_egraph.h - small random e-graphs ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Nodes over a few operators of arity 0 to 3, and unions that make cycles; the same for the same seed.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_EGRAPH_RANDOM_EGRAPH_H
#define SMR_TEST_EGRAPH_RANDOM_EGRAPH_H
#include "egraph/egraph.h"
#include <stdio.h>

typedef struct {
  uint64_t state;
} Random;

static inline uint32_t random_below(Random *r, uint32_t n) {
  r->state ^= r->state << 13;
  r->state ^= r->state >> 7;
  r->state ^= r->state << 17;
  return (uint32_t)((r->state * 0x2545F4914F6CDD1Du) >> 33) % n;
}

static inline Random random_from(uint32_t seed) {
  Random r = {seed * 0x9E3779B97F4A7C15u + 0x1234567};
  for (int i = 0; i < 8; i++)
    random_below(&r, 2);
  return r;
}

// Leaves a b c, f/1 g/1, h/2 k/2, t/3.
static inline SmrOperator random_op(SmrOperators *ops, Random *r) {
  static const struct {
    const char *name;
    uint32_t arity;
  } list[] = {{"a", 0}, {"b", 0}, {"c", 0}, {"f", 1}, {"g", 1}, {"h", 2}, {"k", 2}, {"t", 3}};
  uint32_t i = random_below(r, 12);
  i = i < 8 ? i : 3 + i % 4;
  return smr_operator_plain(ops, list[i].name, list[i].arity);
}

/// Adds nodes over what is there (any class numbers), and unions.
static inline void random_growth(SmrEgraph *g, Random *r, uint32_t nodes, uint32_t unions) {
  SmrOperators *ops = smr_egraph_ops(g);
  if (!smr_egraph_elements(g)) {
    smr_egraph_add(g, smr_operator_plain(ops, "a", 0), NULL);
    smr_egraph_add(g, smr_operator_plain(ops, "b", 0), NULL);
  }
  for (uint32_t i = 0; i < nodes; i++) {
    SmrClass children[3];
    SmrOperator op = random_op(ops, r);
    for (uint32_t k = 0; k < 3; k++)
      children[k] = smr_egraph_find(g, random_below(r, smr_egraph_elements(g)));
    smr_egraph_add(g, op, children);
  }
  for (uint32_t i = 0; i < unions; i++)
    smr_egraph_union(g, random_below(r, smr_egraph_elements(g)), random_below(r, smr_egraph_elements(g)));
}

#endif
