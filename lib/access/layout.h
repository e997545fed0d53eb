//===- layout.h - where the elements of access patterns lie --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An access pattern that is a view of one tensor, or of what is stored, has a stride for each of its
// dimensions. As an e-class analysis: a class has the strides of any of its nodes.
//
// Invariant: dimensions of size 1 have stride 0. Equal terms are views with equal strides, or one of them is
// none; where that does not hold, the class is no view.
//===----------------------------------------------------------------------===//
#ifndef SMR_ACCESS_LAYOUT_H
#define SMR_ACCESS_LAYOUT_H
#include "access/access.h"
#include "egraph/data.h"

typedef enum { SMR_ACCESS_NO_VIEW, SMR_ACCESS_VIEW, SMR_ACCESS_VIEWS_DIFFER } SmrAccessViewState;

typedef struct {
  uint32_t state, rank;
  SmrDatum strides[SMR_ACCESS_MAX_RANK]; // in elements
} SmrAccessLayout;

/// The layout of a node with such a shape, whose first child has that shape and layout. `list` and `other`
/// are the data of its second and third child.
SmrAccessLayout smr_access_layout(const SmrAccess *access, SmrAccessOp op, const SmrAccessShape *shape,
                                  const SmrAccessShape *child, const SmrAccessLayout *of, SmrDatum list,
                                  SmrDatum other);

/// Whether the last two dimensions are a matrix as CBLAS reads it, by rows or by columns, for all values of
/// the sizes.
bool smr_access_is_matrix(const SmrAccess *access, const SmrAccessShape *shape,
                          const SmrAccessLayout *layout);

/// Adds the analysis to an empty graph; returns its number. `data` are the classes' shapes.
typedef struct {
  const SmrAccess *access;
  SmrDataSet *data;
  uint32_t number;
} SmrAccessLayouts;
void smr_access_analyse(SmrAccessLayouts *layouts, SmrEgraph *g);
const SmrAccessLayout *smr_access_layout_of(const SmrAccessLayouts *layouts, SmrEgraph *g, SmrClass c);
#endif
