//===- test_poly.c - polynomial algebra against a naive evaluator ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "base/integer.h"
#include "graph/random_graph.h"
#include "size/interval.h"

enum { LEAVES = 4, ROUNDS = 3000 };

static SmrArena arena;
static SmrRandom rng;

static SmrPoly random_poly(uint32_t terms, uint32_t degree) {
  SmrPoly sum = {NULL, 0};
  for (uint32_t t = 0; t < terms; t++) {
    SmrPoly product = smr_poly_const(&arena, (int64_t)smr_random_below(&rng, 11) - 5);
    for (uint32_t d = smr_random_below(&rng, degree + 1); d; --d)
      assert_true(
          smr_poly_mul(&arena, product, smr_poly_leaf(&arena, 1 + smr_random_below(&rng, LEAVES)), &product));
    assert_true(smr_poly_add(&arena, sum, product, &sum));
  }
  return sum;
}

/// Wrapping, so that no point is too large.
static uint64_t eval(SmrPoly p, const uint64_t *point) {
  uint64_t sum = 0;
  for (uint32_t t = 0; t < p.count; t++) {
    uint64_t product = (uint64_t)p.terms[t].coef;
    for (uint32_t i = 0; i < p.terms[t].degree; i++)
      product *= point[p.terms[t].leaves[i]];
    sum += product;
  }
  return sum;
}

static void assert_canonical(SmrPoly p) {
  assert_true(p.count <= SMR_POLY_MAX_TERMS);
  for (uint32_t t = 0; t < p.count; t++) {
    assert_true(p.terms[t].coef != 0);
    for (uint32_t i = 1; i < p.terms[t].degree; i++)
      assert_true(p.terms[t].leaves[i - 1] <= p.terms[t].leaves[i]);
    if (t) {
      SmrPoly a = {&p.terms[t - 1], 1}, b = {&p.terms[t], 1};
      assert_true(p.terms[t - 1].degree < p.terms[t].degree || smr_poly_compare(a, b) < 0);
    }
  }
}

TEST(test_algebra) {
  for (uint32_t round = 0; round < ROUNDS; round++) {
    rng.state = round;
    SmrPoly a = random_poly(4, 3), b = random_poly(3, 2), c;
    uint64_t at[LEAVES + 1];
    for (uint32_t i = 0; i <= LEAVES; i++)
      at[i] = smr_random_next(&rng);
    assert_true(smr_poly_add(&arena, a, b, &c));
    assert_canonical(c);
    assert_true(eval(c, at) == eval(a, at) + eval(b, at));
    assert_true(smr_poly_sub(&arena, a, b, &c));
    assert_canonical(c);
    assert_true(eval(c, at) == eval(a, at) - eval(b, at));
    assert_true(smr_poly_mul(&arena, a, b, &c));
    assert_canonical(c);
    assert_true(eval(c, at) == eval(a, at) * eval(b, at));

    SmrPoly swapped;
    assert_true(smr_poly_mul(&arena, b, a, &swapped));
    assert_true(smr_poly_equal(c, swapped));
    assert_int_equal(smr_poly_compare(a, b), -smr_poly_compare(b, a));

    uint64_t moved[LEAVES + 1];
    memcpy(moved, at, sizeof at);
    moved[2] = eval(b, at);
    if (smr_poly_substitute(&arena, a, 2, b, &c)) {
      assert_canonical(c);
      assert_true(eval(c, at) == eval(a, moved));
    }
    SmrPoly coefficient, rest;
    bool squared = false;
    for (uint32_t t = 0; t < a.count; t++) {
      uint32_t times = 0;
      for (uint32_t i = 0; i < a.terms[t].degree; i++)
        times += a.terms[t].leaves[i] == 3;
      squared |= times > 1;
    }
    assert_int_equal(smr_poly_split(&arena, a, 3, &coefficient, &rest), !squared);
    if (!squared) {
      assert_canonical(coefficient);
      assert_canonical(rest);
      assert_false(smr_poly_contains(coefficient, 3) || smr_poly_contains(rest, 3));
      assert_true(eval(a, at) == eval(coefficient, at) * at[3] + eval(rest, at));
    }
    SmrPoly root;
    bool linear = true;
    for (uint32_t t = 0; t < a.count; t++)
      linear &= a.terms[t].degree <= 1;
    if (linear && smr_poly_mul(&arena, a, a, &coefficient)) {
      assert_true(smr_poly_root(&arena, coefficient, &root));
      assert_canonical(root);
      assert_true(smr_poly_mul(&arena, root, root, &rest) && smr_poly_equal(rest, coefficient));
    }
    if (smr_poly_root(&arena, a, &root))
      assert_true(smr_poly_mul(&arena, root, root, &rest) && smr_poly_equal(rest, a));
    SmrPoly divisor = random_poly(1, 2), product, quotient;
    if (divisor.count == 1 && smr_poly_mul(&arena, a, divisor, &product)) {
      assert_true(smr_poly_divide(&arena, product, divisor, &quotient));
      assert_true(smr_poly_equal(quotient, a));
      if (smr_poly_divide(&arena, a, divisor, &quotient)) {
        assert_canonical(quotient);
        assert_true(eval(quotient, at) * eval(divisor, at) == eval(a, at));
      }
    }
    assert_int_equal(smr_poly_divide_floor(&arena, a, divisor, &quotient, &rest), divisor.count == 1);
    if (divisor.count == 1) {
      assert_canonical(quotient);
      assert_canonical(rest);
      assert_true(eval(quotient, at) * eval(divisor, at) + eval(rest, at) == eval(a, at));
      int64_t by, number;
      for (uint32_t t = 0; smr_poly_is_const(divisor, &by) && by > 0 && t < rest.count; t++)
        assert_true(rest.terms[t].coef > 0 && rest.terms[t].coef < by);
      if (smr_poly_divide(&arena, a, divisor, &product))
        assert_true(smr_poly_equal(quotient, product) && smr_poly_is_const(rest, &number) && !number);
    }
  }
  smr_arena_destroy(&arena);
}

typedef struct {
  SmrFraction of[LEAVES + 1];
  bool fails[LEAVES + 1];
} Images;

static bool image(uint32_t leaf, SmrPoly *out, void *data) {
  const Images *m = data;
  *out = m->of[leaf].poly;
  return !m->fails[leaf];
}

static bool fraction_image(uint32_t leaf, SmrFraction *out, void *data) {
  const Images *m = data;
  assert_int_equal(out->divisor, 1);
  *out = m->of[leaf];
  return !m->fails[leaf];
}

/// Leaves that divisors divide, so that every fraction is an integer at the point.
TEST(test_map) {
  uint32_t mapped = 0;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    rng.state = round;
    SmrPoly p = random_poly(4, 3), plain;
    Images m = {0};
    uint64_t at[LEAVES + 1], moved[LEAVES + 1] = {0}, whole[LEAVES + 1] = {0};
    bool fails = false;
    for (uint32_t i = 0; i <= LEAVES; i++)
      at[i] = 60 * (uint64_t)smr_random_below(&rng, 9);
    for (uint32_t i = 1; i <= LEAVES; i++) {
      SmrPoly leaf = smr_poly_leaf(&arena, 1 + smr_random_below(&rng, LEAVES));
      assert_true(smr_poly_mul(&arena, random_poly(2, 1), leaf, &m.of[i].poly));
      m.of[i].divisor = 1 + smr_random_below(&rng, 6);
      m.fails[i] = !smr_random_below(&rng, 20);
      fails |= m.fails[i] && smr_poly_contains(p, i);
      moved[i] = eval(m.of[i].poly, at);
      whole[i] = (uint64_t)((int64_t)moved[i] / m.of[i].divisor);
    }
    SmrFraction f;
    assert_int_equal(smr_poly_map(&arena, p, image, &m, &plain), !fails);
    assert_int_equal(smr_poly_map_fractions(&arena, p, fraction_image, &m, &f), !fails);
    if (fails)
      continue;
    mapped++;
    assert_canonical(plain);
    assert_canonical(f.poly);
    assert_true(eval(plain, at) == eval(p, moved));
    assert_true(f.divisor > 0 && eval(f.poly, at) == (uint64_t)f.divisor * eval(p, whole));
    int64_t content = smr_poly_content(plain), rest = 0;
    for (uint32_t t = 0; t < plain.count; t++) {
      assert_int_equal(plain.terms[t].coef % content, 0);
      rest = smr_gcd(rest, plain.terms[t].coef / content);
    }
    assert_int_equal(rest, plain.count != 0);
  }
  assert_true(mapped > ROUNDS / 2);
  smr_arena_destroy(&arena);
}

TEST(test_pool) {
  SmrPolyPool pool = {0};
  for (uint32_t round = 0; round < ROUNDS; round++) {
    rng.state = round;
    SmrPoly p = random_poly(2, 2), found = {0};
    uint32_t number = smr_poly_intern(&pool, p), equal = 0;
    found = *pool.polys.data[number];
    assert_true(smr_poly_equal(found, p) && (!p.count || found.terms != p.terms));
    assert_canonical(found);
    for (uint32_t k = 0; k < pool.polys.size; k++)
      equal += smr_poly_equal(*pool.polys.data[k], p);
    assert_int_equal(equal, 1);
    smr_arena_destroy(&arena);
  }
  assert_true(pool.polys.size > 100 && smr_poly_pool_bytes(&pool) > pool.polys.size * sizeof(SmrPoly));
  smr_poly_pool_free(&pool);
}

static SmrInterval interval_of(uint32_t leaf, void *data) {
  return ((const SmrInterval *)data)[leaf];
}

static double estimate_of(uint32_t leaf, void *data) {
  return (double)((const SmrInterval *)data)[leaf].low;
}

TEST(test_intervals) {
  uint32_t bounded = 0;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    rng.state = round;
    SmrPoly p = random_poly(4, 3);
    SmrInterval leaves[LEAVES + 1] = {0};
    for (uint32_t i = 1; i <= LEAVES; i++) {
      leaves[i].low = (int64_t)smr_random_below(&rng, 13) - 6;
      leaves[i].high = leaves[i].low + smr_random_below(&rng, 5);
      if (!smr_random_below(&rng, 8))
        *(smr_random_below(&rng, 2) ? &leaves[i].low : &leaves[i].high) =
            leaves[i].low == -6 ? -SMR_WIDE_MAX : SMR_WIDE_MAX;
      if (leaves[i].low > leaves[i].high)
        leaves[i] = (SmrInterval){-SMR_WIDE_MAX, SMR_WIDE_MAX};
    }
    SmrInterval all = smr_poly_interval(p, interval_of, leaves);
    bounded += all.low > -SMR_WIDE_MAX && all.high < SMR_WIDE_MAX;
    for (uint32_t k = 0; k < 20; k++) {
      uint64_t at[LEAVES + 1] = {0};
      SmrInterval point[LEAVES + 1];
      for (uint32_t i = 1; i <= LEAVES; i++) {
        SmrWide low = leaves[i].low > -SMR_WIDE_MAX   ? leaves[i].low
                      : leaves[i].high < SMR_WIDE_MAX ? leaves[i].high - 1000
                                                      : -500;
        SmrWide room = leaves[i].high < SMR_WIDE_MAX ? leaves[i].high - low : 1000;
        point[i].low = point[i].high = low + smr_random_below(&rng, (uint32_t)room + 1);
        at[i] = (uint64_t)point[i].low;
      }
      int64_t value = (int64_t)eval(p, at);
      SmrInterval exact = smr_poly_interval(p, interval_of, point);
      assert_true(all.low <= value && value <= all.high && exact.low == value && exact.high == value);
      assert_true(smr_poly_estimate(p, estimate_of, point) == (double)value);
    }
  }
  assert_true(bounded > ROUNDS / 10);
  smr_arena_destroy(&arena);
}

TEST(test_refusals) {
  SmrPoly big = smr_poly_const(&arena, INT64_MAX), least = smr_poly_const(&arena, INT64_MIN), out;
  SmrPoly x = smr_poly_leaf(&arena, 1), zero = smr_poly_const(&arena, 0), minus = smr_poly_const(&arena, -1);
  assert_int_equal(zero.count, 0);
  assert_false(smr_poly_add(&arena, big, smr_poly_const(&arena, 1), &out));
  assert_false(smr_poly_mul(&arena, big, big, &out));
  assert_false(smr_poly_scale(&arena, least, -1, &out));
  assert_false(smr_poly_divide(&arena, least, minus, &out));
  assert_false(smr_poly_divide(&arena, x, zero, &out));
  assert_false(smr_poly_divide(&arena, x, smr_poly_const(&arena, 2), &out));
  assert_false(smr_poly_divide(&arena, smr_poly_const(&arena, 2), x, &out));
  assert_true(smr_poly_divide(&arena, zero, x, &out));
  assert_int_equal(out.count, 0);
  SmrPoly y = smr_poly_leaf(&arena, 2), squares;
  assert_true(smr_poly_mul(&arena, x, x, &squares) && smr_poly_root(&arena, squares, &out));
  assert_false(smr_poly_root(&arena, x, &out));
  assert_false(smr_poly_root(&arena, minus, &out));
  assert_false(smr_poly_root(&arena, smr_poly_const(&arena, 2), &out));
  assert_true(smr_poly_mul(&arena, y, y, &out) && smr_poly_add(&arena, squares, out, &squares));
  assert_false(smr_poly_root(&arena, squares, &out)); // x*x + y*y
  assert_true(smr_poly_root(&arena, zero, &out) && !out.count);
  SmrPoly power = smr_poly_const(&arena, 1);
  for (int i = 0; i < SMR_POLY_MAX_DEGREE; i++)
    assert_true(smr_poly_mul(&arena, power, x, &power));
  assert_false(smr_poly_mul(&arena, power, x, &out));
  SmrPoly many = zero;
  for (uint32_t i = 0; i < SMR_POLY_MAX_TERMS; i++)
    assert_true(smr_poly_add(&arena, many, smr_poly_leaf(&arena, i + 1), &many));
  assert_false(smr_poly_add(&arena, many, smr_poly_const(&arena, 1), &out));
  smr_arena_destroy(&arena);
}

TEST(test_predicates) {
  int64_t value = 7;
  uint32_t leaf = 0;
  SmrPoly x = smr_poly_leaf(&arena, 5), twice;
  assert_true(smr_poly_is_const((SmrPoly){NULL, 0}, &value));
  assert_int_equal(value, 0);
  assert_true(smr_poly_is_const(smr_poly_const(&arena, -3), &value));
  assert_int_equal(value, -3);
  assert_false(smr_poly_is_const(x, &value));
  assert_true(smr_poly_is_leaf(x, &leaf));
  assert_int_equal(leaf, 5);
  assert_true(smr_poly_scale(&arena, x, 2, &twice));
  assert_false(smr_poly_is_leaf(twice, &leaf));
  smr_arena_destroy(&arena);
}

static void print_leaf(uint32_t leaf, SmrStr *out, void *data) {
  (void)data;
  smr_str_printf(out, "x%u", leaf);
}

TEST(test_print) {
  SmrPoly i = smr_poly_leaf(&arena, 1), n = smr_poly_leaf(&arena, 2), p;
  smr_poly_mul(&arena, i, n, &p);
  smr_poly_scale(&arena, p, 8, &p);
  smr_poly_sub(&arena, p, i, &p);
  smr_poly_add(&arena, p, smr_poly_const(&arena, INT64_MIN), &p);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_poly_print(p, &text, print_leaf, NULL);
  assert_string_equal(text.data, "8*x1*x2 - x1 - 9223372036854775808");
  smr_str_clear(&text);
  smr_poly_print((SmrPoly){NULL, 0}, &text, print_leaf, NULL);
  assert_string_equal(text.data, "0");
  smr_arena_destroy(&arena);
}
