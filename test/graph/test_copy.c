//===- test_copy.c - copies of graphs -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/normalize/normalize.h"
#include "graph/random_graph.h"

static void assert_text(const SmrGraph *g, const SmrStr *expected) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_graph_print(g, &text);
  assert_string_equal(smr_str_get(&text), smr_str_get(expected));
}

/// What happens to a copy is what would happen to the graph, which sees nothing of it.
TEST(test_copies_are_apart) {
  for (uint32_t seed = 0; seed < 400; seed++) {
    SmrIntern *symbols = smr_intern_create();
    SmrGraph *g = smr_random_graph(symbols, "random", (SmrRandomForm)(seed % 4), 1 + seed % 40, seed);
    SmrStr before = {0}, after = {0};
    smr_graph_print(g, &before);
    SmrGraph *copy = smr_graph_copy(g), *plain = smr_graph_copy(g);
    assert_text(copy, &before);
    smr_normalize(copy);
    smr_normalize_plain(plain);
    smr_graph_destroy(plain);
    assert_text(g, &before);
    smr_graph_print(copy, &after);
    SmrGraph *normal = smr_graph_copy(copy); // with exits and assumptions
    smr_graph_destroy(copy);
    assert_text(normal, &after);
    smr_normalize(g);
    assert_text(g, &after);
    assert_int_equal(g->ops.size, normal->ops.size);
    assert_int_equal(g->values.size, normal->values.size);
    assert_int_equal(g->exits.size, normal->exits.size);
    assert_int_equal(g->assumptions.size, normal->assumptions.size);
    smr_graph_destroy(g);
    smr_graph_destroy(normal);
    smr_str_free(&before);
    smr_str_free(&after);
    smr_intern_destroy(symbols);
  }
}
