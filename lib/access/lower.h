//===- lower.h - terms of access patterns become loops -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Destination passing: what computes writes where its result is wanted. Views (access, transpose, windows,
// slice, squeeze, flatten, reshape, pad, broadcast, insertAxis) are index maps in front of what is read, and,
// where they can be turned round, behind what is written; concat writes into parts of the destination. What
// is no index map, and what is computed inside of a term, is stored once.
//
// A product of matrices (matmul, batchMatmul, systolicArray, and dotProd of a cartProd of two rows of
// vectors) is one call, or one for each step of those dimensions that are no one stride. An operand without
// strides (im2col) is copied in blocks of columns that stay in the second-level cache. All else is loops,
// which add up in the order of the items.
//===----------------------------------------------------------------------===//
#ifndef SMR_ACCESS_LOWER_H
#define SMR_ACCESS_LOWER_H
#include "access/access.h"
#include "loops/loops.h"

#define SMR_ACCESS_MAX_BATCHES 4

/// Where a tensor lies: dimension d of the tensor is dims[d] of the buffer; the step of batch loop b is added
/// to the buffer's dimension batch[b] (-1: to none). The buffer may be larger than the tensor.
typedef struct {
  SmrLoopsBuffer buffer;
  uint32_t rank; // of the buffer
  SmrLoopsIndex strides[SMR_ACCESS_MAX_RANK];
  uint32_t dims[SMR_ACCESS_MAX_RANK];
  int32_t batch[SMR_ACCESS_MAX_BATCHES];
} SmrAccessPlace;

/// What becomes of what is there.
typedef enum { SMR_ACCESS_SET, SMR_ACCESS_ADD, SMR_ACCESS_MAX } SmrAccessStore;

typedef struct {
  const SmrAccessPlace *tensors; // by smr_access_tensor's number
  SmrAccessPlace result;
  SmrAccessStore store;
  bool exact; // products of matrices that are written as dotProd are loops
  uint32_t batches;
  SmrLoopsIndex batch[SMR_ACCESS_MAX_BATCHES]; // how many steps; around everything
  SmrLoopsTile tile; // what computes the products of a tiledMatmul; without, they are products as any
  int64_t block;     // elements that a copied block has at most (but a column); 0: 64 Ki, or 64 columns
} SmrAccessLower;

/// What the statements do, about (a size that no value was given to counts as 32).
typedef struct {
  double calls, multiplied; // products of matrices: calls, and multiplications in them
  double tiles;             // calls of the user's tile
  double copied;            // elements, so that calls can read them
  double vectors, scalars;  // steps of reductions: in vectors (elements, not vectors), one by one
  double blocks;            // what is reduced at once: some vectors, or an element
} SmrAccessFigures;

/// Appends statements that store the term. False after an error (of us: what the caller declared does not
/// fit).
bool smr_access_lower(SmrAccess *access, const SmrTerm *term, uint32_t root, const SmrAccessLower *options,
                      SmrLoopsProgram *loops, SmrAccessFigures *figures, SmrDiag *diag);

/// A size as an index; its names are the program's sizes. NULL: it is none.
SmrLoopsIndex smr_access_lower_size(const SmrAccess *access, SmrLoopsProgram *loops, SmrDatum size);
/// Declares a tensor, row by row, as an argument.
SmrAccessPlace smr_access_lower_argument(SmrLoopsProgram *loops, const char *name, SmrAccessType type,
                                         uint32_t rank, const SmrLoopsIndex *sizes, bool written);
#endif
