//===- extremes.c - maxima that begin with their first point ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/extremes.h"
#include "raise/extreme.h"

typedef struct {
  SmrSums *s;
  const SmrEquations *all;
  bool any;
} Extremes;

/// The load that the sum is; NULL: it is something else.
static const SmrFactor *only_load(const SmrSum *sum) {
  const SmrRaisedTerm *term = sum->terms;
  bool one = sum->term_count == 1 && term->coefficient == 1 && term->factor_count == 1;
  return one && !term->domain.row_count && term->factors[0]->kind == SMR_FACTOR_LOAD ? term->factors[0]
                                                                                     : NULL;
}

/// Is there a point 0 if there are points? Where all bounds but `index >= 0` are upper ones.
static bool begins_at_0(SmrSums *s, const SmrDomain *domain, uint32_t index) {
  uint32_t leaf, from_0 = 0;
  for (uint32_t r = 0; r < domain->row_count; r++) {
    SmrPoly coef, rest;
    int64_t value;
    if (smr_poly_is_leaf(domain->rows[r], &leaf) && leaf == index) {
      ++from_0;
      continue;
    }
    smr_sums_split(s, domain->rows[r], index, &coef, &rest);
    if (s->failed || (coef.count && (!smr_poly_is_const(coef, &value) || value > 0)))
      return false;
  }
  return from_0;
}

/// With point -1 as point 0, if `first` is that. *among: `first` is one of the points.
static SmrRaisedTerm from_first(Extremes *x, const SmrFactor *first, const SmrRaisedTerm *term, bool *among) {
  SmrSums *s = x->s;
  SmrPoly coef, rest;
  if (term->domain.index_count != 1 || term->factor_count != 1 || !term->factors[0]->arg_count)
    return *term;
  const SmrFactor *load = only_load(&term->factors[0]->args[0]);
  uint32_t index = term->domain.indices[0], lower = 0, leaf;
  if (!load || load->id != first->id || load->version != first->version || load->type != first->type ||
      !begins_at_0(s, &term->domain, index))
    return *term;
  smr_sums_split(s, load->poly, index, &coef, &rest);
  *among |= smr_poly_equal(rest, first->poly);
  if (s->failed || !coef.count || !smr_poly_equal(smr_sums_sub(s, rest, coef), first->poly))
    return *term;
  while (!(smr_poly_is_leaf(term->domain.rows[lower], &leaf) && leaf == index))
    ++lower;
  SmrRaisedTerm out = *term;
  SmrPoly own = smr_sums_leaf(s, index);
  out.domain = smr_domain_without_row(s, &out.domain, lower);
  out = smr_term_put(s, &out, index, smr_sums_sub(s, own, smr_sums_const(s, 1)));
  out.domain = smr_domain_with(s, &out.domain, own);
  *among = x->any = true;
  return out;
}

static SmrSum of_sum(Extremes *x, const SmrSum *sum);

static const SmrFactor *of_factor(Extremes *x, const SmrFactor *factor, uint32_t *laws) {
  SmrSums *s = x->s;
  SmrFactor *out = smr_arena_alloc(s->arena, sizeof *out);
  SmrSum *args = smr_arena_alloc(s->arena, (factor->arg_count + 1) * sizeof *args);
  *out = *factor;
  for (uint32_t a = 0; a < factor->arg_count; a++)
    args[a] = of_sum(x, &factor->args[a]);
  out->args = args;
  const SmrFactor *first = smr_is_extreme(x->all, factor) ? only_load(&args[0]) : NULL;
  if (!first)
    return out;
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (args[1].term_count + 1) * sizeof *terms);
  bool among = false;
  for (uint32_t t = 0; t < args[1].term_count; t++)
    terms[t] = from_first(x, first, &args[1].terms[t], &among);
  args[1].terms = terms;
  if (among && smr_extreme_keeps_nan(x->all, out)) {
    out->name = smr_extreme_of_numbers(x->all, out);
    *laws |= SMR_LAW_NANS;
    x->any = true;
  }
  return out;
}

static SmrSum of_sum(Extremes *x, const SmrSum *sum) {
  SmrSum out = *sum;
  SmrRaisedTerm *terms = smr_arena_alloc(x->s->arena, (sum->term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    terms[t] = sum->terms[t];
    const SmrFactor **factors = smr_arena_alloc(x->s->arena, (terms[t].factor_count + 1) * sizeof *factors);
    for (uint32_t k = 0; k < terms[t].factor_count; k++)
      factors[k] =
          terms[t].factors[k]->arg_count ? of_factor(x, terms[t].factors[k], &out.laws) : terms[t].factors[k];
    terms[t].factors = factors;
  }
  out.terms = terms;
  return out;
}

void smr_extremes_from_first(SmrCanonical *canonical, SmrSums *s) {
  SmrEquations *all = canonical->equations;
  for (uint32_t k = 0; k < all->equations.size && !s->failed; k++) {
    Extremes x = {.s = s, .all = all};
    SmrSum sum = of_sum(&x, &all->equations.data[k].sum);
    if (x.any) {
      all->equations.data[k].sum = sum;
      canonical->origins.data[k].laws |= 1u << SMR_COVER_LAW_JOIN;
    }
  }
}
