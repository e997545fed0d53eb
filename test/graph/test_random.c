//===- test_random.c - random graphs: valid, printable, perturbable -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/random_graph.h"
#include "graph/ring.h"
#include "graph/same_graph.h"

enum { SEEDS = 300, INPUTS = 2 };

static void assert_valid(const SmrGraph *g, uint32_t seed, const char *what) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  if (!smr_graph_check(g, &diag)) {
    SmrStr text = {0};
    smr_graph_print(g, &text);
    fputs(text.data, stderr);
    smr_str_free(&text);
    smr_diag_flush(&diag, stderr);
    fail_msg("seed %u: %s is not valid", seed, what);
  }
}

static void run(const SmrGraph *g, uint64_t input, const SmrNumbers *numbers, unsigned char *memory,
                SmrCell *result) {
  char trap[160];
  if (!smr_run_random(g, input, numbers, memory, result, trap))
    fail_msg("@%s trapped: %s", smr_intern_text(g->symbols, g->name), trap);
}

/// Two graphs leave the same memory and return the same value.
static void assert_same(const SmrGraph *a, const SmrGraph *b, const SmrNumbers *numbers) {
  static unsigned char left[SMR_RANDOM_ARRAYS * SMR_RANDOM_ARRAY],
      right[SMR_RANDOM_ARRAYS * SMR_RANDOM_ARRAY];
  for (uint32_t input = 0; input < INPUTS; input++) {
    SmrCell x, y;
    run(a, input, numbers, left, &x);
    run(b, input, numbers, right, &y);
    assert_memory_equal(left, right, sizeof left);
    assert_true(x.i == y.i && x.im.i == y.im.i);
  }
}

static SmrGraph *print_and_parse(const SmrGraph *g, SmrStr *text) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  smr_graph_print(g, text);
  SmrGraph *back = smr_graph_parse(g->symbols, "printed", text->data, text->size, &diag);
  smr_diag_flush(&diag, stderr);
  assert_non_null(back);
  return back;
}

/// Of all forms, and of their normal and plain forms.
TEST(test_text_keeps_everything) {
  uint32_t first = test_seed();
  for (uint32_t seed = first; seed < first + test_rounds(4 * SEEDS); seed++) {
    SmrIntern *symbols = smr_intern_create();
    SmrGraph *g = smr_random_graph(symbols, "random", (SmrRandomForm)(seed % 4), 1 + seed % 30, seed);
    SmrStr why = {0};
    if (!survives_text(g, seed / 4 % 2, &why))
      fail_msg("seed %u: %s", seed, smr_str_get(&why));
    smr_str_free(&why);
    smr_graph_destroy(g);
    smr_intern_destroy(symbols);
  }
}

TEST(test_random_graphs) {
  uint64_t loops = 0, ops = 0;
  uint32_t first = test_seed();
  for (uint32_t seed = first; seed < first + test_rounds(3 * SEEDS); seed++) {
    SmrIntern *symbols = smr_intern_create();
    SmrGraph *g = smr_random_graph(symbols, "random", (SmrRandomForm)(seed % 3), 1 + seed % 30, seed);
    assert_valid(g, seed, "the graph");
    for (uint32_t op = 1; op < g->ops.size; op++)
      loops += g->ops.data[op].code == SMR_OP_LOOP || g->ops.data[op].code == SMR_OP_FOR;
    ops += g->ops.size;

    SmrStr once = {0}, twice = {0}, again = {0};
    SmrGraph *back = print_and_parse(g, &once), *third = print_and_parse(back, &twice);
    assert_string_equal(once.data, twice.data);
    assert_valid(back, seed, "its parsed text");
    assert_same(g, back, &smr_floats);

    SmrGraph *same = smr_random_graph(symbols, "random", (SmrRandomForm)(seed % 3), 1 + seed % 30, seed);
    smr_graph_print(same, &again);
    assert_string_equal(once.data, again.data);

    for (uint32_t what = 0; what <= SMR_PERTURB_ALL; what += 5) {
      SmrGraph *other = smr_random_perturb(g, what, seed + what);
      assert_valid(other, seed, "its perturbation");
      assert_same(g, other, &smr_ring);
      smr_graph_destroy(other);
    }
    smr_str_free(&once);
    smr_str_free(&twice);
    smr_str_free(&again);
    smr_graph_destroy(g);
    smr_graph_destroy(same);
    smr_graph_destroy(back);
    smr_graph_destroy(third);
    smr_intern_destroy(symbols);
  }
  assert_by_chance(loops > test_rounds(500) && ops > test_rounds(10000)); // the generator does its work
}

/// Perturbing does move things: the texts differ most of the time.
TEST(test_perturbation_moves) {
  uint32_t different = 0;
  for (uint32_t seed = 0; seed < 100; seed++) {
    SmrIntern *symbols = smr_intern_create();
    SmrGraph *g = smr_random_graph(symbols, "random", SMR_RANDOM_NORMAL, 10, seed);
    SmrGraph *other = smr_random_perturb(g, SMR_PERTURB_ALL & ~(unsigned)SMR_PERTURB_RENAME, seed);
    SmrGraph *copy = smr_random_perturb(g, 0, seed);
    SmrStr a = {0}, b = {0}, c = {0};
    smr_graph_print(g, &a);
    smr_graph_print(other, &b);
    smr_graph_print(copy, &c);
    different += strcmp(a.data, b.data) != 0;
    smr_str_free(&a);
    smr_str_free(&b);
    smr_str_free(&c);
    smr_graph_destroy(g);
    smr_graph_destroy(other);
    smr_graph_destroy(copy);
    smr_intern_destroy(symbols);
  }
  assert_true(different > 90);
}

TEST(test_complex_graphs) {
  uint32_t first = test_seed();
  for (uint32_t seed = first; seed < first + test_rounds(SEEDS); seed++) {
    SmrIntern *symbols = smr_intern_create();
    SmrGraph *g = smr_random_graph(symbols, "random", (SmrRandomForm)(seed % 4 | SMR_RANDOM_COMPLEX),
                                   1 + seed % 30, seed);
    SmrStr once = {0}, twice = {0};
    SmrGraph *back = print_and_parse(g, &once);
    smr_graph_print(back, &twice);
    assert_valid(back, seed, "its parsed text");
    assert_string_equal(once.data, twice.data);
    assert_same(g, back, &smr_ring);
    smr_str_free(&once);
    smr_str_free(&twice);
    smr_graph_destroy(g);
    smr_graph_destroy(back);
    smr_intern_destroy(symbols);
  }
}
