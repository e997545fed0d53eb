//===- sums.c - copies of sums with something put in ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/sums.h"

//--- Polynomials -----------------------------------------------------------------------

static SmrPoly checked(SmrSums *s, bool ok, SmrPoly poly) {
  s->failed |= !ok;
  return ok ? poly : (SmrPoly){NULL, 0};
}

SmrPoly smr_sums_add(SmrSums *s, SmrPoly a, SmrPoly b) {
  SmrPoly out;
  bool ok = smr_poly_add(s->arena, a, b, &out);
  return checked(s, ok, out);
}

SmrPoly smr_sums_sub(SmrSums *s, SmrPoly a, SmrPoly b) {
  SmrPoly out;
  bool ok = smr_poly_sub(s->arena, a, b, &out);
  return checked(s, ok, out);
}

SmrPoly smr_sums_mul(SmrSums *s, SmrPoly a, SmrPoly b) {
  SmrPoly out;
  bool ok = smr_poly_mul(s->arena, a, b, &out);
  return checked(s, ok, out);
}

SmrPoly smr_sums_const(SmrSums *s, int64_t value) {
  return smr_poly_const(s->arena, value);
}

SmrPoly smr_sums_leaf(SmrSums *s, uint32_t leaf) {
  return smr_poly_leaf(s->arena, leaf);
}

SmrPoly smr_sums_put(SmrSums *s, SmrPoly a, uint32_t leaf, SmrPoly by) {
  if (!smr_poly_contains(a, leaf))
    return a;
  SmrPoly out;
  bool ok = smr_poly_substitute(s->arena, a, leaf, by, &out);
  return checked(s, ok, out);
}

void smr_sums_split(SmrSums *s, SmrPoly a, uint32_t leaf, SmrPoly *coefficient, SmrPoly *rest) {
  if (!smr_poly_split(s->arena, a, leaf, coefficient, rest)) {
    s->failed = true;
    *coefficient = *rest = (SmrPoly){NULL, 0};
  }
}

//--- Sums --------------------------------------------------------------------------------

static void *copied(SmrSums *s, const void *from, size_t bytes) {
  void *to = smr_arena_alloc(s->arena, bytes ? bytes : 1);
  if (bytes)
    memcpy(to, from, bytes);
  return to;
}

SmrDomain smr_domain_map(SmrSums *s, const SmrDomain *domain, const SmrSumMap *map) {
  SmrDomain out = *domain;
  SmrPoly *rows = smr_arena_alloc(s->arena, (out.row_count + 1) * sizeof *rows);
  for (uint32_t r = 0; r < out.row_count; r++)
    rows[r] = (map->row ? map->row : map->poly)(s, domain->rows[r], map->data);
  out.rows = rows;
  return out;
}

static const SmrFactor *map_factor(SmrSums *s, const SmrFactor *factor, const SmrSumMap *map) {
  SmrFactor *out = copied(s, factor, sizeof *factor);
  if (out->kind == SMR_FACTOR_LOAD || out->kind == SMR_FACTOR_INTEGER)
    out->poly = map->poly(s, factor->poly, map->data);
  if (out->kind == SMR_FACTOR_LOAD && map->load)
    map->load(out, map->data);
  if (out->arg_count) {
    SmrSum *args = smr_arena_alloc(s->arena, out->arg_count * sizeof *args);
    for (uint32_t k = 0; k < out->arg_count; k++)
      args[k] = smr_sum_map(s, &factor->args[k], map);
    out->args = args;
  }
  return out;
}

SmrRaisedTerm smr_term_map(SmrSums *s, const SmrRaisedTerm *term, const SmrSumMap *map) {
  SmrRaisedTerm out = *term;
  const SmrFactor **factors = smr_arena_alloc(s->arena, (out.factor_count + 1) * sizeof *factors);
  for (uint32_t k = 0; k < out.factor_count; k++)
    factors[k] = map_factor(s, term->factors[k], map);
  out.factors = factors;
  out.domain = smr_domain_map(s, &term->domain, map);
  return out;
}

SmrSum smr_sum_map(SmrSums *s, const SmrSum *sum, const SmrSumMap *map) {
  SmrSum out = *sum;
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (out.term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < out.term_count; t++)
    terms[t] = smr_term_map(s, &sum->terms[t], map);
  out.terms = terms;
  return out;
}

static const SmrFactor *find_quotient(const SmrSums *s, const SmrRaisedTerm *term, uint32_t *at) {
  for (*at = 0; !term->domain.index_count && !term->domain.row_count && *at < term->factor_count; ++*at)
    if (smr_is_quotient(s->known, term->factors[*at]))
      return term->factors[*at];
  return NULL;
}

/// The term with factor number `at`, a quotient, replaced by a term above it and the inverse.
static SmrRaisedTerm divide(SmrSums *s, const SmrRaisedTerm *term, uint32_t at, const SmrRaisedTerm *above) {
  const SmrFactor *quotient = term->factors[at];
  const uint32_t others = term->factor_count - 1;
  const SmrFactor **factors = smr_arena_alloc(s->arena, (others + above->factor_count + 1) * sizeof *factors);
  SmrFactor *inverse = smr_arena_alloc(s->arena, sizeof *inverse);
  *inverse = (SmrFactor){
      .kind = SMR_FACTOR_INVERSE, .type = quotient->type, .args = &quotient->args[1], .arg_count = 1};
  for (uint32_t k = 0; k < others; k++)
    factors[k] = term->factors[k + (k >= at)];
  for (uint32_t k = 0; k < above->factor_count; k++)
    factors[others + k] = above->factors[k];
  factors[others + above->factor_count] = inverse;
  return (SmrRaisedTerm){.coefficient = term->coefficient * above->coefficient,
                         .factors = factors,
                         .factor_count = others + above->factor_count + 1,
                         .domain = above->domain};
}

SmrSum smr_sum_divide(SmrSums *s, const SmrSum *sum) {
  SmrSum out = *sum;
  uint32_t count = 0, next = 0, at;
  const SmrFactor *f;
  for (uint32_t t = 0; t < sum->term_count; t++)
    count += (f = find_quotient(s, &sum->terms[t], &at)) != NULL ? f->args[0].term_count : 1;
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    f = find_quotient(s, &sum->terms[t], &at);
    for (uint32_t k = 0; f && k < f->args[0].term_count; k++)
      terms[next++] = divide(s, &sum->terms[t], at, &f->args[0].terms[k]);
    if (!f)
      terms[next++] = sum->terms[t];
  }
  out.terms = terms;
  out.term_count = count;
  return out;
}

typedef struct {
  uint32_t leaf;
  SmrPoly by;
} Put;

static SmrPoly put(SmrSums *s, SmrPoly poly, void *data) {
  const Put *p = data;
  return smr_sums_put(s, poly, p->leaf, p->by);
}

SmrPoly smr_sums_keep(SmrSums *s, SmrPoly poly, void *data) {
  (void)s, (void)data;
  return poly;
}

SmrPoly smr_sums_advance(SmrSums *s, SmrPoly poly, void *data) {
  SmrAdvance *advance = data;
  SmrPoly coef, rest, part;
  if (!smr_poly_contains(poly, advance->index))
    return poly;
  smr_sums_split(s, poly, advance->index, &coef, &rest);
  if (s->failed || !smr_poly_divide(s->arena, coef, smr_sums_const(s, advance->times), &part)) {
    advance->failed = true;
    return poly;
  }
  return smr_sums_add(s, poly, smr_sums_mul(s, part, advance->ahead));
}

SmrRaisedTerm smr_term_put(SmrSums *s, const SmrRaisedTerm *term, uint32_t leaf, SmrPoly by) {
  Put p = {leaf, by};
  return smr_term_map(s, term, &(SmrSumMap){.poly = put, .data = &p});
}

SmrRaisedEquation smr_equation_put(SmrSums *s, const SmrRaisedEquation *e, uint32_t leaf, SmrPoly by) {
  Put p = {leaf, by};
  SmrSumMap map = {.poly = put, .data = &p};
  SmrRaisedEquation out = *e;
  out.offset = smr_sums_put(s, e->offset, leaf, by);
  out.domain = smr_domain_map(s, &e->domain, &map);
  out.sum = smr_sum_map(s, &e->sum, &map);
  return out;
}

uint32_t smr_equations_index(SmrEquations *e) {
  smr_vec_push(&e->integers, (SmrRaisedInteger){.index = true});
  return e->integers.size - 1;
}

/// The new index of one that an earlier term runs over, too; 0: none does.
static uint32_t renamed_before(const SmrSum *sum, const SmrRaisedTerm *renamed, uint32_t count,
                               uint32_t index) {
  for (uint32_t t = 0; t < count; t++)
    for (uint32_t k = 0; k < renamed[t].domain.index_count; k++)
      if (sum->terms[t].domain.indices[k] == index)
        return renamed[t].domain.indices[k];
  return 0;
}

SmrSum smr_sum_with_own_indices(SmrSums *s, SmrEquations *e, const SmrSum *sum, bool shared) {
  SmrSum out = *sum;
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (sum->term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    SmrDomain domain = sum->terms[t].domain;
    uint32_t *indices = smr_arena_alloc(s->arena, (domain.index_count + 1) * sizeof *indices);
    terms[t] = sum->terms[t];
    for (uint32_t k = 0; k < domain.index_count; k++) {
      indices[k] = shared ? renamed_before(sum, terms, t, domain.indices[k]) : 0;
      indices[k] = indices[k] ? indices[k] : smr_equations_index(e);
      terms[t] = smr_term_put(s, &terms[t], domain.indices[k], smr_sums_leaf(s, indices[k]));
    }
    terms[t].domain.indices = indices;
    const SmrFactor **factors = smr_arena_alloc(s->arena, (terms[t].factor_count + 1) * sizeof *factors);
    for (uint32_t k = 0; k < terms[t].factor_count; k++) {
      SmrFactor *f = smr_arena_alloc(s->arena, sizeof *f);
      *f = *terms[t].factors[k];
      SmrSum *args = smr_arena_alloc(s->arena, (f->arg_count + 1) * sizeof *args);
      for (uint32_t a = 0; a < f->arg_count; a++)
        args[a] = smr_sum_with_own_indices(s, e, &f->args[a], shared);
      f->args = args;
      factors[k] = f;
    }
    terms[t].factors = factors;
  }
  out.terms = terms;
  return out;
}

/// Is an index among those that were seen? They all are then.
static bool sums_again(const SmrSum *sum, uint8_t *seen) {
  bool again = false;
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    for (uint32_t k = 0; k < term->domain.index_count; k++) {
      again |= seen[term->domain.indices[k]];
      seen[term->domain.indices[k]] = 1;
    }
    for (uint32_t k = 0; k < term->factor_count; k++)
      for (uint32_t a = 0; a < term->factors[k]->arg_count; a++)
        again |= sums_again(&term->factors[k]->args[a], seen);
  }
  return again;
}

void smr_sum_indices_apart(SmrSums *s, SmrEquations *e, SmrSum *sum) {
  uint8_t *seen = smr_arena_alloc(s->arena, e->integers.size);
  if (sums_again(sum, seen))
    *sum = smr_sum_with_own_indices(s, e, sum, false);
}

bool smr_term_walk(const SmrRaisedTerm *term, bool (*f)(const SmrFactor *, void *), void *data) {
  for (uint32_t k = 0; k < term->factor_count; k++) {
    const SmrFactor *factor = term->factors[k];
    if (!f(factor, data))
      return false;
    for (uint32_t a = 0; a < factor->arg_count; a++)
      if (!smr_sum_walk(&factor->args[a], f, data))
        return false;
  }
  return true;
}

bool smr_sum_walk(const SmrSum *sum, bool (*f)(const SmrFactor *, void *), void *data) {
  for (uint32_t t = 0; t < sum->term_count; t++)
    if (!smr_term_walk(&sum->terms[t], f, data))
      return false;
  return true;
}

//--- Domains -----------------------------------------------------------------------------

SmrDomain smr_domain_with(SmrSums *s, const SmrDomain *domain, SmrPoly row) {
  for (uint32_t r = 0; r < domain->row_count; r++)
    if (smr_poly_equal(domain->rows[r], row))
      return *domain;
  SmrPoly *rows = smr_arena_alloc(s->arena, (domain->row_count + 1) * sizeof *rows);
  if (domain->row_count)
    memcpy(rows, domain->rows, domain->row_count * sizeof *rows);
  rows[domain->row_count] = row;
  SmrDomain out = *domain;
  out.rows = rows, ++out.row_count;
  return out;
}

SmrDomain smr_domain_without_row(SmrSums *s, const SmrDomain *domain, uint32_t row) {
  SmrPoly *rows = copied(s, domain->rows, domain->row_count * sizeof *rows);
  memmove(rows + row, rows + row + 1, (domain->row_count - row - 1) * sizeof *rows);
  SmrDomain out = *domain;
  out.rows = rows, --out.row_count;
  return out;
}

SmrDomain smr_domain_without_index(SmrSums *s, const SmrDomain *domain, uint32_t index) {
  uint32_t *indices = smr_arena_alloc(s->arena, (domain->index_count + 1) * sizeof *indices), count = 0;
  for (uint32_t k = 0; k < domain->index_count; k++)
    if (domain->indices[k] != index)
      indices[count++] = domain->indices[k];
  SmrDomain out = *domain;
  out.indices = indices, out.index_count = count;
  return out;
}

SmrDomain smr_domain_join(SmrSums *s, const SmrDomain *a, const SmrDomain *b) {
  uint32_t *indices = smr_arena_alloc(s->arena, (a->index_count + b->index_count + 1) * sizeof *indices);
  if (a->index_count)
    memcpy(indices, a->indices, a->index_count * sizeof *indices);
  if (b->index_count)
    memcpy(indices + a->index_count, b->indices, b->index_count * sizeof *indices);
  SmrPoly *rows = copied(s, a->rows, a->row_count * sizeof *rows); // the caller's may be on its stack
  SmrDomain out = {indices, rows, a->index_count + b->index_count, a->row_count};
  for (uint32_t r = 0; r < b->row_count; r++)
    out = smr_domain_with(s, &out, b->rows[r]);
  return out;
}

bool smr_domain_names(const SmrDomain *domain, uint32_t index) {
  for (uint32_t k = 0; k < domain->index_count; k++)
    if (domain->indices[k] == index)
      return true;
  return false;
}

static void add_rows(SmrSums *s, const SmrDomain *domain) {
  for (uint32_t r = 0; domain && r < domain->row_count; r++)
    smr_system_add(&s->system, SMR_AFFINE_GE, domain->rows[r], 0);
}

void smr_sums_copy_known(const SmrEquations *from, SmrEquations *to) {
  for (uint32_t k = 0; k < from->known.size; k++)
    smr_vec_push(&to->known, from->known.data[k]);
  for (uint32_t k = 0; k < from->known_if.size; k++)
    smr_vec_push(&to->known_if, from->known_if.data[k]);
  for (uint32_t k = 0; k < from->multiples.size; k++)
    smr_vec_push(&to->multiples, from->multiples.data[k]);
}

void smr_sums_system(SmrSums *s, const SmrDomain *a, const SmrDomain *b) {
  smr_system_reset(&s->system);
  add_rows(s, a);
  add_rows(s, b);
  for (uint32_t k = 0; s->known && k < s->known->known.size; k++)
    smr_system_add(&s->system, SMR_AFFINE_GE, s->known->known.data[k], 0);
  smr_sums_know_more(s);
}

bool smr_domain_within(SmrSums *s, const SmrDomain *small, const SmrDomain *large) {
  smr_sums_system(s, small, NULL);
  for (uint32_t r = 0; r < large->row_count; r++)
    if (!smr_system_implies(&s->system, SMR_AFFINE_GE, large->rows[r], 0))
      return false;
  return true;
}

void smr_sums_know_more(SmrSums *s) {
  uint64_t added = 0;
  uint32_t count = !s->known ? 0 : s->known->known_if.size < 64 ? s->known->known_if.size : 64;
  for (bool more = count > 0; more;) {
    more = false;
    for (uint32_t k = 0; k < count; k++) {
      const SmrKnownIf *one = &s->known->known_if.data[k];
      SmrPoly least = smr_sums_sub(s, one->when, smr_sums_const(s, 1));
      if (added >> k & 1 || !smr_system_implies(&s->system, SMR_AFFINE_GE, least, 0))
        continue;
      smr_system_add(&s->system, SMR_AFFINE_GE, one->row, 0);
      added |= (uint64_t)1 << k;
      more = true;
    }
  }
}
