//===- ranges.c - bounds of integer polynomials --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A lower bound is proved in two steps. The ivs of the loops around the place leave the polynomial, the
// innermost first: where it falls as an iv grows, the iv is trip - 1, else 0. What is left is bounded by the
// ranges of its leaves, or by a multiple of something known to be no negative number there: the trip - 1 of a
// loop that runs, the condition of an IF. Everything is exact; what exceeds 2^63 counts as unbounded.
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"

typedef __int128 Wide;
#define UNBOUNDED ((Wide)1 << 64)

typedef struct {
  Wide low, high;
} Range;

enum { DEEPEST_RANGE = 12, MOST_LOOPS = 12, MOST_FACTS = 24, MOST_LEVELS = 40 };

static Wide clamp(Wide x) {
  return x > UNBOUNDED ? UNBOUNDED : x < -UNBOUNDED ? -UNBOUNDED : x;
}

static Wide times(Wide a, Wide b) {
  Wide most = UNBOUNDED;
  if (a == 0 || b == 0)
    return 0;
  Wide pa = a < 0 ? -a : a, pb = b < 0 ? -b : b;
  Wide product = pa >= most || pb >= most || pa > most / pb ? most : pa * pb;
  return (a < 0) != (b < 0) ? -product : product;
}

static Range product(Range a, Range b) {
  Wide corners[4] = {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)};
  Range r = {corners[0], corners[0]};
  for (int k = 1; k < 4; ++k) {
    if (corners[k] < r.low)
      r.low = corners[k];
    if (corners[k] > r.high)
      r.high = corners[k];
  }
  return r;
}

static Range signed_range(uint32_t width) {
  Wide half = (Wide)1 << (width < 64 ? width - 1 : 63);
  return (Range){-half, half - 1};
}

static Range value_range(const SmrGraph *g, SmrValue value, uint32_t depth);

static Range meet(Range a, Range b) {
  return (Range){a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}

static Range poly_range(const SmrGraph *g, SmrPoly poly, uint32_t depth) {
  Range sum = {0, 0};
  for (uint32_t t = 0; t < poly.count; ++t) {
    Range term = {poly.terms[t].coef, poly.terms[t].coef};
    for (uint32_t k = 0; k < poly.terms[t].degree; ++k)
      term = product(term, value_range(g, poly.terms[t].leaves[k], depth + 1));
    sum.low = sum.low <= -UNBOUNDED || term.low <= -UNBOUNDED ? -UNBOUNDED : clamp(sum.low + term.low);
    sum.high = sum.high >= UNBOUNDED || term.high >= UNBOUNDED ? UNBOUNDED : clamp(sum.high + term.high);
  }
  return sum;
}

/// The operand of a division or shift as it is read without a sign.
static Range unsigned_range(const SmrGraph *g, SmrValue value, uint32_t depth) {
  uint32_t width = SMR_TYPE_PAYLOAD(smr_value_type(g, value));
  Range r = value_range(g, value, depth);
  return r.low >= 0 ? r : (Range){0, ((Wide)1 << (width < 64 ? width : 64)) - 1};
}

static Range value_range(const SmrGraph *g, SmrValue value, uint32_t depth) {
  value = smr_value(g, value);
  SmrType type = smr_value_type(g, value);
  if (SMR_TYPE_KIND(type) != SMR_T_INT || SMR_TYPE_PAYLOAD(type) > 64)
    return (Range){-UNBOUNDED, UNBOUNDED};
  Range all = signed_range(SMR_TYPE_PAYLOAD(type));
  if (type == SMR_I1)
    all = (Range){-1, 1};
  int64_t constant;
  if (smr_const_int(g, value, &constant))
    return (Range){constant, constant};
  if (depth > DEEPEST_RANGE)
    return all;
  const SmrValueData *data = &g->values.data[value];
  if (!data->def) { // the iv of a loop
    SmrOp loop = g->regions.data[g->blocks.data[data->block].region].parent;
    if (!loop || smr_op(g, loop)->code != SMR_OP_LOOP || data->index != 0)
      return all;
    Range trip = value_range(g, smr_operand(g, loop, 0), depth + 1);
    return (Range){0, trip.high > 0 ? trip.high - 1 : 0};
  }
  SmrOp def = data->def;
  const SmrOpData *op = smr_op(g, def);
  Range a, b;
  switch ((SmrOpcode)op->code) {
  case SMR_OP_POLY: {
    SmrArena arena = {0};
    a = meet(all, poly_range(g, smr_poly_of(g, &arena, value), depth + 1));
    smr_arena_destroy(&arena);
    return a.low <= a.high && a.low > all.low && a.high < all.high ? a : all; // it may wrap otherwise
  }
  case SMR_OP_SEXT:
    if (smr_value_type(g, smr_operand(g, def, 0)) == SMR_I1)
      return (Range){-1, 0};
    return value_range(g, smr_operand(g, def, 0), depth + 1);
  case SMR_OP_ZEXT:
    if (smr_value_type(g, smr_operand(g, def, 0)) == SMR_I1)
      return (Range){0, 1};
    return unsigned_range(g, smr_operand(g, def, 0), depth + 1);
  case SMR_OP_SHRU:
    if (!smr_const_int(g, smr_operand(g, def, 1), &constant) || constant < 0 || constant > 63)
      return all;
    a = unsigned_range(g, smr_operand(g, def, 0), depth + 1);
    return meet(all, (Range){a.low >> constant, a.high >> constant});
  case SMR_OP_AND:
    for (uint32_t k = 0; k < 2; ++k)
      if (smr_const_int(g, smr_operand(g, def, k), &constant) && constant >= 0)
        return (Range){0, constant};
    return all;
  case SMR_OP_REMU:
    if (!smr_const_int(g, smr_operand(g, def, 1), &constant) || constant <= 0)
      return all;
    return (Range){0, constant - 1};
  case SMR_OP_MAXS:
  case SMR_OP_MINS:
    a = value_range(g, smr_operand(g, def, 0), depth + 1);
    b = value_range(g, smr_operand(g, def, 1), depth + 1);
    if (op->code == SMR_OP_MAXS)
      return (Range){a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
    return (Range){a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
  case SMR_OP_SELECT:
    a = value_range(g, smr_operand(g, def, 1), depth + 1);
    b = value_range(g, smr_operand(g, def, 2), depth + 1);
    return (Range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  default:
    return all;
  }
}

bool smr_poly_never_negative(const SmrGraph *g, SmrPoly poly) {
  return poly_range(g, poly, 0).low >= 0;
}

//--- Facts -------------------------------------------------------------------

typedef struct {
  SmrGraph *g;
  SmrPolyCache *cache;
  SmrPoly facts[MOST_FACTS]; // none of them is negative
  uint32_t count;
} Facts;

static void fact(Facts *f, SmrPoly poly) {
  if (f->count < MOST_FACTS)
    f->facts[f->count++] = poly;
}

/// left - right - less >= 0, with `left` and `right` read as signed numbers or not.
static void fact_difference(Facts *f, SmrValue left, SmrValue right, int64_t less) {
  SmrPoly a = smr_exact_poly(f->g, f->cache, left), b = smr_exact_poly(f->g, f->cache, right), c;
  if (smr_poly_sub(f->cache->arena, a, b, &c) &&
      smr_poly_sub(f->cache->arena, c, smr_poly_const(f->cache->arena, less), &c))
    fact(f, c);
}

static bool is_zext_of(const SmrGraph *g, SmrValue value, SmrValue of) {
  SmrOp def = smr_def(g, value);
  return def && smr_op(g, def)->code == SMR_OP_ZEXT && smr_operand(g, def, 0) == of;
}

/// Truth of a comparison. `wanted` are the leaves of the question: zext(x) > 0 is told where x != 0 is known.
static void fact_compare(Facts *f, SmrOp compare, bool truth, SmrPoly wanted) {
  SmrGraph *g = f->g;
  SmrValue a = smr_operand(g, compare, 0), b = smr_operand(g, compare, 1);
  SmrIcmp predicate = (SmrIcmp)smr_op(g, compare)->imm;
  predicate = truth ? predicate : smr_icmp_inverse(predicate);
  int64_t zero;
  if (SMR_TYPE_KIND(smr_value_type(g, a)) != SMR_T_INT || smr_value_type(g, a) == SMR_I1)
    return;
  switch (predicate) {
  case SMR_EQ:
    fact_difference(f, a, b, 0);
    fact_difference(f, b, a, 0);
    return;
  case SMR_SLT:
    fact_difference(f, b, a, 1);
    return;
  case SMR_SLE:
    fact_difference(f, b, a, 0);
    return;
  case SMR_SGT:
    fact_difference(f, a, b, 1);
    return;
  case SMR_SGE:
    fact_difference(f, a, b, 0);
    return;
  case SMR_NE:
  case SMR_UGT:
    if (!smr_const_int(g, b, &zero) || zero != 0)
      return;
    break;
  default:
    return;
  }
  SmrPoly itself = smr_exact_poly(g, f->cache, a), one = smr_poly_const(f->cache->arena, 1), less;
  if (poly_range(g, itself, 0).low >= 0 && smr_poly_sub(f->cache->arena, itself, one, &less))
    fact(f, less);
  uint32_t leaf = 0;
  bool renamed = smr_poly_is_leaf(itself, &leaf); // comparisons were rewritten to polynomials
  for (uint32_t t = 0; t < wanted.count; ++t)
    for (uint32_t k = 0; k < wanted.terms[t].degree; ++k)
      if ((is_zext_of(g, wanted.terms[t].leaves[k], a) ||
           (renamed && is_zext_of(g, wanted.terms[t].leaves[k], leaf))) &&
          smr_poly_sub(f->cache->arena, smr_poly_leaf(f->cache->arena, wanted.terms[t].leaves[k]), one,
                       &less))
        fact(f, less);
}

static void fact_condition(Facts *f, SmrValue condition, bool truth, SmrPoly wanted, uint32_t depth) {
  SmrOp def = smr_def(f->g, condition);
  if (!def || depth > 6)
    return;
  SmrOpcode code = (SmrOpcode)smr_op(f->g, def)->code;
  int64_t one;
  if (code == SMR_OP_ICMP) {
    fact_compare(f, def, truth, wanted);
  } else if (code == (truth ? SMR_OP_AND : SMR_OP_OR)) {
    fact_condition(f, smr_operand(f->g, def, 0), truth, wanted, depth + 1);
    fact_condition(f, smr_operand(f->g, def, 1), truth, wanted, depth + 1);
  } else if (code == SMR_OP_XOR && smr_const_int(f->g, smr_operand(f->g, def, 1), &one) && (one & 1)) {
    fact_condition(f, smr_operand(f->g, def, 0), !truth, wanted, depth + 1);
  }
}

static bool proved(Facts *f, SmrPoly poly, int64_t bound) {
  SmrArena *arena = f->cache->arena;
  SmrPoly rest;
  if (poly_range(f->g, poly, 0).low >= bound)
    return true;
  for (uint32_t k = 0; k < f->count; ++k) {
    SmrPoly known = f->facts[k];
    // As often as it fits into the first term that both have.
    for (uint32_t t = 0; t < known.count; ++t)
      for (uint32_t u = 0; known.terms[t].degree > 0 && u < poly.count; ++u) {
        SmrPoly a = {&known.terms[t], 1}, b = {&poly.terms[u], 1}, quotient, scaled;
        int64_t factor;
        if (!smr_poly_divide(arena, b, a, &quotient))
          continue;
        bool fits =
            smr_poly_is_const(quotient, &factor) ? factor > 0 : poly_range(f->g, quotient, 0).low >= 0;
        if (fits && smr_poly_mul(arena, known, quotient, &scaled) &&
            smr_poly_sub(arena, poly, scaled, &rest) && poly_range(f->g, rest, 0).low >= bound)
          return true;
      }
  }
  return false;
}

bool smr_poly_at_least(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp at, int64_t bound) {
  Facts f = {.g = g, .cache = cache};
  if (poly_range(g, poly, 0).low >= bound)
    return true;
  // One question at a time: polynomials of conditions may ask again.
  if (cache->asking)
    return false;
  cache->asking = true;
  bool possible = true;
  uint32_t loops = 0, levels = 0;
  for (SmrOp inner = at, op; possible && ++levels < MOST_LEVELS && (op = smr_parent(g, inner)); inner = op) {
    if (smr_op(g, op)->code == SMR_OP_IF) {
      bool then = g->blocks.data[smr_op(g, inner)->block].region == smr_op_region(g, op, 0);
      fact_condition(&f, smr_operand(g, op, 0), then, poly, 0);
    }
    if (smr_op(g, op)->code != SMR_OP_LOOP || ++loops > MOST_LOOPS)
      continue;
    SmrPoly trip = smr_exact_poly(g, cache, smr_operand(g, op, 0)), last, slope, rest;
    SmrValue iv = g->blocks.data[smr_body_block(g, op, 0)].args.data[0];
    if (!smr_poly_sub(cache->arena, trip, smr_poly_const(cache->arena, 1), &last))
      continue;
    fact(&f, last);
    for (uint32_t k = 0; k < f.count; ++k) // of a fact the iv may have any value: the weakest is kept
      if (smr_poly_contains(f.facts[k], iv))
        f.facts[k] = smr_poly_const(cache->arena, 0);
    if (!smr_poly_contains(poly, iv))
      continue;
    possible = smr_poly_split(cache->arena, poly, iv, &slope, &rest);
    if (!possible)
      break;
    Range sign = poly_range(g, slope, 0);
    if (sign.low >= 0 || proved(&f, slope, 0))
      poly = rest;
    else if (sign.high <= 0)
      possible =
          smr_poly_mul(cache->arena, slope, last, &slope) && smr_poly_add(cache->arena, slope, rest, &poly);
    else
      possible = false;
  }
  bool result = possible && proved(&f, poly, bound);
  cache->asking = false;
  return result;
}

/// A comparison that says that the polynomial is not 0.
static bool says_not_zero(SmrGraph *g, SmrPolyCache *cache, SmrValue condition, bool truth, SmrPoly poly,
                          uint32_t depth) {
  SmrOp def = smr_def(g, condition);
  int64_t one;
  if (!def || depth > 6)
    return false;
  SmrOpcode code = (SmrOpcode)smr_op(g, def)->code;
  if (code == (truth ? SMR_OP_AND : SMR_OP_OR))
    return says_not_zero(g, cache, smr_operand(g, def, 0), truth, poly, depth + 1) ||
           says_not_zero(g, cache, smr_operand(g, def, 1), truth, poly, depth + 1);
  if (code == SMR_OP_XOR && smr_const_int(g, smr_operand(g, def, 1), &one) && (one & 1))
    return says_not_zero(g, cache, smr_operand(g, def, 0), !truth, poly, depth + 1);
  if (code != SMR_OP_ICMP || SMR_TYPE_KIND(smr_value_type(g, smr_operand(g, def, 0))) != SMR_T_INT)
    return false;
  SmrIcmp predicate = (SmrIcmp)smr_op(g, def)->imm;
  predicate = truth ? predicate : smr_icmp_inverse(predicate);
  SmrPoly a = smr_exact_poly(g, cache, smr_operand(g, def, 0)),
          b = smr_exact_poly(g, cache, smr_operand(g, def, 1)), difference, negative;
  return predicate != SMR_EQ && predicate != SMR_SLE && predicate != SMR_SGE && predicate != SMR_ULE &&
         predicate != SMR_UGE && smr_poly_sub(cache->arena, a, b, &difference) &&
         (smr_poly_equal(difference, poly) ||
          (smr_poly_scale(cache->arena, difference, -1, &negative) && smr_poly_equal(negative, poly)));
}

bool smr_poly_not_zero(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp at) {
  if (smr_poly_at_least(g, cache, poly, at, 1))
    return true;
  uint32_t levels = 0;
  for (SmrOp inner = at, op; ++levels < MOST_LEVELS && (op = smr_parent(g, inner)); inner = op)
    if (smr_op(g, op)->code == SMR_OP_IF &&
        says_not_zero(g, cache, smr_operand(g, op, 0),
                      g->blocks.data[smr_op(g, inner)->block].region == smr_op_region(g, op, 0), poly, 0))
      return true;
  return false;
}

bool smr_poly_at_most(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp at, int64_t bound) {
  SmrPoly negative;
  return bound != INT64_MIN && smr_poly_scale(cache->arena, poly, -1, &negative) &&
         smr_poly_at_least(g, cache, negative, at, -bound);
}

bool smr_poly_within(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp at, int64_t low, int64_t high) {
  return smr_poly_at_least(g, cache, poly, at, low) && smr_poly_at_most(g, cache, poly, at, high);
}
