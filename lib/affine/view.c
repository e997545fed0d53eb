//===- view.c - byte offsets as indices of an array: strides and division ---===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A few sets of strides are tried in turn; the first whose digits need no condition wins, else the one with
// the fewest. A choice is made of them only where the offsets leave one: (lda + 1) * i is a row and a column
// or a stride of its own; a constant multiple of a stride is a row or a tile; a field before an element
// belongs to it or to the one before.
//===----------------------------------------------------------------------===//
#include "affine/view.h"
#include "affine/view_internal.h"
#include "base/integer.h"
#include <assert.h>
#include <string.h>

const char *smr_view_reason(SmrViewReason reason) {
  static const char *const texts[] = {
#define SMR_VIEW_REASON(name, text) text,
      SMR_VIEW_REASONS(SMR_VIEW_REASON)
#undef SMR_VIEW_REASON
  };
  return texts[reason];
}

bool smr_view_is_index(const SmrViewMaker *m, uint32_t leaf) {
  return smr_is_among(m->options->indices, m->options->index_count, leaf);
}

//--- Strides -------------------------------------------------------------------------

typedef struct {
  SmrPoly strides[SMR_VIEW_MAX_RANK];
  uint32_t count;
} Strides;

static const SmrMonomial *leading(SmrPoly poly) {
  return &poly.terms[poly.count - 1];
}

/// By the highest term, then the next: 8*l + 8 is more than 8*l.
static int compare_strides(SmrPoly a, SmrPoly b) {
  uint32_t i = a.count, j = b.count;
  while (i && j) {
    int order = smr_poly_compare((SmrPoly){&a.terms[--i], 1}, (SmrPoly){&b.terms[--j], 1});
    if (order)
      return order;
  }
  return i ? (a.terms[i - 1].coef > 0 ? 1 : -1) : j ? (b.terms[j - 1].coef > 0 ? -1 : 1) : 0;
}

/// Largest first, each once.
static bool put_positive(const SmrViewMaker *m, Strides *s, SmrPoly stride) {
  uint32_t at = s->count;
  SmrPoly negated;
  if (!smr_poly_scale(m->arena, stride, -1, &negated))
    return false;
  for (uint32_t k = 0; k < s->count; k++)
    if (smr_poly_equal(s->strides[k], stride) || smr_poly_equal(s->strides[k], negated))
      return true;
  if (s->count == SMR_VIEW_MAX_RANK)
    return false;
  for (; at > 0 && compare_strides(s->strides[at - 1], stride) < 0; --at)
    s->strides[at] = s->strides[at - 1];
  s->strides[at] = stride;
  ++s->count;
  return true;
}

/// With a positive leading coefficient.
static bool put_stride(const SmrViewMaker *m, Strides *s, SmrPoly stride) {
  return (leading(stride)->coef > 0 || smr_poly_scale(m->arena, stride, -1, &stride)) &&
         put_positive(m, s, stride);
}

/// Of an access, which may say the sign of n - k: the extent of an index in it.
static bool put_stride_of(const SmrViewMaker *m, Strides *s, SmrPoly stride, const SmrViewAccess *access) {
  SmrPoly negated;
  bool mixed = false;
  for (uint32_t t = 0; t + 1 < stride.count; t++)
    mixed |= (stride.terms[t].coef < 0) != (leading(stride)->coef < 0);
  if (!mixed || !smr_poly_scale(m->arena, stride, -1, &negated))
    return put_stride(m, s, stride);
  smr_system_reset(m->system);
  for (uint32_t k = 0; k < m->options->index_count; k++)
    smr_system_index(m->system, m->options->indices[k]);
  smr_view_add_domain(m->system, access, 0, true);
  if (smr_system_implies(m->system, SMR_AFFINE_GE, stride, 0))
    return put_positive(m, s, stride);
  return smr_system_implies(m->system, SMR_AFFINE_GE, negated, 0) ? put_positive(m, s, negated)
                                                                  : put_stride(m, s, stride);
}

static void drop_stride(Strides *s, uint32_t at) {
  for (--s->count; at < s->count; at++)
    s->strides[at] = s->strides[at + 1];
}

/// The coefficients of all indices.
static SmrViewReason collect(const SmrViewMaker *m, Strides *s) {
  for (uint32_t a = 0; a < m->access_count; a++)
    for (uint32_t k = 0; k < m->options->index_count; k++) {
      SmrPoly by, rest;
      if (!smr_poly_split(m->arena, m->accesses[a].offset, m->options->indices[k], &by, &rest))
        return SMR_VIEW_NOT_AFFINE;
      if (smr_poly_contains_any(by, m->options->indices, m->options->index_count))
        return SMR_VIEW_NOT_AFFINE;
      if (by.count && !put_stride_of(m, s, by, &m->accesses[a]))
        return SMR_VIEW_RANK;
    }
  return SMR_VIEW_OK;
}

static bool is_sum(const SmrViewMaker *m, const Strides *s, uint32_t at) {
  for (uint32_t a = at + 1; a < s->count; a++)
    for (uint32_t b = a + 1; b < s->count; b++) {
      SmrPoly sum;
      if (smr_poly_add(m->arena, s->strides[a], s->strides[b], &sum) && smr_poly_equal(sum, s->strides[at]))
        return true;
    }
  return false;
}

/// A[i][i]: its coefficient is the sum of two strides.
static void drop_sums(const SmrViewMaker *m, Strides *s) {
  for (uint32_t k = 0; k < s->count;)
    if (is_sum(m, s, k))
      drop_stride(s, k);
    else
      ++k;
}

/// stride = factor * other, factor > 1.
static bool multiple(SmrPoly stride, SmrPoly other, int64_t *factor) {
  if (stride.count != other.count || other.terms[0].coef == -1 || // (as nothing is divided by then)
      stride.terms[0].coef % other.terms[0].coef)
    return false;
  *factor = stride.terms[0].coef / other.terms[0].coef;
  for (uint32_t t = 0; t < stride.count; t++) {
    int64_t back;
    SmrMonomial one = other.terms[t];
    if (__builtin_mul_overflow(one.coef, *factor, &back) || back != stride.terms[t].coef)
      return false;
    one.coef = back;
    if (!smr_poly_equal((SmrPoly){&one, 1}, (SmrPoly){&stride.terms[t], 1}))
      return false;
  }
  return *factor > 1;
}

/// A tile's stride is a multiple of the next one; of numbers, where tiles are wanted.
static void join(const SmrViewMaker *m, Strides *s) {
  int64_t factor, number;
  for (uint32_t k = 0; k + 1 < s->count;)
    if (multiple(s->strides[k], s->strides[k + 1], &factor) &&
        (m->options->join_tiles || !smr_poly_is_const(s->strides[k], &number)))
      drop_stride(s, k);
    else
      ++k;
}

/// Is the stride another one and one product more, which is less than the other if they are numbers?
static bool is_sum_with(const SmrViewMaker *m, const Strides *s, uint32_t at, SmrPoly *more) {
  int64_t number, other;
  for (uint32_t k = 0; k < s->count; k++)
    if (k != at && smr_poly_sub(m->arena, s->strides[at], s->strides[k], more) && more->count == 1 &&
        leading(*more)->coef > 0 &&
        (!smr_poly_is_const(s->strides[k], &other) || (smr_poly_is_const(*more, &number) && number < other)))
      return true;
  return false;
}

/// (lda + 1) * i is row i and column i, and so is (rs + cs) * i beside rs * j.
static bool split_sums(const SmrViewMaker *m, Strides *s) {
  Strides out = {.count = 0};
  for (uint32_t k = 0; k < s->count; k++) {
    SmrPoly stride = s->strides[k], more;
    bool sum = stride.count == 2 && !stride.terms[0].degree && stride.terms[0].coef > 0;
    if (!sum && is_sum_with(m, s, k, &more))
      stride = more;
    if (!put_stride(m, &out, sum ? (SmrPoly){leading(stride), 1} : stride) ||
        (sum && !put_stride(m, &out, (SmrPoly){stride.terms, 1})))
      return false;
  }
  *s = out;
  return true;
}

static bool names_index(const SmrViewMaker *m, const SmrMonomial *term) {
  return smr_poly_contains_any((SmrPoly){term, 1}, m->options->indices, m->options->index_count);
}

/// Rows that no index chooses, p*lda and q*lda: what two or more different products of two sizes have in
/// common is a stride. False: there is no such, or it is one already, or there is no room.
static bool add_rows(const SmrViewMaker *m, Strides *s) {
  const SmrMonomial *first = NULL, *second = NULL;
  uint32_t size = 0;
  int64_t unit = 0;
  for (uint32_t a = 0; a < m->access_count; a++)
    for (uint32_t t = 0; t < m->accesses[a].offset.count; t++) {
      const SmrMonomial *term = &m->accesses[a].offset.terms[t];
      if (term->degree != 2 || names_index(m, term) || (first && !smr_monomial_compare(term, first)))
        continue;
      if (second && term->leaves[0] != size && term->leaves[1] != size)
        return false;
      if (first && !second) {
        bool shared = first->leaves[0] == term->leaves[0] || first->leaves[0] == term->leaves[1];
        size = first->leaves[!shared];
        second = term;
        if (size != term->leaves[0] && size != term->leaves[1])
          return false;
      }
      first = first ? first : term;
      unit = smr_gcd(unit, term->coef);
    }
  SmrPoly stride;
  uint32_t before = s->count;
  return second &&
         smr_poly_scale(m->arena, smr_poly_leaf(m->arena, size), smr_gcd(unit, first->coef), &stride) &&
         put_stride(m, s, stride) && s->count > before;
}

/// The same of rows as long as a number says, 320*p and 320*q.
static bool add_fixed_rows(const SmrViewMaker *m, Strides *s) {
  const SmrMonomial *first = NULL;
  int64_t unit = 0;
  bool other = false;
  for (uint32_t a = 0; a < m->access_count; a++)
    for (uint32_t t = 0; t < m->accesses[a].offset.count; t++) {
      const SmrMonomial *term = &m->accesses[a].offset.terms[t];
      if (term->degree != 1 || names_index(m, term))
        continue;
      first = first ? first : term;
      other |= smr_monomial_compare(term, first) != 0;
      unit = smr_gcd(unit, term->coef);
    }
  uint32_t before = s->count;
  return other && put_stride(m, s, smr_poly_const(m->arena, unit)) && s->count > before;
}

//--- Division ------------------------------------------------------------------------

/// term / by, of numbers rounded to zero or down; a zero polynomial where the leaves do not divide.
static SmrPoly quotient(const SmrViewMaker *m, const SmrMonomial *term, const SmrMonomial *by, bool down) {
  SmrMonomial leaves = {1, term->degree, term->leaves}, divisor = {1, by->degree, by->leaves};
  SmrPoly q = {NULL, 0};
  int64_t times = term->coef / by->coef;
  if (down && !term->degree && term->coef % by->coef < 0)
    --times;
  if (!times || !smr_poly_divide(m->arena, (SmrPoly){&leaves, 1}, (SmrPoly){&divisor, 1}, &q) ||
      !smr_poly_scale(m->arena, q, times, &q))
    return (SmrPoly){NULL, 0};
  return q;
}

/// Divides the offset by one stride after the other. *rest is what is left.
static bool divide(const SmrViewMaker *m, const Strides *s, SmrPoly offset, bool down, SmrPoly *indices,
                   SmrPoly *rest) {
  *rest = offset;
  for (uint32_t k = 0; k < s->count; k++) {
    SmrPoly terms = *rest;
    indices[k] = smr_poly_const(m->arena, 0);
    for (uint32_t t = terms.count; t--;) { // of what there was; the highest term first
      SmrPoly q = quotient(m, &terms.terms[t], leading(s->strides[k]), down), part;
      if (!q.count)
        continue;
      if (!smr_poly_mul(m->arena, q, s->strides[k], &part) || !smr_poly_sub(m->arena, *rest, part, rest) ||
          !smr_poly_add(m->arena, indices[k], q, &indices[k]))
        return false;
    }
  }
  return true;
}

/// The terms that the other polynomial has as well, without constants.
static SmrPoly shared_terms(const SmrViewMaker *m, SmrPoly poly, SmrPoly other) {
  SmrMonomial *terms = smr_arena_alloc(m->arena, (poly.count + 1) * sizeof *terms);
  uint32_t count = 0;
  for (uint32_t t = 0; t < poly.count; t++)
    for (uint32_t i = 0; i < other.count && poly.terms[t].degree; i++)
      if (smr_poly_equal((SmrPoly){&poly.terms[t], 1}, (SmrPoly){&other.terms[i], 1})) {
        terms[count++] = poly.terms[t];
        break;
      }
  return (SmrPoly){terms, count};
}

/// The greatest common divisor of all that is left by the strides is a stride, too: fields, columns of rows
/// that nobody walks along. Where it would be no multiple of an element, what all offsets have in common
/// (j*cs of column j, in bytes) is the first stride: it tells no two elements apart.
static SmrViewReason add_unit(const SmrViewMaker *m, Strides *s) {
  int64_t unit = 0, number;
  SmrPoly indices[SMR_VIEW_MAX_RANK], rest, shared = {NULL, 0};
  uint32_t bytes = m->accesses[0].bytes;
  for (uint32_t a = 0; a < m->access_count; a++) {
    bytes = m->accesses[a].bytes < bytes ? m->accesses[a].bytes : bytes;
    if (!divide(m, s, m->accesses[a].offset, false, indices, &rest))
      return SMR_VIEW_LIMIT;
    unit = smr_gcd(unit, smr_poly_content(rest));
    shared = shared_terms(m, a ? shared : rest, rest);
  }
  if (shared.count && unit % bytes) {
    if (s->count == SMR_VIEW_MAX_RANK)
      return SMR_VIEW_RANK;
    memmove(s->strides + 1, s->strides, s->count++ * sizeof *s->strides);
    s->strides[0] = shared;
    return add_unit(m, s);
  }
  if (!unit && s->count)
    return SMR_VIEW_OK;
  unit = smr_gcd(unit, bytes);
  if (s->count && smr_poly_is_const(s->strides[s->count - 1], &number))
    unit = smr_gcd(unit, number);
  return put_stride(m, s, smr_poly_const(m->arena, unit)) ? SMR_VIEW_OK : SMR_VIEW_RANK;
}

//--- A view of these strides ---------------------------------------------------------

static SmrViewReason divide_all(const SmrViewMaker *m, const Strides *s, uint64_t down, SmrView *view) {
  view->rank = s->count;
  memcpy(view->strides, s->strides, sizeof s->strides);
  for (uint32_t a = 0; a < m->access_count; a++) {
    SmrPoly rest;
    if (!divide(m, s, m->accesses[a].offset, a < 64 && down >> a & 1, view->indices[a], &rest))
      return SMR_VIEW_LIMIT;
    if (rest.count)
      return SMR_VIEW_REMAINDER;
  }
  return SMR_VIEW_OK;
}

/// A constant multiple of the next stride whose digits are not proved is a tile where some access has no
/// index there.
static bool is_tile(const SmrView *view, uint32_t level, uint32_t access) {
  int64_t factor, number;
  return level + 1 < view->rank && multiple(view->strides[level], view->strides[level + 1], &factor) &&
         smr_poly_is_const(view->indices[access][level], &number);
}

static bool fails_at_tile(const SmrView *view, uint32_t access_count, uint32_t *level) {
  for (uint32_t k = 0; k + 1 < view->rank; k++)
    for (uint32_t a = 0; a < access_count; a++)
      if (is_tile(view, k, a)) {
        *level = k;
        return true;
      }
  return false;
}

static SmrViewReason with_strides(const SmrViewMaker *m, Strides s, SmrView *view) {
  uint64_t down = 0;
  for (;;) {
    uint32_t level = 0, access = 0, tile;
    SmrViewReason reason = add_unit(m, &s);
    if (reason == SMR_VIEW_OK)
      reason = divide_all(m, &s, down, view);
    if (reason != SMR_VIEW_OK)
      return reason;
    reason = smr_view_digits(m, view, &level, &access);
    int64_t factor;
    if ((reason == SMR_VIEW_OK ? view->need_count > 0 : reason == SMR_VIEW_OVERLAP) &&
        fails_at_tile(view, m->access_count, &tile)) {
      drop_stride(&s, tile);
      down = 0;
    } else if (reason == SMR_VIEW_OVERLAP && access < 64 && !(down >> access & 1)) {
      down |= UINT64_C(1) << access;
    } else if (reason == SMR_VIEW_OVERLAP && level + 1 < s.count &&
               multiple(s.strides[level], s.strides[level + 1], &factor)) {
      drop_stride(&s, level);
      down = 0;
    } else {
      return reason;
    }
  }
}

//--- Orders of the strides -------------------------------------------------------------

static bool divides(const SmrMonomial *a, const SmrMonomial *b) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < b->degree && k < a->degree; i++)
    k += a->leaves[k] == b->leaves[i];
  return k == a->degree;
}

/// Nothing says which of the two is larger: two sizes, or a number and a size that is not a multiple of it
/// (rows of 300 numbers beside columns rs apart, but not numbers beside rows of lda of them).
static bool any_order(SmrPoly a, SmrPoly b) {
  const SmrMonomial *x = leading(a), *y = leading(b);
  if (x->degree > y->degree) {
    const SmrMonomial *swap = x;
    x = y, y = swap;
  }
  return x->degree ? !divides(x, y) : y->degree && x->coef > y->coef && x->coef > -y->coef;
}

typedef struct {
  Strides of[SMR_VIEW_MAX_ORDERS];
  uint32_t count;
} Orders;

/// All orders that the first `done` strides may be continued in, as long as there is room.
static void add_orders(const Strides *s, uint32_t done, Orders *out) {
  if (done == s->count) {
    out->of[out->count++] = *s;
    return;
  }
  for (uint32_t k = done; k < s->count && out->count < SMR_VIEW_MAX_ORDERS; k++) {
    Strides next = *s; // with stride k before the others that are left
    bool may = true;
    for (uint32_t i = done; i < k && may; i++) {
      may = any_order(s->strides[i], s->strides[k]);
      next.strides[i + 1] = s->strides[i];
    }
    next.strides[done] = s->strides[k];
    if (may)
      add_orders(&next, done + 1, out);
  }
}

/// The same strides and indices, in whatever order.
static bool same_elements(const SmrView *a, const SmrView *b) {
  if (a->rank != b->rank)
    return false;
  for (uint32_t k = 0; k < a->rank; k++) {
    uint32_t other = 0;
    while (other < b->rank && !smr_poly_equal(a->strides[k], b->strides[other]))
      ++other;
    if (other == b->rank)
      return false;
    for (uint32_t i = 0; i < a->access_count; i++)
      if (!smr_poly_equal(a->indices[i][k], b->indices[i][other]))
        return false;
  }
  return true;
}

static bool needs_have(const SmrView *view, SmrPoly need) {
  for (uint32_t k = 0; k < view->need_count; k++)
    if (smr_poly_equal(view->needs[k], need))
      return true;
  return false;
}

static bool put_need(SmrView *view, SmrPoly need) {
  if (needs_have(view, need))
    return true;
  if (view->need_count == SMR_VIEW_MAX_NEEDS)
    return false;
  view->needs[view->need_count++] = need;
  return true;
}

/// The view's needs that do not follow from `all` and one another.
static SmrPolyCase rest_of(const SmrViewMaker *m, const SmrView *view, const SmrView *all) {
  SmrPoly *rest = smr_arena_alloc(m->arena, (view->need_count + 1) * sizeof *rest);
  uint32_t count = view->need_count;
  memcpy(rest, view->needs, count * sizeof *rest);
  for (uint32_t k = count; k--;) {
    smr_system_reset(m->system);
    for (uint32_t n = 0; n < all->need_count; n++)
      smr_system_add(m->system, SMR_AFFINE_GE, all->needs[n], 0);
    for (uint32_t n = 0; n < count; n++)
      if (n != k)
        smr_system_add(m->system, SMR_AFFINE_GE, rest[n], 0);
    if (smr_system_implies(m->system, SMR_AFFINE_GE, rest[k], 0))
      rest[k] = rest[--count];
  }
  return (SmrPolyCase){rest, count};
}

/// What each of the views needs: what all do, that strides are positive (as each order asks of all of them,
/// where there are elements), and the rest of one of the views.
static bool join_needs(const SmrViewMaker *m, const SmrView *const *views, uint32_t count, SmrView *out) {
  SmrView all = *views[0];
  uint32_t bytes = 0;
  all.need_count = 0;
  for (uint32_t a = 0; a < m->access_count; a++)
    bytes = m->accesses[a].bytes > bytes ? m->accesses[a].bytes : bytes;
  for (uint32_t k = 0; k < views[0]->need_count; k++) {
    bool common = true;
    for (uint32_t v = 1; v < count && common; v++)
      common = needs_have(views[v], views[0]->needs[k]);
    if (common && !put_need(&all, views[0]->needs[k]))
      return false;
  }
  for (uint32_t k = 0; k < all.rank; k++) {
    SmrPoly positive;
    bool moves = false;
    for (uint32_t v = 1; v < count && !moves; v++)
      moves = !smr_poly_equal(all.strides[k], views[v]->strides[k]);
    int64_t number;
    if (moves && !smr_poly_is_const(all.strides[k], &number) &&
        (!smr_poly_sub(m->arena, all.strides[k], smr_poly_const(m->arena, bytes), &positive) ||
         !put_need(&all, positive)))
      return false;
  }
  SmrPolyCase *cases = smr_arena_alloc(m->arena, count * sizeof *cases);
  for (uint32_t v = 0; v < count; v++) {
    cases[v] = rest_of(m, views[v], &all);
    if (!cases[v].count) { // it asks for no order
      *out = *views[v];
      return true;
    }
  }
  all.either = (SmrEither){cases, count};
  *out = all;
  return true;
}

/// A view of the strides in the order that needs nothing, or else one that needs one of several orders.
static SmrViewReason in_some_order(const SmrViewMaker *m, Strides s, SmrView *view) {
  SmrViewReason reason = with_strides(m, s, view);
  Orders orders = {.count = 0};
  if (reason == SMR_VIEW_OK ? view->need_count > 0 : reason == SMR_VIEW_OVERLAP)
    add_orders(&s, 0, &orders);
  SmrView first = *view;
  const SmrView *views[SMR_VIEW_MAX_ORDERS] = {&first};
  uint32_t count = reason == SMR_VIEW_OK;
  for (uint32_t k = 1; k < orders.count; k++) {
    SmrView *other = smr_arena_alloc(m->arena, sizeof *other);
    *other = (SmrView){.access_count = m->access_count, .has_rows = first.has_rows};
    other->indices = smr_arena_alloc(m->arena, m->access_count * sizeof *other->indices);
    if (with_strides(m, orders.of[k], other) != SMR_VIEW_OK)
      continue;
    if (!other->need_count) {
      *view = *other;
      return SMR_VIEW_OK;
    }
    if (!count || same_elements(views[0], other))
      views[count++] = other;
  }
  if (count)
    *view = *views[0];
  if (count > 1)
    join_needs(m, views, count, view);
  return count ? SMR_VIEW_OK : reason;
}

/// Lists of needs count as one more.
static uint32_t count_needs(const SmrView *view) {
  return view->need_count + (view->either.count > 0);
}

/// Does the view need less than the other, or the same of either order of strides, or what follows from the
/// other's needs?
static bool needs_less(const SmrViewMaker *m, const SmrView *view, const SmrView *other) {
  if (!view->either.count != !other->either.count)
    return view->either.count;
  if (count_needs(view) != count_needs(other) || view->either.count)
    return count_needs(view) < count_needs(other);
  bool follow[2] = {true, true}; // the view's from the other's, the other's from the view's
  for (uint32_t k = 0; k < 2; k++) {
    const SmrView *from = k ? view : other, *to = k ? other : view;
    smr_system_reset(m->system);
    for (uint32_t n = 0; n < from->need_count; n++)
      smr_system_add(m->system, SMR_AFFINE_GE, from->needs[n], 0);
    for (uint32_t n = 0; n < to->need_count && follow[k]; n++)
      follow[k] = smr_system_implies(m->system, SMR_AFFINE_GE, to->needs[n], 0);
  }
  return follow[0] && !follow[1];
}

/// Whole and split sums: the first one that needs nothing, else the one that needs less.
static SmrViewReason view_of_accesses(const SmrViewMaker *m, SmrView *view) {
  Strides whole = {.count = 0};
  *view = (SmrView){.access_count = m->access_count};
  view->indices = smr_arena_alloc(m->arena, m->access_count * sizeof *view->indices);
  SmrViewReason reason = collect(m, &whole);
  if (reason != SMR_VIEW_OK)
    return reason;
  drop_sums(m, &whole);
  join(m, &whole);
  Strides rows = whole;
  bool has_rows = add_rows(m, &rows) || add_fixed_rows(m, &rows);
  reason = in_some_order(m, m->options->rows && has_rows ? rows : whole, view);
  view->has_rows = has_rows;
  if (reason == SMR_VIEW_OK && (m->options->rows || !count_needs(view)))
    return reason;
  SmrView other = {.access_count = m->access_count, .has_rows = has_rows};
  other.indices = smr_arena_alloc(m->arena, m->access_count * sizeof *view->indices);
  Strides parts = whole;
  if (!split_sums(m, &parts) || in_some_order(m, parts, &other) != SMR_VIEW_OK)
    return reason;
  if (reason != SMR_VIEW_OK || needs_less(m, &other, view))
    *view = other;
  return SMR_VIEW_OK;
}

/// As the code says it, or else over extents, unless these need more.
SmrViewReason smr_view_make(SmrArena *arena, SmrSystem *system, const SmrViewAccess *accesses,
                            uint32_t access_count, const SmrViewOptions *options, SmrView *view) {
  assert(access_count && "no access, no view");
  SmrViewMaker maker = {arena, system, accesses, access_count, options};
  SmrViewReason reason = view_of_accesses(&maker, view);
  if (reason == SMR_VIEW_OK && !count_needs(view))
    return reason;
  SmrExtent extents[SMR_VIEW_MAX_RANK];
  SmrView other;
  uint32_t count = smr_view_take_extents(&maker, extents);
  if (!count || view_of_accesses(&maker, &other) != SMR_VIEW_OK ||
      (reason == SMR_VIEW_OK && count_needs(&other) >= count_needs(view)) ||
      !smr_view_give_back(arena, extents, count, &other))
    return reason;
  *view = other;
  return SMR_VIEW_OK;
}

//--- Questions -----------------------------------------------------------------------

void smr_view_add_domain(SmrSystem *system, const SmrViewAccess *access, uint32_t instance, bool facts) {
  for (uint32_t k = 0; k < access->domain_count; k++)
    smr_system_add(system, SMR_AFFINE_GE, access->domain[k], instance);
  for (uint32_t k = 0; facts && k < access->fact_count; k++)
    smr_system_add(system, SMR_AFFINE_GE, access->facts[k], instance);
}

bool smr_view_may_meet(SmrSystem *system, const SmrView *view) {
  SmrSystemMark mark = smr_system_mark(system);
  assert(view->access_count >= 2 && "two accesses");
  for (uint32_t k = 0; k < view->rank; k++) // (what does not fit is left out)
    smr_system_add_between(system, SMR_AFFINE_EQ, view->indices[0][k], 0, view->indices[1][k], 1, 0);
  bool empty = smr_system_empty(system);
  smr_system_rewind(system, mark);
  return !empty;
}
