//===- test_data.c - class data that rule files declare ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/binder.h"
#include "egraph/data.h"
#include "egraph/run.h"
#include "egraph/term_text.h"
#include "test.h"

typedef struct {
  SmrOperators *ops;
  SmrRules rules;
  SmrDiag diag;
  SmrEgraph *g;
  SmrBinder *binder;
  SmrDataSet *data;
  SmrCallbacks callbacks;
  SmrProgram *program;
  SmrRun *run;
} World;

static World world(const char *text) {
  World w = {.ops = smr_operators_create()};
  if (!smr_rules_parse(w.ops, "t.rules", text, strlen(text), NULL, NULL, &w.rules, &w.diag)) {
    smr_diag_flush(&w.diag, stderr);
    fail();
  }
  w.g = smr_egraph_create(w.ops);
  w.binder = smr_binder_create(w.g);
  return w;
}

// (The set keeps a pointer to the rules, which are where the world is now.)
static void begin(World *w) {
  w->data = smr_data_create(w->g, &w->rules);
  smr_binder_callbacks(w->binder, &w->callbacks);
  smr_data_callbacks(w->data, &w->callbacks);
  w->program = smr_program_create(w->ops, w->rules.list.data, w->rules.list.size, &w->callbacks, &w->diag);
  assert_non_null(w->program);
  smr_data_watch(w->data, w->program);
  w->run = smr_run_create(w->g, w->program);
}

static void end(World *w) {
  SmrStr why = {0};
  smr_egraph_rebuild(w->g);
  if (!smr_egraph_check(w->g, &why))
    fail_msg("%s", smr_str_get(&why));
  smr_run_destroy(w->run);
  smr_program_destroy(w->program);
  smr_egraph_destroy(w->g);
  smr_binder_destroy(w->binder);
  smr_data_destroy(w->data);
  smr_vec_free(&w->callbacks.list);
  smr_rules_free(&w->rules);
  smr_diag_free(&w->diag);
  smr_operators_destroy(w->ops);
}

static SmrClass add(World *w, const char *text) {
  SMR_OWNED(SmrTerm, smr_term_free) t = {0};
  assert_true(smr_term_parse(w->ops, "t", text, strlen(text), 0, &t, &w->diag));
  SmrClass c = smr_egraph_add_term(w->g, &t, smr_term_root(&t));
  return c;
}

static bool same(World *w, const char *a, const char *b) {
  SmrClass x = add(w, a), y = add(w, b);
  return smr_egraph_find(w->g, x) == smr_egraph_find(w->g, y);
}

static void check_datum(World *w, const char *term, const char *wanted) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  SmrClass c = add(w, term);
  smr_egraph_rebuild(w->g);
  SmrDatum v = smr_data_of(w->data, 0, c);
  if (v)
    smr_datum_print(smr_operators_values(w->ops), v, &out);
  assert_string_equal(smr_str_get(&out), wanted);
  // A term's datum, without a graph, is the same.
  SMR_OWNED(SmrTerm, smr_term_free) t = {0};
  assert_true(smr_term_parse(w->ops, "t", term, strlen(term), 0, &t, &w->diag));
  SmrDatum alone = smr_data_of_term(&w->rules, 0, w->ops, &t, smr_term_root(&t));
  if (v && alone)
    assert_int_equal(alone, v);
}

static void run(World *w) {
  assert_int_equal(smr_run(w->run, &(SmrRunBudget){.iterations = 20}), SMR_STOP_SATURATED);
}

static void check_reported(World *w, const char *message) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_false(smr_data_report(w->data, &diag));
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_str_printf(&out, "%u:%u: %s", diag.messages.data[0].line, diag.messages.data[0].column,
                 diag.messages.data[0].text);
  assert_string_equal(smr_str_get(&out), message);
}

static const char shapes[] = "(data shape\n"
                             "  (make (access (?a ?c) ?n) ((!take ?all ?n) (!drop ?all ?n))\n"
                             "    :when (let ?all (!append ?a ?c)))\n"
                             "  (make (cart (?a ?c) (?b ?c)) ((?a... ?b...) (2 ?c...)))\n"
                             "  (make (sum ?x...) (sums (!length ?x)))\n"
                             "  (make (first ?a _) ?a)\n"
                             "  (make A ((3 32 64) ())) (make B ((5 64) ())))\n";

TEST(test_make) {
  World w = world(shapes);
  begin(&w);
  // G 4.1: four views of one tensor.
  check_datum(&w, "(access A 0)", "(() (3 32 64))");
  check_datum(&w, "(access A 1)", "((3) (32 64))");
  check_datum(&w, "(access A 2)", "((3 32) (64))");
  check_datum(&w, "(access (access A 1) 3)", "((3 32 64) ())");
  check_datum(&w, "(access A 4)", "");
  check_datum(&w, "(access A -1)", "");
  check_datum(&w, "(cart (access A 2) (access B 1))", "((3 32 5) (2 64))");
  check_datum(&w, "(cart (access A 1) (access B 1))", "");
  check_datum(&w, "(sum A B 7)", "(sums 3)");
  check_datum(&w, "(sum A nobody)", "");
  check_datum(&w, "(first B nobody)", "((5 64) ())");
  check_datum(&w, "(first nobody B)", "");
  check_datum(&w, "(quote (a b))", "(a b)");
  check_datum(&w, "(%3 f32)", "f32");
  check_datum(&w, "%3", "");
  check_datum(&w, "12", "12");
  check_datum(&w, "1.5", "");
  assert_false(smr_data_failed(w.data));
  end(&w);
}

TEST(test_literals_and_functions) {
  World w = world("(size n :divisible 4)\n"
                  "(function fact ((0) 1) ((?n) (!* ?n (!fact (!- ?n 1)))))\n"
                  "(function ever ((?n) (!ever ?n)))\n"
                  "(function zip ((() ()) ()) (((?a ?as...) (?b ?bs...)) ((?a ?b) ?rest...) :when (let ?rest "
                  "(!zip ?as ?bs))))\n"
                  "(function quarter ((?n) (!/ ?n 4) :when (divides 4 ?n)) ((?n) none))\n"
                  "(data d (make :integer (int ?it)) (make :real f32) (make (f (int ?n)) (!fact ?n))\n"
                  "  (make (e ?n) (!ever ?n)) (make (z ?a ?b) (!zip ?a ?b)) (make (q ?a) (!quarter ?a)))\n");
  begin(&w);
  check_datum(&w, "7", "(int 7)");
  check_datum(&w, "1.5", "f32");
  check_datum(&w, "(f 5)", "120");
  check_datum(&w, "(f -1)", ""); // (does not end: bounded)
  check_datum(&w, "(e 1)", "");
  check_datum(&w, "(z (quote (1 2)) (quote (a b)))", "((1 a) (2 b))");
  check_datum(&w, "(z (quote (1 2)) (quote (a)))", "");
  check_datum(&w, "(q (quote n))", "(!/ n 4)");
  check_datum(&w, "(q (quote 6))", "none");
  check_datum(&w, "(q (quote m))", "");
  end(&w);
}

// A clause that may apply hides those behind it, so that a datum never changes when more is known.
TEST(test_unknown_clauses) {
  World w = world(
      "(size n)\n(function zero ((0) yes) ((?n) no))\n(function small ((?n) yes :when (< ?n 4)) ((?n) no))\n"
      "(data d (make (z ?n) (!zero ?n)) (make (s ?n) (!small ?n)) (make (first ?a _) ?a) (make (first _ ?b) "
      "?b)\n"
      "  (make (same ?a ?a) yes) (make (same ?a ?b) no))");
  begin(&w);
  check_datum(&w, "(z 0)", "yes");
  check_datum(&w, "(z 5)", "no");
  check_datum(&w, "(z (quote n))", "");
  check_datum(&w, "(z (quote (n)))", "no");
  check_datum(&w, "(s 3)", "yes");
  check_datum(&w, "(s 4)", "no");
  check_datum(&w, "(s (quote n))", "");
  check_datum(&w, "(same (quote n) (quote n))", "yes");
  check_datum(&w, "(same (quote n) 3)", "");
  check_datum(&w, "(same (quote (n 1)) (quote (3 2)))", "no");
  SmrClass a = add(&w, "a");
  check_datum(&w, "(first a 2)", "");
  smr_egraph_union(w.g, a, add(&w, "1"));
  check_datum(&w, "(first a 2)", "1");
  end(&w);
}

// G-F1: a union of unequal shapes names the rule, directly and through congruence.
TEST(G_F1_unequal_shapes) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "%s(rewrite wrong (access ?a 1) (access ?a 2))\n", shapes);
  World w = world(smr_str_get(&text));
  begin(&w);
  add(&w, "(access A 1)");
  run(&w);
  assert_true(smr_data_failed(w.data));
  check_reported(
      &w, "8:1: rule 'wrong': it makes terms equal whose 'shape' is not: ((3) (32 64)) and ((3 32) (64))");
  end(&w);
  w = world("(data d (make a 1) (make b 2))\n(rewrite good c e)\n(rewrite wrong (x) (y))\n"
            "(rewrite set-a (h (x)) a)\n(rewrite set-b (h (y)) b)");
  begin(&w);
  add(&w, "(g c)");
  SmrClass hx = add(&w, "(h x)"), hy = add(&w, "(h y)");
  smr_egraph_union(w.g, hx, add(&w, "a"));
  smr_egraph_union(w.g, hy, add(&w, "b"));
  smr_egraph_rebuild(w.g);
  run(&w);
  check_reported(&w, "3:1: rule 'wrong': it makes terms equal whose 'd' is not: 1 and 2");
  end(&w);
  w = world("(data d :on-conflict drop (make a 1) (make b 2))\n(rewrite r a b)");
  begin(&w);
  add(&w, "a");
  run(&w);
  assert_false(smr_data_failed(w.data));
  check_datum(&w, "a", "");
  end(&w);
}

TEST(test_strict) {
  World w = world("(data d :strict (make a 1) (make (f 1) 2))\n(rewrite r (f a) (f (f a)))");
  begin(&w);
  add(&w, "(f a)");
  assert_false(smr_data_failed(w.data));
  run(&w);
  check_reported(&w, "2:1: rule 'r': no make clause of 'd' applies to (f 2)");
  end(&w);
  w = world("(data d :strict (make a 1))");
  begin(&w);
  add(&w, "(g b)");
  check_reported(&w, "1:1: no make clause of 'd' applies to (b)");
  end(&w);
}

// Conditions on data, each and its negation; what is not known is neither.
static void check_condition(const char *condition, bool holds, bool negation) {
  for (int negated = 0; negated < 2; negated++) {
    SmrStr text = {0};
    smr_str_printf(&text,
                   "(size n :divisible 4) (data d (make s n) (make l (1 2 3)) (make two 2))\n"
                   "(rewrite r (f ?s ?l ?two ?no) yes :when %s%s%s)",
                   negated ? "(not " : "", condition, negated ? ")" : "");
    World w = world(smr_str_get(&text));
    begin(&w);
    add(&w, "(f s l two nobody)");
    run(&w);
    if (same(&w, "(f s l two nobody)", "yes") != (negated ? negation : holds))
      fail_msg("%s%s", negated ? "not " : "", condition);
    end(&w);
    smr_str_free(&text);
  }
}

TEST(test_conditions) {
  check_condition("(= (!data d ?two) 2)", true, false);
  check_condition("(= (!data d ?two) 3)", false, true);
  check_condition("(!= (!data d ?two) 3)", true, false);
  check_condition("(= (!data d ?s) 3)", false, false);
  check_condition("(!= (!data d ?s) 3)", false, false);
  check_condition("(= (!data d ?no) 3)", false, false);
  check_condition("(< (!data d ?two) 3)", true, false);
  check_condition("(<= 3 (!data d ?two))", false, true);
  check_condition("(< (!data d ?s) (!+ (!data d ?s) 1))", true, false);
  check_condition("(< (!data d ?s) 100)", false, false);
  check_condition("(divides 2 (!data d ?s))", true, false);
  check_condition("(divides 8 (!data d ?s))", false, false);
  check_condition("(divides 3 (!data d ?two))", false, true);
  check_condition("(= (!length (!data d ?l)) 3)", true, false);
  check_condition("(data d ?l (1 ?rest...))", true, false);
  check_condition("(data d ?l (2 ?rest...))", false, true);
  check_condition("(data d ?no ?x)", false, false);
  check_condition("(data d ?s 3)", false, false); // n may be 3
  check_condition("(data d ?s (3))", false, true);
  check_condition("(match ((!data d ?s) 3) (4 4))", false, true);
  check_condition("(same (!data d ?s) 3)", false, true);
  check_condition("(same (!data d ?no) 3)", false, false);
  check_condition("(has-data d ?l)", true, false);
  check_condition("(has-data d ?no)", false, true);
  check_condition("(and (has-data d ?l) (= (!data d ?two) 2))", true, false);
  check_condition("(or (= (!data d ?s) 3) (= (!data d ?two) 2))", true, false);
  check_condition("(or (= (!data d ?s) 3) (= (!data d ?two) 3))", false, false);
  check_condition("(test (is-integer (!data d ?two)))", true, false);
  check_condition("(test (is-list (!data d ?two)))", false, true);
}

// What is computed from data; no match is applied where it has no value.
TEST(test_computed) {
  World w = world("(size m :divisible 32) (size n) (data d (make s m) (make t n) (make l (1 2 3)))\n"
                  "(rewrite length (len ?l) (!integer (!length ?v)) :when (data d ?l ?v))\n"
                  "(rewrite split (split ?s) (blocks (!quote (!/ ?v 32))) :when (data d ?s ?v))\n"
                  "(rewrite symbolic (int ?s) (!integer ?v) :when (data d ?s ?v))\n");
  begin(&w);
  add(&w, "(len l)"), add(&w, "(len s)"), add(&w, "(split s)"), add(&w, "(split t)"), add(&w, "(int s)");
  run(&w);
  assert_true(same(&w, "(len l)", "3"));
  assert_true(same(&w, "(split s)", "(blocks (quote (!/ m 32)))"));
  uint32_t nodes = smr_egraph_nodes(w.g);
  run(&w);
  assert_int_equal(smr_egraph_nodes(w.g), nodes);
  assert_false(same(&w, "(split t)", "(blocks (quote n))"));
  end(&w);
}

// A variable that stands for every class can be asked for its data.
TEST(test_forall) {
  World w = world("(data d (make known 7) (make other 8))\n(rewrite r (f ?x) (g ?x ?y (!integer (!data d "
                  "?y))) :forall ?y :when "
                  "(data d ?y 7))");
  begin(&w);
  add(&w, "(f a)"), add(&w, "known"), add(&w, "other");
  assert_int_equal(smr_run(w.run, &(SmrRunBudget){.iterations = 3}), SMR_STOP_SATURATED);
  assert_true(same(&w, "(f a)", "(g a known 7)"));
  assert_false(same(&w, "(f a)", "(g a other 8)"));
  end(&w);
}

// Data that arrive later wake the rules that looked for them.
TEST(test_changes_are_seen) {
  World w = world("(data d (make known 7))\n(rewrite look (f ?x) found :when (data d ?x 7))\n"
                  "(rewrite step (g ?x) (h ?x))\n(rewrite learn (h q) known)");
  begin(&w);
  add(&w, "(f (g q))");
  run(&w);
  assert_true(same(&w, "(f (g q))", "found"));
  World none = world("(data d (make known 7))\n(rewrite look (f ?x) found :when (data d ?x 7))");
  begin(&none);
  SmrClass x = add(&none, "x");
  add(&none, "(f x)");
  run(&none);
  assert_false(same(&none, "(f x)", "found"));
  smr_egraph_rebuild(none.g);
  smr_egraph_union(none.g, x, add(&none, "known"));
  run(&none);
  assert_true(same(&none, "(f x)", "found"));
  end(&none);
  end(&w);
}

// S-T1: a typed language: indices of different types are different, and shifting and substitution keep types.
TEST(S_T1_typed_lambda) {
  World w = world("(operator lam :binder (0 1) :typed)\n"
                  "(data type :strict (make (lam ?t ?b) (fn ?t ?b)) (make (app (fn ?a ?b) ?a) ?b)\n"
                  "  (make f (fn f32 f64)) (make g (fn f64 f32)) (make x f32) (make y f64))\n"
                  "(rewrite beta (app (lam v ?b) ?e) (!subst v ?b ?e))\n"
                  "(rewrite eta (lam v (app ?f v)) ?f :when (not-free ?f v))\n"
                  "(rewrite expand (:: ?f (fn ?a ?b)) (lam (v ?a) (app ?f v)))\n");
  begin(&w);
  check_datum(&w, "(lam (quote f32) (app f (%0 f32)))", "(fn f32 f64)");
  add(&w, "(app (lam (quote f32) (lam (quote f64) (app g (app f (%1 f32))))) x)");
  add(&w, "(lam (quote f64) (app f (app g (%0 f64))))");
  // (Each open function is abstracted again, one binder further in.)
  assert_int_equal(smr_run(w.run, &(SmrRunBudget){.iterations = 5}), SMR_STOP_ITERATIONS);
  assert_false(smr_data_failed(w.data));
  assert_true(same(&w, "(app (lam (quote f32) (lam (quote f64) (app g (app f (%1 f32))))) x)",
                   "(lam (quote f64) (app g (app f x)))"));
  assert_true(same(&w, "(lam (quote f32) (app f (%0 f32)))", "f"));
  assert_true(same(&w, "(lam (quote f64) (app g (%0 f64)))", "g"));
  assert_false(same(&w, "(%0 f32)", "(%0 f64)"));
  end(&w);
  w = world("(data type :strict (make (app (fn ?a ?b) ?a) ?b) (make f (fn f32 f64)) (make y f64))\n");
  begin(&w);
  add(&w, "(app f y)");
  check_reported(&w, "1:1: no make clause of 'type' applies to (app (fn f32 f64) f64)");
  end(&w);
}

// S-T1: (k x) does not depend on x, and is smaller than what it equals; so a body under a binder of another
// type has a smallest term that mentions a variable of a type that is not the binder's.
TEST(S_T1_beta_of_another_type) {
  static const char rules[] =
      "(operator lam :binder (0 1) :typed)\n"
      "(data type :strict (make (lam ?t ?b) (fn ?t ?b)) (make (app (fn ?a ?b) ?a) ?b)\n"
      "  (make k (fn f32 f64)) (make f (fn f64 f32)) (make one f64) (make (id f64) f64) (make i index))\n"
      "(rewrite beta (app (lam v ?b) ?e) (!subst v ?b ?e))\n"
      "(rewrite constant (app k ?x) (id (id (id one))))\n";
  static const char redex[] = "(app (lam (quote index) (app f (id (id (id one))))) i)";
  World w = world(rules);
  begin(&w);
  add(&w, "(lam (quote f32) (app k (%0 f32)))");
  run(&w);
  assert_true(same(&w, "(app k (%0 f32))", "(id (id (id one)))"));
  add(&w, redex);
  run(&w);
  assert_false(smr_data_failed(w.data));
  assert_true(same(&w, redex, "(app f (id (id (id one))))"));
  end(&w);
}

static void check_mistake(const char *text, const char *message) {
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  assert_false(smr_rules_parse(ops, "t", text, strlen(text), NULL, NULL, &rules, &diag));
  smr_str_printf(&out, "%u:%u: %s", diag.messages.data[0].line, diag.messages.data[0].column,
                 diag.messages.data[0].text);
  assert_string_equal(smr_str_get(&out), message);
  smr_operators_destroy(ops);
}

TEST(test_mistakes) {
  check_mistake("(size)", "1:1: expected (size NAME …)");
  check_mistake("(size 3)", "1:7: '3' is no name of a size");
  check_mistake("(size m :divisible 0)", "1:9: expected :divisible or :about and a positive integer");
  check_mistake("(size m :divisible 3 4)", "1:22: expected :divisible or :about and a positive integer");
  check_mistake("(size m :divisible 99999999999999999999)",
                "1:9: expected :divisible or :about and a positive integer");
  check_mistake("(function f)", "1:1: the function 'f' has no clause");
  check_mistake("(function nth ((?x) ?x))", "1:11: 'nth' is built in");
  check_mistake("(function f ((?x) ?x)) (function f ((?x) ?x))", "1:34: the function 'f' is there already");
  check_mistake("(function f ((?x) ?x) ((?x ?y) ?x))", "1:24: the clauses of 'f' take different arguments");
  check_mistake("(function f ((?x) (!f ?x ?x)))", "1:19: the function 'f' does not take 2 arguments");
  check_mistake("(function f (?x ?x))", "1:13: expected a clause: ((PATTERN…) EXPR :when CONDITION…)");
  check_mistake("(function f ((?x... ?y) ?x))", "1:15: in a pattern ?name... is the last of its list");
  check_mistake("(function f ((?x) ?y))", "1:19: ?y is not bound");
  check_mistake("(function f ((?x) ?x :when))", "1:22: expected :when CONDITION");
  check_mistake("(function f ((?x) ?x :when (less ?x 3)))", "1:29: there is no condition 'less' on values");
  check_mistake("(function f ((?x) ?x :when (let ?x 3)))",
                "1:33: expected a new variable: (let ?name EXPRESSION)");
  check_mistake("(function f ((?x) ?y :when (not (let ?y 3))))", "1:19: ?y is not bound");
  check_mistake("(size m :divisible 16) (function f ((?n) (!+ ?n (!/ m 32))))",
                "1:49: this has no value (is a quotient not known to be whole?)");
  check_mistake("(measure m)", "1:1: expected (measure NAME DATA PATTERN EXPR :when CONDITION…)");
  check_mistake("(measure m d ?x ?x)", "1:12: there is no (data d …)");
  check_mistake("(data d) (measure m d ?x ?y)", "1:26: ?y is not bound");
  check_mistake("(data d) (measure m d ?x ?x) (measure m d ?x ?x)", "1:39: the measure 'm' is there already");
  check_mistake("(data d x)", "1:9: expected (make (OPERATOR PATTERN…) EXPR :when CONDITION…)");
  check_mistake("(data d (make f))", "1:9: expected (make (OPERATOR PATTERN…) EXPR :when CONDITION…)");
  check_mistake("(data d (make ?x 1))", "1:15: expected (OPERATOR PATTERN…), a name, :integer or :real");
  check_mistake("(data d :on-conflict keep)", "1:9: expected :on-conflict drop or :on-conflict error");
  check_mistake("(data d (make f \"x\"))", "1:17: a string is no value");
}
