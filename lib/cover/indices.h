//===- indices.h - one way to count ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_INDICES_H
#define SMR_COVER_INDICES_H
#include "cover/canonical.h"
#include "cover/sums.h"

/// An element to which an empty sum is added is as it was: it is not in the domain. (canonical.c)
void smr_canonical_shrink(SmrSums *s, SmrRaisedEquation *e, uint32_t *laws);
/// CF3 but for LAW-TILE for the indices of the equation's domain, in all of it; bits of the laws used are
/// added.
void smr_indices_of_equation(SmrSums *s, SmrRaisedEquation *e, uint32_t *laws);
/// Makes one of two such indices, those of a constant tile first; false: no two are one.
bool smr_indices_join(SmrSums *s, SmrRaisedEquation *e, uint32_t *laws);
/// CF3 for the indices that the sum's terms run over (`outer`: all around it).
SmrSum smr_indices_of_sum(SmrSums *s, const SmrSum *sum, const SmrDomain *outer, uint32_t *laws);
/// The domain without an index: all points that some value of it completes. False when that is no domain
/// made of rows (a coefficient of the index is neither 1 nor -1).
bool smr_indices_project(SmrSums *s, const SmrDomain *domain, uint32_t index, SmrDomain *out);
/// Counts all indices that a triangle ties together from their other ends; false: there are none, or their
/// last values are not told.
bool smr_indices_reflect(SmrSums *s, SmrRaisedEquation *e, uint32_t *laws);
#endif
