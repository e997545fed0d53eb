//===- test_nearest.c - which option was meant? ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/nearest.h"
#include "test.h"

static const char *const options[] = {"--verbose", "-v", "--report", "--rules", "--help"};

static void expect(const char *given, const char *name) {
  SmrNearest nearest = {0};
  for (size_t k = 0; k < sizeof options / sizeof *options; k++)
    smr_nearest_try(&nearest, given, options[k], strlen(options[k]));
  assert_int_equal(nearest.name != NULL, name != NULL);
  if (name) {
    assert_int_equal(nearest.length, strlen(name));
    assert_memory_equal(nearest.name, name, nearest.length);
  }
}

TEST(test_slips_are_seen) {
  expect("--reprot=x", "--report"); // swapped
  expect("--hlp", "--help");        // missing
  expect("--rrules", "--rules");    // doubled
  expect("--verbase", "--verbose"); // changed
  expect("-verbose", "--verbose");
}

TEST(test_others_are_not) {
  expect("--colour", NULL);
  expect("--report=", NULL); // it is known: what is wrong is the value
  expect("-x", NULL);
  expect("--", NULL);
  expect("", NULL);
  char endless[4096] = "--";
  memset(endless + 2, 'r', sizeof endless - 3);
  endless[sizeof endless - 1] = 0;
  expect(endless, NULL);
}

TEST(test_the_nearest_of_several) {
  SmrNearest best = {0};
  smr_nearest_try(&best, "--smr-mods", "--smr-model", strlen("--smr-model"));
  assert_null(best.name); // two of four letters
  smr_nearest_try(&best, "--smr-mods", "--smr-mode", strlen("--smr-mode"));
  assert_int_equal(best.slips, 1);
  smr_nearest_try(&best, "--smr-mods", "--smr-node", strlen("--smr-node"));
  assert_string_equal(best.name, "--smr-mode");
}
