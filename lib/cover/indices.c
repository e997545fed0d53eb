//===- indices.c - one way to count ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A body is what an index may occur in: an equation for the indices of its domain, a term for those that it
// is summed over. Each step puts another expression for an index everywhere in the body, such that the points
// of the new domain are those of the old one, one by one; which step is taken depends on offsets alone.
//===----------------------------------------------------------------------===//
#include "cover/indices.h"
#include <stdlib.h>

enum { MAX_STEPS = 32, MAX_FIRST = 4 };

typedef struct {
  SmrSums *s;
  SmrRaisedEquation *equation; // or:
  SmrRaisedTerm *term;
  const SmrDomain *outer;
  uint32_t *laws;
} Body;

static SmrDomain *domain_of(const Body *b) {
  return b->equation ? &b->equation->domain : &b->term->domain;
}

/// Puts `by` for the leaf, but not in the domain itself.
static void put(Body *b, uint32_t leaf, SmrPoly by) {
  SmrDomain kept = *domain_of(b);
  if (b->equation)
    *b->equation = smr_equation_put(b->s, b->equation, leaf, by);
  else
    *b->term = smr_term_put(b->s, b->term, leaf, by);
  *domain_of(b) = kept;
}

static SmrDomain domain_put(SmrSums *s, const SmrDomain *domain, uint32_t leaf, SmrPoly by) {
  SmrPoly *rows = smr_arena_alloc(s->arena, (domain->row_count + 1) * sizeof *rows);
  for (uint32_t r = 0; r < domain->row_count; r++)
    rows[r] = smr_sums_put(s, domain->rows[r], leaf, by);
  SmrDomain out = *domain;
  out.rows = rows;
  return out;
}

static void put_rows(Body *b, uint32_t leaf, SmrPoly by) {
  *domain_of(b) = domain_put(b->s, domain_of(b), leaf, by);
}

//--- Polynomials of a body -------------------------------------------------------------

typedef SMR_VEC(SmrPoly) Polys;

static void collect_rows(const SmrDomain *domain, Polys *rows) {
  for (uint32_t r = 0; r < domain->row_count; r++)
    smr_vec_push(rows, domain->rows[r]);
}

static void collect_sum(const SmrSum *sum, Polys *offsets, Polys *rows);

static void collect_term(const SmrRaisedTerm *term, Polys *offsets, Polys *rows) {
  for (uint32_t k = 0; k < term->factor_count; k++) {
    const SmrFactor *f = term->factors[k];
    if (f->kind == SMR_FACTOR_LOAD || f->kind == SMR_FACTOR_INTEGER)
      smr_vec_push(offsets, f->poly);
    for (uint32_t a = 0; a < f->arg_count; a++)
      collect_sum(&f->args[a], offsets, rows);
  }
}

static void collect_sum(const SmrSum *sum, Polys *offsets, Polys *rows) {
  for (uint32_t t = 0; t < sum->term_count; t++) {
    collect_rows(&sum->terms[t].domain, rows);
    collect_term(&sum->terms[t], offsets, rows);
  }
}

/// Offsets, and the rows of all domains within the body but its own.
static void collect(const Body *b, Polys *offsets, Polys *rows) {
  if (b->equation) {
    smr_vec_push(offsets, b->equation->offset);
    collect_sum(&b->equation->sum, offsets, rows);
  } else {
    collect_term(b->term, offsets, rows);
  }
}

static uint32_t measure(const Polys *offsets) {
  uint32_t sum = 0;
  for (uint32_t k = 0; k < offsets->size; k++)
    sum += offsets->data[k].count;
  return sum;
}

//--- LAW-TILE ------------------------------------------------------------------------------

/// coefficient of u = c * coefficient of v in every offset: the one c, or false.
static bool find_ratio(Body *b, const Polys *offsets, uint32_t u, uint32_t v, SmrPoly *ratio) {
  bool found = false;
  for (uint32_t k = 0; k < offsets->size; k++) {
    SmrPoly of_u, of_v, rest, c;
    if (!smr_poly_contains(offsets->data[k], u) && !smr_poly_contains(offsets->data[k], v))
      continue;
    smr_sums_split(b->s, offsets->data[k], u, &of_u, &rest);
    smr_sums_split(b->s, rest, v, &of_v, &rest);
    if (b->s->failed || !of_u.count || of_v.count != 1 || !smr_poly_divide(b->s->arena, of_u, of_v, &c) ||
        (found && !smr_poly_equal(c, *ratio)))
      return false;
    *ratio = c;
    found = true;
  }
  return found;
}

static bool names_index(const SmrDomain *domain, SmrPoly poly) {
  return domain && smr_poly_contains_any(poly, domain->indices, domain->index_count);
}

static uint32_t find_row(const SmrDomain *domain, SmrPoly row) {
  uint32_t r = 0;
  while (r < domain->row_count && !smr_poly_equal(domain->rows[r], row))
    ++r;
  return r;
}

static bool is_multiple(SmrSums *s, SmrPoly poly, int64_t c) {
  bool all = true;
  for (uint32_t t = 0; t < poly.count; t++)
    all &= poly.terms[t].coef % c == 0;
  for (uint32_t k = 0; s->known && k < s->known->multiples.size && !all; k++) {
    SmrPoly rest = smr_sums_sub(s, poly, s->known->multiples.data[k].poly);
    all = s->known->multiples.data[k].of == c;
    for (uint32_t t = 0; t < rest.count; t++)
      all &= rest.terms[t].coef % c == 0;
  }
  return all;
}

/// Row `row` says u <= rest/c, rounded down: c*u + c - 1 is at most *last. That is so where rest + e is a
/// multiple of c, 1 <= e <= c; or where the row says u < m for a parameter m, and that says the row.
static bool last_in_tile(Body *b, const SmrDomain *domain, uint32_t row, uint32_t u, SmrPoly rest, int64_t c,
                         SmrPoly *last) {
  SmrSums *s = b->s;
  for (int64_t e = 1; e <= c && c <= MAX_STEPS; e++) {
    *last = smr_sums_add(s, rest, smr_sums_const(s, e - 1));
    if (is_multiple(s, smr_sums_add(s, rest, smr_sums_const(s, e)), c))
      return true;
  }
  SmrDomain others = smr_domain_without_row(s, domain, row);
  for (uint32_t k = 0; s->known && k < s->known->known_if.size; k++) {
    SmrPoly m = s->known->known_if.data[k].when, one = smr_sums_const(s, 1);
    SmrPoly below = smr_sums_sub(s, smr_sums_sub(s, m, one), smr_sums_leaf(s, u));
    smr_sums_system(s, domain, b->outer);
    if (!smr_system_implies(&s->system, SMR_AFFINE_GE, below, 0))
      continue;
    SmrDomain instead = smr_domain_with(s, &others, below);
    smr_sums_system(s, &instead, b->outer);
    if (!smr_system_implies(&s->system, SMR_AFFINE_GE, domain->rows[row], 0))
      continue;
    *last = smr_sums_sub(s, smr_sums_mul(s, smr_sums_const(s, c), m), one);
    return true;
  }
  return false;
}

/// The rows of the domain over w = c*u + v, which takes v's name; false when there are none.
static bool tile_rows(Body *b, uint32_t u, uint32_t v, SmrPoly c, SmrDomain *out) {
  SmrSums *s = b->s;
  SmrPoly one = smr_sums_const(s, 1), w = smr_sums_leaf(s, v);
  SmrPoly below = smr_sums_sub(s, smr_sums_sub(s, c, one), w); // c - 1 - v >= 0
  SmrPoly back = smr_sums_sub(s, w, smr_sums_mul(s, c, smr_sums_leaf(s, u)));
  SmrDomain left = *domain_of(b);
  int64_t constant;
  if (s->failed || find_row(&left, below) == left.row_count || find_row(&left, w) == left.row_count)
    return false;
  *out = smr_domain_without_index(s, &left, u);
  out->rows = NULL, out->row_count = 0;
  *out = smr_domain_with(s, out, w);
  if (!smr_poly_is_const(c, &constant))
    *out = smr_domain_with(s, out, smr_sums_sub(s, c, one)); // with c < 1 there is no v
  for (uint32_t r = 0; r < left.row_count; r++) {
    SmrPoly row = left.rows[r], put_in = smr_sums_put(s, row, v, back), of_u, rest;
    int64_t coef;
    uint32_t leaf;
    if (smr_poly_equal(row, w) || smr_poly_equal(row, below))
      continue;
    if (!smr_poly_contains(put_in, u)) {
      *out = smr_domain_with(s, out, put_in);
      continue;
    }
    if (smr_poly_is_leaf(row, &leaf) && leaf == u)
      continue;
    smr_sums_split(s, row, u, &of_u, &rest);
    if (smr_poly_is_const(of_u, &coef) && coef == -1 && !smr_poly_contains(rest, v)) {
      SmrPoly last = smr_sums_add(s, smr_sums_mul(s, c, rest), smr_sums_sub(s, c, one));
      *out = smr_domain_with(s, out, smr_sums_sub(s, last, w));
      continue;
    }
    SmrPoly last;
    if (smr_poly_is_const(of_u, &coef) && smr_poly_is_const(c, &constant) && coef == -constant &&
        !smr_poly_contains(rest, v) && last_in_tile(b, &left, r, u, rest, constant, &last)) {
      *out = smr_domain_with(s, out, smr_sums_sub(s, last, w));
      continue;
    }
    SmrDomain others = smr_domain_without_row(s, &left, r);
    smr_sums_system(s, &others, b->outer);
    if (!smr_system_implies(&s->system, SMR_AFFINE_GE, row, 0))
      return false;
    left = others;
    --r;
  }
  return !s->failed;
}

static bool join(Body *b, uint32_t u, uint32_t v) {
  SmrSums *s = b->s;
  Polys offsets = {0}, rows = {0};
  SmrPoly c;
  SmrDomain joined;
  int64_t constant;
  collect(b, &offsets, &rows);
  bool ok = find_ratio(b, &offsets, u, v, &c) && !names_index(domain_of(b), c) && !names_index(b->outer, c) &&
            (!smr_poly_is_const(c, &constant) || constant > 1) && tile_rows(b, u, v, c, &joined);
  if (ok) {
    SmrPoly back = smr_sums_sub(s, smr_sums_leaf(s, v), smr_sums_mul(s, c, smr_sums_leaf(s, u)));
    for (uint32_t k = 0; k < rows.size && ok; k++)
      ok = !smr_poly_contains(smr_sums_put(s, rows.data[k], v, back), u);
    if (ok) {
      put(b, v, back);
      *domain_of(b) = joined;
      *b->laws |= 1u << SMR_COVER_LAW_TILE;
    }
  }
  smr_vec_free(&offsets);
  smr_vec_free(&rows);
  return ok && !s->failed;
}

static bool join_any(Body *b) {
  const SmrDomain *domain = domain_of(b);
  for (uint32_t i = 0; i < domain->index_count; i++)
    for (uint32_t k = 0; k < domain->index_count; k++)
      if (i != k && join(b, domain->indices[i], domain->indices[k]))
        return true;
  return false;
}

//--- The order of indices ---------------------------------------------------------------------

/// Does the row bound the index from above by what is outside or among the first `known`?
static bool bounds(SmrPoly row, const SmrDomain *domain, uint32_t known, uint32_t index) {
  bool found = false;
  for (uint32_t t = 0; t < row.count; t++) {
    const SmrMonomial *m = &row.terms[t];
    if (m->degree == 1 && m->leaves[0] == index && m->coef < 0)
      found = true;
    else if (smr_poly_contains((SmrPoly){m, 1}, index))
      return false;
  }
  for (uint32_t k = known; found && k < domain->index_count; k++)
    found = domain->indices[k] == index || !smr_poly_contains(row, domain->indices[k]);
  return found;
}

static bool bounded(const SmrDomain *domain, uint32_t known, uint32_t index) {
  for (uint32_t r = 0; r < domain->row_count; r++)
    if (bounds(domain->rows[r], domain, known, index))
      return true;
  return false;
}

/// Outer indices before inner ones, as E2 wants them; otherwise in the order they have. False: no order does.
static bool sort_indices(SmrSums *s, SmrDomain *domain) {
  uint32_t *order = smr_arena_alloc(s->arena, (domain->index_count + 1) * sizeof *order);
  if (domain->index_count)
    memcpy(order, domain->indices, domain->index_count * sizeof *order);
  domain->indices = order;
  for (uint32_t done = 0; done < domain->index_count; done++) {
    uint32_t k = done;
    while (k < domain->index_count && !bounded(domain, done, order[k]))
      ++k;
    if (k == domain->index_count)
      return false;
    uint32_t index = order[k];
    memmove(order + done + 1, order + done, (k - done) * sizeof *order);
    order[done] = index;
  }
  return true;
}

//--- LAW-SHIFT -----------------------------------------------------------------------------

/// y' = y + sign*x instead of y: what is put for y.
static SmrPoly shifted(Body *b, uint32_t y, uint32_t x, int sign) {
  SmrPoly leaf = smr_sums_leaf(b->s, y), other = smr_sums_leaf(b->s, x);
  return sign > 0 ? smr_sums_sub(b->s, leaf, other) : smr_sums_add(b->s, leaf, other);
}

/// Is the first product the second with y for one x?
static bool differ_by(const SmrMonomial *a, uint32_t y, const SmrMonomial *b, uint32_t x) {
  bool without_y = false, without_x = false;
  if (a->degree != b->degree)
    return false;
  for (uint32_t i = 0, k = 0; i < a->degree || k < b->degree;) {
    if (i < a->degree && !without_y && a->leaves[i] == y)
      without_y = true, ++i;
    else if (k < b->degree && !without_x && b->leaves[k] == x)
      without_x = true, ++k;
    else if (i == a->degree || k == b->degree || a->leaves[i++] != b->leaves[k++])
      return false;
  }
  return without_y && without_x;
}

/// What is put for y brings products of x: can they meet those that are there?
static bool may_cancel(SmrPoly poly, uint32_t y, uint32_t x) {
  for (uint32_t k = 0; k < poly.count; k++)
    for (uint32_t i = 0; i < poly.count; i++)
      if (differ_by(&poly.terms[k], y, &poly.terms[i], x))
        return true;
  return false;
}

/// The number in front of an index; 0: the product is another one.
static int64_t stride_of(const SmrMonomial *m) {
  return m->degree == 1 && m->coef != INT64_MIN ? m->coef : 0;
}

/// How many products the offset would have if strides were no numbers: in 600*(k + i) + k + j, which is 601*k
/// + 600*i
/// + j, k has two.
static int32_t products_of(SmrPoly offset) {
  int32_t sum = (int32_t)offset.count;
  for (uint32_t t = 0; t < offset.count; t++) {
    int64_t stride = stride_of(&offset.terms[t]);
    bool both = false;
    for (uint32_t u = 0; u < offset.count && !both; u++) {
      int64_t other = stride_of(&offset.terms[u]);
      both = other && (stride > 0) == (other > 0) && llabs(stride) > llabs(other) &&
             llabs(stride) - llabs(other) < llabs(other);
    }
    sum += both;
  }
  return sum;
}

/// The products that offsets have less; 0, too, when they have more because none cancel.
static int32_t gain(Body *b, const Polys *offsets, uint32_t y, uint32_t x, int sign) {
  bool any = false;
  int32_t sum = 0;
  for (uint32_t k = 0; k < offsets->size && !any; k++)
    any = may_cancel(offsets->data[k], y, x);
  if (!any)
    return 0;
  SmrPoly by = shifted(b, y, x, sign);
  for (uint32_t k = 0; k < offsets->size; k++)
    sum += products_of(offsets->data[k]) - products_of(smr_sums_put(b->s, offsets->data[k], y, by));
  return sum;
}

/// The rows that tie the two indices to each other.
static uint32_t ties(const SmrDomain *domain, uint32_t y, uint32_t x) {
  uint32_t count = 0;
  for (uint32_t r = 0; r < domain->row_count; r++)
    count += smr_poly_contains(domain->rows[r], y) && smr_poly_contains(domain->rows[r], x);
  return count;
}

/// Does y + sign*x stay >= 0 in the domain, which keeps its bounds? Indices that count from 0 each are not
/// tied: in rows as long as a sum, (i*(n + 1) + j)*m, that would be fewer products.
static bool can_shift(Body *b, uint32_t y, uint32_t x, int sign) {
  SmrSums *s = b->s;
  smr_sums_system(s, domain_of(b), b->outer);
  if (!smr_system_implies(&s->system, SMR_AFFINE_GE, shifted(b, y, x, -sign), 0))
    return false;
  SmrDomain after = domain_put(s, domain_of(b), y, shifted(b, y, x, sign));
  if (ties(&after, y, x) > ties(domain_of(b), y, x))
    return false;
  after = smr_domain_with(s, &after, smr_sums_leaf(s, y));
  return sort_indices(s, &after);
}

static bool shift(Body *b, uint32_t y, uint32_t x, int sign) {
  SmrPoly by = shifted(b, y, x, sign);
  put(b, y, by);
  put_rows(b, y, by);
  *domain_of(b) = smr_domain_with(b->s, domain_of(b), smr_sums_leaf(b->s, y));
  *b->laws |= 1u << SMR_COVER_LAW_SHIFT;
  return !b->s->failed;
}

/// The shift that gains most, the first of equal ones.
static bool shift_any(Body *b) {
  const SmrDomain *domain = domain_of(b);
  Polys offsets = {0}, rows = {0};
  collect(b, &offsets, &rows);
  uint32_t outer = b->outer ? b->outer->index_count : 0, best_y = 0, best_x = 0;
  int32_t best = 0;
  int best_sign = 0;
  for (uint32_t i = 0; i < domain->index_count && measure(&offsets); i++)
    for (uint32_t k = 0; k < domain->index_count + outer; k++) {
      uint32_t y = domain->indices[i];
      uint32_t x = k < domain->index_count ? domain->indices[k] : b->outer->indices[k - domain->index_count];
      for (int sign = 1; x != y && sign >= -1; sign -= 2) {
        int32_t g = gain(b, &offsets, y, x, sign);
        if (g > best && can_shift(b, y, x, sign))
          best = g, best_y = y, best_x = x, best_sign = sign;
      }
    }
  smr_vec_free(&offsets);
  smr_vec_free(&rows);
  return best > 0 && shift(b, best_y, best_x, best_sign);
}

//--- LAW-REFLECT, and the first value ---------------------------------------------------------

/// What the first row that bounds the index from above says of its last value; false: none has it alone.
static bool last_value(SmrSums *s, const SmrDomain *domain, uint32_t index, SmrPoly *last) {
  for (uint32_t r = 0; r < domain->row_count; r++) {
    SmrPoly coef, rest;
    int64_t value;
    if (!smr_poly_contains(domain->rows[r], index))
      continue;
    smr_sums_split(s, domain->rows[r], index, &coef, &rest);
    if (!smr_poly_is_const(coef, &value) || value != -1)
      continue;
    *last = rest;
    return true;
  }
  return false;
}

/// 1: offsets grow with the index, -1: they fall, 0: neither. Where nothing says the sign of a difference,
/// that of its highest term.
static int direction(Body *b, SmrPoly offset, uint32_t index) {
  SmrPoly coef, rest;
  if (!smr_poly_contains(offset, index))
    return 0;
  smr_sums_split(b->s, offset, index, &coef, &rest);
  bool some[2] = {false, false}; // positive, negative terms
  for (uint32_t t = 0; t < coef.count; t++)
    some[coef.terms[t].coef < 0] = true;
  if (some[0] && some[1]) {
    smr_sums_system(b->s, domain_of(b), b->outer);
    if (smr_system_implies(&b->s->system, SMR_AFFINE_GE, coef, 0))
      return 1;
    if (smr_system_implies(&b->s->system, SMR_AFFINE_GE, smr_sums_sub(b->s, (SmrPoly){NULL, 0}, coef), 0))
      return -1;
  }
  return !coef.count ? 0 : coef.terms[coef.count - 1].coef > 0 ? 1 : -1;
}

/// Of an equation its own offset counts, of a term the sum of its factors'.
static bool falls(Body *b, uint32_t index) {
  if (b->equation)
    return direction(b, b->equation->offset, index) < 0;
  Polys offsets = {0}, rows = {0};
  collect(b, &offsets, &rows);
  int sum = 0;
  for (uint32_t k = 0; k < offsets.size; k++)
    sum += direction(b, offsets.data[k], index);
  smr_vec_free(&offsets);
  smr_vec_free(&rows);
  return sum < 0;
}

static bool reflect(Body *b, uint32_t index) {
  SmrPoly last;
  if (!last_value(b->s, domain_of(b), index, &last))
    return false;
  SmrPoly by = smr_sums_sub(b->s, last, smr_sums_leaf(b->s, index));
  SmrDomain after = domain_put(b->s, domain_of(b), index, by);
  if (!sort_indices(b->s, &after))
    return false;
  put(b, index, by);
  *domain_of(b) = after;
  *b->laws |= 1u << SMR_COVER_LAW_REFLECT;
  return !b->s->failed;
}

static void reflect_falling(Body *b) {
  for (uint32_t k = 0; k < domain_of(b)->index_count; k++)
    if (falls(b, domain_of(b)->indices[k]))
      reflect(b, domain_of(b)->indices[k]);
}

/// An index that is never 0 begins later: it is counted from there.
static void tighten_all(Body *b) {
  SmrSums *s = b->s;
  for (uint32_t k = 0; k < domain_of(b)->index_count; k++) {
    uint32_t index = domain_of(b)->indices[k];
    SmrPoly leaf = smr_sums_leaf(s, index), next = smr_sums_add(s, leaf, smr_sums_const(s, 1));
    for (int first = 0; first < MAX_FIRST; first++) {
      smr_sums_system(s, domain_of(b), b->outer);
      smr_system_add(&s->system, SMR_AFFINE_EQ, leaf, 0);
      if (!smr_system_empty(&s->system))
        break;
      put(b, index, next);
      put_rows(b, index, next);
      SmrDomain *domain = domain_of(b);
      uint32_t r = find_row(domain, next); // index + 1 >= 0, which was index >= 0
      if (r < domain->row_count)
        *domain = smr_domain_without_row(s, domain, r);
      *domain = smr_domain_with(s, domain, leaf);
      *b->laws |= 1u << SMR_COVER_LAW_SHIFT;
    }
  }
}

//--- Loops that run once at most -------------------------------------------------------------

/// Elements do not depend on the index: it has one value for each, as the equation makes an element once.
/// Where that value is 0, the index is not needed (the rest of a loop that is unrolled by two).
static void drop_zeros(Body *b) {
  SmrSums *s = b->s;
  SmrPoly zero = {NULL, 0};
  for (uint32_t k = b->equation && !b->equation->adds ? domain_of(b)->index_count : 0; k--;) {
    uint32_t index = domain_of(b)->indices[k];
    if (smr_poly_contains(b->equation->offset, index))
      continue;
    smr_sums_system(s, domain_of(b), b->outer);
    if (!smr_system_implies(&s->system, SMR_AFFINE_GE, smr_sums_sub(s, zero, smr_sums_leaf(s, index)), 0))
      continue;
    put(b, index, zero);
    put_rows(b, index, zero);
    *domain_of(b) = smr_domain_without_index(s, domain_of(b), index);
    *b->laws |= 1u << SMR_COVER_LAW_SHIFT;
  }
}

//--- Rows that say nothing -------------------------------------------------------------------

/// Rows that the others imply go; those that bound an index as E2 wants it stay.
static void drop_rows(Body *b) {
  SmrSums *s = b->s;
  SmrDomain *domain = domain_of(b);
  for (uint32_t r = domain->row_count; r--;) {
    SmrPoly row = domain->rows[r];
    uint32_t leaf;
    if (smr_poly_is_leaf(row, &leaf) && smr_domain_names(domain, leaf))
      continue;
    SmrDomain others = smr_domain_without_row(s, domain, r);
    bool needed = false;
    for (uint32_t k = 0; k < domain->index_count && !needed; k++)
      needed = bounded(domain, k, domain->indices[k]) && !bounded(&others, k, domain->indices[k]);
    if (needed)
      continue;
    smr_sums_system(s, &others, b->outer);
    if (smr_system_implies(&s->system, SMR_AFFINE_GE, row, 0))
      *domain = others;
  }
}

/// An empty domain implies everything: it stays as it is.
static bool empty(Body *b) {
  smr_sums_system(b->s, domain_of(b), b->outer);
  return smr_system_empty(&b->s->system);
}

static void shift_all(Body *b) {
  for (int step = 0; step < MAX_STEPS && !b->s->failed && shift_any(b); step++)
    ;
}

static void finish(Body *b) {
  shift_all(b);
  tighten_all(b);
  sort_indices(b->s, domain_of(b));
  drop_rows(b);
}

static void settle(Body *b) {
  if (empty(b))
    return;
  drop_zeros(b);
  for (int step = 0; step < MAX_STEPS && !b->s->failed && ((b->term && join_any(b)) || shift_any(b)); step++)
    ;
  reflect_falling(b);
  finish(b);
}

void smr_indices_of_equation(SmrSums *s, SmrRaisedEquation *e, uint32_t *laws) {
  Body b = {.s = s, .equation = e, .laws = laws};
  settle(&b);
}

bool smr_indices_join(SmrSums *s, SmrRaisedEquation *e, uint32_t *laws) {
  Body b = {.s = s, .equation = e, .laws = laws};
  if (empty(&b) || !join_any(&b))
    return false;
  finish(&b);
  return true;
}

static const SmrFactor *of_factor(SmrSums *s, const SmrFactor *factor, const SmrDomain *outer,
                                  uint32_t *laws) {
  if (!factor->arg_count)
    return factor;
  SmrFactor *out = smr_arena_alloc(s->arena, sizeof *out);
  SmrSum *args = smr_arena_alloc(s->arena, factor->arg_count * sizeof *args);
  *out = *factor;
  for (uint32_t k = 0; k < factor->arg_count; k++)
    args[k] = smr_indices_of_sum(s, &factor->args[k], outer, laws);
  out->args = args;
  return out;
}

SmrSum smr_indices_of_sum(SmrSums *s, const SmrSum *sum, const SmrDomain *outer, uint32_t *laws) {
  SmrSum out = *sum;
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (sum->term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    terms[t] = sum->terms[t];
    Body b = {.s = s, .term = &terms[t], .outer = outer, .laws = laws};
    settle(&b);
    SmrDomain around = smr_domain_join(s, outer, &terms[t].domain);
    const SmrFactor **factors = smr_arena_alloc(s->arena, (terms[t].factor_count + 1) * sizeof *factors);
    for (uint32_t k = 0; k < terms[t].factor_count; k++)
      factors[k] = of_factor(s, terms[t].factors[k], &around, laws);
    terms[t].factors = factors;
  }
  out.terms = terms;
  return out;
}

//--- Counted from the other end ---------------------------------------------------------------

typedef SMR_VEC(uint32_t) Indices;

/// Adds the indices of each row that names two of them.
static void find_tied(const SmrDomain *domain, const SmrDomain *outer, Indices *out) {
  for (uint32_t r = 0; r < domain->row_count; r++) {
    Indices named = {0};
    for (uint32_t k = 0; k < domain->index_count; k++)
      if (smr_poly_contains(domain->rows[r], domain->indices[k]))
        smr_vec_push(&named, domain->indices[k]);
    for (uint32_t k = 0; outer && k < outer->index_count; k++)
      if (smr_poly_contains(domain->rows[r], outer->indices[k]))
        smr_vec_push(&named, outer->indices[k]);
    for (uint32_t k = 0; named.size > 1 && k < named.size; k++)
      if (!smr_is_among(out->data, out->size, named.data[k]))
        smr_vec_push(out, named.data[k]);
    smr_vec_free(&named);
  }
}

static bool reflect_tied(Body *b, const Indices *tied) {
  Indices wanted = {0};
  bool ok = true;
  for (uint32_t k = 0; k < domain_of(b)->index_count; k++)
    if (smr_is_among(tied->data, tied->size, domain_of(b)->indices[k]))
      smr_vec_push(&wanted, domain_of(b)->indices[k]);
  for (uint32_t k = wanted.size; k-- && ok;) // inner ones first: their bounds name outer ones
    ok = reflect(b, wanted.data[k]);
  smr_vec_free(&wanted);
  return ok;
}

bool smr_indices_reflect(SmrSums *s, SmrRaisedEquation *e, uint32_t *laws) {
  Indices tied = {0};
  find_tied(&e->domain, NULL, &tied);
  for (uint32_t t = 0; t < e->sum.term_count; t++)
    find_tied(&e->sum.terms[t].domain, &e->domain, &tied);
  Body whole = {.s = s, .equation = e, .laws = laws};
  bool ok = tied.size && !empty(&whole) && reflect_tied(&whole, &tied);
  if (ok) {
    sort_indices(s, &e->domain);
    drop_rows(&whole);
  }
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (e->sum.term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < e->sum.term_count && ok; t++) {
    terms[t] = e->sum.terms[t];
    Body b = {.s = s, .term = &terms[t], .outer = &e->domain, .laws = laws};
    ok = reflect_tied(&b, &tied);
    finish(&b);
  }
  e->sum.terms = terms;
  smr_vec_free(&tied);
  return ok && !s->failed;
}

//--- Projection ------------------------------------------------------------------------------

/// Has the index a coefficient that is not a negative number?
static bool grows_with(SmrSums *s, SmrPoly row, uint32_t index) {
  SmrPoly coef, rest;
  int64_t value;
  if (!smr_poly_contains(row, index))
    return false;
  smr_sums_split(s, row, index, &coef, &rest);
  return !smr_poly_is_const(coef, &value) || value > 0;
}

bool smr_indices_project(SmrSums *s, const SmrDomain *domain, uint32_t index, SmrDomain *out) {
  SMR_VEC(SmrPoly) below = {0}, above = {0}; // index >= -below, index <= above
  *out = smr_domain_without_index(s, domain, index);
  out->rows = NULL, out->row_count = 0;
  bool ok = true, from_0 = true; // … the only lower bound is index >= 0
  for (uint32_t r = 0; r < domain->row_count; r++) {
    uint32_t leaf;
    from_0 &=
        !grows_with(s, domain->rows[r], index) || (smr_poly_is_leaf(domain->rows[r], &leaf) && leaf == index);
  }
  for (uint32_t r = 0; r < domain->row_count && ok; r++) {
    SmrPoly coef, rest;
    int64_t value;
    if (!smr_poly_contains(domain->rows[r], index)) {
      *out = smr_domain_with(s, out, domain->rows[r]);
      continue;
    }
    smr_sums_split(s, domain->rows[r], index, &coef, &rest);
    ok =
        !s->failed && smr_poly_is_const(coef, &value) && (value == 1 || value == -1 || (value < 0 && from_0));
    if (ok && value == 1)
      smr_vec_push(&below, rest);
    else if (ok) // (c*index <= rest, where 0 is the smallest: rest >= 0)
      smr_vec_push(&above, rest);
  }
  for (uint32_t i = 0; i < below.size && ok; i++)
    for (uint32_t k = 0; k < above.size; k++) {
      SmrPoly row = smr_sums_add(s, below.data[i], above.data[k]);
      int64_t value;
      if (!smr_poly_is_const(row, &value) || value < 0)
        *out = smr_domain_with(s, out, row);
    }
  smr_vec_free(&below);
  smr_vec_free(&above);
  return ok && !s->failed && sort_indices(s, out);
}
