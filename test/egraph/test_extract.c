//===- test_extract.c - best terms, against Bellman-Ford -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/extract.h"
#include "egraph/internal.h"
#include "egraph/run.h"
#include "random_egraph.h"
#include "sexp_term.h"
#include "test.h"
#include <math.h>

static void expect_term(SmrBest *best, SmrClass c, const char *text) {
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  uint32_t root = smr_best_term(best, c, &term);
  assert_int_not_equal(root, UINT32_MAX);
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_term_print(smr_egraph_ops(smr_best_graph(best)), &term, root, &out);
  assert_string_equal(smr_str_get(&out), text);
}

static void rebuilt(SmrEgraph *g) {
  smr_egraph_rebuild(g);
  SMR_OWNED(SmrStr, smr_str_free) broken = {0};
  if (!smr_egraph_check(g, &broken))
    fail_msg("%s", smr_str_get(&broken));
}

TEST(small_terms) {
  SmrOperators *ops = smr_operators_create();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrClass root = add_text(g, "(* (/ a 2) (+ b (* 2 c)))");
  SmrBest *best = smr_best_create(g, &smr_cost_size), *depth = smr_best_create(g, &smr_cost_depth);
  rebuilt(g);
  smr_best_update(best);
  smr_best_update(depth);
  assert_true(smr_best_cost(best, root) == 9);
  assert_true(smr_best_cost(depth, root) == 4);
  expect_term(best, root, "(* (/ a 2) (+ b (* 2 c)))");
  smr_egraph_union(g, add_text(g, "(* 2 c)"), add_text(g, "(<< c)"));
  rebuilt(g);
  smr_best_update(best);
  assert_true(smr_best_cost(best, root) == 8);
  assert_true(smr_best_looked_at(best) < 9);
  expect_term(best, root, "(* (/ a 2) (+ b (<< c)))");
  // A class joined with its own subterm: its term must not go through itself.
  smr_egraph_union(g, root, add_text(g, "(+ b (* 2 c))"));
  rebuilt(g);
  smr_best_update(best);
  expect_term(best, root, "(+ b (<< c))");
  smr_egraph_union(g, root, add_text(g, "b"));
  rebuilt(g);
  smr_best_update(best);
  expect_term(best, root, "b");
  smr_best_update(best);
  assert_int_equal(smr_best_looked_at(best), 0);
  smr_best_destroy(best);
  smr_best_destroy(depth);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

// Costs under which unions make nodes of equal cost, so that a choice could go round in a circle.
static double largest_child(void *user, SmrEgraph *g, SmrNode n, const double *children) {
  (void)user;
  const SmrOperatorInfo *info = smr_operator_info(smr_egraph_ops(g), smr_egraph_op(g, n));
  double cost = info->arity ? 0 : smr_operator_name(smr_egraph_ops(g), smr_egraph_op(g, n))[0] - 'a' + 1;
  for (uint32_t i = 0; i < info->arity; i++)
    cost = fmax(cost, children[i]);
  return cost;
}

static double weights(void *user, SmrEgraph *g, SmrNode n, const double *children) {
  (void)user;
  const char *name = smr_operator_name(smr_egraph_ops(g), smr_egraph_op(g, n));
  uint32_t arity = smr_operator_info(smr_egraph_ops(g), smr_egraph_op(g, n))->arity;
  if (name[0] == 'c')
    return INFINITY;
  double cost = name[0] == 'f' ? 0 : name[0] == 'k' ? 0.5 : 3;
  for (uint32_t i = 0; i < arity; i++)
    cost += (name[0] == 'h' ? 2 : 1) * children[i];
  return cost;
}

// The oracle: every node again and again, until nothing changes.
static double *bellman_ford(SmrEgraph *g, const SmrCost *cost) {
  uint32_t count = smr_egraph_elements(g);
  double *costs = smr_xmalloc(count * sizeof *costs), children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < count; i++)
    costs[i] = INFINITY;
  for (bool changed = true; changed;) {
    changed = false;
    for (SmrClass c = 0; c < count; c++) {
      if (smr_egraph_find(g, c) != c)
        continue;
      for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)) {
        bool known = true;
        for (uint32_t i = 0; i < smr_operator_info(smr_egraph_ops(g), smr_egraph_op(g, n))->arity; i++) {
          children[i] = costs[smr_egraph_children(g, n)[i]];
          known &= children[i] < INFINITY;
        }
        double value = known ? smr_cost_of(cost, g, n, children) : INFINITY;
        if (value < costs[c])
          costs[c] = value, changed = true;
      }
    }
  }
  return costs;
}

static double term_cost(SmrEgraph *g, const SmrCost *cost, const SmrTerm *term, uint32_t root) {
  double *costs = smr_xmalloc((root + 1) * sizeof *costs), children[SMR_MAX_ARITY];
  SmrClass *classes = smr_xmalloc((root + 1) * sizeof *classes), args[SMR_MAX_ARITY];
  for (uint32_t i = 0; i <= root; i++) {
    SmrOperator op = term->nodes.data[i].op;
    for (uint32_t k = 0; k < smr_operator_info(smr_egraph_ops(g), op)->arity; k++) {
      children[k] = costs[smr_term_children(term, i)[k]];
      args[k] = classes[smr_term_children(term, i)[k]];
    }
    classes[i] = smr_egraph_lookup(g, op, args);
    assert_int_not_equal(classes[i], SMR_NO_CLASS);
    SmrNode node = SMR_NO_CLASS;
    for (SmrNode n = smr_egraph_first(g, classes[i]); n != SMR_NO_CLASS;
         n = smr_egraph_next(g, classes[i], n))
      if (smr_egraph_op(g, n) == op)
        node = n; // (the costs here look at no more than the operator)
    costs[i] = smr_cost_of(cost, g, node, children);
  }
  double result = costs[root];
  free(costs), free(classes);
  return result;
}

static void expect_all(SmrBest *best) {
  SmrEgraph *g = smr_best_graph(best);
  double *costs = bellman_ford(g, smr_best_model(best));
  for (SmrClass c = 0; c < smr_egraph_elements(g); c++) {
    if (smr_egraph_find(g, c) != c)
      continue;
    if (smr_best_cost(best, c) != costs[c])
      fail_msg("class %u costs %g, not %g", c, smr_best_cost(best, c), costs[c]);
    SmrTerm term = {0};
    uint32_t root = smr_best_term(best, c, &term);
    assert_int_equal(root == UINT32_MAX, costs[c] == INFINITY);
    assert_int_equal(smr_best_node(best, c) == SMR_NO_CLASS, costs[c] == INFINITY);
    if (root != UINT32_MAX) {
      assert_int_equal(smr_egraph_lookup_term(g, &term, root), c);
      assert_true(term_cost(g, smr_best_model(best), &term, root) == costs[c]);
    }
    smr_term_free(&term);
  }
  free(costs);
}

static const SmrCost costs_under_test[] = {{.kind = SMR_COST_SIZE},
                                           {.kind = SMR_COST_DEPTH},
                                           {.kind = SMR_COST_CALL, .node = largest_child},
                                           {.kind = SMR_COST_CALL, .node = weights}};
enum { COSTS = sizeof costs_under_test / sizeof *costs_under_test };

// Random growth step by step: one SmrBest follows each, a new one starts at each.
TEST(random_graphs) {
  for (uint32_t seed = 0; seed < test_rounds(400); seed++) {
    Random r = random_from(seed + test_seed());
    SmrOperators *ops = smr_operators_create();
    SmrEgraph *g = smr_egraph_create(ops);
    SmrBest *follow[COSTS];
    for (int i = 0; i < COSTS; i++)
      follow[i] = smr_best_create(g, &costs_under_test[i]);
    for (int step = 0; step < 6; step++) {
      random_growth(g, &r, random_below(&r, 12), random_below(&r, 5));
      if (random_below(&r, 4) == 0)
        rebuilt(g);
      rebuilt(g);
      for (int i = 0; i < COSTS; i++) {
        smr_best_update(follow[i]);
        expect_all(follow[i]);
        SmrBest *fresh = smr_best_create(g, &costs_under_test[i]);
        smr_best_update(fresh);
        expect_all(fresh);
        smr_best_destroy(fresh);
      }
    }
    for (int i = 0; i < COSTS; i++)
      smr_best_destroy(follow[i]);
    smr_egraph_destroy(g);
    smr_operators_destroy(ops);
  }
}

//===--- in runs, where numbers are used again ---===//

typedef struct {
  SmrBest *best[COSTS];
  uint32_t calls, every; // updates after every so many iterations
} Following;

static bool follow_run(void *user, SmrEgraph *g) {
  Following *f = user;
  smr_egraph_recycle(g); // (runs do it themselves only when much is dead)
  if (f->calls++ % f->every)
    return false;
  for (int i = 0; i < COSTS; i++) {
    smr_best_update(f->best[i]);
    expect_all(f->best[i]);
  }
  return false;
}

TEST(following_runs) {
  static const char *const texts[][2] = {{"(h ?a ?b)", "(h ?b ?a)"},
                                         {"(h ?a (h ?b ?c))", "(h (h ?a ?b) ?c)"},
                                         {"(k ?a (h ?b ?c))", "(h (k ?a ?b) (k ?a ?c))"},
                                         {"(h (k ?a ?b) (k ?a ?c))", "(k ?a (h ?b ?c))"},
                                         {"(f (g ?a))", "(g (f ?a))"},
                                         {"(g (g ?a))", "?a"},
                                         {"(k ?a b)", "?a"},
                                         {"(h ?a a)", "(f ?a)"},
                                         {"(f ?a)", "(h ?a a)"},
                                         {"(h ?a (g ?a))", "a"}};
  enum { RULES = sizeof texts / sizeof *texts };
  for (uint32_t every = 1; every < 5; every++) {
    SmrOperators *ops = smr_operators_create();
    SmrEgraph *g = smr_egraph_create(ops);
    SmrRule rules[RULES];
    const SmrRule *pointers[RULES];
    for (int i = 0; i < RULES; i++)
      rules[i] = rule_text(ops, texts[i][0], texts[i][0], texts[i][1]), pointers[i] = &rules[i];
    add_text(g, "(k (h a (g b)) (h (f (g d)) (h (k e (h d (h e a))) (k d (g (f e))))))");
    SmrDiag diag = {0};
    SmrProgram *program = smr_program_create(ops, pointers, RULES, NULL, &diag);
    assert_non_null(program);
    SmrRun *run = smr_run_create(g, program);
    Following f = {.every = every};
    for (int i = 0; i < COSTS; i++)
      f.best[i] = smr_best_create(g, &costs_under_test[i]);
    SmrRunBudget budget = {.nodes = 1500,
                           .goal = follow_run,
                           .user = &f,
                           .recycle_slack = 1,
                           .scheduler = every == 2 ? SMR_SCHEDULER_BACKOFF : SMR_SCHEDULER_SIMPLE,
                           .iterations = 14};
    smr_run(run, &budget);
    assert_true(smr_egraph_elements(g) < g->created); // numbers were used again
    f.every = 1;
    follow_run(&f, g);
    // The graph goes on to change between runs.
    smr_egraph_union(g, add_text(g, "(f (f b))"), add_text(g, "(h d e)"));
    budget.nodes = 3000;
    smr_run(run, &budget);
    smr_egraph_rebuild(g);
    follow_run(&f, g);
    for (int i = 0; i < COSTS; i++)
      smr_best_destroy(f.best[i]);
    smr_run_destroy(run);
    smr_program_destroy(program);
    for (int i = 0; i < RULES; i++)
      smr_rule_free(&rules[i]);
    smr_egraph_destroy(g);
    smr_operators_destroy(ops);
  }
}

static double largest(void *user, SmrEgraph *g, SmrNode n, const double *children) {
  double cost = 1;
  (void)user;
  for (uint32_t k = 0; k < smr_arity(g, g->elements[n].op & SMR_NODE_OPERATOR); k++)
    cost = fmax(cost, children[k]);
  return cost;
}

// A node that costs no more than its children stays the choice of its class when they change.
TEST(choices_of_equal_cost_stay) {
  SmrOperators *ops = smr_operators_create();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrClass root = add_text(g, "(f (f a))");
  add_text(g, "(h (g z) (k z (f z)))"); // used more often than a, so that a becomes z
  char name[32];
  for (uint32_t k = 0; k < 1000; k++) {
    snprintf(name, sizeof name, "p%u", k);
    add_text(g, name);
  }
  smr_egraph_rebuild(g);
  SmrCost cost = {.kind = SMR_COST_CALL, .node = largest};
  SmrBest *best = smr_best_create(g, &cost);
  smr_best_update(best);
  smr_egraph_union(g, add_text(g, "a"), add_text(g, "z"));
  rebuilt(g);
  smr_best_update(best);
  assert_true(smr_best_looked_at(best) < 20);
  assert_true(smr_best_cost(best, root) == 1);
  smr_best_destroy(best);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

//===--- size ---===//

static double shared_tree(void *user, SmrEgraph *g, SmrNode n, const double *children) {
  (void)user;
  return smr_cost_of(&smr_cost_size, g, n, children);
}

// A chain of a million nodes, made from the top down, so that the order of numbers is the worst there is; and
// terms that are 2^100000 large as trees.
TEST(deep_graphs) {
  enum { DEPTH = 1000000 };
  SmrOperators *ops = smr_operators_create();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrOperator f = smr_operator_plain(ops, "f", 1), h = smr_operator_plain(ops, "h", 2);
  char name[32];
  SmrClass top = smr_egraph_add(g, smr_operator_plain(ops, "p0", 0), NULL), hole = top;
  for (uint32_t i = 1; i <= DEPTH; i++) {
    snprintf(name, sizeof name, "p%u", i);
    SmrClass below = smr_egraph_add(g, smr_operator_plain(ops, i < DEPTH ? "x" : "y", 0), NULL);
    if (i < DEPTH)
      below = smr_egraph_add(g, smr_operator_plain(ops, name, 0), NULL);
    smr_egraph_add_to(g, f, &below, hole);
    hole = below;
  }
  smr_egraph_rebuild(g);
  // The placeholders are not to be chosen.
  SmrCostTable *table = smr_cost_table_create(ops, NULL);
  SMR_OWNED(SmrTerm, smr_term_free) never = {0};
  uint32_t one = smr_term_add(&never, ops, smr_operator_integer(ops, 1), NULL);
  uint32_t zero = smr_term_add(&never, ops, smr_operator_integer(ops, 0), NULL);
  smr_term_add(&never, ops, smr_operator_plain(ops, "/", 2), (uint32_t[]){one, zero});
  SmrDiag diag = {0};
  for (uint32_t i = 0; i < DEPTH; i++) {
    snprintf(name, sizeof name, "p%u", i);
    assert_true(smr_cost_table_set(table, name, &never, 2, "t", 1, 1, &diag));
  }
  SmrCost cost = smr_cost_table_cost(table);
  SmrBest *best = smr_best_create(g, &cost);
  smr_best_update(best);
  assert_true(smr_best_cost(best, top) == DEPTH + 1);
  assert_true(smr_best_looked_at(best) < 12 * DEPTH);
  SmrTerm term = {0};
  assert_int_equal(smr_best_term(best, top, &term), DEPTH);
  smr_term_free(&term);
  smr_best_destroy(best);
  smr_cost_table_destroy(table);

  SmrClass c = smr_egraph_add(g, smr_operator_plain(ops, "z", 0), NULL);
  for (uint32_t i = 0; i < 100000; i++)
    c = smr_egraph_add(g, h, (SmrClass[]){c, c});
  smr_egraph_rebuild(g);
  table = smr_cost_table_create(ops, NULL);
  const SmrCost costs[] = {
      smr_cost_size, {.kind = SMR_COST_CALL, .node = shared_tree}, smr_cost_table_cost(table)};
  for (int i = 0; i < 3; i++) {
    best = smr_best_create(g, &costs[i]);
    smr_best_update(best);
    assert_int_equal(smr_best_term(best, c, &term), 100000);
    smr_term_free(&term);
    smr_best_destroy(best);
  }
  smr_cost_table_destroy(table);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

// Several roots share their subterms.
TEST(several_roots) {
  SmrOperators *ops = smr_operators_create();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrClass roots[2] = {add_text(g, "(f (g x))"), add_text(g, "(h (g x) (g x))")};
  smr_egraph_rebuild(g);
  SmrBest *best = smr_best_create(g, &smr_cost_size);
  smr_best_update(best);
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  uint32_t at[2];
  assert_true(smr_best_terms(best, roots, 2, &term, at));
  assert_int_equal(term.nodes.size, 4);
  assert_int_equal(smr_term_children(&term, at[0])[0], smr_term_children(&term, at[1])[1]);
  smr_best_destroy(best);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}
