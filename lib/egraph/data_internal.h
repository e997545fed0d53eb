//===- data_internal.h - what reading and evaluating code share ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_DATA_INTERNAL_H
#define SMR_EGRAPH_DATA_INTERNAL_H
#include "egraph/data_code.h"

typedef struct {
  const char *name;
  uint8_t least, most; // arguments
  bool named;          // the first argument is the name of a function
  SmrDatum (*compute)(SmrDatums *v, const SmrDatum *args, uint32_t count);
} SmrDataBuiltin;

#define SMR_DATA_MAP 0u // the first two take functions: evaluated where functions are known
#define SMR_DATA_FOLD 1u
extern const SmrDataBuiltin smr_data_builtins[];
extern const uint32_t smr_data_builtin_count;

typedef enum {
  SMR_TEST_EQUAL,
  SMR_TEST_DIFFERENT,
  SMR_TEST_LESS,
  SMR_TEST_AT_MOST,
  SMR_TEST_DIVIDES,
  SMR_TEST_INTEGER,
  SMR_TEST_SIZE,
  SMR_TEST_NAME,
  SMR_TEST_LIST,
  SMR_TEST_SAME,
  SMR_TEST_KNOWN,
  SMR_TEST_MATCH,
  SMR_TEST_LET,
  SMR_TEST_NOT,
  SMR_TEST_AND,
  SMR_TEST_OR,
  SMR_TESTS,
} SmrDataTest;

#define SMR_LONGEST_LIST 4096 // a longer result has no value

#endif
