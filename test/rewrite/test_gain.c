//===- test_gain.c - what is compared of two ways to cover a nest ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// after cmocka's
#include "rewrite/decide/gain.h"

#define WORK(depth, ...)                                                                                     \
  smr_gain_iterations((const int64_t[]){__VA_ARGS__},                                                        \
                      sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t), depth)

TEST(iterations) {
  assert_int_equal(WORK(1, 0), 256);
  assert_int_equal(WORK(2, 100, 3), 300);
  assert_int_equal(WORK(2, 1, 1), 1);
  assert_int_equal(WORK(2, 60), 3600);               // one size for two loops
  assert_int_equal(WORK(3, 10, 100), 10 * 10 * 100); // dsyrk's n and k
  assert_int_equal(WORK(3, 10, 0, 3), 10 * 256 * 3);
  assert_int_equal(WORK(2, -5, 7), 7); // a loop that never runs
  assert_int_equal(smr_gain_iterations(NULL, 0, 2), 256 * 256);
  assert_int_equal(WORK(8, INT64_MAX), (int64_t)1 << 48);
}

/// One product outweighs all the dots in it; what has loops of three iterations is hardly deeper.
TEST(degrees) {
  assert_true(WORK(3, 0, 0, 0) > 100 * WORK(2, 0, 0));
  assert_true(WORK(2, 0, 0) > WORK(2, 0, 3) * 8);
  assert_true(WORK(1, 0) == WORK(2, 0, 1));
}
