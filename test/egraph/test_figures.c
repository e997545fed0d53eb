//===- test_figures.c - figures 3 to 5 of sketch-guided saturation -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// S-F3 to S-F5, rules (1) to (3): (map (map f)) after transpose after (map (map g)).
//===----------------------------------------------------------------------===//
#include "egraph/extract.h"
#include "egraph/rules_text.h"
#include "egraph/run.h"
#include "sexp_term.h"
#include "test.h"

static const char rules_1_to_3[] =
    "(ruleset one (rewrite 1 (o transpose (map (map ?a))) (o (map (map ?a)) transpose)))\n"
    "(ruleset two (rewrite 2 (o ?a (o ?b ?c)) (o (o ?a ?b) ?c)))\n"
    "(ruleset three (rewrite 3 (o (map ?a) (map ?b)) (map (o ?a ?b))))\n";

static const char term_a[] = "(o (map (map f)) (o transpose (map (map g))))";

typedef struct {
  SmrOperators *ops;
  SmrEgraph *g;
  SmrRules rules;
} Figure;

static Figure figure(void) {
  Figure f = {.ops = smr_operators_create()};
  SmrDiag diag = {0};
  assert_true(smr_rules_parse(f.ops, "t", rules_1_to_3, strlen(rules_1_to_3), NULL, NULL, &f.rules, &diag));
  f.g = smr_egraph_create(f.ops);
  return f;
}

static void end(Figure *f) {
  smr_egraph_destroy(f->g);
  smr_rules_free(&f->rules);
  smr_operators_destroy(f->ops);
}

// Applies rule `number` wherever it matches now.
static void once(Figure *f, uint32_t number) {
  SmrDiag diag = {0};
  const SmrRule *rule = f->rules.list.data[number - 1];
  SmrProgram *program = smr_program_create(f->ops, &rule, 1, NULL, &diag);
  SmrRun *run = smr_run_create(f->g, program);
  smr_run(run, &(SmrRunBudget){.iterations = 1});
  smr_run_destroy(run);
  smr_program_destroy(program);
}

static void check_sizes(Figure *f, uint32_t nodes, uint32_t classes) {
  assert_int_equal(smr_egraph_nodes(f->g), nodes);
  assert_int_equal(smr_egraph_classes(f->g), classes);
}

static bool equal(Figure *f, const char *a, const char *b) {
  return smr_egraph_find(f->g, add_text(f->g, a)) == smr_egraph_find(f->g, add_text(f->g, b));
}

// S-F3: (a) nine classes of one node each; (b) one node more; (c) both forms of the inner composition are
// bracketed anew; (d) maps are fused twice.
TEST(S_F3_growth) {
  Figure f = figure();
  add_text(f.g, term_a);
  check_sizes(&f, 9, 9);
  once(&f, 1);
  check_sizes(&f, 10, 9);
  once(&f, 2);
  check_sizes(&f, 14, 11);
  once(&f, 3);
  check_sizes(&f, 16, 12);
  once(&f, 3);
  check_sizes(&f, 18, 13);
  assert_true(equal(&f, term_a, "(o (map (map (o f g))) transpose)"));
  check_sizes(&f, 18, 13);
  end(&f);
}

// S-F4: equal children make nodes equal, and what stands above them.
TEST(S_F4_congruence) {
  Figure f = figure();
  add_text(f.g, "(o (map (map f)) (map (map h)))");
  check_sizes(&f, 7, 7);
  smr_egraph_union(f.g, add_text(f.g, "f"), add_text(f.g, "h"));
  smr_egraph_rebuild(f.g);
  check_sizes(&f, 5, 4);
  assert_true(equal(&f, "(map (map f))", "(map (map h))"));
  end(&f);
}

// S-F5: the smallest terms' sizes, class by class; greedily, rule (3) alone, nothing gets smaller.
TEST(S_F5_smallest_terms) {
  static const struct {
    const char *term;
    double before, after;
  } classes[] = {{"f", 1, 1},
                 {"transpose", 1, 1},
                 {"(map f)", 2, 2},
                 {"(map (map g))", 3, 3},
                 {"(o transpose (map (map g)))", 5, 5},
                 {term_a, 9, 7},
                 {"(o (map (map f)) (map (map g)))", 7, 5},
                 {"(o (map f) (map g))", 5, 4}};
  Figure f = figure();
  for (uint32_t i = 0; i < sizeof classes / sizeof *classes; i++)
    add_text(f.g, classes[i].term);
  SmrBest *best = smr_best_create(f.g, &smr_cost_size);
  smr_best_update(best);
  for (uint32_t i = 0; i < sizeof classes / sizeof *classes; i++)
    assert_true(smr_best_cost(best, add_text(f.g, classes[i].term)) == classes[i].before);
  static const uint32_t order[] = {3, 3, 1, 2, 3, 3};
  for (uint32_t i = 0; i < sizeof order / sizeof *order; i++) {
    once(&f, order[i]);
    smr_best_update(best);
    assert_true(smr_best_cost(best, add_text(f.g, term_a)) == (i < 3 ? 9 : 7));
  }
  for (uint32_t i = 0; i < sizeof classes / sizeof *classes; i++)
    assert_true(smr_best_cost(best, add_text(f.g, classes[i].term)) == classes[i].after);
  smr_best_destroy(best);
  end(&f);
}
