//===- test_unguided.c - saturation with the paper's rules alone ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Kernels of tools/bench/liar under the rules of Listings 2 to 5, each tried everywhere. With all of them the
// graph has a node for every pair of classes after a few steps (R-INTROFSTTUPLE stands for every class
// twice), and the run ends at its budget with the best term so far. Without the two that make tuples (no
// kernel has any) the paper's solutions come after a few steps.
#include "array_lab.h"
#include <math.h>

#define ALL "core core-intro scalar scalar-intro "
#define NO_TUPLES "core R-INTROLAMBDA R-INTROINDEXBUILD scalar scalar-intro "

static const struct {
  const char *kernel, *target;
  double all;              // best cost within 50,000 nodes under all rules
  uint32_t steps;          // without tuples: steps to
  const char *solution[2]; // this, or its twin
} kernels[] = {
    {"memset", "blas", 802, 1, {"(memset n 0)"}},
    {"memset", "torch", 802, 1, {"(torch.full n 0)"}},
    {"vsum", "blas", 7002, 4, {"(dot x (build n (lam 1)))", "(dot (build n (lam 1)) x)"}},
    {"vsum", "torch", 801, 1, {"(torch.sum x)"}},
    {"axpy", "blas", 6803, 3, {"(axpy alpha x y)"}},
    {"axpy", "torch", 1203.4, 1, {"(torch.add (torch.mul alpha x) y)"}},
    {"gemv", "blas", 742001, 3, {"(gemv:F alpha A x beta y)"}},
    {"gemv", "torch", 726605, 2, {"(torch.add (torch.mul alpha (torch.mv A x)) (torch.mul beta y))"}},
};

static void open_kernel(Lab *lab, const char *kernel, const char *target) {
  SMR_OWNED(SmrStr, smr_str_free) path = {0}, text = {0};
  const char *why;
  smr_str_printf(&path, "%s/tools/bench/liar/%s.array", SMR_SOURCE_DIR, kernel);
  if (!smr_read_file(smr_str_get(&path), &text, &why))
    fail_msg("%s: %s", smr_str_get(&path), why);
  lab_open(lab, smr_str_get(&text));
  lab_read(lab, "core");
  lab_read(lab, "scalar");
  lab_read(lab, target);
}

// The best term's cost; that it has the program's value, at small sizes.
static double best_cost(Lab *lab, const char *target) {
  SmrArrayCost model = {lab->array, strcmp(target, "blas") ? SMR_TARGET_TORCH : SMR_TARGET_BLAS};
  SmrCost cost = smr_array_paper_cost(&model);
  SmrBest *best = smr_best_create(lab->g, &cost);
  smr_best_update(best);
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  uint32_t node = smr_best_term(best, lab->root, &term);
  double result = smr_best_cost(best, lab->root);
  assert_int_not_equal(node, UINT32_MAX);
  assert_true(fabs(smr_array_term_cost(&model, &term, node) - result) < 1e-6 * result);
  for (uint32_t i = 0; i < smr_array_inputs(lab->array); i++) {
    SmrArrayType type;
    int64_t size;
    SmrOperator op = smr_array_input(lab->array, i, &type);
    if (smr_array_size(lab->array, op, &size))
      smr_array_set_size(lab->array, smr_operator_name(lab->ops, op), 2 + i);
  }
  SmrArrayEvaluator e = {.array = lab->array};
  uint64_t seed = 1;
  bind_inputs(&e, &seed);
  const SmrArrayValue *x = smr_array_eval(&e, &lab->program.term, lab->program.root, 1000000),
                      *y = smr_array_eval(&e, &term, node, 1000000);
  assert_true(x && y && smr_array_value_equal(x, y, 1e-9));
  smr_array_eval_free(&e);
  smr_best_destroy(best);
  return result;
}

TEST(all_rules) {
  for (uint32_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    Lab lab;
    char sets[128];
    open_kernel(&lab, kernels[i].kernel, kernels[i].target);
    snprintf(sets, sizeof sets, ALL "%s", kernels[i].target);
    SmrRunBudget budget = {.nodes = 50000};
    assert_int_equal(lab_run(&lab, sets, &budget), SMR_STOP_NODES);
    double cost = best_cost(&lab, kernels[i].target);
    if (cost > kernels[i].all)
      fail_msg("%s for %s: cost %g", kernels[i].kernel, kernels[i].target, cost);
    lab_close(&lab);
  }
}

TEST(without_tuples) {
  for (uint32_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    Lab lab;
    char sets[128];
    open_kernel(&lab, kernels[i].kernel, kernels[i].target);
    snprintf(sets, sizeof sets, NO_TUPLES "%s", kernels[i].target);
    SmrRunBudget budget = {.iterations = kernels[i].steps, .nodes = 50000};
    assert_int_equal(lab_run(&lab, sets, &budget), SMR_STOP_ITERATIONS);
    bool found = lab_equals(&lab, kernels[i].solution[0]) ||
                 (kernels[i].solution[1] && lab_equals(&lab, kernels[i].solution[1]));
    if (!found)
      fail_msg("%s for %s: no %s", kernels[i].kernel, kernels[i].target, kernels[i].solution[0]);
    best_cost(&lab, kernels[i].target);
    lab_close(&lab);
  }
}

// A product of matrices, composed of a transposition and dot products: with it B[k][j] is a row's element.
TEST(product) {
  static const char program[] =
      "(size n 100) (size m 90) (size k 110) (input A (array n (array k f64))) (input B (array k (array m "
      "f64)))"
      "(term (build n (lam (build m (lam (ifold k 0 (lam (lam (+ (* (get (get A %3) %1) (get (get "
      "(build m (lam (build k (lam (get (get B %0) %1))))) %2) %1)) %0)))))))))";
  static const struct {
    const char *target, *solution;
    uint32_t steps;
  } cases[] = {{"blas", "(gemm:FF 1 A B 1 (build n (lam (memset m 0))))", 6}, {"torch", "(torch.mm A B)", 5}};
  for (uint32_t i = 0; i < 2; i++) {
    Lab lab;
    char sets[128];
    lab_open(&lab, program);
    lab_read(&lab, "core");
    lab_read(&lab, "scalar");
    lab_read(&lab, cases[i].target);
    snprintf(sets, sizeof sets, NO_TUPLES "%s", cases[i].target);
    SmrRunBudget budget = {.iterations = cases[i].steps, .nodes = 60000};
    lab_run(&lab, sets, &budget);
    assert_true(lab_equals(&lab, cases[i].solution));
    best_cost(&lab, cases[i].target);
    lab_close(&lab);
  }
}
