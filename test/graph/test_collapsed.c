//===- test_collapsed.c - loops that are two compute what one does -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The invariant of graph/collapsed.h, on random loops whose iv is divided: whenever both loops of each that
// is open run, and no more often together than it says, the open graph leaves the memory that the closed one
// leaves. Closed again, it is the graph that it was.
//===----------------------------------------------------------------------===//
#include "graph/collapsed.h"
#include "graph/interpret.h"
#include "graph/known.h"
#include "graph/normalize/passes.h"
#include "graph/random_graph.h"
#include "graph/ring.h"
#include "graph_text.h"
#include "test.h"

enum { MEMORY = 1 << 13, SIZES = 3 };

typedef struct {
  SmrRandom random;
  SmrStr *out;
  uint32_t next, bits;
} Gen;

static uint32_t below(Gen *g, uint32_t n) {
  return smr_random_below(&g->random, n);
}

/// A product of sizes, or a number; returns its name.
static const char *product(Gen *g, char *name, size_t size) {
  static const char *const factors[] = {"%n", "%m", "%l"};
  uint32_t id = g->next++;
  if (!below(g, 6)) {
    smr_str_printf(g->out, "%%v%u = const %u : i%u\n", id, 1 + below(g, 6), g->bits);
  } else if (!below(g, 3)) {
    smr_str_printf(g->out, "%%v%u = mul %s, %s : i%u\n", id, factors[below(g, 3)], factors[below(g, 3)],
                   g->bits);
  } else {
    snprintf(name, size, "%s", factors[below(g, 3)]);
    return name;
  }
  snprintf(name, size, "%%v%u", id);
  return name;
}

/// t, n*m - 1 - t, or something else, in `bits` bits.
static void dividend(Gen *g, const char *trip, char *name, size_t size) {
  uint32_t id = g->next++;
  if (!below(g, 3)) {
    smr_str_printf(g->out, "%%v%u = sub %s, %%one : i%u\n%%v%u = sub %%v%u, %%t%u : i%u\n", id, trip, g->bits,
                   id + 1, id, g->bits, g->bits);
    g->next++;
    id++;
  } else if (!below(g, 6)) {
    smr_str_printf(g->out, "%%v%u = add %%t%u, %%one : i%u\n", id, g->bits, g->bits);
  } else {
    snprintf(name, size, "%%t%u", g->bits);
    return;
  }
  snprintf(name, size, "%%v%u", id);
}

/// A loop to a product of sizes, with quotients and remainders in what it stores, and where.
static void loop(Gen *g) {
  static const char *const codes[] = {"divs", "rems", "divu", "remu"};
  char by[16], trip[16], x[16];
  uint32_t digits[6], count = 1 + below(g, 6);
  const bool wide = g->bits == 64, is_unsigned = below(g, 2);
  smr_str_printf(g->out, "%%one = const 1 : i%u\n%%a = mul %%n, %%m : i%u\n%%b = mul %%a, %%l : i%u\n",
                 g->bits, g->bits, g->bits);
  snprintf(trip, sizeof trip, "%s", below(g, 2) ? "%a" : "%b");
  if (!wide)
    smr_str_printf(g->out, "%%e = %s %s : i64\n", is_unsigned ? "zext" : "sext", trip);
  smr_str_printf(g->out, "loop %s {\n^(%%t64: i64):\n", wide ? trip : "%e");
  if (!wide)
    smr_str_printf(g->out, "%%t%u = trunc %%t64 : i%u\n", g->bits, g->bits);
  for (uint32_t k = 0; k < count; k++) {
    dividend(g, trip, x, sizeof x);
    if (k && !below(g, 4))
      snprintf(x, sizeof x, "%%v%u", digits[below(g, k)]);
    product(g, by, sizeof by);
    digits[k] = g->next++;
    smr_str_printf(g->out, "%%v%u = %s %s, %s : i%u\n", digits[k], codes[(below(g, 2) + 2 * is_unsigned) % 4],
                   x, by, g->bits);
  }
  for (uint32_t k = 0; k < count && !wide; k++) {
    smr_str_printf(g->out, "%%v%u = %s %%v%u : i64\n", g->next, is_unsigned ? "zext" : "sext", digits[k]);
    digits[k] = g->next++;
  }
  smr_str_printf(g->out, "%%o = poly %u", MEMORY / 2);
  for (uint32_t k = 0; k < count; k++)
    smr_str_printf(g->out, " + %u*%%v%u", 8 * (1 + below(g, 3)), digits[k]);
  smr_str_printf(g->out,
                 "\n%%p = addr %%x, %%o\n%%r = load %%p : f64\n%%q = sitofp %%v%u : f64\n"
                 "%%s = fadd %%r, %%q : f64\nstore %%s, %%p\nyield\n}\n",
                 digits[0]);
}

static int64_t value_of(const SmrGraph *g, uint32_t value, const int64_t *sizes) {
  SmrOp op = smr_def(g, value);
  const SmrBlockData *body = &g->blocks.data[smr_region_block(g, g->body)];
  const uint32_t unused = 64 - smr_int_width(smr_value_type(g, op ? smr_operand(g, op, 0) : value));
  int64_t product;
  if (op && smr_op(g, op)->code == SMR_OP_ZEXT)
    return (int64_t)((uint64_t)value_of(g, smr_operand(g, op, 0), sizes) << unused >> unused);
  if (op && smr_op(g, op)->code == SMR_OP_MUL) {
    product = value_of(g, smr_operand(g, op, 0), sizes) * value_of(g, smr_operand(g, op, 1), sizes);
    return (int64_t)((uint64_t)product << unused) >> unused;
  }
  for (uint32_t k = 0; k < SIZES; k++)
    if (smr_value(g, body->args.data[k + 1]) == value)
      return sizes[k];
  fail_msg("a trip count names op %u", smr_op(g, op)->code);
  return 0;
}

static int64_t at(const SmrGraph *g, SmrPoly poly, const int64_t *sizes) {
  int64_t sum = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    int64_t term = poly.terms[t].coef;
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      term *= value_of(g, poly.terms[t].leaves[k], sizes);
    sum += term;
  }
  return sum;
}

/// What whoever uses an open nest asks for.
static bool is_meant(const SmrGraph *g, const int64_t *sizes) {
  SmrArena arena = {0};
  bool meant = true;
  for (uint32_t k = 0; k < g->collapsed.size && meant; k++) {
    SmrPoly room;
    assert_true(smr_collapsed_room(g, &arena, &g->collapsed.data[k], &room));
    meant = at(g, smr_poly_of(g, &arena, g->collapsed.data[k].outer), sizes) >= 1 &&
            at(g, smr_poly_of(g, &arena, g->collapsed.data[k].inner), sizes) >= 1 && at(g, room, sizes) >= 0;
  }
  smr_arena_destroy(&arena);
  return meant;
}

static bool run(const SmrGraph *g, const int64_t *sizes, unsigned char *memory) {
  SmrInterp in = {.numbers = &smr_ring, .max_steps = 400000};
  SmrCell args[SIZES + 1] = {{0}};
  memset(memory, 0, MEMORY);
  args[0].i = smr_interp_memory(&in, memory, MEMORY);
  for (uint32_t k = 0; k < SIZES; k++)
    args[k + 1].i = sizes[k];
  bool ok = smr_interp_run(&in, g, args, SIZES + 1);
  smr_interp_free(&in);
  return ok;
}

static uint32_t opened, twice, compared, unmeant;

static void compare(uint64_t seed) {
  static unsigned char memory[2][MEMORY];
  static const uint32_t widths[] = {8, 16, 32, 64};
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, before = {0}, after = {0};
  Gen g = {{seed}, &text, 0, 0};
  g.bits = widths[below(&g, 4)];
  smr_str_printf(&text, "func @random wraps(%%x: ptr, %%n: i%u, %%m: i%u, %%l: i%u) {\n", g.bits, g.bits,
                 g.bits);
  loop(&g);
  smr_str_puts(&text, "return\n}\n");
  SmrGraph *closed = graph_of_text(symbols, "random", smr_str_get(&text), text.size);
  smr_normalize_equations(closed);
  smr_graph_print(closed, &before);
  SmrGraph *open = smr_graph_copy(closed);
  const SmrBlockData *body = &open->blocks.data[smr_region_block(open, open->body)];
  SmrOp first = body->first, last = body->last ? smr_op(open, body->last)->prev : 0;
  if (last && smr_collapsed_open(open, first, last)) {
    opened++;
    twice += open->collapsed.size > 1;
    for (uint32_t round = 0; round < 8; round++) {
      int64_t sizes[SIZES];
      for (uint32_t k = 0; k < SIZES; k++)
        sizes[k] = (int64_t)below(&g, 9) - (below(&g, 3) ? 0 : 3);
      bool meant = is_meant(open, sizes);
      unmeant += !meant;
      if (!meant || !run(closed, sizes, memory[0]))
        continue;
      compared++;
      if (!run(open, sizes, memory[1]) || memcmp(memory[0], memory[1], MEMORY) != 0)
        fail_msg("seed %llu, n %d, m %d, l %d:\n%s", (unsigned long long)seed, (int)sizes[0], (int)sizes[1],
                 (int)sizes[2], smr_str_get(&text));
    }
    smr_collapsed_close(open, first, last);
    assert_true(smr_graph_check(open, NULL));
    assert_int_equal(open->collapsed.size + open->digits.size, 0);
    smr_pass_dead(open, SMR_FORM_PLAIN); // what trip counts are made of stays
    smr_graph_print(open, &after);
    assert_string_equal(smr_str_get(&before), smr_str_get(&after));
  }
  smr_graph_destroy(open);
  smr_graph_destroy(closed);
  smr_intern_destroy(symbols);
}

TEST(random_loops) {
  for (uint32_t k = 0; k < test_rounds(6000); k++)
    compare(test_seed() + k);
  printf("%u opened, %u twice, %u compared, %u not meant\n", opened, twice, compared, unmeant);
  assert_by_chance(opened > 1000 && twice > 100 && compared > 2000 && unmeant > 1000);
}
