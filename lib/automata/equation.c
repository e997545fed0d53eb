//===- equation.c - integer equations between pattern and input ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/equation.h"
#include <string.h>

SmrEqUse smr_equation_use(SmrPoly p, bool (*bound)(uint32_t, void *), void *data, uint32_t *unknown) {
  uint32_t found = 0, times = 0;
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(p, &at, &leaf);) {
    if (bound(leaf, data))
      continue;
    if (times++)
      return SMR_EQ_WAITS; // a second unknown, a power, or a second term
    found = leaf;
  }
  *unknown = found;
  return times ? SMR_EQ_SOLVES : SMR_EQ_CHECKS;
}

static bool value_of(uint32_t leaf, SmrFraction *out, void *data) {
  const SmrUnknown *u = &((const SmrUnknown *)data)[leaf - 1];
  *out = (SmrFraction){u->poly, u->divisor};
  return true;
}

bool smr_equation_value(SmrArena *arena, const SmrUnknown *unknowns, SmrPoly p, SmrPoly *out,
                        int64_t *scale) {
  SmrFraction value;
  if (!smr_poly_map_fractions(arena, p, value_of, (void *)unknowns, &value))
    return false;
  *out = value.poly;
  *scale = value.divisor;
  return true;
}

SmrEqResult smr_equation_check(SmrArena *arena, const SmrGraph *graph, const SmrUnknown *unknowns, SmrPoly p,
                               SmrPoly q, SmrPoly *left, SmrPoly *right) {
  int64_t scale;
  if (!smr_equation_value(arena, unknowns, p, right, &scale) || !smr_poly_scale(arena, q, scale, left))
    return SMR_EQ_FAILS;
  if (smr_poly_equal(*left, *right))
    return SMR_EQ_HOLDS;
  // A constant difference stays one whatever the strides are; and zero is no stride.
  SmrPoly difference;
  int64_t constant;
  if (!smr_poly_sub(arena, *left, *right, &difference) || smr_poly_is_const(difference, &constant))
    return SMR_EQ_FAILS;
  return smr_facts_only_strides(graph, q) && right->count ? SMR_EQ_RESIDUAL : SMR_EQ_FAILS;
}

/// a / b, exact; b may have several terms.
static bool equation_divide(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *quotient) {
  if (!b.count)
    return false;
  if (b.count == 1)
    return smr_poly_divide(arena, a, b, quotient);
  SmrPoly lead = {b.terms + b.count - 1, 1}, sum = {0};
  while (a.count) {
    SmrPoly top = {a.terms + a.count - 1, 1}, part, product;
    if (sum.count >= SMR_POLY_MAX_TERMS || !smr_poly_divide(arena, top, lead, &part) ||
        !smr_poly_mul(arena, part, b, &product) || !smr_poly_sub(arena, a, product, &a) ||
        !smr_poly_add(arena, sum, part, &sum))
      return false;
  }
  *quotient = sum;
  return true;
}

bool smr_equation_solve(SmrArena *arena, const SmrGraph *graph, const SmrUnknown *unknowns, SmrPoly p,
                        SmrPoly q, uint32_t unknown, SmrUnknown *out) {
  // p = factor * unknown + rest
  SmrPoly factor, rest, f, r, left, right, difference;
  int64_t factor_scale, rest_scale;
  if (!smr_poly_split(arena, p, unknown, &factor, &rest) ||
      !smr_equation_value(arena, unknowns, factor, &f, &factor_scale) ||
      !smr_equation_value(arena, unknowns, rest, &r, &rest_scale))
    return false;
  // factor = f / factor_scale, rest = r / rest_scale, so unknown = (q * rest_scale - r) * factor_scale / (f *
  // rest_scale)
  if (!smr_poly_scale(arena, q, rest_scale, &left) || !smr_poly_sub(arena, left, r, &difference) ||
      !smr_poly_scale(arena, difference, factor_scale, &left) ||
      !smr_poly_scale(arena, f, rest_scale, &right))
    return false;
  int64_t divisor;
  *out = (SmrUnknown){.divisor = 1, .bound = true};
  if (equation_divide(arena, left, right, &out->poly))
    return true;
  if (smr_poly_is_const(right, &divisor) && divisor != 0 && divisor != INT64_MIN &&
      smr_facts_only_strides(graph, left)) {
    if (divisor < 0 && !smr_poly_scale(arena, left, -1, &left))
      return false;
    out->poly = left;
    out->divisor = divisor < 0 ? -divisor : divisor;
    return true;
  }
  return false;
}

uint32_t smr_equation_split(SmrArena *arena, SmrPoly p, bool (*varies)(uint32_t, void *), void *data,
                            SmrGroup *groups) {
  uint32_t count = 0, size[SMR_POLY_MAX_TERMS + 1] = {0};
  SmrMonomial invariant[SMR_POLY_MAX_TERMS];
  SmrMonomial *terms[SMR_POLY_MAX_TERMS + 1];
  uint32_t invariants = 0;
  for (uint32_t t = 0; t < p.count; t++) {
    const SmrMonomial *term = &p.terms[t];
    uint32_t key[SMR_POLY_MAX_DEGREE], degree = 0, kept = 0;
    uint32_t *leaves = term->degree ? smr_arena_alloc(arena, term->degree * sizeof *leaves) : NULL;
    for (uint32_t k = 0; k < term->degree; k++)
      if (varies(term->leaves[k], data))
        key[degree++] = term->leaves[k];
      else
        leaves[kept++] = term->leaves[k];
    // Taking the same leaves out of the terms of one group keeps their order, so the coefficient is
    // canonical.
    SmrMonomial part = {term->coef, kept, kept ? leaves : NULL};
    if (!degree) {
      invariant[invariants++] = part;
      continue;
    }
    uint32_t at = 0;
    while (at < count && (groups[at].degree != degree || memcmp(groups[at].key, key, degree * sizeof *key)))
      at++;
    if (at == count) {
      groups[at].degree = degree;
      memcpy(groups[at].key, key, degree * sizeof *key);
      terms[at] = smr_arena_alloc(arena, (p.count - t) * sizeof *terms[at]);
      count++;
    }
    terms[at][size[at]++] = part;
  }
  for (uint32_t k = 0; k < count; k++)
    groups[k].coefficient = (SmrPoly){terms[k], size[k]};
  SmrMonomial *copy = invariants ? smr_arena_alloc(arena, invariants * sizeof *copy) : NULL;
  if (invariants)
    memcpy(copy, invariant, invariants * sizeof *copy);
  groups[count].degree = 0;
  groups[count].coefficient = (SmrPoly){copy, invariants};
  return count + 1;
}
