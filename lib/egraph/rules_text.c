//===- rules_text.c - reading rule files ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The s-expression of a rule is in text order, so that the variables of a side are a scan over a range of it.
// Only the first error of an item is told, but that of every item.
//===----------------------------------------------------------------------===//
#include "egraph/rules_text.h"
#include "egraph/term_text.h"
#include <assert.h>
#include <string.h>

typedef struct {
  SmrOps *ops;
  SmrRules *rules;
  SmrDiag *diag;
  SmrRulesLoadFn load;
  void *user;
  SMR_VEC(const char *) including; // files being read, outermost first
} Reader;

typedef struct {
  SmrSym variable, condition; // as in SmrRuleForall
  uint32_t at;                // its node
} Mark;

// The parts of a rule's s-expression.
typedef struct {
  Reader *r;
  const SmrSexp *s;
  uint32_t list, sides[2]; // nodes
  bool both;               // birewrite: either side may have sorts
  SMR_VEC(uint32_t) whens; // nodes
  SMR_VEC(Mark) marks;
} Clauses;

static bool parse_text(Reader *r, const char *file, const char *text, size_t size);

static bool is_string(const SmrSexp *s, uint32_t node) {
  return s->nodes.data[node].kind == SMR_SEXP_STRING;
}

// A name is an atom, or a string when it has blanks.
static const char *read_name(Reader *r, const SmrSexp *s, uint32_t list, const char *what) {
  if (s->nodes.data[list].count < 2 || smr_sexp_is_list(s, smr_sexp_element(s, list, 1))) {
    smr_sexp_error(r->diag, s, list, "expected (%s NAME …)", what);
    return NULL;
  }
  const char *name = smr_sexp_text(s, smr_sexp_element(s, list, 1));
  if (!*name)
    smr_sexp_error(r->diag, s, list + 2, "a name is empty");
  return *name ? smr_arena_strdup(&r->rules->texts, name) : NULL;
}

//===--- variables ---===//

static SmrSym variable_symbol(Reader *r, const SmrSexp *s, uint32_t node, const char **sort) {
  size_t length;
  if (!smr_sexp_is_atom(s, node) || !smr_text_is_variable(smr_sexp_text(s, node), &length, sort))
    return 0;
  SmrStr name = {0};
  smr_str_append(&name, smr_sexp_text(s, node) + 1, length);
  SmrSym symbol = smr_ops_symbol(r->ops, smr_str_get(&name));
  smr_str_free(&name);
  return symbol;
}

static bool mentions(Reader *r, const SmrSexp *s, uint32_t node, SmrSym variable) {
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
                            direction, smr_ops_text(c->r->ops, variable));
  }
  return true;
}

//===--- rules ---===//

static bool has_condition(const SmrOps *ops, const SmrRule *rule, const SmrRuleCondition *like) {
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

static void add_condition(const SmrOps *ops, SmrRule *rule, SmrRuleCondition condition) {
  if (has_condition(ops, rule, &condition))
    rule->condition_args.size = condition.first;
  else
    smr_vec_push(&rule->conditions, condition);
}

// ?x:sort anywhere in a side becomes the condition (sort ?x).
static void add_sorts(const Clauses *c, uint32_t side, SmrRule *rule) {
  SmrOps *ops = c->r->ops;
  for (uint32_t i = side; i < c->s->nodes.data[side].end; i++) {
    const char *sort;
    SmrSym variable = variable_symbol(c->r, c->s, i, &sort);
    if (!variable || !sort)
      continue;
    SmrRuleCondition condition = {smr_ops_symbol(ops, sort), rule->condition_args.size, 1};
    SmrOp op = smr_op(ops, SMR_OP_VARIABLE, smr_ops_text(ops, variable), 0);
    uint32_t node = smr_term_add(&rule->terms, ops, op, NULL);
    smr_vec_push(&rule->condition_args, node);
    add_condition(ops, rule, condition);
  }
}

static bool read_when(const Clauses *c, uint32_t list, SmrRule *rule) {
  const SmrSexp *s = c->s;
  SmrRuleCondition condition = {0};
  condition.name = smr_ops_symbol(c->r->ops, smr_sexp_text(s, list + 1));
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
                            smr_ops_text(c->r->ops, m->variable));
  }
  return true;
}

static bool read_mark(Clauses *c, uint32_t at) {
  const SmrSexp *s = c->s;
  Reader *r = c->r;
  const char *sort = NULL;
  bool list = smr_sexp_is_list(s, at);
  uint32_t variable = list ? at + 1 : at;
  Mark mark = {.at = at};
  if (!list || s->nodes.data[at].count == 2)
    mark.variable = variable_symbol(r, s, variable, &sort);
  if (!mark.variable || (list && (sort || !smr_sexp_is_atom(s, at + 2))) || (sort && !*sort))
    return smr_sexp_error(r->diag, s, at, "expected :forall ?v or :forall (?v condition)");
  if (list || sort)
    mark.condition = smr_ops_symbol(r->ops, list ? smr_sexp_text(s, at + 2) : sort);
  if (mark_of(c, mark.variable))
    return smr_sexp_error(r->diag, s, at, "?%s is marked twice", smr_ops_text(r->ops, mark.variable));
  bool used = mentions(r, s, c->sides[0], mark.variable) || mentions(r, s, c->sides[1], mark.variable);
  for (uint32_t i = 0; i < c->whens.size; i++)
    used |= mentions(r, s, c->whens.data[i], mark.variable);
  if (!used)
    return smr_sexp_error(r->diag, s, at, "?%s is used nowhere", smr_ops_text(r->ops, mark.variable));
  if (c->both && mentions(r, s, c->sides[0], mark.variable) && mentions(r, s, c->sides[1], mark.variable))
    return smr_sexp_error(r->diag, s, at, "both sides bind ?%s: it cannot be marked :forall",
                          smr_ops_text(r->ops, mark.variable));
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
    else if (when &&
             (!smr_sexp_is_list(s, value) || !s->nodes.data[value].count || !smr_sexp_is_atom(s, value + 1)))
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

static uint32_t set_named(SmrRules *rules, const char *name) {
  for (uint32_t i = 0; i < rules->sets.size; i++)
    if (!strcmp(rules->sets.data[i].name, name))
      return i;
  smr_vec_push(&rules->sets, (SmrRuleSet){.name = name});
  return rules->sets.size - 1;
}

static bool add_rule(Reader *r, const Clauses *c, uint32_t lhs, uint32_t rhs, const char *name,
                     const char *set) {
  SmrRules *rules = r->rules;
  const SmrSexpNode *at = &c->s->nodes.data[c->list];
  for (uint32_t i = 0; i < rules->list.size; i++)
    if (!strcmp(rules->list.data[i]->name, name)) {
      const SmrRule *first = rules->list.data[i];
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
  uint32_t to = set_named(rules, set);
  smr_vec_push(&rules->sets.data[to].rules, rules->list.size);
  smr_vec_push(&rules->set_of, to);
  smr_vec_push(&rules->list, rule);
  return true;
}

static bool read_rule(Reader *r, const SmrSexp *s, uint32_t list, const char *set) {
  Clauses c = {.r = r, .s = s, .list = list, .both = smr_sexp_is_call(s, list, "birewrite")};
  const char *what = c.both ? "birewrite" : "rewrite";
  const char *name = read_name(r, s, list, what);
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

//===--- other items ---===//

static bool is_rule(const SmrSexp *s, uint32_t list) {
  return smr_sexp_is_call(s, list, "rewrite") || smr_sexp_is_call(s, list, "birewrite");
}

static bool read_set(Reader *r, const SmrSexp *s, uint32_t list) {
  const char *name = read_name(r, s, list, "ruleset");
  if (!name)
    return false;
  // (Names of phases are joined with these on command lines.)
  if (strpbrk(name, ",+"))
    return smr_sexp_error(r->diag, s, list + 2, "a rule set's name has no ',' or '+'");
  set_named(r->rules, name);
  bool ok = true;
  for (uint32_t i = s->nodes.data[list + 2].end; i < s->nodes.data[list].end; i = s->nodes.data[i].end)
    ok &= is_rule(s, i) ? read_rule(r, s, i, name)
                        : smr_sexp_error(r->diag, s, i, "expected (rewrite …) or (birewrite …)");
  return ok;
}

static bool read_binds(Reader *r, const SmrSexp *s, uint32_t list, SmrRuleOperator *op) {
  if (!smr_sexp_is_list(s, list) || !s->nodes.data[list].count || s->nodes.data[list].count > 16)
    return smr_sexp_error(r->diag, s, list, "expected how many variables each child binds, as in (0 1)");
  op->children = s->nodes.data[list].count;
  for (uint32_t i = list + 1, child = 0; i < s->nodes.data[list].end; i++, child++) {
    const char *text = smr_sexp_text(s, i);
    bool number = smr_sexp_is_atom(s, i) && strspn(text, "0123456789") == strlen(text) && strlen(text) < 3;
    if (!number || atoi(text) > 15)
      return smr_sexp_error(r->diag, s, i, "expected a number from 0 to 15");
    op->binds |= (uint64_t)atoi(text) << (4 * child);
  }
  return op->binds ? true : smr_sexp_error(r->diag, s, list, "a binder that binds nothing");
}

static bool read_operator(Reader *r, const SmrSexp *s, uint32_t list) {
  const SmrSexpNode *at = &s->nodes.data[list];
  SmrRuleOperator op = {.file = s->file, .line = at->line, .column = at->column};
  if (!(op.name = read_name(r, s, list, "operator")))
    return false;
  if (is_string(s, list + 2))
    return smr_sexp_error(r->diag, s, list + 2, "expected the name of an operator");
  for (uint32_t i = list + 3; i < at->end; i = s->nodes.data[i].end) {
    if (smr_sexp_is_atom(s, i) && !strcmp(smr_sexp_text(s, i), ":ac")) {
      op.flags |= SMR_OP_AC;
    } else if (smr_sexp_is_atom(s, i) && !strcmp(smr_sexp_text(s, i), ":binder") && i + 1 < at->end) {
      if (op.flags & SMR_OP_BINDER || !read_binds(r, s, ++i, &op))
        return op.flags & SMR_OP_BINDER ? smr_sexp_error(r->diag, s, i, ":binder is there twice") : false;
      op.flags |= SMR_OP_BINDER;
    } else {
      return smr_sexp_error(r->diag, s, i, "expected :ac or :binder (0 1 …)");
    }
  }
  if (!op.flags)
    return smr_sexp_error(r->diag, s, list, "expected :ac or :binder (0 1 …)");
  for (uint32_t i = 0; i < r->rules->operators.size; i++) {
    const SmrRuleOperator *have = &r->rules->operators.data[i];
    if (strcmp(have->name, op.name))
      continue;
    if (have->flags == op.flags && have->binds == op.binds)
      return true;
    smr_sexp_error(r->diag, s, list, "the operator '%s' was declared otherwise", op.name);
    smr_report(r->diag, SMR_NOTE, have->file, have->line, have->column, "declared here");
    return false;
  }
  smr_vec_push(&r->rules->operators, op);
  return true;
}

// Arithmetic has its operands; other calls are of callbacks, which look at children.
static bool check_cost(Reader *r, const SmrSexp *s, uint32_t at) {
  const char *text = smr_sexp_text(s, smr_sexp_is_list(s, at) && s->nodes.data[at].count ? at + 1 : at);
  if (text[0] == '%' || text[0] == '?' || text[0] == '!')
    return smr_sexp_error(r->diag, s, at, "'%s' cannot stand in a cost", text);
  if (text[0] == '$' && (strspn(text + 1, "0123456789") != strlen(text + 1) || !text[1] || strlen(text) > 4 ||
                         atoi(text + 1) >= SMR_MAX_ARITY || smr_sexp_is_list(s, at)))
    return smr_sexp_error(r->diag, s, at, "expected a child's cost: $0, $1 …");
  if (!smr_sexp_is_list(s, at))
    return true;
  uint32_t operands = s->nodes.data[at].count ? s->nodes.data[at].count - 1 : 0;
  if ((!strcmp(text, "-") || !strcmp(text, "/")) && operands != 2)
    return smr_sexp_error(r->diag, s, at, "'%s' takes two operands", text);
  bool known = text[0] && !text[1] && strchr("+-*/", text[0]);
  known |= !strcmp(text, "min") || !strcmp(text, "max");
  if (!operands)
    return smr_sexp_error(r->diag, s, at, "a call without operands");
  for (uint32_t i = s->nodes.data[at + 1].end; i < s->nodes.data[at].end; i = s->nodes.data[i].end) {
    if (!known && (!smr_sexp_is_atom(s, i) || smr_sexp_text(s, i)[0] != '$'))
      return smr_sexp_error(r->diag, s, i, "the callback '%s' takes children: $0, $1 …", text);
    if (!check_cost(r, s, i))
      return false;
  }
  return true;
}

static bool read_cost(Reader *r, const SmrSexp *s, uint32_t list) {
  const SmrSexpNode *at = &s->nodes.data[list];
  SmrRuleCost cost = {.file = s->file, .line = at->line, .column = at->column};
  bool rest = smr_sexp_is_call(s, list, "cost-default");
  if (!rest && !(cost.name = read_name(r, s, list, "cost")))
    return false;
  if (at->count != (rest ? 2u : 3u))
    return smr_sexp_error(r->diag, s, list,
                          rest ? "expected (cost-default EXPR)" : "expected (cost NAME EXPR)");
  for (uint32_t i = 0; i < r->rules->costs.size; i++) {
    const SmrRuleCost *have = &r->rules->costs.data[i];
    if (rest ? have->name != NULL : !have->name || strcmp(have->name, cost.name))
      continue;
    smr_sexp_error(r->diag, s, list, "the cost of %s is given twice", rest ? "other nodes" : cost.name);
    smr_report(r->diag, SMR_NOTE, have->file, have->line, have->column, "given here");
    return false;
  }
  uint32_t expression = smr_sexp_element(s, list, rest ? 1 : 2), root;
  if (!check_cost(r, s, expression) ||
      !smr_term_read(r->ops, s, expression, 0, &cost.expression, &root, r->diag)) {
    smr_term_free(&cost.expression);
    return false;
  }
  smr_vec_push(&r->rules->costs, cost);
  return true;
}

//===--- files ---===//

// `path` as seen from the folder of `from`; `./` and `a/..` are left out, so that a file has one name.
static const char *resolve(Reader *r, const char *from, const char *path) {
  SmrStr joined = {0}, clean = {0};
  const char *slash = strrchr(from, '/');
  if (path[0] != '/' && slash)
    smr_str_append(&joined, from, (size_t)(slash - from) + 1);
  smr_str_puts(&joined, path);
  const char *at = smr_str_get(&joined);
  if (*at == '/')
    smr_str_putc(&clean, '/');
  while (*at) {
    size_t length = strcspn(at, "/");
    size_t last = clean.size;
    while (last && clean.data[last - 1] != '/')
      last--;
    bool up = length == 2 && !memcmp(at, "..", 2);
    if (up && last < clean.size && strcmp(clean.data + last, "..")) {
      // (The last folder goes, and the slash before it unless it is the root.)
      clean.size = last > 1 ? last - 1 : last;
      clean.data[clean.size] = 0;
    } else if (up && last && last == clean.size) {
      ; // above the root is the root
    } else if (length && !(length == 1 && *at == '.')) {
      if (clean.size && clean.data[clean.size - 1] != '/')
        smr_str_putc(&clean, '/');
      smr_str_append(&clean, at, length);
    }
    at += length + (at[length] == '/');
  }
  const char *result = smr_arena_strdup(&r->rules->texts, smr_str_get(&clean));
  smr_str_free(&joined);
  smr_str_free(&clean);
  return result;
}

static bool load(Reader *r, const char *path, SmrStr *text, const char **reason) {
  return r->load ? r->load(r->user, path, text, reason) : smr_read_file(path, text, reason);
}

static bool read_include(Reader *r, const SmrSexp *s, uint32_t list) {
  if (s->nodes.data[list].count != 2 || !is_string(s, list + 2) || !*smr_sexp_text(s, list + 2))
    return smr_sexp_error(r->diag, s, list, "expected (include \"file\")");
  const char *path = resolve(r, s->file, smr_sexp_text(s, list + 2));
  for (uint32_t i = 0; i < r->including.size; i++) {
    if (strcmp(r->including.data[i], path))
      continue;
    SmrStr chain = {0};
    for (uint32_t k = i; k < r->including.size; k++)
      smr_str_printf(&chain, "%s includes ", r->including.data[k]);
    smr_sexp_error(r->diag, s, list + 2, "a file includes itself: %s%s", smr_str_get(&chain), path);
    smr_str_free(&chain);
    return false;
  }
  for (uint32_t i = 0; i < r->rules->files.size; i++)
    if (!strcmp(r->rules->files.data[i], path))
      return true;
  if (r->including.size == SMR_RULES_MAX_INCLUDES)
    return smr_sexp_error(r->diag, s, list + 2, "more than %d files include one another",
                          SMR_RULES_MAX_INCLUDES);
  SmrStr text = {0};
  const char *reason = NULL;
  bool ok = load(r, path, &text, &reason) ||
            smr_sexp_error(r->diag, s, list + 2, "cannot read %s: %s", path, reason);
  ok = ok && parse_text(r, path, smr_str_get(&text), text.size);
  smr_str_free(&text);
  return ok;
}

static bool read_item(Reader *r, const SmrSexp *s, uint32_t i) {
  if (is_rule(s, i))
    return read_rule(r, s, i, "default");
  if (smr_sexp_is_call(s, i, "ruleset"))
    return read_set(r, s, i);
  if (smr_sexp_is_call(s, i, "operator"))
    return read_operator(r, s, i);
  if (smr_sexp_is_call(s, i, "cost") || smr_sexp_is_call(s, i, "cost-default"))
    return read_cost(r, s, i);
  if (smr_sexp_is_call(s, i, "include"))
    return read_include(r, s, i);
  return smr_sexp_error(r->diag, s, i,
                        "expected (rewrite …), (birewrite …), (ruleset …), (operator …), (cost …), "
                        "(cost-default …) or (include …)");
}

static bool parse_text(Reader *r, const char *file, const char *text, size_t size) {
  SmrSexp s;
  smr_vec_push(&r->rules->files, file);
  smr_vec_push(&r->including, file);
  bool ok = smr_sexp_read(file, text, size, &s, r->diag);
  if (ok) {
    for (uint32_t i = 0; i < s.nodes.size; i = s.nodes.data[i].end)
      ok &= read_item(r, &s, i);
    smr_sexp_free(&s);
  }
  r->including.size--;
  return ok;
}

bool smr_rules_parse(SmrOps *ops, const char *file, const char *text, size_t size, SmrRulesLoadFn load_fn,
                     void *user, SmrRules *rules, SmrDiag *diag) {
  Reader r = {.ops = ops, .rules = rules, .diag = diag, .load = load_fn, .user = user};
  bool ok = parse_text(&r, resolve(&r, "", file), text, size);
  smr_vec_free(&r.including);
  if (!ok) {
    smr_rules_free(rules);
    return false;
  }
  for (uint32_t i = 0; i < rules->operators.size; i++) {
    const SmrRuleOperator *op = &rules->operators.data[i];
    smr_ops_declare(ops, op->name, op->flags, op->binds);
  }
  return true;
}

bool smr_rules_read(SmrOps *ops, const char *path, SmrRules *rules, SmrDiag *diag) {
  SmrStr text = {0};
  const char *reason = NULL;
  bool ok = smr_read_file(path, &text, &reason) || smr_error(diag, path, 0, 0, "%s", reason);
  if (ok) {
    Reader r = {.rules = rules};
    const char *name = resolve(&r, "", path);
    for (uint32_t i = 0; i < rules->files.size; i++)
      if (!strcmp(rules->files.data[i], name)) { // (an earlier file includes it)
        smr_str_free(&text);
        return true;
      }
    ok = smr_rules_parse(ops, path, smr_str_get(&text), text.size, NULL, NULL, rules, diag);
  } else {
    smr_rules_free(rules);
  }
  smr_str_free(&text);
  return ok;
}

void smr_rules_free(SmrRules *rules) {
  for (uint32_t i = 0; i < rules->list.size; i++) {
    SmrRule *rule = (SmrRule *)rules->list.data[i];
    smr_rule_free(rule);
    free(rule);
  }
  for (uint32_t i = 0; i < rules->sets.size; i++)
    smr_vec_free(&rules->sets.data[i].rules);
  for (uint32_t i = 0; i < rules->costs.size; i++)
    smr_term_free(&rules->costs.data[i].expression);
  smr_vec_free(&rules->list);
  smr_vec_free(&rules->set_of);
  smr_vec_free(&rules->sets);
  smr_vec_free(&rules->operators);
  smr_vec_free(&rules->costs);
  smr_vec_free(&rules->files);
  smr_arena_destroy(&rules->texts);
}

const SmrRuleSet *smr_rules_set(const SmrRules *rules, const char *name) {
  for (uint32_t i = 0; i < rules->sets.size; i++)
    if (!strcmp(rules->sets.data[i].name, name))
      return &rules->sets.data[i];
  return NULL;
}
