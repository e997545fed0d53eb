//===- offer.h - calls that may take the place of code --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Both ways of matching end in an offer: which ops go, what runs instead, and what has to hold for that. It
// is judged (legality.h, plan_legality.h), chosen, put into the code and told of by what it says alone.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_OFFER_H
#define SMR_MATCH_OFFER_H
#include "graph/passed.h"
#include "match/legality.h"

/// What laws of real numbers a call rests on that floating-point numbers do not obey.
enum {
  SMR_FREEDOM_NONE,
  SMR_FREEDOM_ORDER,   // sums and products in another order
  SMR_FREEDOM_ALGEBRA, // a*(b+c) = a*b + a*c, a/b = a*(1/b)
  SMR_FREEDOM_NANS     // which NaNs count: no option allows that
};

/// A call of a pair's replacement.
typedef struct {
  const SmrLibrary *library;
  uint32_t pair;
  // One for each argument of the pair's pattern: what it is bound to, as in an SmrMatch, and what the call is
  // given. A FLOAT without a value is computed for the call, of values that `needed` and `reads` name.
  const SmrBinding *args;
  const SmrPassed *passed;
  uint32_t arg_count;
  const uint32_t *sizes; // numbers of INT arguments that a library wants to be 1 or more
  uint32_t size_count;
  unsigned freedom;
  SmrOp loop;      // of the nest: does in the code what the call does (rounds.h), or 0
  uint32_t depth;  // loops of the idiom
  SmrOp at;        // where it is told of
  SmrValue result; // the graph's value that the call makes, or 0: its argument `result_arg`
  uint32_t result_arg;
  const SmrExplanation *explanation; // NULL: nobody asked
} SmrOfferCall;

/// What runs instead, in order: a call, or a copy of a root for what no call does.
typedef struct {
  uint32_t call;       // or SMR_OFFER_COPY
  SmrOp root;          // COPY
  const SmrOp *stores; // … that it does
  uint32_t store_count;
} SmrOfferStep;
enum { SMR_OFFER_COPY = UINT32_MAX };

/// A result of the code that a copy makes.
typedef struct {
  SmrValue value;
  uint32_t step;
} SmrOfferResult;

/// What a call touches of an object: so many bytes at each offset from its base at which no row is negative.
/// Indices are leaves that are not values of the graph; they are at least 0 and stand outer before inner.
typedef struct {
  SmrValue base;
  uint32_t bytes;
  uint32_t call; // its number
  bool written;
  SmrPoly offset;
  const SmrPoly *rows;
  uint32_t row_count;
  const uint32_t *indices;
  uint32_t index_count;
} SmrPlanTouched;

typedef struct {
  SmrGraph *graph; // in plain form; of a match, in normal form
  const SmrUses *uses;
  const SmrMatch *match; // by automata; else NULL
  uint32_t place;        // … position of its first root in the function, from 1
  uint32_t number;       // … how many were found before it
  SmrNest nest;          // what was read as equations: `first` may be a load before the roots; or nothing
  const SmrOp *roots;    // ops of one block, which follow one another
  uint32_t root_count;
  const SmrOp *loops; // in them
  uint32_t loop_count;
  const SmrOfferCall *calls;
  uint32_t call_count;
  const SmrOfferStep *steps;
  uint32_t step_count;
  const SmrOfferResult *results;
  uint32_t result_count;
  // What legality asks of a plan.
  const SmrPoly *needs; // over values of the graph; each is to be at least 0
  uint32_t need_count;
  const SmrEither *eithers; // besides, a case of each is to hold
  uint32_t either_count;
  const SmrValue *needed; // further values that are taken from before the nest
  uint32_t needed_count;
  const SmrOp *reads; // LOADs in the nest that are made before it, too: elements that the calls are given
  uint32_t read_count;
  const SmrPlanTouched *touched; // by the calls
  uint32_t touched_count;
  const SmrValue *objects; // bases of the memory that the equations keep apart
  uint32_t object_count;
  // LOADs of the nest's block. The first `early_count` of them read before anything is done; the others stand
  // between roots, or left a loop of which a copy makes them.
  const SmrOp *loads;
  uint32_t load_count, early_count;
  // What was decided.
  SmrVerdict verdict;
  uint64_t gain; // iterations of the code that calls do (rewrite/decide/gain.h)
  bool accepted;
  bool refused;       // … or not, with a reason; neither: something better took its code
  bool misfit;        // it was accepted, but does not fit the code
  bool made;          // it is in the code
  bool instead;       // in the loops of an offer before it, for where that one's rows are not equally spaced
  const char *reason; // when not accepted
  const char *freer;  // the idiom of a call that is refused for what it takes of real numbers' laws, or NULL
} SmrOffer;

/// The pair of an offer's first call; of a match, the only one.
static inline const SmrPair *smr_offer_pair(const SmrOffer *offer) {
  return &offer->calls[0].library->pairs[offer->calls[0].pair];
}
#endif
