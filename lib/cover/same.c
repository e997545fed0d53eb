//===- same.c - are two sums the same, but for names and order? -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/same.h"

static SmrPoly renamed(SmrSums *s, SmrPoly poly, void *data) {
  const SmrIndexRenaming *r = data;
  SmrPoly sum = {NULL, 0};
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrPoly product = smr_sums_const(s, poly.terms[t].coef);
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      uint32_t leaf = poly.terms[t].leaves[k], i = smr_find_number(r->from, r->count, leaf);
      product = smr_sums_mul(s, product, i < r->count ? r->to[i] : smr_sums_leaf(s, leaf));
    }
    sum = smr_sums_add(s, sum, product);
  }
  return sum;
}

SmrPoly smr_renaming_poly(const SmrIndexRenaming *r, SmrPoly poly) {
  return renamed(r->s, poly, (void *)(uintptr_t)r);
}

SmrDomain smr_renaming_domain(SmrIndexRenaming *r, const SmrDomain *domain) {
  return smr_domain_map(r->s, domain, &(SmrSumMap){.poly = renamed, .data = r});
}

static bool implies_all(SmrIndexRenaming *r, const SmrDomain *a, const SmrDomain *more, const SmrDomain *b) {
  smr_sums_system(r->s, a, more);
  for (uint32_t k = 0; k < r->need_count; k++)
    smr_system_add(&r->s->system, SMR_AFFINE_GE, r->needs[k], 0);
  for (uint32_t k = 0; k < b->row_count; k++)
    if (!smr_system_implies(&r->s->system, SMR_AFFINE_GE, b->rows[k], 0))
      return false;
  return true;
}

/// The same points, where `outer` (of the program) holds.
static bool same_domain(SmrIndexRenaming *r, const SmrDomain *q, const SmrDomain *p, const SmrDomain *outer) {
  SmrDomain mapped = smr_renaming_domain(r, q);
  return implies_all(r, &mapped, outer, p) && implies_all(r, p, outer, &mapped);
}

static bool same_factor(SmrIndexRenaming *r, const SmrFactor *q, const SmrFactor *p, const SmrDomain *outer) {
  if (q->kind != p->kind || q->type != p->type || q->id != p->id || q->version != p->version ||
      q->name != p->name || q->arg_count != p->arg_count ||
      !smr_poly_equal(renamed(r->s, q->poly, r), p->poly))
    return false;
  for (uint32_t a = 0; a < q->arg_count; a++)
    if (!smr_same_sum(r, &q->args[a], &p->args[a], outer))
      return false;
  return true;
}

bool smr_same_product(SmrIndexRenaming *r, const SmrRaisedTerm *q, const SmrRaisedTerm *p,
                      const SmrDomain *around) {
  uint64_t taken = 0;
  if (q->coefficient != p->coefficient || q->factor_count != p->factor_count || q->factor_count > 64)
    return false;
  for (uint32_t k = 0; k < q->factor_count; k++) {
    uint32_t i = 0;
    while (i < p->factor_count && (taken >> i & 1 || !same_factor(r, q->factors[k], p->factors[i], around)))
      ++i;
    if (i == p->factor_count)
      return false;
    taken |= (uint64_t)1 << i;
  }
  return true;
}

/// All ways to say which index is which.
static bool with_indices(SmrIndexRenaming *r, const uint32_t *from, const uint32_t *to, uint32_t count,
                         uint32_t done, uint64_t taken,
                         bool (*same)(SmrIndexRenaming *, const void *, const void *, const SmrDomain *),
                         const void *q, const void *p, const SmrDomain *outer) {
  if (done == count)
    return same(r, q, p, outer);
  for (uint32_t k = 0; k < count && r->count < SMR_RENAMING_MOST; k++) {
    if (taken >> k & 1)
      continue;
    r->from[r->count] = from[done];
    r->to[r->count++] = smr_sums_leaf(r->s, to[k]);
    bool ok = with_indices(r, from, to, count, done + 1, taken | (uint64_t)1 << k, same, q, p, outer);
    --r->count;
    if (ok)
      return true;
  }
  return false;
}

static bool same_term_inside(SmrIndexRenaming *r, const void *q, const void *p, const SmrDomain *outer) {
  const SmrRaisedTerm *a = q, *b = p;
  SmrDomain around = smr_domain_join(r->s, outer, &b->domain);
  return same_domain(r, &a->domain, &b->domain, outer) && smr_same_product(r, a, b, &around);
}

static bool same_term(SmrIndexRenaming *r, const SmrRaisedTerm *q, const SmrRaisedTerm *p,
                      const SmrDomain *outer) {
  if (q->coefficient != p->coefficient || q->factor_count != p->factor_count || q->factor_count > 64 ||
      q->domain.index_count != p->domain.index_count)
    return false;
  return with_indices(r, q->domain.indices, p->domain.indices, q->domain.index_count, 0, 0, same_term_inside,
                      q, p, outer);
}

bool smr_same_sum(SmrIndexRenaming *r, const SmrSum *q, const SmrSum *p, const SmrDomain *outer) {
  uint64_t taken = 0;
  if (q->type != p->type || q->term_count != p->term_count || q->term_count > 64)
    return false;
  for (uint32_t t = 0; t < q->term_count; t++) {
    uint32_t i = 0;
    while (i < p->term_count && (taken >> i & 1 || !same_term(r, &q->terms[t], &p->terms[i], outer)))
      ++i;
    if (i == p->term_count)
      return false;
    taken |= (uint64_t)1 << i;
  }
  return true;
}

static bool same_inside(SmrIndexRenaming *r, const void *q, const void *p, const SmrDomain *outer) {
  const SmrRaisedEquation *a = q, *b = p;
  (void)outer;
  return smr_poly_equal(renamed(r->s, a->offset, r), b->offset) &&
         same_domain(r, &a->domain, &b->domain, NULL) && smr_same_sum(r, &a->sum, &b->sum, &b->domain);
}

bool smr_same_equation(SmrIndexRenaming *r, const SmrRaisedEquation *q, const SmrRaisedEquation *p) {
  return q->domain.index_count == p->domain.index_count &&
         with_indices(r, q->domain.indices, p->domain.indices, q->domain.index_count, 0, 0, same_inside, q, p,
                      NULL);
}
