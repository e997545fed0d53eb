//===- old.h - the term that an element had before --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_OLD_H
#define SMR_COVER_OLD_H
#include "raise/equations.h"

/// Is the term something times what the version before has at the very element, in no sum? Only one load may
/// be of that version.
static inline bool smr_is_old(const SmrRaisedEquation *e, const SmrRaisedTerm *term) {
  uint32_t found = 0;
  for (uint32_t k = 0; k < term->factor_count; k++) {
    const SmrFactor *f = term->factors[k];
    found += f->kind == SMR_FACTOR_LOAD && f->id == e->array && f->version + 1 == e->version &&
             smr_poly_equal(f->poly, e->offset);
  }
  return found == 1 && !term->domain.index_count;
}
#endif
