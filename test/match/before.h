//===- before.h - guards as the program computes them ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_MATCH_BEFORE_H
#define SMR_TEST_MATCH_BEFORE_H
#include "base/map.h"
#include "match/legality.h"

/// The place before a nest, in one call of the function. Zero-initialise; to be emptied with
/// smr_before_forget.
typedef struct {
  const SmrGraph *g;
  const char *text;            // of the graph, for messages
  int64_t *args;               // of the function
  const unsigned char *memory; // as it is before the nest; NULL: loads give `loaded`
  int64_t start, loaded;       // start: its address
  size_t size;
  SmrMap early;           // value → its place in now
  SMR_VEC(int64_t) now;   // of values that were computed before the nest
  SMR_VEC(int64_t) loads; // addresses that were read for it
} SmrBefore;

/// Integers and addresses, modulo 2^64. A value that cannot be computed before the nest fails the test.
int64_t smr_before_value(SmrBefore *before, SmrValue value);
int64_t smr_before_poly(SmrBefore *before, SmrPoly poly);
/// Tests the guards up to the first one that does not hold.
bool smr_before_holds(SmrBefore *before, const SmrVerdict *verdict);
void smr_before_forget(SmrBefore *before);

#endif
