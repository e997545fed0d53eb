//===- random_loops.h - programs of loops by chance ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_LOOPS_RANDOM_LOOPS_H
#define SMR_TEST_LOOPS_RANDOM_LOOPS_H
#include "loops/loops.h"

/// A program with the arguments, in this order: sizes m, n (divided by 4), a stride `ld` (at least n), a
/// number `alpha`, what is read: A, m x n with that stride, B, n numbers, V, m x 8 in a row; what is written:
/// C, m x n with stride 2 n and 2 from element 3 on.
SmrLoopsProgram *random_loops(uint64_t seed, SmrLoopsType type);
#endif
