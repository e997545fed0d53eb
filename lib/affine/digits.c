//===- digits.c - indices that are digits -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Let `low(k, a)` be what the indices behind stride k contribute to access a's offset. When for each k there
// is a number w (the window) with w <= low(k, a) and low(k, a) + bytes(a) <= w + stride k for all accesses a,
// then offsets of two accesses whose first different index is number k differ by at least the size of the
// lower one: (d >= 1) * stride k + low(k, a) - low(k, b) >= stride k + w - (w + stride k - bytes b) = bytes
// b.
//===----------------------------------------------------------------------===//
#include "affine/view_internal.h"

/// What holds at the access, with the needs so far; strides behind `level` are positive, as it was shown of
/// each that what lies behind it, and an element, fit in.
static void constrain(const SmrViewMaker *m, const SmrView *view, uint32_t level, uint32_t access) {
  smr_system_reset(m->system);
  for (uint32_t k = 0; k < m->options->index_count; k++)
    smr_system_index(m->system, m->options->indices[k]);
  smr_view_add_domain(m->system, &m->accesses[access], 0, true);
  for (uint32_t k = 0; k < view->need_count; k++)
    smr_system_add(m->system, SMR_AFFINE_GE, view->needs[k], 0);
  for (uint32_t k = level + 1; k < view->rank; k++) {
    SmrPoly positive;
    if (smr_poly_sub(m->arena, view->strides[k], smr_poly_const(m->arena, 1), &positive))
      smr_system_add(m->system, SMR_AFFINE_GE, positive, 0);
  }
}

static bool nonneg(SmrSystem *system, SmrPoly poly) {
  return smr_system_implies(system, SMR_AFFINE_GE, poly, 0);
}

/// Adds products of constraints with sizes of the polynomial that are not negative: m * (n - 1 - i) >= 0.
static void add_products(const SmrViewMaker *m, uint32_t access, SmrPoly poly) {
  enum { MOST_SIZES = 4 };
  uint32_t sizes[MOST_SIZES], count = 0;
  for (uint32_t t = 0; t < poly.count; t++)
    for (uint32_t k = 0; k < poly.terms[t].degree && poly.terms[t].degree > 1; k++) {
      uint32_t leaf = poly.terms[t].leaves[k], seen = 0;
      while (seen < count && sizes[seen] != leaf)
        ++seen;
      if (seen == count && count < MOST_SIZES && !smr_view_is_index(m, leaf) &&
          nonneg(m->system, smr_poly_leaf(m->arena, leaf)))
        sizes[count++] = leaf;
    }
  const SmrViewAccess *a = &m->accesses[access];
  for (uint32_t s = 0; s < count; s++)
    for (uint32_t k = 0; k < a->domain_count + a->fact_count; k++) {
      SmrPoly row = k < a->domain_count ? a->domain[k] : a->facts[k - a->domain_count];
      if (smr_poly_mul(m->arena, row, smr_poly_leaf(m->arena, sizes[s]), &row))
        smr_system_add(m->system, SMR_AFFINE_GE, row, 0);
    }
}

/// An index of the polynomial, or 0 with *found false.
static uint32_t some_index(const SmrViewMaker *m, SmrPoly poly, bool *found) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    if (smr_view_is_index(m, leaf)) {
      *found = true;
      return leaf;
    }
  *found = false;
  return 0;
}

/// What row `k` of the access's domain and facts bounds the index by, where its coefficient is 1 (lower) or
/// -1.
static bool bound_of(const SmrViewMaker *m, const SmrViewAccess *a, uint32_t k, uint32_t index, bool lower,
                     SmrPoly *out) {
  SmrPoly row = k < a->domain_count ? a->domain[k] : a->facts[k - a->domain_count], by, rest;
  int64_t sign;
  return smr_poly_split(m->arena, row, index, &by, &rest) && smr_poly_is_const(by, &sign) &&
         sign == (lower ? 1 : -1) && smr_poly_scale(m->arena, rest, -sign, out);
}

enum { MOST_STEPS = 64, DEEPEST = 6 };
typedef struct {
  const SmrViewMaker *maker;
  uint32_t access, steps;
  bool found;
  SmrPoly best;
} Bounds;

/// Of two bounds the one that is never below the other, or the first.
static void note_bound(Bounds *b, SmrPoly bound) {
  SmrPoly more;
  if (!b->found ||
      (smr_poly_sub(b->maker->arena, bound, b->best, &more) && more.count && nonneg(b->maker->system, more)))
    b->best = bound;
  b->found = true;
}

/// Puts a bound in for one index after the other, each that there is: of a triangle (j < n - i), i + j is
/// less than n by j's bound, and less than 2*n - 1 only by those of i and j in a square.
static void find_bounds(Bounds *b, SmrPoly poly, uint32_t depth) {
  const SmrViewMaker *m = b->maker;
  const SmrViewAccess *a = &m->accesses[b->access];
  bool found;
  uint32_t index = some_index(m, poly, &found);
  SmrPoly by, rest, negated, bound;
  if (!found) {
    note_bound(b, poly);
    return;
  }
  if (depth == DEEPEST || !smr_poly_split(m->arena, poly, index, &by, &rest) ||
      !smr_poly_scale(m->arena, by, -1, &negated))
    return;
  bool rises = nonneg(m->system, by);
  if (!rises && !nonneg(m->system, negated))
    return;
  for (uint32_t k = 0; k < a->domain_count + a->fact_count && b->steps < MOST_STEPS; k++)
    if (bound_of(m, a, k, index, rises, &bound) &&
        smr_poly_substitute(m->arena, poly, index, bound, &bound)) {
      ++b->steps;
      find_bounds(b, bound, depth + 1);
    }
}

/// Something that poly is never below in the access's domain, without indices. The system has the domain.
static bool least(const SmrViewMaker *m, uint32_t access, SmrPoly poly, SmrPoly *out) {
  Bounds bounds = {.maker = m, .access = access};
  find_bounds(&bounds, poly, 0);
  *out = bounds.best;
  return bounds.found;
}

/// Proves poly >= 0 for the access, or adds what makes it so to the needs. The system is constrained.
static SmrViewReason require(const SmrViewMaker *m, SmrView *view, uint32_t access, SmrPoly poly) {
  if (nonneg(m->system, poly))
    return SMR_VIEW_OK;
  add_products(m, access, poly);
  if (nonneg(m->system, poly))
    return SMR_VIEW_OK;
  SmrPoly need;
  int64_t number;
  if (!least(m, access, poly, &need) || smr_poly_is_const(need, &number))
    return SMR_VIEW_OVERLAP;
  SmrPoly negated; // a need that the domain contradicts is no need but a refusal
  if (smr_poly_scale(m->arena, need, -1, &negated) &&
      smr_poly_sub(m->arena, negated, smr_poly_const(m->arena, 1), &negated) && nonneg(m->system, negated))
    return SMR_VIEW_OVERLAP;
  if (view->need_count == SMR_VIEW_MAX_NEEDS)
    return SMR_VIEW_LIMIT;
  view->needs[view->need_count++] = need;
  return SMR_VIEW_OK;
}

/// What the indices behind the stride contribute.
static bool low_part(const SmrViewMaker *m, const SmrView *view, uint32_t access, uint32_t level,
                     SmrPoly *out) {
  *out = smr_poly_const(m->arena, 0);
  for (uint32_t k = level + 1; k < view->rank; k++) {
    SmrPoly part;
    if (!smr_poly_mul(m->arena, view->indices[access][k], view->strides[k], &part) ||
        !smr_poly_add(m->arena, *out, part, out))
      return false;
  }
  return true;
}

static SmrViewReason within_window(const SmrViewMaker *m, SmrView *view, uint32_t level, SmrPoly window,
                                   uint32_t *access) {
  for (*access = 0; *access < m->access_count; ++*access) {
    SmrPoly low, above, under;
    if (!low_part(m, view, *access, level, &low) || !smr_poly_sub(m->arena, low, window, &above) ||
        !smr_poly_sub(m->arena, view->strides[level], above, &under) ||
        !smr_poly_sub(m->arena, under, smr_poly_const(m->arena, m->accesses[*access].bytes), &under))
      return SMR_VIEW_LIMIT;
    constrain(m, view, level, *access);
    const SmrSystemMark mark = smr_system_mark(m->system);
    const uint32_t needs = view->need_count;
    SmrViewReason reason = above.count ? require(m, view, *access, above) : SMR_VIEW_OK;
    smr_system_rewind(m->system, mark);
    for (uint32_t k = needs; k < view->need_count; k++)
      smr_system_add(m->system, SMR_AFFINE_GE, view->needs[k], 0);
    if (reason == SMR_VIEW_OK)
      reason = require(m, view, *access, under);
    if (reason != SMR_VIEW_OK)
      return reason;
  }
  return SMR_VIEW_OK;
}

/// Does the window begin at a number that is taken to be the least of several (p <= q)? Programs say so in
/// neither order, as a rule; that both lie in a row (0 <= p, q < lda) they do.
static bool takes_order(const SmrViewMaker *m, const SmrView *view, uint32_t from, uint32_t level,
                        SmrPoly window) {
  for (uint32_t a = 0; a < m->access_count; a++)
    for (uint32_t k = from; k < view->need_count; k++) {
      SmrPoly low, above;
      if (low_part(m, view, a, level, &low) && smr_poly_sub(m->arena, low, window, &above) &&
          smr_poly_equal(above, view->needs[k]))
        return true;
    }
  return false;
}

/// The window begins at 0, as arrays do, or where one of the first accesses' begins. The fewest needs win.
static SmrViewReason one_level(const SmrViewMaker *m, SmrView *view, uint32_t level, uint32_t *access) {
  enum { MOST_WINDOWS = 4 };
  SmrView before = *view, best = *view;
  SmrViewReason result = within_window(m, view, level, smr_poly_const(m->arena, 0), access);
  best = *view;
  for (uint32_t a = 0; a < m->access_count && a < MOST_WINDOWS && level + 1 < view->rank &&
                       (result != SMR_VIEW_OK || best.need_count > before.need_count);
       a++) {
    SmrPoly low, window;
    uint32_t where;
    *view = before;
    constrain(m, view, level, a);
    if (!low_part(m, view, a, level, &low) || !least(m, a, low, &window) || !window.count)
      continue;
    SmrViewReason reason = within_window(m, view, level, window, &where);
    if (reason != SMR_VIEW_OK ||
        (result == SMR_VIEW_OK &&
         (view->need_count >= best.need_count || takes_order(m, view, before.need_count, level, window))))
      continue;
    result = reason;
    best = *view;
  }
  *view = best;
  return result;
}

/// An index that all accesses have alike: no two elements differ in it.
static bool is_alike(const SmrViewMaker *m, const SmrView *view, uint32_t level) {
  int64_t first, number;
  bool alike = smr_poly_is_const(view->indices[0][level], &first);
  for (uint32_t a = 1; a < m->access_count && alike; a++)
    alike = smr_poly_is_const(view->indices[a][level], &number) && number == first;
  return alike;
}

SmrViewReason smr_view_digits(const SmrViewMaker *m, SmrView *view, uint32_t *level, uint32_t *access) {
  view->need_count = 0;
  for (*level = view->rank; (*level)--;) {
    SmrViewReason reason = !*level && is_alike(m, view, 0) ? SMR_VIEW_OK : one_level(m, view, *level, access);
    if (reason != SMR_VIEW_OK)
      return reason;
  }
  return SMR_VIEW_OK;
}
