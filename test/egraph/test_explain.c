//===- test_explain.c - proofs, and proofs that are wrong ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/explain.h"
#include "egraph/lambda.h"
#include "egraph/lambda_goals.h"

#define COUNT(a) (uint32_t)(sizeof(a) / sizeof *(a))

typedef struct {
  Lab lab;
  SmrExplain *e;
} Proving;

static void open_proving(Proving *p, const TextRule *rules, uint32_t count) {
  Lab *lab = &p->lab;
  memset(p, 0, sizeof *p);
  lab_begin(lab);
  p->e = smr_explain_create(lab->g, lab->b);
  lab_rules(lab, rules, count);
  smr_explain_program(p->e, lab->program);
}

static void close_proving(Proving *p) {
  smr_explain_destroy(p->e);
  lab_close(&p->lab);
}

static SmrExplainResult prove(Proving *p, const char *a, const char *b, SmrProof *proof) {
  SMR_OWNED(SmrTerm, smr_term_free) x = {0}, y = {0};
  uint32_t i = read_term(p->lab.ops, &x, &a), j = read_term(p->lab.ops, &y, &b);
  SmrExplainResult result = smr_explain_terms(p->e, &x, i, &y, j, proof);
  return result;
}

static void assert_checks(Proving *p, const SmrProof *proof) {
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  SmrProofVerdict v = smr_proof_check(p->lab.ops, proof, NULL, 0, &why);
  if (!v.ok) {
    smr_str_puts(&why, "\n");
    smr_proof_print(p->lab.ops, proof, &why);
    fail_msg("%s", smr_str_get(&why));
  }
  assert_int_equal(v.unknown, 0);
  assert_int_equal(v.trusted, 0);
}

static const TextRule arithmetic[] = {
    {"commute", "(+ ?a ?b)", "(+ ?b ?a)", NULL},
    {"associate", "(+ (+ ?a ?b) ?c)", "(+ ?a (+ ?b ?c))", NULL},
    {"zero", "(+ ?a 0)", "?a", NULL},
    {"double", "(+ ?a ?a)", "(* 2 ?a)", NULL},
};

TEST(printed) {
  Proving p;
  SmrProof proof;
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  open_proving(&p, arithmetic, COUNT(arithmetic));
  add_text(p.lab.g, "(f (+ 0 x))");
  SmrRunBudget budget = {.iterations = 3};
  smr_run(p.lab.run, &budget);
  assert_int_equal(prove(&p, "(f (+ 0 x))", "(f x)", &proof), SMR_EXPLAINED);
  assert_checks(&p, &proof);
  smr_proof_print(p.lab.ops, &proof, &out);
  assert_string_equal(smr_str_get(&out), "  (f (+ 0 x))\n"
                                         "= commute at 0: ?a := 0, ?b := x\n"
                                         "  (f (+ x 0))\n"
                                         "= zero at 0: ?a := x\n"
                                         "  (f x)\n");
  smr_str_clear(&out);
  smr_proof_print_json(p.lab.ops, &proof, &out);
  assert_string_equal(smr_str_get(&out), "{\"from\":\"(f (+ 0 x))\",\"to\":\"(f x)\",\"steps\":[\n"
                                         "  {\"rule\":\"commute\",\"direction\":\"forward\","
                                         "\"position\":[0],\"substitution\":{\"a\":\"0\",\"b\":\"x\"},"
                                         "\"trusted\":false,\"term\":\"(f (+ x 0))\"},\n"
                                         "  {\"rule\":\"zero\",\"direction\":\"forward\",\"position\":"
                                         "[0],\"substitution\":{\"a\":\"x\"},\"trusted\":false,"
                                         "\"term\":\"(f x)\"}\n]}\n");
  smr_proof_free(&proof);
  // Both ways, and none.
  assert_int_equal(prove(&p, "(f x)", "(f (+ 0 x))", &proof), SMR_EXPLAINED);
  assert_int_equal(proof.steps.size, 2);
  assert_checks(&p, &proof);
  smr_proof_free(&proof);
  assert_int_equal(prove(&p, "x", "x", &proof), SMR_EXPLAINED);
  assert_int_equal(proof.steps.size, 0);
  assert_checks(&p, &proof);
  smr_proof_free(&proof);
  assert_int_equal(prove(&p, "x", "y", &proof), SMR_NOT_EQUAL);
  assert_int_equal(prove(&p, "(f x)", "(g x)", &proof), SMR_NOT_EQUAL);
  close_proving(&p);
}

// What a client joins is a step on trust, and what follows from it by congruence is no further one.
TEST(given) {
  Proving p;
  SmrProof proof;
  open_proving(&p, arithmetic, 0);
  SmrClass a = add_text(p.lab.g, "a"), b = add_text(p.lab.g, "b");
  add_text(p.lab.g, "(h (f a) (f b))");
  smr_egraph_union(p.lab.g, a, b);
  smr_egraph_rebuild(p.lab.g);
  assert_int_equal(prove(&p, "(h (f a) (f b))", "(h (f b) (f a))", &proof), SMR_EXPLAINED);
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  SmrProofVerdict v = smr_proof_check(p.lab.ops, &proof, NULL, 0, &why);
  assert_true(v.ok);
  assert_int_equal(v.trusted, 2);
  smr_proof_free(&proof);
  close_proving(&p);
}

typedef struct {
  SmrClass root;
  const char *goal;
} Goal;

static bool reached(void *user, SmrEgraph *g) {
  const Goal *goal = user;
  SmrClass c = lookup_text(g, goal->goal);
  return c != SMR_NO_CLASS && smr_egraph_find(g, c) == smr_egraph_find(g, goal->root);
}

// β, η and the shifts in them are replayed on terms.
TEST(rewrite_goals) {
  static const uint32_t longest[] = {26, 8, 14};
  for (uint32_t i = 0; i < COUNT(lambda_goals); i++) {
    Proving p;
    SmrProof proof;
    open_proving(&p, lambda_rules, lambda_goals[i].rules);
    Goal goal = {add_text(p.lab.g, lambda_goals[i].start), lambda_goals[i].goal};
    SmrRunBudget budget = {.iterations = 20, .goal = reached, .user = &goal};
    assert_int_equal(smr_run(p.lab.run, &budget), SMR_STOP_GOAL);
    assert_int_equal(prove(&p, lambda_goals[i].start, lambda_goals[i].goal, &proof), SMR_EXPLAINED);
    if (getenv("PRINT")) {
      SmrStr out = {0};
      smr_proof_print(p.lab.ops, &proof, &out);
      printf("%s: %u steps\n%s", lambda_goals[i].name, proof.steps.size, smr_str_get(&out));
      smr_str_free(&out);
    }
    assert_checks(&p, &proof);
    // (As found in the closure they are 26, 12 and 46 steps long.)
    assert_true(proof.steps.size <= longest[i]);
    smr_proof_free(&proof);
    close_proving(&p);
  }
}

// Proofs between runs, and runs of other rules: what is logged later counts later.
TEST(goes_on) {
  Proving p;
  SmrProof proof;
  open_proving(&p, arithmetic, 1);
  add_text(p.lab.g, "(+ x (+ 0 x))");
  SmrRunBudget budget = {.iterations = 3};
  smr_run(p.lab.run, &budget);
  assert_int_equal(prove(&p, "(+ x (+ 0 x))", "(* 2 x)", &proof), SMR_NOT_EQUAL);
  assert_int_equal(prove(&p, "(+ x (+ 0 x))", "(+ (+ x 0) x)", &proof), SMR_EXPLAINED);
  assert_int_equal(proof.steps.size, 2);
  assert_checks(&p, &proof);
  smr_proof_free(&proof);
  Lab *lab = &p.lab;
  SmrRule more[2];
  read_rule(lab->ops, &arithmetic[2], &more[0]);
  read_rule(lab->ops, &arithmetic[3], &more[1]);
  SmrDiag diag = {0};
  SmrProgram *program = smr_program_create(lab->ops, (const SmrRule *[]){&more[0], &more[1]}, 2, NULL, &diag);
  SmrRun *run = smr_run_create(lab->g, program);
  smr_explain_program(p.e, program);
  smr_run(run, &budget);
  assert_int_equal(prove(&p, "(+ x (+ 0 x))", "(* 2 x)", &proof), SMR_EXPLAINED);
  assert_int_equal(proof.steps.size, 3);
  assert_string_equal(proof.steps.data[2].label, "double");
  assert_checks(&p, &proof);
  smr_proof_free(&proof);
  smr_run_destroy(run);
  smr_explain_destroy(p.e); // (borrows the programs)
  p.e = NULL;
  smr_program_destroy(program);
  smr_rule_free(&more[0]);
  smr_rule_free(&more[1]);
  close_proving(&p);
}

// A long chain: as many steps as it has, and little more time than the run; what it does not need is not
// looked at.
TEST(long_chain) {
  enum { STEPS = 150000 };
  static const TextRule rules[] = {{"step", "(f ?x ?y)", "(f (s ?x) ?y)", NULL},
                                   {"other", "(f ?x ?y)", "(h ?x ?y)", NULL}};
  Proving p;
  SmrProof proof;
  open_proving(&p, rules, COUNT(rules));
  SmrClass start = add_text(p.lab.g, "(f 0 0)");
  SmrRunBudget budget = {.iterations = STEPS};
  smr_run(p.lab.run, &budget);
  SmrNode last = start;
  for (SmrNode n = 0; n < smr_egraph_elements(p.lab.g); n++)
    if (smr_egraph_op(p.lab.g, n) == smr_operator_plain(p.lab.ops, "f", 2))
      last = n;
  assert_int_equal(smr_explain_elements(p.e, start, last, &proof), SMR_EXPLAINED);
  assert_int_equal(proof.steps.size, STEPS);
  assert_checks(&p, &proof);
  smr_proof_free(&proof);
  close_proving(&p);
}

//===--- random rules ---===//

static uint64_t random_state;
static uint32_t random_below(uint32_t n) {
  random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 33) % n;
}

static void random_text(char **at, uint32_t depth, uint32_t variables) {
  static const char *const leaves[] = {"a", "b", "c", "?x", "?y", "?z"};
  if (depth == 0 || random_below(4) == 0)
    *at += sprintf(*at, "%s",
                   leaves[random_below(2) && variables ? 3 + random_below(variables) : random_below(3)]);
  else if (random_below(3) == 0) {
    *at += sprintf(*at, "(g ");
    random_text(at, depth - 1, variables);
    *at += sprintf(*at, ")");
  } else {
    *at += sprintf(*at, "(f ");
    random_text(at, depth - 1, variables);
    *at += sprintf(*at, " ");
    random_text(at, depth - 1, variables);
    *at += sprintf(*at, ")");
  }
}

// Of a right-hand side's variables only those that the left-hand side has are kept.
static void only_bound(const char *left, char *right) {
  for (char *s = right; *s; s++)
    if (*s == '?') {
      char name[3] = {s[0], s[1], 0};
      if (!strstr(left, name))
        s[0] = ' ', s[1] = 'a';
    }
}

TEST(random_pairs) {
  random_state = 0x9E3779B97F4A7C15u;
  uint32_t proofs = 0, steps = 0;
  for (uint32_t round = 0; round < 400; round++) {
    char texts[8][2][256], start[256], names[8][8];
    TextRule rules[8];
    uint32_t count = 1 + random_below(4);
    for (uint32_t i = 0; i < count; i++) {
      char *at = texts[i][0];
      do
        random_text(&(char *){at = texts[i][0]}, 2, 3);
      while (texts[i][0][0] == '?');
      random_text(&(char *){at = texts[i][1]}, 2, 3);
      only_bound(texts[i][0], texts[i][1]);
      sprintf(names[i], "r%u", i);
      rules[i] = (TextRule){names[i], texts[i][0], texts[i][1], NULL};
    }
    Proving p;
    open_proving(&p, rules, count);
    if (round % 2) // from what is needed alone
      smr_explain_set_whole(p.e, 0);
    for (uint32_t i = 0; i < 6; i++) {
      random_text(&(char *){start}, 4, 0);
      add_text(p.lab.g, start);
    }
    SmrRunBudget budget = {.iterations = 4, .nodes = 300};
    smr_run(p.lab.run, &budget);
    uint32_t elements = smr_egraph_elements(p.lab.g);
    for (uint32_t tries = 0; tries < 40; tries++) {
      SmrNode a = random_below(elements), b = random_below(elements);
      if (tries < 30) // mostly pairs that are equal
        for (uint32_t k = 0;
             k < elements && (a == b || smr_egraph_find(p.lab.g, a) != smr_egraph_find(p.lab.g, b)); k++)
          b = (b + 1) % elements;
      SmrProof proof;
      bool equal = smr_egraph_find(p.lab.g, a) == smr_egraph_find(p.lab.g, b);
      SmrExplainResult result = smr_explain_elements(p.e, a, b, &proof);
      if (result == SMR_PROOF_TOO_LONG)
        continue;
      assert_int_equal(result, equal ? SMR_EXPLAINED : SMR_NOT_EQUAL);
      if (!equal)
        continue;
      assert_checks(&p, &proof);
      proofs++;
      steps += proof.steps.size;
      smr_proof_free(&proof);
    }
    close_proving(&p);
  }
  assert_true(proofs > 2000 && steps > 3000);
}

// Random lambda terms: the computed parts' proofs too.
TEST(random_lambda_pairs) {
  static const char *const starts[] = {
      "(app (lam (app (lam (app %1 %0)) %0)) (lam (app %0 c)))",
      "(lam (app (lam (app map (lam (app %1 (app %2 %0))))) (lam (app f %0))))",
      "(app (app (lam (lam (app %1 (app %1 %0)))) (lam (app g (app g %0)))) x)",
      "(app map (lam (app (lam (app h %0)) (app (lam (app k (app %1 %0))) %0))))",
      "(lam (app (app map %0) (app (app map (lam (app %1 (app g %0)))) (app (app map f) x))))",
  };
  random_state = 77777777777u;
  for (uint32_t i = 0; i < 2 * COUNT(starts); i++) {
    Proving p;
    open_proving(&p, lambda_rules, 4);
    if (i % 2)
      smr_explain_set_whole(p.e, 0);
    add_text(p.lab.g, starts[i / 2]);
    SmrRunBudget budget = {.iterations = 6, .nodes = 400};
    smr_run(p.lab.run, &budget);
    uint32_t elements = smr_egraph_elements(p.lab.g);
    for (uint32_t tries = 0; tries < 40; tries++) {
      SmrNode a = random_below(elements), b = random_below(elements);
      for (uint32_t k = 0; k < elements && smr_egraph_find(p.lab.g, a) != smr_egraph_find(p.lab.g, b); k++)
        b = (b + 1) % elements;
      SmrProof proof;
      assert_int_equal(smr_explain_elements(p.e, a, b, &proof), SMR_EXPLAINED);
      assert_checks(&p, &proof);
      smr_proof_free(&proof);
    }
    close_proving(&p);
  }
}

//===--- wrong proofs ---===//

static void assert_rejected(Proving *p, const SmrProof *proof, const char *want) {
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  SmrProofVerdict v = smr_proof_check(p->lab.ops, proof, NULL, 0, &why);
  assert_false(v.ok);
  if (want)
    assert_string_equal(smr_str_get(&why), want);
}

TEST(corrupted) {
  Proving p;
  SmrProof proof;
  open_proving(&p, arithmetic, COUNT(arithmetic));
  add_text(p.lab.g, "(f (+ 0 x))");
  SmrRunBudget budget = {.iterations = 3};
  smr_run(p.lab.run, &budget);
  assert_int_equal(prove(&p, "(f (+ 0 x))", "(f x)", &proof), SMR_EXPLAINED);
  SmrProofStep *s = proof.steps.data, kept = s[0];
  s[0].forward = false;
  // (+ 0 x) is commute's right side with a = x, b = 0; with a = 0, b = x it is not.
  assert_rejected(&p, &proof, "step 1 (commute): the term is no instance of the rule's left-hand side");
  s[0] = kept;
  s[0].rule = s[1].rule;
  assert_rejected(&p, &proof, NULL);
  s[0] = kept;
  s[0].depth = 0;
  assert_rejected(&p, &proof, NULL);
  s[0] = kept;
  s[0].after = s[1].after;
  assert_rejected(&p, &proof, NULL);
  s[0] = kept;
  s[0].before = s[1].after;
  assert_rejected(&p, &proof, "step 1 (commute): it does not begin where the one before ends");
  s[0] = kept;
  s[0].bindings = 1;
  assert_rejected(&p, &proof, NULL);
  s[0] = kept;
  proof.positions.data[s[0].position] = 1;
  assert_rejected(&p, &proof, "step 1 (commute): there is no such position");
  proof.positions.data[s[0].position] = 0;
  uint32_t to = proof.to;
  proof.to = proof.from;
  assert_rejected(&p, &proof, "the proof ends at another term");
  proof.to = to;
  proof.steps.size = 1;
  assert_rejected(&p, &proof, "the proof ends at another term");
  proof.steps.size = 2;
  assert_checks(&p, &proof);
  smr_proof_free(&proof);
  close_proving(&p);
}

// Every binding of every step made another one, and conditions that do not hold.
TEST(corrupted_lambda) {
  Proving p;
  SmrProof proof;
  open_proving(&p, lambda_rules, lambda_goals[1].rules);
  Goal goal = {add_text(p.lab.g, lambda_goals[1].start), lambda_goals[1].goal};
  SmrRunBudget budget = {.iterations = 20, .goal = reached, .user = &goal};
  smr_run(p.lab.run, &budget);
  assert_int_equal(prove(&p, lambda_goals[1].start, lambda_goals[1].goal, &proof), SMR_EXPLAINED);
  assert_checks(&p, &proof);
  for (uint32_t i = 0; i < proof.bindings.size; i++) {
    uint32_t kept = proof.bindings.data[i].term;
    proof.bindings.data[i].term = proof.to;
    assert_rejected(&p, &proof, NULL);
    proof.bindings.data[i].term = kept;
  }
  for (uint32_t i = 0; i < proof.steps.size; i++) {
    const SmrRule *kept = proof.steps.data[i].rule;
    for (uint32_t r = 0; r < lambda_goals[1].rules; r++) {
      proof.steps.data[i].rule = p.lab.pointers[r];
      if (p.lab.pointers[r] != kept)
        assert_rejected(&p, &proof, NULL);
    }
    proof.steps.data[i].rule = kept;
    proof.steps.data[i].forward ^= true;
    assert_rejected(&p, &proof, NULL);
    proof.steps.data[i].forward ^= true;
  }
  smr_proof_free(&proof);
  // η where %0 is free in the function, written by hand: (lam (app (f %0) %0)) = (f %0)
  SmrOperators *ops = p.lab.ops;
  const char *left = "(lam (app (f %0) %0))", *right = "(f %0)";
  proof = (SmrProof){0};
  proof.from = read_term(ops, &proof.terms, &left);
  proof.to = read_term(ops, &proof.terms, &right);
  SmrSym f = p.lab.rules[1].terms.nodes.size ? smr_operators_symbol(ops, "f") : 0;
  smr_vec_push(&proof.bindings, (SmrProofBinding){f, proof.to});
  smr_vec_push(&proof.steps, (SmrProofStep){.rule = &p.lab.rules[1],
                                            .label = "eta",
                                            .forward = true,
                                            .before = proof.from,
                                            .after = proof.to,
                                            .bindings = 1});
  assert_rejected(&p, &proof, "step 1 (eta): a condition does not hold");
  smr_proof_free(&proof);
  close_proving(&p);
}

// With originals kept no number is used again: a long run with many dead nodes still has them all.
TEST(nothing_is_recycled) {
  Proving p;
  SmrProof proof;
  open_proving(&p, arithmetic, 2);
  add_text(p.lab.g, "(+ a (+ b (+ c (+ d (+ e (+ f g))))))");
  SmrRunBudget budget = {.iterations = 12};
  smr_run(p.lab.run, &budget);
  assert_true(smr_egraph_elements(p.lab.g) > smr_egraph_nodes(p.lab.g));
  for (SmrNode n = 0; n < smr_egraph_elements(p.lab.g); n++)
    for (uint32_t k = 0; k < smr_operator_info(p.lab.ops, smr_egraph_op(p.lab.g, n))->arity; k++)
      assert_true(smr_egraph_original(p.lab.g, n)[k] < n);
  assert_int_equal(
      prove(&p, "(+ a (+ b (+ c (+ d (+ e (+ f g))))))", "(+ g (+ f (+ e (+ d (+ c (+ b a))))))", &proof),
      SMR_EXPLAINED);
  assert_checks(&p, &proof);
  smr_proof_free(&proof);
  close_proving(&p);
}
