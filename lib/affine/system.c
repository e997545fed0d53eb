//===- system.c - systems of affine constraints: made and read -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Rows are sparse and stand one behind the other, so that a mark is five numbers. The dense form in which
// they are eliminated is the eliminator's (eliminate.c).
//===----------------------------------------------------------------------===//
#include "affine/system.h"
#include "affine/eliminate.h"
#include <assert.h>
#include <xxhash.h>

/// Numbers of this size can be added once without leaving 62 bits.
static const int64_t most = (int64_t)1 << 61;

void smr_system_free(SmrSystem *system) {
  smr_vec_free(&system->indices);
  smr_vec_free(&system->factors);
  smr_vec_free(&system->columns);
  smr_vec_free(&system->terms);
  smr_vec_free(&system->rows);
  smr_eliminator_destroy(system->eliminator);
  *system = (SmrSystem){.eliminator = NULL};
}

void smr_system_reset(SmrSystem *system) {
  smr_system_rewind(system, (SmrSystemMark){.rows = 0});
  system->limit = 0;
}

SmrSystemMark smr_system_mark(const SmrSystem *system) {
  return (SmrSystemMark){system->indices.size, system->factors.size, system->columns.size, system->terms.size,
                         system->rows.size};
}

void smr_system_rewind(SmrSystem *system, SmrSystemMark mark) {
  assert(mark.indices <= system->indices.size && mark.factors <= system->factors.size &&
         mark.columns <= system->columns.size && mark.terms <= system->terms.size &&
         mark.rows <= system->rows.size && "a mark that was rewound already");
  system->indices.size = mark.indices;
  system->factors.size = mark.factors;
  system->columns.size = mark.columns;
  system->terms.size = mark.terms;
  system->rows.size = mark.rows;
}

//--- Columns -------------------------------------------------------------------------

void smr_system_index(SmrSystem *system, uint32_t leaf) {
  if (smr_is_among(system->indices.data, system->indices.size, leaf))
    return;
  for (uint32_t k = 0; k < system->factors.size; k++)
    assert(system->factors.data[k] >> 32 != leaf && "the leaf is a column already");
  smr_vec_push(&system->indices, leaf);
}

/// Of the factors in ascending order; made where there is none.
static uint32_t column_of(SmrSystem *system, const uint64_t *factors, uint32_t degree) {
  uint64_t hash = XXH3_64bits(factors, degree * sizeof *factors);
  for (uint32_t k = 0; k < system->columns.size; k++) {
    const SmrAffineColumn *column = &system->columns.data[k];
    if (column->hash == hash && column->degree == degree &&
        !memcmp(&system->factors.data[column->first], factors, degree * sizeof *factors))
      return k;
  }
  if (system->columns.size == SMR_AFFINE_MAX_COLUMNS)
    return UINT32_MAX;
  smr_vec_push(&system->columns, (SmrAffineColumn){hash, system->factors.size, degree});
  for (uint32_t k = 0; k < degree; k++)
    smr_vec_push(&system->factors, factors[k]);
  return system->columns.size - 1;
}

static uint64_t factor_of(const SmrSystem *system, uint32_t leaf, uint32_t instance) {
  assert(instance < UINT32_MAX && "no instance has this number");
  return (uint64_t)leaf << 32 |
         (smr_is_among(system->indices.data, system->indices.size, leaf) ? instance + 1 : 0);
}

uint32_t smr_system_column(SmrSystem *system, uint32_t leaf, uint32_t instance) {
  uint64_t factor = factor_of(system, leaf, instance);
  return column_of(system, &factor, 1);
}

//--- Rows ----------------------------------------------------------------------------

/// Adds a term to the row that begins at `first` and is not yet closed.
static bool put_term(SmrSystem *system, uint32_t first, uint32_t column, int64_t coef) {
  for (uint32_t k = first; k < system->terms.size; k++)
    if (system->terms.data[k].column == column)
      return !__builtin_add_overflow(system->terms.data[k].coef, coef, &system->terms.data[k].coef);
  smr_vec_push(&system->terms, (SmrAffineTerm){column, coef});
  return true;
}

static bool put_poly(SmrSystem *system, uint32_t first, SmrPoly poly, int64_t sign, uint32_t instance,
                     int64_t *constant) {
  for (uint32_t t = 0; t < poly.count; t++) {
    const SmrMonomial *term = &poly.terms[t];
    uint64_t factors[SMR_POLY_MAX_DEGREE];
    int64_t coef;
    if (__builtin_mul_overflow(sign, term->coef, &coef))
      return false;
    if (!term->degree) {
      if (__builtin_add_overflow(*constant, coef, constant))
        return false;
      continue;
    }
    for (uint32_t k = 0; k < term->degree; k++) // leaves ascend, and so do these
      factors[k] = factor_of(system, term->leaves[k], instance);
    uint32_t column = column_of(system, factors, term->degree);
    if (column == UINT32_MAX || !put_term(system, first, column, coef))
      return false;
  }
  return true;
}

/// Closes the row that began at the mark, or takes it back.
static bool close_row(SmrSystem *system, SmrSystemMark mark, SmrRelation relation, int64_t constant,
                      bool fits) {
  uint32_t kept = mark.terms;
  for (uint32_t k = mark.terms; k < system->terms.size; k++) {
    SmrAffineTerm term = system->terms.data[k];
    fits = fits && term.coef < most && term.coef > -most;
    if (term.coef)
      system->terms.data[kept++] = term;
  }
  if (!fits || constant >= most || constant <= -most || system->rows.size == SMR_AFFINE_MAX_ROWS) {
    smr_system_rewind(system, mark);
    return false;
  }
  system->terms.size = kept;
  smr_vec_push(&system->rows, (SmrAffineRow){mark.terms, kept - mark.terms, constant, relation});
  return true;
}

bool smr_system_add(SmrSystem *system, SmrRelation relation, SmrPoly poly, uint32_t instance) {
  SmrSystemMark mark = smr_system_mark(system);
  int64_t constant = 0;
  bool fits = put_poly(system, mark.terms, poly, 1, instance, &constant);
  return close_row(system, mark, relation, constant, fits);
}

bool smr_system_add_between(SmrSystem *system, SmrRelation relation, SmrPoly a, uint32_t instance_a,
                            SmrPoly b, uint32_t instance_b, int64_t constant) {
  SmrSystemMark mark = smr_system_mark(system);
  bool fits = put_poly(system, mark.terms, a, 1, instance_a, &constant) &&
              put_poly(system, mark.terms, b, -1, instance_b, &constant);
  return close_row(system, mark, relation, constant, fits);
}

bool smr_system_add_row(SmrSystem *system, SmrRelation relation, const SmrAffineTerm *terms, uint32_t count,
                        int64_t constant) {
  SmrSystemMark mark = smr_system_mark(system);
  bool fits = true;
  for (uint32_t k = 0; k < count; k++) {
    assert(terms[k].column < system->columns.size && "no such column");
    fits = fits && put_term(system, mark.terms, terms[k].column, terms[k].coef);
  }
  return close_row(system, mark, relation, constant, fits);
}

//--- Questions -----------------------------------------------------------------------

bool smr_system_empty(SmrSystem *system) {
  if (!system->eliminator)
    system->eliminator = smr_eliminator_create();
  return smr_eliminate(system->eliminator, system, &system->limit);
}

/// No point where sign * poly <= -1, too.
static bool never_below(SmrSystem *system, SmrPoly poly, int64_t sign, uint32_t instance) {
  SmrSystemMark mark = smr_system_mark(system);
  int64_t constant = -1;
  bool fits = put_poly(system, mark.terms, poly, -sign, instance, &constant);
  if (!close_row(system, mark, SMR_AFFINE_GE, constant, fits))
    return false;
  bool proved = smr_system_empty(system);
  smr_system_rewind(system, mark);
  return proved;
}

bool smr_system_implies(SmrSystem *system, SmrRelation relation, SmrPoly poly, uint32_t instance) {
  return never_below(system, poly, 1, instance) &&
         (relation == SMR_AFFINE_GE || never_below(system, poly, -1, instance));
}

//--- Text ----------------------------------------------------------------------------

static void print_column(const SmrSystem *system, uint32_t column, SmrStr *out,
                         void (*leaf)(uint32_t, SmrStr *, void *), void *data) {
  const SmrAffineColumn *c = &system->columns.data[column];
  for (uint32_t k = 0; k < c->degree; k++) {
    uint64_t factor = system->factors.data[c->first + k];
    smr_str_puts(out, k ? "*" : "");
    leaf((uint32_t)(factor >> 32), out, data);
    if ((uint32_t)factor)
      smr_str_printf(out, ".%u", (uint32_t)factor - 1);
  }
}

static void print_number(SmrStr *out, bool first, int64_t number, bool alone) {
  smr_str_puts(out, first ? (number < 0 ? "-" : "") : number < 0 ? " - " : " + ");
  if (alone || (number != 1 && number != -1))
    smr_str_printf(out, "%lld%s", (long long)(number < 0 ? -number : number), alone ? "" : "*");
}

void smr_system_print(const SmrSystem *system, SmrStr *out, void (*leaf)(uint32_t, SmrStr *, void *),
                      void *data) {
  for (uint32_t r = 0; r < system->rows.size; r++) {
    const SmrAffineRow *row = &system->rows.data[r];
    for (uint32_t t = 0; t < row->count; t++) {
      const SmrAffineTerm *term = &system->terms.data[row->first + t];
      print_number(out, !t, term->coef, false);
      print_column(system, term->column, out, leaf, data);
    }
    if (row->constant || !row->count)
      print_number(out, !row->count, row->constant, true);
    smr_str_puts(out, row->relation == SMR_AFFINE_EQ ? " == 0\n" : " >= 0\n");
  }
}
