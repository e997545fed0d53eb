//===- check.h - two terms on random data --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_ARRAY_CHECK_H
#define SMR_ARRAY_CHECK_H
#include "array/array.h"

/// Evaluates two closed terms over the declared inputs on random data, `rounds` times, with small sizes of
/// their own for the size names (0 and 1 among them). NULL when they agree (up to rounding); otherwise what
/// differs (static text, or text that lives until the next call).
const char *smr_array_check_equal(SmrArray *array, const SmrTerm *a, uint32_t i, const SmrTerm *b, uint32_t j,
                                  uint32_t rounds);
#endif
