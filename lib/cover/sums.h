//===- sums.h - copies of sums with something put in ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Sums are immutable; each function here makes a new one that shares what did not change. Arithmetic that
// leaves 64 bits sets `failed`, and the result is of no use then.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_SUMS_H
#define SMR_COVER_SUMS_H
#include "affine/system.h"
#include "raise/equations.h"

typedef struct {
  SmrArena *arena;           // that everything is made in
  SmrSystem system;          // scratch
  const SmrEquations *known; // what these know of parameters is added to systems; NULL: nothing
  struct SmrAnswers *apart;  // of smr_elements_apart (apart.h); NULL: they are not kept
  bool failed;
} SmrSums;

SmrPoly smr_sums_add(SmrSums *s, SmrPoly a, SmrPoly b);
SmrPoly smr_sums_sub(SmrSums *s, SmrPoly a, SmrPoly b);
SmrPoly smr_sums_mul(SmrSums *s, SmrPoly a, SmrPoly b);
SmrPoly smr_sums_const(SmrSums *s, int64_t value);
SmrPoly smr_sums_leaf(SmrSums *s, uint32_t leaf);
SmrPoly smr_sums_put(SmrSums *s, SmrPoly a, uint32_t leaf, SmrPoly by);
/// a = coefficient * leaf + rest; `failed` when it occurs squared.
void smr_sums_split(SmrSums *s, SmrPoly a, uint32_t leaf, SmrPoly *coefficient, SmrPoly *rest);

/// What is done to every polynomial in a sum, and to every load.
typedef struct {
  SmrPoly (*poly)(SmrSums *s, SmrPoly poly, void *data);
  SmrPoly (*row)(SmrSums *s, SmrPoly row, void *data); // of domains; NULL: as other polynomials
  void (*load)(SmrFactor *load, void *data);           // NULL: nothing
  void *data;
} SmrSumMap;
SmrRaisedTerm smr_term_map(SmrSums *s, const SmrRaisedTerm *term, const SmrSumMap *map);
SmrSum smr_sum_map(SmrSums *s, const SmrSum *sum, const SmrSumMap *map);
/// The sum with the quotients (SMR_QUOTIENT) that are factors of terms without indices multiplied out: each
/// term above times the inverse. Needs `known`.
SmrSum smr_sum_divide(SmrSums *s, const SmrSum *sum);
SmrDomain smr_domain_map(SmrSums *s, const SmrDomain *domain, const SmrSumMap *map);
/// For maps: the polynomial as it is.
SmrPoly smr_sums_keep(SmrSums *s, SmrPoly poly, void *data);
/// For maps: i + ahead/times for the index i. `failed`: a coefficient of i is not a multiple of `times`.
typedef struct {
  uint32_t index;
  int64_t times;
  SmrPoly ahead;
  bool failed;
} SmrAdvance;
SmrPoly smr_sums_advance(SmrSums *s, SmrPoly poly, void *advance);
/// Everywhere in the term (its own indices' rows too), or equation: `by` instead of the leaf.
SmrRaisedTerm smr_term_put(SmrSums *s, const SmrRaisedTerm *term, uint32_t leaf, SmrPoly by);
SmrRaisedEquation smr_equation_put(SmrSums *s, const SmrRaisedEquation *e, uint32_t leaf, SmrPoly by);
/// A new index, without a name.
uint32_t smr_equations_index(SmrEquations *e);
/// The sum, which is one of the equations', with new indices in the place of all that it sums over. `shared`:
/// terms of one sum that run over one index run over one new index.
SmrSum smr_sum_with_own_indices(SmrSums *s, SmrEquations *e, const SmrSum *sum, bool shared);
/// The same where two of its sums run over one index: no two do then.
void smr_sum_indices_apart(SmrSums *s, SmrEquations *e, SmrSum *sum);
/// Calls f for every factor of the sum, those in arguments included; false as soon as f is.
bool smr_sum_walk(const SmrSum *sum, bool (*f)(const SmrFactor *factor, void *data), void *data);
bool smr_term_walk(const SmrRaisedTerm *term, bool (*f)(const SmrFactor *factor, void *data), void *data);

SmrDomain smr_domain_with(SmrSums *s, const SmrDomain *domain, SmrPoly row);
SmrDomain smr_domain_without_row(SmrSums *s, const SmrDomain *domain, uint32_t row);
SmrDomain smr_domain_without_index(SmrSums *s, const SmrDomain *domain, uint32_t index);
SmrDomain smr_domain_join(SmrSums *s, const SmrDomain *a, const SmrDomain *b);
bool smr_domain_names(const SmrDomain *domain, uint32_t index);

/// Appends what one's equations know of parameters to another's, whose numbering is the same.
void smr_sums_copy_known(const SmrEquations *from, SmrEquations *to);

/// Starts the system with the domains' rows (NULL: none) and what is known of parameters; then it may be
/// asked.
void smr_sums_system(SmrSums *s, const SmrDomain *a, const SmrDomain *b);

/// Do `small`'s rows imply all of `large`'s? (Both are over the same indices.)
bool smr_domain_within(SmrSums *s, const SmrDomain *small, const SmrDomain *large);
/// Adds what is known where a parameter is at least 1, of those that are as the system says: once more, as
/// rows were added.
void smr_sums_know_more(SmrSums *s);
#endif
