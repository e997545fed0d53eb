//===- test_extract_output.c - DOT and JSON ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/dot.h"
#include "egraph/gym.h"
#include "random_egraph.h"
#include "sexp_term.h"
#include "test.h"
#include <jansson.h>
#include <math.h>

TEST(dot) {
  SmrOperators *ops = smr_operators_create();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrClass root = add_text(g, "(h x (f x))");
  smr_egraph_union(g, add_text(g, "(f x)"), add_text(g, "y"));
  smr_egraph_union(g, add_text(g, "(f y)"), add_text(g, "y"));
  SmrClass quote = smr_egraph_add(g, smr_operator_plain(ops, "a\"b\\n", 0), NULL);
  smr_egraph_rebuild(g);
  SmrBest *best = smr_best_create(g, &smr_cost_size);
  smr_best_update(best);
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_egraph_dot(g, &(SmrDotOptions){.roots = &root, .root_count = 1, .best = best}, &out);
  assert_string_equal(smr_str_get(&out), "digraph egraph {\n"
                                         "  compound=true;\n"
                                         "  node [shape=box];\n"
                                         "  subgraph cluster_0 {\n"
                                         "    label=\"0\"; style=dotted;\n"
                                         "    n0 [label=\"x\", style=bold];\n"
                                         "  }\n"
                                         "  subgraph cluster_1 {\n"
                                         "    label=\"1\"; style=dotted;\n"
                                         "    n1 [label=\"f\"];\n"
                                         "    n4 [label=\"f\"];\n"
                                         "    n3 [label=\"y\", style=bold];\n"
                                         "  }\n"
                                         "  subgraph cluster_2 {\n"
                                         "    label=\"2\"; style=dotted;\n"
                                         "    n2 [label=\"h\", style=bold];\n"
                                         "  }\n"
                                         "  n1 -> n0 [lhead=cluster_0];\n"
                                         "  n4 -> n1 [];\n"
                                         "  n2 -> n0 [taillabel=\"0\", lhead=cluster_0, style=bold];\n"
                                         "  n2 -> n1 [taillabel=\"1\", lhead=cluster_1, style=bold];\n"
                                         "}\n");
  smr_str_clear(&out);
  smr_egraph_dot(g, NULL, &out);
  assert_non_null(strstr(smr_str_get(&out), "n5 [label=\"a\\\"b\\\\n\"];"));
  assert_null(strstr(smr_str_get(&out), "bold"));
  assert_int_equal(quote, 5);
  smr_best_destroy(best);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

static double no_b(void *user, SmrEgraph *g, SmrNode n, const double *children) {
  (void)user;
  return smr_operator_name(smr_egraph_ops(g), smr_egraph_op(g, n))[0] == 'b'
             ? INFINITY
             : smr_cost_of(&smr_cost_size, g, n, children) + 0.25;
}

// Reads the JSON back and extracts from it: the same tree costs as SmrBest's.
TEST(gym) {
  const SmrCost cost = {.kind = SMR_COST_CALL, .node = no_b};
  for (uint32_t seed = 0; seed < 100; seed++) {
    Random r = random_from(seed + 4000);
    SmrOperators *ops = smr_operators_create();
    SmrEgraph *g = smr_egraph_create(ops);
    random_growth(g, &r, 25, 6);
    SmrClass odd = smr_egraph_add(g, smr_operator_plain(ops, "\"\\\x01\xc3\xa9", 0), NULL);
    smr_egraph_rebuild(g);
    SmrClass roots[2] = {random_below(&r, smr_egraph_elements(g)), odd};
    SmrStr out = {0};
    smr_egraph_gym(g, &cost, roots, 2, &out);
    json_error_t error;
    json_t *json = json_loads(smr_str_get(&out), 0, &error);
    if (!json)
      fail_msg("%s: %s", error.text, smr_str_get(&out));
    json_t *nodes = json_object_get(json, "nodes"), *node;
    assert_int_equal(json_array_size(json_object_get(json, "root_eclasses")), 2);
    uint32_t count = smr_egraph_elements(g), found = 0;
    double *costs = smr_xmalloc(count * sizeof *costs);
    for (uint32_t i = 0; i < count; i++)
      costs[i] = INFINITY;
    const char *id;
    for (bool changed = true; changed;) {
      changed = false;
      json_object_foreach(nodes, id, node) {
        double sum = json_number_value(json_object_get(node, "cost"));
        assert_true(sum == 1.25);
        json_t *child;
        size_t i;
        json_array_foreach(json_object_get(node, "children"), i, child) {
          json_t *named = json_object_get(nodes, json_string_value(child));
          assert_non_null(named);
          sum += costs[atoi(json_string_value(json_object_get(named, "eclass")))];
        }
        SmrClass c = (SmrClass)atoi(json_string_value(json_object_get(node, "eclass")));
        assert_int_equal(smr_egraph_find(g, c), c);
        if (!strcmp(json_string_value(json_object_get(node, "op")), "\"\\\x01\xc3\xa9"))
          found++;
        if (sum < costs[c])
          costs[c] = sum, changed = true;
      }
    }
    assert_true(found > 0);
    SmrBest *best = smr_best_create(g, &cost);
    smr_best_update(best);
    for (SmrClass c = 0; c < count; c++)
      if (smr_egraph_find(g, c) == c)
        assert_true(costs[c] == smr_best_cost(best, c));
    smr_best_destroy(best);
    free(costs);
    json_decref(json);
    smr_str_free(&out);
    smr_egraph_destroy(g);
    smr_operators_destroy(ops);
  }
}
