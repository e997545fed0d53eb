//===- decision.c - what all parts of a decision ask and require ------------- ===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/legality_internal.h"
#include <stdarg.h>

bool smr_refuse(SmrDecision *d, const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (!d->reason)
    d->reason = smr_arena_vprintf(d->arena, format, args);
  va_end(args);
  return false;
}

const char *smr_keep_text(SmrDecision *d, SmrStr *text) {
  const char *copy = smr_arena_strdup(d->arena, smr_str_get(text));
  smr_str_free(text);
  return copy;
}

//--- Requiring -------------------------------------------------------------------

bool smr_available(const SmrMatch *match, SmrValue value) {
  const SmrGraph *g = match->graph;
  value = smr_value(g, value);
  SmrOp def = smr_def(g, value);
  for (uint32_t r = 0; r < match->root_count; r++)
    if (smr_value_inside(g, value, match->roots[r]) || def == match->roots[r])
      return false;
  SmrOp last = match->roots[0];
  for (uint32_t r = 1; r < match->root_count; r++)
    last = smr_before(g, last, match->roots[r]) ? match->roots[r] : last;
  return !def || (smr_op(g, def)->block && smr_before(g, def, last));
}

bool smr_poly_available(const SmrMatch *match, SmrPoly poly) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    if (!smr_available(match, leaf))
      return false;
  return true;
}

bool smr_told(SmrDecision *d, SmrValue value) {
  return d->nest ? smr_nest_told(d, value) : smr_available(d->match, value);
}

bool smr_poly_told(SmrDecision *d, SmrPoly poly) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    if (!smr_told(d, leaf))
      return false;
  return true;
}

bool smr_require(SmrDecision *d, const SmrExpr *test, const char *text) {
  if (!test)
    return smr_refuse(d, "the check \"%s\" overflows 64-bit integers", text);
  int64_t value;
  if (smr_expr_is_const(test, &value))
    return value || smr_refuse(d, "\"%s\" does not hold", text);
  for (uint32_t i = 0; i < d->guards.size; i++)
    if (smr_expr_equal(d->guards.data[i].test, test))
      return true;
  if (d->options->guards_static)
    return smr_refuse(d, "\"%s\" would need a run-time check", text);
  smr_vec_push(&d->guards, (SmrGuard){.test = test, .text = smr_arena_strdup(d->arena, text)});
  return true;
}

/// Tests poly >= 0. What is taken off stands on the other side where the difference may wrap around: of two
/// i64 that are 2^63 or more apart, the larger one taken off seems to leave something.
static const SmrExpr *nonneg_test(SmrDecision *d, SmrPoly poly) {
  const SmrExpr *whole =
      smr_expr(d->arena, SMR_X_LE, smr_expr_const(d->arena, 0), smr_expr_poly(d->arena, poly));
  SmrPoly sides[2] = {{NULL, 0}, {NULL, 0}}, from;
  int64_t constant = 0;
  if (smr_says_not_0(d, poly, &from)) // (modulo 2^64: what wraps around to 0 is refused)
    return smr_expr(d->arena, SMR_X_NE, smr_expr_poly(d->arena, from), smr_expr_const(d->arena, 0));
  if (smr_known_exact(&d->known, poly))
    return whole;
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrPoly term = {&poly.terms[t], 1};
    bool negative = poly.terms[t].coef < 0;
    if (smr_poly_is_const(term, &constant))
      continue;
    if (sides[negative].count || (negative && !smr_poly_scale(d->arena, term, -1, &term)))
      return whole;
    sides[negative] = term;
  }
  if (constant == INT64_MIN)
    return whole;
  const SmrExpr *more = smr_expr_poly(d->arena, sides[0]), *less = smr_expr_poly(d->arena, sides[1]);
  if (!sides[0].count)
    return smr_expr(d->arena, SMR_X_LE, less, smr_expr_const(d->arena, constant));
  if (!sides[1].count)
    return smr_expr(d->arena, SMR_X_LE, smr_expr_const(d->arena, -constant), more);
  if (constant > 0) // where this wraps around, it is a large number, and the test fails
    return smr_poly_sub(d->arena, sides[1], smr_poly_const(d->arena, constant), &from)
               ? smr_expr(d->arena, SMR_X_LE, smr_expr_poly(d->arena, from), more)
               : whole;
  const SmrExpr *ordered = smr_expr(d->arena, constant == -1 ? SMR_X_LT : SMR_X_LE, less, more);
  return constant < -1 ? smr_expr(d->arena, SMR_X_AND, ordered, whole) : ordered;
}

bool smr_require_nonneg(SmrDecision *d, SmrPoly poly, const char *what) {
  int64_t value;
  if (smr_poly_is_const(poly, &value))
    return value >= 0 || smr_refuse(d, "%s", what);
  if (smr_known_nonneg(&d->known, poly))
    return true;
  const char *text = smr_inequality_text(d, poly);
  if (!smr_poly_told(d, poly))
    return smr_refuse(d, "%s: \"%s\" cannot be checked before the code runs", what, text);
  if (smr_known_most(&d->known, poly) < 0)
    return smr_refuse(d, "%s: \"%s\" cannot hold where the other checks do", what, text);
  if (!smr_require(d, nonneg_test(d, poly), text))
    return false;
  smr_known_add(&d->known, poly);
  return true;
}

bool smr_require_either(SmrDecision *d, SmrEither either, const char *what) {
  const SmrExpr *any = smr_expr_const(d->arena, 0);
  SmrStr text = {0};
  for (uint32_t c = 0; c < either.count; c++) {
    const SmrExpr *all = smr_expr_const(d->arena, 1);
    for (uint32_t k = 0; k < either.cases[c].count; k++) {
      SmrPoly poly = either.cases[c].polys[k];
      if (!smr_make_exact(d, poly)) {
        smr_str_free(&text);
        return false;
      }
      smr_str_printf(&text, "%s%s", k ? " && " : c ? " || " : "", smr_inequality_text(d, poly));
      all = smr_expr(d->arena, SMR_X_AND, all, nonneg_test(d, poly));
    }
    any = smr_expr(d->arena, SMR_X_OR, any, all);
  }
  bool ok = either.count == 0 ? smr_refuse(d, "%s", what) : smr_require(d, any, smr_str_get(&text));
  if (ok && any && !smr_known_learn(&d->known, any))
    ok = smr_refuse(d, "%s: \"%s\" cannot hold where the other checks do", what, smr_str_get(&text));
  smr_str_free(&text);
  return ok;
}

//--- Bindings ---------------------------------------------------------------------

static bool bind_leaf(uint32_t leaf, SmrFraction *out, void *data) {
  SmrDecision *d = data;
  const SmrMatch *m = d->match;
  uint32_t k = leaf & 0x0FFFFFFFu;
  switch (SMR_LEAF_KIND(leaf)) {
  case 1:
    if (k >= m->arg_count || !m->args[k].bound)
      return false;
    *out = (SmrFraction){m->args[k].poly, m->args[k].divisor};
    return true;
  case 2:
    if (k >= m->loop_count || !m->loops[k])
      return false;
    out->poly = smr_poly_leaf(d->arena, smr_loop_iv(d->graph, m->loops[k]));
    return true;
  case 3:
    return smr_found_descr(m, k >> 8, k >> 4 & 15, k & 15, &out->poly, &out->divisor);
  case 4:
    if (k >= m->node_count || !m->nodes[k] || !smr_op(d->graph, m->nodes[k])->result_count)
      return false;
    out->poly = smr_poly_of(d->graph, d->arena, smr_result(d->graph, m->nodes[k], 0));
    return true;
  default:
    return false;
  }
}

bool smr_bind_poly(SmrDecision *d, SmrPoly side, SmrPoly *out, int64_t *scale) {
  SmrFraction value;
  if (!smr_poly_map_fractions(d->arena, side, bind_leaf, d, &value))
    return false;
  *out = value.poly;
  *scale = value.divisor;
  return true;
}

//--- Ops -------------------------------------------------------------------------

bool smr_is_float_arithmetic(const SmrOpData *op) {
  switch (op->code) {
  case SMR_OP_FADD:
  case SMR_OP_FSUB:
  case SMR_OP_FMUL:
  case SMR_OP_FDIV:
  case SMR_OP_FMA:
  case SMR_OP_FSUM:
  case SMR_OP_FPROD:
    return true;
  default:
    return false;
  }
}

uint32_t smr_matched_loops_around(const SmrDecision *d, SmrOp inner, SmrOp *loops, uint32_t most) {
  const SmrGraph *g = d->graph;
  uint32_t count = 0;
  for (SmrOp at = inner; at; at = smr_parent(g, at)) {
    if (!smr_in_roots(d->match, at))
      break;
    if (smr_op(g, at)->code == SMR_OP_LOOP && count < most)
      loops[count++] = at;
  }
  for (uint32_t i = 0, j = count; i + 1 < j; i++) {
    SmrOp swap = loops[i];
    loops[i] = loops[--j];
    loops[j] = swap;
  }
  return count;
}
