//===- products.c - sums of products that are multiplied and added -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "raise/terms.h"
#include <math.h>

enum { MOST_INTEGERS = 256 };

//--- SmrTerms -------------------------------------------------------------------------

SmrTerms smr_terms_new(SmrTermReader *t, uint32_t count) {
  return (SmrTerms){smr_arena_alloc(t->r->arena, count * sizeof(SmrRaisedTerm)), count};
}

SmrTerms smr_terms_one(SmrTermReader *t, double coefficient, const SmrFactor *factor) {
  SmrTerms terms = smr_terms_new(t, 1);
  terms.data->coefficient = coefficient;
  if (factor) {
    const SmrFactor **factors = smr_arena_alloc(t->r->arena, sizeof *factors);
    *factors = factor;
    terms.data->factors = factors;
    terms.data->factor_count = 1;
  }
  return terms;
}

SmrFactor *smr_terms_factor(SmrTermReader *t, SmrFactorKind kind, SmrType type) {
  SmrFactor *factor = smr_arena_alloc(t->r->arena, sizeof *factor);
  factor->kind = kind;
  factor->type = type;
  return factor;
}

bool smr_terms_join(SmrTermReader *t, SmrTerms a, SmrTerms b, SmrTerms *out) {
  if (a.count + b.count > SMR_RAISE_MAX_TERMS)
    return smr_reader_refuse(t, SMR_NOT_RAISED_LARGE, 0);
  *out = smr_terms_new(t, a.count + b.count);
  if (a.count)
    memcpy(out->data, a.data, a.count * sizeof *a.data);
  if (b.count)
    memcpy(out->data + a.count, b.data, b.count * sizeof *b.data);
  return true;
}

SmrTerms smr_terms_scale(SmrTermReader *t, SmrTerms a, double factor) {
  SmrTerms out = smr_terms_new(t, a.count);
  for (uint32_t k = 0; k < a.count; k++) {
    out.data[k] = a.data[k];
    out.data[k].coefficient *= factor;
  }
  return out;
}

bool smr_terms_add(SmrTermReader *t, SmrTerms a, SmrTerms b, SmrTerms *out) {
  if (a.count && b.count > 1)
    t->laws |= SMR_LAW_ASSOC;
  return smr_terms_join(t, a, b, out);
}

/// Over both domains, which share no index.
static SmrDomain join_domains(SmrArena *arena, SmrDomain a, SmrDomain b) {
  uint32_t *indices = smr_arena_alloc(arena, (a.index_count + b.index_count) * sizeof *indices);
  SmrPoly *rows = smr_arena_alloc(arena, (a.row_count + b.row_count) * sizeof *rows);
  for (uint32_t k = 0; k < a.index_count + b.index_count; k++)
    indices[k] = k < a.index_count ? a.indices[k] : b.indices[k - a.index_count];
  for (uint32_t k = 0; k < a.row_count + b.row_count; k++)
    rows[k] = k < a.row_count ? a.rows[k] : b.rows[k - a.row_count];
  return (SmrDomain){indices, rows, a.index_count + b.index_count, a.row_count + b.row_count};
}

//--- Renaming: E2, an index belongs to one domain of what is around it ---------------

typedef struct {
  SmrTermReader *t;
  uint32_t from, to;
} Renaming;

static bool rename_poly(const Renaming *n, SmrPoly *poly) {
  SmrArena *arena = n->t->r->arena;
  return smr_poly_substitute(arena, *poly, n->from, smr_poly_leaf(arena, n->to), poly) ||
         smr_reader_refuse(n->t, SMR_NOT_RAISED_LARGE, 0);
}

static bool rename_term(const Renaming *n, SmrRaisedTerm *term);

static bool rename_factor(const Renaming *n, const SmrFactor **factor) {
  SmrArena *arena = n->t->r->arena;
  SmrFactor *copy = smr_arena_alloc(arena, sizeof *copy);
  SmrSum *args = smr_arena_alloc(arena, (*factor)->arg_count * sizeof *args);
  *copy = **factor;
  for (uint32_t k = 0; k < copy->arg_count; k++) {
    SmrRaisedTerm *terms = smr_arena_alloc(arena, copy->args[k].term_count * sizeof *terms);
    args[k] = copy->args[k];
    args[k].terms = terms;
    for (uint32_t j = 0; j < args[k].term_count; j++) {
      terms[j] = copy->args[k].terms[j];
      if (!rename_term(n, &terms[j]))
        return false;
    }
  }
  copy->args = args;
  if (copy->kind == SMR_FACTOR_LOAD)
    smr_vec_push(&n->t->r->loads, copy);
  *factor = copy;
  return rename_poly(n, &copy->poly);
}

static bool rename_term(const Renaming *n, SmrRaisedTerm *term) {
  SmrArena *arena = n->t->r->arena;
  const SmrFactor **factors = smr_arena_alloc(arena, term->factor_count * sizeof *factors);
  SmrDomain d = join_domains(arena, term->domain, (SmrDomain){0});
  for (uint32_t k = 0; k < term->factor_count; k++) {
    factors[k] = term->factors[k];
    if (!rename_factor(n, &factors[k]))
      return false;
  }
  for (uint32_t k = 0; k < d.index_count; k++)
    if (d.indices[k] == n->from)
      ((uint32_t *)(uintptr_t)d.indices)[k] = n->to;
  for (uint32_t k = 0; k < d.row_count; k++)
    if (!rename_poly(n, (SmrPoly *)(uintptr_t)&d.rows[k]))
      return false;
  term->factors = factors;
  term->domain = d;
  return true;
}

/// Is something in the term summed over the index; its own domain counts, if `own`.
static bool sums_over(const SmrRaisedTerm *term, uint32_t index, bool own) {
  for (uint32_t k = 0; own && k < term->domain.index_count; k++)
    if (term->domain.indices[k] == index)
      return true;
  for (uint32_t f = 0; f < term->factor_count; f++)
    for (uint32_t a = 0; a < term->factors[f]->arg_count; a++)
      for (uint32_t k = 0; k < term->factors[f]->args[a].term_count; k++)
        if (sums_over(&term->factors[f]->args[a].terms[k], index, true))
          return true;
  return false;
}

/// Gives the term's own indices new names where the other one sums over them, too.
static bool rename_apart(SmrTermReader *t, SmrRaisedTerm *term, const SmrRaisedTerm *other, bool own) {
  SmrRaiser *r = t->r;
  for (uint32_t k = 0; k < term->domain.index_count; k++) {
    uint32_t from = term->domain.indices[k];
    if (!sums_over(other, from, own))
      continue;
    if (r->out->integers.size > MOST_INTEGERS)
      return smr_reader_refuse(t, SMR_NOT_RAISED_LARGE, 0);
    SmrRaisedInteger fresh = r->out->integers.data[from];
    fresh.name = smr_equations_name(r->out, smr_intern_text(r->out->symbols, fresh.name), NULL);
    smr_vec_push(&r->out->integers, fresh);
    if (!rename_term(&(Renaming){t, from, r->out->integers.size - 1}, term))
      return false;
  }
  return true;
}

static bool multiply_term(SmrTermReader *t, const SmrRaisedTerm *a, const SmrRaisedTerm *b,
                          SmrRaisedTerm *out) {
  SmrRaisedTerm x = *a, y = *b;
  if (!rename_apart(t, &y, &x, true) || !rename_apart(t, &x, &y, false))
    return false;
  const SmrFactor **factors =
      smr_arena_alloc(t->r->arena, (x.factor_count + y.factor_count) * sizeof *factors);
  for (uint32_t k = 0; k < x.factor_count + y.factor_count; k++)
    factors[k] = k < x.factor_count ? x.factors[k] : y.factors[k - x.factor_count];
  *out = (SmrRaisedTerm){.coefficient = x.coefficient * y.coefficient,
                         .factors = factors,
                         .factor_count = x.factor_count + y.factor_count,
                         .domain = join_domains(t->r->arena, x.domain, y.domain)};
  return true;
}

static bool has_inverse(const SmrRaisedTerm *term) {
  for (uint32_t k = 0; k < term->factor_count; k++)
    if (term->factors[k]->kind == SMR_FACTOR_INVERSE)
      return true;
  return false;
}

/// Is the term 1, -1, or a number, or one factor or its negation?
static bool is_atom(const SmrRaisedTerm *term) {
  return !term->domain.index_count &&
         (!term->factor_count || (term->factor_count == 1 && fabs(term->coefficient) == 1));
}

static bool is_unit(const SmrRaisedTerm *term) {
  return !term->domain.index_count && !term->factor_count && fabs(term->coefficient) == 1;
}

/// The laws that a*b, in the program, becomes the product of both terms' factors by.
static uint32_t laws_of_product(const SmrRaisedTerm *a, const SmrRaisedTerm *b) {
  uint32_t laws = 0;
  if (is_unit(a) || is_unit(b))
    return 0;
  if (!is_atom(a) && !is_atom(b))
    laws |= SMR_LAW_ASSOC;
  if (a->domain.index_count || b->domain.index_count)
    laws |= SMR_LAW_ASSOC;
  if (has_inverse(b) || (a->domain.index_count && has_inverse(a)))
    laws |= SMR_LAW_INVERSE;
  return laws;
}

/// Is it surely no NaN and not infinite: a number, or sums of integers?
static bool is_finite(SmrTerms terms) {
  for (uint32_t k = 0; k < terms.count; k++)
    for (uint32_t f = 0; f < terms.data[k].factor_count; f++)
      if (terms.data[k].factors[f]->kind != SMR_FACTOR_INTEGER)
        return false;
  return true;
}

/// Is something in it that loops move?
static bool moves(const SmrTermReader *t, SmrTerms terms) {
  for (uint32_t k = 0; k < terms.count; k++) {
    if (terms.data[k].domain.index_count)
      return true;
    for (uint32_t f = 0; f < terms.data[k].factor_count; f++)
      if (smr_equations_factor_moves(t->r->out, terms.data[k].factors[f]))
        return true;
  }
  return false;
}

bool smr_terms_multiply(SmrTermReader *t, SmrTerms a, SmrTerms b, SmrTerms *out) {
  if ((!a.count && !is_finite(b)) || (!b.count && !is_finite(a))) // a sum without terms is 0
    return smr_reader_refuse(t, SMR_NOT_RAISED_ZERO, 0);
  if (a.count > 1 || b.count > 1)
    t->laws |= SMR_LAW_DISTR;
  if ((a.count > 1 && moves(t, b)) || (b.count > 1 && moves(t, a)))
    t->laws |= SMR_LAW_EXPAND;
  for (uint32_t k = 0; k < a.count * b.count && k < SMR_RAISE_MAX_TERMS; k++)
    t->laws |= laws_of_product(&a.data[k / b.count], &b.data[k % b.count]);
  if (a.count * b.count > SMR_RAISE_MAX_TERMS)
    return smr_reader_refuse(t, SMR_NOT_RAISED_LARGE, 0);
  *out = smr_terms_new(t, a.count * b.count);
  for (uint32_t k = 0; k < out->count; k++)
    if (!multiply_term(t, &a.data[k / b.count], &b.data[k % b.count], &out->data[k]))
      return false;
  return true;
}

SmrSum smr_terms_as_sum(SmrTermReader *t, SmrType type, SmrTerms terms) {
  uint32_t laws = t->laws;
  t->laws = 0;
  return (SmrSum){type, terms.data, terms.count, laws};
}

void smr_terms_over(SmrTermReader *t, SmrTerms a, SmrDomain domain, SmrTerms *out) {
  *out = smr_terms_new(t, a.count);
  for (uint32_t k = 0; k < a.count; k++) {
    out->data[k] = a.data[k];
    out->data[k].domain = join_domains(t->r->arena, domain, a.data[k].domain);
  }
}

SmrTerms smr_terms_copy(SmrTermReader *t, SmrTerms a) {
  SmrTerms copy = smr_terms_new(t, a.count);
  if (a.count)
    memcpy(copy.data, a.data, a.count * sizeof *a.data);
  return copy;
}
