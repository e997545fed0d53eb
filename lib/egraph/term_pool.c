//===- term_pool.c - terms that are shared as far as they are equal ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/term_pool.h"
#include <string.h>

void smr_term_pool_free(SmrTermPool *pool) {
  smr_term_free(&pool->term);
  smr_map_free(&pool->first);
  smr_vec_free(&pool->older);
}

size_t smr_term_pool_bytes(const SmrTermPool *pool) {
  return pool->term.nodes.capacity * sizeof *pool->term.nodes.data +
         pool->term.args.capacity * sizeof *pool->term.args.data + smr_map_bytes(&pool->first) +
         pool->older.capacity * sizeof *pool->older.data;
}

uint32_t smr_term_pool_add(SmrTermPool *pool, const SmrOperators *ops, SmrOperator op,
                           const uint32_t *children) {
  uint32_t arity = smr_operator_info(ops, op)->arity;
  uint64_t hash = (op + 1) * 0x9E3779B97F4A7C15u;
  for (uint32_t i = 0; i < arity; i++)
    hash = ((hash << 23 | hash >> 41) ^ (children[i] + 1)) * 0x9E3779B97F4A7C15u;
  uint32_t *slot = smr_map_at(&pool->first, hash, UINT32_MAX), newest = *slot;
  for (uint32_t n = newest; n != UINT32_MAX; n = pool->older.data[n])
    if (pool->term.nodes.data[n].op == op &&
        (!arity || !memcmp(smr_term_children(&pool->term, n), children, arity * sizeof *children)))
      return n;
  *slot = smr_term_add(&pool->term, ops, op, children);
  smr_vec_push(&pool->older, newest);
  return pool->term.nodes.size - 1;
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
