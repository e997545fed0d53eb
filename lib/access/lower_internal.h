//===- lower_internal.h - views with digits ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For lower*.c alone.
//
// A view is a buffer with an index map. A dimension of it is a number of digits, outermost first, of mixed
// radix: flatten and reshape regroup digits and change nothing else. A digit moves each coordinate of the
// buffer by a multiple. A coordinate behind the buffer's rank is a bound: where it is not in 0 … bound - 1
// the element is 0 (pad).
//
// Invariant: a dimension's size is the product of its digits' sizes; digits of size 1 are left out.
//===----------------------------------------------------------------------===//
#ifndef SMR_ACCESS_LOWER_INTERNAL_H
#define SMR_ACCESS_LOWER_INTERNAL_H
#include "access/lower.h"

#define SMR_ACCESS_MAX_COORDINATES 24
#define SMR_ACCESS_MAX_DIGITS 32

typedef struct {
  SmrLoopsIndex size;
  SmrLoopsIndex by[SMR_ACCESS_MAX_COORDINATES];
} SmrAccessDigit;

typedef struct {
  SmrLoopsBuffer buffer;
  uint32_t rank, coordinates; // the buffer's; and bounds
  SmrLoopsIndex strides[SMR_ACCESS_MAX_RANK];
  SmrLoopsIndex offset[SMR_ACCESS_MAX_COORDINATES], bound[SMR_ACCESS_MAX_COORDINATES];
  uint32_t dims, accessed, first[SMR_ACCESS_MAX_RANK + 1]; // digits of d: first[d] … first[d + 1]
  SmrAccessDigit digits[SMR_ACCESS_MAX_DIGITS];
} SmrAccessView;

/// What stands for a node: a view, or two of them side by side (cartProd, pair).
typedef struct {
  const SmrAccessView *view, *other; // other: NULL for a view
  bool cartesian;
} SmrAccessOperand;

typedef struct {
  SmrAccess *access;
  const SmrTerm *term;
  const SmrAccessLower *options;
  SmrLoopsProgram *loops;
  SmrLoopsType type;
  SmrArena arena;
  SmrDatum *data;               // of each node
  const SmrAccessView **stored; // of each node that was stored for others
  const SmrLoopsIndex *batch;   // the steps of the batch loops
  SmrAccessFigures figures;
  double times;           // how often the statements at hand are run
  SMR_VEC(double) around; // … those around the loops that are open
  const char *error;
} SmrAccessLowering;

// lower_term.c
const uint32_t *smr_access_lower_children(const SmrAccessLowering *l, uint32_t node);
SmrAccessOp smr_access_lower_op(const SmrAccessLowering *l, uint32_t node);
SmrLoopsIndex smr_access_lower_index(SmrAccessLowering *l, SmrDatum size);
/// The sizes of a node's dimensions; returns how many there are.
uint32_t smr_access_lower_shape(SmrAccessLowering *l, uint32_t node, SmrLoopsIndex *dims, uint32_t *accessed);
int64_t smr_access_lower_number(SmrAccessLowering *l, uint32_t node);
uint32_t smr_access_lower_list(SmrAccessLowering *l, uint32_t node, SmrLoopsIndex *out, uint32_t *first);
bool smr_access_lower_fail(SmrAccessLowering *l, const char *why);
/// About how much it is.
double smr_access_lower_estimate(const SmrAccessLowering *l, SmrLoopsIndex size);
/// A loop around statements that are counted; its end.
SmrLoopsIndex smr_access_lower_for(SmrAccessLowering *l, SmrLoopsIndex count);
void smr_access_lower_end(SmrAccessLowering *l);

// lower.c
void smr_access_lower_store(SmrAccessLowering *l, const SmrAccessView *dest, uint32_t node,
                            SmrAccessStore store);

// lower_operand.c
SmrAccessOperand smr_access_lower_operand(SmrAccessLowering *l, uint32_t node);
const SmrAccessView *smr_access_lower_view(SmrAccessLowering *l, uint32_t node);

// lower_view.c
SmrAccessView *smr_access_view_copy(SmrAccessLowering *l, const SmrAccessView *view);
SmrAccessView *smr_access_view_place(SmrAccessLowering *l, const SmrAccessPlace *place, uint32_t rank,
                                     const SmrLoopsIndex *sizes, const SmrLoopsIndex *batch);
SmrAccessView *smr_access_view_alloc(SmrAccessLowering *l, uint32_t rank, const SmrLoopsIndex *sizes,
                                     uint32_t accessed);
/// Of a buffer of two dimensions, a view whose accessed dimensions are the first, its items the second.
SmrAccessView *smr_access_view_flat(SmrAccessLowering *l, const SmrAccessView *flat, uint32_t dims,
                                    const SmrLoopsIndex *sizes, uint32_t accessed);
SmrLoopsIndex smr_access_view_size(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim);
SmrAccessView *smr_access_view_permute(SmrAccessLowering *l, const SmrAccessView *view,
                                       const uint32_t *order);
// NULL: it is no index map.
SmrAccessView *smr_access_view_slice(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim,
                                     SmrLoopsIndex from, SmrLoopsIndex size);
SmrAccessView *smr_access_view_windows(SmrAccessLowering *l, const SmrAccessView *view,
                                       const SmrLoopsIndex *counts, const SmrLoopsIndex *sizes,
                                       const SmrLoopsIndex *steps);
SmrAccessView *smr_access_view_reshape(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dims,
                                       const SmrLoopsIndex *sizes, uint32_t accessed);
SmrAccessView *smr_access_view_pad(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim,
                                   SmrLoopsIndex before, SmrLoopsIndex size);
SmrAccessView *smr_access_view_broadcast(SmrAccessLowering *l, const SmrAccessView *view,
                                         const SmrLoopsIndex *sizes);
SmrAccessView *smr_access_view_without(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim);
SmrAccessView *smr_access_view_with(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim,
                                    uint32_t accessed);
/// What `size` is a multiple of `part` by; NULL: it is not known to be.
SmrLoopsIndex smr_access_quotient(SmrAccessLowering *l, SmrLoopsIndex size, SmrLoopsIndex part);
/// How far apart in memory a digit's neighbours are.
SmrLoopsIndex smr_access_view_stride(SmrAccessLowering *l, const SmrAccessView *view, uint32_t digit);
/// The first element's place behind the buffer's, in memory.
SmrLoopsIndex smr_access_view_start(SmrAccessLowering *l, const SmrAccessView *view);

// lower_loops.c
/// The element at an index for each dimension; 0 where a bound says so.
SmrLoopsValue smr_access_lower_load(SmrAccessLowering *l, const SmrAccessView *view, const SmrLoopsIndex *at,
                                    uint16_t lanes);
void smr_access_lower_copy(SmrAccessLowering *l, const SmrAccessView *dest, const SmrAccessView *from,
                           SmrAccessStore store);
typedef enum { SMR_ACCESS_BY_DOT, SMR_ACCESS_BY_SUM, SMR_ACCESS_BY_MAX } SmrAccessReduce;
void smr_access_lower_reduce(SmrAccessLowering *l, const SmrAccessView *dest, SmrAccessReduce by,
                             SmrAccessOperand from, SmrAccessStore store);

/// Stores a number or a vector at an index for each dimension.
void smr_access_lower_put(SmrAccessLowering *l, const SmrAccessView *dest, const SmrLoopsIndex *at,
                          SmrLoopsValue value, SmrAccessStore store);

// lower_product.c
/// dest ((m n) or (b m n)) = or += the products of rows of a and of b; the first `batch` accessed dimensions
/// are both's. False: it cannot be calls.
bool smr_access_lower_product(SmrAccessLowering *l, const SmrAccessView *dest, const SmrAccessView *a,
                              const SmrAccessView *b, uint32_t batch, SmrAccessStore store);

// lower_tile.c
/// dest ((m)(n)) = or += the products of rows of a and of b, in tiles of rows x columns x depth, which divide
/// m, n and k: each operand's part is copied into a buffer of its own.
void smr_access_lower_tiles(SmrAccessLowering *l, const SmrAccessView *dest, const SmrAccessView *a,
                            const SmrAccessView *b, const SmrLoopsIndex *tile, SmrAccessStore store);

#endif
