//===- spellings_driver.h - functions over matrices in one pool -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_FUZZ_SPELLINGS_DRIVER_H
#define SMR_FUZZ_SPELLINGS_DRIVER_H
#include <stddef.h>

typedef struct {
  long n, m, l, la, lb, lc;
  double alpha, *a, *b, *c, *v, *result;
} Call;

typedef struct {
  void (*plain)(const Call *), (*smr)(const Call *);
  int apart, is_signed; // apart: arrays never overlap; is_signed: sizes may be negative
} Pair;
extern const Pair pairs[];
extern const int pair_count;
#endif
