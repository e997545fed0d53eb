//===- ranges.c - bounds of integer polynomials --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Gathers what is known at a place for the prover (graph/known.h): that the loops around it run, what the IFs
// around it ask. The ivs of the loops leave the polynomial in question, the innermost first: where it falls
// as an iv grows, the iv is trip - 1, else 0.
//===----------------------------------------------------------------------===//
#include "graph/known.h"
#include "graph/normalize/passes.h"

enum { MOST_LOOPS = 12, MOST_FACTS = 24, MOST_LEVELS = 40 };

bool smr_poly_never_negative(const SmrGraph *g, SmrPoly poly) {
  SmrKnown known = {.graph = g};
  bool never = smr_known_interval(&known, poly).low >= 0;
  smr_known_free(&known);
  return never;
}

//--- Facts -------------------------------------------------------------------

typedef struct {
  SmrGraph *g;
  SmrPolyCache *cache;
  SmrKnown known;
} Facts;

static void fact(Facts *f, SmrPoly poly) {
  if (f->known.nonneg.size < MOST_FACTS)
    smr_known_add(&f->known, poly);
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
  if (smr_known_interval(&f->known, itself).low >= 0 && smr_poly_sub(f->cache->arena, itself, one, &less))
    fact(f, less);
  uint32_t other = a, leaf; // a's name where comparisons were rewritten to polynomials
  smr_poly_is_leaf(itself, &other);
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(wanted, &at, &leaf);)
    if ((is_zext_of(g, leaf, a) || is_zext_of(g, leaf, other)) &&
        smr_poly_sub(f->cache->arena, smr_poly_leaf(f->cache->arena, leaf), one, &less))
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

/// The least value in all iterations of a loop around: poly without the loop's iv.
static bool leave_loop(Facts *f, SmrOp loop, SmrPoly *poly) {
  SmrArena *arena = f->cache->arena;
  SmrPoly trip = smr_exact_poly(f->g, f->cache, smr_operand(f->g, loop, 0)), last, slope, rest;
  SmrValue iv = smr_loop_iv(f->g, loop);
  if (!smr_poly_sub(arena, trip, smr_poly_const(arena, 1), &last))
    return true;
  fact(f, last);
  smr_known_forget(&f->known,
                   iv); // what holds in this iteration need not hold in the one with the least value
  if (!smr_poly_contains(*poly, iv))
    return true;
  if (!smr_poly_split(arena, *poly, iv, &slope, &rest))
    return false;
  if (smr_known_nonneg(&f->known, slope)) {
    *poly = rest;
    return true;
  }
  return smr_known_interval(&f->known, slope).high <= 0 && smr_poly_mul(arena, slope, last, &slope) &&
         smr_poly_add(arena, slope, rest, poly);
}

static bool least_is(Facts *f, SmrPoly poly, SmrOp at, int64_t bound) {
  SmrGraph *g = f->g;
  uint32_t loops = 0, levels = 0;
  for (SmrOp inner = at, op; ++levels < MOST_LEVELS && (op = smr_parent(g, inner)); inner = op) {
    if (smr_op(g, op)->code == SMR_OP_IF) {
      bool then = g->blocks.data[smr_op(g, inner)->block].region == smr_op_region(g, op, 0);
      fact_condition(f, smr_operand(g, op, 0), then, poly, 0);
    }
    if (smr_op(g, op)->code == SMR_OP_LOOP && ++loops <= MOST_LOOPS && !leave_loop(f, op, &poly))
      return false;
  }
  return smr_known_at_least(&f->known, poly, bound);
}

bool smr_poly_at_least(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp at, int64_t bound) {
  Facts f = {.g = g, .cache = cache, .known = {.arena = cache->arena, .graph = g}};
  bool result = smr_known_interval(&f.known, poly).low >= bound;
  // One question at a time: polynomials of conditions may ask again.
  if (!result && !cache->asking) {
    cache->asking = true;
    result = least_is(&f, poly, at, bound);
    cache->asking = false;
  }
  smr_known_free(&f.known);
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

static bool poly_at_most(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp at, int64_t bound) {
  SmrPoly negative;
  return bound != INT64_MIN && smr_poly_scale(cache->arena, poly, -1, &negative) &&
         smr_poly_at_least(g, cache, negative, at, -bound);
}

bool smr_poly_within(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp at, int64_t low, int64_t high) {
  return smr_poly_at_least(g, cache, poly, at, low) && poly_at_most(g, cache, poly, at, high);
}
