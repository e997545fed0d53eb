//===- oracle.h - a function's equations against running it ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_RAISE_ORACLE_H
#define SMR_TEST_RAISE_ORACLE_H
#include "raise/raise.h"

typedef enum {
  SMR_ORACLE_EQUAL,
  SMR_ORACLE_DIFFERENT, // `why` says what
  SMR_ORACLE_NEEDS,     // a need does not hold for these arguments
  SMR_ORACLE_SKIPPED,   // the function traps on them
} SmrOracleVerdict;

/// The whole body of a graph in the plain form; NULL with the reason.
SmrEquations *smr_oracle_raise(const SmrGraph *plain, SmrNotRaised *why);
/// Runs the function, and evaluates its equations, on memory and arguments made from the seed: pointers are
/// arrays of numbers, integers 0 to 5, those after the first three more often the larger ones.
SmrOracleVerdict smr_oracle_run(const SmrGraph *plain, const SmrEquations *equations, uint64_t seed,
                                char why[200]);

#endif
