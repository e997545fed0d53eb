//===- random_term.h - random typed terms --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Terms of the language that have a type, for tests of rules: closed ones, or open ones under binders of
// known types. Shapes are types with holes, which unify; a hole that is left gets a random type when a term
// of it is asked for. Input leaves are declared as they are needed.
//
// Invariant: a term of a shape evaluates without an error, but for indices into empty arrays and for matrices
// without rows.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_ARRAY_RANDOM_TERM_H
#define SMR_TEST_ARRAY_RANDOM_TERM_H
#include "array/array.h"

typedef enum {
  SMR_RANDOM_SHAPE_HOLE,
  SMR_RANDOM_SHAPE_SCALAR,
  SMR_RANDOM_SHAPE_INDEX,    // a number below the size `dim`
  SMR_RANDOM_SHAPE_SIZE,     // the size `dim` itself
  SMR_RANDOM_SHAPE_ARRAY,    // of `dim` elements of shape `a`
  SMR_RANDOM_SHAPE_TUPLE,    // of `a` and `b`
  SMR_RANDOM_SHAPE_FUNCTION, // from `a` to `b`
} SmrRandomShapeKind;

typedef uint32_t SmrRandomShape; // index into SmrRandomTerms.shapes
typedef struct {
  SmrRandomShapeKind kind;
  uint32_t a, b, dim;
  uint32_t is; // of a hole that was filled: the shape; else UINT32_MAX
} SmrRandomShapeInfo;

typedef struct {
  SmrRandomShape shape;
  bool hidden; // generated terms must not mention it
} SmrScopeEntry;

/// Zero-initialise, then smr_random_open.
typedef struct {
  SmrArray *array;
  uint64_t seed;
  bool reals;   // no indices and no comparisons in arithmetic: all scalars are of one type
  SmrTerm term; // where generated nodes go
  SMR_VEC(SmrRandomShapeInfo) shapes;
  SMR_VEC(struct {
    uint32_t is;
    SmrOperator leaf; // SMR_NO_OPERATOR: open
  })
  dims;
  SMR_VEC(SmrScopeEntry) scope; // binders around what is generated, innermost last
} SmrRandomTerms;

/// Declares the sizes n, m, k, l with small random values, 0 among them.
void smr_random_open(SmrRandomTerms *r, SmrArray *array, uint64_t seed);
void smr_random_close(SmrRandomTerms *r);
uint32_t smr_random_term_below(SmrRandomTerms *r, uint32_t bound);

SmrRandomShape smr_random_shape(SmrRandomTerms *r, SmrRandomShapeKind kind, uint32_t a, uint32_t b,
                                uint32_t dim);
SmrRandomShape smr_random_shape_hole(SmrRandomTerms *r);
SmrRandomShape smr_random_shape_vector(SmrRandomTerms *r, uint32_t dim);
SmrRandomShape smr_random_shape_matrix(SmrRandomTerms *r, uint32_t rows, uint32_t columns);
uint32_t smr_random_shape_dim(SmrRandomTerms *r, SmrOperator leaf); // SMR_NO_OPERATOR: an open one
/// Fills holes; numbers, indices and sizes unify with one another. False when the shapes contradict.
bool smr_random_shape_unify(SmrRandomTerms *r, SmrRandomShape x, SmrRandomShape y);
SmrRandomShapeInfo smr_random_shape_info(SmrRandomTerms *r, SmrRandomShape shape);
/// The shape of a library call's or an arithmetic operator's result, fresh; those of its arguments. False for
/// other operators.
bool smr_random_shape_call(SmrRandomTerms *r, SmrArrayOp which, SmrRandomShape *arguments,
                           SmrRandomShape *result);
/// The type; holes and open sizes are filled at random.
SmrArrayType smr_random_shape_type(SmrRandomTerms *r, SmrRandomShape shape);

/// A random term of a shape under the binders of `scope`, of about that depth. A node of r->term.
uint32_t smr_random_term(SmrRandomTerms *r, SmrRandomShape shape, uint32_t depth);
/// A scalar that is computed from sums, some of them twice, and from other scalars.
uint32_t smr_random_mixed(SmrRandomTerms *r, uint32_t depth);
#endif
