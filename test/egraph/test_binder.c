//===- test_binder.c - De Bruijn indices in the e-graph ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/lambda.h"
#include "egraph/lambda_goals.h"

#define COUNT(a) (uint32_t)(sizeof(a) / sizeof *(a))

static bool same(SmrEgraph *g, SmrClass a, SmrClass b) {
  return smr_egraph_find(g, a) == smr_egraph_find(g, b);
}

static void assert_sound(Lab *lab) {
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  if (!smr_egraph_check(lab->g, &why))
    fail_msg("%s", smr_str_get(&why));
}

static void assert_class_text(Lab *lab, SmrClass c, const char *text) {
  SMR_OWNED(SmrTerm, smr_term_free) t = {0};
  SMR_OWNED(SmrStr, smr_str_free) s = {0};
  assert_int_not_equal(c, SMR_NO_CLASS);
  smr_term_print(lab->ops, &t, smr_binder_term(lab->b, c, &t), &s);
  assert_string_equal(smr_str_get(&s), text);
}

//===--- free indices ---===//

TEST(free_indices) {
  Lab lab;
  lab_open(&lab, lambda_rules, 1);
  SmrClass a = add_text(lab.g, "(lam (f %0 %2 %5))"), b = add_text(lab.g, "(g %1)");
  assert_int_equal(smr_binder_may(lab.b, a), 1 << 1 | 1 << 4);
  assert_int_equal(smr_binder_must(lab.b, a), 1 << 1 | 1 << 4);
  assert_true(smr_binder_not_free(lab.b, a, 0));
  assert_false(smr_binder_not_free(lab.b, a, 4));
  smr_egraph_union(lab.g, a, b);
  smr_egraph_rebuild(lab.g);
  assert_int_equal(smr_binder_may(lab.b, a), 1 << 1 | 1 << 4);
  assert_int_equal(smr_binder_must(lab.b, a), 1 << 1);
  assert_class_text(&lab, a, "(g %1)");
  // What uses the class hears of it.
  SmrClass user = add_text(lab.g, "(lam (lam (lam (f %0 %2 %5))))");
  assert_int_equal(smr_binder_may(lab.b, user), 1 << 2);
  smr_egraph_union(lab.g, b, add_text(lab.g, "c"));
  smr_egraph_rebuild(lab.g);
  assert_int_equal(smr_binder_must(lab.b, user), 0);
  assert_int_equal(smr_binder_may(lab.b, user), 1 << 2);
  // Indices from 63 on are one: freed of a binder, any of them may be left.
  SmrClass far = add_text(lab.g, "(f %64)"), under = add_text(lab.g, "(lam (f %64))");
  assert_int_equal(smr_binder_must(lab.b, far), 0);
  assert_false(smr_binder_not_free(lab.b, far, 100));
  assert_false(smr_binder_not_free(lab.b, under, 63));
  assert_false(smr_binder_not_free(lab.b, under, 62));
  assert_true(smr_binder_not_free(lab.b, under, 61));
  smr_egraph_rebuild(lab.g);
  assert_sound(&lab);
  lab_close(&lab);
}

//===--- shifting and substitution ---===//

TEST(shifts) {
  static const struct {
    const char *from, *to; // NULL: refused
    int32_t d;
    uint32_t cutoff;
  } cases[] = {
      {"%0", "%1", 1, 0},
      {"%0", "%0", 1, 1},
      {"(lam (app %0 %1))", "(lam (app %0 %3))", 2, 0},
      {"(lam (app %0 %1))", "(lam (app %0 %1))", 2, 1},
      {"(app %0 (lam (lam (app %2 %3))))", "(app %0 (lam (lam (app %2 %4))))", 1, 1},
      {"(lam (lam %1))", "(lam (lam %1))", 5, 0},
      {"(app %1 %2)", "(app %0 %1)", -1, 1},
      {"(app %0 %1)", NULL, -1, 1}, // %0 belongs to the binder that goes
      {"(lam (app %0 %1))", NULL, -1, 1},
      {"(lam (app %0 %2))", "(lam (app %0 %1))", -1, 1},
      {"(app %0 %3)", "(app %0 %1)", -2, 3},
      {"(app %0 %2)", NULL, -2, 3},
      {"%0", NULL, -1, 0},
      {"(f %70)", "(f %71)", 1, 64},
      {"(f %70)", "(f %70)", 1, 71},
      {"%40000", NULL, -1, 40001},
  };
  for (uint32_t i = 0; i < COUNT(cases); i++) {
    Lab lab;
    lab_open(&lab, lambda_rules, 1);
    SmrClass got = smr_binder_shift(lab.b, cases[i].d, cases[i].cutoff, add_text(lab.g, cases[i].from));
    if (cases[i].to)
      assert_class_text(&lab, got, cases[i].to);
    else
      assert_int_equal(got, SMR_NO_CLASS);
    smr_egraph_rebuild(lab.g);
    assert_sound(&lab);
    lab_close(&lab);
  }
}

TEST(substitutions) {
  static const char *const cases[][3] = {
      {"%0", "c", "c"},
      {"(app %0 %1)", "(app %0 %1)", "(app (app %0 %1) %0)"},
      {"(lam (app %1 %0))", "%0", "(lam (app %1 %0))"}, // no capture
      {"(lam (lam (app %2 (app %3 %0))))", "(lam (app %0 %1))",
       "(lam (lam (app (lam (app %0 %3)) (app %2 %0))))"},
      {"(app %3 (app %2 %1))", "%0", "(app %2 (app %1 %0))"},
      {"(lam %0)", "%5", "(lam %0)"},
      {"(lam (lam %1))", "c", "(lam (lam %1))"},
      {"(app %64 %0)", "%64", "(app %63 %64)"},
  };
  for (uint32_t i = 0; i < COUNT(cases); i++) {
    Lab lab;
    lab_open(&lab, lambda_rules, 1);
    SmrClass body = add_text(lab.g, cases[i][0]), value = add_text(lab.g, cases[i][1]);
    assert_class_text(&lab, smr_binder_subst(lab.b, body, value), cases[i][2]);
    smr_egraph_rebuild(lab.g);
    assert_sound(&lab);
    lab_close(&lab);
  }
}

// Random open terms: the engine's shift and substitution are those of trees.
static uint64_t random_state;
static uint32_t random_below(uint32_t n) {
  random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 33) % n;
}

static uint32_t random_term(SmrOperators *ops, SmrTerm *t, uint32_t size, uint32_t indices) {
  static const char *const constants[] = {"a", "b"};
  uint32_t children[2];
  if (size < 2)
    return indices && random_below(4)
               ? smr_term_add(t, ops, smr_operator_index(ops, random_below(indices)), NULL)
               : smr_term_add(t, ops, smr_operator_plain(ops, constants[random_below(2)], 0), NULL);
  if (random_below(5) < 2) {
    children[0] = random_term(ops, t, size - 1, indices + 1);
    return smr_term_add(t, ops, smr_operator_plain(ops, "lam", 1), children);
  }
  uint32_t left = 1 + random_below(size - 1);
  children[0] = random_term(ops, t, left, indices);
  children[1] = random_term(ops, t, size - left, indices);
  return smr_term_add(t, ops, smr_operator_plain(ops, "app", 2), children);
}

TEST(as_trees_do) {
  random_state = 88172645463325252u + test_seed();
  for (uint32_t round = 0; round < test_rounds(400); round++) {
    Lab lab;
    Trees trees;
    SmrTerm a = {0}, b = {0}, out = {0};
    lab_open(&lab, lambda_rules, 1);
    trees_open(&trees, lab.ops);
    uint32_t i = random_term(lab.ops, &a, 1 + random_below(20), 3),
             j = random_term(lab.ops, &b, 1 + random_below(8), 3);
    SmrClass x = smr_egraph_add_term(lab.g, &a, i), y = smr_egraph_add_term(lab.g, &b, j);
    SmrClass got = smr_binder_subst(lab.b, x, y);
    Tree *want = tree_subst(&trees, tree_of(&trees, &a, i), tree_of(&trees, &b, j), 0);
    assert_true(tree_equal(want, tree_of(&trees, &out, smr_binder_term(lab.b, got, &out))));
    uint32_t cutoff = random_below(3);
    smr_term_clear(&out);
    got = smr_binder_shift(lab.b, 2, cutoff, x);
    assert_true(tree_equal(tree_shift(&trees, tree_of(&trees, &a, i), 2, cutoff),
                           tree_of(&trees, &out, smr_binder_term(lab.b, got, &out))));
    // Down again, through the memo: where it came from.
    assert_true(same(lab.g, x, smr_binder_shift(lab.b, -2, cutoff + 2, got)));
    smr_egraph_rebuild(lab.g);
    assert_sound(&lab);
    smr_term_free(&a), smr_term_free(&b), smr_term_free(&out);
    trees_close(&trees);
    lab_close(&lab);
  }
}

// A term of 2^40 nodes that share: linear in the shared size. One of 200,000 nodes deep: no recursion.
TEST(large_terms) {
  Lab lab;
  lab_open(&lab, lambda_rules, 1);
  SmrOperator app = smr_operator_plain(lab.ops, "app", 2), f = smr_operator_plain(lab.ops, "f", 1);
  SmrClass c = add_text(lab.g, "%0"), d = c, v = add_text(lab.g, "(v %3)");
  for (int i = 0; i < 40; i++)
    c = smr_egraph_add(lab.g, app, (SmrClass[]){c, c});
  uint32_t before = smr_egraph_nodes(lab.g);
  SmrClass s = smr_binder_subst(lab.b, c, v);
  assert_int_equal(smr_egraph_nodes(lab.g) - before, 40);
  assert_int_equal(smr_binder_size(lab.b, s), ((uint64_t)1 << 41) - 1 + ((uint64_t)1 << 40));
  for (int i = 0; i < 200000; i++)
    d = smr_egraph_add(lab.g, f, &d);
  assert_int_equal(smr_binder_may(lab.b, smr_binder_shift(lab.b, 1, 0, d)), 2);
  // Too large to count: refused.
  for (int i = 0; i < 40; i++)
    c = smr_egraph_add(lab.g, app, (SmrClass[]){c, c});
  assert_int_equal(smr_binder_shift(lab.b, 1, 0, c), SMR_NO_CLASS);
  smr_egraph_rebuild(lab.g);
  assert_sound(&lab);
  lab_close(&lab);
}

//===--- rules ---===//

static SmrStopReason prove(Lab *lab, uint32_t rules, const char *start, const char *goal, bool *proved,
                           uint32_t iterations) {
  lab_open(lab, lambda_rules, rules);
  SmrClass a = add_text(lab->g, start), b = add_text(lab->g, goal);
  SmrRunBudget budget = {.iterations = iterations, .nodes = 20000};
  SmrStopReason why = smr_run(lab->run, &budget);
  *proved = same(lab->g, a, b);
  assert_sound(lab);
  return why;
}

TEST(equal_and_not) {
  static const struct {
    const char *a, *b;
    bool equal;
  } cases[] = {
      {"(app (lam (app %0 %0)) c)", "(app c c)", true},
      {"(lam (app f %0))", "f", true}, // R-ETA
      {"(lam (app (lam (app %1 %0)) %0))", "(lam (app %0 %0))", true},
      {"(app (app (lam (lam %1)) a) b)", "a", true},
      {"(app (app (lam (lam %1)) a) b)", "b", false},
      {"(app (app (lam (lam %0)) a) b)", "a", false},
      // η where the index is free in the function: λx. x x is not x, λx. (f x) x is not f x.
      {"(lam (lam (app %0 %0)))", "(lam %0)", false},
      {"(lam (app (app f %0) %0))", "f", false},
      {"(lam (lam (app %1 %0)))", "(lam %0)", true},
      {"(lam (lam (app %1 %0)))", "(lam (lam (app %0 %1)))", false},
      // capture: (λx. λy. x) y is λz. y, not λy. y
      {"(lam (app (lam (lam %1)) %0))", "(lam (lam %1))", true},
      {"(lam (app (lam (lam %1)) %0))", "(lam (lam %0))", false},
      {"(lam (lam (app (lam (lam (app %1 %3))) %1)))", "(lam (lam (lam (app %2 %1))))", false},
      {"(lam (lam (app (lam (lam (app %1 %3))) %0)))", "(lam (lam (lam (app %1 %2))))", true},
      {"(app (lam (app map (lam (app %1 %0)))) f)", "(app map f)", true},
      {"(lam (app map (lam (app (app %0 %1) %0))))", "(lam (app map %0))", false},
  };
  for (uint32_t i = 0; i < COUNT(cases); i++) {
    Lab lab;
    bool proved;
    prove(&lab, 2, cases[i].a, cases[i].b, &proved, 12);
    if (proved != cases[i].equal)
      fail_msg("%s, %s: %s", cases[i].a, cases[i].b, proved ? "proved" : "not proved");
    lab_close(&lab);
  }
}

// No fission where the function depends on the element; fusion is there.
TEST(fission_and_fusion) {
  static const struct {
    const char *a, *b;
    bool equal;
  } cases[] = {
      {"(app map (lam (app f (app g %0))))", "(lam (app (app map f) (app (app map g) %0)))", true},
      {"(app (app map f) (app (app map g) x))", "(app (app map (lam (app f (app g %0)))) x)", true},
      {"(lam (app (app map %0) (app (app map g) x)))", "(lam (app (app map (lam (app %1 (app g %0)))) x))",
       true},
      {"(lam (app (app map %0) (app (app map g) x)))", "(lam (app (app map (lam (app %0 (app g %0)))) x))",
       false},
      {"(app map (lam (app (app f %0) (app g %0))))", "(lam (app (app map (app f %0)) (app (app map g) %0)))",
       false},
  };
  for (uint32_t i = 0; i < COUNT(cases); i++) {
    Lab lab;
    bool proved;
    prove(&lab, 4, cases[i].a, cases[i].b, &proved, 5);
    if (proved != cases[i].equal)
      fail_msg("%s, %s: %s", cases[i].a, cases[i].b, proved ? "proved" : "not proved");
    lab_close(&lab);
  }
}

typedef struct {
  SmrClass root;
  const char *goal;
} Goal;

static bool reached(void *user, SmrEgraph *g) {
  const Goal *goal = user;
  SmrClass c = lookup_text(g, goal->goal);
  return c != SMR_NO_CLASS && same(g, c, goal->root);
}

// S-F13 to S-F15, S-T2: reduction, fission, binomial, untyped.
TEST(S_F13_to_F15_goals) {
  static const uint32_t most[] = {300, 1500, 4313};
  for (uint32_t i = 0; i < COUNT(lambda_goals); i++) {
    Lab lab;
    lab_open(&lab, lambda_rules, lambda_goals[i].rules);
    Goal goal = {add_text(lab.g, lambda_goals[i].start), lambda_goals[i].goal};
    SmrRunBudget budget = {.iterations = 20, .nodes = 20000, .goal = reached, .user = &goal};
    assert_int_equal(smr_run(lab.run, &budget), SMR_STOP_GOAL);
    assert_true(smr_egraph_nodes(lab.g) <= most[i]);
    assert_sound(&lab);
    lab_close(&lab);
  }
}

// The same rules as not pure, searched in full each time, find no more: what they miss, being incremental, is
// nothing.
TEST(incremental_misses_nothing) {
  for (uint32_t i = 0; i < COUNT(lambda_goals); i++) {
    uint32_t nodes[2], classes[2];
    for (uint32_t full = 0; full < 2; full++) {
      Lab lab;
      lab_open(&lab, lambda_rules, lambda_goals[i].rules);
      if (full) {
        smr_run_destroy(lab.run);
        smr_program_destroy(lab.program);
        for (uint32_t k = 0; k < lab.callbacks.list.size; k++)
          lab.callbacks.list.data[k].pure = false;
        SmrDiag diag = {0};
        lab.program = smr_program_create(lab.ops, lab.pointers, lambda_goals[i].rules, &lab.callbacks, &diag);
        lab.run = smr_run_create(lab.g, lab.program);
      }
      add_text(lab.g, lambda_goals[i].start);
      SmrRunBudget budget = {.iterations = 9};
      smr_run(lab.run, &budget);
      nodes[full] = smr_egraph_nodes(lab.g);
      classes[full] = smr_egraph_classes(lab.g);
      assert_sound(&lab);
      lab_close(&lab);
    }
    assert_int_equal(nodes[0], nodes[1]);
    assert_int_equal(classes[0], classes[1]);
  }
}

// Random closed terms, β and η: all nodes of a class, made terms with smallest children, have one normal
// form.
TEST(unions_are_equations) {
  random_state = 1234567890123456789u + test_seed();
  uint32_t checked = 0;
  for (uint32_t round = 0; round < test_rounds(450); round++) {
    Lab lab;
    Trees trees;
    lab_open(&lab, lambda_rules, 2);
    SmrTerm t = {0};
    smr_egraph_add_term(lab.g, &t, random_term(lab.ops, &t, 4 + random_below(14), 0));
    SmrRunBudget budget = {.iterations = 4, .nodes = 400};
    smr_run(lab.run, &budget);
    assert_sound(&lab);
    trees_open(&trees, lab.ops);
    for (SmrClass c = 0; c < smr_egraph_elements(lab.g); c++) {
      if (smr_egraph_find(lab.g, c) != c)
        continue;
      trees.used = 0;
      Tree *first = NULL;
      for (SmrNode n = smr_egraph_first(lab.g, c); n != SMR_NO_CLASS; n = smr_egraph_next(lab.g, c, n)) {
        SmrOperator op = smr_egraph_op(lab.g, n);
        uint32_t arity = smr_operator_info(lab.ops, op)->arity, children[4];
        smr_term_clear(&t);
        bool countable = true;
        for (uint32_t k = 0; k < arity; k++) {
          children[k] = smr_binder_term(lab.b, smr_egraph_children(lab.g, n)[k], &t);
          countable &= children[k] != UINT32_MAX;
        }
        if (!countable)
          continue;
        uint32_t root = smr_term_add(&t, lab.ops, op, children), fuel = 60;
        Tree *normal = tree_normal(&trees, tree_of(&trees, &t, root), &fuel);
        if (!normal)
          continue;
        checked++;
        if (first && !tree_equal(first, normal)) {
          SmrStr s = {0};
          smr_term_print(lab.ops, &t, root, &s);
          fail_msg("round %u, class %u: %s", round, c, smr_str_get(&s));
        }
        first = first ? first : normal;
      }
    }
    trees_close(&trees);
    smr_term_free(&t);
    lab_close(&lab);
  }
  assert_by_chance(checked > 5000);
}
