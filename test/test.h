//===- test.h - what a unit test includes --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// cmocka wants these headers before its own. SMR_SOURCE_DIR, SMR_BUILD_DIR and SMR_LLVM_BIN are defined by
// the build, and so is `main`: as the name under which the one program of all tests (units.c) knows the
// file's.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_TEST_H
#define SMR_TEST_TEST_H
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// after them
#include <cmocka.h>

/// Random tests run SMR_ROUNDS percent of their usual iterations (default: 100), with seeds from SMR_SEED on
/// (default: 0; below 2^30). The check runs a tenth, seeded by the commit; the nightly one runs all.
uint32_t test_seed(void);
uint32_t test_rounds(uint32_t usual); // at least 1
bool test_whole(void);                // all of them run
/// What chance brings rarely, only a whole run has to bring.
#define assert_by_chance(condition) assert_true(!test_whole() || (condition))
/// For a loop that lets each of some calls fail: `for (n = test_first(1); n <= calls; n += test_step(1))`.
long test_step(long usual), test_first(long usual);

#ifdef main
int main(void);
#endif
extern char **test_arguments; // what stands on the command line behind the test's name, then NULL
#endif
