//===- sexp_term.h - terms for tests -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A reader of a few lines, so that the engine's own tests do not rest on the real one: (f a ?x 12 %0 !c).
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_EGRAPH_SEXP_TERM_H
#define SMR_TEST_EGRAPH_SEXP_TERM_H
#include "egraph/rule.h"
#include <ctype.h>
#include <string.h>

static inline uint32_t read_term(SmrOperators *ops, SmrTerm *t, const char **text) {
  char name[64];
  uint32_t length = 0, children[16], count = 0;
  while (isspace((unsigned char)**text))
    ++*text;
  bool list = **text == '(';
  *text += list;
  while (**text && !isspace((unsigned char)**text) && **text != '(' && **text != ')')
    name[length++] = *(*text)++;
  name[length] = 0;
  if (list)
    for (;;) {
      while (isspace((unsigned char)**text))
        ++*text;
      if (**text == ')') {
        ++*text;
        break;
      }
      children[count++] = read_term(ops, t, text);
    }
  SmrOperatorKind kind = SMR_OPERATOR_PLAIN;
  const char *from = name;
  if (*name == '?' || *name == '!' || *name == '%')
    kind = *name == '?'   ? SMR_OPERATOR_VARIABLE
           : *name == '!' ? SMR_OPERATOR_COMPUTED
                          : SMR_OPERATOR_INDEX,
    from++;
  else if (isdigit((unsigned char)*name) || (*name == '-' && isdigit((unsigned char)name[1])))
    kind = SMR_OPERATOR_INTEGER;
  return smr_term_add(t, ops, smr_operator(ops, kind, from, count), children);
}

static inline SmrClass add_text(SmrEgraph *g, const char *text) {
  SmrTerm t = {0};
  uint32_t root = read_term(smr_egraph_ops(g), &t, &text);
  SmrClass c = smr_egraph_add_term(g, &t, root);
  smr_term_free(&t);
  return c;
}

static inline SmrClass lookup_text(SmrEgraph *g, const char *text) {
  SmrTerm t = {0};
  uint32_t root = read_term(smr_egraph_ops(g), &t, &text);
  SmrClass c = smr_egraph_lookup_term(g, &t, root);
  smr_term_free(&t);
  return c;
}

static inline bool same_text(SmrEgraph *g, const char *a, const char *b) {
  SmrClass x = lookup_text(g, a), y = lookup_text(g, b);
  return x != SMR_NO_CLASS && x == y;
}

static inline SmrRule rule_text(SmrOperators *ops, const char *name, const char *lhs, const char *rhs) {
  SmrRule rule = {.name = name, .file = "test.rules", .line = 1, .column = 1};
  uint32_t node = read_term(ops, &rule.terms, &lhs);
  smr_vec_push(&rule.parts, (SmrRulePart){node, 0});
  rule.rhs = read_term(ops, &rule.terms, &rhs);
  return rule;
}

static inline void add_part(SmrOperators *ops, SmrRule *rule, const char *variable, const char *pattern) {
  uint32_t node = read_term(ops, &rule->terms, &pattern);
  smr_vec_push(&rule->parts, (SmrRulePart){node, variable ? smr_operators_symbol(ops, variable) : 0});
}

static inline void add_condition(SmrOperators *ops, SmrRule *rule, const char *name, const char *argument) {
  uint32_t node = read_term(ops, &rule->terms, &argument);
  smr_vec_push(&rule->conditions,
               (SmrRuleCondition){smr_operators_symbol(ops, name), rule->condition_args.size, 1});
  smr_vec_push(&rule->condition_args, node);
}

static inline void add_forall(SmrOperators *ops, SmrRule *rule, const char *variable, const char *condition) {
  smr_vec_push(&rule->foralls, (SmrRuleForall){smr_operators_symbol(ops, variable),
                                               condition ? smr_operators_symbol(ops, condition) : 0});
}
#endif
