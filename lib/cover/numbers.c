//===- numbers.c - U5: what is left of a product is a number ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A number is what can be computed before the nest: a product of scalars, of elements that no loop moves, and
// of their inverses and conjugates.
//===----------------------------------------------------------------------===//
#include "cover/matching.h"
#include <math.h>
#include <string.h>

static bool index_free(const SmrFactor *factor, void *data) {
  const SmrMatcher *m = data;
  if (factor->kind == SMR_FACTOR_LOAD)
    return !factor->version && !smr_equations_name_index(m->canonical->equations, factor->poly);
  return factor->kind != SMR_FACTOR_INTEGER ||
         !smr_equations_name_index(m->canonical->equations, factor->poly);
}

static bool is_number(SmrMatcher *m, const SmrFactor *factor);

/// A product, or nothing.
static bool is_product(SmrMatcher *m, const SmrSum *sum) {
  if (!sum->term_count)
    return true;
  bool ok = sum->term_count == 1 && !sum->terms[0].domain.index_count && !sum->terms[0].domain.row_count;
  for (uint32_t k = 0; ok && k < sum->terms[0].factor_count; k++)
    ok = is_number(m, sum->terms[0].factors[k]);
  return ok;
}

/// The conjugate of one factor, a complex number of its parts.
static bool is_complex_number(SmrMatcher *m, const SmrFactor *factor) {
  const char *name = smr_intern_text(m->canonical->equations->symbols, factor->name);
  if (!strcmp(name, SMR_MATH_CONJ))
    return factor->arg_count == 1 && is_product(m, &factor->args[0]) && factor->args[0].term_count &&
           factor->args[0].terms[0].factor_count == 1 && factor->args[0].terms[0].coefficient == 1;
  return !strcmp(name, SMR_MATH_COMPLEX) && factor->arg_count == 2 && is_product(m, &factor->args[0]) &&
         is_product(m, &factor->args[1]);
}

/// A number that can be computed before the nest.
static bool is_number(SmrMatcher *m, const SmrFactor *factor) {
  const SmrFactor *one[] = {factor};
  SmrRaisedTerm term = {.factors = one, .factor_count = 1};
  if (factor->kind == SMR_FACTOR_FUNCTION)
    return is_complex_number(m, factor);
  if (factor->kind == SMR_FACTOR_INVERSE &&
      (factor->args[0].term_count != 1 || factor->args[0].terms[0].domain.row_count))
    return false;
  return smr_term_walk(&term, index_free, m);
}

static bool same_sum(const SmrSum *a, const SmrSum *b);

static bool same_factor(const SmrFactor *a, const SmrFactor *b) {
  if (a->kind != b->kind || a->type != b->type || a->id != b->id || a->version != b->version ||
      a->name != b->name || a->arg_count != b->arg_count || !smr_poly_equal(a->poly, b->poly))
    return false;
  for (uint32_t k = 0; k < a->arg_count; k++)
    if (!same_sum(&a->args[k], &b->args[k]))
      return false;
  return true;
}

/// The same factors, in any order.
static bool same_factors(const SmrFactor *const *a, const SmrFactor *const *b, uint32_t count) {
  uint64_t taken = 0;
  for (uint32_t k = 0; k < count; k++) {
    uint32_t i = 0;
    while (i < count && (taken >> i & 1 || !same_factor(a[k], b[i])))
      ++i;
    if (i == count)
      return false;
    taken |= (uint64_t)1 << i;
  }
  return true;
}

static bool same_sum(const SmrSum *a, const SmrSum *b) {
  if (a->type != b->type || a->term_count != b->term_count)
    return false;
  for (uint32_t t = 0; t < a->term_count; t++) {
    const SmrRaisedTerm *x = &a->terms[t], *y = &b->terms[t];
    if (x->coefficient != y->coefficient || x->factor_count != y->factor_count || x->domain.row_count ||
        y->domain.row_count || x->factor_count > 64 || !same_factors(x->factors, y->factors, x->factor_count))
      return false;
  }
  return true;
}

/// *product is without the factors and the coefficient of `by`. False: it has not all of them.
static bool divide(SmrProduct *product, const SmrFactor **factors, const SmrProduct *by) {
  for (uint32_t k = 0; k < by->factor_count; k++) {
    uint32_t i = 0;
    while (i < product->factor_count && !same_factor(factors[i], by->factors[k]))
      ++i;
    if (i == product->factor_count)
      return false;
    factors[i] = factors[--product->factor_count];
  }
  product->coefficient /= by->coefficient;
  return true;
}

bool smr_match_number(SmrMatcher *m, SmrMatchState *st, const SmrRaisedTerm *rule_term,
                      const SmrRaisedTerm *term, uint64_t taken) {
  SmrProduct product = {.coefficient = term->coefficient / rule_term->coefficient};
  const SmrFactor **left = smr_arena_alloc(m->s.arena, (term->factor_count + 1) * sizeof *left);
  for (uint32_t k = 0; k < term->factor_count; k++)
    if (!(taken >> k & 1)) {
      if (!is_number(m, term->factors[k]))
        return false;
      left[product.factor_count++] = term->factors[k];
    }
  product.factors = left;
  SmrBound *unknown = NULL;
  for (uint32_t k = 0; k < rule_term->factor_count; k++) {
    if (rule_term->factors[k]->kind != SMR_FACTOR_SCALAR)
      continue;
    SmrBound *b = &st->args[m->rule->scalar_arg[rule_term->factors[k]->id]];
    if (b->bound ? !divide(&product, left, &b->number) : unknown != NULL)
      return false;
    unknown = b->bound ? unknown : b;
  }
  if (!isfinite(product.coefficient))
    return false;
  bool one = product.coefficient == 1 && !product.factor_count;
  if (!unknown)
    return one;
  unknown->bound = true;
  unknown->number = product;
  st->laws |= one ? 1u << SMR_COVER_LAW_UNIT : 0;
  return true;
}
