//===- explain_need.c - which equations a proof can need -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The joins are a forest over the elements (Willsey et al., egg, POPL 2021; Nieuwenhuis, Oliveras:
// Proof-Producing Congruence Closure, RTA 2005): the one way between two elements consists of joins that were
// there when they became equal. A join by congruence needs the ways between the children that its ends were
// made with, a rule's those from its instances to what the rule was applied to. Each join is looked at once:
// what was gone along is contracted. So a question costs what its answer needs, and not what the graph holds.
//===----------------------------------------------------------------------===//
#include "egraph/explain_internal.h"
#include <string.h>

typedef struct {
  SmrNode a, b;
} Pair;

typedef struct {
  SmrExplain *e;
  SmrEgraph *g;
  uint32_t *up;    // by element: the next towards the root of its tree; itself: a root
  uint32_t *by;    // the join that leads there
  uint32_t *depth; // from the root
  uint32_t *top;   // union-find: the end nearest to the root of what is contracted
  SMR_VEC(Pair) todo;
  SMR_VEC(uint8_t) seen_terms; // by term of the pool
  uint8_t *seen;               // by element
} Search;

//===--- the forest ---===//

static uint32_t *neighbours(const SmrEgraph *g, uint32_t **starts) {
  uint32_t *first = smr_xcalloc(g->count + 2, sizeof *first);
  uint32_t *list = smr_xmalloc((2 * (size_t)g->joins.size + 1) * sizeof *list);
  for (uint32_t i = 0; i < g->joins.size; i++)
    first[g->joins.data[i].a + 2]++, first[g->joins.data[i].b + 2]++;
  for (uint32_t i = 2; i < g->count + 2; i++)
    first[i] += first[i - 1];
  for (uint32_t i = 0; i < g->joins.size; i++) {
    list[first[g->joins.data[i].a + 1]++] = i;
    list[first[g->joins.data[i].b + 1]++] = i;
  }
  *starts = first;
  return list;
}

static void root_trees(Search *s) {
  const SmrEgraph *g = s->g;
  uint32_t *first, *list = neighbours(g, &first);
  SMR_VEC(uint32_t) queue = {0};
  memset(s->up, 0xFF, g->count * sizeof *s->up);
  for (uint32_t root = 0; root < g->count; root++) {
    if (s->up[root] != UINT32_MAX)
      continue;
    s->up[root] = root;
    s->depth[root] = 0;
    smr_vec_clear(&queue);
    smr_vec_push(&queue, root);
    for (uint32_t at = 0; at < queue.size; at++) {
      uint32_t n = queue.data[at];
      for (uint32_t i = first[n]; i < first[n + 1]; i++) {
        const SmrJoin *join = &g->joins.data[list[i]];
        uint32_t other = join->a == n ? join->b : join->a;
        if (s->up[other] != UINT32_MAX)
          continue;
        s->up[other] = n;
        s->by[other] = list[i];
        s->depth[other] = s->depth[n] + 1;
        smr_vec_push(&queue, other);
      }
    }
  }
  smr_vec_free(&queue);
  free(first);
  free(list);
}

static uint32_t top_of(Search *s, uint32_t n) {
  while (s->top[n] != n) {
    s->top[n] = s->top[s->top[n]];
    n = s->top[n];
  }
  return n;
}

//===--- what is needed ---===//

static void need(Search *s, SmrNode a, SmrNode b) {
  if (a != b && a != SMR_NO_CLASS && b != SMR_NO_CLASS)
    smr_vec_push(&s->todo, (Pair){a, b});
}

static void need_element(Search *s, SmrNode n) {
  if (s->seen[n])
    return;
  s->seen[n] = 1;
  smr_vec_push(&s->e->elements, n);
}

// An element congruent to a term, as far as it is known: logged, or there now.
static SmrNode element_of(Search *s, uint32_t term) {
  SmrExplain *e = s->e;
  const SmrTermNode *node = &e->pool.term.nodes.data[term];
  SmrClass children[SMR_MAX_ARITY];
  while (e->element_of.size < e->pool.term.nodes.size)
    smr_vec_push(&e->element_of, SMR_NO_CLASS);
  if (e->element_of.data[term] != SMR_NO_CLASS)
    return e->element_of.data[term];
  // (Children are asked before: what is known of them stands there.)
  for (uint32_t k = 0; k < smr_arity(s->g, node->op); k++)
    if ((children[k] = e->element_of.data[smr_term_children(&e->pool.term, term)[k]]) == SMR_NO_CLASS)
      return SMR_NO_CLASS;
  return e->element_of.data[term] = smr_egraph_node(s->g, node->op, children);
}

// From an element to a term that is equal to it. False: some of the term is not in the graph.
static bool need_term(Search *s, SmrNode from, uint32_t term) {
  SmrExplain *e = s->e;
  SMR_VEC(uint32_t) below = {0};
  bool there = true;
  while (s->seen_terms.size < e->pool.term.nodes.size)
    smr_vec_push(&s->seen_terms, 0);
  smr_vec_push(&below, term);
  while (below.size) {
    uint32_t t = smr_vec_last(&below), waiting = below.size;
    const uint32_t *children = smr_term_children(&e->pool.term, t);
    uint32_t arity = smr_arity(s->g, e->pool.term.nodes.data[t].op);
    for (uint32_t k = 0; k < arity && !s->seen_terms.data[t]; k++)
      if (!s->seen_terms.data[children[k]])
        smr_vec_push(&below, children[k]);
    if (below.size > waiting)
      continue;
    below.size--;
    SmrNode n = element_of(s, t);
    if (n == SMR_NO_CLASS)
      there = false;
    for (uint32_t k = 0; k < arity && n != SMR_NO_CLASS && !s->seen_terms.data[t]; k++)
      need(s, smr_egraph_original(s->g, n)[k], element_of(s, children[k]));
    if (n != SMR_NO_CLASS && !s->seen_terms.data[t])
      need_element(s, n);
    s->seen_terms.data[t] = 1;
  }
  smr_vec_free(&below);
  need(s, from, element_of(s, term));
  return there;
}

static void need_entry(Search *s, uint32_t number) {
  SmrExplain *e = s->e;
  const SmrLogEntry *entry = &e->log.data[number];
  e->needed.data[number] = 1;
  e->changed = true;
  if (entry->rule & SMR_REF_NODE)
    return;
  const SmrLoggedRule *r = &e->rules.data[entry->rule];
  const SmrRule *rule = smr_program_rule(r->program, r->rule);
  const uint32_t *variables = e->words.data + entry->first, *instances = variables + r->variables;
#define ELEMENT(ref)                                                                                         \
  ((ref) == SMR_NO_REF    ? SMR_NO_CLASS                                                                     \
   : (ref) & SMR_REF_NODE ? instances[(ref) & ~SMR_REF_NODE]                                                 \
                          : variables[ref])
  for (uint32_t i = 0; i < r->count; i++) {
    const SmrLoggedNode *node = &e->nodes.data[r->first + i];
    if (instances[i] == SMR_NO_CLASS)
      continue;
    need_element(s, instances[i]);
    for (uint32_t k = 0; k < smr_arity(s->g, node->op); k++)
      need(s, smr_egraph_original(s->g, instances[i])[k], ELEMENT(e->refs.data[node->first + k]));
  }
  need(s, entry->a, ELEMENT(e->refs.data[r->parts]));
  for (uint32_t i = 0; i < rule->parts.size; i++)
    for (uint32_t v = 0; rule->parts.data[i].variable && v < r->variables; v++)
      if (smr_program_variable(r->program, r->rule, v) == rule->parts.data[i].variable)
        need(s, variables[v], ELEMENT(e->refs.data[r->parts + i]));
  need(s, entry->b, ELEMENT(r->right));
#undef ELEMENT
  for (uint32_t i = 0; r->looks_at_terms && i < r->variables; i++)
    if (e->words.data[entry->first + r->variables + r->count + i] != UINT32_MAX)
      need_term(s, e->words.data[entry->first + i],
                e->words.data[entry->first + r->variables + r->count + i]);
  // What a computed part makes is known as a term.
  const SmrExplainEquation *q = smr_explain_equation(e, number);
  if (r->right == SMR_NO_REF && !q->trusted)
    need_term(s, entry->b, q->right);
}

static void go_along(Search *s, SmrNode n) {
  const SmrJoin *join = &s->g->joins.data[s->by[n]];
  need_element(s, join->a);
  need_element(s, join->b);
  s->top[n] = s->up[n];
  if (join->reason != SMR_BY_CONGRUENCE) {
    if (!s->e->needed.data[join->reason])
      need_entry(s, join->reason);
    return;
  }
  for (uint32_t k = 0; k < smr_arity(s->g, smr_egraph_op(s->g, join->a)); k++)
    need(s, smr_egraph_original(s->g, join->a)[k], smr_egraph_original(s->g, join->b)[k]);
}

static void follow(Search *s) {
  while (s->todo.size) {
    Pair p = smr_vec_pop(&s->todo);
    need_element(s, p.a);
    need_element(s, p.b);
    if (smr_find(s->g, p.a) != smr_find(s->g, p.b))
      continue; // (a callback that joined nothing; the closure will tell)
    for (p.a = top_of(s, p.a), p.b = top_of(s, p.b); p.a != p.b;) {
      SmrNode *lower = s->depth[p.a] >= s->depth[p.b] ? &p.a : &p.b;
      go_along(s, *lower);
      *lower = top_of(s, *lower);
    }
  }
}

bool smr_explain_need(SmrExplain *e, uint32_t from, uint32_t to) {
  SmrEgraph *g = e->g;
  size_t bytes = (g->count + 1) * sizeof(uint32_t);
  Search s = {e,
              g,
              smr_xmalloc(bytes),
              smr_xmalloc(bytes),
              smr_xmalloc(bytes),
              smr_xmalloc(bytes),
              .seen = smr_xcalloc(g->count + 1, 1)};
  while (e->needed.size < e->log.size)
    smr_vec_push(&e->needed, 0);
  for (uint32_t i = 0; i < g->count; i++)
    s.top[i] = i;
  root_trees(&s);
  bool there = need_term(&s, SMR_NO_CLASS, from) && need_term(&s, SMR_NO_CLASS, to);
  if (there) {
    need(&s, element_of(&s, from), element_of(&s, to));
    follow(&s);
  }
  free(s.up), free(s.by), free(s.depth), free(s.top), free(s.seen);
  smr_vec_free(&s.todo);
  smr_vec_free(&s.seen_terms);
  return there;
}

void smr_explain_need_all(SmrExplain *e) {
  for (uint32_t i = e->needed.size; i < e->log.size; i++)
    smr_vec_push(&e->needed, 0);
  for (uint32_t i = 0; i < e->log.size; i++) {
    e->changed |= !e->needed.data[i];
    e->needed.data[i] = 1;
  }
}
