//===- explain.c - equations, their closure, questions -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A number of the graph stands for one term: its operator on the terms of the children that it was made with.
// A logged application with its variables as such terms is an equation between two terms; as the graph holds
// nothing but what follows from them by congruence, neither does the closure hold less.
//===----------------------------------------------------------------------===//
#include "egraph/explain.h"
#include "egraph/explain_internal.h"
#include <assert.h>
#include <string.h>

#define MANY_ENTRIES 20000 // more are closed once, not in several orders

//===--- equations ---===//

// The term that an element was made as. (Its children have smaller numbers.)
/// The term that an element was made as.
static uint32_t explain_term(SmrExplain *e, SmrNode n) {
  SmrEgraph *g = e->g;
  SMR_VEC(SmrNode) todo = {0};
  uint32_t children[SMR_MAX_ARITY];
  while (e->term_of.size < g->count)
    smr_vec_push(&e->term_of, UINT32_MAX);
  smr_vec_push(&todo, n);
  while (todo.size) {
    SmrNode at = smr_vec_last(&todo);
    SmrOperator op = smr_egraph_op(g, at);
    const SmrClass *originals = smr_egraph_original(g, at);
    uint32_t arity = smr_arity(g, op), missing = 0;
    for (uint32_t k = 0; k < arity; k++)
      if ((children[k] = e->term_of.data[originals[k]]) == UINT32_MAX) {
        smr_vec_push(&todo, originals[k]);
        missing++;
      }
    if (missing)
      continue;
    todo.size--;
    e->term_of.data[at] = smr_term_pool_add(&e->pool, g->ops, op, children);
  }
  smr_vec_free(&todo);
  return e->term_of.data[n];
}

static uint32_t side(SmrExplain *e, const SmrRule *rule, uint32_t node, const SmrExplainEquation *q) {
  return smr_proof_instance(e->g->ops, &e->pool, rule, node, e->bindings.data + q->binding, q->bindings,
                            e->callbacks, e->callback_count);
}

static SmrProofBinding *binding_of(SmrExplain *e, const SmrExplainEquation *q, SmrSym variable) {
  for (uint32_t i = 0; variable && i < q->bindings; i++)
    if (e->bindings.data[q->binding + i].variable == variable)
      return &e->bindings.data[q->binding + i];
  return NULL;
}

// A pattern part that names a variable: the variable stands for the pattern's instance. False when it cannot.
static bool bind_parts(SmrExplain *e, const SmrRule *rule, SmrExplainEquation *q) {
  for (uint32_t i = rule->parts.size; i-- > 0;) {
    SmrProofBinding *b = binding_of(e, q, rule->parts.data[i].variable);
    if (b)
      b->term = side(e, rule, rule->parts.data[i].node, q);
  }
  for (uint32_t i = 0; i < rule->parts.size; i++) {
    SmrProofBinding *b = binding_of(e, q, rule->parts.data[i].variable);
    if (b && (b->term == UINT32_MAX || b->term != side(e, rule, rule->parts.data[i].node, q)))
      return false;
  }
  return true;
}

static void make_equation(SmrExplain *e, const SmrLogEntry *entry, SmrExplainEquation *q) {
  const SmrLoggedRule *logged = &e->rules.data[entry->rule];
  const SmrRule *rule = smr_explain_rule(e, entry);
  q->bindings = logged->variables;
  for (uint32_t i = 0; i < q->bindings; i++) {
    uint32_t seen = logged->looks_at_terms
                        ? e->words.data[entry->first + logged->variables + logged->count + i]
                        : UINT32_MAX;
    if (seen == UINT32_MAX)
      seen = explain_term(e, e->words.data[entry->first + i]);
    smr_vec_push(&e->bindings,
                 (SmrProofBinding){smr_program_variable(logged->program, logged->rule, i), seen});
  }
  if (!bind_parts(e, rule, q))
    return;
  q->left = side(e, rule, rule->parts.data[0].node, q);
  q->right = side(e, rule, rule->rhs, q);
  q->trusted = q->left == UINT32_MAX || q->right == UINT32_MAX;
}

const SmrExplainEquation *smr_explain_equation(SmrExplain *e, uint32_t number) {
  while (e->equation_of.size < e->log.size)
    smr_vec_push(&e->equation_of, 0);
  if (e->equation_of.data[number])
    return &e->equations.data[e->equation_of.data[number] - 1];
  SmrLogEntry entry = e->log.data[number];
  SmrExplainEquation q = {.entry = number, .binding = e->bindings.size, .trusted = true};
  if (!(entry.rule & SMR_REF_NODE))
    make_equation(e, &entry, &q);
  uint32_t a = explain_term(e, entry.a), b = explain_term(e, entry.b);
  if (q.trusted)
    q.left = a, q.right = b, q.bindings = 0;
  smr_vec_push(&e->equations, q);
  e->equation_of.data[number] = e->equations.size;
  return &smr_vec_last(&e->equations);
}

//===--- closures ---===//

static void merge(SmrClosure *c, SmrExplain *e, uint32_t equation) {
  const SmrExplainEquation *q = &e->equations.data[equation];
  smr_closure_merge(c, e->g->ops, &e->pool, q->left, q->right, equation);
}

// What a union joined and its equation does not (a callback that joined classes itself) is taken on trust.
// Only when all entries are there: else it may follow from one that is missing.
static bool trust(SmrClosure *c, SmrExplain *e, const uint32_t *list, uint32_t count, bool all) {
  for (uint32_t i = 0; i < count; i++) {
    const SmrLogEntry *entry = &e->log.data[list[i]];
    uint32_t a = explain_term(e, entry->a), b = explain_term(e, entry->b);
    if (smr_closure_find(c, a) == smr_closure_find(c, b))
      continue;
    if (!all)
      return false;
    smr_vec_push(&e->equations,
                 (SmrExplainEquation){.left = a, .right = b, .entry = list[i], .trusted = true});
    merge(c, e, e->equations.size - 1);
  }
  return true;
}

// Attempt 0 merges in the log's order, 1 backwards, 2 the short equations first: each gives another forest.
static bool close_equations(SmrClosure *c, SmrExplain *e, const uint32_t *list, uint32_t count,
                            uint32_t attempt) {
  smr_closure_free(c);
  smr_closure_take(c, e->g->ops, &e->pool);
  for (uint32_t pass = 0; pass < (attempt == 2 ? 2u : 1u); pass++)
    for (uint32_t i = 0; i < count; i++) {
      uint32_t at = e->equation_of.data[list[attempt == 1 ? count - 1 - i : i]] - 1;
      if (attempt == 2 && (e->equations.data[at].bindings > 1) != (pass == 1))
        continue;
      merge(c, e, at);
    }
  return trust(c, e, list, count, count == e->log.size);
}

// Needed entries, ascending; all terms that the closures have to know are in the pool then.
static uint32_t *needed_entries(SmrExplain *e, uint32_t *count) {
  uint32_t *list = smr_xmalloc((e->log.size + 1) * sizeof *list);
  *count = 0;
  for (uint32_t i = 0; i < e->log.size; i++)
    if (e->needed.data[i])
      list[(*count)++] = i;
  for (uint32_t i = 0; i < *count; i++)
    smr_explain_equation(e, list[i]);
  for (uint32_t i = 0; i < e->elements.size; i++)
    explain_term(e, e->elements.data[i]);
  smr_vec_clear(&e->elements);
  return list;
}

//===--- questions ---===//

// Without all entries SMR_NOT_EQUAL means that it is not known.
static SmrExplainResult explain(SmrExplain *e, uint32_t from, uint32_t to, SmrProof *proof) {
  SmrExplainResult result = SMR_NOT_EQUAL;
  uint32_t most = SMR_MAX_PROOF, count;
  for (uint32_t i = 0; e->changed && i < SMR_EXPLAIN_ATTEMPTS; i++)
    e->closed[i] = false;
  e->changed = false;
  uint32_t *list = needed_entries(e, &count);
  for (uint32_t attempt = 0; attempt < (count > MANY_ENTRIES ? 1u : SMR_EXPLAIN_ATTEMPTS); attempt++) {
    SmrClosure *c = &e->closures[attempt];
    if (e->closed[attempt])
      smr_closure_take(c, e->g->ops, &e->pool);
    else if (!close_equations(c, e, list, count, attempt))
      break;
    e->closed[attempt] = true;
    if (smr_closure_find(c, from) != smr_closure_find(c, to))
      break;
    SmrProof found;
    if (smr_explain_write(e, c, from, to, most, &found)) {
      smr_proof_free(proof);
      *proof = found;
      most = found.steps.size ? found.steps.size - 1 : 0;
      result = SMR_EXPLAINED;
    } else if (result == SMR_NOT_EQUAL)
      result = SMR_PROOF_TOO_LONG;
    if (result == SMR_PROOF_TOO_LONG && count > e->whole)
      break;
  }
  free(list);
  return result;
}

static SmrExplainResult ask(SmrExplain *e, uint32_t from, uint32_t to, SmrProof *proof) {
  SmrExplainResult result = SMR_NOT_EQUAL;
  *proof = (SmrProof){0};
  bool some = e->log.size > e->whole && smr_explain_need(e, from, to);
  if (some)
    result = explain(e, from, to, proof);
  if (result == SMR_NOT_EQUAL) {
    smr_explain_need_all(e);
    result = explain(e, from, to, proof);
  }
  if (result == SMR_EXPLAINED)
    smr_proof_shorten(e->g->ops, proof, e->callbacks, e->callback_count);
  return result;
}

SmrExplainResult smr_explain_terms(SmrExplain *e, const SmrTerm *a, uint32_t i, const SmrTerm *b, uint32_t j,
                                   SmrProof *proof) {
  uint32_t *at = smr_xmalloc((a->nodes.size + b->nodes.size) * sizeof *at);
  smr_term_pool_take(&e->pool, e->g->ops, a, at);
  uint32_t from = at[i];
  smr_term_pool_take(&e->pool, e->g->ops, b, at);
  uint32_t to = at[j];
  free(at);
  return ask(e, from, to, proof);
}

SmrExplainResult smr_explain_elements(SmrExplain *e, SmrNode a, SmrNode b, SmrProof *proof) {
  return ask(e, explain_term(e, a), explain_term(e, b), proof);
}

void smr_explain_set_whole(SmrExplain *e, uint32_t entries) {
  e->whole = entries;
}
