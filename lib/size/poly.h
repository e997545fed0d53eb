//===- poly.h - polynomials with integer coefficients ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Trip counts, strides and byte offsets are sums of coef * product of leaves, exact integers. A leaf is any
// u32 id that the caller chooses: a graph value, a pattern's argument, the depth of a loop.
//
// Invariant: polynomials are in normal form. Leaves ascend within a monomial, monomials ascend by degree,
// then lexicographically (the constant term comes first), and no coefficient is 0. So two polynomials are
// equal for all values of their leaves exactly if their terms are the same. An operation fails if a
// coefficient would leave int64, or if the result would exceed SMR_POLY_MAX_TERMS or SMR_POLY_MAX_DEGREE.
// Oracle: evaluation at random points (test/size/test_poly.c).
//===----------------------------------------------------------------------===//
#ifndef SMR_SIZE_POLY_H
#define SMR_SIZE_POLY_H
#include "base/arena.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

enum { SMR_POLY_MAX_TERMS = 64, SMR_POLY_MAX_DEGREE = 8 };

typedef struct {
  int64_t coef;
  uint32_t degree;
  const uint32_t *leaves; // `degree` ids, ascending
} SmrMonomial;
/// Immutable; lives in the arena that it was made in. The zero polynomial has no terms.
typedef struct {
  const SmrMonomial *terms;
  uint32_t count;
} SmrPoly;

/// poly / divisor as a rational number; the divisor is positive.
typedef struct {
  SmrPoly poly;
  int64_t divisor;
} SmrFraction;

/// One of the cases holds at least: all polynomials of it are >= 0. Without cases: nothing is said.
typedef struct {
  const SmrPoly *polys;
  uint32_t count;
} SmrPolyCase;
typedef struct {
  const SmrPolyCase *cases;
  uint32_t count;
} SmrEither;

/// The sum of the terms, whose leaves ascend; reorders and overwrites `terms`.
bool smr_poly_of_terms(SmrArena *arena, SmrMonomial *terms, size_t count, SmrPoly *out);
SmrPoly smr_poly_const(SmrArena *arena, int64_t value);
SmrPoly smr_poly_leaf(SmrArena *arena, uint32_t leaf);
bool smr_poly_add(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *out);
bool smr_poly_sub(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *out);
bool smr_poly_mul(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *out);
bool smr_poly_scale(SmrArena *arena, SmrPoly a, int64_t factor, SmrPoly *out);
/// a = quotient * b exactly, b one monomial (a constant, a leaf, 8*n …); fails otherwise.
bool smr_poly_divide(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *quotient);
/// a = b * quotient + rest, b one monomial: the quotient has the terms of a that b divides. If b is an
/// integer above 0, coefficients are divided, too, and those of the rest are at least 0 and below b; so where
/// the rest is an integer, the quotient is that of the values, rounded down.
bool smr_poly_divide_floor(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *quotient, SmrPoly *rest);
/// a = root * root; of the two roots the one whose first term is positive. All roots of degree 1 are found.
bool smr_poly_root(SmrArena *arena, SmrPoly a, SmrPoly *root);
/// Splits a = coefficient * leaf + rest, where leaf occurs in neither (fails when it occurs squared).
bool smr_poly_split(SmrArena *arena, SmrPoly a, uint32_t leaf, SmrPoly *coefficient, SmrPoly *rest);
/// a with every occurrence of leaf replaced.
bool smr_poly_substitute(SmrArena *arena, SmrPoly a, uint32_t leaf, SmrPoly by, SmrPoly *out);
/// All occurrences of leaves, term after term: for (SmrLeafPlace at = {0}; smr_poly_next_leaf(a, &at,
/// &leaf);)
typedef struct {
  uint32_t term, factor;
} SmrLeafPlace;
static inline bool smr_poly_next_leaf(SmrPoly a, SmrLeafPlace *at, uint32_t *leaf) {
  for (; at->term < a.count; at->term++, at->factor = 0)
    if (at->factor < a.terms[at->term].degree) {
      *leaf = a.terms[at->term].leaves[at->factor++];
      return true;
    }
  return false;
}
/// a with every leaf replaced by its image; fails as soon as `image` does.
bool smr_poly_map(SmrArena *arena, SmrPoly a, bool (*image)(uint32_t leaf, SmrPoly *out, void *data),
                  void *data, SmrPoly *out);
/// The same with fractions (`image` finds 1 in its divisor), over the least common multiple of the divisors
/// of a's terms.
bool smr_poly_map_fractions(SmrArena *arena, SmrPoly a,
                            bool (*image)(uint32_t leaf, SmrFraction *out, void *data), void *data,
                            SmrFraction *out);
bool smr_fraction_add(SmrArena *arena, SmrFraction a, SmrFraction b, SmrFraction *out);
/// The greatest common divisor of the coefficients; 0 of the zero polynomial.
int64_t smr_poly_content(SmrPoly a);
/// About how large the value is, if `leaf` says so of each leaf's.
double smr_poly_estimate(SmrPoly a, double (*leaf)(uint32_t leaf, void *data), void *data);
int smr_monomial_compare(const SmrMonomial *a,
                         const SmrMonomial *b); // the order of terms, whatever the coefficients
bool smr_poly_equal(SmrPoly a, SmrPoly b);
int smr_poly_compare(SmrPoly a, SmrPoly b); // a total order
bool smr_poly_is_const(SmrPoly a, int64_t *value);
bool smr_poly_is_leaf(SmrPoly a, uint32_t *leaf); // exactly 1 * leaf
bool smr_poly_is_linear(SmrPoly a, uint32_t *leaf, int64_t *coef,
                        int64_t *constant); // coef * leaf + constant
bool smr_poly_has_negative(SmrPoly a);      // a coefficient
bool smr_poly_contains(SmrPoly a, uint32_t leaf);
bool smr_poly_contains_any(SmrPoly a, const uint32_t *leaves, uint32_t count);
uint32_t smr_poly_degree(SmrPoly a);                   // of its terms, the largest
int64_t smr_poly_at(SmrPoly a, const int64_t *leaves); // its value modulo 2^64, from its leaves'
bool smr_either_equal(SmrEither a, SmrEither b);
bool smr_either_contains(SmrEither either, uint32_t leaf);
/// With `map`ped polynomials; false as soon as `map` is.
bool smr_either_map(SmrArena *arena, SmrEither either, bool (*map)(SmrPoly poly, SmrPoly *out, void *data),
                    void *data, SmrEither *out);

/// Polynomials that are kept once each: equal ones have the same number, and the same place in `polys`. It
/// copies what it keeps. Zero-initialise.
typedef struct {
  SmrArena arena;
  SMR_VEC(const SmrPoly *) polys;
  SmrIndex by_terms;
} SmrPolyPool;
uint32_t smr_poly_intern(SmrPolyPool *pool, SmrPoly poly);
size_t smr_poly_pool_bytes(const SmrPolyPool *pool);
void smr_poly_pool_free(SmrPolyPool *pool);

/// Highest term first, the constant last: `8*%i*%lda + 8*%j - 16`.
void smr_poly_print(SmrPoly poly, SmrStr *out, void (*leaf)(uint32_t, SmrStr *, void *), void *data);

#ifdef __cplusplus
}
#endif
#endif
