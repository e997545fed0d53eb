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

static bool is_index(const SmrPlanTouched *t, uint32_t leaf) {
  for (uint32_t k = 0; k < t->index_count; k++)
    if (t->indices[k] == leaf)
      return true;
  return false;
}

/// Does the polynomial name an index from number `from` on?
static bool names_index(const SmrPlanTouched *t, SmrPoly poly, uint32_t from) {
  for (uint32_t k = from; k < t->index_count; k++)
    if (smr_poly_contains(poly, t->indices[k]))
      return true;
  return false;
}

static bool names_around(const SmrPlanTouched *t, SmrPoly poly, uint32_t k) {
  for (uint32_t i = 0; i < k; i++)
    if (smr_poly_contains(poly, t->indices[i]))
      return true;
  return false;
}

/// Does it rise as the index grows (1), fall (-1), or is neither known (0)?
static int direction(SmrDecision *d, const SmrPlanTouched *t, SmrPoly poly, uint32_t index) {
  SmrPoly coefficient, rest, negated;
  bool rising = true, falling = true;
  for (uint32_t k = 0; k < poly.count; k++) {
    const SmrMonomial *term = &poly.terms[k];
    bool has = false, positive = true;
    for (uint32_t i = 0; i < term->degree; i++) {
      has |= term->leaves[i] == index;
      positive &= is_index(t, term->leaves[i]) || smr_known_value(&d->known, term->leaves[i]).low >= 0;
    }
    rising &= !has || (positive && term->coef > 0);
    falling &= !has || (positive && term->coef < 0);
  }
  if (rising || falling)
    return rising ? 1 : -1;
  if (!smr_poly_split(d->arena, poly, index, &coefficient, &rest) || names_index(t, coefficient, 0))
    return 0;
  if (smr_known_nonneg(&d->known, coefficient))
    return 1;
  bool down = smr_poly_scale(d->arena, coefficient, -1, &negated) && smr_known_nonneg(&d->known, negated);
  return down ? -1 : 0;
}

/// The polynomial where index number k is as large (or small) as the row lets it be; false: the row is no
/// such bound.
static bool at_bound(SmrDecision *d, const SmrPlanTouched *t, SmrPoly poly, uint32_t k, bool upper,
                     SmrPoly row, SmrPoly *out) {
  SmrPoly step, rest, coefficient, other;
  int64_t by;
  if (!smr_poly_contains(row, t->indices[k]) || !smr_poly_split(d->arena, row, t->indices[k], &step, &rest) ||
      !smr_poly_is_const(step, &by) || (by < 0) != upper || names_index(t, rest, k))
    return false;
  if (by == 1 || by == -1)
    return smr_poly_scale(d->arena, rest, -by, &rest) &&
           smr_poly_substitute(d->arena, poly, t->indices[k], rest, out);
  // Of 8*k <= rest, the bound is rest/8, rounded; beyond that lies rest/8 itself.
  return smr_poly_split(d->arena, poly, t->indices[k], &coefficient, &other) &&
         smr_poly_divide(d->arena, coefficient, smr_poly_const(d->arena, -by), &coefficient) &&
         smr_poly_mul(d->arena, coefficient, rest, &rest) && smr_poly_add(d->arena, rest, other, out);
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
  bool found = false, zero = !upper && both && !names_around(t, poly, k);
  uint32_t leaf;
  SmrPoly end;
  for (uint32_t r = 0; r < t->row_count && (!found || last || both) && !zero; r++) {
    if (smr_poly_is_leaf(t->rows[r], &leaf) || // (index >= 0, which says least)
        !at_bound(d, t, poly, k, upper, t->rows[r], &end) ||
        (found && both && names_around(t, end, k) && !names_around(t, *out, k)))
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
      int way = direction(d, t, poly, t->indices[k]);
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
