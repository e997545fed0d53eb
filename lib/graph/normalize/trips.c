//===- trips.c - how often a condition holds (N-LOOP) --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A WHILE compares something that moves by a constant with something that stays. What moves is a carried
// integer or pointer, plus a constant, perhaps extended; it is read with or without a sign, as the comparison
// or the extension says. The count is right when what moves cannot wrap around on its way to the bound:
//  - `<` by steps of 1 stops in time by itself; so does `!=`, in any case;
//  - other steps need the program's word that they do not overflow (NSW, NUW), or a distance that is a number
//    of whole steps (`i < (n & ~3u); i += 4`), so that what moves meets the bound;
//  - of 64 bits nobody lives to see the end: a loop that would run 2^60 times or more, or for ever, is taken
//    not to happen. (So is one that never ends because a narrower bound is the largest number of its type; it
//    has 2^32 iterations or more here, so that no guard lets it through to a library's int.) One that does
//    not run, between bounds that far apart, seems to run: legality compares the bounds.
//===----------------------------------------------------------------------===//
#include "graph/normalize/loops.h"

enum { MOST_STEPS = 16 };

static bool is_int(const SmrGraph *g, SmrValue value) {
  SmrType type = smr_value_type(g, value);
  return SMR_TYPE_KIND(type) == SMR_T_INT && SMR_TYPE_PAYLOAD(type) > 1 && SMR_TYPE_PAYLOAD(type) <= 64;
}

typedef struct {
  SmrOp op, condition, yield;
  SmrBlock before, body;
} Shape;

/// carried value `k` + offset, with what the program says of the sum.
typedef struct {
  uint32_t k, width;
  int64_t offset;
  bool nsw, nuw;
  SmrOpcode extension; // SEXT, ZEXT, or NONE
} Moving;

/// The value as a carried one of the `before` block plus a constant.
static bool follow(const SmrGraph *g, const Shape *w, SmrValue value, Moving *out) {
  out->nsw = out->nuw = true;
  out->offset = 0;
  for (uint32_t step = 0; step < MOST_STEPS; step++) {
    value = smr_value(g, value);
    const SmrValueData *data = &g->values.data[value];
    if (!data->def) {
      if (data->block == w->before) {
        out->k = data->index;
        return true;
      }
      if (data->block != w->body)
        return false;
      value = smr_operand(g, w->condition, data->index + 1);
      continue;
    }
    const SmrOpData *op = smr_op(g, data->def);
    int64_t constant;
    SmrValue inner = op->operand_count ? smr_operand(g, data->def, 0) : 0;
    if ((op->code == SMR_OP_ADD || op->code == SMR_OP_SUB || op->code == SMR_OP_ADDR) &&
        smr_const_int(g, smr_operand(g, data->def, 1), &constant)) {
      uint32_t bits = op->code == SMR_OP_ADDR ? 64 : SMR_TYPE_PAYLOAD(smr_value_type(g, inner));
      constant = (int64_t)((uint64_t)constant << (64 - bits)) >> (64 - bits);
      if (op->code == SMR_OP_SUB)
        constant = constant == INT64_MIN ? constant : -constant;
    } else if (op->code == SMR_OP_ADD && smr_const_int(g, inner, &constant)) {
      inner = smr_operand(g, data->def, 1);
    } else {
      return false;
    }
    if (__builtin_add_overflow(out->offset, constant, &out->offset))
      return false;
    out->nsw &= !g->wraps || op->code == SMR_OP_ADDR || (op->flags & SMR_F_NSW);
    out->nuw &= op->code == SMR_OP_ADDR || (op->flags & SMR_F_NUW);
    value = inner;
  }
  return false;
}

static bool moving(const SmrGraph *g, const Shape *w, SmrValue value, Moving *out) {
  SmrOp def = smr_def(g, value);
  out->extension = SMR_OP_NONE;
  if (def && (smr_op(g, def)->code == SMR_OP_SEXT || smr_op(g, def)->code == SMR_OP_ZEXT)) {
    out->extension = (SmrOpcode)smr_op(g, def)->code;
    value = smr_operand(g, def, 0);
  }
  bool pointer = smr_value_type(g, value) == SMR_PTR;
  if (!pointer && !is_int(g, value))
    return false;
  out->width = pointer ? 64 : SMR_TYPE_PAYLOAD(smr_value_type(g, value));
  return follow(g, w, value, out);
}

/// A number of fewer than 64 bits, read without a sign, built before `where`.
static SmrPoly unsigned_poly(SmrLoopPass *s, SmrOp where, SmrValue value) {
  SmrGraph *g = s->g;
  int64_t constant;
  if (smr_const_int(g, value, &constant))
    return smr_poly_const(&s->arena, (int64_t)smr_int_unsigned(smr_value_type(g, value), constant));
  SmrPoly exact = smr_exact_poly(g, &s->cache, value);
  if (smr_poly_never_negative(g, exact))
    return exact;
  return smr_exact_poly(g, &s->cache,
                        smr_build(g, smr_op(g, where)->block, where, SMR_OP_ZEXT, SMR_I64, &value, 1, 0));
}

/// Initial value plus constant, as a value of its type.
static SmrValue first_value(SmrLoopPass *s, SmrOp where, SmrValue initial, int64_t offset) {
  SmrGraph *g = s->g;
  int64_t constant;
  SmrType type = smr_value_type(g, initial);
  SmrBlock block = smr_op(g, where)->block;
  if (offset == 0)
    return initial;
  if (smr_const_int(g, initial, &constant)) {
    uint32_t bits = SMR_TYPE_PAYLOAD(type);
    uint64_t sum = (uint64_t)constant + (uint64_t)offset;
    return smr_build_const(g, block, where, type, (int64_t)(sum << (64 - bits)) >> (64 - bits));
  }
  SmrValue pair[2] = {initial, smr_build_const(g, block, where, type, offset)};
  return smr_build(g, block, where, SMR_OP_ADD, type, pair, 2, 0);
}

typedef struct {
  SmrIcmp predicate;
  SmrPoly first, bound; // of what moves; of what stays
  int64_t step;
  uint32_t width; // of what moves
  bool is_signed; // how it is read
  bool nsw, nuw;  // no step overflows
  bool extended;  // compared in more bits than it has
  bool from_zero; // `first` is no negative number
} Count;

static bool divided(SmrLoopPass *s, SmrOp where, SmrPoly distance, int64_t step, SmrPoly *trip) {
  return smr_divide_distance(s, smr_op(s->g, where)->block, where, distance, step, trip);
}

/// bound - first + slack, by steps.
static bool span(SmrLoopPass *s, SmrOp where, const Count *c, int64_t slack, SmrPoly *trip) {
  SmrPoly distance;
  return smr_poly_sub(&s->arena, c->bound, c->first, &distance) &&
         smr_poly_add(&s->arena, distance, smr_poly_const(&s->arena, slack), &distance) &&
         divided(s, where, distance, c->step, trip);
}

static const bool strict[] = {0, 0, 1, 0, 1, 0, 1, 0, 1, 0};

/// The last step to the bound stays in the range of the type, of fewer than 64 bits.
static bool in_range(SmrLoopPass *s, const Count *c) {
  int64_t least = c->is_signed ? smr_int_least(c->width) : 0;
  int64_t most = c->is_signed ? smr_int_most(c->width) : (int64_t)smr_int_mask(c->width), last;
  bool is_strict = strict[c->predicate];
  SmrPoly distance, steps; // a number of whole steps: what moves meets the bound itself
  bool meets = c->step == 1 || c->step == -1 ||
               (smr_poly_sub(&s->arena, c->bound, c->first, &distance) &&
                smr_poly_divide(&s->arena, distance, smr_poly_const(&s->arena, c->step), &steps));
  if (meets && is_strict && !c->extended)
    return true;
  if (__builtin_add_overflow(c->step > 0 ? c->step - is_strict : c->step + is_strict, -most, &last))
    return false;
  SmrPoly beyond; // bound + step - most <= 0, bound + step - least >= 0
  if (c->step > 0)
    return smr_poly_add(&s->arena, c->bound, smr_poly_const(&s->arena, last), &beyond) &&
           smr_poly_scale(&s->arena, beyond, -1, &beyond) && smr_poly_never_negative(s->g, beyond);
  return smr_poly_add(&s->arena, c->bound, smr_poly_const(&s->arena, c->step + is_strict - least), &beyond) &&
         smr_poly_never_negative(s->g, beyond);
}

static bool ordered(SmrLoopPass *s, SmrOp where, const Count *c, SmrPoly *trip) {
  static const bool up[] = {0, 0, 1, 1, 0, 0, 1, 1, 0, 0};
  int64_t step = c->step, bound;
  bool one = step == 1 || step == -1, no_wrap = c->is_signed ? c->nsw : c->nuw;
  if (up[c->predicate] != (step > 0) || step > INT32_MAX || step < -INT32_MAX)
    return false;
  if (c->width < 64 && !no_wrap && !in_range(s, c)) {
    // Not told: a step of 1 without a sign, or below a bound of more bits, runs on for ever, or to the bound;
    // others may miss it.
    if (!one || step < 0 || (c->is_signed && !(c->extended && strict[c->predicate])))
      return false;
  }
  bool constant = smr_poly_is_const(c->bound, &bound);
  if (!c->is_signed && step < 0 && c->width == 64 && !(constant && bound >= 0))
    return false;
  if (!c->is_signed && step < 0 && !strict[c->predicate] && !(constant && bound > 0))
    return false; // always true
  if (!c->is_signed && step < 0 && !one)
    return false;
  int64_t slack = strict[c->predicate] ? step - (step > 0 ? 1 : -1) : step;
  if (c->is_signed || c->width < 64 || c->from_zero || step < 0)
    return span(s, where, c, slack, trip);
  // 64 bits, from a start that may be 2^63 or more: such a start is past every bound that happens.
  SmrPoly distance;
  if (!one || !strict[c->predicate] || !smr_poly_sub(&s->arena, c->bound, c->first, &distance))
    return false;
  SmrGraph *g = s->g;
  SmrBlock block = smr_op(g, where)->block;
  SmrValue both[2], three[3];
  both[0] = smr_build_typed(g, block, where, c->first, SMR_I64, true);
  both[1] = smr_build_typed(g, block, where, c->bound, SMR_I64, true);
  three[0] = smr_build(g, block, where, SMR_OP_ICMP, SMR_I1, both, 2, SMR_ULT);
  three[1] = smr_build_typed(g, block, where, distance, SMR_I64, true);
  three[2] = smr_build_const(g, block, where, SMR_I64, 0);
  *trip = smr_poly_leaf(&s->arena, smr_build(g, block, where, SMR_OP_SELECT, SMR_I64, three, 3, 0));
  return true;
}

/// Until both are equal. Fewer bits go round once: what is left to go, without a sign.
static bool until_equal(SmrLoopPass *s, SmrOp where, const Count *c, SmrValue initial, SmrValue bound,
                        SmrPoly *trip) {
  SmrGraph *g = s->g;
  bool one = c->step == 1 || c->step == -1;
  int64_t from_here;
  if (c->width == 64 || (c->is_signed ? c->nsw : c->nuw))
    return span(s, where, c, 0, trip);
  if (c->extended) // from 0 there is no way round to a bound below
    return c->step == 1 && !c->is_signed && smr_poly_is_const(c->first, &from_here) && from_here == 0 &&
           span(s, where, c, 0, trip);
  if (!one)
    return false;
  SmrBlock block = smr_op(g, where)->block;
  SmrValue from = c->step > 0 ? initial : bound, to = c->step > 0 ? bound : initial, pair[2] = {to, from};
  int64_t zero;
  SmrValue way = smr_const_int(g, from, &zero) && zero == 0
                     ? to
                     : smr_build(g, block, where, SMR_OP_SUB, smr_value_type(g, to), pair, 2, 0);
  *trip = unsigned_poly(s, where, way);
  return true;
}

/// The address as a number, from the base that both may share: then that is left out.
static bool pointers(SmrLoopPass *s, SmrOp where, SmrValue a, SmrValue b, SmrPoly *first, SmrPoly *bound) {
  SmrGraph *g = s->g;
  SmrValue ptrs[2] = {a, b};
  SmrPoly *outs[2] = {first, bound};
  for (uint32_t k = 0; k < 2; k++) {
    *outs[k] = smr_poly_const(&s->arena, 0);
    for (SmrOp def; (def = smr_def(g, ptrs[k])) && smr_op(g, def)->code == SMR_OP_ADDR;
         ptrs[k] = smr_operand(g, def, 0))
      if (!smr_poly_add(&s->arena, *outs[k], smr_exact_poly(g, &s->cache, smr_operand(g, def, 1)), outs[k]))
        return false;
    ptrs[k] = smr_value(g, ptrs[k]);
  }
  if (ptrs[0] == ptrs[1])
    return true;
  for (uint32_t k = 0; k < 2; k++) {
    SmrValue number = smr_build(g, smr_op(g, where)->block, where, SMR_OP_BITCAST, SMR_I64, &ptrs[k], 1, 0);
    if (!smr_poly_add(&s->arena, *outs[k], smr_poly_leaf(&s->arena, number), outs[k]))
      return false;
  }
  return true;
}

static bool count(SmrLoopPass *s, const Shape *w, SmrValue mover, SmrValue other, SmrIcmp predicate,
                  SmrPoly *trip, SmrTripLeast *least) {
  SmrGraph *g = s->g;
  Moving m, next;
  SmrOp where = w->op;
  if (predicate == SMR_EQ || smr_value_inside(g, other, w->op) || !moving(g, w, mover, &m) ||
      !follow(g, w, smr_operand(g, w->yield, m.k), &next) || next.k != m.k || next.offset == 0 ||
      next.offset == INT64_MIN)
    return false;
  SmrValue initial = smr_operand(g, w->op, m.k);
  Count c = {
      .predicate = predicate, .step = next.offset, .width = m.width, .extended = m.extension != SMR_OP_NONE};
  if (smr_value_type(g, mover) == SMR_PTR) { // objects end below 2^63: either reading is the same
    if (!pointers(s, where, initial, other, &c.first, &c.bound) ||
        !smr_poly_add(&s->arena, c.first, smr_poly_const(&s->arena, m.offset), &c.first))
      return false;
    c.is_signed = true;
    c.nsw = c.nuw = true;
    if (predicate >= SMR_ULT)
      c.predicate = (SmrIcmp)(predicate - SMR_ULT + SMR_SLT);
    *least = predicate == SMR_NE ? SMR_TRIP_ANY : SMR_TRIP_SIGNED;
    return predicate == SMR_NE ? until_equal(s, where, &c, 0, 0, trip) : ordered(s, where, &c, trip);
  }
  if (!is_int(g, other))
    return false;
  c.is_signed = m.extension == SMR_OP_SEXT || (m.extension == SMR_OP_NONE && predicate <= SMR_SGE);
  if (predicate == SMR_NE && m.extension == SMR_OP_NONE)
    c.is_signed = next.nsw || !next.nuw;
  // Nothing is known of a signed number that is compared without a sign, but where it comes from.
  c.nsw = next.nsw;
  c.nuw = next.nuw;
  SmrValue start = first_value(s, where, initial, m.offset);
  SmrPoly from = smr_exact_poly(g, &s->cache, initial);
  bool told = c.is_signed ? m.nsw : m.nuw;
  if (c.is_signed || c.width == 64) {
    if (m.offset == 0 || told || c.width == 64) {
      if (!smr_poly_add(&s->arena, from, smr_poly_const(&s->arena, m.offset), &c.first))
        return false;
    } else {
      c.first = smr_exact_poly(g, &s->cache, start);
    }
  } else {
    c.first = unsigned_poly(s, where, start);
  }
  // The bound has the width of the comparison.
  uint32_t compared = SMR_TYPE_PAYLOAD(smr_value_type(g, other));
  bool signed_bound = predicate == SMR_NE ? c.is_signed : predicate < SMR_ULT;
  c.bound =
      signed_bound || compared == 64 ? smr_exact_poly(g, &s->cache, other) : unsigned_poly(s, where, other);
  c.from_zero = smr_poly_never_negative(g, c.first);
  bool unsigned_compare = predicate >= SMR_ULT;
  if (c.extended && c.is_signed && unsigned_compare) {
    if (!c.from_zero || c.step < 0)
      return false; // a negative number is a large one
    c.predicate = (SmrIcmp)(predicate - SMR_ULT + SMR_SLT);
  } else if (c.extended && !c.is_signed && !unsigned_compare && predicate != SMR_NE) {
    c.predicate = (SmrIcmp)(predicate - SMR_SLT + SMR_ULT);
  }
  int64_t first;
  if (predicate == SMR_NE)
    *least = SMR_TRIP_ANY;
  else if (predicate == SMR_ULT && c.width == 64 && c.step == 1 && smr_poly_is_const(c.first, &first) &&
           first == 1)
    *least = SMR_TRIP_UNSIGNED;
  return predicate == SMR_NE ? until_equal(s, where, &c, start, other, trip) : ordered(s, where, &c, trip);
}

/// left - right moves by a constant, and never overflows: the general form of what Fortran and clang's signed
/// numbers give.
static bool count_difference(SmrLoopPass *s, const Shape *w, SmrOp compare, SmrIcmp predicate,
                             SmrPoly *trip) {
  SmrGraph *g = s->g;
  SmrValue sides[2] = {smr_operand(g, compare, 0), smr_operand(g, compare, 1)};
  if (!is_int(g, sides[0]) || predicate > SMR_SGE || predicate < SMR_SLT)
    return false;
  SmrPoly left = smr_exact_poly(g, &s->cache, sides[0]), right = smr_exact_poly(g, &s->cache, sides[1]);
  for (uint32_t k = 0; k < smr_op(g, w->op)->operand_count; k++) {
    SmrValue carried = g->blocks.data[w->before].args.data[k];
    if (!is_int(g, carried))
      continue;
    // left - right = coefficient * carried + rest, to be compared with 0
    SmrPoly difference, coefficient, rest;
    int64_t sign, step;
    if (!smr_poly_sub(&s->arena, left, right, &difference) ||
        !smr_poly_split(&s->arena, difference, carried, &coefficient, &rest) ||
        !smr_poly_is_const(coefficient, &sign) || (sign != 1 && sign != -1) ||
        smr_poly_inside(g, rest, w->op))
      continue;
    // The body sees forwarded values: the next value is a polynomial over the body's arguments; map them
    // back.
    SmrPoly next = smr_exact_poly(g, &s->cache, smr_operand(g, w->yield, k)), change;
    for (uint32_t f = 0; f < g->blocks.data[w->body].args.size; f++) {
      SmrValue arg = g->blocks.data[w->body].args.data[f];
      if (smr_poly_contains(next, arg) &&
          !smr_poly_substitute(&s->arena, next, arg,
                               smr_exact_poly(g, &s->cache, smr_operand(g, w->condition, f + 1)), &next))
        return false;
    }
    if (!smr_poly_sub(&s->arena, next, smr_poly_leaf(&s->arena, carried), &change) ||
        !smr_poly_is_const(change, &step) || step == 0 || step == INT64_MIN)
      continue;
    SmrPoly initial = smr_exact_poly(g, &s->cache, smr_operand(g, w->op, k)), start, distance;
    // u = coefficient * carried + rest starts at `start` and moves by `move` each time.
    if (!smr_poly_scale(&s->arena, initial, sign, &start) || !smr_poly_add(&s->arena, start, rest, &start))
      continue;
    int64_t move = step * sign, slack;
    if (move > 0 && (predicate == SMR_SLT || predicate == SMR_SLE))
      slack =
          predicate == SMR_SLT ? move - 1 : move; // while u < 0 (<= 0): ceil(-start / move), one more for <=
    else if (move < 0 && (predicate == SMR_SGT || predicate == SMR_SGE))
      slack = predicate == SMR_SGT ? move + 1 : move;
    else
      continue;
    if (smr_poly_scale(&s->arena, start, -1, &distance) &&
        smr_poly_add(&s->arena, distance, smr_poly_const(&s->arena, slack), &distance) &&
        divided(s, w->op, distance, move, trip))
      return true;
  }
  return false;
}

bool smr_while_trip(SmrLoopPass *s, SmrOp loop, SmrPoly *trip, SmrTripLeast *least) {
  SmrGraph *g = s->g;
  Shape w = {.op = loop, .before = smr_body_block(g, loop, 0), .body = smr_body_block(g, loop, 1)};
  w.condition = g->blocks.data[w.before].last;
  w.yield = g->blocks.data[w.body].last;
  bool negated = false;
  int64_t one;
  SmrOp compare = smr_def(g, smr_operand(g, w.condition, 0));
  if (compare && smr_op(g, compare)->code == SMR_OP_XOR &&
      smr_const_int(g, smr_operand(g, compare, 1), &one) && (one & 1)) {
    negated = true;
    compare = smr_def(g, smr_operand(g, compare, 0));
  }
  if (!compare || smr_op(g, compare)->code != SMR_OP_ICMP || smr_op(g, compare)->block != w.before)
    return false;
  SmrIcmp predicate = (SmrIcmp)smr_op(g, compare)->imm;
  if (negated)
    predicate = smr_icmp_inverse(predicate);
  SmrValue left = smr_operand(g, compare, 0), right = smr_operand(g, compare, 1);
  *least = SMR_TRIP_SIGNED;
  return count_difference(s, &w, compare, predicate, trip) ||
         count(s, &w, left, right, predicate, trip, least) ||
         count(s, &w, right, left, smr_icmp_swapped(predicate), trip, least);
}
