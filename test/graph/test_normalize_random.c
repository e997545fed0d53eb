//===- test_normalize_random.c - normalising changes no result -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Random graphs are run before and after smr_normalize on the same memory. In ring mode every reassociation
// is exact, so the memory afterwards must be the same bytes. Normalising twice must also be safe.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/random_graph.h"
#include "graph/ring.h"
#include "test.h"

enum { MEMORY = SMR_RANDOM_ARRAYS * SMR_RANDOM_ARRAY };

/// Moves allocas to the entry block: one object for the whole run, which promotion takes for a slot.
static void move_to_entry(SmrGraph *g) {
  for (SmrOp op = 0, next = smr_next_op(g, 0, 0); (op = next);) {
    next = smr_next_op(g, op, 0);
    SmrOp first = g->blocks.data[smr_region_block(g, g->body)].first;
    if (smr_op(g, op)->code != SMR_OP_ALLOCA)
      continue;
    smr_op(g, op)->flags |= SMR_F_ONCE;
    if (smr_op(g, op)->block == smr_op(g, first)->block)
      continue;
    smr_op_unlink(g, op);
    smr_op_insert_before(g, first, op);
  }
}

static SmrGraph *make(SmrIntern *symbols, SmrRandomForm form, uint64_t seed, uint32_t size) {
  SmrGraph *g = smr_random_graph(symbols, "f", form, size, seed);
  if (seed % 2)
    move_to_entry(g);
  return g;
}

static void compare(SmrRandomForm form, uint64_t seed, uint32_t size) {
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *before = make(symbols, form, seed, size), *after = make(symbols, form, seed, size);
  smr_normalize(after);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  if (!smr_graph_check(after, &diag)) {
    SmrStr text = {0};
    smr_graph_print(after, &text);
    print_message("seed %llu\n%s", (unsigned long long)seed, smr_str_get(&text));
    smr_diag_flush(&diag, stderr);
    fail();
  }
  for (uint64_t run = 0; run < 3; run++) {
    static unsigned char memory[2][MEMORY];
    SmrCell result[2] = {0};
    char trap[2][160] = {{0}};
    bool ok[2] = {smr_run_random(before, seed * 31 + run, &smr_ring, memory[0], &result[0], trap[0]),
                  smr_run_random(after, seed * 31 + run, &smr_ring, memory[1], &result[1], trap[1])};
    assert_true(ok[0]);
    if (!ok[1] || memcmp(memory[0], memory[1], MEMORY) != 0 || result[0].i != result[1].i ||
        result[0].im.i != result[1].im.i) {
      SmrStr text = {0};
      smr_graph_print(before, &text);
      smr_str_puts(&text, "\n// became\n");
      smr_graph_print(after, &text);
      print_message("form %d seed %llu size %u run %llu: %s\n%s", form, (unsigned long long)seed, size,
                    (unsigned long long)run, ok[1] ? "different memory" : trap[1], smr_str_get(&text));
      fail();
    }
  }
  smr_graph_destroy(before);
  smr_graph_destroy(after);
  smr_intern_destroy(symbols);
}

static void random_seeds(int form, uint32_t count) { // -1: all forms of complex numbers
  uint64_t first = 1 + test_seed();
  for (uint64_t seed = first; seed < first + count; seed++)
    compare((SmrRandomForm)(form < 0 ? (seed % 4 | SMR_RANDOM_COMPLEX) : (uint32_t)form), seed,
            1 + seed % 40);
}

TEST(normal) {
  random_seeds(SMR_RANDOM_NORMAL, test_rounds(400));
}

TEST(imported) {
  random_seeds(SMR_RANDOM_IMPORTED, test_rounds(600));
}

TEST(blocks) {
  random_seeds(SMR_RANDOM_BLOCKS, test_rounds(600));
}

TEST(cfg) {
  random_seeds(SMR_RANDOM_CFG, test_rounds(1000));
}

TEST(complex) {
  random_seeds(-1, test_rounds(600));
}
