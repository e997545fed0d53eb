//===- plan_exact.c - integers of a nest, and where they reach -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// In the plain form a polynomial is what the code computes modulo 2^64; equations take it for the number
// itself. It is that when its extreme values over all iterations are small, and those are polynomials over
// values from before the nest. So these are proved to be small, or the values that they are made of are asked
// to be. README.md has the argument.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "match/legality_internal.h"

enum { MOST_LOOPS = 16, SUM_BITS = 62, DEEPEST = 8 };

//--- Extreme values ------------------------------------------------------------------

static bool is_choice(SmrOpcode code) {
  return code == SMR_OP_MINS || code == SMR_OP_MAXS || code == SMR_OP_MINU || code == SMR_OP_MAXU ||
         code == SMR_OP_DIVS;
}

/// A leaf that is chosen in the nest by a minimum, a maximum or an exact quotient.
static SmrOp chosen_leaf(SmrDecision *d, SmrPoly poly, uint32_t *leaf) {
  const SmrGraph *g = d->graph;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, leaf);) {
    SmrOp def = smr_def(g, *leaf);
    SmrOpcode code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
    int64_t divisor;
    if (!is_choice(code) ||
        (code == SMR_OP_DIVS && (!smr_const_int(g, smr_operand(g, def, 1), &divisor) || divisor < 1)) ||
        smr_told(d, *leaf))
      continue;
    return def;
  }
  return 0;
}

static bool open_choices(SmrDecision *d, SmrPoly poly, bool maximum, SmrCorners *out, uint32_t depth);
static bool open_leaf(SmrDecision *d, SmrPoly poly, uint32_t *leaf, SmrPoly *by);

static bool open_as(SmrDecision *d, SmrPoly poly, uint32_t leaf, SmrPoly by, bool maximum, SmrCorners *out,
                    uint32_t depth) {
  return smr_poly_substitute(d->arena, poly, leaf, by, &poly) &&
         open_choices(d, poly, maximum, out, depth - 1);
}

/// A choice is one of the two that it is made of, and a quotient, as many times as its divisor says, lies
/// between 0 and its dividend; so what is linear in it is extreme at one of them. A bound needs only one of
/// the two if the other is not tighter: an upper bound of a minimum whose coefficient is positive.
static bool open_choices(SmrDecision *d, SmrPoly poly, bool maximum, SmrCorners *out, uint32_t depth) {
  const SmrGraph *g = d->graph;
  uint32_t leaf;
  SmrOp choice = chosen_leaf(d, poly, &leaf);
  SmrPoly coefficient, rest, sides[2];
  if (!choice && d->nest && depth && open_leaf(d, poly, &leaf, &sides[0]))
    return open_as(d, poly, leaf, sides[0], maximum, out, depth);
  if (!choice)
    return smr_corners_add(out, poly);
  if (!depth || !smr_poly_split(d->arena, poly, leaf, &coefficient, &rest))
    return false;
  bool quotient = smr_op(g, choice)->code == SMR_OP_DIVS;
  int64_t divisor;
  SmrPoly part; // 8*(n/8) is at most n
  if (quotient && smr_const_int(g, smr_operand(g, choice, 1), &divisor) &&
      smr_poly_divide(d->arena, coefficient, smr_poly_const(d->arena, divisor), &part) &&
      (!smr_poly_mul(d->arena, part, smr_poly_leaf(d->arena, leaf), &poly) ||
       !smr_poly_add(d->arena, poly, rest, &poly)))
    return false;
  bool minimum = smr_op(g, choice)->code == SMR_OP_MINS,
       ordered = minimum || smr_op(g, choice)->code == SMR_OP_MAXS;
  sides[0] = smr_poly_of(g, d->arena, smr_operand(g, choice, 0));
  sides[1] = quotient ? smr_poly_const(d->arena, 0) : smr_poly_of(g, d->arena, smr_operand(g, choice, 1));
  if (ordered && minimum == maximum && smr_known_nonneg(&d->known, coefficient)) {
    int64_t constant; // n - 32*i of min(32, n - 32*i), 0 of max(i - 5, 0)
    bool known = smr_poly_is_const(sides[0], &constant);
    return open_as(d, poly, leaf, sides[minimum ? known : !known], maximum, out, depth);
  }
  return open_as(d, poly, leaf, sides[0], maximum, out, depth) &&
         open_as(d, poly, leaf, sides[1], maximum, out, depth);
}

static bool is_within(SmrDecision *d, SmrOp def, SmrPoly poly, int64_t bound, bool most) {
  static const char what[] = "an index that may wrap around";
  bool all = bound == (most ? INT64_MAX : INT64_MIN); // a distance (below 2^62) is within 64 bits
  SmrOp loops[MOST_LOOPS];
  uint32_t count = smr_matched_loops_around(d, smr_parent(d->graph, def), loops, MOST_LOOPS);
  SmrCorners corners;
  SmrPoly room, end = smr_poly_const(d->arena, bound);
  if (!smr_corners_before(d, loops, count, poly, most, &corners))
    return false;
  for (uint32_t k = 0; k < corners.count; k++)
    if (!smr_poly_told(d, corners.polys[k]) || !smr_make_distance(d, corners.polys[k]) ||
        (!all && (!(most ? smr_poly_sub(d->arena, end, corners.polys[k], &room)
                         : smr_poly_sub(d->arena, corners.polys[k], end, &room)) ||
                  !smr_require_nonneg(d, room, what))))
      return false;
  return true;
}

/// The value, which the nest makes, is the polynomial: that is in range in all iterations.
static bool stays_within(SmrDecision *d, SmrValue value, SmrPoly poly, int64_t low, int64_t high) {
  enum { NO = 1, YES };
  uint32_t known;
  if (smr_map_get(&d->nest->opened, value, &known))
    return known == YES;
  SmrOp def = smr_def(d->graph, value);
  bool ok = is_within(d, def, poly, low, false) && is_within(d, def, poly, high, true);
  smr_map_set(&d->nest->opened, value, ok ? YES : NO);
  return ok;
}

/// A leaf that is known before the nest by another name, or that is a polynomial where it does not wrap.
static bool open_leaf(SmrDecision *d, SmrPoly poly, uint32_t *leaf, SmrPoly *by) {
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, leaf);) {
    int64_t low, high;
    if (smr_told(d, *leaf))
      continue;
    SmrValue twin = smr_nest_twin(d, *leaf);
    if (twin) {
      *by = smr_poly_leaf(d->arena, twin);
      return true;
    }
    if (smr_nest_opened(d, *leaf, by, &low, &high) && stays_within(d, *leaf, *by, low, high))
      return true;
  }
  return false;
}

bool smr_corners_before(SmrDecision *d, const SmrOp *loops, uint32_t count, SmrPoly poly, bool maximum,
                        SmrCorners *out) {
  SmrCorners now = {.count = 1}, next;
  now.polys[0] = poly;
  for (uint32_t k = count + 1; k-- > 0;) {
    next.count = 0;
    for (uint32_t i = 0; i < now.count; i++)
      if (!open_choices(d, now.polys[i], maximum, &next, DEEPEST))
        return false;
    now = next;
    next.count = 0;
    for (uint32_t i = 0; i < now.count && k; i++)
      if (!smr_known_corners_of(&d->known, loops, count, k - 1, poly, now.polys[i], maximum, &next))
        return false;
    if (k)
      now = next;
  }
  *out = now;
  return true;
}

//--- Small enough ----------------------------------------------------------------------

static SmrWide magnitude(SmrKnown *known, uint32_t leaf, uint32_t bits) {
  SmrInterval r = smr_known_value(known, leaf);
  SmrWide most = r.high > -r.low ? r.high : -r.low, limit = (SmrWide)1 << (bits - 1);
  return most < limit ? most : limit;
}

/// |term| < 2^limit when none of its leaves has more bits.
static bool is_small(SmrKnown *known, const SmrMonomial *term, uint32_t bits, uint32_t limit) {
  SmrWide product = term->coef < 0 ? -(SmrWide)term->coef : term->coef;
  for (uint32_t k = 0; k < term->degree && product >> limit == 0; k++)
    product *= magnitude(known, term->leaves[k], bits);
  return product >> limit == 0;
}

/// Requires that the value fits so many bits; a guard that asks for more of them gives way.
static bool require_bits(SmrDecision *d, uint32_t leaf, uint32_t bits) {
  SmrPoly poly = smr_poly_leaf(d->arena, leaf), room;
  int64_t half = (int64_t)1 << (bits - 1);
  if (smr_known_fits(&d->known, poly, bits))
    return true;
  if (!smr_told(d, leaf))
    return smr_refuse(d, "\"%s fits %u bits\" cannot be checked before the code runs", smr_poly_text(d, poly),
                      bits);
  const SmrExpr *value = smr_expr_poly(d->arena, poly);
  SmrStr text = {0};
  smr_str_printf(&text, "%s fits %u bits", smr_poly_text(d, poly), bits);
  const SmrExpr *test = smr_expr(d->arena, SMR_X_EQ, smr_expr_sext(d->arena, value, bits), value);
  bool ok = true, replaced = false;
  for (uint32_t k = 0; k < d->guards.size && !replaced; k++) {
    const SmrExpr *old = d->guards.data[k].test;
    replaced = old->op == SMR_X_EQ && old->a->op == SMR_X_SEXT && smr_expr_equal(old->a->a, value) &&
               smr_expr_equal(old->b, value) && old->a->bits > bits;
    if (replaced)
      d->guards.data[k] = (SmrGuard){.test = test, .text = smr_arena_strdup(d->arena, smr_str_get(&text))};
  }
  ok = replaced || smr_require(d, test, smr_str_get(&text));
  smr_str_free(&text);
  if (ok && smr_poly_add(d->arena, poly, smr_poly_const(d->arena, half), &room))
    smr_known_add(&d->known, room);
  if (ok && smr_poly_sub(d->arena, smr_poly_const(d->arena, half - 1), poly, &room))
    smr_known_add(&d->known, room);
  return ok;
}

/// A pointer as a number.
static bool is_address(const SmrGraph *g, uint32_t leaf) {
  SmrOp def = smr_def(g, leaf);
  return def && smr_op(g, def)->code == SMR_OP_BITCAST &&
         SMR_TYPE_KIND(smr_value_type(g, smr_operand(g, def, 0))) == SMR_T_PTR;
}

/// The terms' own limit, so that their sum is below 2^SUM_BITS.
static uint32_t term_limit(SmrPoly poly) {
  uint32_t limit = SUM_BITS;
  while (SUM_BITS - limit < 8 && poly.count > 1u << (SUM_BITS - limit))
    --limit;
  return limit;
}

/// How many bits the term's leaves may have for it to be small; 64: it is; 0: no number is enough.
static uint32_t leaf_bits(SmrKnown *known, const SmrMonomial *term, uint32_t limit) {
  static const uint32_t widths[] = {60, 32, 28, 24, 20, 16, 12, 0}; // the first for addresses alone
  uint32_t w = term->degree != 1 || !is_address(known->graph, term->leaves[0]);
  if (is_small(known, term, 64, limit))
    return 64;
  while (widths[w] && !is_small(known, term, widths[w], limit))
    ++w;
  return widths[w];
}

bool smr_make_distance(SmrDecision *d, SmrPoly poly) {
  for (uint32_t t = 0; t < poly.count; t++) {
    const SmrMonomial *term = &poly.terms[t];
    uint32_t bits = leaf_bits(&d->known, term, term_limit(poly));
    if (!bits)
      return smr_refuse(d, "\"%s\" may exceed 64 bits", smr_poly_text(d, poly));
    for (uint32_t k = 0; k < term->degree && bits < 64; k++)
      if (!require_bits(d, term->leaves[k], bits))
        return false;
  }
  return true;
}

const SmrExpr *smr_exact_test(SmrDecision *d, SmrPoly poly) {
  SmrKnown types = {.arena = d->arena, .graph = d->graph};
  const SmrExpr *test = smr_expr_const(d->arena, 1);
  for (uint32_t t = 0; t < poly.count && test; t++) {
    const SmrMonomial *term = &poly.terms[t];
    uint32_t bits = leaf_bits(&types, term, term_limit(poly));
    for (uint32_t k = 0; k < term->degree && bits && bits < 64; k++) {
      const SmrExpr *value = smr_expr_poly(d->arena, smr_poly_leaf(d->arena, term->leaves[k]));
      const SmrExpr *fits = smr_expr(d->arena, SMR_X_EQ, smr_expr_sext(d->arena, value, bits), value);
      test = smr_expr(d->arena, SMR_X_AND, test, fits);
    }
    test = bits ? test : NULL;
  }
  smr_known_free(&types);
  return test;
}

bool smr_make_exact(SmrDecision *d, SmrPoly poly) {
  uint32_t leaf;
  int64_t value;
  return smr_poly_is_leaf(poly, &leaf) || smr_poly_is_const(poly, &value) ||
         smr_known_exact(&d->known, poly) || smr_make_distance(d, poly);
}

//--- All integers of the nest -----------------------------------------------------------

typedef struct {
  SmrDecision *d;
  SmrMap seen; // values that were looked at
} Walk;

/// Equations speak of it: it is made of loop variables and of what does not change in the nest.
static bool is_read_exactly(SmrDecision *d, SmrPoly poly, uint32_t depth) {
  const SmrGraph *g = d->graph;
  uint32_t leaf;
  for (SmrLeafPlace place = {0}; smr_poly_next_leaf(poly, &place, &leaf);) {
    SmrOp at = smr_def(g, leaf);
    if (smr_loop_of_iv(g, leaf))
      continue;
    SmrOpcode code = at ? (SmrOpcode)smr_op(g, at)->code : SMR_OP_NONE;
    bool choice = is_choice(code);
    for (uint32_t o = 0; choice && o < smr_op(g, at)->operand_count; o++)
      choice = depth && is_read_exactly(d, smr_poly_of(g, d->arena, smr_operand(g, at, o)), depth - 1);
    SmrPoly opened;
    int64_t low, high;
    if (depth && smr_nest_opened(d, leaf, &opened, &low, &high) && is_read_exactly(d, opened, depth - 1))
      continue;
    if (!choice && !smr_nest_fixed(d, leaf))
      return false;
  }
  return true;
}

/// The polynomial, which `op` uses, is exact in all iterations.
static bool check_poly(SmrDecision *d, SmrPoly poly, SmrOp op, bool distance) {
  SmrOp loops[MOST_LOOPS];
  uint32_t leaf, count = smr_matched_loops_around(d, smr_parent(d->graph, op), loops, MOST_LOOPS);
  int64_t value;
  SmrCorners corners;
  if (smr_poly_is_const(poly, &value) || (smr_poly_is_leaf(poly, &leaf) && !distance) ||
      !is_read_exactly(d, poly, DEEPEST) || (smr_known_exact(&d->known, poly) && !distance))
    return true;
  for (uint32_t maximum = 0; maximum < 2; maximum++) {
    if (!smr_corners_before(d, loops, count, poly, maximum, &corners))
      return smr_refuse(d, "the extreme values of \"%s\" are not known", smr_poly_text(d, poly));
    for (uint32_t k = 0; k < corners.count; k++) {
      if (!smr_poly_told(d, corners.polys[k]))
        return smr_refuse(d, "\"%s\" cannot be checked before the code runs",
                          smr_poly_text(d, corners.polys[k]));
      if (!smr_make_distance(d, corners.polys[k]))
        return false;
    }
  }
  return true;
}

static bool check_value(Walk *w, SmrValue value, SmrOp user) {
  SmrDecision *d = w->d;
  const SmrGraph *g = d->graph;
  SmrType type = smr_value_type(g, value);
  uint32_t known;
  value = smr_value(g, value);
  if (SMR_TYPE_KIND(type) != SMR_T_INT || type == SMR_I1 || SMR_TYPE_PAYLOAD(type) > 64 ||
      smr_map_get(&w->seen, value, &known))
    return true;
  smr_map_set(&w->seen, value, 1);
  SmrPoly poly = smr_poly_of(g, d->arena, value);
  if (!check_poly(d, poly, user, false))
    return false;
  for (uint32_t t = 0; t < poly.count; t++) // min(n + 1, m), wherever it stands
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      SmrOp def = smr_def(g, poly.terms[t].leaves[k]);
      SmrOpcode code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
      for (uint32_t o = 0; is_choice(code) && o < 2; o++)
        if (!check_value(w, smr_operand(g, def, o), user))
          return false;
    }
  return true;
}

bool smr_check_exact(SmrDecision *d) {
  const SmrGraph *g = d->graph;
  Walk w = {.d = d};
  bool ok = true;
  for (uint32_t n = 0; n < d->match->node_count && ok; n++) {
    SmrOp op = d->match->nodes[n];
    for (uint32_t k = 0; k < smr_op(g, op)->operand_count && ok; k++)
      ok = check_value(&w, smr_operand(g, op, k), op);
    if (ok && smr_is_access(g, op)) {
      bool fits = true;
      SmrPoly offset = smr_access_offset(g, d->arena, smr_access_ptr(g, op), &fits);
      ok = (fits || smr_refuse(d, "an array's offset overflows")) && check_poly(d, offset, op, true);
    }
  }
  smr_map_free(&w.seen);
  return ok;
}
