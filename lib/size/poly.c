//===- poly.c - polynomials with integer coefficients ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Operations collect raw terms and pass them to smr_poly_of_terms, which establishes the normal form.
// Addition merges, as its operands' terms are in order.
//===----------------------------------------------------------------------===//
#include "size/poly.h"
#include "base/integer.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const SmrPoly zero = {NULL, 0};

int smr_monomial_compare(const SmrMonomial *a, const SmrMonomial *b) {
  if (a->degree != b->degree)
    return a->degree < b->degree ? -1 : 1;
  for (uint32_t i = 0; i < a->degree; i++)
    if (a->leaves[i] != b->leaves[i])
      return a->leaves[i] < b->leaves[i] ? -1 : 1;
  return 0;
}

static int compare_terms(const void *a, const void *b) {
  return smr_monomial_compare(a, b);
}

/// Most polynomials have a handful of terms, and most of those are in order already.
static void sort_terms(SmrMonomial *terms, size_t count) {
  enum { FEW = 16 };
  if (count > FEW) {
    qsort(terms, count, sizeof *terms, compare_terms);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    SmrMonomial term = terms[i];
    size_t at = i;
    for (; at > 0 && smr_monomial_compare(&terms[at - 1], &term) > 0; --at)
      terms[at] = terms[at - 1];
    terms[at] = term;
  }
}

/// Copies terms in normal form to the arena.
static bool keep(SmrArena *arena, const SmrMonomial *terms, size_t count, SmrPoly *out) {
  if (count > SMR_POLY_MAX_TERMS)
    return false;
  *out = zero;
  if (count) {
    SmrMonomial *copy = smr_arena_alloc(arena, count * sizeof *copy);
    memcpy(copy, terms, count * sizeof *copy);
    *out = (SmrPoly){copy, (uint32_t)count};
  }
  return true;
}

static bool in_order(const SmrMonomial *terms, size_t count) {
  for (size_t i = 1; i < count; i++)
    if (smr_monomial_compare(&terms[i - 1], &terms[i]) >= 0)
      return false;
  return true;
}

bool smr_poly_of_terms(SmrArena *arena, SmrMonomial *terms, size_t count, SmrPoly *out) {
  size_t kept = 0;
  if (!in_order(terms, count))
    sort_terms(terms, count);
  for (size_t i = 0, j; i < count; i = j) {
    SmrMonomial sum = terms[i];
    for (j = i + 1; j < count && smr_monomial_compare(&sum, &terms[j]) == 0; j++)
      if (__builtin_add_overflow(sum.coef, terms[j].coef, &sum.coef))
        return false;
    if (sum.coef)
      terms[kept++] = sum;
  }
  return keep(arena, terms, kept, out);
}

SmrPoly smr_poly_const(SmrArena *arena, int64_t value) {
  if (!value)
    return zero;
  SmrMonomial *term = smr_arena_alloc(arena, sizeof *term);
  *term = (SmrMonomial){value, 0, NULL};
  return (SmrPoly){term, 1};
}

SmrPoly smr_poly_leaf(SmrArena *arena, uint32_t leaf) {
  SmrMonomial *term = smr_arena_alloc(arena, sizeof *term);
  uint32_t *leaves = smr_arena_alloc(arena, sizeof *leaves);
  *leaves = leaf;
  *term = (SmrMonomial){1, 1, leaves};
  return (SmrPoly){term, 1};
}

/// a + b, or a - b, from raw terms.
static bool append(SmrArena *arena, SmrPoly a, SmrPoly b, bool negate, SmrPoly *out) {
  SmrMonomial terms[2 * SMR_POLY_MAX_TERMS];
  for (uint32_t i = 0; i < a.count; i++)
    terms[i] = a.terms[i];
  for (uint32_t i = 0; i < b.count; i++) {
    SmrMonomial *term = &terms[a.count + i];
    *term = b.terms[i];
    if (negate && __builtin_sub_overflow((int64_t)0, term->coef, &term->coef))
      return false;
  }
  return smr_poly_of_terms(arena, terms, a.count + b.count, out);
}

/// a + b, or a - b.
static bool merge(SmrArena *arena, SmrPoly a, SmrPoly b, bool negate, SmrPoly *out) {
  SmrMonomial terms[2 * SMR_POLY_MAX_TERMS];
  size_t count = 0;
  if (!in_order(a.terms, a.count) || !in_order(b.terms, b.count))
    return append(arena, a, b, negate, out);
  for (uint32_t i = 0, k = 0; i < a.count || k < b.count;) {
    int order = i == a.count ? 1 : k == b.count ? -1 : smr_monomial_compare(&a.terms[i], &b.terms[k]);
    int64_t first = order <= 0 ? a.terms[i].coef : 0, second = order >= 0 ? b.terms[k].coef : 0;
    SmrMonomial *term = &terms[count];
    *term = order <= 0 ? a.terms[i] : b.terms[k];
    if (negate ? __builtin_sub_overflow(first, second, &term->coef)
               : __builtin_add_overflow(first, second, &term->coef))
      return false;
    count += term->coef != 0;
    i += order <= 0, k += order >= 0;
  }
  return keep(arena, terms, count, out);
}

bool smr_poly_add(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *out) {
  return merge(arena, a, b, false, out);
}

bool smr_poly_scale(SmrArena *arena, SmrPoly a, int64_t factor, SmrPoly *out) {
  SmrMonomial terms[SMR_POLY_MAX_TERMS];
  for (uint32_t i = 0; i < a.count; i++) {
    terms[i] = a.terms[i];
    if (__builtin_mul_overflow(terms[i].coef, factor, &terms[i].coef))
      return false;
  }
  return smr_poly_of_terms(arena, terms, a.count, out);
}

bool smr_poly_sub(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *out) {
  return merge(arena, a, b, true, out);
}

static bool multiply_terms(SmrArena *arena, const SmrMonomial *a, const SmrMonomial *b, SmrMonomial *out) {
  uint32_t degree = a->degree + b->degree;
  if (degree > SMR_POLY_MAX_DEGREE || __builtin_mul_overflow(a->coef, b->coef, &out->coef))
    return false;
  uint32_t *leaves = degree ? smr_arena_alloc(arena, degree * sizeof *leaves) : NULL;
  for (uint32_t i = 0, j = 0, k = 0; k < degree; k++)
    leaves[k] =
        j == b->degree || (i < a->degree && a->leaves[i] <= b->leaves[j]) ? a->leaves[i++] : b->leaves[j++];
  out->degree = degree;
  out->leaves = leaves;
  return true;
}

bool smr_poly_mul(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *out) {
  size_t count = 0, total = (size_t)a.count * b.count;
  SmrMonomial few[16], *terms = total <= 16 ? few : smr_xmalloc(total * sizeof *terms);
  bool ok = true;
  for (uint32_t i = 0; i < a.count && ok; i++)
    for (uint32_t j = 0; j < b.count && ok; j++)
      ok = multiply_terms(arena, &a.terms[i], &b.terms[j], &terms[count++]);
  ok = ok && smr_poly_of_terms(arena, terms, total, out);
  if (terms != few)
    free(terms);
  return ok;
}

bool smr_poly_divide(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *quotient) {
  if (b.count != 1)
    return false;
  const SmrMonomial *by = b.terms;
  SmrMonomial terms[SMR_POLY_MAX_TERMS];
  for (uint32_t t = 0; t < a.count; t++) {
    const SmrMonomial *term = &a.terms[t];
    if (term->degree < by->degree || (by->coef == -1 && term->coef == INT64_MIN) || term->coef % by->coef)
      return false;
    uint32_t degree = term->degree - by->degree, kept = 0, j = 0;
    uint32_t *leaves = degree ? smr_arena_alloc(arena, degree * sizeof *leaves) : NULL;
    for (uint32_t i = 0; i < term->degree; i++) {
      if (j < by->degree && term->leaves[i] == by->leaves[j])
        ++j;
      else if (kept < degree)
        leaves[kept++] = term->leaves[i];
    }
    if (j != by->degree)
      return false;
    terms[t] = (SmrMonomial){term->coef / by->coef, degree, leaves};
  }
  return smr_poly_of_terms(arena, terms, a.count, quotient);
}

bool smr_poly_divide_floor(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *quotient, SmrPoly *rest) {
  SmrPoly sum = zero, part, product;
  int64_t by;
  bool integer = smr_poly_is_const(b, &by) && by > 0;
  for (uint32_t t = 0; b.count == 1 && t < a.count; t++) {
    SmrMonomial term = a.terms[t];
    if (integer && __builtin_mul_overflow(smr_floor_divide(term.coef, by), by, &term.coef))
      return false;
    if (term.coef && smr_poly_divide(arena, (SmrPoly){&term, 1}, b, &part) &&
        !smr_poly_add(arena, sum, part, &sum))
      return false;
  }
  *quotient = sum;
  return b.count == 1 && smr_poly_mul(arena, sum, b, &product) && smr_poly_sub(arena, a, product, rest);
}

/// The monomial whose square the term is, with a positive coefficient.
static bool monomial_root(SmrArena *arena, const SmrMonomial *term, SmrMonomial *out) {
  int64_t coef = 0;
  for (uint32_t k = 0; k < term->degree; k += 2)
    if (k + 1 == term->degree || term->leaves[k] != term->leaves[k + 1])
      return false;
  for (int64_t bit = (int64_t)1 << 30; bit; bit >>= 1)
    coef += (coef + bit) * (coef + bit) <= term->coef ? bit : 0;
  if (coef * coef != term->coef)
    return false;
  uint32_t *leaves = smr_arena_alloc(arena, (term->degree / 2 + 1) * sizeof *leaves);
  for (uint32_t k = 0; k < term->degree; k += 2)
    leaves[k / 2] = term->leaves[k];
  *out = (SmrMonomial){coef, term->degree / 2, leaves};
  return true;
}

/// The coefficient that the monomial has in the polynomial.
static int64_t coefficient_of(SmrPoly a, const SmrMonomial *monomial) {
  for (uint32_t t = 0; t < a.count; t++)
    if (!smr_monomial_compare(&a.terms[t], monomial))
      return a.terms[t].coef;
  return 0;
}

bool smr_poly_root(SmrArena *arena, SmrPoly a, SmrPoly *root) {
  SmrMonomial terms[SMR_POLY_MAX_TERMS], cross;
  uint32_t count = 0;
  SmrPoly square;
  for (uint32_t t = 0; t < a.count; t++) {
    if (!monomial_root(arena, &a.terms[t], &terms[count]))
      continue;
    if (count && !multiply_terms(arena, &terms[0], &terms[count], &cross))
      return false;
    if (count && coefficient_of(a, &cross) < 0)
      terms[count].coef = -terms[count].coef;
    ++count;
  }
  return smr_poly_of_terms(arena, terms, count, root) && smr_poly_mul(arena, *root, *root, &square) &&
         smr_poly_equal(square, a);
}

static uint32_t occurrences(const SmrMonomial *term, uint32_t leaf) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < term->degree; i++)
    count += term->leaves[i] == leaf;
  return count;
}

/// The term without any occurrence of leaf.
static SmrMonomial without(SmrArena *arena, const SmrMonomial *term, uint32_t leaf) {
  SmrMonomial rest = {term->coef, term->degree - occurrences(term, leaf), NULL};
  uint32_t *leaves = rest.degree ? smr_arena_alloc(arena, rest.degree * sizeof *leaves) : NULL;
  for (uint32_t i = 0, k = 0; i < term->degree; i++)
    if (term->leaves[i] != leaf)
      leaves[k++] = term->leaves[i];
  rest.leaves = leaves;
  return rest;
}

bool smr_poly_split(SmrArena *arena, SmrPoly a, uint32_t leaf, SmrPoly *coefficient, SmrPoly *rest) {
  SmrMonomial with[SMR_POLY_MAX_TERMS], others[SMR_POLY_MAX_TERMS];
  uint32_t with_count = 0, other_count = 0;
  for (uint32_t t = 0; t < a.count; t++) {
    uint32_t times = occurrences(&a.terms[t], leaf);
    if (times > 1)
      return false;
    if (times)
      with[with_count++] = without(arena, &a.terms[t], leaf);
    else
      others[other_count++] = a.terms[t];
  }
  if (!with_count && in_order(a.terms, a.count)) {
    *coefficient = zero, *rest = a;
    return true;
  }
  return smr_poly_of_terms(arena, with, with_count, coefficient) &&
         smr_poly_of_terms(arena, others, other_count, rest);
}

bool smr_poly_substitute(SmrArena *arena, SmrPoly a, uint32_t leaf, SmrPoly by, SmrPoly *out) {
  SmrMonomial others[SMR_POLY_MAX_TERMS];
  uint32_t other_count = 0;
  for (uint32_t t = 0; t < a.count; t++)
    if (!occurrences(&a.terms[t], leaf))
      others[other_count++] = a.terms[t];
  SmrPoly sum;
  if (!smr_poly_of_terms(arena, others, other_count, &sum))
    return false;
  for (uint32_t t = 0; other_count < a.count && t < a.count; t++) {
    uint32_t times = occurrences(&a.terms[t], leaf);
    if (!times)
      continue;
    SmrMonomial rest = without(arena, &a.terms[t], leaf);
    SmrPoly product = {&rest, 1};
    for (; times; --times)
      if (!smr_poly_mul(arena, product, by, &product))
        return false;
    if (!smr_poly_add(arena, sum, product, &sum))
      return false;
  }
  *out = sum;
  return true;
}

bool smr_poly_map(SmrArena *arena, SmrPoly a, bool (*image)(uint32_t, SmrPoly *, void *), void *data,
                  SmrPoly *out) {
  SmrPoly sum = zero;
  for (uint32_t t = 0; t < a.count; t++) {
    SmrPoly term = smr_poly_const(arena, a.terms[t].coef), factor;
    for (uint32_t k = 0; k < a.terms[t].degree; k++)
      if (!image(a.terms[t].leaves[k], &factor, data) || !smr_poly_mul(arena, term, factor, &term))
        return false;
    if (!smr_poly_add(arena, sum, term, &sum))
      return false;
  }
  *out = sum;
  return true;
}

bool smr_poly_map_fractions(SmrArena *arena, SmrPoly a, bool (*image)(uint32_t, SmrFraction *, void *),
                            void *data, SmrFraction *out) {
  SmrFraction sum = {zero, 1};
  for (uint32_t t = 0; t < a.count; t++) {
    SmrFraction term = {smr_poly_const(arena, a.terms[t].coef), 1};
    for (uint32_t k = 0; k < a.terms[t].degree; k++) {
      SmrFraction factor = {zero, 1};
      if (!image(a.terms[t].leaves[k], &factor, data) ||
          !smr_poly_mul(arena, term.poly, factor.poly, &term.poly) ||
          __builtin_mul_overflow(term.divisor, factor.divisor, &term.divisor))
        return false;
    }
    if (!smr_fraction_add(arena, sum, term, &sum))
      return false;
  }
  *out = sum;
  return true;
}

bool smr_fraction_add(SmrArena *arena, SmrFraction a, SmrFraction b, SmrFraction *out) {
  int64_t common = smr_gcd(a.divisor, b.divisor), to_a = b.divisor / common, to_b = a.divisor / common;
  return !__builtin_mul_overflow(a.divisor, to_a, &out->divisor) &&
         (to_a == 1 || smr_poly_scale(arena, a.poly, to_a, &a.poly)) &&
         (to_b == 1 || smr_poly_scale(arena, b.poly, to_b, &b.poly)) &&
         smr_poly_add(arena, a.poly, b.poly, &out->poly);
}

int64_t smr_poly_content(SmrPoly a) {
  int64_t content = 0;
  for (uint32_t t = 0; t < a.count; t++)
    content = smr_gcd(content, a.terms[t].coef);
  return content;
}

double smr_poly_estimate(SmrPoly a, double (*leaf)(uint32_t, void *), void *data) {
  double sum = 0;
  for (uint32_t t = 0; t < a.count; t++) {
    double term = (double)a.terms[t].coef;
    for (uint32_t k = 0; k < a.terms[t].degree; k++)
      term *= leaf(a.terms[t].leaves[k], data);
    sum += term;
  }
  return sum;
}

bool smr_poly_equal(SmrPoly a, SmrPoly b) {
  return smr_poly_compare(a, b) == 0;
}

int smr_poly_compare(SmrPoly a, SmrPoly b) {
  for (uint32_t t = 0; t < a.count && t < b.count; t++) {
    int order = smr_monomial_compare(&a.terms[t], &b.terms[t]);
    if (order)
      return order;
    if (a.terms[t].coef != b.terms[t].coef)
      return a.terms[t].coef < b.terms[t].coef ? -1 : 1;
  }
  return (a.count > b.count) - (a.count < b.count);
}

bool smr_poly_is_const(SmrPoly a, int64_t *value) {
  if (a.count > 1 || (a.count && a.terms[0].degree))
    return false;
  *value = a.count ? a.terms[0].coef : 0;
  return true;
}

bool smr_poly_is_leaf(SmrPoly a, uint32_t *leaf) {
  if (a.count != 1 || a.terms[0].degree != 1 || a.terms[0].coef != 1)
    return false;
  *leaf = a.terms[0].leaves[0];
  return true;
}

bool smr_poly_is_linear(SmrPoly a, uint32_t *leaf, int64_t *coef, int64_t *constant) {
  const SmrMonomial *last = a.count ? &a.terms[a.count - 1] : NULL;
  if (!last || last->degree != 1 || a.count > 2 || (a.count == 2 && a.terms[0].degree))
    return false;
  *leaf = last->leaves[0];
  *coef = last->coef;
  *constant = a.count == 2 ? a.terms[0].coef : 0;
  return true;
}

bool smr_poly_has_negative(SmrPoly a) {
  for (uint32_t t = 0; t < a.count; t++)
    if (a.terms[t].coef < 0)
      return true;
  return false;
}

bool smr_poly_contains(SmrPoly a, uint32_t leaf) {
  return smr_poly_contains_any(a, &leaf, 1);
}

bool smr_poly_contains_any(SmrPoly a, const uint32_t *leaves, uint32_t count) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(a, &at, &leaf);)
    if (smr_is_among(leaves, count, leaf))
      return true;
  return false;
}

uint32_t smr_poly_degree(SmrPoly a) {
  uint32_t most = 0;
  for (uint32_t t = 0; t < a.count; t++)
    most = a.terms[t].degree > most ? a.terms[t].degree : most;
  return most;
}

int64_t smr_poly_at(SmrPoly a, const int64_t *leaves) {
  uint64_t sum = 0;
  for (uint32_t t = 0; t < a.count; t++) {
    uint64_t product = (uint64_t)a.terms[t].coef;
    for (uint32_t k = 0; k < a.terms[t].degree; k++)
      product *= (uint64_t)leaves[a.terms[t].leaves[k]];
    sum += product;
  }
  return (int64_t)sum;
}

bool smr_either_equal(SmrEither a, SmrEither b) {
  bool equal = a.count == b.count;
  for (uint32_t c = 0; c < a.count && equal; c++) {
    equal = a.cases[c].count == b.cases[c].count;
    for (uint32_t k = 0; k < a.cases[c].count && equal; k++)
      equal = smr_poly_equal(a.cases[c].polys[k], b.cases[c].polys[k]);
  }
  return equal;
}

bool smr_either_contains(SmrEither either, uint32_t leaf) {
  for (uint32_t c = 0; c < either.count; c++)
    for (uint32_t k = 0; k < either.cases[c].count; k++)
      if (smr_poly_contains(either.cases[c].polys[k], leaf))
        return true;
  return false;
}

bool smr_either_map(SmrArena *arena, SmrEither either, bool (*map)(SmrPoly, SmrPoly *, void *), void *data,
                    SmrEither *out) {
  SmrPolyCase *cases = smr_arena_alloc(arena, (either.count + 1) * sizeof *cases);
  for (uint32_t c = 0; c < either.count; c++) {
    SmrPoly *polys = smr_arena_alloc(arena, (either.cases[c].count + 1) * sizeof *polys);
    for (uint32_t k = 0; k < either.cases[c].count; k++)
      if (!map(either.cases[c].polys[k], &polys[k], data))
        return false;
    cases[c] = (SmrPolyCase){polys, either.cases[c].count};
  }
  *out = (SmrEither){cases, either.count};
  return true;
}

//--- Pools ---------------------------------------------------------------------

static uint32_t hash_of(SmrPoly poly) {
  uint64_t hash = poly.count;
  for (uint32_t t = 0; t < poly.count; t++)
    hash = XXH3_64bits_withSeed(poly.terms[t].leaves, poly.terms[t].degree * sizeof *poly.terms[t].leaves,
                                hash * 31 + (uint64_t)poly.terms[t].coef);
  return (uint32_t)hash;
}

static const SmrPoly *copy_of(SmrArena *arena, SmrPoly poly) {
  SmrPoly *copy = smr_arena_alloc(arena, sizeof *copy);
  SmrMonomial *terms = smr_arena_alloc(arena, poly.count * sizeof *terms);
  for (uint32_t t = 0; t < poly.count; t++) {
    size_t bytes = poly.terms[t].degree * sizeof *poly.terms[t].leaves;
    terms[t] = poly.terms[t];
    terms[t].leaves = bytes ? memcpy(smr_arena_alloc(arena, bytes), poly.terms[t].leaves, bytes) : NULL;
  }
  *copy = (SmrPoly){terms, poly.count};
  return copy;
}

uint32_t smr_poly_intern(SmrPolyPool *pool, SmrPoly poly) {
  uint32_t hash = hash_of(poly), at = hash;
  for (uint32_t k; (k = smr_index_next(&pool->by_terms, hash, &at)) != UINT32_MAX;)
    if (smr_poly_equal(*pool->polys.data[k], poly))
      return k;
  smr_index_add(&pool->by_terms, hash, pool->polys.size);
  smr_vec_push(&pool->polys, copy_of(&pool->arena, poly));
  return pool->polys.size - 1;
}

size_t smr_poly_pool_bytes(const SmrPolyPool *pool) {
  return pool->arena.total + pool->polys.capacity * sizeof *pool->polys.data +
         pool->by_terms.capacity * sizeof *pool->by_terms.entries;
}

void smr_poly_pool_free(SmrPolyPool *pool) {
  smr_vec_free(&pool->polys);
  smr_index_free(&pool->by_terms);
  smr_arena_destroy(&pool->arena);
}

void smr_poly_print(SmrPoly poly, SmrStr *out, void (*leaf)(uint32_t, SmrStr *, void *), void *data) {
  if (!poly.count)
    smr_str_putc(out, '0');
  for (uint32_t t = poly.count; t--;) {
    const SmrMonomial *term = &poly.terms[t];
    bool negative = term->coef < 0, first = t + 1 == poly.count;
    uint64_t magnitude = negative ? 0 - (uint64_t)term->coef : (uint64_t)term->coef;
    smr_str_puts(out, first ? (negative ? "-" : "") : negative ? " - " : " + ");
    if (magnitude != 1 || !term->degree)
      smr_str_printf(out, "%llu%s", (unsigned long long)magnitude, term->degree ? "*" : "");
    for (uint32_t i = 0; i < term->degree; i++) {
      smr_str_puts(out, i ? "*" : "");
      leaf(term->leaves[i], out, data);
    }
  }
}
