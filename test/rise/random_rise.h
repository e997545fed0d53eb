//===- random_rise.h - typed terms of RISE by chance ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_RISE_RANDOM_RISE_H
#define SMR_TEST_RISE_RANDOM_RISE_H
#include "base/str.h"

/// Appends a closed function of arrays, numbers and pairs, in the words of pat/rise-vectors.rules.
void random_rise(uint64_t seed, SmrStr *out);
#endif
