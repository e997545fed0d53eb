//===- cost.h - the paper's costs ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Listings 6 to 8 of LIAR: a base cost for the language, discounted costs for a target's library calls; the
// other target's calls, and calls on arrays of unknown size, cost +infinity.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_COST_H
#define SMR_ARRAY_COST_H
#include "array/array.h"
#include "egraph/cost.h"

typedef enum { SMR_TARGET_NONE, SMR_TARGET_BLAS, SMR_TARGET_TORCH } SmrArrayTarget;

typedef struct {
  SmrArray *array;
  SmrArrayTarget target;
} SmrArrayCost;

/// The model as a cost for extraction; borrows `model`.
SmrCost smr_array_paper_cost(SmrArrayCost *model);
/// The same of a term.
double smr_array_term_cost(SmrArrayCost *model, const SmrTerm *term, uint32_t node);
#endif
