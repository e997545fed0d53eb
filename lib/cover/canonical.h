//===- canonical.h - equations without the choices of their spelling ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Two nests that compute the same in another order have equations that look different: a sum that is carried
// by a scalar or by memory, a loop cut into tiles, a triangle counted from its diagonal. The canonical form
// of equations is equations again (everything that equations.h says holds), in which
//
// clang-format off: a list
//  CF1 every equation makes a version of its own, has `=`, and its domain has just the indices that its offset
//     has: what was added to the version before is a term, what other indices ran over is summed (LAW-ADD);
//  CF2 a version that only the next one reads, element by element, is part of it; one that nobody reads and
//     that is overwritten is gone (LAW-INLINE, LAW-OVERWRITE);
//  CF3 two indices that only occur as c*u + v, 0 <= v < c, are one (LAW-TILE); indices are counted so that
//     offsets have few products (LAW-SHIFT) and grow with them (LAW-REFLECT), the first value of each is 0;
//     an index that is always 0, and that no element depends on, is dropped (LAW-SHIFT);
//  CF5 two terms that are one product over neighbouring ranges of an index are one term over both, and so are a range and
//     the point next to it, and equations of one memory that make neighbouring elements alike; terms that are one
//     product at c*i, c*i + 1, … c*i + c - 1 are one over all of these (LAW-JOIN);
//  CF4 no product has a factor that is a product, no term is a sum of terms (raising sees to that).
// clang-format on
//
// Invariant (test/cover, by the evaluator of test/raise): wherever the needs of the canonical form hold, its
// last versions have in memory what the equations put there. Whether two spellings get the same form is a
// matter of how much is found, not of what is right.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_CANONICAL_H
#define SMR_COVER_CANONICAL_H
#include "raise/equations.h"

/// The laws that were used, under the names of README.md's table, which explanations print.
// clang-format off: a list
#define SMR_COVER_LAWS(X) \
  X(AC) X(DISTR) X(INVERSE) X(NANS) X(UNIT) X(ORDER) X(ADD) X(INLINE) X(REUSE) X(SAME) \
  X(JOIN) X(TILE) X(SHIFT) X(REFLECT) X(OVERWRITE) X(COPYIN) X(WITHIN) X(PARTS) X(EXPAND)
// clang-format on
typedef enum {
#define X(name) SMR_COVER_LAW_##name,
  SMR_COVER_LAWS(X)
#undef X
      SMR_COVER_LAW_COUNT
} SmrCoverLaw;
const char *smr_cover_law_name(SmrCoverLaw law); // "LAW-TILE"

/// What one canonical equation comes from.
typedef struct {
  const uint32_t *from; // places in the equations that it was made of
  uint32_t from_count;
  uint32_t laws; // bits
  bool repeats;  // LAW-REUSE of a value that the program computes by the same laws
} SmrOrigin;

typedef struct {
  const SmrEquations *source; // borrowed
  SmrEquations *equations; // integers begin with the source's, in the same numbering; scalars and arrays are
                           // the source's
  SMR_VEC(SmrOrigin) origins; // of each equation
} SmrCanonical;

/// The canonical form; NULL where arithmetic left 64 bits. `source` must live as long.
SmrCanonical *smr_canonical(const SmrEquations *source);
/// The same, but CF2 only as far as that takes none of the laws SMR_LAW_DISTR and SMR_LAW_INVERSE, and puts
/// no sum into a function's argument: `y = A*x; y = y / s; z = sqrt(z)` stay versions of their own.
SmrCanonical *smr_canonical_careful(const SmrEquations *source);
/// The laws that the equation is what the program computes by, those of functions' arguments among them.
uint32_t smr_equations_laws(const SmrEquations *equations, uint32_t equation);
/// The same, with those of raising; a repeated value is a load.
uint32_t smr_canonical_laws(const SmrCanonical *canonical, uint32_t equation);
/// The same, with those of CF1 to CF5, as SmrCoverLaw's bits.
uint32_t smr_canonical_told_laws(const SmrCanonical *canonical, uint32_t equation);
void smr_canonical_destroy(SmrCanonical *canonical);
#endif
