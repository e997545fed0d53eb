//===- interpret.h - loops, run one statement after the other ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The slow oracle of what is printed. Each access is checked. Steps of parallel loops are run backwards: who
// depends on their order is found out.
//===----------------------------------------------------------------------===//
#ifndef SMR_LOOPS_INTERPRET_H
#define SMR_LOOPS_INTERPRET_H
#include "loops/loops.h"

/// An argument: an int64_t, a float or double, or an array of them and how many elements it has.
typedef struct {
  void *data;
  size_t elements;
} SmrLoopsArgument;

/// Runs a checked program on arguments in the order of their declaration. False, and why, when an element is
/// out of bounds, a size is not divided by its divisor, or a divisor is 0.
bool smr_loops_interpret(SmrLoopsProgram *l, const SmrLoopsArgument *arguments, SmrStr *why);

#endif
