//===- test_guides.c - what the paper's guides find, evaluated -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// pat/access-*.guide: each ends with what it looks for, and that computes what its term did.
//===----------------------------------------------------------------------===//
#include "access_test.h"
#include "egraph/extract.h"
#include "egraph/guide.h"
#include "egraph/run.h"
#include "egraph/world.h"
#include <math.h>

typedef struct {
  SmrTerm term;
  uint32_t root;
} Copy;

static Copy copy_of(SmrAccess *a, const SmrGuide *guide, uint32_t i) {
  Copy copy = {0};
  uint32_t root;
  const SmrTerm *term = smr_guide_term(guide, i, &root);
  copy.root = smr_term_copy(smr_access_ops(a), &copy.term, term, root);
  return copy;
}

static uint32_t count(const SmrAccess *a, const SmrTerm *t, uint32_t node, SmrAccessOp wanted) {
  SmrOperator op = t->nodes.data[node].op;
  uint32_t n = smr_access_classify(a, op) == wanted;
  for (uint32_t i = 0; i < smr_operator_info(smr_access_ops(a), op)->arity; i++)
    n += count(a, t, smr_term_children(t, node)[i], wanted);
  return n;
}

static bool equal_terms(SmrAccess *a, const Copy *x, const Copy *y) {
  SmrAccessValue v, w;
  assert_true(smr_access_eval(a, &x->term, x->root, fill, NULL, &v));
  assert_true(smr_access_eval(a, &y->term, y->root, fill, NULL, &w));
  bool same = same_value(&v, &w);
  smr_access_value_free(&v);
  smr_access_value_free(&w);
  return same;
}

// Runs a guide over these tensors; its results have `wanted` such operators in all (counted as trees).
static void run_guide(const char *tensors, const char *name, SmrAccessOp op, uint32_t wanted) {
  SmrAccess *a = program(tensors);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) path = {0};
  smr_str_printf(&path, "%s/access-%s.guide", RULES, name);
  SmrGuide *guide = smr_guide_read(smr_access_ops(a), smr_str_get(&path), &diag);
  assert_non_null(guide);
  Copy before[4], after;
  uint32_t terms = smr_guide_terms(guide), found = 0;
  for (uint32_t i = 0; i < terms; i++)
    before[i] = copy_of(a, guide, i);
  SmrGuideEnd end = smr_guide_run(guide, &(SmrWorldOptions){0}, NULL, &diag);
  smr_diag_flush(&diag, stderr);
  assert_int_equal(end, SMR_GUIDE_DONE);
  for (uint32_t i = 0; i < terms; i++) {
    after = copy_of(a, guide, i);
    found += count(a, &after.term, after.root, op);
    assert_true(equal_terms(a, &before[i], &after));
    smr_term_free(&before[i].term);
    smr_term_free(&after.term);
  }
  assert_int_equal(found, wanted);
  smr_guide_destroy(guide);
  smr_access_destroy(a);
}

TEST(G_F3_matmul) {
  run_guide("(tensor activations f64 (16 32)) (tensor weights f64 (32 64))", "matmul",
            SMR_ACCESS_SYSTOLIC_ARRAY, 1);
}

// (That there is exactly one match stands in the guides.)
TEST(G_F3_conv1d_and_conv2d) {
  run_guide("(tensor activations f64 (3 32)) (tensor weights f64 (8 3 3))", "conv1d",
            SMR_ACCESS_SYSTOLIC_ARRAY, 1);
  run_guide("(tensor activations f64 (3 32 32)) (tensor weights f64 (8 3 3 3))", "conv2d",
            SMR_ACCESS_SYSTOLIC_ARRAY, 1);
}

TEST(G_F5_im2col) {
  run_guide("(tensor activations f64 (1 3 32 32)) (tensor weights f64 (8 3 3 3))", "im2col",
            SMR_ACCESS_SYSTOLIC_ARRAY, 1);
}

TEST(G_F7_eight_products) {
  run_guide("(tensor A f64 (32 32)) (tensor B f64 (32 32))", "blocking", SMR_ACCESS_SYSTOLIC_ARRAY, 8);
}

TEST(G_rest_conv_blocking) {
  run_guide("(tensor A f64 (1 4 10 10)) (tensor V f64 (32 4 3 3)) (tensor B f64 (1 10 10 4)) (tensor W f64 "
            "(3 3 4 32))",
            "conv-blocking", SMR_ACCESS_SYSTOLIC_ARRAY, 32);
}

TEST(G_rest_maxpool_split) {
  run_guide("(tensor activations f64 (1 4 8 8))", "maxpool", SMR_ACCESS_COMPUTE, 2);
}

TEST(G_rest_tile) {
  run_guide("(tensor activations f64 (1 4 10 10)) (tensor weights f64 (9 4 3 3))", "tile",
            SMR_ACCESS_TILED_MATMUL, 1);
}

//===--- all blocks at once ---===//

typedef struct {
  SmrAccess *access;
  SmrWorld *world;
  SmrRun *run;
  SmrProgram *program;
  SmrClass root;
  int64_t rows, columns; // what is looked for
} Saturated;

// Whether a class is that number.
static bool is_number(const Saturated *s, SmrClass c, int64_t wanted) {
  int64_t n;
  return smr_datum_is_integer(smr_access_values(s->access), smr_data_of(s->world->data, 0, c), &n) &&
         n == wanted;
}

// Arrays of that size alone compute something.
static double block_cost(void *user, SmrEgraph *g, SmrNode node, const double *children) {
  const Saturated *s = user;
  const SmrClass *c = smr_egraph_children(g, node);
  SmrAccessOp op = smr_access_classify(s->access, smr_egraph_op(g, node));
  double cost = 1;
  if (op == SMR_ACCESS_DOT_PROD ||
      (op == SMR_ACCESS_SYSTOLIC_ARRAY && (!is_number(s, c[0], s->rows) || !is_number(s, c[1], s->columns))))
    return INFINITY;
  for (uint32_t i = 0; i < smr_operator_info(smr_egraph_ops(g), smr_egraph_op(g, node))->arity; i++)
    cost += children[i];
  return cost;
}

static void saturate(Saturated *s, const SmrTerm *term, uint32_t node, const char *const *sets) {
  SmrRules *rules = smr_access_rules(s->access);
  SmrRuleList list = {0};
  SmrDiag diag = {0};
  for (; *sets; sets++)
    assert_true(smr_rules_select(rules, *sets, &list));
  s->world = smr_world_create(smr_access_ops(s->access), rules, &(SmrWorldOptions){0});
  s->program =
      smr_program_create(smr_access_ops(s->access), list.data, list.size, &s->world->callbacks, &diag);
  assert_non_null(s->program);
  s->root = smr_egraph_add_term(s->world->g, term, node);
  s->run = smr_run_create(s->world->g, s->program);
  assert_int_equal(smr_run(s->run, &(SmrRunBudget){.nodes = 1000000}), SMR_STOP_SATURATED);
  assert_false(smr_data_failed(s->world->data));
  smr_vec_free(&list);
}

static bool has_blocks(Saturated *s, int64_t rows, int64_t columns, Copy *out) {
  s->rows = rows;
  s->columns = columns;
  SmrBest *best =
      smr_best_create(s->world->g, &(SmrCost){.kind = SMR_COST_CALL, .node = block_cost, .user = s});
  smr_best_update(best);
  *out = (Copy){0};
  bool found = isfinite(smr_best_cost(best, s->root));
  if (found)
    out->root = smr_best_term(best, s->root, &out->term);
  smr_best_destroy(best);
  return found;
}

// (32, 64) x (32, 64): blocks of all sizes that halving makes, and no others; the graph saturates.
TEST(G_blocking_six) {
#ifdef SMR_SANITIZED // (the graph with all blocks has 240,000 nodes)
  static const int64_t sizes[][2] = {{64, 32}, {32, 32}, {16, 32}, {32, 16}, {8, 8}};
#define SMALLEST "8"
#else
  static const int64_t sizes[][2] = {{64, 32}, {32, 32}, {16, 32}, {32, 16}, {2, 2}};
#define SMALLEST "1"
#endif
  static const char *const sets[] = {"halve-columns", "halve-items", "concat", "concat-reassoc",
                                     "systolic",      "views",       NULL};
  Saturated s = {.access = program("(define largest-block " SMALLEST
                                   ") (tensor A f64 (32 64)) (tensor B f64 (32 64))"
                                   "(term t (compute dotProd (cartProd (access A 1) (access B 1))))")};
  const SmrAccessTerm *t = smr_access_term_named(s.access, "t");
  Copy before = {0}, found;
  before.root = smr_term_copy(smr_access_ops(s.access), &before.term, &t->term, t->root);
  saturate(&s, &t->term, t->root, sets);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    if (!has_blocks(&s, sizes[i][0], sizes[i][1], &found))
      fail_msg("no blocks of %d x %d", (int)sizes[i][0], (int)sizes[i][1]);
    uint32_t blocks = (uint32_t)(64 / sizes[i][0] * (32 / sizes[i][1]));
    assert_int_equal(count(s.access, &found.term, found.root, SMR_ACCESS_SYSTOLIC_ARRAY), blocks);
    assert_true(equal_terms(s.access, &before, &found));
    smr_term_free(&found.term);
  }
  assert_false(has_blocks(&s, 32, 3, &found));
  smr_term_free(&before.term);
  smr_run_destroy(s.run);
  smr_program_destroy(s.program);
  smr_world_destroy(s.world);
  smr_access_destroy(s.access);
}

//===--- merging ---===//

// A class has one shape: who joins two is named.
TEST(G_F1_merge_of_unequal_shapes) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrAccess *a = program(
      "(rewrite NO-SUCH-LAW (access ?x ?n) (access ?x 0)) (tensor A f64 (2 3)) (term t (access A 1))");
  SmrRules *rules = smr_access_rules(a);
  const SmrAccessTerm *t = smr_access_term_named(a, "t");
  SmrWorld *w = smr_world_create(smr_access_ops(a), rules, &(SmrWorldOptions){0});
  SmrProgram *p = smr_program_create(smr_access_ops(a), &rules->list.data[0], 1, &w->callbacks, &diag);
  smr_data_watch(w->data, p);
  smr_egraph_add_term(w->g, &t->term, t->root);
  SmrRun *run = smr_run_create(w->g, p);
  smr_run(run, &(SmrRunBudget){.iterations = 2});
  assert_true(smr_data_failed(w->data));
  smr_data_report(w->data, &diag);
  assert_string_equal(
      diag.messages.data[0].text,
      "rule 'NO-SUCH-LAW': it makes terms equal whose 'shape' is not: ((2) (3)) and (() (2 3))");
  smr_run_destroy(run);
  smr_program_destroy(p);
  smr_world_destroy(w);
  smr_access_destroy(a);
}
