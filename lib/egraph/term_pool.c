//===- term_pool.c - terms that are shared as far as they are equal ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/term_pool.h"
#include "egraph/internal.h"
#include <string.h>

void smr_term_pool_free(SmrTermPool *pool) {
  smr_term_free(&pool->term);
  smr_index_free(&pool->by_parts);
}

size_t smr_term_pool_bytes(const SmrTermPool *pool) {
  return pool->term.nodes.capacity * sizeof *pool->term.nodes.data +
         pool->term.args.capacity * sizeof *pool->term.args.data +
         pool->by_parts.capacity * sizeof *pool->by_parts.entries;
}

uint32_t smr_term_pool_add(SmrTermPool *pool, const SmrOperators *ops, SmrOperator op,
                           const uint32_t *children) {
  uint32_t arity = smr_operator_info(ops, op)->arity;
  uint32_t hash = smr_node_hash(op, children, arity), at = hash;
  for (uint32_t n; (n = smr_index_next(&pool->by_parts, hash, &at)) != UINT32_MAX;)
    if (pool->term.nodes.data[n].op == op &&
        (!arity || !memcmp(smr_term_children(&pool->term, n), children, arity * sizeof *children)))
      return n;
  uint32_t node = smr_term_add(&pool->term, ops, op, children);
  smr_index_add(&pool->by_parts, hash, node);
  return node;
}

void smr_term_pool_take(SmrTermPool *pool, const SmrOperators *ops, const SmrTerm *from, uint32_t *at) {
  uint32_t children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < from->nodes.size; i++) {
    SmrOperator op = from->nodes.data[i].op;
    for (uint32_t k = 0; k < smr_operator_info(ops, op)->arity; k++)
      children[k] = at[smr_term_children(from, i)[k]];
    at[i] = smr_term_pool_add(pool, ops, op, children);
  }
}
