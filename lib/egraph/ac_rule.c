//===- ac_rule.c - rules with associative-commutative operators ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What is asked of a rule before its AC patterns are compiled. The rule is flat: no application of an AC
// operator is a child of one of the same family.
//===----------------------------------------------------------------------===//
#include "egraph/ac_internal.h"
#include "egraph/program_internal.h"

static bool same_modulo_ac(SmrOperators *ops, const SmrTerm *a, uint32_t i, const SmrTerm *b, uint32_t j) {
  SMR_OWNED(SmrTerm, smr_term_free) x = {0}, y = {0};
  uint32_t p = smr_ac_flatten(ops, &x, a, i), q = smr_ac_flatten(ops, &y, b, j);
  return p != UINT32_MAX && q != UINT32_MAX && smr_term_equal(ops, &x, p, &y, q);
}

bool smr_ac_rule(SmrOperators *ops, const SmrRule *rule, SmrRule *copy, bool *trivial) {
  *copy = (SmrRule){.name = rule->name, .file = rule->file, .line = rule->line, .column = rule->column};
  bool ok = true;
  for (uint32_t i = 0; i < rule->parts.size; i++) {
    uint32_t node = smr_ac_copy(ops, &copy->terms, &rule->terms, rule->parts.data[i].node, false);
    smr_vec_push(&copy->parts, (SmrRulePart){node, rule->parts.data[i].variable});
    ok &= node != UINT32_MAX;
  }
  for (uint32_t i = 0; i < rule->condition_args.size; i++) {
    uint32_t node = smr_ac_copy(ops, &copy->terms, &rule->terms, rule->condition_args.data[i], false);
    smr_vec_push(&copy->condition_args, node);
    ok &= node != UINT32_MAX;
  }
  for (uint32_t i = 0; i < rule->conditions.size; i++)
    smr_vec_push(&copy->conditions, rule->conditions.data[i]);
  for (uint32_t i = 0; i < rule->foralls.size; i++)
    smr_vec_push(&copy->foralls, rule->foralls.data[i]);
  copy->rhs = smr_ac_copy(ops, &copy->terms, &rule->terms, rule->rhs, false);
  ok &= copy->rhs != UINT32_MAX;
  *trivial = ok && rule->parts.size == 1 && !rule->conditions.size && !rule->foralls.size &&
             same_modulo_ac(ops, &copy->terms, copy->parts.data[0].node, &copy->terms, copy->rhs);
  if (!ok)
    smr_rule_free(copy);
  return ok;
}

static uint32_t occurs(const SmrOperators *ops, const SmrTerm *t, uint32_t node, SmrSym variable) {
  const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[node].op);
  if (info->kind == SMR_OPERATOR_VARIABLE)
    return info->name == variable;
  uint32_t n = 0;
  for (uint32_t i = 0; i < info->arity; i++)
    n += occurs(ops, t, smr_term_children(t, node)[i], variable);
  return n;
}

uint32_t smr_ac_occurs(const SmrOperators *ops, const SmrRule *rule, SmrSym variable) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < rule->parts.size; i++)
    n += occurs(ops, &rule->terms, rule->parts.data[i].node, variable) +
         (rule->parts.data[i].variable == variable);
  return n;
}

static bool has_computed(const SmrOperators *ops, const SmrTerm *t, uint32_t node, SmrSym variable) {
  const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[node].op);
  if (info->kind == SMR_OPERATOR_COMPUTED)
    return !variable || occurs(ops, t, node, variable);
  for (uint32_t i = 0; i < info->arity; i++)
    if (has_computed(ops, t, smr_term_children(t, node)[i], variable))
      return true;
  return false;
}

bool smr_ac_watched(const SmrOperators *ops, const SmrRule *rule, SmrSym variable) {
  for (uint32_t i = 0; i < rule->condition_args.size; i++)
    if (occurs(ops, &rule->terms, rule->condition_args.data[i], variable))
      return true;
  return has_computed(ops, &rule->terms, rule->rhs, variable);
}

bool smr_ac_inside(const SmrOperators *ops, const SmrTerm *t, uint32_t node, SmrSym variable) {
  for (uint32_t i = 0; i < smr_operator_info(ops, t->nodes.data[node].op)->arity; i++) {
    uint32_t child = smr_term_children(t, node)[i];
    SmrOperator op = t->nodes.data[child].op;
    for (uint32_t k = 0; smr_operator_is_ac(ops, op) && k < smr_operator_info(ops, op)->arity; k++) {
      const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[smr_term_children(t, child)[k]].op);
      if (info->kind == SMR_OPERATOR_VARIABLE && info->name == variable)
        return true;
    }
  }
  return false;
}

static uint32_t exchanged(SmrOperators *ops, SmrTerm *into, const SmrTerm *t, uint32_t node, SmrSym a,
                          SmrSym b) {
  SmrOperator op = t->nodes.data[node].op;
  const SmrOperatorInfo info = *smr_operator_info(ops, op);
  uint32_t children[SMR_MAX_ARITY];
  if (info.kind == SMR_OPERATOR_VARIABLE && (info.name == a || info.name == b))
    op = smr_operator(ops, SMR_OPERATOR_VARIABLE, smr_operators_text(ops, info.name == a ? b : a), 0);
  for (uint32_t i = 0; i < info.arity; i++)
    children[i] = exchanged(ops, into, t, smr_term_children(t, node)[i], a, b);
  return smr_term_add(into, ops, op, children);
}

bool smr_ac_exchangeable(SmrOperators *ops, const SmrRule *rule, SmrSym a, SmrSym b) {
  SMR_OWNED(SmrTerm, smr_term_free) t = {0};
  uint32_t node = exchanged(ops, &t, &rule->terms, rule->rhs, a, b);
  return same_modulo_ac(ops, &t, node, &rule->terms, rule->rhs);
}

static SmrOperator family_of(SmrOperators *ops, SmrOperator op) {
  return smr_operator_is_ac(ops, op) ? smr_operator_with_arity(ops, op, 2) : SMR_NO_OPERATOR;
}

/// Whether a variable occurs in a term elsewhere than as a child of sums of a family (or as the term itself).
static bool ac_outside(SmrOperators *ops, const SmrTerm *t, uint32_t node, SmrSym variable,
                       SmrOperator family) {
  SmrOperator op = t->nodes.data[node].op;
  for (uint32_t i = 0; i < smr_operator_info(ops, op)->arity; i++) {
    uint32_t child = smr_term_children(t, node)[i];
    const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[child].op);
    if (info->kind == SMR_OPERATOR_VARIABLE ? info->name == variable && family_of(ops, op) != family
                                            : ac_outside(ops, t, child, variable, family))
      return true;
  }
  return false;
}

void smr_ac_plan(SmrProgram *p, const SmrRule *rule, SmrCompiledRule *to) {
  const SmrSumPattern *root = NULL;
  for (uint32_t i = 0; i < to->sums.size; i++) {
    SmrSumPattern *sum = &to->sums.data[i];
    if (sum->root)
      root = sum;
    if (sum->rest != UINT32_MAX)
      sum->node =
          ac_outside(p->ops, &rule->terms, rule->rhs, to->variables.data[sum->rest].name, sum->family);
  }
  SmrOperator top = rule->terms.nodes.data[rule->rhs].op;
  bool computed = has_computed(p->ops, &rule->terms, rule->rhs, 0);
  // (A sum that makes a sum need not get shorter: what waits could wait forever. What computes may fail.)
  to->ordered = root && root->rest == UINT32_MAX && rule->parts.size == 1 && !rule->foralls.size &&
                family_of(p->ops, top) != root->family && (!computed || rule->conditions.size);
  to->eager = to->ordered && computed;
  p->asks |= to->ordered && rule->conditions.size;
}
