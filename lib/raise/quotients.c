//===- quotients.c - R1: what is known of quotients and remainders ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop that is unrolled by hand runs q = n/c times, and another one does what is left, from c*q on. That
// both together are one loop to n rests on what a quotient is. Of q = a/c, rounded towards 0, and of q =
// max(a/c, 0):
//
//     a - c*q <= c - 1;  where q >= 1, a - c*q >= 0;  where q <= -1, a - c*q <= 0.
//
// Rounded down instead (a shift, a number without a sign), they are so with a - c*q >= 0 always; what
// programs mean by that is a quotient of what is not negative, and that is a need.
//
// Of r = a % c: |r| < c, a - r is a multiple of c, and where r >= 1 or a >= 0, a - r >= 0 and r >= 0; where
// a <= 0, both are <= 0. Of a mask, 2^k - 1, or without a sign: r >= 0, and a >= 0 is a need. Where a itself
// is k more than a multiple of c, 0 <= k < c, and q >= 1, a - k - c*q >= 0. All of that is so whatever the
// parameters are.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "raise/internal.h"

bool smr_raise_known_poly(SmrRaiser *r, SmrPoly graph_poly, SmrPoly *out) {
  uint32_t id;
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(graph_poly, &at, &leaf);) {
    if (!smr_map_get(&r->integer_of, leaf, &id) && !smr_map_get(&r->integer_of, smr_raise_same(r, leaf), &id))
      return false;
  }
  return smr_raise_poly(r, graph_poly, out);
}

void smr_raise_known(SmrRaiser *r, SmrPoly graph_poly) {
  SmrPoly row;
  if (smr_raise_known_poly(r, graph_poly, &row))
    smr_vec_push(&r->rows, row);
}

/// a / c or a % c, c a positive constant; `down`: of what is taken not to be negative, else towards 0.
typedef struct {
  SmrValue a;
  int64_t c;
  bool remainder, down;
} Division;

static bool as_division(const SmrGraph *g, SmrOp op, Division *out) {
  int64_t c;
  if (!op || smr_op(g, op)->operand_count != 2 || !smr_const_int(g, smr_operand(g, op, 1), &c))
    return false;
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  bool shift = code == SMR_OP_SHRS || code == SMR_OP_SHRU, mask = code == SMR_OP_AND;
  if ((!shift && !mask && code != SMR_OP_DIVS && code != SMR_OP_DIVU && code != SMR_OP_REMS &&
       code != SMR_OP_REMU) ||
      c <= 0 || c > INT32_MAX || (shift && c > 30) || (mask && (c & (c + 1))))
    return false;
  *out = (Division){.a = smr_operand(g, op, 0),
                    .c = shift ? (int64_t)1 << c : c + mask,
                    .remainder = mask || code == SMR_OP_REMS || code == SMR_OP_REMU,
                    .down = code != SMR_OP_DIVS && code != SMR_OP_REMS};
  return true;
}

/// What is divided, over the equations' integers; false where that is not known, or may not be negative but
/// is.
static bool divided(SmrRaiser *r, const Division *d, SmrPoly *a) {
  return smr_raise_known_poly(r, smr_poly_of(r->graph, r->arena, d->a), a) &&
         (!d->down || smr_raise_at_least_0(r, 0, *a, true));
}

/// a + times*b + constant.
static bool sum_of(SmrRaiser *r, SmrPoly a, int64_t times, SmrPoly b, int64_t constant, SmrPoly *out) {
  return smr_poly_scale(r->arena, b, times, &b) && smr_poly_add(r->arena, a, b, out) &&
         smr_poly_add(r->arena, *out, smr_poly_const(r->arena, constant), out);
}

static void add_if(SmrRaiser *r, SmrPoly when, SmrPoly row) {
  smr_vec_push(&r->out->known_if, (SmrKnownIf){when, row});
}

static bool is_multiple(SmrPoly poly, int64_t c) {
  for (uint32_t t = 0; t < poly.count; t++)
    if (poly.terms[t].coef % c)
      return false;
  return true;
}

/// The k, 0 <= k < c, for which a - k is a multiple of c, as another polynomial is; false: not seen.
static bool remainder_of(SmrRaiser *r, SmrPoly a, int64_t c, int64_t *k) {
  SmrPoly rest;
  for (uint32_t m = 0; m < r->out->multiples.size; m++)
    for (*k = 0; r->out->multiples.data[m].of == c && *k < c; ++*k)
      if (sum_of(r, a, -1, r->out->multiples.data[m].poly, -*k, &rest) && is_multiple(rest, c))
        return true;
  return false;
}

/// a = c*q + r for each r = a % c: both are rounded the same way, or a is not negative. (Of max(a / c, 0), at
/// least 0, only then.)
static void add_remainders_of(SmrRaiser *r, uint32_t q, SmrPoly a, const Division *d, bool at_least_0) {
  for (uint32_t k = 1; k < r->out->integers.size; k++) {
    Division e;
    SmrPoly same, row;
    if (r->out->integers.data[k].index ||
        !as_division(r->graph, smr_def(r->graph, r->out->integers.data[k].value), &e) || !e.remainder ||
        e.c != d->c || (at_least_0 && !d->down && !e.down) || !divided(r, &e, &same) ||
        !smr_poly_equal(a, same) || !sum_of(r, a, -e.c, smr_poly_leaf(r->arena, q), 0, &row) ||
        !sum_of(r, row, -1, smr_poly_leaf(r->arena, k), 0, &row))
      continue;
    smr_vec_push(&r->rows, row);
    if (smr_poly_scale(r->arena, row, -1, &row))
      smr_vec_push(&r->rows, row);
  }
}

/// q = a / c, or max(a / c, 0), which is at least 0.
static void add_quotient(SmrRaiser *r, uint32_t q, SmrPoly a, const Division *d, bool at_least_0) {
  SmrPoly leaf = smr_poly_leaf(r->arena, q), rest, row;
  int64_t k = 0, c = d->c;
  add_remainders_of(r, q, a, d, at_least_0);
  if (!sum_of(r, a, -c, leaf, 0, &rest))
    return;
  if (!remainder_of(r, a, c, &k))
    k = 0;
  if (sum_of(r, smr_poly_const(r->arena, c - 1), -1, rest, 0, &row))
    smr_vec_push(&r->rows, row);
  if (sum_of(r, rest, 1, (SmrPoly){0}, -k, &row)) {
    if (d->down)
      smr_vec_push(&r->rows, row);
    else
      add_if(r, leaf, row);
  }
  if (at_least_0 || d->down) {
    smr_vec_push(&r->rows, leaf);
    return;
  }
  if (sum_of(r, rest, 1, (SmrPoly){0}, c - 1, &row))
    smr_vec_push(&r->rows, row);
  if (smr_poly_scale(r->arena, leaf, -1, &leaf) && smr_poly_scale(r->arena, rest, -1, &row))
    add_if(r, leaf, row);
}

static void add_remainder(SmrRaiser *r, uint32_t id, SmrPoly a, int64_t c, bool down) {
  SmrPoly leaf = smr_poly_leaf(r->arena, id), row;
  for (int sign = 1; sign >= -1; sign -= 2)
    if (sum_of(r, smr_poly_const(r->arena, down && sign > 0 ? 0 : c - 1), sign, leaf, 0, &row))
      smr_vec_push(&r->rows, row);
  if (!smr_poly_sub(r->arena, a, leaf, &row))
    return;
  smr_vec_push(&r->out->multiples, (SmrKnownMultiple){row, c});
  if (down) {
    smr_vec_push(&r->rows, row);
    return;
  }
  add_if(r, leaf, row);
  for (int sign = 1; sign >= -1; sign -= 2) { // where a is not negative, and where it is not positive
    SmrPoly when, said;
    if (!smr_poly_scale(r->arena, a, sign, &when) || !sum_of(r, when, 1, (SmrPoly){0}, 1, &when))
      return;
    if (smr_poly_scale(r->arena, row, sign, &said))
      add_if(r, when, said);
    if (smr_poly_scale(r->arena, leaf, sign, &said))
      add_if(r, when, said);
  }
}

/// The op that makes the value, which may be named by a polynomial.
static SmrOp made_by(const SmrRaiser *r, SmrValue value) {
  uint32_t leaf;
  return smr_poly_is_leaf(smr_poly_of(r->graph, r->arena, value), &leaf) ? smr_def(r->graph, leaf) : 0;
}

/// Where max(…) is at least 1, it is its other operand.
static void add_largest(SmrRaiser *r, uint32_t id, SmrOp op) {
  const SmrGraph *g = r->graph;
  int64_t c;
  for (uint32_t k = 0; k < 2; k++) {
    SmrValue other = smr_operand(g, op, 1 - k);
    SmrPoly a, row, leaf = smr_poly_leaf(r->arena, id);
    Division d;
    if (!smr_const_int(g, smr_operand(g, op, k), &c) || c)
      continue;
    if (as_division(g, made_by(r, other), &d) && !d.remainder) {
      if (divided(r, &d, &a))
        add_quotient(r, id, a, &d, true);
    } else if (smr_raise_known_poly(r, smr_poly_of(g, r->arena, other), &a)) {
      smr_vec_push(&r->rows, leaf);
      if (smr_poly_sub(r->arena, leaf, a, &row))
        smr_vec_push(&r->rows, row);
      if (smr_poly_sub(r->arena, a, leaf, &row))
        add_if(r, leaf, row);
    }
    return;
  }
}

/// min(…) is no more than each of its operands.
static void add_smallest(SmrRaiser *r, uint32_t id, SmrOp op) {
  const SmrGraph *g = r->graph;
  SmrPoly leaf = smr_poly_leaf(r->arena, id), a, row;
  for (uint32_t k = 0; k < 2; k++)
    if (smr_raise_known_poly(r, smr_poly_of(g, r->arena, smr_operand(g, op, k)), &a) &&
        smr_poly_sub(r->arena, a, leaf, &row))
      smr_vec_push(&r->rows, row);
}

void smr_raise_quotients(SmrRaiser *r) {
  const SmrGraph *g = r->graph;
  for (int round = 0; round < 2; round++) // remainders first: quotients ask for them
    for (uint32_t k = 1; k < r->out->integers.size; k++) {
      SmrOp op = r->out->integers.data[k].index ? 0 : smr_def(g, r->out->integers.data[k].value);
      Division d;
      SmrPoly a;
      if (op && round && smr_op(g, op)->code == SMR_OP_MAXS)
        add_largest(r, k, op);
      else if (op && round && smr_op(g, op)->code == SMR_OP_MINS)
        add_smallest(r, k, op);
      else if (as_division(g, op, &d) && d.remainder == !round && divided(r, &d, &a)) {
        if (d.remainder)
          add_remainder(r, k, a, d.c, d.down);
        else
          add_quotient(r, k, a, &d, false);
      }
    }
}
