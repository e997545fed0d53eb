//===- explain_closure.h - congruence closure that gives reasons ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Nieuwenhuis, Oliveras: Proof-Producing Congruence Closure, RTA 2005, over the terms of a pool.
//
// Invariant: the proof forest has an edge for each merge, whose reason is the client's, or congruence of its
// two ends, which then follows from edges that are older.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_EXPLAIN_CLOSURE_H
#define SMR_EGRAPH_EXPLAIN_CLOSURE_H
#include "egraph/term_pool.h"

#define SMR_CONGRUENCE UINT32_MAX

/// Zero-initialise to create. All arrays are by term.
typedef struct {
  uint32_t count; // terms taken in so far
  SMR_VEC(uint32_t) parent;
  SMR_VEC(uint32_t) size;
  SMR_VEC(uint32_t) use_head;
  SMR_VEC(uint32_t) use_tail;
  SMR_VEC(uint32_t) forest; // the term at the other end of the edge towards the root; UINT32_MAX: a root
  SMR_VEC(uint32_t) reason; // of that edge
  struct {
    SMR_VEC(uint32_t) node;
    SMR_VEC(uint32_t) next;
  } uses;                    // lists of terms
  SmrIndex signatures;       // nodes by operator and the classes of their children, when they were signed
  SMR_VEC(uint32_t) waiting; // left, right, reason …
} SmrClosure;

void smr_closure_free(SmrClosure *c);
/// Takes in what the pool got since the last call.
void smr_closure_take(SmrClosure *c, const SmrOperators *ops, const SmrTermPool *pool);
/// Makes two terms equal, and all that follows.
void smr_closure_merge(SmrClosure *c, const SmrOperators *ops, const SmrTermPool *pool, uint32_t a,
                       uint32_t b, uint32_t reason);
uint32_t smr_closure_find(SmrClosure *c, uint32_t term);
#endif
