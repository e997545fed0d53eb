//===- mutate.h - graphs that are nearly the same --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_COVER_MUTATE_H
#define SMR_TEST_COVER_MUTATE_H
#include "base/str.h"
#include "graph/random_graph.h"

/// The text of a function with one to three slips: another number, operand, comparison or operation, a line
/// left out, said again or elsewhere. It may be no graph any more.
void smr_mutate(SmrRandom *random, const char *text, SmrStr *out);

#endif
