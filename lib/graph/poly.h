//===- poly.h - integer polynomials over graph values --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Trip counts, strides and byte offsets are sums of coef * product of leaves, exact integers. A leaf is any
// u32 id: a graph value here, a pattern's argument or loop depth elsewhere. Canonical: leaves ascending
// within a monomial, monomials by degree, then lexicographic (the constant term comes first), no zero
// coefficient; so equality is memcmp-like. An operation whose coefficients overflow int64, or that would
// exceed SMR_POLY_MAX_TERMS, fails.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_POLY_H
#define SMR_GRAPH_POLY_H
#include "graph/graph.h"
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

/// One of the cases holds at least: all polynomials of it are >= 0. Without cases: nothing is said.
typedef struct {
  const SmrPoly *polys;
  uint32_t count;
} SmrPolyCase;
typedef struct {
  const SmrPolyCase *cases;
  uint32_t count;
} SmrEither;

SmrPoly smr_poly_const(SmrArena *arena, int64_t value);
SmrPoly smr_poly_leaf(SmrArena *arena, uint32_t leaf);
bool smr_poly_add(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *out);
bool smr_poly_sub(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *out);
bool smr_poly_mul(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *out);
bool smr_poly_scale(SmrArena *arena, SmrPoly a, int64_t factor, SmrPoly *out);
/// a = quotient * b exactly, b one monomial (a constant, a leaf, 8*n …); fails otherwise.
bool smr_poly_divide(SmrArena *arena, SmrPoly a, SmrPoly b, SmrPoly *quotient);
/// a = root * root; of the two roots the one whose first term is positive. All roots of degree 1 are found.
bool smr_poly_root(SmrArena *arena, SmrPoly a, SmrPoly *root);
/// Splits a = coefficient * leaf + rest, where leaf occurs in neither (fails when it occurs squared).
bool smr_poly_split(SmrArena *arena, SmrPoly a, uint32_t leaf, SmrPoly *coefficient, SmrPoly *rest);
/// a with every occurrence of leaf replaced.
bool smr_poly_substitute(SmrArena *arena, SmrPoly a, uint32_t leaf, SmrPoly by, SmrPoly *out);
bool smr_poly_equal(SmrPoly a, SmrPoly b);
int smr_poly_compare(SmrPoly a, SmrPoly b); // a total order
bool smr_poly_is_const(SmrPoly a, int64_t *value);
bool smr_poly_is_leaf(SmrPoly a, uint32_t *leaf); // exactly 1 * leaf
bool smr_poly_contains(SmrPoly a, uint32_t leaf);
uint32_t smr_poly_degree(SmrPoly a); // of its terms, the largest
bool smr_either_equal(SmrEither a, SmrEither b);
bool smr_either_contains(SmrEither either, uint32_t leaf);
/// With `map`ped polynomials; false as soon as `map` is.
bool smr_either_map(SmrArena *arena, SmrEither either, bool (*map)(SmrPoly poly, SmrPoly *out, void *data),
                    void *data, SmrEither *out);

/// The polynomial of an integer graph value: of a POLY op (operands that became POLY or CONST by replacement
/// are expanded), of a CONST, else the value itself as a leaf. Leaves are resolved value ids (smr_value).
SmrPoly smr_poly_of(const SmrGraph *graph, SmrArena *arena, SmrValue value);
/// Is the value what smr_poly_build would make of the polynomial?
bool smr_poly_is_built(const SmrGraph *graph, SmrValue value, SmrPoly poly);
/// An i64 value for the polynomial: an i64 leaf's own value, a CONST, or a POLY op built before `where` (end
/// of block if 0).
SmrValue smr_poly_build(SmrGraph *graph, SmrBlock block, SmrOp where, SmrPoly poly);
/// Highest term first, the constant last: `8*%i*%lda + 8*%j - 16`.
void smr_poly_print(SmrPoly poly, SmrStr *out, void (*leaf)(uint32_t, SmrStr *, void *), void *data);

#ifdef __cplusplus
}
#endif
#endif
