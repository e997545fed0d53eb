//===- legality_internal.h - the parts of legality -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_LEGALITY_INTERNAL_H
#define SMR_MATCH_LEGALITY_INTERNAL_H
#include "match/legality.h"

//--- What is known (legality_known.c) -----------------------------------------

/// A product of two leaves (ascending) is known more closely than they are, as an exact integer.
typedef struct {
  uint32_t leaves[2];
  int64_t low, high;
} SmrProductBound;

/// Integer facts that hold for every iteration of the matched loops, given the guards collected so far.
typedef struct {
  SmrArena *arena;
  const SmrGraph *graph;
  SMR_VEC(SmrPoly) nonneg; // each is >= 0
  SMR_VEC(struct {
    uint32_t leaf;
    int64_t low;
    int64_t high;
  })
  bounds;
  SMR_VEC(SmrProductBound) products;
} SmrKnown;
void smr_known_free(SmrKnown *known);
void smr_known_add(SmrKnown *known, SmrPoly nonneg);
void smr_known_add_product(SmrKnown *known, uint32_t a, uint32_t b, int64_t low, int64_t high);
/// Proves poly >= 0.
bool smr_known_nonneg(SmrKnown *known, SmrPoly poly);
/// The largest number that the polynomial's value is known not to exceed; INT64_MAX: none.
int64_t smr_known_most(SmrKnown *known, SmrPoly poly);
/// Proves that the polynomial's value fits a signed integer of that many bits.
bool smr_known_fits(SmrKnown *known, SmrPoly poly, uint32_t bits);

/// No part of the polynomial comes near 2^63: computed modulo 2^64, it and its distance to a 32-bit bound are
/// the numbers.
bool smr_known_exact(SmrKnown *known, SmrPoly poly);

/// The iv of a LOOP, and its trip count.
SmrValue smr_loop_iv(const SmrGraph *graph, SmrOp loop);
SmrPoly smr_loop_trip(const SmrGraph *graph, SmrArena *arena, SmrOp loop);

/// Polynomials without the loops' ivs among which the extreme value of `poly` over the iteration box is
/// found. Loops stand outer before inner. False when poly is not affine enough, or there are too many
/// candidates.
enum { SMR_MAX_CORNERS = 16 };
typedef struct {
  SmrPoly polys[SMR_MAX_CORNERS];
  uint32_t count;
} SmrCorners;
bool smr_known_corners(SmrKnown *known, const SmrOp *loops, uint32_t loop_count, SmrPoly poly, bool maximum,
                       SmrCorners *out);

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

#endif
