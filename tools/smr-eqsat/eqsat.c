//===- eqsat.c - reading and saturating ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "eqsat.h"
#include <math.h>
#include <string.h>
#include <time.h>

double eqsat_now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

//===--- costs ---===//

static bool make_cost(Eqsat *e) {
  CostKind kind = e->options->cost;
  if (!kind)
    kind = e->rules.costs.size ? COST_FILE : COST_SIZE;
  if (kind != COST_FILE) {
    e->cost = kind == COST_SIZE ? smr_cost_size : smr_cost_depth;
    return true;
  }
  if (!e->rules.costs.size)
    return smr_error(&e->diag, e->options->rules.data[0], 0, 0, "--cost=file, but no rule file gives costs");
  return smr_world_costs(e->world, &e->cost, &e->diag);
}

//===--- phases ---===//

// The rules of sets that are joined with '+'.
static bool add_phase(Eqsat *e, const char *name) {
  SmrRuleList list = {0};
  SmrStr one = {0};
  bool ok = true;
  for (const char *at = name; ok; at++) {
    size_t length = strcspn(at, "+");
    smr_str_clear(&one);
    smr_str_append(&one, at, length);
    ok = smr_rules_select(&e->rules, smr_str_get(&one), &list) ||
         smr_error(&e->diag, NULL, 0, 0, "--phases: there is no rule set '%s'", smr_str_get(&one));
    at += length;
    if (!*at)
      break;
  }
  SmrProgram *program =
      ok ? smr_program_create(e->ops, list.data, list.size, &e->world->callbacks, &e->diag) : NULL;
  smr_vec_free(&list);
  smr_str_free(&one);
  if (program)
    smr_vec_push(&e->phases, (Phase){.name = name, .program = program});
  return program;
}

static bool make_phases(Eqsat *e) {
  const char *names = e->options->phases;
  if (!names) {
    SmrProgram *all =
        smr_program_create(e->ops, e->rules.list.data, e->rules.list.size, &e->world->callbacks, &e->diag);
    if (all)
      smr_vec_push(&e->phases, (Phase){.name = "all", .program = all});
    return all;
  }
  bool ok = true;
  for (const char *at = names;; at++) {
    size_t length = strcspn(at, ",");
    ok &= add_phase(e, smr_arena_strndup(&e->texts, at, length));
    at += length;
    if (!*at)
      return ok;
  }
}

//===--- callbacks ---===//

static void make_world(Eqsat *e) {
  SmrWorldOptions options = {.fold = e->options->fold,
                             .fractions = e->options->fractions,
                             .prune = e->options->prune,
                             .names = e->options->sketch};
  e->world = smr_world_create(e->ops, &e->rules, &options);
  e->g = e->world->g;
  e->builtins = e->world->builtins;
  e->data = e->world->data;
  if (!e->options->explain)
    return;
  e->explain = smr_explain_create(e->g, e->world->binder);
  if (e->builtins)
    smr_builtins_proof_callbacks(e->builtins, &e->proof_callbacks);
  smr_explain_callbacks(e->explain, e->proof_callbacks.data, e->proof_callbacks.size);
}

//===--- input ---===//

// Appends the terms of a text.
static bool read_terms(void *user, const char *file, const char *text, size_t size, bool one) {
  Eqsat *e = user;
  SmrSexp s;
  if (!smr_sexp_read_deep(file, text, size, &s, &e->diag))
    return false;
  bool ok = !one || (s.nodes.size && s.nodes.data[0].end == s.nodes.size) ||
            smr_error(&e->diag, file, 1, 1, "expected one term");
  for (uint32_t i = 0; ok && i < s.nodes.size; i = s.nodes.data[i].end) {
    uint32_t root;
    SmrTermPlaces places = {0};
    smr_vec_push(&e->inputs, (SmrTerm){0});
    SmrTerm *term = &smr_vec_last(&e->inputs);
    ok = smr_rules_read_term(e->ops, &e->rules, &s, i, term, &root, &places, &e->diag) &&
         smr_data_check_term(&e->rules, e->ops, term, &places, &e->diag);
    smr_vec_free(&places.nodes);
  }
  smr_sexp_free(&s);
  return ok;
}

bool eqsat_read_rules(Eqsat *e) {
  const EqsatOptions *o = e->options;
  e->total_ms = eqsat_now_ms();
  e->ops = smr_operators_create();
  for (uint32_t i = 0; i < o->rules.size; i++)
    if (!smr_rules_read(e->ops, o->rules.data[i], &e->rules, &e->diag))
      return false;
  return true;
}

bool eqsat_read(Eqsat *e) {
  const EqsatOptions *o = e->options;
  make_world(e);
  bool ok = true;
  for (uint32_t i = 0; o->explain && i < e->rules.operators.size; i++)
    if (e->rules.operators.data[i].flags & SMR_OPERATOR_AC)
      ok = smr_error(&e->diag, e->rules.operators.data[i].file, e->rules.operators.data[i].line,
                     e->rules.operators.data[i].column,
                     "--explain: there are no proofs with :ac operators yet");
  ok &= eqsat_each_input(o, read_terms, e, true, &e->diag);
  if (o->sketch) {
    e->sketch =
        smr_sketch_parse(e->ops, "--sketch", o->sketch, strlen(o->sketch), &e->world->callbacks, &e->diag);
    ok &= e->sketch != NULL;
  }
  ok &= make_cost(e);
  ok &= make_phases(e);
  return ok;
}

//===--- saturation ---===//

static bool is_done(void *user, SmrEgraph *g) {
  Eqsat *e = user;
  if (e->data && smr_data_failed(e->data))
    return true;
  if (!e->sketch)
    return false;
  for (uint32_t i = 0; i < e->roots.size; i++)
    if (!smr_sketch_found(e->sketch, g, e->roots.data[i]))
      return false;
  return true;
}

bool eqsat_saturate(Eqsat *e) {
  for (uint32_t i = 0; i < e->inputs.size; i++) {
    const SmrTerm *input = &e->inputs.data[i];
    smr_vec_push(&e->roots, smr_egraph_add_term(e->g, input, smr_term_root(input)));
  }
  SmrRunBudget budget = e->options->budget;
  double begun = eqsat_now_ms();
  SmrStopReason stop = SMR_STOP_SATURATED;
  budget.goal = e->sketch || e->data ? is_done : NULL;
  budget.user = e;
  for (uint32_t i = 0; i < e->phases.size; i++) {
    Phase *phase = &e->phases.data[i];
    phase->run = smr_run_create(e->g, phase->program);
    // (A limit other than that of iterations holds for all phases together.)
    if (stop != SMR_STOP_SATURATED && stop != SMR_STOP_ITERATIONS) {
      phase->stop = stop;
      continue;
    }
    if (e->options->budget.milliseconds > 0)
      budget.milliseconds = fmax(e->options->budget.milliseconds - (eqsat_now_ms() - begun), 1e-3);
    if (e->explain)
      smr_explain_program(e->explain, phase->program);
    if (e->data)
      smr_data_watch(e->data, phase->program);
    stop = phase->stop = smr_run(phase->run, &budget);
  }
  if (e->builtins && smr_builtins_conflicts(e->builtins))
    smr_report(&e->diag, SMR_WARNING, e->options->rules.data[0], 0, 0,
               "different integers became equal: a rule is wrong, or the terms divide by zero");
  return !e->data || smr_data_report(e->data, &e->diag);
}

void eqsat_free(Eqsat *e) {
  for (uint32_t i = 0; i < e->phases.size; i++) {
    smr_run_destroy(e->phases.data[i].run);
    smr_program_destroy(e->phases.data[i].program);
  }
  smr_vec_free(&e->phases);
  if (e->sketch)
    smr_sketch_destroy(e->sketch);
  if (e->explain)
    smr_explain_destroy(e->explain);
  smr_world_destroy(e->world);
  smr_vec_free(&e->proof_callbacks);
  smr_str_free(&e->proofs);
  smr_rules_free(&e->rules);
  for (uint32_t i = 0; i < e->inputs.size; i++)
    smr_term_free(&e->inputs.data[i]);
  smr_vec_free(&e->inputs);
  smr_vec_free(&e->roots);
  smr_vec_free(&e->results);
  smr_operators_destroy(e->ops);
  smr_arena_destroy(&e->texts);
  smr_diag_free(&e->diag);
}
