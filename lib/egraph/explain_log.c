//===- explain_log.c - what is noted while the graph grows ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A union that a rule asks for is logged with its variables and with the elements that were the instances of
// the rule's nodes at that time: by what the graph held then, and by nothing later, they are equal to the
// instances. So a way along the joins from one to the other never needs the union itself.
//===----------------------------------------------------------------------===//
#include "egraph/explain_internal.h"
#include <string.h>

static bool has_computed(const SmrOperators *ops, const SmrRule *rule, uint32_t node) {
  const SmrOperatorInfo *info = smr_operator_info(ops, rule->terms.nodes.data[node].op);
  if (info->kind == SMR_OPERATOR_COMPUTED)
    return true;
  for (uint32_t i = 0; i < info->arity; i++)
    if (has_computed(ops, rule, smr_term_children(&rule->terms, node)[i]))
      return true;
  return false;
}

//===--- rules ---===//

static uint32_t variable_of(const SmrProgram *p, uint32_t rule, SmrSym name) {
  uint32_t i = 0;
  while (i < smr_program_variables(p, rule) && smr_program_variable(p, rule, i) != name)
    i++;
  return i < smr_program_variables(p, rule) ? i : SMR_NO_REF;
}

// Lists the nodes of a side that have an instance in the graph; the reference to it.
static uint32_t list_nodes(SmrExplain *e, SmrLoggedRule *r, const SmrRule *rule, uint32_t node) {
  SmrOperator op = rule->terms.nodes.data[node].op;
  const SmrOperatorInfo info = *smr_operator_info(e->g->ops, op);
  if (info.kind == SMR_OPERATOR_VARIABLE)
    return variable_of(r->program, r->rule, info.name);
  uint32_t refs[SMR_MAX_ARITY];
  bool known = info.kind != SMR_OPERATOR_COMPUTED;
  for (uint32_t k = 0; k < info.arity; k++)
    known &= (refs[k] = list_nodes(e, r, rule, smr_term_children(&rule->terms, node)[k])) != SMR_NO_REF;
  if (!known)
    return SMR_NO_REF;
  smr_vec_push(&e->nodes, (SmrLoggedNode){op, e->refs.size});
  for (uint32_t k = 0; k < info.arity; k++)
    smr_vec_push(&e->refs, refs[k]);
  return SMR_REF_NODE | r->count++;
}

static uint32_t logged_rule(SmrExplain *e, uint32_t number) {
  while (e->rule_of.size <= number)
    smr_vec_push(&e->rule_of, 0);
  if (e->rule_of.data[number])
    return e->rule_of.data[number] - 1;
  const SmrRule *rule = smr_program_rule(e->program, number);
  SmrLoggedRule r = {.program = e->program,
                     .rule = number,
                     .variables = smr_program_variables(e->program, number),
                     .first = e->nodes.size};
  r.looks_at_terms = e->binder && (rule->conditions.size || has_computed(e->g->ops, rule, rule->rhs));
  uint32_t *parts = smr_xmalloc(rule->parts.size * sizeof *parts);
  for (uint32_t i = 0; i < rule->parts.size; i++)
    parts[i] = list_nodes(e, &r, rule, rule->parts.data[i].node);
  r.right = list_nodes(e, &r, rule, rule->rhs);
  r.parts = e->refs.size;
  for (uint32_t i = 0; i < rule->parts.size; i++)
    smr_vec_push(&e->refs, parts[i]);
  free(parts);
  smr_vec_push(&e->rules, r);
  return (e->rule_of.data[number] = e->rules.size) - 1;
}

//===--- applications ---===//

static SmrNode instance_of(SmrExplain *e, SmrOperator op, const SmrClass *children) {
  SmrNode n = smr_egraph_node(e->g, op, children);
  if (n != SMR_NO_CLASS || !e->g->repairs.size)
    return n;
  smr_egraph_repair(e->g); // (what was joined since may hide it)
  return smr_egraph_node(e->g, op, children);
}

// (SMR_NO_CLASS is written for a node that is not there; it stands for nothing then.)
static void log_instances(SmrExplain *e, const SmrLoggedRule *r, uint32_t first) {
  SmrClass children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < r->count; i++) {
    const SmrLoggedNode *node = &e->nodes.data[r->first + i];
    bool known = true;
    for (uint32_t k = 0; k < smr_arity(e->g, node->op); k++) {
      uint32_t ref = e->refs.data[node->first + k];
      children[k] = e->words.data[first + (ref & SMR_REF_NODE ? r->variables + (ref & ~SMR_REF_NODE) : ref)];
      known &= children[k] != SMR_NO_CLASS;
    }
    SmrNode n = known ? instance_of(e, node->op, children) : SMR_NO_CLASS;
    smr_vec_push(&e->words, n);
  }
}

// The term that a condition or a computed part saw.
static uint32_t smallest_term(SmrExplain *e, SmrClass c) {
  SMR_OWNED(SmrTerm, smr_term_free) t = {0};
  uint32_t root = smr_binder_term(e->binder, c, &t), children[SMR_MAX_ARITY];
  if (root != UINT32_MAX) {
    uint32_t *at = smr_xmalloc(2 * t.nodes.size * sizeof *at), *elements = at + t.nodes.size;
    smr_term_pool_take(&e->pool, e->g->ops, &t, at);
    while (e->element_of.size < e->pool.term.nodes.size)
      smr_vec_push(&e->element_of, SMR_NO_CLASS);
    for (uint32_t i = 0; i < t.nodes.size; i++) {
      bool known = true;
      for (uint32_t k = 0; k < smr_arity(e->g, t.nodes.data[i].op); k++)
        known &= (children[k] = elements[smr_term_children(&t, i)[k]]) != SMR_NO_CLASS;
      elements[i] = known ? instance_of(e, t.nodes.data[i].op, children) : SMR_NO_CLASS;
      if (e->element_of.data[at[i]] == SMR_NO_CLASS)
        e->element_of.data[at[i]] = elements[i];
    }
    root = at[root];
    free(at);
  }
  return root;
}

static uint32_t label_of(SmrExplain *e, const char *label) {
  uint32_t i = 0;
  while (i < e->labels.size && e->labels.data[i] != label)
    i++;
  if (i == e->labels.size)
    smr_vec_push(&e->labels, label);
  return SMR_REF_NODE | i;
}

static void log_union(void *user, SmrClass a, SmrClass b) {
  SmrExplain *e = user;
  const SmrApplication *application = e->program ? smr_program_application(e->program) : NULL;
  SmrLogEntry entry = {.a = a, .b = b, .first = e->words.size};
  if (application) {
    entry.rule = logged_rule(e, application->rule);
    const SmrLoggedRule *r = &e->rules.data[entry.rule];
    for (uint32_t i = 0; i < r->variables; i++)
      smr_vec_push(&e->words, application->variables[i]);
    log_instances(e, r, entry.first);
    for (uint32_t i = 0; i < r->variables && r->looks_at_terms; i++) {
      uint32_t term = smallest_term(e, application->variables[i]);
      smr_vec_push(&e->words, term);
    }
  } else {
    entry.rule = label_of(e, e->g->modifying ? e->g->modifying : "given");
  }
  e->g->reason = e->log.size;
  smr_vec_push(&e->log, entry);
}

void smr_explain_program(SmrExplain *e, const SmrProgram *program) {
  e->program = program;
  smr_vec_clear(&e->rule_of);
}

void smr_explain_callbacks(SmrExplain *e, const SmrProofCallback *callbacks, uint32_t count) {
  e->callbacks = callbacks;
  e->callback_count = count;
}

static size_t bytes_held(const void *user) {
  const SmrExplain *e = user;
  return sizeof *e + e->log.capacity * sizeof *e->log.data + e->words.capacity * sizeof *e->words.data +
         smr_term_pool_bytes(&e->pool) + (e->element_of.capacity + e->term_of.capacity) * sizeof(uint32_t);
}

SmrExplain *smr_explain_create(SmrEgraph *g, SmrBinder *binder) {
  SmrExplain *e = smr_xcalloc(1, sizeof *e);
  e->g = g;
  e->binder = binder;
  e->whole = 10000;
  smr_egraph_keep_originals(g);
  smr_egraph_set_log(g, log_union, e);
  smr_egraph_count_bytes(g, bytes_held, e);
  return e;
}

void smr_explain_destroy(SmrExplain *e) {
  if (!e)
    return;
  smr_vec_free(&e->rules);
  smr_vec_free(&e->nodes);
  smr_vec_free(&e->refs);
  smr_vec_free(&e->rule_of);
  smr_vec_free(&e->labels);
  smr_vec_free(&e->log);
  smr_vec_free(&e->words);
  smr_term_pool_free(&e->pool);
  smr_vec_free(&e->element_of);
  smr_vec_free(&e->term_of);
  smr_vec_free(&e->needed);
  smr_vec_free(&e->equation_of);
  smr_vec_free(&e->elements);
  smr_vec_free(&e->equations);
  smr_vec_free(&e->bindings);
  for (uint32_t i = 0; i < SMR_EXPLAIN_ATTEMPTS; i++)
    smr_closure_free(&e->closures[i]);
  free(e);
}
