//===- plan_touched.c - where what a call touches begins and ends ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The indices leave the offset, the innermost first, as ivs do in graph/known_corners.c. Here they have rows
// instead of trip counts: an index is at least 0, and between what rows say of it and of indices around it.
// Any one of its bounds will do, since whatever lies beyond is only more than is touched. Where an index may
// rise or fall, so that both of its ends count, they are those where indices inside have any value: of j < i,
// i is at least 1, as j = i - 1 would be -1.
//===----------------------------------------------------------------------===//
#include "match/legality_internal.h"
#include <string.h>

/// The polynomial where index number k is as large (or small) as the row lets it be; false: the row is no
/// such bound.
static bool at_bound(SmrDecision *d, const SmrPlanTouched *t, SmrPoly poly, uint32_t k, bool upper,
                     SmrPoly row, SmrPoly *out) {
  SmrPoly step, rest, coefficient, other;
  int64_t by;
  if (!smr_poly_contains(row, t->indices[k]) || !smr_poly_split(d->arena, row, t->indices[k], &step, &rest) ||
      !smr_poly_is_const(step, &by) || (by < 0) != upper ||
      smr_poly_contains_any(rest, t->indices + k, t->index_count - k))
    return false;
  if (by == 1 || by == -1)
    return smr_poly_scale(d->arena, rest, -by, &rest) &&
           smr_poly_substitute(d->arena, poly, t->indices[k], rest, out);
  // Of 8*k <= rest, the bound is rest/8, rounded; beyond that lies rest/8 itself.
  if (smr_poly_split(d->arena, poly, t->indices[k], &coefficient, &other) &&
      smr_poly_divide(d->arena, coefficient, smr_poly_const(d->arena, -by), &coefficient))
    return smr_poly_mul(d->arena, coefficient, rest, &rest) && smr_poly_add(d->arena, rest, other, out);
  SmrPoly whole, last;
  SmrValue quotient = by < 0 && smr_poly_sub(d->arena, rest, smr_poly_const(d->arena, by), &whole)
                          ? smr_poly_quotient(d->graph, d->arena, whole, -by)
                          : 0;
  return quotient &&
         smr_poly_sub(d->arena, smr_poly_leaf(d->arena, quotient), smr_poly_const(d->arena, 1), &last) &&
         smr_poly_substitute(d->arena, poly, t->indices[k], last, out);
}

static int64_t step_of(SmrDecision *d, SmrPoly row, uint32_t index) {
  SmrPoly step, rest;
  int64_t by;
  return smr_poly_contains(row, index) && smr_poly_split(d->arena, row, index, &step, &rest) &&
                 smr_poly_is_const(step, &by)
             ? by
             : 0;
}

/// The rows, and what they say of indices around by way of those inside: v <= i and i <= n - 2 is v <= n - 2.
static SmrPlanTouched with_derived(SmrDecision *d, const SmrPlanTouched *t) {
  enum { MOST_ROWS = 32 };
  SmrPlanTouched all = *t;
  SmrPoly *rows = smr_arena_alloc(d->arena, (t->row_count + MOST_ROWS) * sizeof *rows), sum;
  memcpy(rows, t->rows, t->row_count * sizeof *rows);
  all.rows = rows;
  for (uint32_t k = t->index_count; k-- > 1;)
    for (uint32_t i = 0, count = all.row_count; i < count; i++)
      for (uint32_t j = 0; j < count; j++)
        if (step_of(d, rows[i], t->indices[k]) == 1 && step_of(d, rows[j], t->indices[k]) == -1 &&
            all.row_count < t->row_count + MOST_ROWS && smr_poly_add(d->arena, rows[i], rows[j], &sum))
          rows[all.row_count++] = sum;
  return all;
}

/// `both`: the index's other end counts, too. Then a bound that names no index around is better.
static bool at_end(SmrDecision *d, const SmrPlanTouched *t, SmrPoly poly, uint32_t k, bool upper, bool last,
                   bool both, SmrPoly *out) {
  bool found = false, zero = !upper && both && !smr_poly_contains_any(poly, t->indices, k);
  uint32_t leaf;
  SmrPoly end;
  for (uint32_t r = 0; r < t->row_count && (!found || last || both) && !zero; r++) {
    if (smr_poly_is_leaf(t->rows[r], &leaf) || // (index >= 0, which says least)
        !at_bound(d, t, poly, k, upper, t->rows[r], &end) ||
        (found && both && smr_poly_contains_any(end, t->indices, k) &&
         !smr_poly_contains_any(*out, t->indices, k)))
      continue;
    *out = end;
    found = true;
  }
  return found ||
         (!upper && smr_poly_substitute(d->arena, poly, t->indices[k], smr_poly_const(d->arena, 0), out));
}

bool smr_touched_corners(SmrDecision *d, const SmrPlanTouched *t, bool maximum, bool last, SmrCorners *out) {
  SmrCorners now = {.count = 1}, next;
  SmrPlanTouched all = {.rows = NULL};
  now.polys[0] = t->offset;
  for (uint32_t k = t->index_count; k-- > 0; now = next) {
    next.count = 0;
    for (uint32_t i = 0; i < now.count; i++) {
      SmrPoly poly = now.polys[i], end, coefficient, rest;
      if (!smr_poly_contains(poly, t->indices[k])) {
        if (!smr_corners_add(&next, poly))
          return false;
        continue;
      }
      int way = smr_known_direction(&d->known, poly, t->indices[k], t->indices, t->index_count);
      if (!way && !smr_poly_split(d->arena, poly, t->indices[k], &coefficient, &rest))
        return false;
      if (!way && !all.rows)
        all = with_derived(d, t);
      for (uint32_t upper = 0; upper < 2; upper++)
        if ((!way || (way > 0) == (upper == maximum)) &&
            (!at_end(d, way ? t : &all, poly, k, upper, last, !way, &end) || !smr_corners_add(&next, end)))
          return false;
    }
  }
  *out = now;
  return true;
}

//--- What is read again ----------------------------------------------------------------------------

/// The distance from the first element that is touched to the last; false: not known before the nest.
static bool extent_of(SmrDecision *d, const SmrPlanTouched *t, SmrPoly *out) {
  SmrCorners low, high;
  return smr_touched_corners(d, t, false, true, &low) && smr_touched_corners(d, t, true, true, &high) &&
         low.count == 1 && high.count == 1 && smr_poly_sub(d->arena, high.polys[0], low.polys[0], out) &&
         smr_poly_told(d, *out);
}

/// Is what both calls do in one nest of loops?
static bool share_loops(const SmrDecision *d, uint32_t call, uint32_t other) {
  const SmrOffer *in = d->nest->plan;
  SmrOp a = in->calls[call].loop, b = in->calls[other].loop;
  bool share = false;
  for (uint32_t k = 0; k < in->root_count && a && b && !share; k++)
    share = smr_inside(d->graph, a, in->roots[k]) && smr_inside(d->graph, b, in->roots[k]);
  return share;
}

/// Has another call of these loops touched the same elements, in an entry before this one, and not this call?
static bool is_touched_again(const SmrDecision *d, const SmrPoly *extents, const bool *known, uint32_t k) {
  const SmrPlanTouched *all = d->nest->plan->touched;
  bool again = false;
  for (uint32_t i = 0; i < k; i++) {
    if (!known[i] || all[i].base != all[k].base || !smr_poly_equal(extents[i], extents[k]))
      continue;
    if (all[i].call == all[k].call)
      return false;
    again |= share_loops(d, all[i].call, all[k].call);
  }
  return again;
}

const SmrExpr *smr_gain_from_memory(SmrDecision *d, const SmrExpr *gain) {
  // Measured on an AMD EPYC (Zen 4), one thread: gemv takes 500 ps an element where its matrix is larger than
  // the cache, and 110 below; loops that a second product shares take no longer for it. Something is gained
  // nevertheless, where loops wait for sums and memory is busy.
  enum { PER_BYTE = 49, CACHE = 16 << 20, LEAST_PART = 8 };
  const SmrOffer *in = d->nest->plan;
  const SmrExpr *zero = smr_expr_const(d->arena, 0), *again = zero;
  SmrPoly *extents = smr_arena_alloc(d->arena, (in->touched_count + 1) * sizeof *extents);
  bool *known = smr_arena_alloc(d->arena, in->touched_count + 1);
  for (uint32_t k = 0; k < in->touched_count && in->call_count > 1; k++) {
    known[k] = extent_of(d, &in->touched[k], &extents[k]);
    if (!known[k] || !is_touched_again(d, extents, known, k))
      continue;
    const SmrExpr *beyond =
        smr_expr(d->arena, SMR_X_SUB, smr_expr_poly(d->arena, extents[k]), smr_expr_const(d->arena, CACHE));
    again = smr_expr(d->arena, SMR_X_ADD, again, smr_expr(d->arena, SMR_X_MAX, zero, beyond));
  }
  if (!gain || !again || again == zero)
    return gain;
  again = smr_expr(d->arena, SMR_X_MUL, again, smr_expr_const(d->arena, PER_BYTE));
  const SmrExpr *least = smr_expr(d->arena, SMR_X_DIV, gain, smr_expr_const(d->arena, LEAST_PART));
  const SmrExpr *less = smr_expr(d->arena, SMR_X_MAX, smr_expr(d->arena, SMR_X_SUB, gain, again), least);
  return less ? less : gain;
}
