//===- forms.c - what one pair stands for besides its own equation ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/forms.h"
#include "cover/sides.h"
#include "cover/sums.h"
#include "graph/number.h"
#include <string.h>

//--- What becomes of a number --------------------------------------------------------------------

/// The same equations, but for what is put into them; what they are made of is in the other's arena.
static SmrEquations *shared_equations(const SmrEquations *of) {
  SmrEquations *out = smr_xcalloc(1, sizeof *out);
  *out = *of;
  out->arena = (SmrArena){0};
  memset(&out->scalars, 0, sizeof out->scalars);
  memset(&out->equations, 0, sizeof out->equations);
  for (uint32_t k = 0; k < of->scalars.size; k++)
    smr_vec_push(&out->scalars, of->scalars.data[k]);
  for (uint32_t k = 0; k < of->equations.size; k++)
    smr_vec_push(&out->equations, of->equations.data[k]);
  return out;
}

static void free_shared(SmrEquations *e) {
  smr_vec_free(&e->scalars);
  smr_vec_free(&e->equations);
  smr_arena_destroy(&e->arena);
  free(e);
}

/// What is added to the number: another number, which is new to the equations, or what is in its place.
static const SmrFactor *what_is_there(SmrArena *arena, const SmrCoverRule *form, SmrEquations *e) {
  const SmrRaisedEquation *one = &e->equations.data[0];
  SmrFactor *factor = smr_arena_alloc(arena, sizeof *factor);
  *factor =
      (SmrFactor){.type = one->sum.type, .kind = SMR_FACTOR_LOAD, .id = one->array, .poly = one->offset};
  if (form->form == SMR_FORM_FROM) {
    *factor = (SmrFactor){.type = one->sum.type, .kind = SMR_FACTOR_SCALAR, .id = e->scalars.size};
    smr_vec_push(&e->scalars,
                 (SmrRaisedScalar){.name = smr_equations_name(e, "from", "from"), .type = one->sum.type});
  }
  return factor;
}

static void add_first(SmrArena *arena, const SmrCoverRule *form, SmrEquations *e) {
  SmrSum *sum = &e->equations.data[0].sum;
  SmrRaisedTerm *terms = smr_arena_alloc(arena, (sum->term_count + 1) * sizeof *terms);
  const SmrFactor **factors = smr_arena_alloc(arena, sizeof *factors);
  *factors = what_is_there(arena, form, e);
  terms[0] = (SmrRaisedTerm){.coefficient = 1, .factors = factors, .factor_count = 1};
  memcpy(terms + 1, sum->terms, sum->term_count * sizeof *terms);
  sum->terms = terms;
  ++sum->term_count;
}

/// The pair's parameters; where the number goes to memory, that is one, and what it is added to is one more.
static void set_args(SmrArena *arena, const SmrCoverRule *rule, SmrCoverRule *form) {
  SmrPatternArg *args = smr_arena_alloc(arena, (rule->arg_count + 1) * sizeof *args);
  memcpy(args, rule->args, rule->arg_count * sizeof *args);
  SmrPatternArg *result = &args[rule->result];
  if (form->form == SMR_FORM_FROM) {
    args[rule->arg_count] = (SmrPatternArg){.kind = SMR_ARG_FLOAT, .type = result->type, .name = "from"};
    form->from = form->arg_count++;
    uint32_t count = rule->equations->scalars.size;
    form->scalar_arg = smr_arena_alloc(arena, (count + 1) * sizeof *form->scalar_arg);
    memcpy(form->scalar_arg, rule->scalar_arg, count * sizeof *form->scalar_arg);
    form->scalar_arg[count] = form->from;
  } else {
    result->kind = SMR_ARG_ARRAY;
    result->name = form->form == SMR_FORM_STORED ? "stored" : "added";
  }
  form->args = args;
}

static SmrCoverRule *shared_rule(const SmrCoverRule *rule) {
  SmrCoverRule *out = smr_xcalloc(1, sizeof *out);
  *out = *rule;
  out->shares = true;
  out->made = NULL;
  out->equations = out->canonical = shared_equations(rule->equations);
  if (rule->canonical != rule->equations)
    out->canonical = shared_equations(rule->canonical);
  return out;
}

static SmrCoverRule *form_of(SmrCoverRule *rule, SmrRuleForm which) {
  SmrCoverRule *form = shared_rule(rule);
  SmrArena *arena = &rule->equations->arena;
  form->form = which;
  set_args(arena, rule, form);
  if (which == SMR_FORM_STORED)
    return form;
  add_first(arena, form, form->equations);
  if (form->canonical != form->equations)
    add_first(arena, form, form->canonical);
  smr_cover_rule_summarise(form);
  return form;
}

/// (Functions give complex numbers back in more than one way, and hosts have no addition for them: pairs of
/// their own say what becomes of those.)
static bool gives_one_number(const SmrCoverRule *rule) {
  return rule->result != SMR_RULE_NO_ARG && rule->equations->equations.size == 1 &&
         rule->equation_count == 1 && !rule->canonical->equations.data[0].adds && !rule->rank &&
         smr_type_is_float(rule->args[rule->result].type);
}

//--- Parameters that decide ------------------------------------------------------------------------

static bool scalar_is_left(const SmrFactor *factor, void *data) {
  bool *left = data;
  if (factor->kind == SMR_FACTOR_SCALAR)
    left[factor->id] = true;
  return true;
}

/// Numbers that no equation has any more are 0: which does not matter.
static void fix_unread(SmrArena *arena, const SmrCoverRule *rule, SmrFixed *fixed) {
  const SmrEquations *e = rule->canonical;
  bool *left = smr_arena_alloc(arena, e->scalars.size + 1);
  memset(left, 0, e->scalars.size + 1);
  for (uint32_t k = 0; k < e->equations.size; k++)
    smr_sum_walk(&e->equations.data[k].sum, scalar_is_left, left);
  for (uint32_t k = 0; k < e->scalars.size; k++)
    if (!left[k] && rule->scalar_arg[k] != SMR_RULE_NO_ARG)
      fixed[rule->scalar_arg[k]] = (SmrFixed){.is = true};
}

/// The rule where that parameter has the value.
static void take_side(SmrCoverRule *rule, uint32_t leaf, int64_t value) {
  SmrArena *arena = &rule->equations->arena;
  SmrFixed *fixed = smr_arena_alloc(arena, (rule->arg_count + 1) * sizeof *fixed);
  memset(fixed, 0, (rule->arg_count + 1) * sizeof *fixed);
  if (rule->fixed)
    memcpy(fixed, rule->fixed, rule->arg_count * sizeof *fixed);
  smr_cover_decide(arena, rule->equations, leaf, value);
  if (rule->canonical != rule->equations)
    smr_cover_decide(arena, rule->canonical, leaf, value);
  fixed[rule->integer_arg[leaf]] = (SmrFixed){true, value};
  fix_unread(arena, rule, fixed);
  rule->fixed = fixed;
  smr_cover_rule_summarise(rule);
}

//--- All of them -----------------------------------------------------------------------------------

static void add_rule(SmrCoverRules *rules, SmrCoverRule *rule) {
  rule->number = rules->size;
  smr_vec_push(rules, rule);
}

static void add_forms(SmrCoverRules *rules, SmrCoverRule *rule) {
  uint32_t leaf;
  int64_t low;
  if (smr_cover_decider(rule, &leaf, &low)) {
    SmrCoverRule *other = shared_rule(rule);
    take_side(rule, leaf, low + 1);
    take_side(other, leaf, low);
    add_forms(rules, rule);
    add_forms(rules, other);
    return;
  }
  add_rule(rules, rule);
  for (SmrRuleForm form = SMR_FORM_FROM; form < SMR_FORM_COUNT && gives_one_number(rule); form++)
    add_rule(rules, form_of(rule, form));
}

void smr_cover_rules_add(SmrCoverRules *rules, SmrCoverRule *rule, uint32_t library, uint32_t pair) {
  if (!rule)
    return;
  rule->library = library, rule->pair = pair;
  add_forms(rules, rule);
}

void smr_cover_rules_destroy(SmrCoverRules *rules) {
  for (uint32_t k = 0; k < rules->size; k++)
    if (rules->data[k]->shares) {
      if (rules->data[k]->canonical != rules->data[k]->equations)
        free_shared(rules->data[k]->canonical);
      free_shared(rules->data[k]->equations);
      free(rules->data[k]);
    } else {
      smr_cover_rule_destroy(rules->data[k]);
    }
  smr_vec_free(rules);
}
