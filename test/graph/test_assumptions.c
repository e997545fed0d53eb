//===- test_assumptions.c - what normalising relies on is what it says ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Random loop nests over pointers of which nothing is known, run on memory in which they overlap at random.
// The contract of SmrGraph.assumptions: whenever all of them hold as their loops are entered, the normal form
// leaves the memory that the original leaves. (When one does not hold the run stops counting; that some of
// those then differ shows that the assumptions are needed.)
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "graph/poly_op.h"
#include "graph/random_graph.h"
#include "graph/ring.h"
#include "graph_text.h"
#include "test.h"

enum { ARRAYS = 4, INTS = 3, MEMORY = 16384, MOST_POINTERS = 64 };

typedef struct {
  SmrRandom random;
  SmrStr *out;
  uint32_t depth, next, ivs[8];
  struct {
    uint32_t id, depth;
  } pointers[MOST_POINTERS]; // in scope
  uint32_t pointer_count, budget;
} Gen;

static uint32_t below(Gen *g, uint32_t n) {
  return smr_random_below(&g->random, n);
}

static void indent(Gen *g) {
  smr_str_printf(g->out, "%*s", (int)(2 * g->depth + 2), "");
}

/// A base: an argument, or now and then a pointer from memory.
static void base(Gen *g, char *out, size_t size) {
  static const char *const names[] = {"%a", "%b", "%c", "%d"};
  if (below(g, 12)) {
    snprintf(out, size, "%s", names[below(g, ARRAYS)]);
    return;
  }
  uint32_t slot = g->next++, loaded = g->next++;
  indent(g);
  smr_str_printf(g->out, "%%v%u = addr %%s, %%c%u\n", slot, 8 * below(g, 2));
  indent(g);
  smr_str_printf(g->out, "%%v%u = load %%v%u : ptr\n", loaded, slot);
  snprintf(out, size, "%%v%u", loaded);
}

static void term(Gen *g, const char *iv) {
  static const char *const sizes[] = {"%n", "%m", "%k"};
  switch (below(g, 4)) {
  case 0:
    smr_str_printf(g->out, " + 8*%s*%s", iv, sizes[below(g, INTS)]);
    return;
  case 1:
    smr_str_printf(g->out, below(g, 2) ? " + 16*%s" : " - 8*%s", iv);
    return;
  default:
    smr_str_printf(g->out, " + 8*%s", iv);
  }
}

/// An address, new or one in scope.
static uint32_t pointer(Gen *g) {
  if (g->pointer_count && below(g, 3) == 0)
    return g->pointers[below(g, g->pointer_count)].id;
  char from[16], iv[16];
  base(g, from, sizeof from);
  uint32_t offset = g->next++, made = g->next++;
  indent(g);
  smr_str_printf(g->out, "%%v%u = poly %u", offset, 8 * below(g, 3));
  for (uint32_t d = 0; d < g->depth; d++)
    if (below(g, 3) == 0) {
      snprintf(iv, sizeof iv, "%%i%u", g->ivs[d]);
      term(g, iv);
    }
  smr_str_puts(g->out, "\n");
  indent(g);
  smr_str_printf(g->out, "%%v%u = addr %s, %%v%u\n", made, from, offset);
  if (g->pointer_count < MOST_POINTERS) {
    g->pointers[g->pointer_count].id = made;
    g->pointers[g->pointer_count++].depth = g->depth;
  }
  return made;
}

static uint32_t load(Gen *g, uint32_t from) {
  indent(g);
  smr_str_printf(g->out, "%%v%u = load %%v%u : f64\n", g->next, from);
  return g->next++;
}

static uint32_t value(Gen *g) {
  uint32_t left = load(g, pointer(g));
  if (below(g, 2))
    return left;
  uint32_t right = load(g, pointer(g));
  indent(g);
  smr_str_printf(g->out, "%%v%u = %s %%v%u, %%v%u : f64\n", g->next, below(g, 2) ? "fmul" : "fadd", left,
                 right);
  return g->next++;
}

static void statements(Gen *g);

static void statement(Gen *g) {
  if (g->budget == 0)
    return;
  --g->budget;
  uint32_t kind = below(g, 10);
  if (kind < 4 && g->depth < 3) {
    static const char *const sizes[] = {"%n", "%m", "%k"};
    uint32_t trip = g->next++, loaded = 0;
    bool from_memory = below(g, 10) == 0;
    if (from_memory) { // a bound that the code reads every time
      uint32_t from = g->next++;
      loaded = g->next++;
      indent(g);
      smr_str_printf(g->out, "%%v%u = addr %%t, %%c%u\n", from, 8 * below(g, 2));
      indent(g);
      smr_str_printf(g->out, "%%v%u = load %%v%u : i64\n", loaded, from);
    }
    indent(g);
    if (from_memory)
      smr_str_printf(g->out, "%%v%u = poly %%v%u", trip, loaded);
    else
      smr_str_printf(g->out, "%%v%u = poly %s", trip, sizes[below(g, INTS)]);
    if (g->depth && below(g, 4) == 0)
      smr_str_printf(g->out, " %c %%i%u", below(g, 2) ? '-' : '+', g->ivs[below(g, g->depth)]);
    smr_str_puts(g->out, "\n");
    indent(g);
    uint32_t iv = g->next++;
    smr_str_printf(g->out, "loop %%v%u { ^(%%i%u: i64):\n", trip, iv);
    g->ivs[g->depth++] = iv;
    uint32_t scope = g->pointer_count;
    statements(g);
    g->pointer_count = scope;
    indent(g);
    smr_str_puts(g->out, "yield\n");
    --g->depth;
    indent(g);
    smr_str_puts(g->out, "}\n");
    return;
  }
  uint32_t to = pointer(g), result;
  if (kind < 8) { // an accumulator
    uint32_t old = load(g, to), more = value(g);
    result = g->next++;
    indent(g);
    smr_str_printf(g->out, "%%v%u = fadd %%v%u, %%v%u : f64\n", result, old, more);
  } else if (kind == 8) {
    result = g->next++;
    indent(g);
    smr_str_printf(g->out, "%%v%u = const %u.0 : f64\n", result, below(g, 3));
  } else {
    result = value(g);
  }
  indent(g);
  smr_str_printf(g->out, "store %%v%u, %%v%u\n", result, to);
}

static void statements(Gen *g) {
  for (uint32_t k = 1 + below(g, 3); k; --k)
    statement(g);
}

static void generate(uint64_t seed, SmrStr *out) {
  Gen g = {.random = {seed * 77 + 5}, .out = out, .budget = 4 + (uint32_t)(seed % 9)};
  smr_str_puts(out, "func @f(");
  for (uint32_t k = 0; k < ARRAYS; k++)
    smr_str_printf(out, "%%%c: ptr%s, ", "abcd"[k], below(&g, 12) ? "" : " unique");
  smr_str_puts(
      out, "%s: ptr, %t: ptr, %n: i64, %m: i64, %k: i64) {\n  %c0 = const 0 : i64\n  %c8 = const 8 : i64\n");
  while (g.budget)
    statement(&g);
  smr_str_puts(out, "  return\n}\n");
}

typedef struct {
  bool ok, broken;
  uint64_t assumed;
  char trap[160];
} Outcome;

typedef struct {
  int64_t low, high; // of all bytes; low > high: none
} Hull;

static int64_t poly_at(const SmrInterp *in, SmrPoly poly) {
  uint64_t sum = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    uint64_t product = (uint64_t)poly.terms[t].coef;
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      product *= (uint64_t)smr_int_signed(smr_value_type(in->graph, poly.terms[t].leaves[k]),
                                          in->values[poly.terms[t].leaves[k]].i);
    sum += product;
  }
  return (int64_t)sum;
}

/// The innermost loop inside `loop` (or itself) whose iv the polynomial names and that is not in `fixed`.
static SmrOp free_loop(const SmrInterp *in, SmrPoly poly, SmrOp loop, const SmrOp *fixed,
                       uint32_t fixed_count) {
  for (uint32_t t = 0; t < poly.count; t++)
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      SmrValue leaf = poly.terms[t].leaves[k];
      if (!smr_value_inside(in->graph, leaf, loop))
        continue;
      SmrOp around =
          in->graph->regions.data[in->graph->blocks.data[smr_value_data(in->graph, leaf)->block].region]
              .parent;
      uint32_t i = 0;
      while (i < fixed_count && fixed[i] != around)
        ++i;
      if (i == fixed_count)
        return around;
    }
  return 0;
}

/// Every iteration of the loops that the offset names, by plain enumeration. Values in the loop are free to
/// be overwritten: it has not begun.
static void enumerate(SmrInterp *in, SmrArena *arena, SmrPoly offset, SmrOp loop, SmrOp *fixed,
                      uint32_t fixed_count, uint32_t bytes, Hull *out) {
  SmrOp open = free_loop(in, offset, loop, fixed, fixed_count);
  int64_t trip, at;
  for (SmrOp outer = open; outer && fixed_count < 16;) { // what its trip count depends on comes first
    open = outer;
    outer = free_loop(in, smr_poly_of(in->graph, arena, smr_operand(in->graph, open, 0)), loop, fixed,
                      fixed_count);
  }
  if (!open || fixed_count == 16) {
    at = poly_at(in, offset);
    out->low = at < out->low ? at : out->low;
    out->high = at + bytes > out->high ? at + bytes : out->high;
    return;
  }
  trip = poly_at(in, smr_poly_of(in->graph, arena, smr_operand(in->graph, open, 0)));
  fixed[fixed_count] = open;
  SmrValue iv = in->graph->blocks.data[smr_body_block(in->graph, open, 0)].args.data[0];
  for (int64_t i = 0; i < trip && i < 1000; i++) {
    in->values[iv].i = i;
    enumerate(in, arena, offset, loop, fixed, fixed_count + 1, bytes, out);
  }
}

static Hull hull_of(SmrInterp *in, SmrOp loop, SmrValue ptr, uint32_t bytes) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrOp fixed[16];
  SmrPoly offset = smr_poly_const(&arena, 0), more;
  ptr = smr_value(in->graph, ptr);
  for (SmrOp def = smr_def(in->graph, ptr); def && smr_op(in->graph, def)->code == SMR_OP_ADDR;
       def = smr_def(in->graph, ptr)) {
    more = smr_poly_of(in->graph, &arena, smr_operand(in->graph, def, 1));
    smr_poly_add(&arena, offset, more, &offset);
    ptr = smr_operand(in->graph, def, 0);
  }
  Hull hull = {INT64_MAX, INT64_MIN};
  enumerate(in, &arena, offset, loop, fixed, 0, bytes, &hull);
  if (hull.low <= hull.high)
    hull = (Hull){in->values[ptr].i + hull.low, in->values[ptr].i + hull.high};
  return hull;
}

/// Looks at what the graph assumes as a loop is entered.
static bool run_op(SmrInterp *in, SmrOp op, void *host) {
  Outcome *out = host;
  const SmrGraph *g = in->graph;
  for (uint32_t k = 0; smr_op(g, op)->code == SMR_OP_LOOP && k < g->assumptions.size && !out->broken; k++) {
    const SmrAssumption *one = &g->assumptions.data[k];
    if (one->loop != op || smr_interp_operand(in, op, 0).i <= 0)
      continue;
    Hull a = hull_of(in, op, one->a, one->bytes_a), b = hull_of(in, op, one->b, one->bytes_b);
    out->assumed++;
    out->broken = a.low <= a.high && b.low <= b.high && a.low < b.high && b.low < a.high;
  }
  return smr_interp_op(in, op);
}

static Outcome run(const SmrGraph *g, uint64_t seed, unsigned char *memory) {
  Outcome out = {0};
  SmrInterp in = {.run = run_op, .host = &out, .numbers = &smr_ring, .max_steps = 200000};
  SmrRandom random = {seed};
  SmrCell args[ARRAYS + 2 + INTS] = {{0}};
  for (uint32_t i = 0; i < MEMORY; i += 8) {
    int64_t cell = (int64_t)smr_random_below(&random, 5);
    memcpy(memory + i, &cell, 8);
  }
  int64_t start = smr_interp_memory(&in, memory, MEMORY);
  SmrBlock entry = smr_region_block(g, g->body);
  uint32_t spread = 1u << smr_random_below(&random, 7);
  for (uint32_t k = 0; k < ARRAYS; k++) {
    bool unique = g->values.data[g->blocks.data[entry].args.data[k]].base == SMR_BASE_UNIQUE;
    args[k].i = start + 2048 + 8 * smr_random_below(&random, spread) * (smr_random_below(&random, 4) ? 1 : 8);
    if (smr_random_below(&random, 16) == 0)
      args[k].i += 4; // halves of elements overlap
    if (unique)
      args[k].i = start + MEMORY - 2048 * (ARRAYS - k) + 256;
  }
  // Two pointers in memory and two bounds, mostly out of the way.
  for (uint32_t k = 0; k < 2; k++) {
    uint32_t at = smr_random_below(&random, 4) ? 256 + 64 * k : 2048 + 8 * smr_random_below(&random, 64);
    args[ARRAYS + k].i = start + at;
    for (uint32_t i = 0; i < 2; i++) {
      int64_t cell =
          k ? (int64_t)smr_random_below(&random, 5) : start + 2048 + 8 * smr_random_below(&random, 200);
      memcpy(memory + at + 8 * i, &cell, 8);
    }
  }
  for (uint32_t k = 0; k < INTS; k++)
    args[ARRAYS + 2 + k].i = smr_random_below(&random, 5);
  out.ok = smr_interp_run(&in, g, args, ARRAYS + 2 + INTS);
  memcpy(out.trap, in.trap, sizeof out.trap);
  smr_interp_free(&in);
  return out;
}

static uint64_t held, broken, needed, traps, with;

static SmrGraph *parse(SmrIntern *symbols, const SmrStr *text) {
  return graph_of_text(symbols, "random", smr_str_get((SmrStr *)(uintptr_t)text), text->size);
}

static void compare(uint64_t seed) {
  static unsigned char memory[2][MEMORY];
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, normal = {0};
  generate(seed, &text);
  SmrGraph *before = parse(symbols, &text), *after = parse(symbols, &text);
  smr_normalize(after);
  smr_graph_print(after, &normal);
  smr_graph_destroy(after);
  after = parse(symbols, &normal); // valid, and the assumptions survive the text form
  with += after->assumptions.size != 0;
  for (uint64_t k = 0; k < 24; k++) {
    Outcome a = run(before, seed * 131 + k, memory[0]), b = run(after, seed * 131 + k, memory[1]);
    if (!a.ok) {
      ++traps;
      continue;
    }
    bool same = b.ok && !memcmp(memory[0], memory[1], MEMORY);
    held += !b.broken && b.assumed;
    broken += b.broken;
    needed += b.broken && !same;
    if (!b.broken && !same) {
      fprintf(stderr, "seed %llu run %llu: %s\n%s// became\n%s", (unsigned long long)seed,
              (unsigned long long)k, b.ok ? "another memory" : b.trap, smr_str_get(&text),
              smr_str_get(&normal));
      fail();
    }
  }
  smr_graph_destroy(before);
  smr_graph_destroy(after);
  smr_intern_destroy(symbols);
}

TEST(random_nests) {
  uint64_t from = 1 + test_seed(), count = test_rounds(3000);
  for (uint64_t seed = from; seed < from + count; seed++)
    compare(seed);
  print_message(
      "%llu graphs with assumptions; runs: %llu with all holding, %llu with one broken (%llu of those "
      "differ), %llu trapped\n",
      (unsigned long long)with, (unsigned long long)held, (unsigned long long)broken,
      (unsigned long long)needed, (unsigned long long)traps);
  assert_by_chance(held > count && needed > count / 2);
}
