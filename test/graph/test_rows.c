//===- test_rows.c - open nests compute what closed ones do ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The invariant of graph/rows.h, on random nests over tables of pointers whose rows are equally spaced or
// not: whenever no ROWS op says SMR_ROWS_UNEVEN, the open graph leaves the memory that the closed one leaves.
//===----------------------------------------------------------------------===//
#include "graph/interpret.h"
#include "graph/normalize/normalize.h"
#include "graph/random_graph.h"
#include "graph/ring.h"
#include "graph/rows.h"
#include "graph_text.h"
#include "test.h"

enum { TABLES = 3, ROWS = 24, MEMORY = 8192 };

typedef struct {
  SmrRandom random;
  SmrStr *out;
  uint32_t next;
} Gen;

static uint32_t below(Gen *g, uint32_t n) {
  return smr_random_below(&g->random, n);
}

/// A polynomial of the ivs %0 … %(depth - 1) that is not negative, in `step` bytes; returns its name.
static uint32_t index_of(Gen *g, uint32_t depth, uint32_t step) {
  uint32_t id = g->next++;
  smr_str_printf(g->out, "%%v%u = poly %u", id, step * below(g, 3));
  for (uint32_t k = 0; k < depth; k++)
    if (below(g, 2))
      smr_str_printf(g->out, " + %u*%%i%u", step * (1 + below(g, 2) * below(g, 2)), k);
  if (depth && !below(g, 4)) // downwards: n - 1 - i
    smr_str_printf(g->out, " + %u*%%n - %u*%%i0 - %u", step, step, step);
  smr_str_puts(g->out, "\n");
  return id;
}

/// An element of a row, or of the array %x.
static uint32_t element(Gen *g, uint32_t depth) {
  uint32_t base = 0, address;
  bool row = below(g, 4) != 0;
  if (row) {
    uint32_t place = index_of(g, depth, 8 << below(g, 2)), from = g->next++;
    base = g->next++;
    smr_str_printf(g->out, "%%v%u = addr %%t%u, %%v%u\n%%v%u = load %%v%u : ptr\n", from, below(g, TABLES),
                   place, base, from);
  }
  uint32_t offset = index_of(g, depth, 8);
  address = g->next++;
  smr_str_printf(g->out, row ? "%%v%u = addr %%v%u, %%v%u\n" : "%%v%u = addr %%x, %%v%u\n", address,
                 row ? base : offset, offset);
  return address;
}

static void nest(Gen *g, uint32_t depth) {
  uint32_t trip = g->next++;
  smr_str_printf(g->out, "%%v%u = poly %%%c", trip, "nm"[below(g, 2)]);
  if (depth && !below(g, 3)) // a triangle
    smr_str_printf(g->out, " - %%i%u", depth - 1);
  smr_str_printf(g->out, "\nloop %%v%u {\n^(%%i%u: i64):\n", trip, depth);
  if (depth < 2 && below(g, 3))
    nest(g, depth + 1);
  uint32_t from = element(g, depth + 1), read = g->next++, other = element(g, depth + 1), sum = g->next++;
  smr_str_printf(g->out, "%%v%u = load %%v%u : f64\n", read, from);
  smr_str_printf(g->out, "%%v%u = fadd %%v%u, %%y : f64\nstore %%v%u, %%v%u\nyield\n}\n", sum, read, sum,
                 other);
}

typedef struct {
  bool ok, uneven;
  uint32_t rows;
} Outcome;

/// What ROWS means.
static bool run_op(SmrInterp *in, SmrOp op, void *host) {
  Outcome *out = host;
  if (!smr_is_rows(in->graph, op))
    return smr_interp_op(in, op);
  int64_t start = smr_interp_operand(in, op, 0).i, extent = smr_interp_operand(in, op, 1).i,
          step = smr_op(in->graph, op)->imm, distance = 0, last = 0, row = 0;
  out->rows++;
  for (int64_t at = 0; at <= extent && distance != SMR_ROWS_UNEVEN; at += step, last = row) {
    const void *place = smr_interp_bytes(in, start + at, 8);
    if (place)
      memcpy(&row, place, 8);
    if (at == 0)
      in->values[smr_result(in->graph, op, 0)].i = row;
    if (!place || (at > step && row - last != distance))
      distance = SMR_ROWS_UNEVEN;
    else if (at)
      distance = row - last;
  }
  out->uneven |= distance == SMR_ROWS_UNEVEN;
  in->values[smr_result(in->graph, op, 1)].i = distance;
  return true;
}

static Outcome run(const SmrGraph *g, uint64_t seed, unsigned char *memory) {
  Outcome out = {0};
  SmrInterp in = {.run = run_op, .host = &out, .numbers = &smr_ring, .max_steps = 200000};
  SmrRandom random = {seed};
  SmrCell args[TABLES + 4] = {{0}};
  int64_t tables[TABLES][ROWS];
  for (uint32_t i = 0; i < MEMORY; i += 8) {
    int64_t cell = (int64_t)smr_random_below(&random, 5);
    memcpy(memory + i, &cell, 8);
  }
  int64_t start = smr_interp_memory(&in, memory, MEMORY);
  for (uint32_t k = 0; k < TABLES; k++) {
    int64_t distance = 8 * ((int64_t)smr_random_below(&random, 24) - 8);
    bool uneven = !smr_random_below(&random, 4);
    for (uint32_t i = 0; i < ROWS; i++)
      tables[k][i] =
          start + MEMORY / 2 + distance * i + (uneven ? 8 * (int64_t)smr_random_below(&random, 2) : 0);
    args[k].i = smr_interp_memory(&in, tables[k], sizeof tables[k]);
  }
  args[TABLES].i = start + 2048;
  args[TABLES + 1].i = smr_random_below(&random, 5);
  args[TABLES + 2].i = smr_random_below(&random, 5);
  (void)smr_ring.constant(SMR_F64, 1, &args[TABLES + 3]);
  out.ok = smr_interp_run(&in, g, args, TABLES + 4);
  smr_interp_free(&in);
  return out;
}

static uint32_t opened, compared;

static void compare(uint64_t seed) {
  static unsigned char memory[2][MEMORY];
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  Gen g = {{seed}, &text, 0};
  smr_str_puts(&text, "func @random(%t0: ptr, %t1: ptr, %t2: ptr, %x: ptr, %n: i64, %m: i64, %y: f64) {\n");
  nest(&g, 0);
  smr_str_puts(&text, "return\n}\n");
  SmrGraph *closed = graph_of_text(symbols, "random", smr_str_get(&text), text.size);
  smr_normalize_equations(closed);
  SmrGraph *open = smr_graph_copy(closed);
  const SmrBlockData *body = &open->blocks.data[smr_region_block(open, open->body)];
  SmrOp first = body->first, last = smr_op(open, body->last)->prev;
  if (last && smr_rows_open(open, first, last)) {
    opened++;
    assert_true(smr_graph_check(open, NULL));
    for (uint32_t round = 0; round < 4; round++) {
      Outcome before = run(closed, seed + round, memory[0]), after = run(open, seed + round, memory[1]);
      if (!before.ok || after.uneven)
        continue;
      compared++;
      if (!after.ok || memcmp(memory[0], memory[1], MEMORY))
        fail_msg("seed %llu, round %u:\n%s", (unsigned long long)seed, round, smr_str_get(&text));
    }
    smr_rows_close(open, first, last);
    assert_true(smr_graph_check(open, NULL));
    for (uint32_t k = 0; k < open->row_pointers.size; k++)
      assert_true(smr_value(open, smr_result(open, open->row_pointers.data[k].load, 0)) ==
                  smr_result(open, open->row_pointers.data[k].load, 0));
  }
  smr_graph_destroy(open);
  smr_graph_destroy(closed);
  smr_intern_destroy(symbols);
}

TEST(random_nests) {
  for (uint32_t k = 0; k < test_rounds(4000); k++)
    compare(test_seed() + k);
  assert_by_chance(opened > 1000 && compared > 1000);
}

static SmrGraph *nest_of(SmrIntern *symbols, const char *body) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text,
                 "func @f(%%t: ptr, %%x: ptr, %%n: i64, %%p: i64, %%y: f64) {\nloop %%n {\n^(%%i: i64):\n"
                 "%s\nstore %%y, %%x\nyield\n}\nreturn\n}\n",
                 body);
  return graph_of_text(symbols, "text", smr_str_get(&text), text.size);
}

static bool opens(const char *body, int64_t *step) {
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *g = nest_of(symbols, body);
  const SmrBlockData *block = &g->blocks.data[smr_region_block(g, g->body)];
  bool open = smr_rows_open(g, block->first, smr_op(g, block->last)->prev);
  *step = open ? smr_op(g, g->row_pointers.data[0].rows)->imm : 0;
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
  return open;
}

TEST(places_in_a_table) {
  int64_t step;
  assert_true(opens("%o = poly 8*%i\n%a = addr %t, %o\n%r = load %a : ptr", &step) && step == 8);
  assert_true(opens("%o = poly 24*%i + 8*%p\n%a = addr %t, %o\n%r = load %a : ptr", &step) && step == 24);
  // Neighbours of an unrolled loop.
  assert_true(opens("%o = poly 16*%i\n%a = addr %t, %o\n%r = load %a : ptr\n"
                    "%q = poly 16*%i + 8\n%b = addr %t, %q\n%s = load %b : ptr",
                    &step) &&
              step == 8);
  // One row; a place that is not linear; a place that data choose; places whose distance is not known.
  assert_false(opens("%a = addr %t, %p\n%r = load %a : ptr", &step));
  assert_false(opens("%o = poly 8*%i*%i\n%a = addr %t, %o\n%r = load %a : ptr", &step));
  assert_false(opens("%o = poly 8*%i\n%c = addr %x, %o\n%k = load %c : i64\n%q = poly 8*%k\n"
                     "%a = addr %t, %q\n%r = load %a : ptr",
                     &step));
  assert_false(opens("%o = poly 8*%i\n%a = addr %t, %o\n%r = load %a : ptr\n"
                     "%q = poly 8*%i + 8*%p\n%b = addr %t, %q\n%s = load %b : ptr",
                     &step));
}
