//===- driver.h - both twins of every function on the same numbers -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
//
// What the functions of one file are run with, and both twins of each.
#ifndef SMR_SHAPES_DRIVER_H
#define SMR_SHAPES_DRIVER_H

struct env {
  long n, m, p, ld, q;
  double c, d;
  void *a, *b, *x, *y, *z;
};

typedef void Function(struct env *e);
typedef struct {
  Function *plain, *smr;
  int kind;  // 0: double, 1: float, 2: int
  int apart; // arrays must not overlap
} Pair;

extern const Pair pairs[];
extern const int pair_count;

#endif
