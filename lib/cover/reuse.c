//===- reuse.c - values that are made twice ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `c[i][j] /= n; c[j][i] = c[i][j]` is read as two equations with the same sum, as a load sees through the
// store before it. What the second one stores is what the first one made, at its own element: the same sum,
// at the same points. A version is one value for each element, whenever it is read, so that is right wherever
// the second one stands. (It may not be what the first one reads.)
//
// On the diagonal the second one copies an element to itself. It does not make it then: its version has there
// what the one before has (LAW-SAME). That is seen where a row of the domain is 0 and both offsets are one.
//===----------------------------------------------------------------------===//
#include "cover/reuse.h"
#include "cover/indices.h"
#include "cover/same.h"

typedef struct {
  uint32_t array, version;
} Made;

static bool is_other(const SmrFactor *f, void *data) {
  const Made *made = data;
  return f->kind != SMR_FACTOR_LOAD || f->id != made->array || f->version != made->version;
}

/// A sum that is more than a load, or a number.
static bool is_computed(const SmrSum *sum) {
  uint32_t factors = 0;
  for (uint32_t t = 0; t < sum->term_count; t++)
    for (uint32_t k = 0; k < sum->terms[t].factor_count; k++)
      factors += 1 + sum->terms[t].factors[k]->arg_count;
  return factors > 1;
}

static bool same_indices(const SmrDomain *a, const SmrDomain *b) {
  for (uint32_t k = 0; k < a->index_count; k++)
    if (!smr_domain_names(b, a->indices[k]))
      return false;
  return a->index_count == b->index_count;
}

static bool is_made_by(SmrSums *s, const SmrRaisedEquation *e, const SmrRaisedEquation *first) {
  Made itself = {e->array, e->version}, its = {first->array, first->version};
  SmrIndexRenaming r = {.s = s};
  return same_indices(&e->domain, &first->domain) && smr_sum_walk(&first->sum, is_other, &itself) &&
         smr_sum_walk(&e->sum, is_other, &itself) && smr_sum_walk(&first->sum, is_other, &its) &&
         smr_domain_within(s, &e->domain, &first->domain) &&
         smr_same_sum(&r, &e->sum, &first->sum, &e->domain);
}

void smr_reuse(SmrCanonical *canonical, SmrSums *s) {
  SmrEquations *all = canonical->equations;
  for (uint32_t k = 1; k < all->equations.size && !s->failed; k++) {
    SmrRaisedEquation *e = &all->equations.data[k];
    for (uint32_t i = 0; i < k && !e->adds && is_computed(&e->sum); i++) {
      const SmrRaisedEquation *first = &all->equations.data[i];
      if (first->adds || all->arrays.data[first->array].memory != all->arrays.data[e->array].memory ||
          first->sum.term_count != e->sum.term_count || first->sum.type != e->sum.type ||
          !is_made_by(s, e, first))
        continue;
      SmrOrigin *origin = &canonical->origins.data[k];
      origin->laws |= 1u << SMR_COVER_LAW_REUSE;
      origin->repeats = smr_canonical_laws(canonical, k) == smr_canonical_laws(canonical, i);
      SmrFactor *load = smr_arena_alloc(s->arena, sizeof *load);
      const SmrFactor **factors = smr_arena_alloc(s->arena, sizeof *factors);
      SmrRaisedTerm *term = smr_arena_alloc(s->arena, sizeof *term);
      *load = (SmrFactor){.kind = SMR_FACTOR_LOAD,
                          .type = e->sum.type,
                          .id = first->array,
                          .version = first->version,
                          .poly = first->offset};
      *factors = load;
      *term = (SmrRaisedTerm){.coefficient = 1, .factors = factors, .factor_count = 1};
      e->sum = (SmrSum){e->sum.type, term, 1, origin->repeats ? 0 : e->sum.laws};
    }
  }
}

//--- Copies to where they are -------------------------------------------------------------------

/// Where the row is 0, one of its indices is what the others say: are both polynomials the same then?
static bool are_one(SmrSums *s, const SmrDomain *domain, SmrPoly row, SmrPoly a, SmrPoly b) {
  SmrPoly difference = smr_sums_sub(s, a, b);
  for (uint32_t k = 0; k < domain->index_count; k++) {
    SmrPoly coef, rest;
    int64_t value;
    if (!smr_poly_contains(row, domain->indices[k]))
      continue;
    smr_sums_split(s, row, domain->indices[k], &coef, &rest);
    if (s->failed || !smr_poly_is_const(coef, &value) || (value != 1 && value != -1))
      continue;
    SmrPoly by = value == 1 ? smr_sums_sub(s, (SmrPoly){NULL, 0}, rest) : rest;
    if (!smr_sums_put(s, difference, domain->indices[k], by).count)
      return !s->failed;
  }
  return false;
}

void smr_drop_own_copies(SmrCanonical *canonical, SmrSums *s) {
  for (uint32_t k = 0; k < canonical->equations->equations.size && !s->failed; k++) {
    SmrRaisedEquation *e = &canonical->equations->equations.data[k];
    const SmrRaisedTerm *term = e->sum.terms;
    if (e->adds || e->sum.term_count != 1 || term->coefficient != 1 || term->factor_count != 1 ||
        term->domain.row_count)
      continue;
    const SmrFactor *f = term->factors[0];
    if (f->kind != SMR_FACTOR_LOAD || f->id != e->array || f->version + 1 != e->version ||
        smr_poly_equal(f->poly, e->offset))
      continue; // (one that copies all of them stays: as a whole it is gone or it is not)
    for (uint32_t r = 0; r < e->domain.row_count; r++) {
      SmrPoly row = e->domain.rows[r];
      uint32_t leaf;
      if (smr_poly_is_leaf(row, &leaf) || !are_one(s, &e->domain, row, e->offset, f->poly))
        continue;
      SmrDomain others = smr_domain_without_row(s, &e->domain, r);
      e->domain = smr_domain_with(s, &others, smr_sums_sub(s, row, smr_sums_const(s, 1)));
      canonical->origins.data[k].laws |= 1u << SMR_COVER_LAW_SAME;
      smr_indices_of_equation(s, e, &canonical->origins.data[k].laws);
      break;
    }
  }
}
