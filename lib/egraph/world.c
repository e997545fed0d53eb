//===- world.c - a graph with what its rules ask for ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/world.h"
#include <math.h>
#include <string.h>

//===--- what is used ---===//

static bool has_computed(const SmrWorld *w, const SmrRule *rule, const SmrCallbacks *known) {
  for (uint32_t i = 0; i < rule->terms.nodes.size; i++) {
    SmrOperator op = rule->terms.nodes.data[i].op;
    if (smr_operator_info(w->ops, op)->kind == SMR_OPERATOR_COMPUTED &&
        smr_callback_find(known, smr_operator_name(w->ops, op), false))
      return true;
  }
  return false;
}

static bool is_condition(const SmrWorld *w, SmrSym name, const SmrCallbacks *known) {
  return name && smr_callback_find(known, smr_operators_text(w->ops, name), true);
}

// Whether a rule, or a text, names one of these callbacks.
static bool is_used(const SmrWorld *w, const SmrCallbacks *known, const char *names) {
  for (uint32_t i = 0; i < w->rules->list.size; i++) {
    const SmrRule *rule = w->rules->list.data[i];
    if (has_computed(w, rule, known))
      return true;
    for (uint32_t k = 0; k < rule->conditions.size; k++)
      if (is_condition(w, rule->conditions.data[k].name, known))
        return true;
    for (uint32_t k = 0; k < rule->foralls.size; k++)
      if (is_condition(w, rule->foralls.data[k].condition, known))
        return true;
  }
  for (uint32_t i = 0; names && i < known->list.size; i++)
    if (strstr(names, known->list.data[i].name))
      return true;
  return false;
}

static bool cost_is_used(const SmrWorld *w, const char *name) {
  for (uint32_t i = 0; i < w->rules->costs.size; i++) {
    const SmrTerm *t = &w->rules->costs.data[i].expression;
    for (uint32_t k = 0; k < t->nodes.size; k++)
      if (!strcmp(smr_operator_name(w->ops, t->nodes.data[k].op), name))
        return true;
  }
  return false;
}

//===--- life ---===//

SmrWorld *smr_world_create(SmrOperators *ops, SmrRules *rules, const SmrWorldOptions *options) {
  SmrWorld *w = smr_xcalloc(1, sizeof *w);
  *w = (SmrWorld){.ops = ops, .rules = rules, .g = smr_egraph_create(ops)};
  SmrEgraph *empty = smr_egraph_create(ops);
  SmrBuiltins *builtins = smr_builtins_create(empty, false);
  SmrBinder *binder = smr_binder_create(empty);
  SmrCallbacks integer_names = {0}, binder_names = {0};
  smr_builtins_callbacks(builtins, &integer_names);
  smr_binder_callbacks(binder, &binder_names);
  if (options->fold || cost_is_used(w, "integer") || is_used(w, &integer_names, options->names)) {
    w->builtins = smr_builtins_create(w->g, options->fold);
    if (options->fractions)
      smr_builtins_fold_fractions(w->builtins);
    if (options->prune)
      smr_builtins_prune(w->builtins);
    smr_builtins_callbacks(w->builtins, &w->callbacks);
  }
  if (is_used(w, &binder_names, options->names)) {
    w->binder = smr_binder_create(w->g);
    smr_binder_callbacks(w->binder, &w->callbacks);
  }
  if (rules->data.declarations.size || rules->data.programs.size) {
    w->data = smr_data_create(w->g, rules);
    smr_data_callbacks(w->data, &w->callbacks);
  }
  if (rules->data.filters.size)
    w->filters = smr_filters_create(w->g, rules, w->data);
  if (options->more)
    options->more(options->user, w->g, &w->callbacks);
  smr_vec_free(&integer_names.list);
  smr_vec_free(&binder_names.list);
  smr_egraph_destroy(empty);
  smr_builtins_destroy(builtins);
  smr_binder_destroy(binder);
  return w;
}

void smr_world_destroy(SmrWorld *w) {
  if (!w)
    return;
  if (w->table)
    smr_cost_table_destroy(w->table);
  smr_egraph_destroy(w->g);
  smr_builtins_destroy(w->builtins);
  if (w->binder)
    smr_binder_destroy(w->binder);
  smr_data_destroy(w->data);
  smr_filters_destroy(w->filters);
  smr_vec_free(&w->callbacks.list);
  free(w);
}

//===--- costs ---===//

enum { NAME_INTEGER, NAME_ARITY, NAME_MEASURE }; // and those behind it

static int32_t resolve_name(void *user, const char *name, uint32_t count) {
  const SmrDataRules *data = &((SmrWorld *)user)->rules->data;
  for (uint32_t i = 0; count < 2 && i < data->measures.size; i++)
    if (!strcmp(data->measures.data[i].name, name))
      return NAME_MEASURE + (int32_t)i;
  if (!strcmp(name, "integer") && count == 1)
    return NAME_INTEGER;
  return !strcmp(name, "arity") && count == 0 ? NAME_ARITY : -1;
}

// What a measure says of a class; what has no value is not to be chosen.
static double measure(SmrWorld *w, uint32_t number, SmrClass c) {
  const SmrDataMeasure *m = &w->rules->data.measures.data[number];
  SmrDataClause clause = w->rules->data.code.clauses.data[m->clause];
  SmrDatum datum = smr_data_of(w->data, m->declaration, c), value;
  double estimate;
  bool known = datum && smr_data_apply(&w->rules->data.code, &clause, &datum, 1, &value) == SMR_YES &&
               smr_datum_estimate(smr_operators_values(w->ops), value, &estimate);
  return known ? estimate : INFINITY;
}

static double name_value(void *user, SmrEgraph *g, SmrNode node, int32_t number, const uint32_t *children,
                         uint32_t count) {
  SmrWorld *w = user;
  int64_t value;
  uint32_t arity = smr_operator_info(w->ops, smr_egraph_op(g, node))->arity;
  if (number == NAME_ARITY)
    return arity;
  if (number >= NAME_MEASURE && count && children[0] >= arity)
    return INFINITY;
  if (number >= NAME_MEASURE)
    return measure(w, (uint32_t)(number - NAME_MEASURE),
                   count ? smr_egraph_children(g, node)[children[0]] : smr_egraph_find(g, node));
  bool known = children[0] < arity &&
               smr_builtins_integer(w->builtins, smr_egraph_children(g, node)[children[0]], &value);
  return known ? (double)value : INFINITY;
}

bool smr_world_costs(SmrWorld *w, SmrCost *cost, SmrDiag *diag) {
  SmrCostNames names = {resolve_name, name_value, w};
  bool ok = true;
  if (!w->table) {
    w->table = smr_cost_table_create(w->ops, &names);
    for (uint32_t i = 0; i < w->rules->costs.size; i++) {
      const SmrRuleCost *c = &w->rules->costs.data[i];
      ok &= smr_cost_table_set(w->table, c->name, &c->expression, smr_term_root(&c->expression), c->file,
                               c->line, c->column, diag);
    }
  }
  if (ok)
    *cost = smr_cost_table_cost(w->table);
  return ok;
}
