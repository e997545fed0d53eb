//===- plan_legality.h - may calls take the place of a nest? --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// legality.h decides about one match of the normal form. Here a nest of the plain form was read as equations
// (lib/raise), and calls (and loops of it that stay) do what these say. Whoever found the plan knows that it
// is what the equations say; what the equations took for granted of the code, and what the calls ask for, is
// proved here, or guarded, or refused with a reason in the user's words:
//
// clang-format off: a list
//  L1: no bytes overlap that the code or a call accesses in two different objects, if one of them is written
//  L3: each loop runs at least once whose loads the call needs before the nest
//  L5: also, sizes are at least 1
//  L8: the laws that the plan uses are allowed
//  L9: the nest has no effect that the equations do not state
//  L10: the integers of the nest do not wrap; the needs of the equations hold
// clang-format on
//
// README.md has the argument. Works on graphs alone; knows nothing of equations and of MLIR.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_PLAN_LEGALITY_H
#define SMR_MATCH_PLAN_LEGALITY_H
#include "match/legality.h"

/// What laws of real numbers a call rests on that floating-point numbers do not obey.
enum {
  SMR_FREEDOM_NONE,
  SMR_FREEDOM_ORDER,   // sums and products in another order
  SMR_FREEDOM_ALGEBRA, // a*(b+c) = a*b + a*c, a/b = a*(1/b)
  SMR_FREEDOM_NANS     // which NaNs count: no option allows that
};

/// A call of a pair's replacement. `args` are bound as those of an SmrMatch, one per argument of the pair's
/// pattern. A FLOAT without a value is computed for the call, of values that `needed` and `reads` name.
typedef struct {
  const SmrLibrary *library;
  uint32_t pair;
  const SmrBinding *args;
  const uint32_t *sizes; // numbers of INT arguments that a library wants to be 1 or more
  uint32_t size_count;
  unsigned freedom;
  SmrOp loop;     // of the nest: does in the code what the call does (rounds.h), or 0
  uint32_t depth; // loops of the idiom
} SmrPlanCall;

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
  SmrGraph *graph; // in plain form
  const SmrUses *uses;
  const SmrOp *roots; // the nest: ops that follow one another in one block
  uint32_t root_count;
  SmrOp first;          // of what was read as equations: loads before the roots, or the first root, or 0
  const SmrPoly *needs; // over values of the graph; each is to be at least 0
  uint32_t need_count;
  const SmrEither *eithers; // besides, a case of each is to hold
  uint32_t either_count;
  const SmrValue *needed; // further values that are taken from before the nest
  uint32_t needed_count;
  const SmrOp *reads; // LOADs in the nest that are made before it, too: elements that the calls are given
  uint32_t read_count;
  const SmrPlanCall *calls;
  uint32_t call_count;
  const SmrPlanTouched *touched; // by the calls
  uint32_t touched_count;
  const SmrValue *objects; // bases of the memory that the equations keep apart
  uint32_t object_count;
  // LOADs of the nest's block. The first `early_count` of them read before anything is done; the others stand
  // between roots, or left a loop of which a copy makes them.
  const SmrOp *loads;
  uint32_t load_count, early_count;
} SmrPlanInput;

/// Decides about the plan. The guards stand in the order in which they are to be tested: each may be computed
/// where those before it hold. A call that does not pay makes the plan not pay.
/// Everything in *out lives in the arena.
bool smr_plan_legality(const SmrPlanInput *in, const SmrLegalityOptions *options, SmrArena *arena,
                       SmrVerdict *out);

/// The most freedom that the options give a plan for these ops, or that all float arithmetic among them has.
unsigned smr_plan_allowed(const SmrGraph *graph, const SmrOp *ops, uint32_t count,
                          const SmrLegalityOptions *options);
#endif
