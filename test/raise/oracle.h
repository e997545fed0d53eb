//===- oracle.h - nests' equations against running them -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_RAISE_ORACLE_H
#define SMR_TEST_RAISE_ORACLE_H
#include "raise/raise.h"

typedef enum {
  SMR_ORACLE_SKIPPED, // it traps, is never entered, or is about memory that the oracle did not make
  SMR_ORACLE_NEEDS,   // a need does not hold for these arguments
  SMR_ORACLE_EQUAL,
  SMR_ORACLE_DIFFERENT, // `why` says what
} SmrOracleVerdict;

/// Runs the function on memory and arguments made from the seed: pointers are arrays of numbers (one named
/// `sizes`: of integers -1 to 5), integers 0 to 5 (with seeds above 15 now and then negative), those after
/// the first three more often the larger ones. Whenever one of the nests is entered, its equations are
/// evaluated on memory and values as they are then, and compared with what the nest leaves behind. Of several
/// verdicts the worst: DIFFERENT, EQUAL, NEEDS, SKIPPED; of each nest one in `verdicts`, if not NULL.
SmrOracleVerdict smr_oracle_run(const SmrGraph *plain, const SmrRaisedNests *nests, uint64_t seed,
                                SmrOracleVerdict *verdicts, char why[200]);
/// Puts loops in the place of nests that are all that they do (cover/lift.h), as far out as that goes; how
/// many.
uint32_t smr_oracle_lift(const SmrGraph *plain, SmrRaisedNests *nests);

#endif
