//===- test_budget.c - how much work one function may be ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/budget.h"
#include "test.h"

static uint64_t tick(void *data) {
  return *(uint64_t *)data;
}

TEST(test_share_of_the_file) {
  uint64_t now = 0;
  SmrRewriteOptions options = {.set.budget = 2, .clock = tick, .clock_data = &now};
  SmrFunctionBudget least, small, large, more;
  smr_budget_start(&least, &options, 0);
  smr_budget_start(&small, &options, 100);
  smr_budget_start(&large, &options, 1000000);
  options.set.budget = 4;
  smr_budget_start(&more, &options, 1000000);
  assert_int_equal(least.steps, 25000); // 1 ms
  assert_int_equal(small.steps, least.steps);
  assert_int_equal(large.steps, 15000000); // 2 % of 30 s
  assert_int_equal(more.steps, 2 * large.steps);
}

TEST(test_steps_end_it_whatever_the_clock_says) {
  uint64_t now = 0;
  SmrRewriteOptions options = {.clock = tick, .clock_data = &now};
  SmrFunctionBudget budget;
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  smr_budget_start(&budget, &options, 0);
  smr_budget_spend(&budget, budget.steps - 1);
  now = 900000;
  assert_true(smr_budget_left(&budget, "matching"));
  smr_budget_spend(&budget, 2);
  assert_false(smr_budget_left(&budget, "deciding"));
  assert_string_equal(smr_budget_reason(&budget, &arena),
                      "SMR's budget for this function was used up while deciding");
}

TEST(test_base_and_size) {
  uint64_t now = 5000000;
  SmrRewriteOptions options = {.set.function_ms = 2, .clock = tick, .clock_data = &now};
  SmrFunctionBudget budget;
  smr_budget_start(&budget, &options, 0);
  now += 2000;
  assert_true(smr_budget_left(&budget, "matching"));
  smr_budget_size(&budget, 1000000); // so many ops are worth more than that
  now += 1000;
  assert_true(smr_budget_left(&budget, "matching"));
}

TEST(test_over_stays_over) {
  uint64_t now = 0;
  SmrRewriteOptions options = {.set.function_ms = 2, .clock = tick, .clock_data = &now};
  SmrFunctionBudget budget;
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  smr_budget_start(&budget, &options, 0);
  now = 2001;
  assert_false(smr_budget_left(&budget, "normalising"));
  now = 0;
  assert_false(smr_budget_left(&budget, "matching"));
  assert_string_equal(smr_budget_reason(&budget, &arena),
                      "SMR's time for this function was over while normalising");
}
