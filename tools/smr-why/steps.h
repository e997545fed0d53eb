//===- steps.h - an answer, step by step -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_WHY_STEPS_H
#define SMR_WHY_STEPS_H
#include "match/findings.h"

/// Prints how the nest was read, what it computes, what the idiom computes, and where they part. Among the
/// flags may be the libraries that the idiom is in.
void steps_print(const char *idiom, const SmrFinding *fact, char **flags, int flag_count);
/// Of an idiom without loops, where nothing was called: says so and gives true. False: it has loops.
bool steps_print_straight(const char *idiom, const char *file, unsigned line, char **flags, int flag_count);
#endif
