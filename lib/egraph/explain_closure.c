//===- explain_closure.c - merging and the proof forest ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/explain_closure.h"
#include "egraph/internal.h"

uint32_t smr_closure_find(SmrClosure *c, uint32_t n) {
  while (c->parent.data[n] != n) {
    c->parent.data[n] = c->parent.data[c->parent.data[n]];
    n = c->parent.data[n];
  }
  return n;
}

static bool congruent(SmrClosure *c, const SmrOperators *ops, const SmrTermPool *pool, uint32_t a,
                      uint32_t b) {
  const SmrTerm *t = &pool->term;
  if (t->nodes.data[a].op != t->nodes.data[b].op)
    return false;
  for (uint32_t k = 0; k < smr_operator_info(ops, t->nodes.data[a].op)->arity; k++)
    if (smr_closure_find(c, smr_term_children(t, a)[k]) != smr_closure_find(c, smr_term_children(t, b)[k]))
      return false;
  return true;
}

// Finds a term congruent to this one, or signs it.
static uint32_t sign(SmrClosure *c, const SmrOperators *ops, const SmrTermPool *pool, uint32_t n) {
  const SmrTerm *t = &pool->term;
  uint32_t arity = smr_operator_info(ops, t->nodes.data[n].op)->arity, classes[SMR_MAX_ARITY];
  for (uint32_t k = 0; k < arity; k++)
    classes[k] = smr_closure_find(c, smr_term_children(t, n)[k]);
  uint32_t hash = smr_node_hash(t->nodes.data[n].op, classes, arity), at = hash;
  for (uint32_t same; (same = smr_index_next(&c->signatures, hash, &at)) != UINT32_MAX;)
    if (congruent(c, ops, pool, same, n))
      return same;
  smr_index_add(&c->signatures, hash, n);
  return n;
}

static void wait(SmrClosure *c, uint32_t a, uint32_t b, uint32_t reason) {
  smr_vec_push(&c->waiting, a);
  smr_vec_push(&c->waiting, b);
  smr_vec_push(&c->waiting, reason);
}

// Turns the edges on the way from n to its tree's root, so that n becomes the root.
static void turn(SmrClosure *c, uint32_t n) {
  uint32_t to = UINT32_MAX, reason = 0;
  while (n != UINT32_MAX) {
    uint32_t next = c->forest.data[n], next_reason = c->reason.data[n];
    c->forest.data[n] = to;
    c->reason.data[n] = reason;
    to = n, reason = next_reason, n = next;
  }
}

static void merge_waiting(SmrClosure *c, const SmrOperators *ops, const SmrTermPool *pool) {
  for (uint32_t at = 0; at < c->waiting.size; at += 3) {
    uint32_t a = c->waiting.data[at], b = c->waiting.data[at + 1], reason = c->waiting.data[at + 2];
    uint32_t ra = smr_closure_find(c, a), rb = smr_closure_find(c, b);
    if (ra == rb)
      continue;
    if (c->size.data[ra] > c->size.data[rb]) {
      uint32_t t = a;
      a = b, b = t;
      t = ra, ra = rb, rb = t;
    }
    turn(c, a);
    c->forest.data[a] = b;
    c->reason.data[a] = reason;
    c->parent.data[ra] = rb;
    c->size.data[rb] += c->size.data[ra];
    for (uint32_t u = c->use_head.data[ra]; u != UINT32_MAX; u = c->uses.next.data[u]) {
      uint32_t n = c->uses.node.data[u], same = sign(c, ops, pool, n);
      if (same != n && smr_closure_find(c, same) != smr_closure_find(c, n))
        wait(c, n, same, SMR_CONGRUENCE);
    }
    if (c->use_head.data[ra] != UINT32_MAX) {
      if (c->use_head.data[rb] == UINT32_MAX)
        c->use_head.data[rb] = c->use_head.data[ra];
      else
        c->uses.next.data[c->use_tail.data[rb]] = c->use_head.data[ra];
      c->use_tail.data[rb] = c->use_tail.data[ra];
    }
  }
  smr_vec_clear(&c->waiting);
}

void smr_closure_take(SmrClosure *c, const SmrOperators *ops, const SmrTermPool *pool) {
  const SmrTerm *t = &pool->term;
  for (; c->count < t->nodes.size; c->count++) {
    uint32_t n = c->count;
    smr_vec_push(&c->parent, n);
    smr_vec_push(&c->size, 1);
    smr_vec_push(&c->use_head, UINT32_MAX);
    smr_vec_push(&c->use_tail, UINT32_MAX);
    smr_vec_push(&c->forest, UINT32_MAX);
    smr_vec_push(&c->reason, 0);
    for (uint32_t k = 0; k < smr_operator_info(ops, t->nodes.data[n].op)->arity; k++) {
      uint32_t child = smr_closure_find(c, smr_term_children(t, n)[k]), use = c->uses.node.size;
      smr_vec_push(&c->uses.node, n);
      smr_vec_push(&c->uses.next, c->use_head.data[child]);
      if (c->use_head.data[child] == UINT32_MAX)
        c->use_tail.data[child] = use;
      c->use_head.data[child] = use;
    }
    uint32_t same = sign(c, ops, pool, n);
    if (same != n)
      wait(c, n, same, SMR_CONGRUENCE);
  }
  merge_waiting(c, ops, pool);
}

void smr_closure_merge(SmrClosure *c, const SmrOperators *ops, const SmrTermPool *pool, uint32_t a,
                       uint32_t b, uint32_t reason) {
  wait(c, a, b, reason);
  merge_waiting(c, ops, pool);
}

void smr_closure_free(SmrClosure *c) {
  smr_vec_free(&c->parent);
  smr_vec_free(&c->size);
  smr_vec_free(&c->use_head);
  smr_vec_free(&c->use_tail);
  smr_vec_free(&c->forest);
  smr_vec_free(&c->reason);
  smr_vec_free(&c->uses.node);
  smr_vec_free(&c->uses.next);
  smr_index_free(&c->signatures);
  smr_vec_free(&c->waiting);
  *c = (SmrClosure){0};
}
