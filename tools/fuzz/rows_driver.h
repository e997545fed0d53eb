//===- rows_driver.h - functions over rows that pointers lead to ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_FUZZ_ROWS_DRIVER_H
#define SMR_FUZZ_ROWS_DRIVER_H
#include <stddef.h>

enum { ROWS = 80 }; // of each table; as many columns
typedef struct {
  void **table[3]; // a, b, c
  long m, n, p, q, ld;
  double alpha, beta;
} Call;

typedef struct {
  void (*plain)(const Call *), (*smr)(const Call *);
  int is_float, has_blocks; // blocks: a table's rows are reached from the first one
} Pair;
extern const Pair pairs[];
extern const int pair_count;
#endif
