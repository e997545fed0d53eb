//===- test_builtins.c - integers of classes -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/builtins.h"
#include "egraph/rules_text.h"
#include "egraph/run.h"
#include "egraph/term_text.h"
#include "test.h"

typedef struct {
  SmrOperators *ops;
  SmrEgraph *g;
  SmrBuiltins *b;
  SmrCallbacks callbacks;
  SmrDiag diag;
} World;

static World make(bool fold) {
  World w = {.ops = smr_operators_create()};
  w.g = smr_egraph_create(w.ops);
  w.b = smr_builtins_create(w.g, fold);
  smr_builtins_callbacks(w.b, &w.callbacks);
  return w;
}

static void destroy(World *w) {
  smr_egraph_destroy(w->g);
  smr_builtins_destroy(w->b);
  smr_vec_free(&w->callbacks.list);
  smr_diag_free(&w->diag);
  smr_operators_destroy(w->ops);
}

static SmrClass add(World *w, const char *text) {
  SMR_OWNED(SmrTerm, smr_term_free) t = {0};
  assert_true(smr_term_parse(w->ops, "t", text, strlen(text), 0, &t, &w->diag));
  SmrClass c = smr_egraph_add_term(w->g, &t, smr_term_root(&t));
  smr_egraph_rebuild(w->g);
  return c;
}

static bool equal(World *w, const char *a, const char *b) {
  return smr_egraph_find(w->g, add(w, a)) == smr_egraph_find(w->g, add(w, b));
}

static void run(World *w, const char *text) {
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  assert_true(smr_rules_parse(w->ops, "r", text, strlen(text), NULL, NULL, &rules, &w->diag));
  SmrProgram *p = smr_program_create(w->ops, rules.list.data, rules.list.size, &w->callbacks, &w->diag);
  assert_non_null(p);
  SmrRun *r = smr_run_create(w->g, p);
  assert_int_equal(smr_run(r, &(SmrRunBudget){.iterations = 20}), SMR_STOP_SATURATED);
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  assert_true(smr_egraph_check(w->g, &why));
  smr_run_destroy(r);
  smr_program_destroy(p);
}

TEST(test_folding_is_exact) {
  static const struct {
    const char *term, *value; // NULL: none
  } cases[] = {
      {"(+ 1 2)", "3"},
      {"(+ 1 2 3 4)", "10"},
      {"(+ 5)", "5"},
      {"(- 5)", "-5"},
      {"(- 3 5)", "-2"},
      {"(* 2 3 -4)", "-24"},
      {"(/ 6 3)", "2"},
      {"(/ -6 3)", "-2"},
      {"(* (+ 1 1) (- 7 (/ 8 2)))", "6"},
      {"(+ 9223372036854775806 1)", "9223372036854775807"},
      {"(- -9223372036854775807 1)", "-9223372036854775808"},
      {"(+ 9223372036854775807 1)", NULL},
      {"(- -9223372036854775808 1)", NULL},
      {"(- -9223372036854775808)", NULL},
      {"(* 4611686018427387904 2)", NULL},
      {"(/ -9223372036854775808 -1)", NULL},
      {"(/ 7 2)", NULL},
      {"(/ 7 0)", NULL},
      {"(/ 8 4 2)", NULL},
      {"(- 1 2 3)", NULL},
      {"(+ 1 x)", NULL},
      {"(+ 1.5 1)", NULL},
      {"(add 1 2)", NULL},
      {"(+ 1 %2)", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    World w = make(true);
    int64_t value = 0;
    bool has = smr_builtins_integer(w.b, add(&w, cases[i].term), &value);
    assert_int_equal(has, cases[i].value != NULL);
    if (has) {
      assert_int_equal(value, strtoll(cases[i].value, NULL, 10));
      assert_true(equal(&w, cases[i].term, cases[i].value));
    }
    destroy(&w);
  }
}

TEST(test_without_folding_only_literals) {
  World w = make(false);
  int64_t value;
  assert_true(smr_builtins_integer(w.b, add(&w, "-7"), &value));
  assert_int_equal(value, -7);
  assert_false(smr_builtins_integer(w.b, add(&w, "(+ 1 2)"), &value));
  destroy(&w);
}

// Folding sees what rules make equal to an integer, however late.
TEST(test_folding_follows_rules) {
  World w = make(true);
  add(&w, "(f (* 2 (g (- a a) 3)))");
  run(&w, "(rewrite cancel (- ?x ?x) 0)(rewrite g (g ?x ?y) (+ ?x ?y))");
  assert_true(equal(&w, "(f (* 2 (g (- a a) 3)))", "(f 6)"));
  assert_int_equal(smr_builtins_conflicts(w.b), 0);
  destroy(&w);
}

TEST(test_conflicts_are_counted) {
  World w = make(true);
  int64_t value;
  SmrClass one = add(&w, "1"), sum = add(&w, "(+ x 2)");
  smr_egraph_union(w.g, one, add(&w, "2"));
  smr_egraph_rebuild(w.g);
  assert_int_equal(smr_builtins_conflicts(w.b), 1);
  assert_false(smr_builtins_integer(w.b, one, &value));
  assert_false(smr_builtins_integer(w.b, sum, &value));
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  assert_true(smr_egraph_check(w.g, &why));
  destroy(&w);
}

static void check_condition(const char *condition, const char *argument, bool holds) {
  World w = make(false);
  SMR_OWNED(SmrStr, smr_str_free) rule = {0}, term = {0};
  smr_str_printf(&rule, "(rewrite r (f ?x ?y) yes :when (%s ?x%s))", condition,
                 strcmp(condition, "less") ? "" : " ?y");
  smr_str_printf(&term, "(f %s)", argument);
  add(&w, smr_str_get(&term));
  run(&w, smr_str_get(&rule));
  assert_int_equal(equal(&w, smr_str_get(&term), "yes"), holds);
  destroy(&w);
}

TEST(test_conditions) {
  check_condition("is-integer", "0 b", true);
  check_condition("is-integer", "x b", false);
  check_condition("is-integer", "1.5 b", false);
  check_condition("is-not-zero", "-3 b", true);
  check_condition("is-not-zero", "0 b", false);
  check_condition("is-not-zero", "x b", false);
  check_condition("is-positive", "1 b", true);
  check_condition("is-positive", "0 b", false);
  check_condition("is-power-of-two", "1 b", true);
  check_condition("is-power-of-two", "4611686018427387904 b", true);
  check_condition("is-power-of-two", "6 b", false);
  check_condition("is-power-of-two", "0 b", false);
  check_condition("is-power-of-two", "-9223372036854775808 b", false);
  check_condition("less", "1 2", true);
  check_condition("less", "2 2", false);
  check_condition("less", "1 x", false);
}

// A condition that begins to hold later is not missed, though its pattern's nodes did not change.
TEST(test_conditions_are_seen_late) {
  World w = make(false);
  add(&w, "(f (a (b c)))");
  run(&w, "(rewrite r (f ?x) (found ?x) :when (is-not-zero ?x))(rewrite b (b ?x) d)(rewrite a (a d) 5)");
  assert_true(equal(&w, "(f (a (b c)))", "(found 5)"));
  destroy(&w);
}

TEST(test_computed) {
  static const char rules[] =
      "(rewrite add (a ?x ?y) (r (!add ?x ?y)))(rewrite sub (s ?x ?y) (r (!sub ?x ?y)))"
      "(rewrite mul (m ?x ?y) (r (!mul ?x ?y)))(rewrite div (d ?x ?y) (r (!div ?x ?y)))"
      "(rewrite neg (n ?x) (r (!neg ?x)))";
  static const struct {
    const char *term, *result; // NULL: not applied
  } cases[] = {
      {"(a 2 3)", "(r 5)"},
      {"(s 2 3)", "(r -1)"},
      {"(m 2 3)", "(r 6)"},
      {"(d 6 3)", "(r 2)"},
      {"(n 7)", "(r -7)"},
      {"(a 9223372036854775807 1)", NULL},
      {"(d 7 2)", NULL},
      {"(d 7 0)", NULL},
      {"(m 9223372036854775807 2)", NULL},
      {"(a x 1)", NULL},
      {"(n -9223372036854775808)", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    World w = make(false);
    SmrClass c = add(&w, cases[i].term);
    run(&w, rules);
    if (cases[i].result)
      assert_true(equal(&w, cases[i].term, cases[i].result));
    else // (nothing but itself)
      assert_int_equal(
          smr_egraph_next(w.g, smr_egraph_find(w.g, c), smr_egraph_first(w.g, smr_egraph_find(w.g, c))),
          SMR_NO_CLASS);
    destroy(&w);
  }
}

//===--- oracle: random sums and products, evaluated directly ---===//

static uint64_t seed;
static uint32_t below(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

// 128 bits hold what any operation on 64 bits gives; false: no value.
static bool evaluate(unsigned depth, SmrStr *text, int64_t *value) {
  static const int64_t interesting[] = {0, 1, -1, 2, 3, INT64_MAX, INT64_MIN, INT64_MAX / 2, 4294967296};
  if (!depth || !below(4)) {
    *value = interesting[below(9)];
    smr_str_printf(text, "%lld", (long long)*value);
    return true;
  }
  char op = "+-*/"[below(4)];
  int64_t a = 0, b = 0;
  smr_str_printf(text, "(%c ", op);
  bool ok = evaluate(depth - 1, text, &a);
  smr_str_putc(text, ' ');
  ok &= evaluate(depth - 1, text, &b);
  smr_str_putc(text, ')');
  if (!ok || (op == '/' && (b == 0 || (__int128)a % b)))
    return false;
  __int128 exact = op == '+'   ? (__int128)a + b
                   : op == '-' ? (__int128)a - b
                   : op == '*' ? (__int128)a * b
                               : (__int128)a / b;
  *value = (int64_t)exact;
  return exact >= INT64_MIN && exact <= INT64_MAX;
}

TEST(test_folding_agrees_with_evaluation) {
  for (uint64_t round = 1; round <= 3000; round++) {
    seed = round * 7919;
    World w = make(true);
    SmrStr text = {0};
    int64_t expected = 0, value = 0;
    bool has = evaluate(4, &text, &expected);
    assert_int_equal(smr_builtins_integer(w.b, add(&w, smr_str_get(&text)), &value), has);
    assert_true(!has || value == expected);
    smr_str_free(&text);
    destroy(&w);
  }
}

TEST(test_fractions_are_exact) {
  static const struct {
    const char *term, *value; // NULL: none
  } cases[] = {
      {"(/ 7 2)", "(/ 7 2)"},
      {"(/ 6 -4)", "(/ -3 2)"},
      {"(+ (/ 1 2) (/ 1 3))", "(/ 5 6)"},
      {"(- (/ 1 2) (/ 1 2))", "0"},
      {"(* (/ 2 3) (/ 3 2))", "1"},
      {"(/ (/ 1 2) (/ 3 4))", "(/ 2 3)"},
      {"(- (/ 1 2))", "(/ -1 2)"},
      {"(/ 1 (- 2 2))", NULL},
      {"(+ (/ 1 9223372036854775807) (/ 1 9223372036854775806))", NULL},
      {"(* (/ 1 9223372036854775807) (/ 1 2))", NULL},
      {"(/ 1 -9223372036854775808)", NULL},
      {"(/ -9223372036854775808 -1)", NULL},
      {"(/ x 2)", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    World w = make(true);
    smr_builtins_fold_fractions(w.b);
    int64_t p, q;
    bool has = smr_builtins_fraction(w.b, add(&w, cases[i].term), &p, &q);
    assert_int_equal(has, cases[i].value != NULL);
    if (has)
      assert_true(equal(&w, cases[i].term, cases[i].value));
    assert_int_equal(smr_builtins_conflicts(w.b), 0);
    destroy(&w);
  }
}

// A class with a constant keeps it and its leaves; what is folded anew is found to be it again.
TEST(test_pruning) {
  World w = make(true);
  smr_builtins_fold_fractions(w.b);
  smr_builtins_prune(w.b);
  SmrClass sum = add(&w, "(+ 1 2)"), half = add(&w, "(f (/ (- 3 1) 4))"), x = add(&w, "x");
  run(&w, "(rewrite a (g ?a) (h ?a)) (rewrite value x 3) (rewrite comm (+ ?a ?b) (+ ?b ?a))"
          "(rewrite zero (+ ?a ?b) (+ (+ ?a ?b) 0))");
  sum = smr_egraph_find(w.g, sum);
  assert_true(sum == smr_egraph_find(w.g, x));
  uint32_t nodes = 0;
  for (SmrNode n = smr_egraph_first(w.g, sum); n != SMR_NO_CLASS; n = smr_egraph_next(w.g, sum, n), nodes++)
    assert_int_equal(smr_operator_info(w.ops, smr_egraph_op(w.g, n))->arity, 0);
  assert_int_equal(nodes, 2); // 3 and x
  assert_true(equal(&w, "(+ 2 1)", "x"));
  assert_true(smr_egraph_find(w.g, half) == smr_egraph_find(w.g, add(&w, "(f (/ 1 2))")));
  assert_int_equal(smr_builtins_conflicts(w.b), 0);
  SmrStr why = {0};
  if (!smr_egraph_check(w.g, &why))
    fail_msg("%s", smr_str_get(&why));
  destroy(&w);
}
