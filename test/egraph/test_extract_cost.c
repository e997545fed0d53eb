//===- test_extract_cost.c - cost expressions ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/extract.h"
#include "random_egraph.h"
#include "sexp_term.h"
#include "test.h"
#include <math.h>

// Numbers that stand in expressions: N is 16; M is not known at nodes called z; (rows $i) is 10 + the arity
// of the child's first node; (pair $i $j) 100 * i + j.
static int32_t resolve(void *user, const char *name, uint32_t count) {
  (void)user;
  static const struct {
    const char *name;
    uint32_t count;
  } names[] = {{"N", 0}, {"M", 0}, {"rows", 1}, {"pair", 2}, {"nan", 0}};
  for (int32_t i = 0; i < 5; i++)
    if (!strcmp(name, names[i].name) && count == names[i].count)
      return i;
  return -1;
}

static double value(void *user, SmrEgraph *g, SmrNode n, int32_t number, const uint32_t *children,
                    uint32_t count) {
  ++*(uint32_t *)user;
  const SmrOperators *ops = smr_egraph_ops(g);
  switch (number) {
  case 0:
    assert_int_equal(count, 0);
    return 16;
  case 1:
    return smr_operator_name(ops, smr_egraph_op(g, n))[0] == 'z' ? INFINITY : 3;
  case 2:
    assert_int_equal(count, 1);
    return 10 + smr_operator_info(
                    ops, smr_egraph_op(g, smr_egraph_first(g, smr_egraph_children(g, n)[children[0]])))
                    ->arity;
  case 3:
    assert_int_equal(count, 2);
    return 100 * children[0] + children[1];
  default:
    return NAN;
  }
}

typedef struct {
  SmrOperators *ops;
  SmrEgraph *g;
  SmrCostTable *table;
  SmrDiag diag;
  uint32_t calls;
} Fixture;

static void setup(Fixture *f) {
  *f = (Fixture){.ops = smr_operators_create()};
  f->g = smr_egraph_create(f->ops);
  f->table = smr_cost_table_create(f->ops, &(SmrCostNames){resolve, value, &f->calls});
}

static void teardown(Fixture *f) {
  smr_cost_table_destroy(f->table);
  smr_egraph_destroy(f->g);
  smr_operators_destroy(f->ops);
  smr_diag_free(&f->diag);
}

static bool set(Fixture *f, const char *name, const char *expression) {
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  const char *text = expression;
  uint32_t root = read_term(f->ops, &term, &text);
  bool fine = smr_cost_table_set(f->table, name, &term, root, "costs.rules", 7, 3, &f->diag);
  return fine;
}

static void expect_message(Fixture *f, const char *wanted) {
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  smr_diag_flush(&f->diag, stream);
  fclose(stream);
  assert_string_equal(text, wanted);
  free(text);
}

static double cost_of(Fixture *f, const char *term) {
  SmrCost cost = smr_cost_table_cost(f->table);
  SmrBest *best = smr_best_create(f->g, &cost);
  SmrClass c = add_text(f->g, term);
  smr_egraph_rebuild(f->g);
  smr_best_update(best);
  double result = smr_best_cost(best, c);
  assert_true(smr_best_report(best, &f->diag));
  smr_best_destroy(best);
  return result;
}

TEST(expressions) {
  static const struct {
    const char *expression;
    double cost; // of (e p p p), where p costs 2, q 5
  } cases[] = {{"9", 9},
               {"$1", 5},
               {"sum", 9},
               {"largest", 5},
               {"(+ 1 sum)", 10},
               {"(+ 1 2 3 $0)", 8},
               {"(* 2 $0 $1)", 20},
               {"(- 20 $1)", 15},
               {"(/ 20 $0)", 10},
               {"(+ $0 (* N $1))", 82},
               {"(max $0 $1 3)", 5},
               {"(min (* N N) 7 N)", 7},
               {"(+ sum (rows $0))", 19},
               {"(+ sum (pair $1 $0))", 109},
               {"(+ $1 (* 0 M))", 5},
               {"(+ $1 (* (+ N 1) (- N 1)))", 260}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Fixture f;
    setup(&f);
    assert_true(set(&f, "p", "2") && set(&f, "q", "5") && set(&f, "e", cases[i].expression));
    double cost = cost_of(&f, "(e p q p)");
    if (cost != cases[i].cost)
      fail_msg("%s: %g, not %g", cases[i].expression, cost, cases[i].cost);
    teardown(&f);
  }
}

TEST(names_and_defaults) {
  Fixture f;
  setup(&f);
  assert_true(cost_of(&f, "(e (f a 1))") == 4);
  assert_true(set(&f, "e", "(+ 10 sum)"));
  assert_true(cost_of(&f, "(e (f a 1))") == 13); // any arity
  assert_true(cost_of(&f, "(e a a)") == 12);
  assert_true(set(&f, NULL, "(+ 2 sum)"));
  assert_true(cost_of(&f, "(e (f a 1))") == 16);
  assert_true(set(&f, "e", "(+ (/ 1 2) sum)")); // replaces
  assert_true(cost_of(&f, "(e (f a 1))") == 6.5);
  // A child that is not there, and what is not known: never chosen.
  assert_true(set(&f, "two", "(+ $0 $1)"));
  assert_true(cost_of(&f, "(two a a)") == 4);
  assert_true(cost_of(&f, "(two a)") == INFINITY);
  assert_true(cost_of(&f, "(e (two a))") == INFINITY);
  assert_true(set(&f, "pairs", "(pair $0 $1)"));
  assert_true(cost_of(&f, "(pairs a)") == INFINITY);
  assert_true(set(&f, "z", "(- M M)") && set(&f, "y", "(- M M)"));
  assert_true(cost_of(&f, "z") == INFINITY);
  assert_true(cost_of(&f, "y") == 0);
  // Own costs.
  SmrCost cost = smr_cost_table_cost(f.table);
  assert_true(smr_cost_own(&cost, f.g, add_text(f.g, "(e a a)")) == 0.5);
  assert_true(smr_cost_own(&smr_cost_size, f.g, add_text(f.g, "(e a a)")) == 1);
  assert_true(smr_cost_own(&cost, f.g, add_text(f.g, "z")) == INFINITY);
  teardown(&f);
}

TEST(mistakes) {
  static const char *const cases[][2] = {
      {"K", "no such number in a cost: K"},
      {"(rows $0 $1)", "no such function in a cost: rows with 2 arguments"},
      {"(rows 1)", "argument 1 of rows in a cost is not a child ($0, $1 …)"},
      {"(pair $0 (+ $1 1))", "argument 2 of pair in a cost is not a child ($0, $1 …)"},
      {"(- 1)", "- in a cost takes two arguments"},
      {"(/ 1 2 3)", "/ in a cost takes two arguments"},
      {"(min)", "min in a cost takes arguments"},
      {"$x", "no such child in a cost: $x"},
      {"$", "no such child in a cost: $"},
      {"$9999999999999", "no such child in a cost: $9999999999999"},
      {"(+ 1 ?x)", "a cost consists of numbers, names and calls"},
      {"%0", "a cost consists of numbers, names and calls"},
  };
  Fixture f;
  setup(&f);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_false(set(&f, "e", cases[i][0]));
    char wanted[200];
    snprintf(wanted, sizeof wanted, "costs.rules:7:3: error: %s\n", cases[i][1]);
    expect_message(&f, wanted);
  }
  assert_true(cost_of(&f, "(e a)") == 2); // nothing was set
  SmrCostTable *bare = smr_cost_table_create(f.ops, NULL);
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  const char *text = "(+ 1 N)";
  uint32_t root = read_term(f.ops, &term, &text);
  assert_false(smr_cost_table_set(bare, "e", &term, root, "costs.rules", 7, 3, &f.diag));
  expect_message(&f, "costs.rules:7:3: error: no such number in a cost: N\n");
  smr_cost_table_destroy(bare);
  teardown(&f);
}

// Costs that are less than a child's, or no number, are reported where they are written down.
TEST(not_monotone) {
  static const char *const cases[][2] = {
      {"(- sum 1)", "costs.rules:7:3: error: the cost of e is 4, less than that of a child: 5\n"},
      {"3", "costs.rules:7:3: error: the cost of e is 3, less than that of a child: 5\n"},
      {"(+ sum nan)", "costs.rules:7:3: error: the cost of e is not a number\n"},
  };
  for (int i = 0; i < 3; i++) {
    Fixture f;
    setup(&f);
    assert_true(set(&f, "a", "5") && set(&f, "e", cases[i][0]));
    SmrCost cost = smr_cost_table_cost(f.table);
    SmrBest *best = smr_best_create(f.g, &cost);
    SmrClass c = add_text(f.g, "(f (e a))");
    smr_egraph_rebuild(f.g);
    smr_best_update(best);
    assert_true(smr_best_cost(best, c) == (i < 2 ? 6 : INFINITY));
    assert_false(smr_best_report(best, &f.diag));
    expect_message(&f, cases[i][1]);
    smr_best_destroy(best);
    teardown(&f);
  }
}

// Costs by analysis data, which rise and fall between updates.
static double by_data(void *user, SmrEgraph *g, SmrNode n, const double *children) {
  const double *weight = user;
  double cost = weight[(unsigned char)smr_operator_name(smr_egraph_ops(g), smr_egraph_op(g, n))[0]];
  for (uint32_t i = 0; i < smr_operator_info(smr_egraph_ops(g), smr_egraph_op(g, n))->arity; i++)
    cost += children[i];
  return cost;
}

TEST(rising_costs) {
  static const char letters[] = "abcfghkt";
  for (uint32_t seed = 0; seed < 100; seed++) {
    Random r = random_from(seed + 31);
    SmrOperators *ops = smr_operators_create();
    SmrEgraph *g = smr_egraph_create(ops);
    double weight[128] = {0};
    for (int i = 0; letters[i]; i++)
      weight[(unsigned char)letters[i]] = 1 + random_below(&r, 6);
    SmrCost cost = {.kind = SMR_COST_CALL, .node = by_data, .user = weight};
    SmrBest *follow = smr_best_create(g, &cost);
    for (int step = 0; step < 6; step++) {
      random_growth(g, &r, 8, 2);
      // One operator's weight changes, and its classes are touched.
      char letter = letters[random_below(&r, 8)];
      weight[(unsigned char)letter] = 1 + random_below(&r, 6);
      smr_egraph_rebuild(g);
      for (SmrNode n = 0; n < smr_egraph_elements(g); n++)
        if (smr_egraph_is_live(g, n) && smr_operator_name(ops, smr_egraph_op(g, n))[0] == letter)
          smr_egraph_touch(g, n);
      smr_egraph_rebuild(g);
      smr_best_update(follow);
      SmrBest *fresh = smr_best_create(g, &cost);
      smr_best_update(fresh);
      for (SmrClass c = 0; c < smr_egraph_elements(g); c++)
        assert_true(smr_best_cost(follow, c) == smr_best_cost(fresh, c));
      smr_best_destroy(fresh);
    }
    smr_best_destroy(follow);
    smr_egraph_destroy(g);
    smr_operators_destroy(ops);
  }
}
