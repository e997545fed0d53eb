//===- oracle.c - the declarative semantics ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/oracle.h"
#include "pypm/guard.h"

/// Judgments inside each other; a derivation of a small term's match is far flatter.
#define MAX_DEPTH 2000

/// θ and φ, and where recursive patterns begin: a list, innermost binding first.
typedef struct Env Env;
struct Env {
  const Env *outer;
  bool is_mu;      // `number` is a recursive pattern, defined in `outer`
  uint32_t number; // else a variable
  uint32_t value;
};

typedef struct {
  const SmrPypmTerms *terms;
  const SmrPypmPattern *p;
  SmrPypmNumbers below; // t's subterms: what ∃x ranges over
  uint32_t budget, depth;
  bool gave_up;
} Oracle;

static bool derivable(Oracle *o, const Env *env, uint32_t node, uint32_t term);

static const Env *find(const Env *env, bool is_mu, uint32_t number) {
  while (env && (env->is_mu != is_mu || env->number != number))
    env = env->outer;
  return env;
}

static uint32_t value_of(const void *env, uint32_t var) {
  const Env *found = find(env, false, var);
  return found ? found->value : 0;
}

/// ∀i. pᵢ @ <θ, φ> ≈ tᵢ
static bool operands(Oracle *o, const Env *env, const SmrPypmNode *node, uint32_t term, bool swapped) {
  bool all = true;
  for (uint32_t k = 0; all && k < node->count; k++)
    all = derivable(o, env, o->p->operands.data[node->first + k],
                    smr_pypm_operand(o->terms, term, swapped ? node->count - 1 - k : k));
  return all;
}

static bool p_fun(Oracle *o, const Env *env, const SmrPypmNode *node, uint32_t term) {
  if (!smr_pypm_fits(o->terms, o->p, node, term))
    return false;
  if (operands(o, env, node, term, false))
    return true;
  return o->terms->signature->operators.data[node->op].commutative && operands(o, env, node, term, true);
}

static bool p_fun_var(Oracle *o, const Env *env, const SmrPypmNode *node, uint32_t term) {
  const SmrPypmTerm *t = smr_pypm_term_get(o->terms, term);
  return value_of(env, node->var) == t->head && t->count == node->count &&
         operands(o, env, node, term, false);
}

static bool p_guard(Oracle *o, const Env *env, const SmrPypmNode *node, uint32_t term) {
  return derivable(o, env, node->a, term) &&
         smr_pypm_guard(o->terms, o->p, node->expr, value_of, env) == SMR_PYPM_TRUE;
}

static bool p_exists(Oracle *o, const Env *env, const SmrPypmNode *node, uint32_t term) {
  bool head = o->p->vars.data[node->var].is_function, any = false;
  for (uint32_t k = 0; !any && k < o->below.size; k++) {
    uint32_t sub = o->below.data[k];
    Env inner = {env, false, node->var, head ? smr_pypm_term_get(o->terms, sub)->head : sub};
    any = derivable(o, &inner, node->a, term);
  }
  return any;
}

static bool p_matchconstr(Oracle *o, const Env *env, const SmrPypmNode *node, uint32_t term) {
  uint32_t value = value_of(env, node->var);
  return value && derivable(o, env, node->a, term) && derivable(o, env, node->b, value);
}

/// The body with the actual values for the parameters, and with the recursive pattern known by its name.
static bool p_mu(Oracle *o, const Env *env, const Env *definition, const SmrPypmNode *node, uint32_t term) {
  const SmrPypmMu *mu = &o->p->mus.data[node->mu];
  Env frame[SMR_PYPM_MAX_OPERANDS + 1];
  frame[0] = (Env){definition, true, node->mu, 0};
  for (uint32_t k = 0; k < mu->count; k++)
    frame[k + 1] =
        (Env){&frame[k], false, mu->first + k, value_of(env, o->p->operands.data[node->first + k])};
  return derivable(o, &frame[mu->count], mu->body, term);
}

static bool rule(Oracle *o, const Env *env, const SmrPypmNode *node, uint32_t term) {
  switch (node->kind) {
  case SMR_PYPM_VAR:
    return value_of(env, node->var) == term;
  case SMR_PYPM_FUN:
    return p_fun(o, env, node, term);
  case SMR_PYPM_LITERAL:
    return smr_pypm_fits(o->terms, o->p, node, term);
  case SMR_PYPM_ALT: // P-ALT-1, P-ALT-2
    return derivable(o, env, node->a, term) || derivable(o, env, node->b, term);
  case SMR_PYPM_GUARD:
    return p_guard(o, env, node, term);
  case SMR_PYPM_EXISTS:
    return p_exists(o, env, node, term);
  case SMR_PYPM_CONSTRAINT:
    return p_matchconstr(o, env, node, term);
  case SMR_PYPM_FUN_VAR:
    return p_fun_var(o, env, node, term);
  case SMR_PYPM_MU:
    return p_mu(o, env, env, node, term);
  case SMR_PYPM_CALL:
    return p_mu(o, env, find(env, true, node->mu)->outer, node, term);
  }
  return false;
}

static bool derivable(Oracle *o, const Env *env, uint32_t node, uint32_t term) {
  o->gave_up |= !o->budget || o->depth == MAX_DEPTH;
  if (o->gave_up)
    return false;
  o->budget--;
  o->depth++;
  bool result = rule(o, env, &o->p->nodes.data[node], term);
  o->depth--;
  return result;
}

static SmrPypmAnswer answer(const Oracle *o, bool found) {
  return o->gave_up ? SMR_PYPM_GAVE_UP : found ? SMR_PYPM_YES : SMR_PYPM_NO;
}

SmrPypmAnswer smr_pypm_derivable(const SmrPypmTerms *terms, const SmrPypmPattern *pattern, uint32_t term,
                                 const uint32_t *values, uint32_t budget) {
  Oracle o = {.terms = terms, .p = pattern, .budget = budget};
  Env frame[SMR_PYPM_MAX_OPERANDS + 1] = {{0}};
  const Env *env = NULL;
  smr_pypm_subterms(terms, term, &o.below);
  for (uint32_t k = 0; k < pattern->parameters; k++) {
    frame[k] = (Env){env, false, k, values[k]};
    env = &frame[k];
  }
  bool found = derivable(&o, env, pattern->root, term);
  smr_vec_free(&o.below);
  return answer(&o, found);
}

static bool any_derivable(Oracle *o, const Env *env, uint32_t parameter, uint32_t term) {
  if (parameter == o->p->parameters)
    return derivable(o, env, o->p->root, term);
  bool any = false;
  for (uint32_t k = 0; !any && !o->gave_up && k < o->below.size; k++) {
    uint32_t sub = o->below.data[k];
    bool head = o->p->vars.data[parameter].is_function;
    Env inner = {env, false, parameter, head ? smr_pypm_term_get(o->terms, sub)->head : sub};
    any = any_derivable(o, &inner, parameter + 1, term);
  }
  return any;
}

SmrPypmAnswer smr_pypm_any_derivable(const SmrPypmTerms *terms, const SmrPypmPattern *pattern, uint32_t term,
                                     uint32_t budget) {
  Oracle o = {.terms = terms, .p = pattern, .budget = budget};
  smr_pypm_subterms(terms, term, &o.below);
  bool found = any_derivable(&o, NULL, 0, term);
  smr_vec_free(&o.below);
  return answer(&o, found);
}
