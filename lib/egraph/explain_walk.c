//===- explain_walk.c - the way through a closure, as a proof ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The way between two terms of a tree of the proof forest is a row of edges; one by congruence is the ways
// between the children. Without recursion: terms and trees may be as deep as the graph is large.
//===----------------------------------------------------------------------===//
#include "egraph/explain_internal.h"
#include <string.h>

#define MAX_POSITIONS 100000000 // words, of all steps together

typedef struct {
  uint32_t equation;
  bool forward;
  uint32_t position, depth;
} Move;

typedef enum { BETWEEN, EDGE, ENTER, LEAVE } TaskKind;

typedef struct {
  TaskKind kind;
  uint32_t from, to; // terms; of ENTER: the child's number
  uint32_t reason;
} Task;

typedef struct {
  SmrExplain *e;
  const SmrClosure *c;
  uint32_t most;
  SMR_VEC(Move) moves;
  SMR_VEC(uint32_t) positions;
  SMR_VEC(uint32_t) here; // the position that the walk is at
  SMR_VEC(Task) todo;     // the last is next
  SMR_VEC(uint32_t) way;
  uint32_t *depths; // by term: from its tree's root
} Walk;

static void measure_depths(Walk *w) {
  const SmrClosure *c = w->c;
  w->depths = smr_xmalloc((c->count + 1) * sizeof *w->depths);
  memset(w->depths, 0xFF, (c->count + 1) * sizeof *w->depths);
  for (uint32_t i = 0; i < c->count; i++) {
    smr_vec_clear(&w->way);
    uint32_t n = i;
    for (; n != UINT32_MAX && w->depths[n] == UINT32_MAX; n = c->forest.data[n])
      smr_vec_push(&w->way, n);
    uint32_t depth = n == UINT32_MAX ? 0 : w->depths[n] + 1;
    while (w->way.size)
      w->depths[smr_vec_pop(&w->way)] = depth++;
  }
}

static void go(Walk *w, TaskKind kind, uint32_t from, uint32_t to, uint32_t reason) {
  smr_vec_push(&w->todo, (Task){kind, from, to, reason});
}

// Up from both to where they meet: first the way from a, then the way to b turned round.
static void walk_between(Walk *w, uint32_t a, uint32_t b) {
  const SmrClosure *c = w->c;
  const uint32_t *forest = c->forest.data;
  smr_vec_clear(&w->way);
  while (a != b)
    if (w->depths[a] > w->depths[b]) {
      smr_vec_push(&w->way, a);
      a = forest[a];
    } else {
      go(w, EDGE, forest[b], b, c->reason.data[b]);
      b = forest[b];
    }
  while (w->way.size) {
    a = smr_vec_pop(&w->way);
    go(w, EDGE, a, forest[a], c->reason.data[a]);
  }
}

static void walk_edge(Walk *w, uint32_t from, uint32_t to, uint32_t reason) {
  const SmrTerm *t = &w->e->pool.term;
  if (reason != SMR_CONGRUENCE) {
    Move m = {reason, w->e->equations.data[reason].left == from, w->positions.size, w->here.size};
    for (uint32_t i = 0; i < w->here.size; i++)
      smr_vec_push(&w->positions, w->here.data[i]);
    smr_vec_push(&w->moves, m);
    return;
  }
  for (uint32_t k = smr_operator_info(w->e->g->ops, t->nodes.data[from].op)->arity; k-- > 0;) {
    uint32_t x = smr_term_children(t, from)[k], y = smr_term_children(t, to)[k];
    if (x == y)
      continue;
    go(w, LEAVE, 0, 0, 0);
    go(w, BETWEEN, x, y, 0);
    go(w, ENTER, k, 0, 0);
  }
}

// False: too long.
static bool walk(Walk *w, uint32_t from, uint32_t to) {
  go(w, BETWEEN, from, to, 0);
  while (w->todo.size && w->moves.size <= w->most && w->positions.size <= MAX_POSITIONS) {
    Task t = smr_vec_pop(&w->todo);
    if (t.kind == BETWEEN)
      walk_between(w, t.from, t.to);
    else if (t.kind == EDGE)
      walk_edge(w, t.from, t.to, t.reason);
    else if (t.kind == ENTER)
      smr_vec_push(&w->here, t.from);
    else
      w->here.size--;
  }
  return !w->todo.size;
}

//===--- the proof ---===//

// The term with the subterm at a position replaced.
static uint32_t replaced(SmrExplain *e, uint32_t term, const uint32_t *position, uint32_t depth,
                         uint32_t by) {
  SMR_VEC(uint32_t) spine = {0};
  uint32_t children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < depth; i++) {
    smr_vec_push(&spine, term);
    term = smr_term_children(&e->pool.term, term)[position[i]];
  }
  for (uint32_t i = depth; i-- > 0;) {
    SmrOperator op = e->pool.term.nodes.data[spine.data[i]].op;
    uint32_t arity = smr_operator_info(e->g->ops, op)->arity;
    for (uint32_t k = 0; k < arity; k++)
      children[k] = k == position[i] ? by : smr_term_children(&e->pool.term, spine.data[i])[k];
    by = smr_term_pool_add(&e->pool, e->g->ops, op, children);
  }
  smr_vec_free(&spine);
  return by;
}

static uint32_t copied(SmrExplain *e, SmrProof *proof, uint32_t *at, uint32_t node) {
  if (at[node] != UINT32_MAX)
    return at[node];
  SMR_VEC(uint32_t) todo = {0};
  uint32_t children[SMR_MAX_ARITY];
  smr_vec_push(&todo, node);
  while (todo.size) {
    uint32_t n = smr_vec_last(&todo), missing = 0;
    SmrOperator op = e->pool.term.nodes.data[n].op;
    for (uint32_t k = 0; k < smr_operator_info(e->g->ops, op)->arity; k++)
      if ((children[k] = at[smr_term_children(&e->pool.term, n)[k]]) == UINT32_MAX) {
        smr_vec_push(&todo, smr_term_children(&e->pool.term, n)[k]);
        missing++;
      }
    if (missing)
      continue;
    todo.size--;
    if (at[n] == UINT32_MAX)
      at[n] = smr_term_add(&proof->terms, e->g->ops, op, children);
  }
  smr_vec_free(&todo);
  return at[node];
}

// Replays the moves on whole terms and leaves out what comes back to a term that was there. `kept`: term
// before, move, term after.
static void shorten(Walk *w, uint32_t from, uint32_t **kept, uint32_t *count) {
  SmrExplain *e = w->e;
  SmrMap met = {0};
  SMR_VEC(uint32_t) way = {0};
  uint32_t now = from;
  smr_map_set(&met, from, 0);
  for (uint32_t i = 0; i < w->moves.size; i++) {
    const Move *m = &w->moves.data[i];
    const SmrExplainEquation *q = &e->equations.data[m->equation];
    uint32_t next =
                 replaced(e, now, w->positions.data + m->position, m->depth, m->forward ? q->right : q->left),
             length;
    if (smr_map_get(&met, next, &length) && length <= way.size &&
        (length == 0 ? next == from : way.data[length - 1] == next))
      way.size = length;
    else {
      smr_vec_push(&way, now);
      smr_vec_push(&way, i);
      smr_vec_push(&way, next);
      smr_map_set(&met, next, way.size);
    }
    now = next;
  }
  smr_map_free(&met);
  *kept = way.data;
  *count = way.size / 3;
}

static void write_proof(SmrExplain *e, const Walk *w, const uint32_t *kept, uint32_t count, uint32_t from,
                        uint32_t to, SmrProof *proof) {
  uint32_t *at = smr_xmalloc(e->pool.term.nodes.size * sizeof *at);
  memset(at, 0xFF, e->pool.term.nodes.size * sizeof *at);
  *proof = (SmrProof){0};
  proof->from = copied(e, proof, at, from);
  proof->to = copied(e, proof, at, to);
  for (uint32_t i = 0; i < count; i++) {
    const Move *m = &w->moves.data[kept[3 * i + 1]];
    const SmrExplainEquation *q = &e->equations.data[m->equation];
    const SmrLogEntry *entry = &e->log.data[q->entry];
    const SmrRule *rule = smr_explain_rule(e, entry);
    SmrProofStep step = {.rule = rule,
                         .label = rule ? rule->name : e->labels.data[entry->rule & ~SMR_REF_NODE],
                         .forward = m->forward,
                         .trusted = q->trusted,
                         .before = copied(e, proof, at, kept[3 * i]),
                         .after = copied(e, proof, at, kept[3 * i + 2]),
                         .position = proof->positions.size,
                         .depth = m->depth,
                         .binding = proof->bindings.size,
                         .bindings = q->bindings};
    for (uint32_t k = 0; k < m->depth; k++)
      smr_vec_push(&proof->positions, w->positions.data[m->position + k]);
    for (uint32_t k = 0; k < q->bindings; k++) {
      SmrProofBinding b = e->bindings.data[q->binding + k];
      smr_vec_push(&proof->bindings, (SmrProofBinding){b.variable, copied(e, proof, at, b.term)});
    }
    smr_vec_push(&proof->steps, step);
  }
  free(at);
}

bool smr_explain_write(SmrExplain *e, SmrClosure *c, uint32_t from, uint32_t to, uint32_t most,
                       SmrProof *proof) {
  Walk w = {.e = e, .c = c, .most = SMR_MAX_PROOF};
  uint32_t *kept = NULL, count = 0;
  measure_depths(&w);
  bool ok = walk(&w, from, to);
  if (ok) {
    shorten(&w, from, &kept, &count);
    ok = count <= most;
  }
  if (ok)
    write_proof(e, &w, kept, count, from, to, proof);
  free(kept);
  free(w.depths);
  smr_vec_free(&w.moves);
  smr_vec_free(&w.positions);
  smr_vec_free(&w.here);
  smr_vec_free(&w.todo);
  smr_vec_free(&w.way);
  return ok;
}
