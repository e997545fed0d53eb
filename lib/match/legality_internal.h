//===- legality_internal.h - the parts of legality -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_LEGALITY_INTERNAL_H
#define SMR_MATCH_LEGALITY_INTERNAL_H
#include "graph/known.h"
#include "match/legality.h"

//--- The state of one decision -------------------------------------------------
typedef struct {
  const SmrLibrary *library;
  const SmrPair *pair;
  const SmrPattern *pattern;
  const SmrMatch *match;
  const SmrGraph *graph;
  const SmrUses *uses;
  const SmrLegalityOptions *options;
  SmrArena *arena;
  SmrKnown known;
  SMR_VEC(SmrGuard) guards;
  SMR_VEC(SmrAfterStore) stores;
  const char *reason;
} SmrDecision;

bool smr_refuse(SmrDecision *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Requires poly >= 0: proved, guarded (then known), or refused. `what` says it in words when the polynomial
/// cannot.
bool smr_require_nonneg(SmrDecision *d, SmrPoly poly, const char *what);
/// The same for any test; NULL means that its arithmetic overflowed.
bool smr_require(SmrDecision *d, const SmrExpr *test, const char *text);
/// True when the value exists where the call goes: before the last root and outside all of them.
bool smr_available(const SmrMatch *match, SmrValue value);
bool smr_poly_available(const SmrMatch *match, SmrPoly poly);
const char *smr_poly_text(SmrDecision *d, SmrPoly poly);

/// A pattern-side polynomial with the match's bindings put in; *scale > 0 is what it got multiplied by.
bool smr_bind_poly(SmrDecision *d, SmrPoly pattern_side, SmrPoly *out, int64_t *scale);
/// The value of a box argument's extent or stride as a polynomial.
bool smr_bind_descr(SmrDecision *d, uint32_t arg, uint32_t field, uint32_t dim, SmrPoly *out);

bool smr_check_alias(SmrDecision *d);       // L1, legality_alias.c
bool smr_check_assumptions(SmrDecision *d); // L1 of other loops, legality_assume.c
bool smr_check_ranges(SmrDecision *d);      // L1 of indices that may wrap around, legality_ranges.c
bool smr_check_conditions(SmrDecision *d);  // L6, conditions.c
bool smr_check_pays(SmrDecision *d);        // no rule of soundness: pays.c
/// A condition as a test at the place of the call; NULL when it cannot be computed there.
const SmrExpr *smr_condition_test(SmrDecision *d, const SmrWhen *when);
/// "\"n >= 3\" does not hold: n is 2", as far as that is known: the user wrote neither.
const char *smr_condition_failed(SmrDecision *d, const SmrWhen *when);
bool smr_check_effects(SmrDecision *d); // L2, L9, legality_effects.c
/// Of all guards, those go that the others imply; the first *size_count of them are about sizes. implied.c
void smr_drop_implied(SmrDecision *d, uint32_t *size_count);

#endif
