//===- random_pattern.h - patterns and terms by chance -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TEST_PYPM_RANDOM_PATTERN_H
#define SMR_TEST_PYPM_RANDOM_PATTERN_H
#include "pypm/file.h"

/// A generator of numbers; never 0.
typedef uint64_t PypmRandom;
uint32_t pypm_random(PypmRandom *random, uint32_t below);
/// Declarations of the operators, and three patterns, that are used below.
extern const char pypm_random_operators[];
/// An item `pattern NAME(x, y, F/1) = …`, small, with every construct; often it is one that loads.
void pypm_random_pattern(PypmRandom *random, const char *name, SmrStr *out);
/// Guards ask for uses, too.
extern bool pypm_random_uses;
/// A file of the operators and of `count` terms, each of at most 6 nodes.
SmrPypmFile *pypm_random_file(PypmRandom *random, uint32_t count, uint32_t *terms);
#endif
