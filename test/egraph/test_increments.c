//===- test_increments.c - work follows what changed ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A graph grows at random; after each step a search that follows what was touched finds exactly the matches
// that a sweep over a snapshot taken anew finds. Rules lag behind at random, as banned ones do. And: costs of
// long runs grow with what they do, not with the graph times the iterations.
//===----------------------------------------------------------------------===//
#include "egraph/binder.h"
#include "egraph/builtins.h"
#include "egraph/extract.h"
#include "egraph/program_internal.h"
#include "egraph/rules_text.h"
#include "egraph/run.h"
#include "random_egraph.h"
#include "sexp_term.h"
#include "test.h"

enum { RULES = 16, WORDS = 12 };

static const char plain_rules[] =
    "(rewrite r0 (f ?x) a) (rewrite r1 (g (f ?x)) ?x) (rewrite r2 (h ?x (g ?y)) ?x) (rewrite r3 (h ?x ?x) ?x)"
    "(rewrite r4 (k (f ?x) (g ?x)) ?x) (rewrite r5 (t ?x ?y (h ?x (f (g ?y)))) a) (rewrite r6 (f a) b)"
    "(rewrite r7 (h (f a) ?x) ?x) (rewrite r8 (k b (g (h c ?x))) ?x) (rewrite r9 (and (f ?x) (g ?x)) a)"
    "(rewrite r10 (and (h ?x ?y) (= ?x (k ?y ?z)) (f ?z)) ?y) (rewrite r11 (f (f (f (f ?x)))) ?x)"
    "(rewrite r12 (t (t ?a ?b ?c) ?a (f ?b)) ?c) (rewrite r13 (g ?x) ?x) (rewrite r14 (f (g (h a b))) c)"
    "(rewrite r15 (k ?x (k ?y (k ?z ?w))) a)";
// Shallow: only what constants stand for leads from one class to another.
static const char constant_rules[] =
    "(rewrite r0 (h (f a) ?x) ?x) (rewrite r1 (g a) b) (rewrite r2 (k ?x b) a) (rewrite r3 (t ?x (g b) ?y) a)"
    "(rewrite r4 (f a) a) (rewrite r5 (h ?x (h a b)) a) (rewrite r6 (g (f b)) a)";
static const char ac_rules[] =
    "(operator h :ac) (operator k :ac)"
    "(rewrite r0 (h ?x (f ?y)) ?x) (rewrite r1 (h (k ?a ?b) (k ?a ?c)) a) (rewrite r2 (f (h ?x a)) ?x)"
    "(rewrite r3 (h a b ?x) ?x) (rewrite r4 (g (k (f ?x) ?y)) ?x) (rewrite r5 (k ?x (h ?x b)) a)"
    "(rewrite r6 (h ?x (k c ?x)) a) (rewrite r7 (f ?x) ?x) (rewrite r8 (t ?x (h ?x ?y) ?z) a)"
    "(rewrite r9 (h (f ?x) (g ?x)) a) (rewrite r10 (g (g (k ?x ?y))) a) (rewrite r11 (k a a ?x) b)"
    "(rewrite r12 (h c c) a) (rewrite r13 (f (f (h a ?x))) a) (rewrite r14 (k ?x ?y ?z) a)"
    "(rewrite r15 (t (k ?x b) ?x a) a)";

typedef struct {
  uint32_t words[WORDS];
} Found;
typedef struct {
  const SmrProgram *p;
  SMR_VEC(Found) list;
} Founds;

static bool take_note(void *user, const SmrEmatch *match) {
  Founds *f = user;
  Found found = {{match->rule, match->root, match->fresh}};
  const SmrCompiledRule *r = &f->p->rules[match->rule];
  if (r->ordered) // (which match comes first, and so which wait for it, is a matter of order)
    return true;
  for (uint32_t i = 0; i < r->matched && i + 3 < WORDS; i++)
    if (r->variables.data[i].reg < SMR_NO_REGISTER) // (records say where a row is)
      found.words[3 + i] = match->variables[i];
  smr_vec_push(&f->list, found);
  return true;
}

static int by_words(const void *a, const void *b) {
  return memcmp(a, b, sizeof(Found));
}

static void compare(Founds *a, Founds *b, uint32_t seed, uint32_t step) {
  if (a->list.size)
    qsort(a->list.data, a->list.size, sizeof(Found), by_words);
  if (b->list.size)
    qsort(b->list.data, b->list.size, sizeof(Found), by_words);
  if (a->list.size != b->list.size ||
      (a->list.size && memcmp(a->list.data, b->list.data, a->list.size * sizeof(Found))))
    fail_msg("seed %u, step %u: %u matches, a sweep finds %u", seed, step, a->list.size, b->list.size);
  smr_vec_free(&a->list);
  smr_vec_free(&b->list);
}

typedef struct {
  uint32_t steps, followed, found;
} Counts;

static void one_graph(uint32_t seed, const char *text, Counts *counts) {
  Random r = random_from(seed);
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  SmrDiag diag = {0};
  assert_true(smr_rules_parse(ops, "test", text, strlen(text), NULL, NULL, &rules, &diag));
  SmrEgraph *g = smr_egraph_create(ops);
  SmrBinder *binder = smr_binder_create(g); // (its data change, and touch classes)
  SmrProgram *p = smr_program_create(ops, rules.list.data, rules.list.size, NULL, &diag);
  smr_diag_flush(&diag, stderr);
  assert_non_null(p);
  SmrSnapshot *s = smr_snapshot_create();
  s->plain_sum = 1;
  uint32_t since[RULES] = {0}, now[RULES];
  random_growth(g, &r, 400, 10);
  for (uint32_t step = 0; step < 12; step++) {
    random_growth(g, &r, random_below(&r, 12), random_below(&r, 3));
    smr_egraph_rebuild(g);
    smr_snapshot_take(s, g);
    SmrSnapshot *whole = smr_snapshot_create();
    whole->always_whole = true;
    smr_snapshot_take(whole, g);
    Founds mine = {.p = p}, theirs = {.p = p};
    for (uint32_t i = 0; i < p->rule_count; i++)
      now[i] = random_below(&r, 8) ? since[i] : UINT32_MAX; // (not searched)
    smr_program_search(p, s, g, now, take_note, &mine);
    smr_program_search(p, whole, g, now, take_note, &theirs);
    counts->steps++;
    counts->followed += s->roots_serial == s->serial && s->roots_known;
    counts->found += mine.list.size;
    compare(&mine, &theirs, seed, step);
    for (uint32_t i = 0; i < p->rule_count; i++)
      since[i] = now[i] == UINT32_MAX ? since[i] : smr_egraph_step(g);
    smr_snapshot_destroy(whole);
  }
  smr_snapshot_destroy(s);
  smr_program_destroy(p);
  smr_egraph_destroy(g);
  smr_binder_destroy(binder);
  smr_operators_destroy(ops);
}

TEST(same_matches) {
  Counts counts = {0};
  for (uint32_t seed = 1; seed <= 300; seed++)
    one_graph(seed, plain_rules, &counts);
  assert_true(counts.followed > counts.steps / 3 && counts.found > counts.steps);
}

TEST(same_matches_of_constants) {
  Counts counts = {0};
  for (uint32_t seed = 1; seed <= 600; seed++)
    one_graph(seed, constant_rules, &counts);
  assert_true(counts.followed > counts.steps / 3 && counts.found > counts.steps / 10);
}

TEST(same_matches_ac) {
  Counts counts = {0};
  for (uint32_t seed = 1; seed <= 300; seed++)
    one_graph(seed, ac_rules, &counts);
  assert_true(counts.followed > counts.steps / 3 && counts.found > counts.steps);
}

//===--- long runs ---===//

typedef struct {
  SmrBest *best;
  SmrClass top;
  uint64_t looked_at;
} Watch;

static bool watch(void *user, SmrEgraph *g) {
  (void)g;
  Watch *w = user;
  smr_best_update(w->best);
  w->looked_at += smr_best_looked_at(w->best);
  return false;
}

// Each iteration adds a node or two. (A sweep per iteration would be 10 billion steps.)
static void long_chain(const char *rule, const char *term) {
  enum { STEPS = 100000 };
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  SmrDiag diag = {0};
  SmrCallbacks callbacks = {0};
  assert_true(smr_rules_parse(ops, "test", rule, strlen(rule), NULL, NULL, &rules, &diag));
  SmrEgraph *g = smr_egraph_create(ops);
  SmrBuiltins *builtins = smr_builtins_create(g, false);
  smr_builtins_callbacks(builtins, &callbacks);
  SmrProgram *p = smr_program_create(ops, rules.list.data, rules.list.size, &callbacks, &diag);
  SmrRun *run = smr_run_create(g, p);
  Watch w = {.best = smr_best_create(g, &smr_cost_size), .top = add_text(g, term)};
  SmrRunBudget budget = {.iterations = STEPS, .goal = watch, .user = &w};
  assert_int_equal(smr_run(run, &budget), SMR_STOP_ITERATIONS);
  assert_in_range(smr_egraph_nodes(g), STEPS, 4 * STEPS);
  assert_true(w.looked_at < 20 * STEPS);
  assert_int_equal(smr_run_matches(run, STEPS - 1, 0), 1);
  smr_best_destroy(w.best);
  smr_run_destroy(run);
  smr_program_destroy(p);
  smr_egraph_destroy(g);
  smr_builtins_destroy(builtins);
  smr_vec_free(&callbacks.list);
  smr_operators_destroy(ops);
}

TEST(chains) {
  long_chain("(rewrite step (count ?n:is-integer) (count (!add ?n 1)))", "(count 0)");
  long_chain("(rewrite step (f ?x) (f (s ?x)))", "(f a)");
  long_chain("(rewrite step (c ?n:is-integer) (s (c (!add ?n 1))))", "(c 0)");
}

// A condition, and a computed part, may ask about a term that is not among the matched nodes and becomes
// known later.
TEST(asked_elsewhere) {
  static const char text[] = "(rewrite when (f ?x) yes :when (is-integer (g ?x)))"
                             "(rewrite how (h ?x) (!add (g ?x) 1))"
                             "(rewrite constant (k ?x) yes :when (is-integer c))"
                             "(rewrite p (g a) (g1 a)) (rewrite q (g1 a) (g2 a)) (rewrite r (g2 a) 5)"
                             "(rewrite s (g2 a) c)";
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  SmrDiag diag = {0};
  SmrCallbacks callbacks = {0};
  assert_true(smr_rules_parse(ops, "test", text, strlen(text), NULL, NULL, &rules, &diag));
  SmrEgraph *g = smr_egraph_create(ops);
  SmrBuiltins *builtins = smr_builtins_create(g, false);
  smr_builtins_callbacks(builtins, &callbacks);
  SmrProgram *p = smr_program_create(ops, rules.list.data, rules.list.size, &callbacks, &diag);
  smr_diag_flush(&diag, stderr);
  SmrRun *run = smr_run_create(g, p);
  add_text(g, "(p (f a) (h a) (k a) (g a))");
  assert_int_equal(smr_run(run, &(SmrRunBudget){0}), SMR_STOP_SATURATED);
  assert_true(same_text(g, "(f a)", "yes"));
  assert_true(same_text(g, "(k a)", "yes"));
  assert_true(same_text(g, "(h a)", "6"));
  smr_run_destroy(run);
  smr_program_destroy(p);
  smr_egraph_destroy(g);
  smr_builtins_destroy(builtins);
  smr_vec_free(&callbacks.list);
  smr_operators_destroy(ops);
}
