//===- optimise.h - from a program to calls ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Equality saturation in phases: what to try is chosen by what the phase is for, so that each saturates.
// clang-format off
//   normalise  core, scalar, folds                       β-reduction, indexing of builds, tuples
//   name       core, scalar, calls, zeros, pointwise     calls by name; sums in loops that are no sums get a name
//   lift       core, scalar, zeros, lift, algebra,       from loops over elements to operations on whole arrays
//              curved, sums, flatten
//   combine    combine (BLAS)                            operations to calls, what a program leaves out filled in
// clang-format on
// Arrays that a program names (applies a λ to) and uses more than once keep their names: each is worked on by
// itself, in one graph, and computed once.
//
// Unguided, for comparison: the paper's rules alone, each tried everywhere, with as many steps as the budget
// allows.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_OPTIMISE_H
#define SMR_ARRAY_OPTIMISE_H
#include "array/cost.h"
#include "egraph/rules_text.h"
#include "egraph/run.h"

typedef struct {
  SmrArrayTarget target;
  const SmrRules *rules; // of pat/array-*.rules
  const SmrCost *cost;   // NULL: the paper's for the target
  bool unguided;
  SmrRunBudget budget; // of the whole; zeros: 1000 ms, 50,000 nodes, 200 MB, and 12 iterations a phase
} SmrArrayOptions;

typedef struct {
  const char *name;
  SmrStopReason stop;
  uint32_t steps, nodes, classes;
  double milliseconds;
} SmrArrayPhase;

typedef struct {
  SmrTerm term;
  uint32_t root;
  double cost, input_cost; // as trees, named arrays once
  SMR_VEC(SmrArrayPhase) phases;
  double milliseconds; // in all, extraction too
  size_t bytes;        // the graph's largest
  uint32_t steps, nodes, classes;
} SmrArraySolution;

/// Finds the cheapest term for a program; zero-initialise `out`. False after a diagnostic: a rule set is
/// missing, a rule is wrong, or no term has a finite cost. When a budget stops it, the solution is the best
/// so far.
bool smr_array_optimise(SmrArray *array, const SmrArrayProgram *program, const SmrArrayOptions *options,
                        SmrArraySolution *out, SmrDiag *diag);
void smr_array_solution_free(SmrArraySolution *solution);
#endif
