//===- equation.h - integer equations between pattern and input ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pattern polynomial P over unknowns must equal an input polynomial Q. Both are first split by what varies
// inside the matched code (loop variables, loaded indices): the coefficients of each such monomial must
// agree, and those are equations between invariants. One equation determines at most one unknown, in one term
// of degree one; which one is known from P and from what is bound already, never from Q, so that the order of
// solving is a property of the pattern.
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_EQUATION_H
#define SMR_AUTOMATA_EQUATION_H
#include "automata/facts.h"

/// The value of an unknown is poly / divisor.
typedef struct {
  SmrPoly poly;
  int64_t divisor;
  bool bound;
} SmrUnknown;

/// What P can do when the unknowns for which `bound` answers true have values: check (no other unknown),
/// determine *unknown, or wait.
typedef enum { SMR_EQ_CHECKS, SMR_EQ_SOLVES, SMR_EQ_WAITS } SmrEqUse;
SmrEqUse smr_equation_use(SmrPoly p, bool (*bound)(uint32_t leaf, void *data), void *data, uint32_t *unknown);

/// P with values put in, times *scale (the product of the divisors, at least 1). Leaves of P are unknown
/// numbers + 1.
bool smr_equation_value(SmrArena *arena, const SmrUnknown *unknowns, SmrPoly p, SmrPoly *out, int64_t *scale);

typedef enum { SMR_EQ_FAILS, SMR_EQ_HOLDS, SMR_EQ_RESIDUAL } SmrEqResult;
/// All unknowns of P are bound. RESIDUAL: Q consists of descriptor strides only; *left == *right remains to
/// be guarded.
SmrEqResult smr_equation_check(SmrArena *arena, const SmrGraph *graph, const SmrUnknown *unknowns, SmrPoly p,
                               SmrPoly q, SmrPoly *left, SmrPoly *right);
/// P determines `unknown`: fills *out. A quotient that is not exact is kept as a fraction when only
/// descriptor strides are divided.
bool smr_equation_solve(SmrArena *arena, const SmrGraph *graph, const SmrUnknown *unknowns, SmrPoly p,
                        SmrPoly q, uint32_t unknown, SmrUnknown *out);

/// One coefficient of a polynomial that was split by its varying part.
typedef struct {
  uint32_t degree;
  uint32_t key[SMR_POLY_MAX_DEGREE]; // ascending leaves; degree 0: the invariant part
  SmrPoly coefficient;
} SmrGroup;
/// Splits by the leaves for which `varies` is true. Groups come in the order of their first terms, the
/// invariant part last and always (it may be zero). At most SMR_POLY_MAX_TERMS + 1 groups.
uint32_t smr_equation_split(SmrArena *arena, SmrPoly p, bool (*varies)(uint32_t leaf, void *data), void *data,
                            SmrGroup *groups);
#endif
