//===- eval.h - what array equations say, on concrete numbers -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The oracle of raising: slow and obvious. Every point of every equation's domain is enumerated, an element
// of a version is evaluated once, by recursion, and the last versions are written into the memory. With
// smr_ring_inverses a graph and its equations must leave the same bytes.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_RAISE_EVAL_H
#define SMR_TEST_RAISE_EVAL_H
#include "graph/ring.h"
#include "raise/equations.h"

/// Offsets low to low + size - 1 of an array; `bytes` (borrowed) holds them. NULL: the array is a result,
/// which has an element at offset 0 only, and none before the first version.
typedef struct {
  unsigned char *bytes;
  int64_t low;
  size_t size;
} SmrEvalMemory;
typedef struct {
  SmrCell value;
  bool defined;
} SmrEvalResult;

typedef struct {
  const SmrNumbers *numbers;     // NULL: smr_floats
  const int64_t *integers;       // by number; those of indices are not read
  const SmrCell *scalars;        // by number
  const SmrEvalMemory *memories; // by number of the array; read where an array is the first in its memory
  SmrEvalResult *results;        // by number of the array, set for those that have no memory
  uint64_t max_points;           // of all domains together; 0: ten million
  char trap[200];                // of the last evaluation; "" when it finished
} SmrEval;

/// Does one of the cases hold? Do all needs?
bool smr_eval_either(SmrEither either, const int64_t *integers);
bool smr_eval_needs(const SmrEquations *equations, const int64_t *integers);
/// Evaluates and writes. False with a reason in `trap`, and no memory changed: an unbounded index, too many
/// points, a cycle, two values for one element, an access outside of the memory, a function that is not
/// known.
bool smr_eval(SmrEval *eval, const SmrEquations *equations);
#endif
