//===- test_run.c - rules of every form, schedulers, budgets, analyses ---===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/program_internal.h"
#include "egraph/run.h"
#include "sexp_term.h"
#include "test.h"

typedef struct {
  SmrOperators *ops;
  SmrEgraph *g;
  SmrCallbacks callbacks;
  SmrRule rules[16];
  const SmrRule *pointers[16];
  uint32_t count;
  SmrProgram *p;
  SmrRun *run;
  SmrDiag diag;
} Fixture;

static Fixture *setup(void) {
  Fixture *f = smr_xcalloc(1, sizeof *f);
  f->ops = smr_operators_create();
  f->g = smr_egraph_create(f->ops);
  return f;
}

static SmrRule *rule(Fixture *f, const char *name, const char *lhs, const char *rhs) {
  f->rules[f->count] = rule_text(f->ops, name, lhs, rhs);
  f->pointers[f->count] = &f->rules[f->count];
  return &f->rules[f->count++];
}

static SmrStopReason run_with(Fixture *f, SmrRunBudget budget) {
  if (!f->p) {
    f->p = smr_program_create(f->ops, f->pointers, f->count, &f->callbacks, &f->diag);
    smr_diag_flush(&f->diag, stderr);
    assert_non_null(f->p);
    f->run = smr_run_create(f->g, f->p);
  }
  SmrStopReason why = smr_run(f->run, &budget);
  SMR_OWNED(SmrStr, smr_str_free) broken = {0};
  if (!smr_egraph_check(f->g, &broken))
    fail_msg("%s", smr_str_get(&broken));
  return why;
}

static void teardown(Fixture *f) {
  smr_run_destroy(f->run);
  smr_program_destroy(f->p);
  for (uint32_t i = 0; i < f->count; i++)
    smr_rule_free(&f->rules[i]);
  smr_egraph_destroy(f->g);
  smr_operators_destroy(f->ops);
  smr_vec_free(&f->callbacks.list);
  smr_diag_free(&f->diag);
  free(f);
}

TEST(plain_rules) {
  Fixture *f = setup();
  rule(f, "comm", "(+ ?a ?b)", "(+ ?b ?a)");
  rule(f, "assoc", "(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)");
  rule(f, "zero", "(+ ?a 0)", "?a");
  rule(f, "same", "(- ?a ?a)", "0");
  add_text(f->g, "(+ x (+ (- y y) z))");
  assert_int_equal(run_with(f, (SmrRunBudget){0}), SMR_STOP_SATURATED);
  assert_true(same_text(f->g, "(+ x (+ (- y y) z))", "(+ z x)"));
  assert_true(same_text(f->g, "(- y y)", "0"));
  assert_false(same_text(f->g, "x", "z"));
  assert_false(same_text(f->g, "(+ x z)", "z"));
  teardown(f);
}

// A pattern's own constants, nested, at the root, and absent from the graph.
TEST(constants) {
  Fixture *f = setup();
  rule(f, "root", "(f (g 1))", "yes");
  rule(f, "leaf", "k", "1");
  rule(f, "absent", "(h ?x (g (g nowhere)))", "wrong");
  add_text(f->g, "(f (g k))"), add_text(f->g, "(h a (g (g b)))");
  assert_int_equal(run_with(f, (SmrRunBudget){0}), SMR_STOP_SATURATED);
  assert_true(same_text(f->g, "(f (g k))", "yes"));
  assert_int_equal(lookup_text(f->g, "wrong"), SMR_NO_CLASS);
  teardown(f);
}

// Several patterns that share variables: x = u, x = v joins; parts with a named root and parts anywhere.
TEST(several_parts) {
  Fixture *f = setup();
  SmrRule *r = rule(f, "two", "(edge ?a ?b)", "(edge+ ?a ?b ?c)");
  add_part(f->ops, r, NULL, "(edge ?b ?c)");
  r = rule(f, "root", "?x", "(both ?p ?q)");
  add_part(f->ops, r, "x", "(l ?p)");
  add_part(f->ops, r, "x", "(r ?q)");
  add_text(f->g, "(edge 1 2)"), add_text(f->g, "(edge 2 3)"), add_text(f->g, "(edge 4 5)");
  SmrClass l = add_text(f->g, "(l m)"), right = add_text(f->g, "(r n)");
  add_text(f->g, "(l only)");
  smr_egraph_union(f->g, l, right);
  assert_int_equal(run_with(f, (SmrRunBudget){0}), SMR_STOP_SATURATED);
  assert_true(same_text(f->g, "(edge 1 2)", "(edge+ 1 2 3)"));
  assert_int_equal(lookup_text(f->g, "(edge+ 4 5 1)"), SMR_NO_CLASS);
  assert_int_equal(lookup_text(f->g, "(edge+ 2 3 4)"), SMR_NO_CLASS);
  assert_true(same_text(f->g, "(l m)", "(both m n)"));
  assert_int_equal(lookup_text(f->g, "(both only n)"), SMR_NO_CLASS);
  teardown(f);
}

static bool is_leaf_b(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)user, (void)count;
  return args[0] ==
         smr_egraph_find(g, smr_egraph_lookup(g, smr_operator_plain(smr_egraph_ops(g), "b", 0), NULL));
}

static SmrClass wrap(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  if (args[0] == *(SmrClass *)user)
    return SMR_NO_CLASS;
  return smr_egraph_add(g, smr_operator_plain(smr_egraph_ops(g), "wrapped", 1), args);
}

// Conditions that become true later are seen; computed right-hand sides may refuse; `forall` stands for every
// class.
TEST(callbacks) {
  Fixture *f = setup();
  SmrClass refused = add_text(f->g, "no");
  smr_vec_push(&f->callbacks.list,
               (SmrCallback){.name = "is-b", .condition = is_leaf_b, .arguments = 1, .pure = true});
  smr_vec_push(
      &f->callbacks.list,
      (SmrCallback){.name = "wrap", .compute = wrap, .user = &refused, .arguments = 1, .pure = true});
  SmrRule *r = rule(f, "when", "(f ?x)", "found");
  add_condition(f->ops, r, "is-b", "?x");
  rule(f, "later", "(step 2 ?x)", "?x"); // step 3 → 2 → 1 takes a while, then u becomes b
  rule(f, "down", "(step 3 ?x)", "(step 2 ?x)");
  rule(f, "wrap", "(w ?x)", "(!wrap ?x)");
  r = rule(f, "all", "(seed ?x)", "(pair ?x ?y)");
  add_forall(f->ops, r, "y", "is-b");
  add_text(f->g, "(f (step 3 u))");
  smr_egraph_union(f->g, add_text(f->g, "u"), add_text(f->g, "b"));
  add_text(f->g, "(f c)"), add_text(f->g, "(w no)"), add_text(f->g, "(w yes)"), add_text(f->g, "(seed s)");
  assert_int_equal(run_with(f, (SmrRunBudget){0}), SMR_STOP_SATURATED);
  assert_true(same_text(f->g, "(f (step 3 u))", "found"));
  assert_false(same_text(f->g, "(f c)", "found"));
  assert_true(same_text(f->g, "(w yes)", "(wrapped yes)"));
  assert_int_equal(lookup_text(f->g, "(wrapped no)"), SMR_NO_CLASS);
  assert_true(same_text(f->g, "(seed s)", "(pair s b)"));
  assert_int_equal(lookup_text(f->g, "(pair s c)"), SMR_NO_CLASS);
  teardown(f);
}

// Mistakes in rules are the user's: one diagnostic at the rule.
TEST(bad_rules) {
  static const struct {
    const char *lhs, *rhs, *text;
  } cases[] = {
      {"(f ?x)", "(g ?y)", "does not bind"},
      {"(f ?x)", "(!nothing ?x)", "there is no computed operator 'nothing'"},
      {"(f (!c ?x))", "?x", "a computed call cannot stand in a pattern"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Fixture *f = setup();
    rule(f, "bad", cases[i].lhs, cases[i].rhs);
    assert_null(smr_program_create(f->ops, f->pointers, f->count, &f->callbacks, &f->diag));
    assert_int_equal(f->diag.errors, 1);
    if (!strstr(f->diag.messages.data[0].text, cases[i].text))
      fail_msg("'%s' lacks '%s'", f->diag.messages.data[0].text, cases[i].text);
    teardown(f);
  }
}

// A clock by which a millisecond goes by whenever it is looked at.
static double tick(void *now) {
  return ++*(double *)now;
}

// Rules that never end stop at each budget, and leave a graph that is whole.
TEST(budgets) {
  double now = 0;
  const struct {
    SmrRunBudget budget;
    SmrStopReason why;
  } cases[] = {
      {{.iterations = 5}, SMR_STOP_ITERATIONS},
      {{.nodes = 5000}, SMR_STOP_NODES},
      {{.milliseconds = 20, .clock = tick, .clock_data = &now}, SMR_STOP_TIME},
      {{.bytes = 4000000}, SMR_STOP_MEMORY},
      {{.nodes = 5000, .scheduler = SMR_SCHEDULER_BACKOFF}, SMR_STOP_NODES},
      {{.iterations = 5, .joining = SMR_JOINING_ALWAYS}, SMR_STOP_ITERATIONS},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Fixture *f = setup();
    rule(f, "grow", "(f ?x ?y)", "(f (g ?x) (f ?y ?x))");
    rule(f, "comm", "(f ?x ?y)", "(f ?y ?x)");
    add_text(f->g, "(f a (f b c))");
    assert_int_equal(run_with(f, cases[i].budget), cases[i].why);
    if (cases[i].budget.nodes)
      assert_in_range(smr_egraph_nodes(f->g), 5001, 5600); // (a batch may run over)
    if (cases[i].budget.bytes)
      assert_true(smr_egraph_bytes(f->g) < 12000000);
    // The run goes on from there.
    uint32_t before = smr_egraph_nodes(f->g);
    assert_int_equal(run_with(f, (SmrRunBudget){.iterations = 1}), SMR_STOP_ITERATIONS);
    assert_true(smr_egraph_nodes(f->g) > before);
    teardown(f);
  }
}

// Statistics are memory, too: at least a byte for each rule with matches in an iteration, and not much more.
TEST(memory_of_statistics) {
  enum { RULES = 400, LIMIT = 4000000 };
  SmrOperators *ops = smr_operators_create();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrRule rules[RULES];
  const SmrRule *pointers[RULES];
  for (uint32_t i = 0; i < RULES; i++) {
    rules[i] = rule_text(ops, "r", "(t ?x)", i ? "a" : "(t (s ?x))");
    pointers[i] = &rules[i];
  }
  SmrDiag diag = {0};
  SmrProgram *p = smr_program_create(ops, pointers, RULES, NULL, &diag);
  SmrRun *run = smr_run_create(g, p);
  add_text(g, "(t 0)");
  assert_int_equal(smr_run(run, &(SmrRunBudget){.bytes = LIMIT}), SMR_STOP_MEMORY);
  assert_in_range(smr_run_iterations(run), LIMIT / (RULES * 8), LIMIT / RULES);
  uint32_t last = smr_run_iterations(run) - 2;
  assert_int_equal(smr_run_matches(run, last, 0), 1);
  assert_int_equal(smr_run_matches(run, last, RULES - 1), 1);
  assert_int_equal(smr_run_iteration(run, last)->matches, RULES);
  assert_true(smr_run_iteration(run, last)->bytes <= LIMIT);
  smr_run_destroy(run);
  smr_program_destroy(p);
  for (uint32_t i = 0; i < RULES; i++)
    smr_rule_free(&rules[i]);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

// A banned rule's matches are not lost: with backoff the same graph comes out when the rules saturate.
TEST(backoff_saturates) {
  uint32_t nodes[2], classes[2];
  for (int backoff = 0; backoff < 2; backoff++) {
    Fixture *f = setup();
    rule(f, "comm", "(+ ?a ?b)", "(+ ?b ?a)");
    rule(f, "assoc", "(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)");
    add_text(f->g, "(+ a (+ b (+ c (+ d (+ e (+ f (+ g h)))))))");
    SmrRunBudget budget = {.scheduler = backoff ? SMR_SCHEDULER_BACKOFF : SMR_SCHEDULER_SIMPLE,
                           .match_limit = 10,
                           .ban_length = 2};
    assert_int_equal(run_with(f, budget), SMR_STOP_SATURATED);
    nodes[backoff] = smr_egraph_nodes(f->g), classes[backoff] = smr_egraph_classes(f->g);
    teardown(f);
  }
  assert_int_equal(nodes[0], 6050 + 8); // 3^8 - 2·2^8 + 1 ordered splits, and the leaves
  assert_int_equal(classes[0], 255);
  assert_int_equal(nodes[1], nodes[0]);
  assert_int_equal(classes[1], classes[0]);
}

// A rule over its limit is not enumerated on: here it would never end.
TEST(backoff_stops_searching) {
  Fixture *f = setup();
  rule(f, "five", "(m (s ?a) (s ?b) (s ?c) (s ?d) (s ?e))", "(p ?a ?b ?c ?d ?e)");
  rule(f, "one", "(m ?a ?a ?b ?c ?d)", "found");
  SmrOperator s = smr_operator_plain(f->ops, "s", 1), m = smr_operator_plain(f->ops, "m", 5);
  SmrClass all = add_text(f->g, "(s 0)");
  for (int i = 1; i < 1000; i++) {
    SmrClass leaf = smr_egraph_add(f->g, smr_operator_integer(f->ops, i), NULL);
    smr_egraph_union(f->g, all, smr_egraph_add(f->g, s, &leaf));
  }
  SmrClass top = smr_egraph_add(f->g, m, (SmrClass[]){all, all, all, all, all});
  SmrRunBudget budget = {.iterations = 3, .scheduler = SMR_SCHEDULER_BACKOFF, .match_limit = 100};
  assert_int_equal(run_with(f, budget), SMR_STOP_ITERATIONS);
  assert_int_equal(smr_run_matches(f->run, 0, 0), 0);
  assert_int_equal(smr_run_matches(f->run, 0, 1), 1);
  assert_true(smr_egraph_find(f->g, top) == smr_egraph_find(f->g, add_text(f->g, "found")));
  teardown(f);
}

static bool reached(void *user, SmrEgraph *g) {
  return same_text(g, "(p 0)", user);
}

TEST(goals) {
  Fixture *f = setup();
  rule(f, "step", "(p ?x)", "(p (s ?x))");
  add_text(f->g, "(p 0)");
  assert_int_equal(run_with(f, (SmrRunBudget){.goal = reached, .user = "(p (s (s (s 0))))"}), SMR_STOP_GOAL);
  assert_int_equal(smr_run_iterations(f->run), 3);
  teardown(f);
}

// An analysis: the largest integer leaf below. It grows through unions, cycles and additions; modify adds a
// node.
static void make_largest(void *user, SmrEgraph *g, SmrNode node, void *out) {
  (void)user;
  const SmrOperatorInfo *info = smr_operator_info(smr_egraph_ops(g), smr_egraph_op(g, node));
  int64_t best = info->kind == SMR_OPERATOR_INTEGER ? info->integer : 0;
  for (uint32_t i = 0; i < info->arity; i++) {
    int64_t child = *(int64_t *)smr_egraph_data(g, 0, smr_egraph_children(g, node)[i]);
    best = child > best ? child : best;
  }
  memcpy(out, &best, sizeof best);
}

static unsigned merge_largest(void *user, SmrEgraph *g, void *into, const void *from) {
  (void)user, (void)g;
  int64_t a = *(int64_t *)into, b = *(const int64_t *)from;
  *(int64_t *)into = a > b ? a : b;
  return (b > a) | (a > b) << 1;
}

static void modify_largest(void *user, SmrEgraph *g, SmrClass c) {
  ++*(uint32_t *)user;
  if (*(int64_t *)smr_egraph_data(g, 0, c) == 9)
    smr_egraph_union(g, c, smr_egraph_add(g, smr_operator_plain(smr_egraph_ops(g), "nine", 0), NULL));
}

static bool at_least_nine(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)user, (void)count;
  return *(int64_t *)smr_egraph_data(g, 0, args[0]) >= 9;
}

TEST(analyses) {
  Fixture *f = setup();
  uint32_t modified = 0;
  SmrAnalysis largest = {"largest", sizeof(int64_t), make_largest, merge_largest, modify_largest, &modified};
  assert_int_equal(smr_egraph_analyse(f->g, &largest), 0);
  smr_vec_push(&f->callbacks.list,
               (SmrCallback){.name = "nine", .condition = at_least_nine, .arguments = 1, .pure = true});
  SmrRule *r = rule(f, "when", "(q ?x)", "big");
  add_condition(f->ops, r, "nine", "?x");
  rule(f, "unfold", "(u ?x)", "(v ?x 7)");
  rule(f, "late", "(v ?x 7)", "9");
  SmrClass top = add_text(f->g, "(q (h (u 3)))");
  assert_int_equal(*(int64_t *)smr_egraph_data(f->g, 0, top), 3);
  assert_int_equal(run_with(f, (SmrRunBudget){0}), SMR_STOP_SATURATED);
  assert_true(modified > 0);
  // (h (u 3)) holds 9 only after two iterations, through its child: the condition is asked again.
  assert_true(same_text(f->g, "(q (h (u 3)))", "big"));
  assert_true(same_text(f->g, "(u 3)", "nine"));
  teardown(f);
}

// The program shares prefixes: rules that begin alike bind alike once.
TEST(shared_prefixes) {
  Fixture *f = setup();
  rule(f, "a", "(f (g ?x) ?y)", "?x");
  rule(f, "b", "(f (g ?y) (h ?z))", "?y");
  rule(f, "c", "(f (g ?x) ?x)", "?x");
  SmrProgram *p = smr_program_create(f->ops, f->pointers, f->count, NULL, &f->diag);
  uint32_t binds = 0;
  for (uint32_t i = 0; i < p->code.size; i++)
    binds += p->code.data[i].kind == SMR_I_BIND && p->code.data[i].reg == 1 &&
             p->code.data[i].operand == smr_operator_plain(f->ops, "g", 1);
  assert_int_equal(binds, 1);
  smr_program_destroy(p);
  teardown(f);
}
