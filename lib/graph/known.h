//===- known.h - what follows from facts about integers --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The one prover of bounds. It holds facts (polynomials over graph values that are not negative where the
// question is asked) and answers what follows from them, from the types of values and from how they are
// made. Enough arithmetic to see that the usual obligations follow from types, trip counts and declared
// extents; never a search.
//
// Invariant (test/graph/test_known.c, against all assignments of small numbers): whatever is proved holds for
// every assignment of numbers of their types to the leaves under which all facts hold and every value is what
// its op makes of its operands. Polynomials are exact integers here, not numbers modulo 2^64. The exception
// is smr_known_most.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_KNOWN_H
#define SMR_GRAPH_KNOWN_H
#include "base/map.h"
#include "graph/expr.h"
#include "graph/poly_op.h"
#include "size/interval.h"

/// A product of two leaves (ascending) is known more closely than they are, as an exact integer.
typedef struct {
  uint32_t leaves[2];
  int64_t low, high;
} SmrProductBound;

typedef struct {
  uint32_t leaf;
  int64_t low, high;
} SmrKnownBound;

typedef struct {
  SmrArena *arena;
  const SmrGraph *graph;
  bool pairs;              // sums of two facts are tried, too: quadratic in their number
  SMR_VEC(SmrPoly) nonneg; // each is >= 0
  SMR_VEC(SmrKnownBound) bounds;
  SMR_VEC(SmrProductBound) products;
  SmrMap index;              // leaf -> place in made + 1
  SMR_VEC(SmrInterval) made; // by how the leaves are made
} SmrKnown;                  // zero-initialise, with arena and graph; what the leaves are must not change
void smr_known_free(SmrKnown *known);
void smr_known_add(SmrKnown *known, SmrPoly nonneg);
/// Drops what was added since the mark, products aside.
typedef struct {
  uint32_t facts, bounds;
} SmrKnownMark;
SmrKnownMark smr_known_mark(const SmrKnown *known);
void smr_known_rewind(SmrKnown *known, SmrKnownMark mark);
/// Drops all facts that name the leaf.
void smr_known_forget(SmrKnown *known, uint32_t leaf);
void smr_known_add_product(SmrKnown *known, uint32_t a, uint32_t b, int64_t low, int64_t high);
/// Adds what follows from a test that holds: comparisons (with minima and maxima), equations, conjunctions of
/// them, what both sides of a disjunction tell, `c <= p / k`, that a number fits some bits.
/// A comparison is computed modulo 2^64, so it tells only where its sides' arithmetic is exact, as that of a
/// value alone is; the sides of an equation are taken to be. False: the test cannot hold where the facts do,
/// as far as smr_known_most tells; then nothing is added.
bool smr_known_learn(SmrKnown *known, const SmrExpr *test);
/// Can the test hold where the facts do, as far as smr_known_learn finds?
bool smr_known_can_hold(SmrKnown *known, const SmrExpr *test);
/// The test without the sides of disjunctions that cannot hold, if others can.
const SmrExpr *smr_known_narrow(SmrKnown *known, const SmrExpr *test);
/// Proves that the test holds.
bool smr_known_holds(SmrKnown *known, const SmrExpr *test);

/// Lowest and highest value, of a value and of a polynomial.
SmrInterval smr_known_value(SmrKnown *known, SmrValue value);
SmrInterval smr_known_interval(SmrKnown *known, SmrPoly poly);
/// Proves poly >= 0, poly >= bound.
bool smr_known_nonneg(SmrKnown *known, SmrPoly poly);
bool smr_known_at_least(SmrKnown *known, SmrPoly poly, int64_t bound);
/// As the leaf grows the polynomial rises (1), falls (-1), or neither is known (0). These leaves, which are
/// not negative, are not in what it rises by.
int smr_known_direction(SmrKnown *known, SmrPoly poly, uint32_t leaf, const uint32_t *nonneg, uint32_t count);
/// Proves that the polynomial's value fits a signed integer of that many bits.
bool smr_known_fits(SmrKnown *known, SmrPoly poly, uint32_t bits);
/// No part of the polynomial comes near 2^63: computed modulo 2^64, it and its distance to a 32-bit bound are
/// the numbers.
bool smr_known_exact(SmrKnown *known, SmrPoly poly);

/// The polynomial's value fits 64 bits, so that computing it modulo 2^64 gives it.
bool smr_known_whole(SmrKnown *known, SmrPoly poly);

/// The largest number that the polynomial's value is expected not to exceed; INT64_MAX: none. Here factors
/// of products count as sizes, and the program's arithmetic as that of integers that have no end: enough to
/// refuse a call, not to allow one (known_most.c).
int64_t smr_known_most(SmrKnown *known, SmrPoly poly);

/// The iv of a LOOP, and its trip count.
SmrValue smr_loop_iv(const SmrGraph *graph, SmrOp loop);
SmrPoly smr_loop_trip(const SmrGraph *graph, SmrArena *arena, SmrOp loop);

/// Polynomials without the loops' ivs among which the extreme value of `poly` over the iteration box is
/// found, when all the loops run. Loops stand outer before inner. False when poly is not affine enough, or
/// there are too many candidates.
enum { SMR_MAX_CORNERS = 16 };
typedef struct {
  SmrPoly polys[SMR_MAX_CORNERS];
  uint32_t count;
} SmrCorners;
bool smr_known_corners(SmrKnown *known, const SmrOp *loops, uint32_t loop_count, SmrPoly poly, bool maximum,
                       SmrCorners *out);
/// One step of it: adds the corners of p over loop number `at`; `whole` is p before the ivs inside left it.
bool smr_known_corners_of(SmrKnown *known, const SmrOp *loops, uint32_t loop_count, uint32_t at,
                          SmrPoly whole, SmrPoly p, bool maximum, SmrCorners *out);
/// Adds the polynomial unless the set has it. False if the set is full.
bool smr_corners_add(SmrCorners *corners, SmrPoly poly);
#endif
