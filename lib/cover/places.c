//===- places.c - where an equation makes an element ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/places.h"

/// The quotient, term by term; *left loses what it says.
static SmrPoly divide(SmrSums *s, SmrPoly *left, SmrPoly stride) {
  SmrPoly quotient = {NULL, 0}, one;
  for (uint32_t t = 0; t < left->count && !s->failed;) {
    SmrPoly next = *left;
    if (smr_poly_divide(s->arena, (SmrPoly){&left->terms[t], 1}, (SmrPoly){stride.terms, 1}, &one))
      next = smr_sums_sub(s, *left, smr_sums_mul(s, one, stride));
    if (next.count >= left->count) { // (nothing that the whole stride divides)
      ++t;
      continue;
    }
    quotient = smr_sums_add(s, quotient, one);
    *left = next, t = 0;
  }
  return quotient;
}

bool smr_places_find(SmrSums *s, const SmrRaisedEquation *made, SmrPoly at, SmrPlaces *places) {
  const SmrDomain *domain = &made->domain;
  SmrPoly strides[SMR_PLACES_MOST], rest = made->offset, left;
  if (domain->index_count > SMR_PLACES_MOST)
    return false;
  for (uint32_t k = 0; k < domain->index_count; k++) {
    smr_sums_split(s, rest, domain->indices[k], &strides[k], &rest);
    if (s->failed || !strides[k].count || (strides[k].count > 1 && domain->index_count > 1))
      return false;
  }
  left = smr_sums_sub(s, at, rest);
  uint32_t first = domain->index_count == 2 && strides[1].terms->degree > strides[0].terms->degree;
  for (uint32_t n = 0; n < domain->index_count; n++) {
    uint32_t k = n ? !first : first;
    places->of[k] = divide(s, &left, strides[k]);
  }
  return !left.count && !s->failed;
}

bool smr_places_are_made(SmrSums *s, const SmrRaisedEquation *made, const SmrPlaces *places,
                         const SmrDomain *domain) {
  for (uint32_t r = 0; r < made->domain.row_count; r++) {
    SmrPoly row = made->domain.rows[r];
    for (uint32_t k = 0; k < made->domain.index_count; k++)
      row = smr_sums_put(s, row, made->domain.indices[k], places->of[k]);
    smr_sums_system(s, domain, NULL);
    if (s->failed || !smr_system_implies(&s->system, SMR_AFFINE_GE, row, 0))
      return false;
  }
  return true;
}

SmrRaisedEquation smr_places_move(SmrSums *s, SmrEquations *all, const SmrRaisedEquation *made,
                                  const SmrPlaces *places) {
  // (Its own indices get other names first: the element may name one that is called the same.)
  uint32_t fresh[SMR_PLACES_MOST], count = made->domain.index_count;
  SmrRaisedEquation moved = *made;
  for (uint32_t k = 0; k < count; k++) {
    fresh[k] = smr_equations_index(all);
    moved = smr_equation_put(s, &moved, made->domain.indices[k], smr_sums_leaf(s, fresh[k]));
  }
  for (uint32_t k = 0; k < count; k++)
    moved = smr_equation_put(s, &moved, fresh[k], places->of[k]);
  return moved;
}
