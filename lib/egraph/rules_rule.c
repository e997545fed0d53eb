//===- rules_rule.c - reading one rule -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The s-expression of a rule is in text order, so that the variables of a side are a scan over a range of it.
//===----------------------------------------------------------------------===//
#include "egraph/rules_internal.h"
#include "egraph/term_text.h"
#include <string.h>

typedef struct {
  SmrSym variable, condition; // as in SmrRuleForall
  uint32_t at;                // its node
} Mark;

// The parts of a rule's s-expression.
typedef struct {
  SmrRulesReader *r;
  const SmrSexp *s;
  uint32_t list, sides[2]; // nodes
  bool both;               // birewrite: either side may have sorts
  SMR_VEC(uint32_t) whens; // nodes
  SMR_VEC(Mark) marks;
} Clauses;

//===--- variables ---===//

static SmrSym variable_symbol(SmrRulesReader *r, const SmrSexp *s, uint32_t node, const char **sort) {
  size_t length;
  if (!smr_sexp_is_atom(s, node) || !smr_text_is_variable(smr_sexp_text(s, node), &length, sort))
    return 0;
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_str_append(&name, smr_sexp_text(s, node) + 1, length);
  return smr_operators_symbol(r->ops, smr_str_get(&name));
}

static bool mentions(SmrRulesReader *r, const SmrSexp *s, uint32_t node, SmrSym variable) {
  const char *sort;
  for (uint32_t i = node; i < s->nodes.data[node].end; i++)
    if (variable_symbol(r, s, i, &sort) == variable)
      return true;
  return false;
}

static const Mark *mark_of(const Clauses *c, SmrSym variable) {
  for (uint32_t i = 0; i < c->marks.size; i++)
    if (c->marks.data[i].variable == variable)
      return &c->marks.data[i];
  return NULL;
}

// Whether the variables of a term are those of the pattern `lhs` or marked.
static bool check_bound(const Clauses *c, uint32_t lhs, uint32_t node, const char *direction) {
  const char *sort;
  for (uint32_t i = node; i < c->s->nodes.data[node].end; i++) {
    SmrSym variable = variable_symbol(c->r, c->s, i, &sort);
    if (variable && !mentions(c->r, c->s, lhs, variable) && !mark_of(c, variable))
      return smr_sexp_error(c->r->diag, c->s, i,
                            "the pattern%s does not bind ?%s (mark it :forall if it stands for every class)",
                            direction, smr_operators_text(c->r->ops, variable));
  }
  return true;
}

//===--- rules ---===//

static bool has_condition(const SmrOperators *ops, const SmrRule *rule, const SmrRuleCondition *like) {
  for (uint32_t i = 0; i < rule->conditions.size; i++) {
    const SmrRuleCondition *have = &rule->conditions.data[i];
    bool same = have->name == like->name && have->count == like->count;
    for (uint32_t k = 0; same && k < like->count; k++)
      same = smr_term_equal(ops, &rule->terms, rule->condition_args.data[have->first + k], &rule->terms,
                            rule->condition_args.data[like->first + k]);
    if (same)
      return true;
  }
  return false;
}

static void add_condition(const SmrOperators *ops, SmrRule *rule, SmrRuleCondition condition) {
  if (has_condition(ops, rule, &condition))
    rule->condition_args.size = condition.first;
  else
    smr_vec_push(&rule->conditions, condition);
}

// ?x:sort anywhere in a side becomes the condition (sort ?x).
static void add_sorts(const Clauses *c, uint32_t side, SmrRule *rule) {
  SmrOperators *ops = c->r->ops;
  for (uint32_t i = side; i < c->s->nodes.data[side].end; i++) {
    const char *sort;
    SmrSym variable = variable_symbol(c->r, c->s, i, &sort);
    if (!variable || !sort)
      continue;
    SmrRuleCondition condition = {smr_operators_symbol(ops, sort), rule->condition_args.size, 1};
    SmrOperator op = smr_operator(ops, SMR_OPERATOR_VARIABLE, smr_operators_text(ops, variable), 0);
    uint32_t node = smr_term_add(&rule->terms, ops, op, NULL);
    smr_vec_push(&rule->condition_args, node);
    add_condition(ops, rule, condition);
  }
}

static bool read_when(const Clauses *c, uint32_t list, SmrRule *rule) {
  const SmrSexp *s = c->s;
  SmrRuleCondition condition = {0};
  condition.name = smr_operators_symbol(c->r->ops, smr_sexp_text(s, list + 1));
  condition.first = rule->condition_args.size;
  for (uint32_t i = list + 2; i < s->nodes.data[list].end; i = s->nodes.data[i].end) {
    uint32_t node;
    if (!smr_term_read(c->r->ops, s, i, SMR_TERM_VARIABLES, &rule->terms, &node, c->r->diag))
      return false;
    smr_vec_push(&rule->condition_args, node);
    condition.count++;
  }
  add_condition(c->r->ops, rule, condition);
  return true;
}

static bool read_part(const Clauses *c, uint32_t at, bool alone, SmrRule *rule) {
  const SmrSexp *s = c->s;
  SmrRulePart part = {0};
  const char *sort;
  if (!alone && smr_sexp_is_call(s, at, "=")) {
    if (s->nodes.data[at].count != 3)
      return smr_sexp_error(c->r->diag, s, at, "expected (= ?x PATTERN)");
    part.variable = variable_symbol(c->r, s, at + 2, &sort);
    if (!part.variable)
      return smr_sexp_error(c->r->diag, s, at + 2, "expected a variable: (= ?x PATTERN)");
    SmrTerm checked = {0}; // (for what can be wrong with a variable)
    uint32_t node;
    bool ok =
        smr_term_read(c->r->ops, s, at + 2, SMR_TERM_VARIABLES | SMR_TERM_SORTS, &checked, &node, c->r->diag);
    smr_term_free(&checked);
    if (!ok)
      return false;
    at = s->nodes.data[at + 2].end;
  }
  if (!alone && variable_symbol(c->r, s, at, &sort))
    return smr_sexp_error(c->r->diag, s, at,
                          "a variable alone is no part of a multi-pattern (a pattern that begins with the "
                          "operator 'and' is written (and (and …)))");
  if (!smr_term_read(c->r->ops, s, at, SMR_TERM_VARIABLES | SMR_TERM_SORTS, &rule->terms, &part.node,
                     c->r->diag))
    return false;
  smr_vec_push(&rule->parts, part);
  return true;
}

static bool read_pattern(const Clauses *c, uint32_t at, SmrRule *rule) {
  const SmrSexp *s = c->s;
  if (!smr_sexp_is_call(s, at, "and"))
    return read_part(c, at, true, rule);
  if (c->both)
    return smr_sexp_error(c->r->diag, s, at, "a multi-pattern cannot be a side of a birewrite");
  if (s->nodes.data[at].count < 2)
    return smr_sexp_error(c->r->diag, s, at, "a multi-pattern without parts");
  for (uint32_t i = at + 2; i < s->nodes.data[at].end; i = s->nodes.data[i].end)
    if (!read_part(c, i, false, rule))
      return false;
  return true;
}

static bool read_sides(const Clauses *c, uint32_t lhs, uint32_t rhs, SmrRule *rule) {
  const char *direction = lhs == c->sides[1] ? " on the right" : "";
  unsigned allow = SMR_TERM_VARIABLES | SMR_TERM_COMPUTED | (c->both ? SMR_TERM_SORTS : 0);
  if (!read_pattern(c, lhs, rule) ||
      !smr_term_read(c->r->ops, c->s, rhs, allow, &rule->terms, &rule->rhs, c->r->diag) ||
      !check_bound(c, lhs, rhs, direction))
    return false;
  add_sorts(c, lhs, rule);
  if (c->both)
    add_sorts(c, rhs, rule);
  for (uint32_t i = 0; i < c->whens.size; i++)
    if (!read_when(c, c->whens.data[i], rule) || !check_bound(c, lhs, c->whens.data[i], direction))
      return false;
  for (uint32_t i = 0; i < c->marks.size; i++) {
    const Mark *m = &c->marks.data[i];
    if (!mentions(c->r, c->s, lhs, m->variable))
      smr_vec_push(&rule->foralls, (SmrRuleForall){m->variable, m->condition});
    else if (!c->both)
      return smr_sexp_error(c->r->diag, c->s, m->at, "the pattern binds ?%s: it cannot be marked :forall",
                            smr_operators_text(c->r->ops, m->variable));
  }
  return true;
}

static bool read_mark(Clauses *c, uint32_t at) {
  const SmrSexp *s = c->s;
  SmrRulesReader *r = c->r;
  const char *sort = NULL;
  bool list = smr_sexp_is_list(s, at);
  uint32_t variable = list ? at + 1 : at;
  Mark mark = {.at = at};
  if (!list || s->nodes.data[at].count == 2)
    mark.variable = variable_symbol(r, s, variable, &sort);
  if (!mark.variable || (list && (sort || !smr_sexp_is_atom(s, at + 2))) ||
      (sort && !smr_text_is_name(sort)) || (list && !smr_text_is_name(smr_sexp_text(s, at + 2))))
    return smr_sexp_error(r->diag, s, at, "expected :forall ?v or :forall (?v condition)");
  if (list || sort)
    mark.condition = smr_operators_symbol(r->ops, list ? smr_sexp_text(s, at + 2) : sort);
  if (mark_of(c, mark.variable))
    return smr_sexp_error(r->diag, s, at, "?%s is marked twice", smr_operators_text(r->ops, mark.variable));
  bool used = mentions(r, s, c->sides[0], mark.variable) || mentions(r, s, c->sides[1], mark.variable);
  for (uint32_t i = 0; i < c->whens.size; i++)
    used |= mentions(r, s, c->whens.data[i], mark.variable);
  if (!used)
    return smr_sexp_error(r->diag, s, at, "?%s is used nowhere", smr_operators_text(r->ops, mark.variable));
  if (c->both && mentions(r, s, c->sides[0], mark.variable) && mentions(r, s, c->sides[1], mark.variable))
    return smr_sexp_error(r->diag, s, at, "both sides bind ?%s: it cannot be marked :forall",
                          smr_operators_text(r->ops, mark.variable));
  smr_vec_push(&c->marks, mark);
  return true;
}

static bool read_clauses(Clauses *c) {
  const SmrSexp *s = c->s;
  SMR_VEC(uint32_t) foralls = {0}; // after the conditions: those may use what is marked behind them
  bool ok = true;
  for (uint32_t i = s->nodes.data[c->sides[1]].end; ok && i < s->nodes.data[c->list].end;) {
    const char *key = smr_sexp_text(s, i);
    uint32_t value = s->nodes.data[i].end;
    bool when = !strcmp(key, ":when"), forall = !strcmp(key, ":forall");
    if (!smr_sexp_is_atom(s, i) || (!when && !forall))
      ok = smr_sexp_error(c->r->diag, s, i, "expected :when or :forall");
    else if (value >= s->nodes.data[c->list].end)
      ok = smr_sexp_error(c->r->diag, s, i, "%s says nothing", key);
    else if (when && (!smr_sexp_is_list(s, value) || !s->nodes.data[value].count ||
                      !smr_sexp_is_atom(s, value + 1) || !smr_text_is_name(smr_sexp_text(s, value + 1))))
      ok = smr_sexp_error(c->r->diag, s, value, "expected a condition: (name TERM…)");
    else if (when)
      smr_vec_push(&c->whens, value);
    else
      smr_vec_push(&foralls, value);
    i = ok ? s->nodes.data[value].end : i;
  }
  for (uint32_t i = 0; ok && i < foralls.size; i++)
    ok = read_mark(c, foralls.data[i]);
  smr_vec_free(&foralls);
  return ok;
}

static bool add_rule(SmrRulesReader *r, const Clauses *c, uint32_t lhs, uint32_t rhs, const char *name,
                     const char *set) {
  SmrRules *rules = r->rules;
  const SmrSexpNode *at = &c->s->nodes.data[c->list];
  uint64_t key = smr_operators_symbol(r->ops, name);
  uint32_t there;
  if (smr_map_get(&rules->by_name, key, &there)) {
    const SmrRule *first = rules->list.data[there];
    smr_sexp_error(r->diag, c->s, c->list, "there are two rules '%s'", name);
    smr_report(r->diag, SMR_NOTE, first->file, first->line, first->column, "the first one");
    return false;
  }
  SmrRule *rule = smr_xcalloc(1, sizeof *rule);
  *rule = (SmrRule){.name = name, .file = c->s->file, .line = at->line, .column = at->column};
  if (!read_sides(c, lhs, rhs, rule)) {
    smr_rule_free(rule);
    free(rule);
    return false;
  }
  uint32_t to = smr_rules_set_named(rules, set);
  smr_vec_push(&rules->sets.data[to].rules, rules->list.size);
  smr_vec_push(&rules->set_of, to);
  smr_map_set(&rules->by_name, key, rules->list.size);
  smr_vec_push(&rules->list, rule);
  return true;
}

bool smr_rules_read_rule(SmrRulesReader *r, const SmrSexp *s, uint32_t list, const char *set) {
  Clauses c = {.r = r, .s = s, .list = list, .both = smr_sexp_is_call(s, list, "birewrite")};
  const char *what = c.both ? "birewrite" : "rewrite";
  const char *name = smr_rules_name(r, s, list, what);
  if (!name)
    return false;
  if (s->nodes.data[list].count < 4)
    return smr_sexp_error(r->diag, s, list, "expected (%s NAME %s …)", what,
                          c.both ? "PATTERN PATTERN" : "PATTERN TERM");
  c.sides[0] = smr_sexp_element(s, list, 2);
  c.sides[1] = smr_sexp_element(s, list, 3);
  bool ok = read_clauses(&c) && add_rule(r, &c, c.sides[0], c.sides[1], name, set);
  if (ok && c.both) {
    SmrStr reverse = {0};
    smr_str_printf(&reverse, "%s-rev", name);
    ok = add_rule(r, &c, c.sides[1], c.sides[0], smr_arena_strdup(&r->rules->texts, smr_str_get(&reverse)),
                  set);
    smr_str_free(&reverse);
  }
  smr_vec_free(&c.whens);
  smr_vec_free(&c.marks);
  return ok;
}
