//===- copy.c - equations of their own ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "raise/equations.h"
#include <string.h>

static void *copied(SmrArena *arena, const void *from, size_t bytes) {
  void *to = smr_arena_alloc(arena, bytes ? bytes : 1);
  if (bytes)
    memcpy(to, from, bytes);
  return to;
}

static SmrPoly copy_poly(SmrArena *arena, SmrPoly poly) {
  SmrMonomial *terms = copied(arena, poly.terms, poly.count * sizeof *terms);
  for (uint32_t t = 0; t < poly.count; t++)
    terms[t].leaves = copied(arena, terms[t].leaves, terms[t].degree * sizeof *terms[t].leaves);
  return (SmrPoly){terms, poly.count};
}

static SmrDomain copy_domain(SmrArena *arena, const SmrDomain *domain) {
  SmrPoly *rows = copied(arena, domain->rows, domain->row_count * sizeof *rows);
  for (uint32_t r = 0; r < domain->row_count; r++)
    rows[r] = copy_poly(arena, rows[r]);
  return (SmrDomain){.indices = copied(arena, domain->indices, domain->index_count * sizeof *domain->indices),
                     .rows = rows,
                     .index_count = domain->index_count,
                     .row_count = domain->row_count};
}

static SmrSum copy_sum(SmrArena *arena, const SmrSum *sum);

static const SmrFactor *copy_factor(SmrArena *arena, const SmrFactor *factor) {
  SmrFactor *out = copied(arena, factor, sizeof *factor);
  SmrSum *args = smr_arena_alloc(arena, (factor->arg_count + 1) * sizeof *args);
  for (uint32_t k = 0; k < factor->arg_count; k++)
    args[k] = copy_sum(arena, &factor->args[k]);
  out->poly = copy_poly(arena, factor->poly);
  out->args = args;
  return out;
}

static SmrSum copy_sum(SmrArena *arena, const SmrSum *sum) {
  SmrSum out = *sum;
  SmrRaisedTerm *terms = copied(arena, sum->terms, sum->term_count * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrFactor **factors =
        copied(arena, terms[t].factors, terms[t].factor_count * sizeof *terms[t].factors);
    for (uint32_t k = 0; k < terms[t].factor_count; k++)
      factors[k] = copy_factor(arena, factors[k]);
    terms[t].factors = factors;
    terms[t].domain = copy_domain(arena, &terms[t].domain);
  }
  out.terms = terms;
  return out;
}

static bool copy_one(SmrPoly poly, SmrPoly *out, void *arena) {
  *out = copy_poly(arena, poly);
  return true;
}

SmrEquations *smr_equations_copy(const SmrEquations *from) {
  SmrEquations *out = smr_equations_create(from->symbols, from->name);
  SmrArena *arena = &out->arena;
  for (uint32_t k = 1; k < from->integers.size; k++)
    smr_vec_push(&out->integers, from->integers.data[k]);
  for (uint32_t k = 0; k < from->scalars.size; k++)
    smr_vec_push(&out->scalars, from->scalars.data[k]);
  for (uint32_t k = 0; k < from->arrays.size; k++)
    smr_vec_push(&out->arrays, from->arrays.data[k]);
  for (uint32_t k = 0; k < from->equations.size; k++) {
    SmrRaisedEquation e = from->equations.data[k];
    e.offset = copy_poly(arena, e.offset);
    e.domain = copy_domain(arena, &e.domain);
    e.sum = copy_sum(arena, &e.sum);
    smr_vec_push(&out->equations, e);
  }
  for (uint32_t k = 0; k < from->needs.size; k++)
    smr_vec_push(&out->needs, copy_poly(arena, from->needs.data[k]));
  for (uint32_t k = 0; k < from->eithers.size; k++) {
    SmrEither either;
    smr_either_map(arena, from->eithers.data[k], copy_one, arena, &either);
    smr_vec_push(&out->eithers, either);
  }
  for (uint32_t k = 0; k < from->known.size; k++)
    smr_vec_push(&out->known, copy_poly(arena, from->known.data[k]));
  for (uint32_t k = 0; k < from->known_if.size; k++) {
    const SmrKnownIf *one = &from->known_if.data[k];
    smr_vec_push(&out->known_if, (SmrKnownIf){copy_poly(arena, one->when), copy_poly(arena, one->row)});
  }
  for (uint32_t k = 0; k < from->multiples.size; k++) {
    const SmrKnownMultiple *one = &from->multiples.data[k];
    smr_vec_push(&out->multiples, (SmrKnownMultiple){copy_poly(arena, one->poly), one->of});
  }
  return out;
}
