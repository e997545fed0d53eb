//===- test_extract_dag.c - DAGs, against all choices --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/dag_internal.h"
#include "egraph/extract.h"
#include "egraph/run.h"
#include "random_egraph.h"
#include "sexp_term.h"
#include "test.h"
#include <math.h>

static double weights(void *user, SmrEgraph *g, SmrNode n, const double *children) {
  (void)user;
  const char *name = smr_operator_name(smr_egraph_ops(g), smr_egraph_op(g, n));
  double cost = name[0] == 'f' ? 0 : name[0] == 'k' ? 0.5 : name[0] == 'b' ? INFINITY : name[0] - 'a' + 1;
  for (uint32_t i = 0; i < smr_operator_info(smr_egraph_ops(g), smr_egraph_op(g, n))->arity; i++)
    cost += children[i];
  return cost;
}

static const SmrCost weighted = {.kind = SMR_COST_CALL, .node = weights};

//===--- the oracle: every choice of a node for every class ---===//

typedef struct {
  SmrEgraph *g;
  const SmrCost *cost;
  const SmrClass *roots;
  uint32_t count;
  SmrNode *chosen; // by class
  unsigned char *marks;
  double least;
  uint32_t tried;
} Brute;

static bool cost_below(Brute *b, SmrClass c, double *sum) {
  if (b->marks[c])
    return b->marks[c] == 2;
  b->marks[c] = 1;
  SmrNode n = b->chosen[c];
  *sum += smr_cost_own(b->cost, b->g, n);
  for (uint32_t i = 0; i < smr_operator_info(smr_egraph_ops(b->g), smr_egraph_op(b->g, n))->arity; i++)
    if (!cost_below(b, smr_egraph_children(b->g, n)[i], sum))
      return false;
  b->marks[c] = 2;
  return true;
}

static void try_all(Brute *b, SmrClass c) {
  uint32_t count = smr_egraph_elements(b->g);
  while (c < count && smr_egraph_find(b->g, c) != c)
    c++;
  if (c < count) {
    for (SmrNode n = smr_egraph_first(b->g, c); n != SMR_NO_CLASS; n = smr_egraph_next(b->g, c, n)) {
      b->chosen[c] = n;
      try_all(b, c + 1);
    }
    return;
  }
  b->tried++;
  memset(b->marks, 0, count);
  double sum = 0;
  for (uint32_t i = 0; i < b->count; i++)
    if (!cost_below(b, smr_egraph_find(b->g, b->roots[i]), &sum))
      return;
  b->least = fmin(b->least, sum);
}

static double choices(SmrEgraph *g) {
  double product = 1;
  for (SmrClass c = 0; c < smr_egraph_elements(g); c++) {
    uint32_t nodes = 0;
    if (smr_egraph_find(g, c) == c)
      for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n))
        nodes++;
    product *= nodes ? nodes : 1;
  }
  return product;
}

// What an SmrDag promises: closed, ordered, the cost of what is in it, each class once.
static void expect_whole(SmrEgraph *g, const SmrCost *cost, const SmrClass *roots, uint32_t count,
                         const SmrDag *dag) {
  unsigned char *seen = smr_xcalloc(smr_egraph_elements(g), 1);
  double sum = 0;
  for (uint32_t i = 0; i < dag->classes.size; i++) {
    SmrNode n = dag->nodes.data[i];
    assert_false(seen[dag->classes.data[i]]);
    assert_true(smr_egraph_is_live(g, n));
    assert_int_equal(smr_egraph_find(g, n), dag->classes.data[i]);
    for (uint32_t k = 0; k < smr_operator_info(smr_egraph_ops(g), smr_egraph_op(g, n))->arity; k++)
      assert_true(seen[smr_egraph_children(g, n)[k]]);
    seen[dag->classes.data[i]] = 1;
    sum += smr_cost_own(cost, g, n);
  }
  assert_true(fabs(sum - dag->cost) < 1e-9);
  SmrTerm term = {0};
  for (uint32_t i = 0; i < count; i++) {
    assert_true(seen[smr_egraph_find(g, roots[i])]);
    uint32_t root = smr_dag_term(dag, g, roots[i], &term);
    assert_int_equal(smr_egraph_lookup_term(g, &term, root), smr_egraph_find(g, roots[i]));
  }
  smr_term_free(&term);
  free(seen);
}

TEST(against_all_choices) {
  uint32_t compared = 0, best_found = 0, cheaper_than_tree = 0;
  for (uint32_t seed = 0; seed < 1500; seed++) {
    Random r = random_from(seed + 900);
    SmrOperators *ops = smr_operators_create();
    SmrEgraph *g = smr_egraph_create(ops);
    random_growth(g, &r, 8 + random_below(&r, 10), 3 + random_below(&r, 6));
    smr_egraph_rebuild(g);
    if (choices(g) <= 5000) {
      uint32_t count = smr_egraph_elements(g);
      SmrClass roots[2] = {random_below(&r, count), random_below(&r, count)};
      uint32_t root_count = 1 + random_below(&r, 2);
      const SmrCost *cost = random_below(&r, 2) ? &weighted : &smr_cost_size;
      Brute b = {
          g,        cost, roots, root_count, smr_xcalloc(count, sizeof *b.chosen), smr_xcalloc(count, 1),
          INFINITY, 0};
      try_all(&b, 0);
      SmrDag greedy = {0}, exact = {0};
      bool there = smr_dag_greedy(g, cost, roots, root_count, &greedy);
      assert_int_equal(there, b.least < INFINITY);
      assert_int_equal(smr_dag_exact(g, cost, roots, root_count, 0, &exact), there);
      if (there) {
        compared++;
        expect_whole(g, cost, roots, root_count, &greedy);
        expect_whole(g, cost, roots, root_count, &exact);
        assert_true(exact.proved && !greedy.proved);
        if (fabs(exact.cost - b.least) > 1e-9)
          fail_msg("seed %u: %g, not %g", seed, exact.cost, b.least);
        assert_true(greedy.cost >= exact.cost - 1e-9);
        // The search alone, without a good start.
        SmrDagProblem problem;
        SmrDagChoice choice = {.cost = INFINITY};
        uint64_t steps = 0;
        assert_true(smr_dag_problem(g, cost, roots, root_count, &problem));
        assert_true(smr_dag_search(&problem, 1000000, &choice, &steps));
        assert_true(fabs(choice.cost - b.least) < 1e-9);
        smr_vec_free(&choice.options);
        smr_dag_problem_free(&problem);
        best_found += greedy.cost <= exact.cost + 1e-9;
        SmrBest *best = smr_best_create(g, cost);
        smr_best_update(best);
        if (root_count == 1) {
          assert_true(greedy.cost <= smr_best_cost(best, roots[0]) + 1e-9);
          cheaper_than_tree += greedy.cost < smr_best_cost(best, roots[0]) - 1e-9;
        }
        smr_best_destroy(best);
      }
      smr_dag_free(&greedy);
      smr_dag_free(&exact);
      free(b.chosen), free(b.marks);
    }
    smr_egraph_destroy(g);
    smr_operators_destroy(ops);
  }
  assert_true(compared > 700 && cheaper_than_tree > 20);
  assert_true(best_found >= compared - compared / 100);
}

// Larger ones, where only the bounds are known: exact is no worse than greedy, and both are whole.
TEST(larger_graphs) {
  for (uint32_t seed = 0; seed < 30; seed++) {
    Random r = random_from(seed + 77);
    SmrOperators *ops = smr_operators_create();
    SmrEgraph *g = smr_egraph_create(ops);
    random_growth(g, &r, 300, 60);
    smr_egraph_rebuild(g);
    SmrClass roots[3] = {smr_egraph_elements(g) - 1, 20, 100};
    SmrDag greedy = {0}, exact = {0};
    if (smr_dag_greedy(g, &weighted, roots, 3, &greedy)) {
      assert_true(smr_dag_exact(g, &weighted, roots, 3, 100000, &exact));
      expect_whole(g, &weighted, roots, 3, &greedy);
      expect_whole(g, &weighted, roots, 3, &exact);
      assert_true(exact.cost <= greedy.cost + 1e-9);
      assert_true(exact.proved || exact.steps == 100000);
    }
    smr_dag_free(&greedy);
    smr_dag_free(&exact);
    smr_egraph_destroy(g);
    smr_operators_destroy(ops);
  }
}

TEST(sharing_pays) {
  SmrOperators *ops = smr_operators_create();
  SmrEgraph *g = smr_egraph_create(ops);
  // As a tree x*x costs more than p+q; as a DAG x is paid for once.
  SmrClass root = add_text(g, "(* (f (f (f (f a)))) (f (f (f (f a)))))");
  smr_egraph_union(g, root, add_text(g, "(+ (g (g b)) (g (g c)))"));
  smr_egraph_rebuild(g);
  SmrBest *best = smr_best_create(g, &smr_cost_size);
  smr_best_update(best);
  assert_true(smr_best_cost(best, root) == 7);
  SmrDag dag = {0};
  assert_true(smr_dag_greedy(g, &smr_cost_size, &root, 1, &dag));
  assert_true(dag.cost == 6);
  assert_true(smr_dag_exact(g, &smr_cost_size, &root, 1, 0, &dag));
  assert_true(dag.cost == 6 && dag.proved);
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  uint32_t at = smr_dag_term(&dag, g, root, &term);
  assert_int_equal(term.nodes.size, 6);
  smr_term_print(ops, &term, at, &out);
  assert_string_equal(smr_str_get(&out), "(* (f (f (f (f a)))) (f (f (f (f a)))))");
  // No roots: nothing, proved.
  assert_true(smr_dag_exact(g, &smr_cost_size, NULL, 0, 0, &dag));
  assert_true(dag.cost == 0 && dag.proved && !dag.classes.size);
  smr_dag_free(&dag);
  smr_best_destroy(best);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

static double greedy_cost(const char *const (*equal)[2], uint32_t count, const char *root_text) {
  SmrOperators *ops = smr_operators_create();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrClass root = add_text(g, root_text);
  for (uint32_t i = 0; i < count; i++)
    smr_egraph_union(g, add_text(g, equal[i][0]), add_text(g, equal[i][1]));
  smr_egraph_rebuild(g);
  SmrDag greedy = {0};
  assert_true(smr_dag_greedy(g, &smr_cost_size, &root, 1, &greedy));
  double cost = greedy.cost;
  smr_dag_free(&greedy);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
  return cost;
}

// What each half of the greedy search is there for.
TEST(both_halves) {
  // The best tree does not need the class that shares a lot, and going there pays only with its best DAG.
  static const char *const sets[][2] = {
      {"(c (c (c (c (c (c (c (c d))))))))", "(w (* (f (f (f (f a)))) (g (f (f (f (f a)))))))"},
      {"(* (f (f (f (f a)))) (g (f (f (f (f a))))))", "(+ (g (g (g b))) (g (g (g c))))"},
  };
  assert_true(greedy_cost(sets, 2, sets[0][0]) == 8);
  // What is cheapest for a class alone is not when the root needs the other one's parts anyway.
  static const char *const context[][2] = {{"(g (g b))", "(h (f (f (f a))))"}};
  assert_true(greedy_cost(context, 1, "(p (g (g b)) (f (f (f a))))") == 6);
}

// A limit of steps: a result that is not proved, and says so. n sums of pairs that share in many ways.
TEST(giving_up) {
  SmrOperators *ops = smr_operators_create();
  SmrEgraph *g = smr_egraph_create(ops);
  Random r = random_from(3);
  SmrClass roots[24];
  char text[64];
  for (uint32_t i = 0; i < 24; i++) {
    roots[i] = SMR_NO_CLASS;
    for (uint32_t k = 0; k < 4; k++) {
      snprintf(text, sizeof text, "(h (f v%u) (g v%u))", random_below(&r, 30), random_below(&r, 30));
      SmrClass c = add_text(g, text);
      if (k)
        smr_egraph_union(g, roots[i], c);
      else
        roots[i] = c;
    }
  }
  smr_egraph_rebuild(g);
  SmrDag dag = {0};
  assert_true(smr_dag_exact(g, &smr_cost_size, roots, 24, 1000, &dag));
  assert_false(dag.proved);
  assert_int_equal(dag.steps, 1000);
  expect_whole(g, &smr_cost_size, roots, 24, &dag);
  smr_dag_free(&dag);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

// Sets that would fill memory (a chain: a quadratic number of elements), and deep terms.
TEST(deep_chain) {
  SmrOperators *ops = smr_operators_create();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrOperator f = smr_operator_plain(ops, "f", 1);
  SmrClass c = smr_egraph_add(g, smr_operator_plain(ops, "a", 0), NULL);
  enum { DEPTH = 1000000 };
  for (uint32_t i = 0; i < DEPTH; i++)
    c = smr_egraph_add(g, f, &c);
  smr_egraph_rebuild(g);
  SmrDag dag = {0};
  assert_true(smr_dag_greedy(g, &smr_cost_size, &c, 1, &dag));
  assert_true(dag.cost == DEPTH + 1);
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  assert_int_equal(smr_dag_term(&dag, g, c, &term), DEPTH);
  smr_dag_free(&dag);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}
