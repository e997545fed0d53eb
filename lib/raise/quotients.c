//===- quotients.c - R1: what is known of quotients and remainders ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop that is unrolled by hand runs q = n/c times, and another one does what is left, from c*q on. That
// both together are one loop to n rests on what a quotient is. Of q = a/c, rounded towards 0, and of q =
// max(a/c, 0):
//
//     a - c*q <= c - 1;  where q >= 1, a - c*q >= 0;  where q <= -1, a - c*q <= 0.
//
// Of r = a % c: |r| < c, a - r is a multiple of c, and where r >= 1 or a >= 1, a - r >= 0 and r >= 0; where
// a <= -1, both are <= 0. Where a itself is k more than a multiple of c, 0 <= k < c, and q >= 1, a - k - c*q
// >= 0. All of that is so whatever the parameters are.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "raise/internal.h"

bool smr_raise_known_poly(SmrRaiser *r, SmrPoly graph_poly, SmrPoly *out) {
  uint32_t id;
  for (uint32_t t = 0; t < graph_poly.count; t++)
    for (uint32_t k = 0; k < graph_poly.terms[t].degree; k++) {
      SmrValue leaf = graph_poly.terms[t].leaves[k];
      if (!smr_map_get(&r->integer_of, leaf, &id) &&
          !smr_map_get(&r->integer_of, smr_raise_same(r, leaf), &id))
        return false;
    }
  return smr_raise_poly(r, graph_poly, out);
}

void smr_raise_known(SmrRaiser *r, SmrPoly graph_poly) {
  SmrPoly row;
  if (smr_raise_known_poly(r, graph_poly, &row))
    smr_vec_push(&r->rows, row);
}

/// op = a / c or a % c, c a positive constant.
static bool is_division(const SmrGraph *g, SmrOp op, SmrOpcode code, int64_t *c) {
  return op && smr_op(g, op)->code == code && smr_const_int(g, smr_operand(g, op, 1), c) && *c > 0;
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

/// q = a / c, or max(a / c, 0).
static void add_quotient(SmrRaiser *r, uint32_t q, SmrPoly a, int64_t c, bool at_least_0) {
  SmrPoly leaf = smr_poly_leaf(r->arena, q), rest, row;
  int64_t k = 0;
  if (!sum_of(r, a, -c, leaf, 0, &rest))
    return;
  if (!remainder_of(r, a, c, &k))
    k = 0;
  if (sum_of(r, smr_poly_const(r->arena, c - 1), -1, rest, 0, &row))
    smr_vec_push(&r->rows, row);
  if (sum_of(r, rest, 1, (SmrPoly){0}, -k, &row))
    add_if(r, leaf, row);
  if (at_least_0) {
    smr_vec_push(&r->rows, leaf);
    return;
  }
  if (sum_of(r, rest, 1, (SmrPoly){0}, c - 1, &row))
    smr_vec_push(&r->rows, row);
  if (smr_poly_scale(r->arena, leaf, -1, &leaf) && smr_poly_scale(r->arena, rest, -1, &row))
    add_if(r, leaf, row);
}

static void add_remainder(SmrRaiser *r, uint32_t id, SmrPoly a, int64_t c) {
  SmrPoly leaf = smr_poly_leaf(r->arena, id), row;
  for (int sign = 1; sign >= -1; sign -= 2)
    if (sum_of(r, smr_poly_const(r->arena, c - 1), sign, leaf, 0, &row))
      smr_vec_push(&r->rows, row);
  if (!smr_poly_sub(r->arena, a, leaf, &row))
    return;
  smr_vec_push(&r->out->multiples, (SmrKnownMultiple){row, c});
  add_if(r, leaf, row);
  add_if(r, a, row);
  add_if(r, a, leaf);
  if (smr_poly_scale(r->arena, a, -1, &a) && smr_poly_scale(r->arena, row, -1, &row) &&
      smr_poly_scale(r->arena, leaf, -1, &leaf)) {
    add_if(r, a, row);
    add_if(r, a, leaf);
  }
}

/// Where max(…) is at least 1, it is its other operand.
static void add_largest(SmrRaiser *r, uint32_t id, SmrOp op) {
  const SmrGraph *g = r->graph;
  int64_t c;
  for (uint32_t k = 0; k < 2; k++) {
    SmrValue other = smr_value(g, smr_operand(g, op, 1 - k));
    SmrPoly a, row;
    if (!smr_const_int(g, smr_operand(g, op, k), &c) || c)
      continue;
    if (is_division(g, smr_def(g, other), SMR_OP_DIVS, &c)) {
      if (smr_raise_known_poly(r, smr_poly_of(g, r->arena, smr_operand(g, smr_def(g, other), 0)), &a))
        add_quotient(r, id, a, c, true);
    } else if (smr_raise_known_poly(r, smr_poly_of(g, r->arena, other), &a)) {
      SmrPoly leaf = smr_poly_leaf(r->arena, id);
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

static void add_division(SmrRaiser *r, uint32_t id, SmrPoly a, int64_t c, bool quotient) {
  if (quotient)
    add_quotient(r, id, a, c, false);
  else
    add_remainder(r, id, a, c);
}

void smr_raise_quotients(SmrRaiser *r) {
  const SmrGraph *g = r->graph;
  for (int round = 0; round < 2; round++) // remainders first: quotients ask for them
    for (uint32_t k = 1; k < r->out->integers.size; k++) {
      SmrOp op = r->out->integers.data[k].index ? 0 : smr_def(g, r->out->integers.data[k].value);
      int64_t c;
      SmrPoly a;
      if (op && round && smr_op(g, op)->code == SMR_OP_MAXS)
        add_largest(r, k, op);
      else if (op && round && smr_op(g, op)->code == SMR_OP_MINS)
        add_smallest(r, k, op);
      else if (is_division(g, op, round ? SMR_OP_DIVS : SMR_OP_REMS, &c) &&
               smr_raise_known_poly(r, smr_poly_of(g, r->arena, smr_operand(g, op, 0)), &a))
        add_division(r, k, a, c, round);
    }
}
