//===- optimise.c - from a program to calls ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/optimise.h"
#include "array/internal.h"
#include "array/let.h"
#include "array/rules.h"
#include "egraph/extract.h"
#include <math.h>
#include <string.h>

typedef struct {
  const char *name;
  const char *sets[12];
} Phase;

static const Phase guided[] = {
    {"normalise", {"core", "scalar", "folds"}},
    {"name", {"core", "scalar", "calls", "zeros", "pointwise"}},
    {"lift", {"core", "scalar", "zeros", "lift", "algebra", "curved", "sums", "flatten"}},
    {"combine", {"combine"}}};
// The paper's targets: its rules, all at once.
static const Phase unguided[] = {
    {"pure C", {"core", "core-intro", "scalar", "scalar-intro"}},
    {"BLAS", {"core", "core-intro", "scalar", "scalar-intro", "blas"}},
    {"PyTorch", {"core", "core-intro", "scalar", "scalar-intro", "torch"}},
};

typedef struct {
  SmrArray *array;
  const SmrArrayOptions *options;
  SmrRunBudget budget;
  double start;
  SmrEgraph *g;
  SmrCallbacks callbacks;
  SmrArraySolution *out;
  SmrDiag *diag;
} Optimiser;

static bool run_phase(Optimiser *o, const Phase *phase) {
  SmrRuleList list = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && phase->sets[i]; i++)
    ok = smr_rules_select(o->options->rules, phase->sets[i], &list) ||
         smr_error(o->diag, NULL, 0, 0, "there is no rule set '%s'", phase->sets[i]);
  SmrProgram *program =
      ok ? smr_program_create(o->array->ops, list.data, list.size, &o->callbacks, o->diag) : NULL;
  if (program) {
    SmrRun *run = smr_run_create(o->g, program);
    SmrRunBudget budget = o->budget;
    double spent = smr_run_now(&o->budget) - o->start;
    // (A budget that is spent leaves a moment: a phase that finds calls must not be cut off by one that
    // multiplied terms.)
    budget.milliseconds = fmax(o->budget.milliseconds - spent, o->budget.milliseconds / 10);
    budget.nodes = o->budget.nodes + smr_egraph_nodes(o->g) / 4;
    double begun = smr_run_now(&budget);
    SmrStopReason stop = smr_run(run, &budget);
    SmrArrayPhase result = {phase->name,
                            stop,
                            smr_run_iterations(run),
                            smr_egraph_nodes(o->g),
                            smr_egraph_classes(o->g),
                            smr_run_now(&budget) - begun};
    smr_vec_push(&o->out->phases, result);
    o->out->steps += result.steps;
    for (uint32_t i = 0; i < smr_run_iterations(run); i++)
      if (smr_run_iteration(run, i)->bytes > o->out->bytes)
        o->out->bytes = smr_run_iteration(run, i)->bytes;
    smr_run_destroy(run);
    smr_program_destroy(program);
  }
  smr_vec_free(&list);
  return program != NULL;
}

bool smr_array_optimise(SmrArray *array, const SmrArrayProgram *program, const SmrArrayOptions *options,
                        SmrArraySolution *out, SmrDiag *diag) {
  *out = (SmrArraySolution){0};
  Optimiser o = {.array = array,
                 .options = options,
                 .budget = options->budget,
                 .start = smr_run_now(&options->budget),
                 .out = out,
                 .diag = diag};
  if (o.budget.milliseconds <= 0)
    o.budget.milliseconds = 1000;
  if (!o.budget.nodes)
    o.budget.nodes = 50000;
  if (!o.budget.bytes)
    o.budget.bytes = 200000000;
  if (!o.budget.iterations)
    o.budget.iterations = options->unguided ? 0 : 12;
  SmrArrayParts parts;
  if (options->unguided) {
    parts = (SmrArrayParts){0};
    uint32_t root = smr_term_copy(array->ops, &parts.terms, &program->term, program->root);
    smr_vec_push(&parts.parts, (SmrArrayPart){SMR_NO_OPERATOR, root});
  } else
    smr_array_split(array, &program->term, program->root, &parts);
  o.g = smr_egraph_create(array->ops);
  SmrBinder *binder = smr_binder_create(o.g);
  smr_array_analyse(array, o.g);
  SmrArrayRules context = {array, binder};
  smr_binder_callbacks(binder, &o.callbacks);
  smr_array_callbacks(&context, &o.callbacks);
  SmrClass *roots = smr_xcalloc(parts.parts.size, sizeof *roots);
  for (uint32_t i = 0; i < parts.parts.size; i++)
    roots[i] = smr_egraph_add_term(o.g, &parts.terms, parts.parts.data[i].root);

  bool ok = true;
  if (options->unguided)
    ok = run_phase(&o, &unguided[options->target]);
  else
    for (uint32_t i = 0; ok && i < (options->target == SMR_TARGET_BLAS ? 4u : 3u); i++)
      ok = run_phase(&o, &guided[i]);

  SmrArrayCost model = {array, options->target};
  SmrCost cost = options->cost ? *options->cost : smr_array_paper_cost(&model);
  if (ok) {
    SmrBest *best = smr_best_create(o.g, &cost);
    smr_best_update(best);
    SmrArrayParts solved = {0};
    for (uint32_t i = 0; ok && i < parts.parts.size; i++) {
      double c = smr_best_cost(best, roots[i]);
      uint32_t root = isfinite(c) ? smr_best_term(best, roots[i], &solved.terms) : UINT32_MAX;
      if (root == UINT32_MAX)
        ok = smr_error(
            diag, NULL, 0, 0,
            "no equal term has a finite cost: it calls another library than the target's, or the size "
            "of an array is not known");
      out->cost += c;
      smr_vec_push(&solved.parts, (SmrArrayPart){parts.parts.data[i].name, root});
    }
    if (ok)
      out->root = smr_array_join(array, &solved, &out->term);
    smr_array_parts_free(&solved);
    smr_best_destroy(best);
  }
  out->input_cost = smr_array_term_cost(&model, &program->term, program->root);
  out->nodes = smr_egraph_nodes(o.g);
  out->classes = smr_egraph_classes(o.g);
  out->milliseconds = smr_run_now(&o.budget) - o.start;
  free(roots);
  smr_vec_free(&o.callbacks.list);
  smr_binder_destroy(binder);
  smr_egraph_destroy(o.g);
  smr_array_parts_free(&parts);
  if (!ok)
    smr_array_solution_free(out);
  return ok;
}

void smr_array_solution_free(SmrArraySolution *solution) {
  smr_term_free(&solution->term);
  smr_vec_free(&solution->phases);
}
