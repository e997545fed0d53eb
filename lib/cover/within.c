//===- within.c - a sum in a function ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/within.h"
#include "cover/same.h"
#include "raise/extreme.h"

typedef struct {
  SmrSums *s;
  const SmrRaisedEquation *e;
  const SmrFactor *old;
  SmrSum inner;
  bool found, failed;
} Within;

typedef struct {
  const SmrEquations *all;
  const SmrRaisedEquation *e;
} Outer;

/// Nothing of the equation's own array, and no maximum: that is no sum, nor may memory that has one element
/// for all of its points tell them.
static bool is_another(const SmrFactor *f, void *data) {
  const Outer *o = data;
  return (f->kind != SMR_FACTOR_LOAD || f->id != o->e->array) && !smr_is_extreme(o->all, f);
}

static SmrSum negated_sum(SmrSums *s, const SmrSum *sum) {
  SmrSum out = *sum;
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (sum->term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    terms[t] = sum->terms[t];
    terms[t].coefficient = -terms[t].coefficient;
  }
  out.terms = terms;
  return out;
}

static bool sums_over_indices(const SmrSum *sum) {
  for (uint32_t t = 0; t < sum->term_count; t++)
    if (sum->terms[t].domain.index_count)
      return true;
  return false;
}

/// The element's old value, or its negation.
static SmrSum old_value(Within *w, const SmrSum *in_place_of, double coefficient) {
  const SmrFactor **factors = smr_arena_alloc(w->s->arena, sizeof *factors);
  SmrRaisedTerm *term = smr_arena_alloc(w->s->arena, sizeof *term);
  *factors = w->old;
  *term = (SmrRaisedTerm){.coefficient = coefficient, .factors = factors, .factor_count = 1};
  return (SmrSum){.type = in_place_of->type, .terms = term, .term_count = 1};
}

static SmrSum without_inner(Within *w, const SmrSum *sum);

static SmrSum argument(Within *w, const SmrSum *sum) {
  SmrIndexRenaming r = {.s = w->s};
  if (!sums_over_indices(sum))
    return without_inner(w, sum);
  SmrSum negated = negated_sum(w->s, sum);
  bool same = smr_same_sum(&r, sum, &w->inner, &w->e->domain);
  w->failed |= !same && !smr_same_sum(&r, &negated, &w->inner, &w->e->domain);
  w->found = true;
  return old_value(w, sum, same ? 1 : -1);
}

static SmrSum without_inner(Within *w, const SmrSum *sum) {
  SmrArena *arena = w->s->arena;
  SmrSum out = *sum;
  SmrRaisedTerm *terms = smr_arena_alloc(arena, (sum->term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    terms[t] = sum->terms[t];
    const SmrFactor **factors = smr_arena_alloc(arena, (terms[t].factor_count + 1) * sizeof *factors);
    for (uint32_t k = 0; k < terms[t].factor_count; k++) {
      SmrFactor *f = smr_arena_alloc(arena, sizeof *f);
      *f = *terms[t].factors[k];
      SmrSum *args = smr_arena_alloc(arena, (f->arg_count + 1) * sizeof *args);
      for (uint32_t a = 0; a < f->arg_count; a++)
        args[a] = argument(w, &f->args[a]);
      f->args = args;
      factors[k] = f;
    }
    terms[t].factors = factors;
  }
  out.terms = terms;
  return out;
}

/// The first argument that sums over indices; NULL: none.
static const SmrSum *find_inner(const SmrSum *sum) {
  const SmrSum *found = NULL;
  for (uint32_t t = 0; t < sum->term_count && !found; t++)
    for (uint32_t k = 0; k < sum->terms[t].factor_count && !found; k++)
      for (uint32_t a = 0; a < sum->terms[t].factors[k]->arg_count && !found; a++) {
        const SmrSum *arg = &sum->terms[t].factors[k]->args[a];
        found = sums_over_indices(arg) ? arg : find_inner(arg);
      }
  return found;
}

/// Are all quotients those of one term without indices?
static bool divides_terms(const Within *w, const SmrSum *sum) {
  for (uint32_t t = 0; t < sum->term_count; t++)
    for (uint32_t k = 0; k < sum->terms[t].factor_count; k++) {
      const SmrFactor *f = sum->terms[t].factors[k];
      if (smr_is_quotient(w->s->known, f) &&
          (f->args[0].term_count != 1 || f->args[0].terms[0].domain.index_count ||
           f->args[0].terms[0].domain.row_count))
        return false;
    }
  return true;
}

bool smr_within(SmrSums *s, const SmrRaisedEquation *e, const SmrFactor *old, bool negated,
                SmrRaisedEquation *outer, SmrRaisedEquation *inner) {
  const SmrSum *found = sums_over_indices(&e->sum) ? NULL : find_inner(&e->sum);
  Outer o = {s->known, e};
  if (!found || !s->known || found->type != e->sum.type || !smr_sum_walk(&e->sum, is_another, &o))
    return false;
  Within w = {.s = s, .e = e, .old = old, .inner = negated ? negated_sum(s, found) : *found};
  *outer = *inner = *e;
  outer->sum = without_inner(&w, &e->sum);
  if (divides_terms(&w, &outer->sum)) // a/b alone is a*inv(b)
    outer->sum = smr_sum_divide(s, &outer->sum);
  inner->sum = w.inner;
  return w.found && !w.failed && !s->failed;
}
