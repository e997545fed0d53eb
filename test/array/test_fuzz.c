//===- test_fuzz.c - random programs through all rules -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A random closed term, some iterations of some rule sets, terms that random costs choose: each has the first
// one's value.
#include "array/random_term.h"
#include "array_lab.h"
#include <math.h>

static const struct {
  const char *files, *sets;
  bool intro; // terms that are not to be chosen are in the classes, too (array-core.rules)
} flows[] = {
    {"lift combine", "core scalar calls zeros lift algebra combine", false},
    {"lift combine", "core scalar calls folds pointwise lift algebra curved sums flatten combine", false},
    {"lift blas", "core scalar zeros lift algebra blas", false},
    {"lift torch", "core scalar scalar-intro zeros lift algebra torch", false},
    {"core scalar blas", "core core-intro scalar scalar-intro blas", true},
    {"core scalar torch", "core core-intro scalar scalar-intro torch", true},
};

typedef struct {
  uint64_t seed;
  bool plain; // every operator costs the same
} RandomCost;

static double random_cost(void *user, SmrEgraph *g, SmrNode node, const double *children) {
  const RandomCost *c = user;
  SmrOperator op = smr_egraph_op(g, node);
  uint64_t h = (c->seed + op) * 0x9E3779B97F4A7C15u;
  double sum = c->plain ? 1 : 1 + (double)((h ^ h >> 29) * 0xBF58476D1CE4E5B9u >> 44);
  for (uint32_t i = 0; i < smr_operator_info(smr_egraph_ops(g), op)->arity; i++)
    sum += children[i];
  return sum;
}

typedef struct {
  uint32_t programs, terms, other, undefined; // `other`: not the program's own term
} Counts;

static bool exact(const SmrArrayValue *v) {
  if (v->kind == SMR_ARRAY_VALUE_NUMBER)
    return fabs(v->number) < 1e9;
  for (uint32_t i = 0; i < (v->kind == SMR_ARRAY_VALUE_FUNCTION ? 0 : v->count); i++)
    if (!exact(v->items[i]))
      return false;
  return v->kind != SMR_ARRAY_VALUE_FUNCTION;
}

static bool has_empty(Lab *lab) {
  for (uint32_t i = 0; i < smr_array_inputs(lab->array); i++) {
    SmrArrayType type;
    int64_t size;
    if (smr_array_size(lab->array, smr_array_input(lab->array, i, &type), &size) && size == 0)
      return true;
  }
  return false;
}

static void check_term(Lab *lab, const SmrTerm *term, uint32_t node, uint64_t seed, uint32_t flow,
                       bool excused, Counts *counts) {
  SmrArrayEvaluator e = {.array = lab->array};
  bind_inputs(&e, &seed);
  const SmrArrayValue *x = smr_array_eval(&e, &lab->program.term, lab->program.root, 20000), *y = NULL;
  if (x && exact(x)) {
    y = smr_array_eval(&e, term, node, 400000);
    counts->other += !smr_term_equal(lab->ops, &lab->program.term, lab->program.root, term, node);
    counts->terms++;
    if (!y && (excused || has_empty(lab) || !strcmp(e.error, "out of fuel")))
      counts->undefined++;
    else if (!y || !smr_array_value_equal(x, y, 1e-6)) {
      SmrStr text = {0};
      smr_term_print(lab->ops, &lab->program.term, lab->program.root, &text);
      smr_str_puts(&text, "\n  became ");
      smr_term_print(lab->ops, term, node, &text);
      smr_str_printf(&text, "\n  %s\n  ", y ? "of another value:" : e.error);
      smr_array_value_print(x, &text);
      smr_str_puts(&text, " ");
      if (y)
        smr_array_value_print(y, &text);
      fail_msg("%s: %s", flows[flow].sets, smr_str_get(&text));
    }
  }
  smr_array_eval_free(&e);
}

static void one(uint64_t seed, uint32_t flow, Counts *counts) {
  Lab lab;
  lab_open(&lab, "(term 0)");
  char files[64], *rest = NULL;
  snprintf(files, sizeof files, "%s", flows[flow].files);
  for (char *word = strtok_r(files, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
    lab_read(&lab, word);
  SmrRandomTerms r = {0};
  smr_random_open(&r, lab.array, seed);
  for (uint32_t attempt = 0; attempt < 20 && lab.program.term.nodes.size < 8; attempt++) {
    uint32_t root = smr_random_term(&r, smr_random_shape_hole(&r), 3 + (uint32_t)(seed % 4));
    smr_term_clear(&lab.program.term);
    lab.program.root = smr_term_copy(lab.ops, &lab.program.term, &r.term, root);
  }
  lab.root = smr_egraph_add_term(lab.g, &lab.program.term, lab.program.root);
  smr_egraph_rebuild(lab.g);
  SmrRunBudget budget = {.iterations = flows[flow].intro ? 2 : 5, .nodes = 2000};
  lab_run(&lab, flows[flow].sets, &budget);
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  if (!smr_egraph_check(lab.g, &why))
    fail_msg("%s", smr_str_get(&why));
  counts->programs++;
  for (uint32_t i = 0; i < 4; i++) {
    RandomCost model = {seed * 7 + i, i == 0};
    SmrCost cost = {.kind = SMR_COST_CALL, .node = random_cost, .user = &model};
    SmrBest *best = smr_best_create(lab.g, &cost);
    smr_best_update(best);
    SmrTerm term = {0};
    uint32_t node = smr_best_term(best, lab.root, &term);
    assert_int_not_equal(node, UINT32_MAX);
    check_term(&lab, &term, node, seed + i, flow, flows[flow].intro && i > 0, counts);
    smr_term_free(&term);
    smr_best_destroy(best);
  }
  smr_random_close(&r);
  lab_close(&lab);
}

TEST(random_programs) {
  uint32_t programs = test_rounds(60), seed = 1 + test_seed();
  for (uint32_t flow = 0; flow < sizeof flows / sizeof *flows; flow++) {
    Counts counts = {0};
    for (uint32_t i = 0; i < programs; i++)
      one((uint64_t)seed * 1000003 + i, flow, &counts);
    printf("           %s: %u programs, %u terms, %u not the program itself, %u undefined\n",
           flows[flow].sets, counts.programs, counts.terms, counts.other, counts.undefined);
    assert_by_chance(counts.other >= programs / 2);
    assert_by_chance(counts.undefined <= counts.terms / (flows[flow].intro ? 2 : 8));
  }
}
