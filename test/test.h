//===- test.h - what a unit test includes --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// cmocka wants these headers before its own. SMR_SOURCE_DIR, SMR_BUILD_DIR and SMR_LLVM_BIN are defined by
// the build, and so is TEST_UNIT: the name under which the one program of all tests (units.c) knows the
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

typedef struct TestCase {
  const char *unit;
  struct CMUnitTest test;
  struct TestCase *next;
} TestCase;
void test_add(TestCase *test);
void test_set_main(const char *unit, int (*run)(void));

/// TEST(name) { … } is a test of its file; they run in order. TEST_WITH: with functions that run before and
/// after it.
#define TEST(name) TEST_WITH(name, NULL, NULL)
#define TEST_WITH(name, setup, teardown)                                                                     \
  static void name(void **state);                                                                            \
  TEST_ADD(name, setup, teardown)                                                                            \
  static void name(void **state __attribute__((unused)))
#define TEST_ADD(name, setup, teardown)                                                                      \
  __attribute__((constructor)) static void add_##name(void) {                                                \
    static TestCase test = {TEST_UNIT, {#name, name, setup, teardown, NULL}, NULL};                          \
    test_add(&test);                                                                                         \
  }

/// TEST_MAIN { … } is what runs of a file instead of its tests; it may run them. The result is the exit
/// status.
#define TEST_MAIN                                                                                            \
  static int test_main(void);                                                                                \
  __attribute__((constructor)) static void set_main(void) {                                                  \
    test_set_main(TEST_UNIT, test_main);                                                                     \
  }                                                                                                          \
  static int test_main(void)
/// All tests of the file, with functions that run before and after all of them; how many failed.
int test_run(CMFixtureFunction setup, CMFixtureFunction teardown);
extern char **test_arguments; // what stands on the command line behind the unit's name, then NULL
#endif
