//===- ac.c - sums in normal form ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A node's children stay in their slots whatever happens to their numbers: that they are a multiset is known
// to the hash and the comparison. Snapshots sort them.
//
// Closing follows what changed: a queue of nodes. A class that gets or loses a representative puts the sums
// that use it there.
//===----------------------------------------------------------------------===//
#include "base/order.h"
#include "egraph/ac_internal.h"
#include <string.h>

#define MAX_CHANGES 3 // of a class' representative

bool smr_operator_is_ac(const SmrOperators *ops, SmrOperator op) {
  const SmrOperatorInfo *info = smr_operator_info(ops, op);
  return info->kind == SMR_OPERATOR_PLAIN && (info->flags & SMR_OPERATOR_AC) && info->arity;
}

//===--- families ---===//

void smr_ac_note(SmrEgraph *g, SmrOperator op) {
  const SmrOperatorInfo info = *smr_operator_info(g->ops, op);
  uint8_t family = info.kind == SMR_OPERATOR_INTEGER || info.kind == SMR_OPERATOR_REAL ? SMR_LITERAL : 0;
  if (smr_operator_is_ac(g->ops, op)) {
    SmrOperator two = smr_operator_with_arity(g->ops, op, 2);
    if (!g->ac)
      g->ac = smr_xcalloc(1, sizeof *g->ac), g->ac->all = true;
    uint32_t f = 0;
    while (f < g->ac->families.size && g->ac->families.data[f].ops[2] != two)
      f++;
    if (f == g->ac->families.size && f < SMR_LITERAL - 1) {
      smr_vec_push(&g->ac->families, (SmrFamily){.ops = {0}});
      for (uint32_t i = 0; i <= SMR_MAX_ARITY; i++)
        g->ac->families.data[f].ops[i] = SMR_NO_OPERATOR;
      g->ac->families.data[f].ops[2] = two;
    }
    family = f < SMR_LITERAL - 1 ? (uint8_t)(f + 1) : 0;
  }
  smr_vec_push(&g->families, family);
}

void smr_ac_destroy(SmrEgraph *g) {
  for (uint32_t f = 0; g->ac && f < g->ac->families.size; f++) {
    smr_vec_free(&g->ac->families.data[f].reps);
    smr_vec_free(&g->ac->families.data[f].changes);
  }
  if (g->ac) {
    smr_vec_free(&g->ac->families);
    smr_vec_free(&g->ac->queue);
    smr_vec_free(&g->ac->waits);
    smr_vec_free(&g->ac->literal);
  }
  free(g->ac);
}

size_t smr_ac_bytes(const SmrEgraph *g) {
  size_t bytes = 0;
  for (uint32_t f = 0; g->ac && f < g->ac->families.size; f++)
    bytes += sizeof(SmrFamily) + g->ac->families.data[f].reps.capacity * sizeof(SmrNode) +
             g->ac->families.data[f].changes.capacity;
  if (g->ac)
    bytes += g->ac->queue.capacity * sizeof(SmrNode) + g->ac->waits.capacity + g->ac->literal.capacity;
  return bytes;
}

SmrOperator smr_ac_op(SmrEgraph *g, uint8_t family, uint32_t arity) {
  SmrOperator op = g->ac->families.data[family - 1].ops[arity];
  if (op == SMR_NO_OPERATOR || op >= g->arities.size) {
    op = smr_operator_with_arity(g->ops, g->ac->families.data[family - 1].ops[2], arity);
    g->ac->families.data[family - 1].ops[arity] = op;
    (void)smr_arity(g, op);
  }
  return op;
}

static void reserve(SmrFamily *family, uint32_t count) {
  while (family->reps.size < count) {
    smr_vec_push(&family->reps, SMR_NO_CLASS);
    smr_vec_push(&family->changes, 0);
  }
}

// The representative of a canonical class. (Its number may be another node's by now.)
static SmrNode rep_of(SmrEgraph *g, uint8_t f, SmrClass c) {
  const SmrFamily *family = &g->ac->families.data[f - 1];
  if (c >= family->reps.size)
    return SMR_NO_CLASS;
  SmrNode n = family->reps.data[c];
  if (n == SMR_NO_CLASS || g->elements[n].op & SMR_NODE_DEAD || smr_find(g, n) != c ||
      g->families.data[g->elements[n].op & SMR_NODE_OPERATOR] != f)
    return SMR_NO_CLASS;
  return n;
}

//===--- the queue ---===//

static bool is_literal(const struct SmrAc *ac, SmrClass c) {
  return c < ac->literal.size && ac->literal.data[c];
}

void smr_ac_touch(SmrEgraph *g, SmrNode n) {
  struct SmrAc *ac = g->ac;
  if (!g->families.data[g->elements[n].op & SMR_NODE_OPERATOR])
    return;
  while (ac->waits.size <= n)
    smr_vec_push(&ac->waits, 0);
  if (!ac->waits.data[n])
    smr_vec_push(&ac->queue, n);
  ac->waits.data[n] = 1;
}

void smr_ac_fresh(SmrEgraph *g, SmrNode n) {
  for (uint32_t f = 0; f < g->ac->families.size; f++) {
    SmrFamily *family = &g->ac->families.data[f];
    if (n < family->reps.size)
      family->reps.data[n] = SMR_NO_CLASS, family->changes.data[n] = 0;
  }
  if (n < g->ac->literal.size)
    g->ac->literal.data[n] = 0;
  smr_ac_touch(g, n);
}

typedef struct {
  SmrEgraph *g;
  uint8_t family;
} Users;

static bool touch_user(void *user, SmrNode n) {
  const Users *u = user;
  if (u->g->families.data[u->g->elements[n].op & SMR_NODE_OPERATOR] == u->family)
    smr_ac_touch(u->g, n);
  return true;
}

// A class got or lost its representative.
static void touch_users(SmrEgraph *g, uint8_t family, SmrClass c) {
  smr_egraph_uses(g, c, touch_user, &(Users){g, family});
}

// (The loser's users are looked at because their children changed, its nodes because they moved.)
void smr_ac_joined(SmrEgraph *g, SmrClass winner, SmrClass loser) {
  struct SmrAc *ac = g->ac;
  if (is_literal(ac, loser)) {
    while (ac->literal.size <= winner)
      smr_vec_push(&ac->literal, 0);
    ac->literal.data[winner] = 1;
  }
  for (uint32_t k = 0; k < ac->families.size; k++) {
    SmrFamily *family = &ac->families.data[k];
    reserve(family, g->count);
    SmrNode rep = family->reps.data[loser];
    if (rep == SMR_NO_CLASS)
      continue;
    family->reps.data[loser] = SMR_NO_CLASS;
    if (family->changes.data[loser] > family->changes.data[winner])
      family->changes.data[winner] = family->changes.data[loser];
    if (rep_of(g, (uint8_t)(k + 1), winner) != SMR_NO_CLASS)
      continue;
    family->reps.data[winner] = rep;
    touch_users(g, (uint8_t)(k + 1), winner);
  }
}

//===--- multisets ---===//

void smr_ac_sort(SmrClass *c, uint32_t n) {
  // Shell's: few children, mostly in order already.
  static const uint32_t gaps[] = {57, 23, 10, 4, 1};
  for (uint32_t k = 0; k < 5; k++)
    for (uint32_t i = gaps[k]; i < n; i++) {
      SmrClass x = c[i];
      uint32_t j = i;
      for (; j >= gaps[k] && c[j - gaps[k]] > x; j -= gaps[k])
        c[j] = c[j - gaps[k]];
      c[j] = x;
    }
}

uint32_t smr_ac_hash(SmrOperator op, const SmrClass *children, uint32_t arity) {
  uint64_t h = op + 1;
  for (uint32_t i = 0; i < arity; i++) {
    uint64_t x = (children[i] + 1) * 0x9E3779B97F4A7C15u;
    h += (x ^ x >> 29) * 0xBF58476D1CE4E5B9u;
  }
  h *= 0x9E3779B97F4A7C15u;
  return (uint32_t)(h >> 32);
}

bool smr_ac_same(const SmrClass *a, const SmrClass *b, uint32_t arity) {
  if (!memcmp(a, b, arity * sizeof *a))
    return true;
  SmrClass x[SMR_MAX_ARITY], y[SMR_MAX_ARITY];
  memcpy(x, a, arity * sizeof *a);
  memcpy(y, b, arity * sizeof *b);
  smr_ac_sort(x, arity);
  smr_ac_sort(y, arity);
  return !memcmp(x, y, arity * sizeof *x);
}

// Canonical children, sorted; those that have a representative replaced by its children: all but `except`, or
// those that are nothing but a sum. `*rest`: whether some that have one are left.
static uint32_t spread(SmrEgraph *g, uint8_t f, const SmrClass *children, uint32_t count, bool all,
                       SmrClass except, SmrClass *out, bool *rest) {
  uint32_t n = 0;
  *rest = false;
  for (uint32_t i = 0; i < count; i++) {
    SmrClass c = smr_find(g, children[i]);
    SmrNode rep = c == except ? SMR_NO_CLASS : rep_of(g, f, c);
    uint32_t more = rep == SMR_NO_CLASS ? 1 : g->arities.data[g->elements[rep].op & SMR_NODE_OPERATOR];
    // (Of more children than a node can have, the later ones stay nested.)
    if (rep == SMR_NO_CLASS || n + more + (count - 1 - i) > SMR_MAX_ARITY ||
        (!all && g->elements[c].nodes > 1)) {
      *rest |= rep != SMR_NO_CLASS;
      out[n++] = c;
      continue;
    }
    const SmrClass *inner = smr_args(g, rep);
    for (uint32_t k = 0; k < more; k++)
      out[n++] = smr_find(g, inner[k]);
  }
  smr_ac_sort(out, n);
  return n;
}

// A class that is new, or was without one, gets a representative when the sum is flat.
static bool offer(SmrEgraph *g, uint8_t f, SmrClass c, SmrNode n) {
  SmrFamily *family = &g->ac->families.data[f - 1];
  reserve(family, g->count);
  if (rep_of(g, f, c) != SMR_NO_CLASS || family->changes.data[c] >= MAX_CHANGES)
    return false;
  const SmrClass *args = smr_args(g, n);
  for (uint32_t i = 0; i < g->arities.data[g->elements[n].op & SMR_NODE_OPERATOR]; i++) {
    SmrClass child = smr_find(g, args[i]);
    if (child == c || rep_of(g, f, child) != SMR_NO_CLASS)
      return false;
  }
  family->reps.data[c] = n;
  family->changes.data[c]++;
  return true;
}

SmrClass smr_ac_add(SmrEgraph *g, SmrOperator op, const SmrClass *children, uint32_t count, SmrClass into) {
  uint8_t f = g->families.data[op];
  if (count == 1) {
    if (into != SMR_NO_CLASS)
      smr_egraph_union(g, into, children[0]);
    return smr_find(g, children[0]);
  }
  SmrClass flat[SMR_MAX_ARITY];
  bool rest, ignored;
  uint32_t n = spread(g, f, children, count, false, SMR_NO_CLASS, flat, &rest);
  uint64_t created = g->created;
  SmrClass c = smr_egraph_insert(g, smr_ac_op(g, f, n), flat, n, into);
  if (into == SMR_NO_CLASS && created != g->created && !rest)
    offer(g, f, c, c);
  if (rest) {
    n = spread(g, f, children, count, true, c, flat, &ignored);
    c = smr_egraph_insert(g, smr_ac_op(g, f, n), flat, n, c);
  }
  return smr_find(g, c);
}

SmrNode smr_ac_node(SmrEgraph *g, SmrOperator op, const SmrClass *children, uint32_t count) {
  uint8_t f = g->families.data[op];
  if (count == 1)
    return smr_egraph_first(g, smr_find(g, children[0]));
  SmrClass flat[SMR_MAX_ARITY];
  bool rest;
  uint32_t n = spread(g, f, children, count, false, SMR_NO_CLASS, flat, &rest);
  SmrNode node = smr_egraph_find_node(g, smr_ac_op(g, f, n), flat, n);
  if (node != SMR_NO_CLASS || !rest)
    return node;
  n = spread(g, f, children, count, true, SMR_NO_CLASS, flat, &rest);
  return smr_egraph_find_node(g, smr_ac_op(g, f, n), flat, n);
}

//===--- rebuilding ---===//

static bool is_flat(SmrEgraph *g, uint8_t f, SmrClass c, SmrNode rep) {
  const SmrClass *args = smr_args(g, rep);
  for (uint32_t i = 0; i < g->arities.data[g->elements[rep].op & SMR_NODE_OPERATOR]; i++) {
    SmrClass child = smr_find(g, args[i]);
    if (child == c || rep_of(g, f, child) != SMR_NO_CLASS)
      return false;
  }
  return true;
}

// What a duplicate was found to be a duplicate of.
static SmrNode survivor(SmrEgraph *g, SmrNode n) {
  uint32_t op = g->elements[n].op;
  if (op == SMR_NODE_FREE || !(op & SMR_NODE_DEAD) || !smr_is_ac(g, op & SMR_NODE_OPERATOR))
    return n;
  SmrClass args[SMR_MAX_ARITY];
  uint32_t arity = g->arities.data[op & SMR_NODE_OPERATOR];
  for (uint32_t i = 0; i < arity; i++)
    args[i] = smr_find(g, smr_args(g, n)[i]);
  SmrNode same = smr_egraph_find_node(g, op & SMR_NODE_OPERATOR, args, arity);
  return same == SMR_NO_CLASS ? n : same;
}

static void touch_sums(SmrEgraph *g, uint8_t family, SmrClass c) {
  for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n))
    touch_user(&(Users){g, family}, n);
}

// A number stands for itself.
static void note_literal(SmrEgraph *g, SmrClass c) {
  while (g->ac->literal.size <= c)
    smr_vec_push(&g->ac->literal, 0);
  g->ac->literal.data[c] = 1;
}

// Drops a class' representative when it is none any more.
static void check_rep(SmrEgraph *g, uint8_t f, SmrClass c) {
  SmrFamily *family = &g->ac->families.data[f - 1];
  reserve(family, g->count);
  if (family->reps.data[c] == SMR_NO_CLASS)
    return;
  SmrNode rep = family->reps.data[c] = survivor(g, family->reps.data[c]);
  if (rep_of(g, f, c) != SMR_NO_CLASS && !is_literal(g->ac, c) && is_flat(g, f, c, rep))
    return;
  family->reps.data[c] = SMR_NO_CLASS;
  touch_users(g, f, c);
  touch_sums(g, f, c);
}

static void flatten(SmrEgraph *g, SmrNode n) {
  SmrClass flat[SMR_MAX_ARITY], c = smr_find(g, n);
  uint32_t op = g->elements[n].op & SMR_NODE_OPERATOR;
  uint8_t f = g->families.data[op];
  bool rest;
  uint32_t count = spread(g, f, smr_args(g, n), g->arities.data[op], true, c, flat, &rest);
  if (count != g->arities.data[op])
    smr_egraph_insert(g, smr_ac_op(g, f, count), flat, count, c);
}

static bool is_sum(const SmrEgraph *g, SmrNode n) {
  return !(g->elements[n].op & SMR_NODE_DEAD) && smr_is_ac(g, g->elements[n].op & SMR_NODE_OPERATOR);
}

static void touch_all(SmrEgraph *g) {
  g->ac->all = false;
  for (SmrNode n = 0; n < g->count; n++)
    if (!(g->elements[n].op & SMR_NODE_DEAD))
      smr_ac_touch(g, n);
}

// AC2, then AC3, of the nodes in the queue. What that changes puts nodes there again.
static void close_queue(SmrEgraph *g, const SmrNode *nodes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!(g->elements[nodes[i]].op & SMR_NODE_DEAD) &&
        g->families.data[g->elements[nodes[i]].op & SMR_NODE_OPERATOR] == SMR_LITERAL)
      note_literal(g, smr_find(g, nodes[i]));
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < g->ac->families.size; k++)
      check_rep(g, (uint8_t)(k + 1), smr_find(g, nodes[i]));
  for (uint32_t i = 0; i < count; i++)
    if (is_sum(g, nodes[i])) {
      uint8_t f = g->families.data[g->elements[nodes[i]].op & SMR_NODE_OPERATOR];
      SmrClass c = smr_find(g, nodes[i]);
      if (!is_literal(g->ac, c) && offer(g, f, c, nodes[i]))
        touch_users(g, f, c);
    }
  for (uint32_t i = 0; i < count; i++)
    if (is_sum(g, nodes[i]))
      flatten(g, nodes[i]);
}

bool smr_ac_close(SmrEgraph *g) {
  struct SmrAc *ac = g->ac;
  SMR_VEC(SmrNode) now = {0};
  bool changed = false;
  for (;;) {
    smr_egraph_repair(g);
    if (ac->all)
      touch_all(g);
    if (!ac->queue.size)
      break;
    changed = true;
    smr_vec_clear(&now);
    for (uint32_t i = 0; i < ac->queue.size; i++) {
      ac->waits.data[ac->queue.data[i]] = 0;
      if (g->elements[ac->queue.data[i]].op != SMR_NODE_FREE)
        smr_vec_push(&now, ac->queue.data[i]);
    }
    smr_vec_clear(&ac->queue);
    if (now.size)
      qsort(now.data, now.size, sizeof *now.data, smr_ascending);
    close_queue(g, now.data, now.size);
  }
  smr_vec_free(&now);
  return changed;
}

bool smr_ac_check(SmrEgraph *g, SmrStr *why) {
  SmrClass flat[SMR_MAX_ARITY];
  for (SmrNode n = 0; g->ac && n < g->count; n++) {
    uint32_t op = g->elements[n].op & SMR_NODE_OPERATOR;
    if (g->elements[n].op & SMR_NODE_DEAD || !smr_is_ac(g, op))
      continue;
    SmrClass c = smr_find(g, n);
    uint8_t f = g->families.data[op];
    if (g->arities.data[op] < 2)
      return smr_str_printf(why, "AC1: a sum of one child at %u", n), false;
    SmrNode rep = rep_of(g, f, c);
    if (rep != SMR_NO_CLASS && !is_flat(g, f, c, rep))
      return smr_str_printf(why, "AC2: a representative is not flat at %u", c), false;
    bool rest;
    uint32_t count = spread(g, f, smr_args(g, n), g->arities.data[op], true, c, flat, &rest);
    SmrNode there = smr_egraph_find_node(g, smr_ac_op(g, f, count), flat, count);
    if (there == SMR_NO_CLASS || smr_find(g, there) != c)
      return smr_str_printf(why, "AC3: the flat form is not in the class of %u", n), false;
  }
  return true;
}
