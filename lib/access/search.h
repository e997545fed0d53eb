//===- search.h - from access patterns to products of matrices -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Finds the cheapest form of a term in which convolutions and products are products of matrices of views
// (im2col: sections 5.3 and 5.4 of the paper), cut into blocks for a tile that the caller has. Blocks are one
// operator, tiledMatmul, whatever the sizes; what is left over at the edges is a product of its own. So the
// graph's size, and the time, don't depend on the sizes.
//===----------------------------------------------------------------------===//
#ifndef SMR_ACCESS_SEARCH_H
#define SMR_ACCESS_SEARCH_H
#include "access/access.h"
#include "egraph/run.h"

/// A product of matrices of a fixed size that is computed by something special: C (rows x columns) += A (rows
/// x depth) times B (depth x columns). 0 in all three: there is none.
typedef struct {
  int64_t rows, columns, depth;
} SmrAccessTile;

/// What things cost, in one unit, at least 0 (INFINITY: not possible). NULL: a default. Sizes are what their
/// names are about.
typedef struct {
  /// `batch` products of an m x k with a k x n matrix, operands and result strided views.
  double (*product)(void *user, double batch, double m, double n, double k);
  /// A product in tiles.
  double (*tiles)(void *user, double m, double n, double k, const SmrAccessTile *tile);
  /// Storing what is no strided view (windows that overlap in memory as rows, padding, …), so that a product
  /// can read it.
  double (*copy)(void *user, double elements);
  /// A reduction (dot product, sum, maximum) of `items` items of `size` elements in loops, without storing
  /// its operands.
  double (*loops)(void *user, double items, double size);
  void *user;
} SmrAccessCosts;

typedef struct {
  bool reassoc; // sums may be added up in another order
  SmrAccessTile tile;
  SmrAccessCosts costs;
  uint32_t nodes;      // 0: 20,000
  double milliseconds; // 0: 1,000
} SmrAccessOptions;

typedef struct {
  SmrTerm term;
  uint32_t root;
  double cost, original; // of the result, and of what was given
  SmrStopReason stop;
  uint32_t iterations, nodes, classes;
  size_t bytes;
  double milliseconds;
} SmrAccessResult;

/// The cheapest term equal to the one given (sums reordered only under `reassoc`); zero-initialise `out`,
/// free it with smr_access_result_free. False after an error.
bool smr_access_search(SmrAccess *access, const SmrTerm *term, uint32_t node, const SmrAccessOptions *options,
                       SmrAccessResult *out, SmrDiag *diag);
void smr_access_result_free(SmrAccessResult *result);
#endif
