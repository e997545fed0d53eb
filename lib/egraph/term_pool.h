//===- term_pool.h - terms that are shared as far as they are equal ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: no two nodes of the pool's term have the same operator and children, so that equal terms have
// one number.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_TERM_POOL_H
#define SMR_EGRAPH_TERM_POOL_H
#include "base/map.h"
#include "egraph/term.h"
#include <string.h>

/// Zero-initialise to create.
typedef struct {
  SmrTerm term;
  SmrIndex by_parts; // nodes by operator and children
} SmrTermPool;

void smr_term_pool_free(SmrTermPool *pool);
size_t smr_term_pool_bytes(const SmrTermPool *pool);
/// The number of that node; `children` are of the pool.
uint32_t smr_term_pool_add(SmrTermPool *pool, const SmrOperators *ops, SmrOperator op,
                           const uint32_t *children);
/// Takes a whole term in; at[i] becomes the number of its node i (`at` has room for nodes.size).
void smr_term_pool_take(SmrTermPool *pool, const SmrOperators *ops, const SmrTerm *from, uint32_t *at);
#endif
