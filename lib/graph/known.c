//===- known.c - small proofs about integers ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Facts, and what follows from them: intervals (known_range.c), a shift of every leaf to its lower bound, a
// multiple of one fact, the sum of two.
//===----------------------------------------------------------------------===//
#include "graph/known.h"
#include "base/integer.h"
#include "graph/number.h"

void smr_known_free(SmrKnown *known) {
  smr_vec_free(&known->nonneg);
  smr_vec_free(&known->bounds);
  smr_vec_free(&known->products);
  smr_vec_free(&known->made);
  smr_map_free(&known->index);
}

void smr_known_add(SmrKnown *known, SmrPoly poly) {
  for (uint32_t i = 0; i < known->nonneg.size; i++)
    if (smr_poly_equal(known->nonneg.data[i], poly))
      return;
  int64_t coef, constant;
  uint32_t leaf;
  if (smr_poly_is_const(poly, &constant))
    return;
  smr_vec_push(&known->nonneg, poly);
  if (smr_poly_is_linear(poly, &leaf, &coef, &constant) && (coef == 1 || coef == -1) && constant != INT64_MIN)
    smr_vec_push(&known->bounds,
                 (SmrKnownBound){leaf, coef == 1 ? -constant : INT64_MIN, coef == 1 ? INT64_MAX : constant});
}

void smr_known_forget(SmrKnown *known, uint32_t leaf) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < known->nonneg.size; k++)
    if (!smr_poly_contains(known->nonneg.data[k], leaf))
      known->nonneg.data[kept++] = known->nonneg.data[k];
  known->nonneg.size = kept;
  kept = 0;
  for (uint32_t k = 0; k < known->bounds.size; k++)
    if (known->bounds.data[k].leaf != leaf)
      known->bounds.data[kept++] = known->bounds.data[k];
  known->bounds.size = kept;
  kept = 0;
  for (uint32_t k = 0; k < known->products.size; k++)
    if (known->products.data[k].leaves[0] != leaf && known->products.data[k].leaves[1] != leaf)
      known->products.data[kept++] = known->products.data[k];
  known->products.size = kept;
}

void smr_known_add_product(SmrKnown *known, uint32_t a, uint32_t b, int64_t low, int64_t high) {
  smr_vec_push(&known->products, ((SmrProductBound){{a < b ? a : b, a < b ? b : a}, low, high}));
}

/// Is the first product a proper part of the second?
static bool is_part(const SmrMonomial *a, const SmrMonomial *b) {
  uint32_t i = 0;
  for (uint32_t k = 0; k < b->degree && i < a->degree; k++)
    i += a->leaves[i] == b->leaves[k];
  return i == a->degree && a->degree < b->degree;
}

/// No part of what is positive makes up for some term, whatever its leaves begin at.
static bool stays_negative(SmrPoly poly) {
  for (uint32_t t = 0; t < poly.count; t++) {
    bool made_up = poly.terms[t].coef >= 0;
    for (uint32_t u = poly.count; u-- > t && !made_up;) // (by degree)
      made_up = poly.terms[u].coef > 0 && is_part(&poly.terms[t], &poly.terms[u]);
    if (!made_up)
      return true;
  }
  return false;
}

/// A leaf as its lower bound plus something that is not negative.
static bool above_bound(uint32_t leaf, SmrPoly *out, void *data) {
  SmrKnown *known = data;
  SmrWide low = smr_known_value(known, leaf).low;
  *out = smr_poly_leaf(known->arena, leaf);
  return low >= 0 && smr_poly_add(known->arena, *out, smr_poly_const(known->arena, (int64_t)low), out);
}

/// With leaves above their bounds no coefficient is negative.
static bool nonneg_shifted(SmrKnown *known, SmrPoly poly) {
  return !stays_negative(poly) && smr_poly_map(known->arena, poly, above_bound, known, &poly) &&
         !smr_poly_has_negative(poly);
}

static bool nonneg_simple(SmrKnown *known, SmrPoly poly) {
  return smr_known_interval(known, poly).low >= 0 || nonneg_shifted(known, poly);
}

/// poly = quotient * fact + rest, with a quotient that takes some term away and is not negative, and so is
/// the rest.
static bool nonneg_multiple(SmrKnown *known, SmrPoly poly, SmrPoly fact) {
  SmrArena *arena = known->arena;
  for (uint32_t t = 0; t < fact.count; t++)
    for (uint32_t u = 0; fact.terms[t].degree > 0 && u < poly.count; u++) {
      SmrPoly a = {&fact.terms[t], 1}, b = {&poly.terms[u], 1}, quotient, scaled, rest;
      int64_t factor;
      if (!smr_poly_divide(arena, b, a, &quotient) ||
          (smr_poly_is_const(quotient, &factor) ? factor <= 0 : smr_known_interval(known, quotient).low < 0))
        continue;
      if (smr_poly_mul(arena, fact, quotient, &scaled) && smr_poly_sub(arena, poly, scaled, &rest) &&
          nonneg_simple(known, rest))
        return true;
    }
  return false;
}

//--- Points ----------------------------------------------------------------------

// What nonneg_simple proves is negative at no point whose leaves are in their intervals. A few points rule
// out nearly all sums of facts that lead nowhere, in a small part of the time that trying them takes.
enum { MOST_PAIRED = 48, POINTS = 4, MOST_AT_POINTS = 32 };

typedef struct {
  SmrWide at[POINTS];
} Values;

typedef struct {
  SmrKnown *known;
  uint32_t leaves[MOST_AT_POINTS], count;
  int64_t at[MOST_AT_POINTS][POINTS];
  Values poly, facts[MOST_PAIRED];
} Points;

/// In the first point a leaf is at its least, or 0; in the others a little more, by sizes that differ.
static const int64_t *leaf_values(Points *p, uint32_t leaf) {
  for (uint32_t k = 0; k < p->count; k++)
    if (p->leaves[k] == leaf)
      return p->at[k];
  SmrInterval range = smr_known_value(p->known, leaf);
  if (p->count == MOST_AT_POINTS || range.low > INT32_MAX || range.high < INT32_MIN)
    return NULL;
  int64_t *at = p->at[p->count];
  p->leaves[p->count++] = leaf;
  uint64_t mixed = leaf;
  for (uint32_t k = 0; k < POINTS; k++) {
    mixed = (mixed + k + 1) * 0x9E3779B97F4A7C15;
    SmrWide more = k ? (mixed >> 40) & ((1U << (mixed >> 32) % 12) - 1) : 0, value = more;
    if (range.low > 0)
      value += range.low;
    else if (range.low < 0 && (mixed >> 62) == 0)
      value = -more;
    value = value > range.high ? range.high : value;
    at[k] = (int64_t)(value < range.low ? range.low : value);
  }
  return at;
}

/// What is too large to tell is `otherwise` at every point.
static void values_of(Points *p, SmrPoly poly, SmrWide otherwise, Values *out) {
  bool ok = true;
  *out = (Values){0};
  for (uint32_t t = 0; t < poly.count && ok; t++) {
    int64_t term[POINTS];
    for (uint32_t k = 0; k < POINTS; k++)
      term[k] = poly.terms[t].coef;
    for (uint32_t i = 0; i < poly.terms[t].degree && ok; i++) {
      const int64_t *leaf = leaf_values(p, poly.terms[t].leaves[i]);
      ok = leaf != NULL;
      for (uint32_t k = 0; k < POINTS && ok; k++)
        ok = !__builtin_mul_overflow(term[k], leaf[k], &term[k]);
    }
    for (uint32_t k = 0; k < POINTS; k++)
      out->at[k] += term[k];
  }
  for (uint32_t k = 0; k < POINTS && !ok; k++)
    out->at[k] = otherwise;
}

static bool is_negative(const Points *p, uint32_t i, const Values *other) {
  for (uint32_t k = 0; k < POINTS; k++)
    if (p->poly.at[k] - p->facts[i].at[k] - (other ? other->at[k] : 0) < 0)
      return true;
  return false;
}

/// Products that are known more closely than their leaves' intervals say would need points of their own.
static void open_points(Points *p, SmrKnown *known, SmrPoly poly) {
  p->known = known;
  p->count = 0;
  values_of(p, poly, SMR_WIDE_MAX, &p->poly);
  for (uint32_t k = 0; k < POINTS && known->products.size; k++)
    p->poly.at[k] = SMR_WIDE_MAX;
}

bool smr_known_nonneg(SmrKnown *known, SmrPoly poly) {
  if (nonneg_simple(known, poly))
    return true;
  uint32_t n = known->nonneg.size;
  if (!n)
    return false;
  Points points;
  open_points(&points, known, poly);
  SmrPoly rest, less;
  for (uint32_t i = 0; i < n; i++) {
    SmrPoly fact = known->nonneg.data[i];
    if (i < MOST_PAIRED)
      values_of(&points, fact, -SMR_WIDE_MAX, &points.facts[i]);
    bool open = i >= MOST_PAIRED || !is_negative(&points, i, NULL);
    if ((open && smr_poly_sub(known->arena, poly, fact, &rest) && nonneg_simple(known, rest)) ||
        nonneg_multiple(known, poly, fact))
      return true;
  }
  for (uint32_t i = 0; i < n && n <= MOST_PAIRED && known->pairs; i++)
    for (uint32_t j = i; j < n; j++)
      if (!is_negative(&points, i, &points.facts[j]) &&
          smr_poly_sub(known->arena, poly, known->nonneg.data[i], &rest) &&
          smr_poly_sub(known->arena, rest, known->nonneg.data[j], &less) && nonneg_simple(known, less))
        return true;
  return false;
}

//--- Bounds ----------------------------------------------------------------------

bool smr_known_at_least(SmrKnown *known, SmrPoly poly, int64_t bound) {
  SmrPoly more;
  return smr_known_interval(known, poly).low >= bound ||
         (smr_poly_sub(known->arena, poly, smr_poly_const(known->arena, bound), &more) &&
          smr_known_nonneg(known, more));
}

bool smr_known_fits(SmrKnown *known, SmrPoly poly, uint32_t bits) {
  if (bits >= 64)
    return true;
  SmrPoly negated;
  return smr_known_at_least(known, poly, smr_int_least(bits)) &&
         (smr_known_interval(known, poly).high <= smr_int_most(bits) ||
          (smr_poly_scale(known->arena, poly, -1, &negated) &&
           smr_known_at_least(known, negated, -smr_int_most(bits))));
}

bool smr_known_whole(SmrKnown *known, SmrPoly poly) {
  SmrInterval i = smr_known_interval(known, poly);
  return i.low >= INT64_MIN && i.high <= INT64_MAX;
}

//--- Tests ---------------------------------------------------------------------

/// The two sides' difference b - a - less, where comparing them modulo 2^64 tells it.
static bool gap(SmrKnown *known, const SmrExpr *a, const SmrExpr *b, int64_t less, SmrPoly *out) {
  return a->op == SMR_X_POLY && b->op == SMR_X_POLY && smr_poly_sub(known->arena, b->poly, a->poly, out) &&
         smr_poly_sub(known->arena, *out, smr_poly_const(known->arena, less), out);
}

/// Of c * leaf + k >= 0: a bound of the leaf.
static void learn_bound(SmrKnown *known, SmrPoly poly) {
  uint32_t of;
  int64_t by, constant;
  if (!smr_poly_is_linear(poly, &of, &by, &constant) || by == INT64_MIN)
    return;
  SmrPoly leaf = smr_poly_leaf(known->arena, of), bound;
  int64_t room = smr_floor_divide(constant, by < 0 ? -by : by);
  if (smr_poly_scale(known->arena, leaf, by < 0 ? -1 : 1, &leaf) &&
      smr_poly_add(known->arena, leaf, smr_poly_const(known->arena, room), &bound))
    smr_known_add(known, bound);
}

static bool learn_equation(SmrKnown *known, SmrPoly zero) {
  SmrPoly negated;
  if (!smr_poly_scale(known->arena, zero, -1, &negated))
    return true;
  if (smr_known_most(known, zero) < 0 || smr_known_most(known, negated) < 0)
    return false;
  smr_known_add(known, zero);
  smr_known_add(known, negated);
  return true;
}

/// `a <= min(b, c)` and `max(b, c) <= a` are two comparisons.
static bool in_halves(const SmrKnown *known, const SmrExpr *test, const SmrExpr *halves[2]) {
  for (uint32_t k = 0; k < 2; k++) {
    const SmrExpr *half = k ? test->b->b : test->b->a, *other = k ? test->a->b : test->a->a;
    if (test->b->op == SMR_X_MIN)
      halves[k] = smr_expr(known->arena, test->op, test->a, half);
    else if (test->a->op == SMR_X_MAX)
      halves[k] = smr_expr(known->arena, test->op, other, test->b);
    else
      return false;
  }
  return halves[0] && halves[1];
}

/// Computed modulo 2^64, it is the number.
static bool is_whole(SmrKnown *known, SmrPoly poly) {
  uint32_t leaf;
  int64_t value;
  return smr_poly_is_leaf(poly, &leaf) || smr_poly_is_const(poly, &value) || smr_known_exact(known, poly);
}

/// The number is not below what computing it modulo 2^64 gives: -2^63 negated stays what it is.
static bool is_no_less(SmrKnown *known, SmrPoly poly) {
  SmrPoly negated;
  uint32_t leaf;
  return is_whole(known, poly) ||
         (smr_poly_scale(known->arena, poly, -1, &negated) && smr_poly_is_leaf(negated, &leaf));
}

SmrKnownMark smr_known_mark(const SmrKnown *known) {
  return (SmrKnownMark){known->nonneg.size, known->bounds.size};
}

void smr_known_rewind(SmrKnown *known, SmrKnownMark mark) {
  known->nonneg.size = mark.facts;
  known->bounds.size = mark.bounds;
}

static bool learn_both(SmrKnown *known, const SmrExpr *a, const SmrExpr *b) {
  SmrKnownMark before = smr_known_mark(known);
  if (smr_known_learn(known, a) && smr_known_learn(known, b))
    return true;
  smr_known_rewind(known, before);
  return false;
}

static bool at_least_1(SmrKnown *known, SmrPoly poly, int64_t sign) {
  return smr_poly_scale(known->arena, poly, sign, &poly) && smr_known_at_least(known, poly, 1);
}

/// Proves that the test does not hold. (A comparison is of numbers where neither side wraps around.)
static bool is_refuted(SmrKnown *known, const SmrExpr *test) {
  int64_t value;
  SmrPoly poly;
  bool equation = test->op == SMR_X_EQ;
  switch (test->op) {
  case SMR_X_AND:
    return is_refuted(known, test->a) || is_refuted(known, test->b);
  case SMR_X_OR:
    return is_refuted(known, test->a) && is_refuted(known, test->b);
  case SMR_X_EQ:
  case SMR_X_LE:
  case SMR_X_LT:
    return gap(known, test->a, test->b, test->op == SMR_X_LT, &poly) && is_whole(known, test->a->poly) &&
           is_whole(known, test->b->poly) &&
           (at_least_1(known, poly, -1) || (equation && at_least_1(known, poly, 1)));
  default:
    return smr_expr_is_const(test, &value) && !value;
  }
}

/// All that a side tells where the other one cannot hold, or else what either tells and the other proves.
static bool learn_either(SmrKnown *known, const SmrExpr *const sides[2]) {
  for (uint32_t k = 0; k < 2; k++)
    if (is_refuted(known, sides[k]))
      return smr_known_learn(known, sides[!k]);
  SmrKnownMark before = smr_known_mark(known);
  bool can[2];
  SMR_VEC(SmrPoly) common = {0};
  for (uint32_t k = 0; k < 2; k++) {
    SMR_VEC(SmrPoly) told = {0};
    can[k] = smr_known_learn(known, sides[k]);
    for (uint32_t i = before.facts; i < known->nonneg.size; i++)
      smr_vec_push(&told, known->nonneg.data[i]);
    smr_known_rewind(known, before);
    can[!k] = smr_known_learn(known, sides[!k]);
    for (uint32_t i = 0; i < told.size; i++)
      if (smr_known_nonneg(known, told.data[i]))
        smr_vec_push(&common, told.data[i]);
    smr_known_rewind(known, before);
    smr_vec_free(&told);
  }
  for (uint32_t i = 0; i < common.size && can[0] && can[1]; i++)
    smr_known_add(known, common.data[i]);
  smr_vec_free(&common);
  return can[0] || can[1];
}

/// Is a the low bits of b, sign-extended?
static bool fits_bits(const SmrExpr *a, const SmrExpr *b, uint32_t *bits) {
  *bits = a->bits;
  return a->op == SMR_X_SEXT && a->bits < 64 && b->op == SMR_X_POLY && smr_expr_equal(a->a, b);
}

static bool learn_bits(SmrKnown *known, SmrPoly poly, uint32_t bits) {
  SmrPoly above, below;
  if (is_whole(known, poly) &&
      smr_poly_sub(known->arena, poly, smr_poly_const(known->arena, smr_int_least(bits)), &above) &&
      smr_poly_sub(known->arena, smr_poly_const(known->arena, smr_int_most(bits)), poly, &below)) {
    smr_known_add(known, above);
    smr_known_add(known, below);
  }
  return true;
}

bool smr_known_learn(SmrKnown *known, const SmrExpr *test) {
  int64_t least, divisor, less = test->op == SMR_X_LT;
  const SmrExpr *halves[2];
  uint32_t fits;
  SmrPoly poly;
  switch (test->op) {
  case SMR_X_AND:
    return learn_both(known, test->a, test->b);
  case SMR_X_OR:
    return learn_either(known, (const SmrExpr *const[]){test->a, test->b});
  case SMR_X_EQ:
    if (fits_bits(test->a, test->b, &fits))
      return learn_bits(known, test->b->poly, fits);
    return !gap(known, test->a, test->b, 0, &poly) || learn_equation(known, poly);
  case SMR_X_LE:
  case SMR_X_LT:
    if (in_halves(known, test, halves))
      return learn_both(known, halves[0], halves[1]);
    if (gap(known, test->a, test->b, less, &poly)) {
      bool exact = is_whole(known, test->a->poly) && is_no_less(known, test->b->poly);
      bool linear = smr_poly_degree(test->a->poly) <= 1 && smr_poly_degree(test->b->poly) <= 1;
      if ((exact || linear) && smr_known_most(known, poly) < 0)
        return false;
      if (exact) {
        smr_known_add(known, poly);
        learn_bound(known, poly);
      }
      return true;
    }
    // c <= p / k, 1 <= c and 1 <= k: p - c * k >= 0.
    if (test->b->op != SMR_X_DIV || test->b->a->op != SMR_X_POLY || !smr_expr_is_const(test->a, &least) ||
        !smr_expr_is_const(test->b->b, &divisor) || __builtin_add_overflow(least, less, &least) ||
        least < 1 || divisor < 1 || __builtin_mul_overflow(least, divisor, &least) ||
        !smr_poly_sub(known->arena, test->b->a->poly, smr_poly_const(known->arena, least), &poly))
      return true;
    if (smr_known_most(known, poly) < 0)
      return false;
    if (is_no_less(known, test->b->a->poly))
      smr_known_add(known, poly);
    return true;
  default:
    return true;
  }
}

bool smr_known_can_hold(SmrKnown *known, const SmrExpr *test) {
  SmrKnownMark before = smr_known_mark(known);
  int64_t value;
  bool can = smr_expr_is_const(test, &value) ? value : smr_known_learn(known, test);
  smr_known_rewind(known, before);
  return can;
}

const SmrExpr *smr_known_narrow(SmrKnown *known, const SmrExpr *test) {
  if (test->op != SMR_X_OR)
    return test;
  const SmrExpr *a = smr_known_narrow(known, test->a), *b = smr_known_narrow(known, test->b);
  if (!smr_known_can_hold(known, a))
    return b;
  return smr_known_can_hold(known, b) ? smr_expr(known->arena, SMR_X_OR, a, b) : a;
}

bool smr_known_holds(SmrKnown *known, const SmrExpr *test) {
  int64_t value;
  const SmrExpr *halves[2];
  SmrPoly poly;
  switch (test->op) {
  case SMR_X_AND:
    return smr_known_holds(known, test->a) && smr_known_holds(known, test->b);
  case SMR_X_OR:
    return smr_known_holds(known, test->a) || smr_known_holds(known, test->b);
  case SMR_X_LE:
  case SMR_X_LT:
    if (in_halves(known, test, halves))
      return smr_known_holds(known, halves[0]) && smr_known_holds(known, halves[1]);
    return gap(known, test->a, test->b, test->op == SMR_X_LT, &poly) && smr_known_nonneg(known, poly);
  default:
    return smr_expr_is_const(test, &value) && value;
  }
}
