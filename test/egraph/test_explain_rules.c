//===- test_explain_rules.c - proofs with rules of rule files ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Multi-patterns, classes of a :forall, callbacks that the checker knows, is told, or does not know; the
// rewrite goals as files.
//===----------------------------------------------------------------------===//
#include "egraph/binder.h"
#include "egraph/builtins.h"
#include "egraph/explain.h"
#include "egraph/rules_text.h"
#include "egraph/run.h"
#include "egraph/term_text.h"
#include "test.h"

typedef struct {
  SmrOperators *ops;
  SmrRules rules;
  SmrDiag diag;
  SmrEgraph *g;
  SmrBinder *b;
  SmrBuiltins *builtins;
  SmrCallbacks callbacks;
  SmrProgram *program;
  SmrRun *run;
  SmrExplain *e;
} Files;

// `rules`: a path below the source directory, or a text.
static void open_files(Files *f, const char *rules, bool explain) {
  *f = (Files){.ops = smr_operators_create()};
  SMR_OWNED(SmrStr, smr_str_free) path = {0};
  smr_str_printf(&path, "%s/%s", SMR_SOURCE_DIR, rules);
  bool ok = *rules == '('
                ? smr_rules_parse(f->ops, "rules", rules, strlen(rules), NULL, NULL, &f->rules, &f->diag)
                : smr_rules_read(f->ops, smr_str_get(&path), &f->rules, &f->diag);
  f->g = smr_egraph_create(f->ops);
  f->b = smr_binder_create(f->g);
  f->builtins = smr_builtins_create(f->g, true);
  smr_binder_callbacks(f->b, &f->callbacks);
  smr_builtins_callbacks(f->builtins, &f->callbacks);
  f->e = explain ? smr_explain_create(f->g, f->b) : NULL;
  f->program =
      ok ? smr_program_create(f->ops, f->rules.list.data, f->rules.list.size, &f->callbacks, &f->diag) : NULL;
  smr_diag_flush(&f->diag, stderr);
  assert_non_null(f->program);
  f->run = smr_run_create(f->g, f->program);
  if (explain)
    smr_explain_program(f->e, f->program);
}

static void close_files(Files *f) {
  smr_run_destroy(f->run);
  smr_program_destroy(f->program);
  smr_explain_destroy(f->e);
  smr_egraph_destroy(f->g);
  smr_binder_destroy(f->b);
  smr_builtins_destroy(f->builtins);
  smr_vec_free(&f->callbacks.list);
  smr_rules_free(&f->rules);
  smr_operators_destroy(f->ops);
  smr_diag_free(&f->diag);
}

static uint32_t parse(Files *f, const char *text, SmrTerm *t) {
  assert_true(smr_term_parse(f->ops, "term", text, strlen(text), 0, t, &f->diag));
  return smr_term_root(t);
}

static SmrClass add(Files *f, const char *text) {
  SMR_OWNED(SmrTerm, smr_term_free) t = {0};
  SmrClass c = smr_egraph_add_term(f->g, &t, parse(f, text, &t));
  return c;
}

static SmrExplainResult prove(Files *f, const char *a, const char *b, SmrProof *proof) {
  SMR_OWNED(SmrTerm, smr_term_free) x = {0}, y = {0};
  uint32_t i = parse(f, a, &x), j = parse(f, b, &y);
  SmrExplainResult r = smr_explain_terms(f->e, &x, i, &y, j, proof);
  return r;
}

static SmrProofVerdict check(Files *f, const SmrProof *proof, const SmrProofCallback *callbacks,
                             uint32_t count) {
  SmrStr why = {0};
  SmrProofVerdict v = smr_proof_check(f->ops, proof, callbacks, count, &why);
  if (!v.ok) {
    smr_str_puts(&why, "\n");
    smr_proof_print(f->ops, proof, &why);
    fail_msg("%s", smr_str_get(&why));
  }
  smr_str_free(&why);
  return v;
}

TEST(multi_patterns) {
  Files f;
  SmrProof proof;
  open_files(&f,
             "(rewrite share (and (= ?x (f ?a)) (= ?y (g ?a)) (= ?x (h ?b))) (pair ?y ?b))"
             "(rewrite fh (f ?a) (h (k ?a)))",
             true);
  add(&f, "(q (f a) (g a))");
  SmrRunBudget budget = {.iterations = 5};
  smr_run(f.run, &budget);
  assert_int_equal(prove(&f, "(f a)", "(pair (g a) (k a))", &proof), SMR_EXPLAINED);
  // The two patterns of ?x are one class, not one term: that step is on trust.
  SmrProofVerdict v = check(&f, &proof, NULL, 0);
  assert_int_equal(v.trusted, 1);
  smr_proof_free(&proof);
  close_files(&f);

  open_files(&f, "(rewrite other (and (f ?a) (= ?y (g ?a ?b))) (pair ?y ?b)) (rewrite c (g ?a ?b) (g ?b ?a))",
             true);
  add(&f, "(q (f a) (g b a))");
  smr_run(f.run, &budget);
  assert_int_equal(prove(&f, "(f a)", "(pair (g b a) b)", &proof), SMR_EXPLAINED);
  assert_int_equal(check(&f, &proof, NULL, 0).trusted, 0);
  smr_proof_free(&proof);
  close_files(&f);
}

TEST(forall_classes) {
  Files f;
  SmrProof proof;
  open_files(&f,
             "(operator lam :binder (1)) (rewrite abstract (f ?a) (app (lam (f (!shift 1 0 ?a))) ?y) :forall "
             "(?y closed))",
             true);
  add(&f, "(q (f (h a)) b (lam %0) (k %0))");
  SmrRunBudget budget = {.iterations = 1};
  smr_run(f.run, &budget);
  assert_int_equal(prove(&f, "(f (h a))", "(app (lam (f (h a))) b)", &proof), SMR_EXPLAINED);
  SmrProofVerdict v = check(&f, &proof, NULL, 0);
  assert_int_equal(v.trusted + v.unknown, 0);
  smr_proof_free(&proof);
  // With ?y an open term the condition fails.
  assert_int_equal(prove(&f, "(f (h a))", "(app (lam (f (h a))) (k %0))", &proof), SMR_NOT_EQUAL);
  close_files(&f);
}

static uint32_t product(void *user, SmrOperators *ops, SmrTerm *t, const uint32_t *args, uint32_t count) {
  (void)user, (void)count;
  int64_t a = smr_operator_info(ops, t->nodes.data[args[0]].op)->integer,
          b = smr_operator_info(ops, t->nodes.data[args[1]].op)->integer;
  return smr_term_add(t, ops, smr_operator_integer(ops, a * b), NULL);
}
static bool integer(void *user, SmrOperators *ops, const SmrTerm *t, const uint32_t *args, uint32_t count) {
  (void)user, (void)count;
  return smr_operator_info(ops, t->nodes.data[args[0]].op)->kind == SMR_OPERATOR_INTEGER;
}

TEST(callbacks) {
  static const SmrProofCallback known[] = {{.name = "mul", .compute = product},
                                           {.name = "is-integer", .condition = integer}};
  Files f;
  SmrProof proof;
  for (int told = 0; told < 2; told++) {
    open_files(
        &f,
        "(rewrite area (rectangle ?a ?b) (area (!mul ?a ?b)) :when (is-integer ?a) :when (is-integer ?b))",
        true);
    if (told)
      smr_explain_callbacks(f.e, known, 2);
    add(&f, "(rectangle 6 7)");
    SmrRunBudget budget = {.iterations = 2};
    smr_run(f.run, &budget);
    assert_int_equal(prove(&f, "(rectangle 6 7)", "(area 42)", &proof), SMR_EXPLAINED);
    SmrProofVerdict v = check(&f, &proof, known, told ? 2 : 0);
    assert_int_equal(proof.steps.size, 1);
    assert_int_equal(v.trusted, !told);
    assert_string_equal(proof.steps.data[0].label, "area");
    smr_proof_free(&proof);
    close_files(&f);
  }
  // What an analysis joins is labelled with its name.
  open_files(&f, "(rewrite id (f ?a) ?a)", true);
  add(&f, "(f (+ 2 3))");
  SmrRunBudget budget = {.iterations = 2};
  smr_run(f.run, &budget);
  assert_int_equal(prove(&f, "(f (+ 2 3))", "5", &proof), SMR_EXPLAINED);
  assert_int_equal(check(&f, &proof, NULL, 0).trusted, 1);
  assert_string_equal(proof.steps.data[proof.steps.size - 1].label, "integer");
  smr_proof_free(&proof);
  close_files(&f);
}

typedef struct {
  SmrClass root;
  const SmrTerm *goal;
} Goal;

static bool reached(void *user, SmrEgraph *g) {
  const Goal *goal = user;
  SmrClass c = smr_egraph_lookup_term(g, goal->goal, smr_term_root(goal->goal));
  return c != SMR_NO_CLASS && smr_egraph_find(g, c) == smr_egraph_find(g, goal->root);
}

static void read_file(Files *f, const char *name, const char *kind, SmrTerm *t) {
  SMR_OWNED(SmrStr, smr_str_free) path = {0}, text = {0};
  const char *reason;
  smr_str_printf(&path, "%s/tools/bench/eqsat/lambda-%s.%s", SMR_SOURCE_DIR, name, kind);
  assert_true(smr_read_file(smr_str_get(&path), &text, &reason));
  parse(f, smr_str_get(&text), t);
}

TEST(goals_as_files) {
  static const char *const goals[][2] = {
      {"lambda.rules", "reduction"}, {"lambda-map.rules", "fission"}, {"lambda-rise.rules", "binomial"}};
  for (uint32_t i = 0; i < 3; i++)
    for (int explain = 0; explain < 2; explain++) {
      Files f;
      SmrStr path = {0};
      SmrTerm start = {0}, end = {0};
      smr_str_printf(&path, "tools/bench/eqsat/%s", goals[i][0]);
      open_files(&f, smr_str_get(&path), explain);
      read_file(&f, goals[i][1], "start", &start);
      read_file(&f, goals[i][1], "goal", &end);
      Goal goal = {smr_egraph_add_term(f.g, &start, smr_term_root(&start)), &end};
      SmrRunBudget budget = {.iterations = 20, .nodes = 5000, .goal = reached, .user = &goal};
      assert_int_equal(smr_run(f.run, &budget), SMR_STOP_GOAL);
      if (explain) {
        SmrProof proof;
        assert_int_equal(
            smr_explain_terms(f.e, &start, smr_term_root(&start), &end, smr_term_root(&end), &proof),
            SMR_EXPLAINED);
        SmrProofVerdict v = check(&f, &proof, NULL, 0);
        assert_int_equal(v.trusted + v.unknown, 0);
        assert_true(proof.steps.size <= 26);
        smr_proof_free(&proof);
      }
      smr_term_free(&start);
      smr_term_free(&end);
      smr_str_free(&path);
      close_files(&f);
    }
}
