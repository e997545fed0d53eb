//===- test_known.c - what is proved holds: against all assignments ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Small random functions of two numbers of 3 bits, with a loop; random facts and tests about their values;
// random questions. Whatever the prover answers must hold for each of the 64 inputs and every iteration in
// which the facts hold.
//===----------------------------------------------------------------------===//
#include "graph/interpret.h"
#include "graph/known.h"
#include "graph/number.h"
#include "graph/random_graph.h"
#include "test.h"

enum { GRAPHS = 10000, QUESTIONS = 12, INPUTS = 64, MOST_VALUES = 24, MOST_ITERATIONS = 8, MOST_TESTS = 4 };

typedef struct {
  SmrGraph *g;
  SmrBlock entry, body;
  SmrOp loop;
  SmrValue values[MOST_VALUES]; // integers; the first two are the inputs, the third the iv
  uint32_t count;
  int64_t now[INPUTS][MOST_ITERATIONS][MOST_VALUES]; // what they are
  uint32_t iterations[INPUTS];                       // 0: as if the loop were not there
  SmrRandom random;
  SmrArena arena;
} World;

static uint32_t below(World *w, uint32_t n) {
  return smr_random_below(&w->random, n);
}

static const SmrType narrow = SMR_TYPE(SMR_T_INT, 3), middle = SMR_TYPE(SMR_T_INT, 5);

static uint32_t width(const World *w, SmrValue v) {
  return SMR_TYPE_PAYLOAD(smr_value_type(w->g, v));
}

static SmrPoly random_poly(World *w, uint32_t most_terms, uint32_t most_degree, bool iv) {
  SmrPoly sum = smr_poly_const(&w->arena, (int64_t)below(w, 9) - 4);
  for (uint32_t t = 1 + below(w, most_terms); t; --t) {
    SmrPoly term = smr_poly_const(&w->arena, (int64_t)below(w, 7) - 3);
    for (uint32_t d = 1 + below(w, most_degree); d; --d) {
      uint32_t k = below(w, w->count);
      if (k == 2 && !iv)
        continue;
      assert_true(smr_poly_mul(&w->arena, term, smr_poly_leaf(&w->arena, w->values[k]), &term));
    }
    assert_true(smr_poly_add(&w->arena, sum, term, &sum));
  }
  return sum;
}

static SmrValue one_op(World *w) {
  SmrGraph *g = w->g;
  SmrValue a = w->values[below(w, w->count)], b = w->values[below(w, w->count)];
  if (a == w->values[2] || b == w->values[2])
    a = b = w->values[0]; // of what is outside of the loop
  SmrType type = smr_value_type(g, a);
  SmrType wider = type == narrow && below(w, 2) ? middle : SMR_I64;
  SmrValue two[] = {a, smr_build_const(g, w->entry, 0, type, (int64_t)below(w, 8))}, three[3];
  switch (below(w, 10)) {
  case 0:
    return type == SMR_I64 ? 0 : smr_build(g, w->entry, 0, SMR_OP_SEXT, wider, &a, 1, 0);
  case 1:
    return type == SMR_I64 ? 0 : smr_build(g, w->entry, 0, SMR_OP_ZEXT, wider, &a, 1, 0);
  case 2:
    return type == narrow ? 0 : smr_build(g, w->entry, 0, SMR_OP_TRUNC, narrow, &a, 1, 0);
  case 3:
    return smr_build(g, w->entry, 0, SMR_OP_AND, type, two, 2, 0);
  case 4:
    two[1] = smr_build_const(g, w->entry, 0, type, (int64_t)below(w, 3));
    return smr_build(g, w->entry, 0, SMR_OP_SHRU, type, two, 2, 0);
  case 5:
    two[1] = smr_build_const(g, w->entry, 0, type, 1 + (int64_t)below(w, 7));
    return smr_build(g, w->entry, 0, SMR_OP_REMU, type, two, 2, 0);
  case 6:
    two[1] = smr_build_const(g, w->entry, 0, type, 1 + (int64_t)below(w, 3));
    return smr_build(g, w->entry, 0, w->count % 2 ? SMR_OP_REMS : SMR_OP_DIVS, type, two, 2, 0);
  case 7:
    if (smr_value_type(g, b) == type)
      two[1] = b;
    return smr_build(g, w->entry, 0, below(w, 2) ? SMR_OP_MAXS : SMR_OP_MINS, type, two, 2, 0);
  case 8:
    three[0] = smr_build(g, w->entry, 0, SMR_OP_ICMP, SMR_I1, two, 2, below(w, SMR_UGE + 1));
    three[1] = two[below(w, 2)], three[2] = smr_value_type(g, b) == type ? b : a;
    return smr_build(g, w->entry, 0, SMR_OP_SELECT, type, three, 3, 0);
  default:
    return smr_poly_build(g, w->entry, 0, random_poly(w, 2, 2, false));
  }
}

/// False when the loop would run too often.
static bool evaluate(World *w) {
  SmrInterp in = {.graph = w->g, .values = smr_xcalloc(w->g->values.size, sizeof *in.values)};
  bool ok = true;
  for (uint32_t input = 0; input < INPUTS && ok; input++) {
    in.values[w->values[0]].i = smr_int_wrap(narrow, input % 8);
    in.values[w->values[1]].i = smr_int_wrap(narrow, input / 8);
    for (SmrOp op = w->g->blocks.data[w->entry].first; op != w->loop; op = smr_op(w->g, op)->next)
      assert_true(smr_interp_op(&in, op));
    int64_t trip = smr_interp_operand(&in, w->loop, 0).i;
    ok = trip <= MOST_ITERATIONS;
    w->iterations[input] = trip > 0 ? (uint32_t)trip : 0;
    for (uint32_t i = 0; i < w->iterations[input] && ok; i++)
      for (uint32_t k = 0; k < w->count; k++)
        w->now[input][i][k] = k == 2 ? i : in.values[smr_value(w->g, w->values[k])].i;
  }
  free(in.values);
  return ok;
}

static bool make(World *w, SmrIntern *symbols) {
  SmrGraph *g = w->g = smr_graph_create(symbols, "f");
  w->entry = smr_block_create(g, g->body);
  for (uint32_t k = 0; k < 2; k++)
    w->values[k] = smr_block_add_arg(g, w->entry, narrow);
  w->loop = smr_op_create(g, SMR_OP_LOOP, &w->values[0], 1, NULL, 0, 1);
  w->body = smr_block_create(g, smr_op_region(g, w->loop, 0));
  w->values[2] = smr_block_add_arg(g, w->body, SMR_I64);
  w->count = 3;
  for (uint32_t k = 3 + below(w, 5); k; --k) {
    SmrValue made = one_op(w);
    if (made && width(w, made) > 1)
      w->values[w->count++] = made;
  }
  SmrValue trip = smr_poly_build(g, w->entry, 0, smr_poly_leaf(&w->arena, w->values[0]));
  for (uint32_t k = 0; k < w->count; k++)
    if (k != 2 && smr_value_type(g, w->values[k]) == SMR_I64 && below(w, 2))
      trip = w->values[k];
  smr_op_append(g, w->entry, w->loop);
  smr_op_set_operands(g, w->loop, &trip, 1);
  return evaluate(w);
}

typedef struct {
  const World *w;
  const int64_t *now;
} Reader;

static int64_t leaf(SmrValue value, void *data) {
  const Reader *reader = data;
  for (uint32_t k = 0; k < reader->w->count; k++)
    if (smr_value(reader->w->g, reader->w->values[k]) == value)
      return reader->now[k];
  fail_msg("a leaf that is no value");
  return 0;
}

static int64_t at(const World *w, uint32_t input, uint32_t iteration, const SmrExpr *e) {
  Reader reader = {w, w->now[input][iteration]};
  return smr_expr_value(e, &(SmrExprReader){leaf, &reader, false});
}

static const SmrExpr *random_test(World *w, uint32_t depth) {
  const SmrExpr *a = smr_expr_poly(&w->arena, random_poly(w, 2, 2, true)),
                *b = smr_expr_poly(&w->arena, random_poly(w, 2, 2, below(w, 2))), *c;
  switch (below(w, depth ? 10 : 5)) {
  case 0:
    return smr_expr(&w->arena, SMR_X_EQ, a, b);
  case 1:
    return smr_expr(&w->arena, SMR_X_LT, a, b);
  case 2: // c <= p / k
    return smr_expr(&w->arena, below(w, 2) ? SMR_X_LE : SMR_X_LT,
                    smr_expr_const(&w->arena, (int64_t)below(w, 4) - 1),
                    smr_expr(&w->arena, SMR_X_DIV, b, smr_expr_const(&w->arena, 1 + (int64_t)below(w, 4))));
  case 9: // b fits a few bits
    return smr_expr(&w->arena, SMR_X_EQ, smr_expr_sext(&w->arena, b, 2 + below(w, 3)), b);
  case 5:
    return smr_expr(&w->arena, SMR_X_AND, random_test(w, depth - 1), random_test(w, depth - 1));
  case 6:
    return smr_expr(&w->arena, SMR_X_OR, random_test(w, depth - 1), random_test(w, depth - 1));
  case 7:
    c = smr_expr_poly(&w->arena, random_poly(w, 2, 2, true));
    return smr_expr(&w->arena, SMR_X_LE, a, smr_expr(&w->arena, SMR_X_MIN, b, c));
  case 8:
    c = smr_expr_poly(&w->arena, random_poly(w, 2, 2, true));
    return smr_expr(&w->arena, SMR_X_LT, smr_expr(&w->arena, SMR_X_MAX, a, c), b);
  default:
    return smr_expr(&w->arena, SMR_X_LE, a, b);
  }
}

static uint64_t asked, proved, bounded, corners_found, held;

typedef struct {
  World *w;
  SmrKnown known;
  const SmrExpr *tests[MOST_TESTS]; // what was learnt
  uint32_t test_count;
  uint8_t holds[INPUTS][MOST_ITERATIONS];
} Case;

static void learn_something(Case *c) {
  World *w = c->w;
  for (uint32_t k = below(w, MOST_TESTS + 1); k; --k) {
    const SmrExpr *test = random_test(w, 2);
    int64_t value;
    if (test && !smr_expr_is_const(test, &value) && smr_known_learn(&c->known, test))
      c->tests[c->test_count++] = test;
  }
  memset(c->holds, 0, sizeof c->holds);
  for (uint32_t input = 0; input < INPUTS; input++)
    for (uint32_t i = 0; i < w->iterations[input]; i++) {
      bool ok = true;
      for (uint32_t k = 0; k < c->test_count; k++)
        ok = ok && at(w, input, i, c->tests[k]);
      c->holds[input][i] = ok;
      held += ok;
    }
}

static void print_leaf(uint32_t value, SmrStr *out, void *data) {
  (void)data;
  smr_str_printf(out, "v%u", value);
}

static void wrong(const Case *c, SmrPoly poly, const char *what, uint32_t input, uint32_t iteration) {
  SmrStr text = {0};
  smr_graph_print(c->w->g, &text);
  smr_poly_print(poly, &text, print_leaf, NULL);
  fail_msg("%s does not hold for input %u, iteration %u:\n%s", what, input, iteration, smr_str_get(&text));
}

static void ask(Case *c) {
  World *w = c->w;
  SmrPoly poly = random_poly(w, 3, 2, true);
  const SmrExpr *value = smr_expr_poly(&w->arena, poly), *test = random_test(w, 2);
  SmrInterval range = smr_known_interval(&c->known, poly);
  int64_t bound = (int64_t)below(w, 9) - 4, constant;
  uint32_t bits = 2 + below(w, 6);
  bool nonneg = smr_known_nonneg(&c->known, poly), least = smr_known_at_least(&c->known, poly, bound),
       fits = smr_known_fits(&c->known, poly, bits),
       true_test = test && !smr_expr_is_const(test, &constant) && smr_known_holds(&c->known, test);
  asked += 4;
  proved += nonneg + least + fits + true_test;
  bounded += range.low > -SMR_WIDE_MAX && range.high < SMR_WIDE_MAX;
  for (uint32_t input = 0; input < INPUTS; input++)
    for (uint32_t i = 0; i < w->iterations[input]; i++) {
      if (!c->holds[input][i])
        continue;
      int64_t is = at(w, input, i, value);
      if (is < range.low || is > range.high)
        wrong(c, poly, "an interval", input, i);
      if (nonneg && is < 0)
        wrong(c, poly, "a proof of >= 0", input, i);
      if (least && is < bound)
        wrong(c, poly, "a least value", input, i);
      if (fits && (is < smr_int_least(bits) || is > smr_int_most(bits)))
        wrong(c, poly, "a number of bits", input, i);
      if (true_test && !at(w, input, i, test))
        wrong(c, poly, "a test", input, i);
    }
}

/// The extremes over the loop are those of the corners, where the facts hold in all iterations.
static void ask_corners(Case *c, bool maximum) {
  World *w = c->w;
  SmrPoly poly = random_poly(w, 3, 2, true);
  SmrCorners corners;
  if (!smr_known_corners(&c->known, &w->loop, 1, poly, maximum, &corners))
    return;
  ++corners_found;
  const SmrExpr *value = smr_expr_poly(&w->arena, poly);
  for (uint32_t input = 0; input < INPUTS; input++) {
    bool all = w->iterations[input] > 0;
    for (uint32_t i = 0; i < w->iterations[input]; i++)
      all = all && c->holds[input][i];
    if (!all)
      continue;
    int64_t extreme = 0, corner = 0;
    for (uint32_t i = 0; i < w->iterations[input]; i++) {
      int64_t is = at(w, input, i, value);
      extreme = i == 0 || (maximum ? is > extreme : is < extreme) ? is : extreme;
    }
    for (uint32_t k = 0; k < corners.count; k++) {
      int64_t is = at(w, input, 0, smr_expr_poly(&w->arena, corners.polys[k]));
      corner = k == 0 || (maximum ? is > corner : is < corner) ? is : corner;
    }
    if (extreme != corner)
      wrong(c, poly, "a corner", input, 0);
  }
}

TEST(test_random_questions) {
  static World w;
  for (uint64_t seed = 0; seed < GRAPHS; seed++) {
    SmrIntern *symbols = smr_intern_create();
    w = (World){.random = {seed}};
    if (make(&w, symbols)) {
      Case c = {.w = &w, .known = {.arena = &w.arena, .graph = w.g, .pairs = seed % 2}};
      learn_something(&c);
      for (uint32_t k = 0; k < QUESTIONS; k++) {
        ask(&c);
        ask_corners(&c, k % 2);
      }
      smr_known_free(&c.known);
    }
    smr_graph_destroy(w.g);
    smr_arena_destroy(&w.arena);
    smr_intern_destroy(symbols);
  }
  // The generator does its work.
  print_message("asked %llu, proved %llu, bounded %llu, corners %llu, held %llu\n", (unsigned long long)asked,
                (unsigned long long)proved, (unsigned long long)bounded, (unsigned long long)corners_found,
                (unsigned long long)held);
  assert_true(asked > 100000 && proved > asked / 20 && corners_found > 10000);
}

/// A product too large for 64 bits tells nothing of its factors; a quotient does.
TEST(test_learning) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrGraph *g = smr_graph_create(symbols, "f");
  SmrBlock entry = smr_block_create(g, g->body);
  SmrPoly n = smr_poly_leaf(&arena, smr_block_add_arg(g, entry, SMR_I64)),
          m = smr_poly_leaf(&arena, smr_block_add_arg(g, entry, SMR_I64)), product, more;
  const SmrExpr *four = smr_expr_const(&arena, 4);
  assert_true(smr_poly_mul(&arena, n, m, &product));
  SmrKnown known = {.arena = &arena, .graph = g};
  assert_true(smr_known_learn(&known, smr_expr(&arena, SMR_X_LE, four, smr_expr_poly(&arena, product))));
  assert_false(smr_known_at_least(&known, product, 4));
  const SmrExpr *half = smr_expr(&arena, SMR_X_DIV, smr_expr_poly(&arena, n), smr_expr_const(&arena, 2));
  assert_true(smr_known_learn(&known, smr_expr(&arena, SMR_X_LE, four, half)));
  assert_true(smr_known_at_least(&known, n, 8));
  assert_false(smr_known_at_least(&known, n, 9));
  assert_true(smr_known_learn(
      &known, smr_expr(&arena, SMR_X_LT, smr_expr_poly(&arena, n), smr_expr_poly(&arena, m))));
  assert_true(smr_known_at_least(&known, m, 9));
  assert_true(smr_poly_sub(&arena, m, n, &more) && smr_known_at_least(&known, more, 1));
  smr_known_free(&known);
  known = (SmrKnown){.arena = &arena, .graph = g};
  const SmrExpr *few = smr_expr(&arena, SMR_X_LE, smr_expr_poly(&arena, n), smr_expr_const(&arena, 5));
  assert_true(smr_known_learn(&known, few));
  assert_false(smr_known_learn(&known, smr_expr(&arena, SMR_X_AND, few, // the first half is no news
                                                smr_expr(&arena, SMR_X_LE, four, half))));
  assert_int_equal(known.nonneg.size, 1);
  assert_int_equal(smr_known_most(&known, n), 5);
  // A step that is taken off may be negative, until facts say that it is not; so may be both factors.
  SmrPoly less, square;
  assert_true(smr_poly_scale(&arena, m, -1, &less));
  assert_true(smr_poly_mul(&arena, less, less, &square));
  const SmrExpr *one = smr_expr_const(&arena, 1);
  assert_true(smr_known_most(&known, less) == INT64_MAX);
  assert_true(smr_known_learn(&known, smr_expr(&arena, SMR_X_LE, one, smr_expr_poly(&arena, less))));
  assert_true(smr_known_learn(&known, smr_expr(&arena, SMR_X_LE, one, smr_expr_poly(&arena, square))));
  assert_false(smr_known_learn(&known, smr_expr(&arena, SMR_X_LE, one, smr_expr_poly(&arena, m))));
  smr_known_free(&known);
  known = (SmrKnown){.arena = &arena, .graph = g};
  assert_true(smr_known_learn(&known, smr_expr(&arena, SMR_X_LE, one, smr_expr_poly(&arena, m))));
  assert_int_equal(smr_known_most(&known, less), -1);
  assert_false(smr_known_learn(&known, smr_expr(&arena, SMR_X_LE, one, smr_expr_poly(&arena, less))));
  smr_known_free(&known);
  // A difference may wrap around, and then tells nothing of what is compared; two values side by side do.
  known = (SmrKnown){.arena = &arena, .graph = g};
  assert_true(smr_known_learn(&known, smr_expr(&arena, SMR_X_LE, four, smr_expr_poly(&arena, more))));
  assert_true(smr_known_learn(
      &known, smr_expr(&arena, SMR_X_LE, four,
                       smr_expr(&arena, SMR_X_DIV, smr_expr_poly(&arena, more), smr_expr_const(&arena, 2)))));
  assert_false(smr_known_nonneg(&known, more));
  assert_true(smr_known_learn(
      &known, smr_expr(&arena, SMR_X_LE, smr_expr_poly(&arena, n), smr_expr_poly(&arena, m))));
  assert_true(smr_known_nonneg(&known, more));
  smr_known_free(&known);
  // Where one side of a disjunction cannot hold, the other one does.
  known = (SmrKnown){.arena = &arena, .graph = g};
  const SmrExpr *single =
      smr_expr(&arena, SMR_X_AND, smr_expr(&arena, SMR_X_EQ, smr_expr_poly(&arena, m), one),
               smr_expr(&arena, SMR_X_LE, smr_expr_poly(&arena, n), one));
  const SmrExpr *either =
      smr_expr(&arena, SMR_X_OR, single,
               smr_expr(&arena, SMR_X_LE, smr_expr_poly(&arena, n), smr_expr_poly(&arena, m)));
  assert_true(smr_known_learn(&known, either));
  assert_false(smr_known_at_least(&known, m, 4));
  assert_true(smr_known_learn(&known, smr_expr(&arena, SMR_X_LE, four, smr_expr_poly(&arena, n))));
  assert_true(smr_known_learn(&known, either));
  assert_true(smr_known_at_least(&known, m, 4) && smr_known_nonneg(&known, more));
  smr_known_free(&known);
  // A number that fits some bits has bounds; then a difference from it is exact.
  known = (SmrKnown){.arena = &arena, .graph = g};
  const SmrExpr *number = smr_expr_poly(&arena, n);
  assert_true(smr_poly_sub(&arena, n, smr_poly_const(&arena, 2), &less));
  assert_false(smr_known_whole(&known, less));
  assert_true(smr_known_learn(&known, smr_expr(&arena, SMR_X_EQ, smr_expr_sext(&arena, number, 28), number)));
  assert_true(smr_known_whole(&known, less) && smr_known_fits(&known, n, 28) &&
              !smr_known_fits(&known, n, 27));
  smr_known_free(&known);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}
