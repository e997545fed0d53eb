//===- test_budget.c - how long one function may take ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/budget.h"
#include "test.h"

static uint64_t tick(void *data) {
  return *(uint64_t *)data;
}

static void test_base_and_size(void **state) {
  (void)state;
  uint64_t now = 5000000;
  SmrRewriteOptions options = {.function_ms = 2, .clock = tick, .clock_data = &now};
  SmrFunctionBudget budget;
  smr_budget_start(&budget, &options);
  now += 2000;
  assert_true(smr_budget_left(&budget, "matching"));
  smr_budget_size(&budget, 1000000); // so many ops are worth more than that
  now += 1000;
  assert_true(smr_budget_left(&budget, "matching"));
}

static void test_over_stays_over(void **state) {
  (void)state;
  uint64_t now = 0;
  SmrRewriteOptions options = {.function_ms = 2, .clock = tick, .clock_data = &now};
  SmrFunctionBudget budget;
  SmrArena arena = {0};
  smr_budget_start(&budget, &options);
  now = 2001;
  assert_false(smr_budget_left(&budget, "normalising"));
  now = 0;
  assert_false(smr_budget_left(&budget, "matching"));
  assert_string_equal(smr_budget_reason(&budget, &arena),
                      "SMR's time for this function was over while normalising");
  smr_arena_destroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_base_and_size),
                                     cmocka_unit_test(test_over_stays_over)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
