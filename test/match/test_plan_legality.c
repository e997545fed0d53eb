//===- test_plan_legality.c - what a plan for a nest is told ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Nests of the plain form, and a call with one size: a proof, its guards, or the refusal.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph_text.h"
#include "match/plan_legality.h"
#include "test.h"

typedef struct {
  const char *graph;
  SmrLegalityOptions options;
  unsigned freedom;
  SmrContract contract;
  const char *need[2]; // differences of values by name: need[0] - need[1] >= 0
  const char *or[2];   // or this one
  const char *size;    // the value that is the call's size
  uint32_t size_bits;
  const SmrWhen *pays, *when;
  const char *taken, *read; // a further value that is taken; of a load that is made before the nest
  bool whole;               // the nest is the function's body
  bool loop;                // the call does what the nest's first root does
  bool no_call, wraps;      // wraps: as C has it with -fwrapv; put into the plain form first
  int64_t divisor;          // of the size
} Case;

static SmrGraph *parse(SmrIntern *symbols, const char *text) {
  return graph_of_text(symbols, "graph", text, strlen(text));
}

static SmrValue named(const SmrGraph *g, const char *name) {
  for (uint32_t v = 1; v < g->values.size; v++)
    if (g->values.data[v].name && !strcmp(smr_intern_text(g->symbols, g->values.data[v].name), name))
      return v;
  fail_msg("no value \"%s\"", name);
  return 0;
}

/// From the first loop of the function's body to its end.
static uint32_t nest_of(const SmrGraph *g, bool whole, SmrOp *roots, uint32_t most) {
  uint32_t count = 0;
  SmrOp op = g->blocks.data[smr_region_block(g, g->body)].first;
  while (op && !whole && smr_op(g, op)->code != SMR_OP_LOOP && smr_op(g, op)->code != SMR_OP_IF)
    op = smr_op(g, op)->next;
  for (; op && !smr_opcode_terminator((SmrOpcode)smr_op(g, op)->code) && count < most;
       op = smr_op(g, op)->next)
    roots[count++] = op;
  return count;
}

static void tell(const SmrVerdict *verdict, SmrStr *out) {
  if (!verdict->accepted)
    smr_str_printf(out, "refused: %s", verdict->reason);
  else if (!verdict->guard_count)
    smr_str_puts(out, "proof");
  for (uint32_t k = 0; verdict->accepted && k < verdict->guard_count; k++)
    smr_str_printf(out, "%s%s",
                   !k                         ? "guards: "
                   : k == verdict->size_count ? " | "
                                              : "; ",
                   verdict->guards[k].text);
}

static void expect(Case c, const char *wanted) {
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *graph = parse(symbols, c.graph);
  if (c.wraps) {
    graph->wraps = true;
    smr_normalize_plain(graph);
  }
  SmrUses uses = smr_uses_compute(graph);
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SmrOp roots[16];
  SmrPoly need = {0}, other = {0};
  SmrPatternArg arg = {.kind = SMR_ARG_INT,
                       .type = SMR_TYPE(SMR_T_INT, c.size_bits ? c.size_bits : 32),
                       .name = "size",
                       .read = true};
  SmrPair pair = {.pattern = {.name = "pair", .args = &arg, .arg_count = 1},
                  .contract = c.contract,
                  .conditions = c.when,
                  .condition_count = c.when != NULL,
                  .pays = c.pays,
                  .pays_count = c.pays != NULL};
  SmrLibrary library = {.name = "test", .pairs = &pair, .count = 1};
  SmrBinding binding = {.bound = true, .divisor = c.divisor ? c.divisor : 1};
  if (!c.no_call)
    binding.poly = smr_poly_of(graph, &arena, named(graph, c.size ? c.size : "n"));
  SmrOfferCall call = {
      .library = &library, .args = &binding, .sizes = (uint32_t[]){0}, .size_count = 1, .freedom = c.freedom};
  SmrOffer in = {.graph = graph,
                 .uses = &uses,
                 .roots = roots,
                 .root_count = nest_of(graph, c.whole, roots, 16),
                 .needs = &need,
                 .need_count = c.need[0] && !c.or[0],
                 .eithers = &(SmrEither){(SmrPolyCase[]){{&need, 1}, {&other, 1}}, 2},
                 .either_count = c.or[0] != NULL,
                 .calls = &call,
                 .call_count = !c.no_call};
  if (c.loop)
    call.loop = roots[0];
  if (c.need[0])
    assert_true(smr_poly_sub(&arena, smr_poly_of(graph, &arena, named(graph, c.need[0])),
                             smr_poly_of(graph, &arena, named(graph, c.need[1])), &need));
  if (c.or[0])
    assert_true(smr_poly_sub(&arena, smr_poly_of(graph, &arena, named(graph, c.or[0])),
                             smr_poly_of(graph, &arena, named(graph, c.or[1])), &other));
  SmrValue taken = c.taken ? named(graph, c.taken) : 0;
  SmrOp read = c.read ? smr_def(graph, named(graph, c.read)) : 0;
  in.needed = &taken, in.needed_count = taken != 0;
  in.reads = &read, in.read_count = read != 0;
  SmrVerdict verdict;
  smr_plan_legality(&in, &c.options, &arena, &verdict);
  tell(&verdict, &text);
  assert_string_equal(smr_str_get(&text), wanted);
  smr_uses_free(&uses);
  smr_graph_destroy(graph);
  smr_intern_destroy(symbols);
}

/// `void f(n, m, lda, x, y, a)`: what is known of the pointers, then a body.
static const char *function(const char *type, const char *facts, const char *body) {
  static SmrStr pool[4];
  static uint32_t next;
  SmrStr *text = &pool[next++ % 4];
  smr_str_clear(text);
  smr_str_printf(
      text,
      "func @f(%%n: %s \"n\", %%m: %s \"m\", %%lda: %s \"lda\", %%x: ptr %s \"x\", %%y: ptr %s \"y\", "
      "%%a: ptr %s \"a\", %%p: ptr \"p\", %%q: ptr \"q\") {\n  %%tn = poly %%n\n  %%tm = poly %%m\n%s  "
      "return\n}\n",
      type, type, type, facts, facts, facts, body);
  return smr_str_get(text);
}

/// y[i] += x[i]
static const char axpy[] = "  loop %tn {\n  ^(%i: i64):\n    %o = poly 8*%i\n    %px = addr %x, %o\n"
                           "    %py = addr %y, %o\n    %vx = load %px : f64\n    %vy = load %py : f64\n"
                           "    %s = fadd %vx, %vy : f64\n    store %s, %py\n    yield\n  }\n";
/// y[i] += a[i + j*lda]
static const char rows[] =
    "  loop %tn {\n  ^(%i: i64):\n    %oy = poly 8*%i\n    %py = addr %y, %oy\n"
    "    loop %tm {\n    ^(%j: i64):\n      %oa = poly 8*%i + 8*%j*%lda\n"
    "      %pa = addr %a, %oa\n      %va = load %pa : f64\n      %vy = load %py : f64\n"
    "      %s = fadd %vy, %va : f64\n      store %s, %py\n      yield\n    }\n"
    "    yield\n  }\n";

static const char constant_trip[] =
    "  %c \"c\" = const 100 : i64\n  loop %c {\n  ^(%i: i64):\n    %o = poly 8*%i\n"
    "    %px = addr %x, %o\n    %py = addr %y, %o\n    %vx = load %px : f64\n"
    "    store %vx, %py\n    yield\n  }\n";
TEST(L1_objects) {
  expect((Case){.graph = function("i32", "unique", axpy)}, "guards: n >= 1");
  expect((Case){.graph = function("i32", "", axpy)}, "guards: n >= 1 | x[0..n) and y[0..n) do not overlap");
  expect((Case){.graph = function("i32", "", axpy), .options.guards_static = true},
         "refused: \"n >= 1\" would need a run-time check");
  expect((Case){.graph = function("i32", "unique", rows)},
         "guards: n >= 1 | m fits 28 bits; lda fits 28 bits");
}

/// y[i] += x[i], and what a call touches of an array: 8*i + `shift`, 0 <= by*i < n.
static void expect_touched(const char *array, int64_t by, int64_t shift, const char *facts,
                           const char *wanted) {
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *graph = parse(symbols, function("i32", facts, axpy));
  SmrUses uses = smr_uses_compute(graph);
  SmrArena arena = {0};
  SmrStr text = {0};
  SmrOp roots[16];
  SmrVerdict verdict;
  SmrLegalityOptions options = {0};
  uint32_t index = graph->values.size + 5;
  SmrPoly i = smr_poly_leaf(&arena, index), bounds[2] = {i}, n = smr_poly_leaf(&arena, named(graph, "n"));
  SmrPlanTouched touched = {.base = named(graph, array),
                            .bytes = 8,
                            .rows = bounds,
                            .row_count = 2,
                            .indices = &index,
                            .index_count = 1};
  assert_true(smr_poly_scale(&arena, i, by, &bounds[1]) && smr_poly_sub(&arena, n, bounds[1], &bounds[1]) &&
              smr_poly_sub(&arena, bounds[1], smr_poly_const(&arena, 1), &bounds[1]) &&
              smr_poly_scale(&arena, i, 8, &touched.offset) &&
              smr_poly_add(&arena, touched.offset, smr_poly_const(&arena, shift), &touched.offset));
  SmrOffer in = {.graph = graph,
                 .uses = &uses,
                 .roots = roots,
                 .root_count = nest_of(graph, false, roots, 16),
                 .touched = &touched,
                 .touched_count = 1};
  smr_plan_legality(&in, &options, &arena, &verdict);
  tell(&verdict, &text);
  assert_string_equal(smr_str_get(&text), wanted);
  smr_str_free(&text);
  smr_arena_destroy(&arena);
  smr_uses_free(&uses);
  smr_graph_destroy(graph);
  smr_intern_destroy(symbols);
}

/// What a call touches is in the ranges, and changes none that it is in.
TEST(L1_touched) {
  expect_touched("x", 1, 0, "", "guards: x[0..n) and y[0..n) do not overlap");
  expect_touched("x", 1, -8, "", "guards: x[-1..n) and y[0..n) do not overlap");
  expect_touched("x", 1, 16, "", "guards: x[0..n + 2) and y[0..n) do not overlap");
  expect_touched("a", 1, 8, "",
                 "guards: x[0..n) and y[0..n) do not overlap; y[0..n) and a[1..n + 1) do not overlap");
  expect_touched("a", 1, 8, "unique", "proof");
  expect_touched("a", 2, 8, "", "guards: x[0..n) and y[0..n) do not overlap; y[0..n) and a do not overlap");
}

/// The tile's rows end where the array ends; a triangle starts at its corner.
TEST(L1_hulls) {
  static const char tiles[] =
      "  %n31 = poly %n + 31\n  %c32 = const 32 : i64\n  %tiles = divs %n31, %c32 : i64\n"
      "  loop %tiles {\n  ^(%t: i64):\n    %left = poly %n - 32*%t\n    %w = mins %c32, %left : i64\n"
      "    loop %w {\n    ^(%i: i64):\n      %o = poly 256*%t + 8*%i\n      %px = addr %x, %o\n"
      "      %py = addr %y, %o\n      %vx = load %px : f64\n      store %vx, %py\n      yield\n    }\n    "
      "yield\n  }\n";
  expect((Case){.graph = function("i32", "", tiles)}, "guards: n >= 1 | x[0..n) and y[0..n) do not overlap");
  static const char triangle[] =
      "  loop %tn {\n  ^(%i: i64):\n    %w = poly %n - %i - 1\n    loop %w {\n    ^(%j: i64):\n"
      "      %o = poly 8*%i + 8*%j + 8\n      %px = addr %x, %o\n      %oy = poly 8*%i\n      %py = addr %y, "
      "%oy\n"
      "      %vx = load %px : f64\n      store %vx, %py\n      yield\n    }\n    yield\n  }\n";
  expect((Case){.graph = function("i32", "", triangle)},
         "guards: n >= 1 | x[1..n) and y[0..n) do not overlap");
  static const char condition[] =
      "  loop %tn {\n  ^(%i: i64):\n    %c = icmp slt %i, %tm\n    if %c {\n      %o = poly 8*%i\n"
      "      %px = addr %x, %o\n      %py = addr %y, %o\n      %vx = load %px : f64\n      store %vx, %py\n"
      "      yield\n    } else {\n      yield\n    }\n    yield\n  }\n";
  expect((Case){.graph = function("i32", "", condition)},
         "guards: n >= 1 | x[0..n) and y[0..n) do not overlap");
  static const char gather[] =
      "  loop %tn {\n  ^(%i: i64):\n    %o = poly 4*%i\n    %pp = addr %p, %o\n    %k = load %pp : i32\n"
      "    %ox = poly 8*%k\n    %px = addr %x, %ox\n    %vx = load %px : f64\n    %oy = poly 8*%i\n"
      "    %py = addr %y, %oy\n    store %vx, %py\n    yield\n  }\n";
  expect((Case){.graph = function("i32", "", gather)},
         "refused: cannot show that x and y do not overlap: their extent is not known before the code runs");
}

#define INNER                                                                                                \
  "    loop %w {\n    ^(%j: i64):\n      %o = poly 8*%j\n      %px = addr %x, %o\n      %py = addr %y, %o\n" \
  "      %vx = load %px : f64\n      store %vx, %py\n      yield\n    }\n    yield\n  }\n"
static const char by_reference[] =
    "  loop %tn {\n  ^(%i: i64):\n    %k \"k\" = load %p : i32\n    %w = poly %k\n" INNER;

/// `for (i…) { m = *p; for (j…) y[i] += … }`, and a bound that is only read where another loop runs.
TEST(loads_in_the_nest) {
  expect((Case){.graph = function("i32", "unique", by_reference), .size = "k"}, "guards: n >= 1; k >= 1");
  expect((Case){.graph = function("i32", "", by_reference), .size = "k"},
         "guards: n >= 1; k >= 1; p[0..1) and y[0..k) do not overlap; x[0..k) and y[0..k) do not overlap");
  static const char conditional[] = "  loop %tn {\n  ^(%i: i64):\n    %c = icmp slt %i, %tm\n    if %c {\n"
                                    "    %k \"k\" = load %p : i32\n    %w = poly %k\n"
                                    "    loop %w {\n    ^(%j: i64):\n      %o = poly 8*%j\n      %px = addr "
                                    "%x, %o\n      %py = addr %y, %o\n"
                                    "      %vx = load %px : f64\n      store %vx, %py\n      yield\n    }\n  "
                                    "  yield\n    } else {\n      yield\n    }\n    yield\n  }\n";
  expect((Case){.graph = function("i32", "unique", conditional), .size = "n"},
         "refused: \"8*k - 8\" cannot be checked before the code runs");
  static const char chain[] =
      "  loop %tn {\n  ^(%i: i64):\n    %k \"k\" = load %p : i32\n    %w = poly %k\n    loop %w {\n    ^(%l: "
      "i64):\n"
      "    %k2 \"k2\" = load %q : i32\n    %w2 = poly %k2\n    loop %w2 {\n    ^(%j: i64):\n      %o = poly "
      "8*%j\n"
      "      %px = addr %x, %o\n      %py = addr %y, %o\n      %vx = load %px : f64\n      store %vx, %py\n"
      "      yield\n    }\n    yield\n    }\n    yield\n  }\n";
  expect((Case){.graph = function("i32", "unique", chain), .size = "k2"}, "guards: n >= 1; k >= 1; k2 >= 1");
  expect((Case){.graph = function("i32", "", chain), .size = "k2"},
         "refused: a call for no elements: \"k2 >= 1\" cannot be checked before the code runs");
}

/// `for (i…; i < *p) for (j…; j < *q) … x[j + *r]` as C has it: loads that left their loops are made where
/// those are reached, or run.
TEST(loads_that_left_loops) {
#define HOMES(home)                                                                                          \
  "  %k \"k\" = load<hoisted home #0> %p : i32\n  %kl \"kl\" = load<hoisted home #1> %q : i32\n"             \
  "  %r = load<hoisted home " home "> %a : i32\n  %wk = poly %k\n  %wl = poly %kl\n"                         \
  "  loop<label #0> %wk {\n  ^(%i: i64):\n    loop<label #1> %wl {\n    ^(%j: i64):\n"                       \
  "      %o = poly 8*%j + 8*%r\n      %px = addr %x, %o\n      %oy = poly 8*%j\n      %py = addr %y, %oy\n"  \
  "      %vx = load %px : f64\n      store %vx, %py\n      yield\n    }\n    %c = icmp slt %i, %tn\n"        \
  "    if %c {\n      loop<label #2> %tm {\n      ^(%l: i64):\n        yield\n      }\n      yield\n"        \
  "    } else {\n      yield\n    }\n    yield\n  }\n"
  Case c = {.graph = function("i32", "unique", HOMES("#1")), .size = "kl", .whole = true};
  expect(c, "guards: k >= 1; kl >= 1");
  c.whole = false;
  expect(c, "guards: k >= 1; kl >= 1");
  c.graph = function("i32", "unique", HOMES("#2"));
  expect(c, "refused: \"8*a\" cannot be checked before the code runs");
}

/// m < lda is what an access says, which need not be made: it stands before its loop in the graph only. A
/// load that was moved so is not made for a call, either.
TEST(loads_of_loops_that_may_not_run) {
  static const char bounded[] =
      "  loop %tn {\n  ^(%i: i64):\n    loop %i {\n    ^(%j: i64):\n      %oa = poly 8*%i + 8*%m\n"
      "      %e = poly %lda\n      %pa = addr %a, %oa [%tm < %e]\n      %va = load %pa : f64\n"
      "      %o = poly 8*%j\n      %py = addr %y, %o\n      store %va, %py\n      yield\n    }\n"
      "    yield\n  }\n";
  Case c = {.graph = function("i32", "unique", bounded), .need = {"lda", "m"}, .wraps = true};
  expect(c, "guards: n >= 1 | lda >= m");
#define INSIDE(trip)                                                                                         \
  "  loop %tn {\n  ^(%i: i64):\n    %t = poly " trip "\n    loop %t {\n    ^(%l: i64):\n"                    \
  "      %k \"k\" = load %p : i32\n      %w = poly %k\n      loop %w {\n      ^(%j: i64):\n"                 \
  "        %o = poly 8*%j\n        %px = addr %x, %o\n        %py = addr %y, %o\n"                           \
  "        %vx = load %px : f64\n        store %vx, %py\n        yield\n      }\n      yield\n    }\n"       \
  "    yield\n  }\n"
  static const char lower[] = INSIDE("%i"), upper[] = INSIDE("%tn - %i - 1"),
                    neither[] =
                        INSIDE("%tn*%i - %i*%i - %i"); // empty in the first iteration and in the last one
#undef INSIDE
  c = (Case){.graph = function("i32", "unique", lower), .size = "k", .wraps = true};
  expect(c, "guards: n >= 2; k >= 1");
  c.graph = function("i32", "unique", upper);
  expect(c, "guards: n >= 2; k >= 1");
  c.graph = function("i32", "unique", neither);
  expect(c, "refused: a call for no elements: \"k >= 1\" cannot be checked before the code runs");
}

/// The bound is read twice, once where it may not be read: one value, which nothing writes.
TEST(loads_with_twins) {
  static const char twins[] =
      "  loop %tn {\n  ^(%i: i64):\n    %k \"k\" = load %p : i32\n    %c = icmp slt %i, %tm\n    if %c {\n"
      "      %k2 \"k2\" = load %p : i32\n      %w = poly %k2\n      loop %w {\n      ^(%j: i64):\n"
      "        %o = poly 8*%j\n        %px = addr %x, %o\n        %py = addr %y, %o\n"
      "        %vx = load %px : f64\n        store %vx, %py\n        yield\n      }\n      yield\n"
      "    } else {\n      yield\n    }\n    yield\n  }\n";
  expect(
      (Case){.graph = function("i32", "", twins), .need = {"k2", "n"}},
      "guards: n >= 1 | k2 >= n; p[0..1) and y[0..k2) do not overlap; x[0..k2) and y[0..k2) do not overlap");
}

TEST(L10_integers) {
  expect((Case){.graph = function("i64", "unique", axpy)}, "guards: n >= 1 | n fits 32 bits");
  expect((Case){.graph = function("i64", "unique", rows)},
         "guards: n >= 1 | n fits 32 bits; lda fits 28 bits; m fits 28 bits");
  expect((Case){.graph = function("i32", "unique", rows), .need = {"lda", "n"}},
         "guards: n >= 1 | m fits 28 bits; lda fits 28 bits; lda >= n");
  expect((Case){.graph = function("i64", "unique", rows), .need = {"lda", "n"}},
         "guards: n >= 1 | n fits 32 bits; lda fits 28 bits; m fits 28 bits; lda >= n");
  expect((Case){.graph = function("i32", "unique", axpy), .need = {"n", "n"}}, "guards: n >= 1");
  expect((Case){.graph = function("i32", "unique", axpy), .need = {"lda", "n"}, .or = {"n", "lda"}},
         "guards: n >= 1 | lda >= n || n >= lda");
  expect((Case){.graph = function("i32", "unique", axpy), .need = {"lda", "n"}, .or = {"n", "n"}},
         "guards: n >= 1"); // one of them holds
  expect((Case){.graph = function("i64", "unique", rows), .options.guards_static = true, .no_call = true},
         "refused: \"n fits 32 bits\" would need a run-time check");
  Case all = {
      .graph = function("i32", "unique", constant_trip), .no_call = true, .options.guards_static = true};
  expect(all, "proof");
  all.graph = function("i32", "", constant_trip);
  expect(all, "refused: \"x[0..100) and y[0..100) do not overlap\" would need a run-time check");
  all.graph = function("i32", "unique", constant_trip);
  all.need[0] = "m", all.need[1] = "n";
  expect(all, "refused: \"m >= n\" would need a run-time check");
  // A trip count that is a product, and one of three factors.
  static const char product[] = "  %nm = poly %n*%m\n  loop %nm {\n  ^(%i: i64):\n    %o = poly 8*%i\n"
                                "    %px = addr %x, %o\n    %py = addr %y, %o\n    %vx = load %px : f64\n"
                                "    store %vx, %py\n    yield\n  }\n";
  expect((Case){.graph = function("i64", "", product)},
         "guards: n >= 1 | n fits 28 bits; m fits 28 bits; x[0..n*m) and y[0..n*m) do not overlap");
  // 2^60*i: nothing that fits.
  static const char huge[] = "  loop %tn {\n  ^(%i: i64):\n    %o = poly 1152921504606846976*%i\n"
                             "    %px = addr %x, %o\n    %py = addr %y, %o\n    %vx = load %px : f64\n"
                             "    store %vx, %py\n    yield\n  }\n";
  expect((Case){.graph = function("i32", "unique", huge)},
         "refused: \"1152921504606846976*n - 1152921504606846976\" may exceed 64 bits");
  // A condition's rows, and the operands of a minimum before the nest.
  static const char row[] =
      "  %n1 = poly 3*%n + 1\n  %m1 = poly 5*%m\n  %w = mins %n1, %m1 : i64\n  loop %w {\n  ^(%i: i64):\n"
      "    %l = poly 7*%i*%lda\n    %c = icmp slt %l, %tm\n    if %c {\n      %o = poly 8*%i\n"
      "      %px = addr %x, %o\n      %py = addr %y, %o\n      %vx = load %px : f64\n      store %vx, %py\n"
      "      yield\n    } else {\n      yield\n    }\n    yield\n  }\n";
  expect((Case){.graph = function("i64", "unique", row)},
         "guards: n >= 1 | n fits 32 bits; m fits 32 bits; lda fits 28 bits; "
         "min((3*n + 1),(5*m)) fits 28 bits");
}

/// Programs whose indices are computed in fewer bits, as they are imported: `x[i*n + j]` in u32 may wrap,
/// which is asked; in i32 it does not.
TEST(L10_wrapping) {
#define NARROW(flags, extend)                                                                                \
  "  loop %tn {\n  ^(%i: i64):\n    loop %tm {\n    ^(%j: i64):\n      %i4 = trunc<nsw> %i : i32\n"          \
  "      %j4 = trunc<nsw> %j : i32\n      %in = mul" flags " %i4, %n : i32\n      %ij = add" flags           \
  " %in, %j4 : i32\n      %k = " extend " %ij : i64\n      %o = poly 8*%k\n      %px = addr %x, %o\n"        \
  "      %py = addr %y, %o\n      %vx = load %px : f64\n      store %vx, %py\n      yield\n    }\n    "      \
  "yield\n  }\n"
  Case c = {.graph = function("i32", "", NARROW("<nsw>", "sext")), .wraps = true};
  expect(c, "guards: n >= 1 | n fits 28 bits; x[0..n*n + m - n) and y[0..n*n + m - n) do not overlap");
  c.graph = function("i32", "", NARROW("", "zext"));
  expect(c, "guards: n >= 1 | n fits 28 bits; n + 2147483648 >= n*n + m; x[0..n*n + m - n) and "
            "y[0..n*n + m - n) do not overlap");
  c.graph = function("i32", "", NARROW("", "sext"));
  expect(c, "guards: n >= 1 | n fits 28 bits; n + 2147483648 >= n*n + m; x[0..n*n + m - n) and "
            "y[0..n*n + m - n) do not overlap");
  // 64 bits without NSW: a polynomial, which is the number where n and m are small.
  c.graph = function("i64", "",
                     "  loop %tn {\n  ^(%i: i64):\n    loop %tm {\n    ^(%j: i64):\n"
                     "      %in = mul %i, %lda : i64\n      %ij = add %in, %j : i64\n      %o = poly 8*%ij\n"
                     "      %px = addr %x, %o\n      %py = addr %y, %o\n      %vx = load %px : f64\n      "
                     "store %vx, %py\n      yield\n    }\n    yield\n  }\n");
  expect(c, "guards: n >= 1 | lda fits 28 bits; n fits 28 bits; m fits 32 bits; x and y do not overlap");
}

static const SmrWhenStep at_least_64[] = {{SMR_WHEN_ARG, 0, 0}, {SMR_WHEN_CONST, 0, 64}, {SMR_WHEN_GE, 0, 0}},
                         even[] = {{SMR_WHEN_ARG, 0, 0},
                                   {SMR_WHEN_CONST, 0, 2},
                                   {SMR_WHEN_REM, 0, 0},
                                   {SMR_WHEN_CONST, 0, 0},
                                   {SMR_WHEN_EQ, 0, 0}};
static const SmrWhen pays_from_64 = {at_least_64, 3, "size >= 64"}, is_even = {even, 5, "size is even"};

TEST(L5_and_L6_calls) {
  expect((Case){.graph = function("i64", "unique", axpy), .pays = &pays_from_64, .when = &is_even},
         "guards: n >= 64, or the loop is faster | n fits 32 bits; n % 2 == 0");
  expect((Case){.graph = function("i32", "unique", constant_trip), .size = "c", .pays = &pays_from_64},
         "proof");
  expect((Case){.graph = function("i32", "unique", constant_trip), .size = "c", .when = &is_even}, "proof");
  expect((Case){.graph = function("i32", "unique", axpy), .size_bits = 8}, "guards: n >= 1 | n fits 8 bits");
  expect((Case){.graph = function("i32", "unique", axpy), .divisor = 3},
         "guards: n >= 3 | n is a multiple of 3");
  expect((Case){.graph = function("i32", "unique", axpy), .size = "m"}, "guards: m >= 1");
}

/// Of `and` and `or` the side that is known is left out.
TEST(conditions_with_known_sides) {
#define SIDES(low, op)                                                                                       \
  {(const SmrWhenStep[]){{SMR_WHEN_ARG, 0, 0},                                                               \
                         {SMR_WHEN_CONST, 0, 64},                                                            \
                         {SMR_WHEN_GE, 0, 0},                                                                \
                         {SMR_WHEN_CONST, 0, low},                                                           \
                         {SMR_WHEN_CONST, 0, 5},                                                             \
                         {SMR_WHEN_GE, 0, 0},                                                                \
                         {op, 0, 0}},                                                                        \
   7, "sides"}
  const SmrWhen or_false = SIDES(3, SMR_WHEN_OR), and_true = SIDES(5, SMR_WHEN_AND),
                or_true = SIDES(5, SMR_WHEN_OR), and_false = SIDES(3, SMR_WHEN_AND);
  const char *graph = function("i32", "unique", axpy);
  expect((Case){.graph = graph, .when = &or_false}, "guards: n >= 1 | n >= 64");
  expect((Case){.graph = graph, .when = &and_true}, "guards: n >= 1 | n >= 64");
  expect((Case){.graph = graph, .when = &or_true}, "guards: n >= 1");
  expect((Case){.graph = graph, .when = &and_false}, "refused: \"n >= 64 && 3 >= 5\" does not hold");
}

/// Sizes that have to be read in the nest are tested when reading them is allowed.
TEST(calls_that_pay) {
  const SmrWhen never = {(const SmrWhenStep[]){{SMR_WHEN_CONST, 0, 0}}, 1, "false"};
  Case c = {.graph = function("i32", "unique", axpy), .pays = &pays_from_64};
  expect(c, "guards: n >= 64, or the loop is faster");
  c.pays = NULL;
  expect(c, "guards: n >= 1");
  c.pays = &pays_from_64;
  c.graph = function("i32", "unique", constant_trip);
  c.size = "c";
  expect(c, "proof");
  c.pays = &never;
  expect(c, "refused: a call does not pay: it would where false");
  // What the loop takes, 150 a round, against what the call takes: from 300 on, never, always.
  const SmrWhenStep weighed[] = {{SMR_WHEN_ROUND, 0, 0}, {SMR_WHEN_ARG, 0, 0},       {SMR_WHEN_MUL, 0, 0},
                                 {SMR_WHEN_ARG, 0, 0},   {SMR_WHEN_CONST, 0, 50},    {SMR_WHEN_MUL, 0, 0},
                                 {SMR_WHEN_SUB, 0, 0},   {SMR_WHEN_CONST, 0, 30000}, {SMR_WHEN_GE, 0, 0}};
  SmrWhenStep slow[9];
  memcpy(slow, weighed, sizeof slow);
  slow[4].imm = 150;
  SmrWhen weighs = {weighed, 9, "round*size - 50*size >= 30000"}, loses = {slow, 9, "slow"};
  c = (Case){.graph = function("i32", "unique", axpy), .pays = &weighs, .loop = true};
  expect(c, "guards: n >= 300, or the loop is faster");
  c.pays = &loses;
  expect(c, "refused: a call does not pay: the loops take about 2 ns, the call 30 ns");
  c.pays = &weighs;
  c.loop = false;
  expect(c, "refused: a call does not pay: no loop goes away for it");
  c = (Case){.graph = function("i32", "unique", constant_trip), .size = "c", .pays = &weighs, .loop = true};
  expect(c, "refused: a call does not pay: the loops take about 12 ns, the call 30 ns; "
            "the idiom's size is 100");
  c = (Case){.graph = function("i32", "unique", by_reference), .size = "k", .pays = &pays_from_64};
  expect(c, "guards: n >= 1; k >= 64, or the loop is faster");
  c.options.guards_static = true;
  expect(c, "refused: \"n >= 1\" would need a run-time check");
}

/// What is taken from before the nest: memory that it writes changes, a load under a condition may not be
/// made.
TEST(values_that_are_taken) {
  static const char scaled[] =
      "  loop %tn {\n  ^(%i: i64):\n    %alpha \"alpha\" = load %p : f64\n    %o = poly 8*%i\n"
      "    %py = addr %y, %o\n    %vy \"vy\" = load %py : f64\n    %s \"s\" = fmul %alpha, %vy : f64\n"
      "    store %s, %py\n    %c = icmp slt %i, %tm\n    if %c {\n"
      "      %beta \"beta\" = load %q : f64\n      yield\n    } else {\n      yield\n    }\n    yield\n  }\n";
  Case c = {.graph = function("i32", "unique", scaled), .read = "alpha"};
  expect(c, "guards: n >= 1");
  c.taken = "alpha";
  expect(c, "guards: n >= 1");
  c.taken = "s";
  expect(c, "refused: s cannot be read before the code runs");
  c.taken = NULL;
  c.read = "beta";
  expect(c, "refused: beta cannot be read before the code runs");
  c.read = "vy";
  expect(c, "refused: vy cannot be read before the code runs");
}

/// Two loads of one pointer are one object; two pointers that lie side by side are two.
TEST(L1_loaded_bases) {
#define POINTERS(first, second)                                                                              \
  "  %c8 = const 8 : i64\n  loop %tn {\n  ^(%i: i64):\n    %p1 = addr %p, %c8\n    %p2 = addr %p, %c8\n"     \
  "    %x1 = load " first " : ptr\n    %y1 = load " second " : ptr\n    %o = poly 8*%i\n"                    \
  "    %px = addr %x1, %o\n    %py = addr %y1, %o\n    %vx = load %px : f64\n    store %vx, %py\n"           \
  "    yield\n  }\n"
  expect((Case){.graph = function("i32", "", POINTERS("%p1", "%p2"))},
         "guards: n >= 1 | the two parts of p do not overlap");
  expect((Case){.graph = function("i32", "", POINTERS("%p1", "%p"))},
         "guards: n >= 1 | the two parts of p do not overlap; the two parts of p do not overlap");
}

TEST(L8_freedom) {
#define SUM(flags)                                                                                           \
  "  loop %tn {\n  ^(%i: i64):\n    %o = poly 8*%i\n    %px = addr %x, %o\n    %py = addr %y, %o\n"          \
  "    %vx = load %px : f64\n    %vy = load %py : f64\n    %s = fadd" flags " %vx, %vy : f64\n"              \
  "    %r = fdiv" flags " %s, %vx : f64\n    store %r, %py\n    yield\n  }\n"
  static const char *const flags[] = {SUM(""), SUM("<reassoc>"), SUM("<reassoc nsz arcp>")};
  for (unsigned exact = 0; exact < 3; exact++)
    for (unsigned f = 0; f < 3; f++)
      for (unsigned freedom = 0; freedom < 3; freedom++) {
        bool may = freedom <= f || freedom <= (exact == 0 ? 1u : exact == 1 ? 0u : 2u);
        expect((Case){.graph = function("i32", "unique", flags[f]),
                      .options = {.fp_exact = exact == 1, .fp_algebra = exact == 2},
                      .contract = SMR_CONTRACT_EXACT,
                      .freedom = freedom},
               may ? "guards: n >= 1"
               : freedom == 1
                   ? "refused: a call sums in another order than the code, and fp=exact forbids that"
                   : "refused: a call multiplies sums out, or divides later than the code, and only "
                     "fp=algebra allows that");
      }
  expect((Case){.graph = function("i32", "unique", flags[0]), .options.fp_exact = true},
         "refused: the replacement may round differently, and fp=exact forbids that");
  expect((Case){.graph = function("i32", "unique", flags[0]), .contract = SMR_CONTRACT_FINITE},
         "refused: the replacement is right for finite values only, and the code does not promise them "
         "(-ffinite-math-only)");
  expect((Case){.graph = function("i32", "unique", SUM("<nnan ninf>")), .contract = SMR_CONTRACT_FINITE},
         "guards: n >= 1");
}

/// The least that the operations in a root allow; what the options allow is allowed anyway.
TEST(L8_allowed) {
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *g =
      parse(symbols, function("i32", "unique",
                              "  %v \"v\" = load %p : f64\n  %all \"all\" = fadd<reassoc nsz> %v, %v : f64\n"
                              "  loop %tn {\n  ^(%k: i64):\n"
                              "    %inner \"inner\" = fadd<reassoc nsz> %v, %v : f64\n"
                              "    %order \"order\" = fadd<reassoc> %v, %v : f64\n    yield\n  }\n"
                              "  loop %tn {\n  ^(%l: i64):\n"
                              "    %strict \"strict\" = fadd %v, %v : f64\n"
                              "    %last \"last\" = fadd<reassoc nsz> %v, %v : f64\n    yield\n  }\n"));
  SmrOp strict = smr_def(g, named(g, "strict")), order = smr_def(g, named(g, "order")),
        all = smr_def(g, named(g, "all"));
  const SmrLegalityOptions exact = {.fp_exact = true}, loose = {0}, algebra = {.fp_algebra = true};
  assert_int_equal(smr_plan_allowed(g, smr_def(g, named(g, "v")), &exact), SMR_FREEDOM_ALGEBRA);
  assert_int_equal(smr_plan_allowed(g, all, &exact), SMR_FREEDOM_ALGEBRA);
  assert_int_equal(smr_plan_allowed(g, smr_parent(g, order), &exact), SMR_FREEDOM_ORDER);
  assert_int_equal(smr_plan_allowed(g, smr_parent(g, strict), &exact), SMR_FREEDOM_NONE);
  assert_int_equal(smr_plan_allowed(g, smr_parent(g, strict), &loose), SMR_FREEDOM_ORDER);
  assert_int_equal(smr_plan_allowed(g, strict, &algebra), SMR_FREEDOM_ALGEBRA);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

TEST(L9_effects) {
#define WITH(op) "  loop %tn {\n  ^(%i: i64):\n" op "    store %i, %p\n    yield\n  }\n"
  expect((Case){.graph = function("i32", "unique", WITH("    %v = load<volatile> %q : f64\n"))},
         "refused: a volatile access stands inside");
  expect((Case){.graph = function("i32", "unique", WITH("    call \"g\"\n"))},
         "refused: \"g\" stands inside, whose effects are not known");
  expect((Case){.graph = function("i32", "unique", WITH("    %v = load<packed> %q : f64\n"))},
         "guards: n >= 1 | q[0..1) and p[0..1) do not overlap; the address of q is a multiple of 8");
  expect((Case){.graph = function("i32", "unique",
                                  WITH("    %o = poly 12*%i\n    %at = addr %q, %o\n"
                                       "    %v = load<packed> %at : f64\n"))},
         "refused: the data at line 0 need not be aligned as a library expects of its arguments");
  expect((Case){.graph = function("i32", "unique", WITH("    %v = heap %n : ptr\n"))},
         "refused: memory is allocated or freed inside");
}

/// Copies four at a time, and what is left; the bound of the second loop is computed between the two.
#define COPY(at, trip, offset)                                                                               \
  "  loop " trip " {\n  ^(%i" at ": i64):\n    %o" at " = poly " offset "\n"                                 \
  "    %px" at " = addr %x, %o" at "\n    %py" at " = addr %y, %o" at "\n"                                   \
  "    %v" at " = load %px" at " : f64\n    store %v" at ", %py" at "\n    yield\n  }\n"

TEST(L3_empty_loops) {
  static const char in_parts[] = "  %four = const 4 : i64\n  %w4 = divs %tn, %four : i64\n" COPY(
      "0", "%w4", "32*%i0") "  %r = poly %tn - 4*%w4\n" COPY("1", "%r", "8*%i1 + 32*%w4");
  expect((Case){.graph = function("i32", "unique", in_parts)}, "guards: n >= 1");
}

TEST(guards_that_nothing_meets) {
  static const char odd_size[] = "  %odd \"odd\" = poly 2*%n + 1\n" COPY("0", "%tn", "8*%i0");
  expect((Case){.graph = function("i32", "unique", odd_size), .size = "odd", .divisor = 2},
         "refused: a call needs \"2*n + 1 is a multiple of 2\", which never holds here");
  static const char even_size[] = "  %even \"even\" = poly 6*%n + 3\n" COPY("0", "%tn", "8*%i0");
  expect((Case){.graph = function("i32", "unique", even_size), .size = "even", .divisor = 9},
         "guards: n >= 1 | 6*n + 3 is a multiple of 9; (6*n + 3)/9 fits 32 bits");
  // The lowest bit of n, and n without its two lowest ones.
  static const char bits[] =
      "  %one = const 1 : i64\n  %mask = const -4 : i64\n  %low \"low\" = and %n, %one : i64\n"
      "  %high \"high\" = and %n, %mask : i64\n  %x1 \"x1\" = poly %n - %low + 1\n  %x2 \"x2\" = poly %high "
      "+ 2\n" COPY("0", "%tn", "8*%i0");
  expect((Case){.graph = function("i64", "unique", bits), .size = "x1", .size_bits = 64, .divisor = 2},
         "refused: a call needs \"-low + n + 1 is a multiple of 2\", which never holds here");
  expect((Case){.graph = function("i64", "unique", bits), .size = "x2", .size_bits = 64, .divisor = 4},
         "refused: a call needs \"high + 2 is a multiple of 4\", which never holds here");
}

TEST(guards_of_one_element) {
  static const char copy[] = "  %one \"one\" = poly 1\n  %two \"two\" = poly 2\n" COPY("0", "%tn", "8*%i0");
  expect((Case){.graph = function("i32", "unique", copy), .size = "n", .need = {"one", "n"}},
         "refused: a call needs this, which holds only where one of its sizes is 1: \"1 >= n\"");
  expect((Case){.graph = function("i32", "unique", copy), .size = "n", .need = {"two", "n"}},
         "guards: n >= 1 | 2 >= n");
  expect((Case){.graph = function("i32", "unique", copy), .size = "one", .need = {"one", "n"}},
         "guards: 1 >= n");
}
