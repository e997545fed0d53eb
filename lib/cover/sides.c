//===- sides.c - parameters of a rule that decide ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/sides.h"
#include "cover/sums.h"

//--- Is there one? -----------------------------------------------------------------------------------

typedef struct {
  uint32_t leaf;
  bool found, elsewhere; // in a row that decides; in anything else
  int64_t low;
} Decider;

/// The row is leaf - k >= 0, or k - leaf >= 0.
static bool decides(SmrPoly row, uint32_t leaf, int64_t *low) {
  uint32_t of;
  int64_t by, rest;
  if (!smr_poly_is_linear(row, &of, &by, &rest) || of != leaf)
    return false;
  *low = by == 1 ? -rest - 1 : rest;
  return by == 1 || by == -1;
}

static void look_at_row(Decider *d, SmrPoly row) {
  int64_t low;
  if (!smr_poly_contains(row, d->leaf))
    return;
  if (!decides(row, d->leaf, &low) || (d->found && low != d->low))
    d->elsewhere = true;
  d->found = true, d->low = low;
}

static void look_at_sum(Decider *d, const SmrSum *sum) {
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    for (uint32_t r = 0; r < term->domain.row_count; r++)
      look_at_row(d, term->domain.rows[r]);
    for (uint32_t k = 0; k < term->factor_count; k++) {
      d->elsewhere |= smr_poly_contains(term->factors[k]->poly, d->leaf);
      for (uint32_t a = 0; a < term->factors[k]->arg_count; a++)
        look_at_sum(d, &term->factors[k]->args[a]);
    }
  }
}

static Decider look_for(const SmrEquations *e, uint32_t leaf) {
  Decider d = {.leaf = leaf};
  for (uint32_t k = 0; k < e->equations.size; k++) {
    const SmrRaisedEquation *one = &e->equations.data[k];
    d.elsewhere |= smr_poly_contains(one->offset, leaf);
    for (uint32_t r = 0; r < one->domain.row_count; r++)
      d.elsewhere |= smr_poly_contains(one->domain.rows[r], leaf);
    look_at_sum(&d, &one->sum);
  }
  for (uint32_t k = 0; k < e->needs.size; k++)
    d.elsewhere |= smr_poly_contains(e->needs.data[k], leaf);
  for (uint32_t k = 0; k < e->eithers.size; k++)
    d.elsewhere |= smr_either_contains(e->eithers.data[k], leaf);
  return d;
}

/// The row names one integer only, no index: that.
static bool is_of_one(const SmrEquations *e, SmrPoly row, uint32_t *leaf) {
  *leaf = 0;
  for (uint32_t t = 0; t < row.count; t++) {
    if (row.terms[t].degree > 1 || (row.terms[t].degree && *leaf))
      return false;
    *leaf = row.terms[t].degree ? row.terms[t].leaves[0] : *leaf;
  }
  return *leaf && !e->integers.data[*leaf].index;
}

/// (Most rules have no such row at all.)
static bool find_in(const SmrCoverRule *rule, const SmrSum *sum, uint32_t *leaf, int64_t *low) {
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    for (uint32_t r = 0; r < term->domain.row_count; r++) {
      if (!is_of_one(rule->canonical, term->domain.rows[r], leaf) ||
          rule->integer_arg[*leaf] == SMR_RULE_NO_ARG)
        continue;
      Decider d = look_for(rule->canonical, *leaf);
      *low = d.low;
      if (!d.elsewhere)
        return true;
    }
    for (uint32_t k = 0; k < term->factor_count; k++)
      for (uint32_t a = 0; a < term->factors[k]->arg_count; a++)
        if (find_in(rule, &term->factors[k]->args[a], leaf, low))
          return true;
  }
  return false;
}

bool smr_cover_decider(const SmrCoverRule *rule, uint32_t *leaf, int64_t *low) {
  for (uint32_t k = 0; k < rule->canonical->equations.size; k++)
    if (find_in(rule, &rule->canonical->equations.data[k].sum, leaf, low))
      return true;
  return false;
}

//--- One of its sides ----------------------------------------------------------------------------------

typedef struct {
  SmrArena *arena;
  uint32_t leaf;
  int64_t value;
} Side;

/// The rows that are not decided; false: one is, and is negative.
static bool domain_of(const Side *side, const SmrDomain *domain, SmrDomain *out) {
  SmrPoly *rows = smr_arena_alloc(side->arena, (domain->row_count + 1) * sizeof *rows);
  *out = *domain;
  out->rows = rows, out->row_count = 0;
  for (uint32_t r = 0; r < domain->row_count; r++) {
    SmrPoly row = domain->rows[r];
    int64_t sum = 0;
    for (uint32_t t = 0; t < row.count; t++)
      sum += row.terms[t].degree ? row.terms[t].coef * side->value : row.terms[t].coef;
    if (!smr_poly_contains(row, side->leaf))
      rows[out->row_count++] = row;
    else if (sum < 0)
      return false;
  }
  return true;
}

static SmrSum sum_of(const Side *side, const SmrSum *sum);

static const SmrFactor *factor_of(const Side *side, const SmrFactor *factor) {
  SmrFactor *out = smr_arena_alloc(side->arena, sizeof *out);
  SmrSum *args = smr_arena_alloc(side->arena, (factor->arg_count + 1) * sizeof *args);
  *out = *factor;
  for (uint32_t a = 0; a < factor->arg_count; a++)
    args[a] = sum_of(side, &factor->args[a]);
  out->args = args;
  return out;
}

static SmrSum sum_of(const Side *side, const SmrSum *sum) {
  SmrSum out = *sum;
  SmrRaisedTerm *terms = smr_arena_alloc(side->arena, (sum->term_count + 1) * sizeof *terms);
  out.terms = terms, out.term_count = 0;
  for (uint32_t t = 0; t < sum->term_count; t++) {
    SmrRaisedTerm *term = &terms[out.term_count];
    *term = sum->terms[t];
    if (!domain_of(side, &sum->terms[t].domain, &term->domain))
      continue;
    const SmrFactor **factors = smr_arena_alloc(side->arena, (term->factor_count + 1) * sizeof *factors);
    for (uint32_t k = 0; k < term->factor_count; k++)
      factors[k] = factor_of(side, sum->terms[t].factors[k]);
    term->factors = factors;
    ++out.term_count;
  }
  return out;
}

void smr_cover_decide(SmrArena *arena, SmrEquations *e, uint32_t leaf, int64_t value) {
  Side side = {arena, leaf, value};
  for (uint32_t k = 0; k < e->equations.size; k++)
    e->equations.data[k].sum = sum_of(&side, &e->equations.data[k].sum);
}
