//===- array_lab.h - array programs and rules for tests ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A graph with the language's analyses and callbacks, rules from pat/ or from a text, and runs of some of
// their sets.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_ARRAY_LAB_H
#define SMR_TEST_ARRAY_LAB_H
#include "array/cost.h"
#include "array/eval.h"
#include "array/rules.h"
#include "egraph/extract.h"
#include "egraph/rules_text.h"
#include "egraph/run.h"
#include "egraph/term_text.h"
#include "test.h"

/// What most tests' programs are over.
#define SIZES "(size n 3) (size m 2) (size k 4) "
#define INPUTS                                                                                               \
  "(input x (array n f64)) (input y (array n f64)) (input u (array m f64)) (input v (array k f64)) "         \
  "(input A (array m (array n f64))) (input B (array n (array k f64))) (input C (array m (array k f64))) "   \
  "(input D (array m (array n f64))) (input a f64) (input b f64) "

typedef struct {
  SmrOperators *ops;
  SmrArray *array;
  SmrEgraph *g;
  SmrBinder *binder;
  SmrCallbacks callbacks;
  SmrArrayRules context;
  SmrRules rules;
  SmrArrayProgram program;
  SmrClass root;
  SmrDiag diag;
  // of the last run
  SmrProgram *compiled;
  SmrRun *run;
} Lab;

static inline void lab_open(Lab *lab, const char *program) {
  *lab = (Lab){.ops = smr_operators_create()};
  lab->array = smr_array_create(lab->ops);
  if (!smr_array_parse(lab->array, "program", program, strlen(program), &lab->program, &lab->diag)) {
    smr_diag_flush(&lab->diag, stderr);
    fail_msg("%s", program);
  }
  lab->g = smr_egraph_create(lab->ops);
  lab->binder = smr_binder_create(lab->g);
  smr_array_analyse(lab->array, lab->g);
  smr_binder_callbacks(lab->binder, &lab->callbacks);
  lab->context = (SmrArrayRules){lab->array, lab->binder};
  smr_array_callbacks(&lab->context, &lab->callbacks);
  lab->root = smr_egraph_add_term(lab->g, &lab->program.term, lab->program.root);
  smr_egraph_rebuild(lab->g);
}

static inline void lab_end_run(Lab *lab) {
  if (lab->run)
    smr_run_destroy(lab->run);
  smr_program_destroy(lab->compiled);
  lab->run = NULL;
  lab->compiled = NULL;
}

static inline void lab_close(Lab *lab) {
  lab_end_run(lab);
  smr_vec_free(&lab->callbacks.list);
  smr_rules_free(&lab->rules);
  smr_array_program_free(&lab->program);
  smr_egraph_destroy(lab->g);
  smr_binder_destroy(lab->binder);
  smr_array_destroy(lab->array);
  smr_operators_destroy(lab->ops);
  smr_diag_free(&lab->diag);
}

/// `name` of pat/array-NAME.rules.
static inline void read_rule_file(SmrOperators *ops, const char *name, SmrRules *rules) {
  SmrStr path = {0};
  SmrDiag diag = {0};
  smr_str_printf(&path, "%s/pat/array-%s.rules", SMR_SOURCE_DIR, name);
  if (!smr_rules_read(ops, smr_str_get(&path), rules, &diag)) {
    smr_diag_flush(&diag, stderr);
    fail_msg("%s", smr_str_get(&path));
  }
  smr_str_free(&path);
}

static inline void lab_read(Lab *lab, const char *name) {
  read_rule_file(lab->ops, name, &lab->rules);
}

static inline void lab_parse(Lab *lab, const char *text) {
  if (!smr_rules_parse(lab->ops, "rules", text, strlen(text), NULL, NULL, &lab->rules, &lab->diag)) {
    smr_diag_flush(&lab->diag, stderr);
    fail_msg("%s", text);
  }
}

/// Runs the sets whose names stand in `sets`, separated by spaces; a name may also be that of one rule.
static inline SmrStopReason lab_run(Lab *lab, const char *sets, const SmrRunBudget *budget) {
  SmrRuleList list = {0};
  char words[256], *rest = NULL;
  snprintf(words, sizeof words, "%s", sets);
  for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
    uint32_t before = list.size;
    bool set = smr_rules_select(&lab->rules, word, &list);
    for (uint32_t i = 0; !set && i < lab->rules.list.size; i++)
      if (!strcmp(lab->rules.list.data[i]->name, word))
        smr_vec_push(&list, lab->rules.list.data[i]);
    if (list.size == before)
      fail_msg("no rules called %s", word);
  }
  lab_end_run(lab);
  lab->compiled = smr_program_create(lab->ops, list.data, list.size, &lab->callbacks, &lab->diag);
  smr_vec_free(&list);
  if (!lab->compiled)
    smr_diag_flush(&lab->diag, stderr);
  assert_non_null(lab->compiled);
  lab->run = smr_run_create(lab->g, lab->compiled);
  return smr_run(lab->run, budget);
}

/// The class of a term that the graph has; SMR_NO_CLASS.
static inline SmrClass lab_find(Lab *lab, const char *text) {
  SmrTerm t = {0};
  if (!smr_term_parse(lab->ops, "term", text, strlen(text), 0, &t, &lab->diag)) {
    smr_diag_flush(&lab->diag, stderr);
    fail_msg("%s", text);
  }
  SmrClass c = smr_egraph_lookup_term(lab->g, &t, smr_term_root(&t));
  smr_term_free(&t);
  return c == SMR_NO_CLASS ? c : smr_egraph_find(lab->g, c);
}

static inline bool lab_equals(Lab *lab, const char *text) {
  return lab_find(lab, text) == smr_egraph_find(lab->g, lab->root);
}

/// Whether some node of the graph has that operator.
static inline bool lab_has(Lab *lab, SmrArrayOp which) {
  for (SmrNode n = 0; n < smr_egraph_elements(lab->g); n++)
    if (smr_egraph_is_live(lab->g, n) && smr_egraph_op(lab->g, n) == smr_array_op(lab->array, which))
      return true;
  return false;
}

/// Random values for all inputs.
static inline void bind_inputs(SmrArrayEvaluator *e, uint64_t *seed) {
  for (uint32_t i = 0; i < smr_array_inputs(e->array); i++) {
    SmrArrayType type;
    int64_t size;
    SmrOperator op = smr_array_input(e->array, i, &type);
    if (!smr_array_size(e->array, op, &size))
      smr_array_eval_bind(e, op, smr_array_value_random(e, type, seed));
  }
}
#endif
