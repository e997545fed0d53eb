//===- test_chosen.c - chosen elements are those that the code loads ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The invariant of graph/chosen.h, on random loads whose address is made of choices: the open graph leaves
// the memory that the closed one leaves. Closed again, it is the graph that it was.
//===----------------------------------------------------------------------===//
#include "graph/chosen.h"
#include "graph/interpret.h"
#include "graph/normalize/normalize.h"
#include "graph/random_graph.h"
#include "graph/ring.h"
#include "graph_text.h"
#include "test.h"

enum { MEMORY = 1 << 12, LEAVES = 4 };

typedef struct {
  SmrRandom random;
  SmrStr *out;
  uint32_t next;
} Gen;

static uint32_t below(Gen *g, uint32_t n) {
  return smr_random_below(&g->random, n);
}

/// A number of 32 bits: what loops count, a choice, or arithmetic; returns its name.
static void number(Gen *g, char *name, size_t size, uint32_t depth) {
  static const char *const leaves[] = {"%i", "%j", "%n", "%c"},
                           *const choices[] = {"maxs", "mins", "maxu", "minu"},
                           *const sums[] = {"add", "mul"};
  char a[16], b[16];
  if (!depth || !below(g, 4)) {
    snprintf(name, size, "%s", leaves[below(g, LEAVES)]);
    return;
  }
  number(g, a, sizeof a, depth - 1);
  number(g, b, sizeof b, depth - 1);
  const uint32_t id = g->next++;
  if (!below(g, 3))
    smr_str_printf(g->out, "%%v%u = %s %s, %s : i32\n", id, sums[below(g, 2)], a, b);
  else if (below(g, 2))
    smr_str_printf(g->out, "%%v%u = %s %s, %s : i32\n", id, choices[below(g, 4)], a, b);
  else
    smr_str_printf(g->out, "%%v%u = select %%t%u, %s, %s : i32\n", id, below(g, 2), a, b);
  snprintf(name, size, "%%v%u", id);
}

static bool run(const SmrGraph *g, int64_t n, unsigned char *memory) {
  SmrInterp in = {.numbers = &smr_ring, .max_steps = 200000};
  SmrCell args[2] = {{0}, {0}};
  for (uint32_t k = 0; k < MEMORY; k += 8) {
    int64_t cell = k / 8;
    memcpy(memory + k, &cell, 8);
  }
  args[0].i = smr_interp_memory(&in, memory, MEMORY) + MEMORY / 2;
  args[1].i = n;
  bool ok = smr_interp_run(&in, g, args, 2);
  smr_interp_free(&in);
  return ok;
}

static uint32_t opened, compared;

static void compare(uint64_t seed) {
  static unsigned char memory[2][MEMORY];
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, before = {0}, after = {0};
  Gen g = {{seed}, &text, 0};
  char a[16], b[16];
  smr_str_printf(&text,
                 "func @random wraps(%%x: ptr, %%n: i32) {\n%%e = sext %%n : i64\n%%c = const %u : i32\n",
                 below(&g, 3));
  smr_str_puts(&text, "loop %e {\n^(%p: i64):\n%i = trunc<nsw> %p : i32\nloop %e {\n^(%q: i64):\n"
                      "%j = trunc<nsw> %q : i32\n%t0 = icmp sle %j, %i\n%t1 = icmp ugt %i, %c\n");
  number(&g, a, sizeof a, 2);
  number(&g, b, sizeof b, 2);
  smr_str_printf(
      &text,
      "%%w = %s %s : i64\n%%o = poly 8*%%w + %u*%s + 8*%%q\n%%d = addr %%x, %%o\n%%r = load %%d : f64\n",
      below(&g, 2) ? "zext" : "sext", a, 8 * (1 + below(&g, 2)), b);
  smr_str_puts(&text, "%u = poly 8*%p - 128\n%y = addr %x, %u\n%z = load %y : f64\n%s = fadd %z, %r : f64\n"
                      "store %s, %y\nyield\n}\nyield\n}\nreturn\n}\n");
  SmrGraph *closed = graph_of_text(symbols, "random", smr_str_get(&text), text.size);
  smr_normalize_equations(closed);
  smr_graph_print(closed, &before);
  SmrGraph *open = smr_graph_copy(closed);
  const SmrBlockData *body = &open->blocks.data[smr_region_block(open, open->body)];
  SmrOp first = body->first, last = body->last ? smr_op(open, body->last)->prev : 0;
  if (last && smr_chosen_open(open, first, last)) {
    opened++;
    assert_true(smr_graph_check(open, NULL));
    for (int64_t n = 0; n < 6; n++) {
      if (!run(closed, n, memory[0]))
        continue;
      compared++;
      if (!run(open, n, memory[1]) || memcmp(memory[0], memory[1], MEMORY) != 0)
        fail_msg("seed %llu, n %d:\n%s", (unsigned long long)seed, (int)n, smr_str_get(&text));
    }
    smr_chosen_close(open, first, last);
    assert_int_equal(open->chosen.size, 0);
    smr_graph_print(open, &after);
    assert_string_equal(smr_str_get(&before), smr_str_get(&after));
  }
  smr_graph_destroy(open);
  smr_graph_destroy(closed);
  smr_intern_destroy(symbols);
}

TEST(random_loads) {
  for (uint32_t k = 0; k < test_rounds(4000); k++)
    compare(test_seed() + k);
  assert_by_chance(opened > 1000 && compared > 1000);
}
