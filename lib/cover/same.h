//===- same.h - are two sums the same, but for names and order? -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Terms of a sum and factors of a product have no order here, indices that are summed over no names. Domains
// are the same where each implies the other.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_SAME_H
#define SMR_COVER_SAME_H
#include "cover/sums.h"

enum { SMR_RENAMING_MOST = 16 };

/// What integers of q are, in those of p. Where the needs hold.
typedef struct {
  SmrSums *s;
  uint32_t from[SMR_RENAMING_MOST];
  SmrPoly to[SMR_RENAMING_MOST];
  uint32_t count;
  const SmrPoly *needs;
  uint32_t need_count;
} SmrIndexRenaming;

SmrPoly smr_renaming_poly(const SmrIndexRenaming *r, SmrPoly poly);
SmrDomain smr_renaming_domain(SmrIndexRenaming *r, const SmrDomain *domain); // its rows

/// The factors and coefficients of two terms; `around`: the domain of p, with all that is around it.
bool smr_same_product(SmrIndexRenaming *r, const SmrRaisedTerm *q, const SmrRaisedTerm *p,
                      const SmrDomain *around);
/// `outer`: what is around p.
bool smr_same_sum(SmrIndexRenaming *r, const SmrSum *q, const SmrSum *p, const SmrDomain *outer);
/// Offsets, domains and sums of two equations, for some order of their indices.
bool smr_same_equation(SmrIndexRenaming *r, const SmrRaisedEquation *q, const SmrRaisedEquation *p);
#endif
