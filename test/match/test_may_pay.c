//===- test_may_pay.c - may a call ever be faster than these loops? --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// after cmocka's
#include "graph_text.h"
#include "match/may_pay.h"

static void expect_iterations(const char *body, int64_t wanted) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text,
                 "func @f(%%x: ptr, %%n: i64, %%c: i1) {\n  %%3 = const 3 : i64\n  %%4 = const 4 : i64\n%s"
                 "  return\n}\n",
                 body);
  SmrGraph *g = graph_of_text(symbols, "may_pay", smr_str_get(&text), text.size);
  const SmrBlock block = smr_region_block(g, g->body);
  const SmrNest all = {block, g->blocks.data[block].first, g->blocks.data[block].last};
  assert_int_equal(smr_loop_iterations(g, all, 0), wanted);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

#define LOOP(i, trip, body) "  loop %" trip " {\n  ^(%" i ": i64):\n" body "    yield\n  }\n"

TEST(iterations_of_the_innermost_loops) {
  expect_iterations(LOOP("i", "3", ""), 3);
  expect_iterations(LOOP("i", "3", "") LOOP("j", "4", ""), 7);
  expect_iterations(LOOP("i", "3", LOOP("j", "4", "") LOOP("k", "3", "")), 21);
}

TEST(iterations_that_are_not_known) {
  expect_iterations(LOOP("i", "n", ""), 0);
  expect_iterations(LOOP("i", "3", "") LOOP("j", "n", ""), 0);
  expect_iterations(LOOP("i", "n", LOOP("j", "3", "")), 0);
}

#define ARG(number) {SMR_WHEN_ARG, number, 0}
#define CONST(number) {SMR_WHEN_CONST, 0, number}
#define OP(name) {SMR_WHEN_##name, 0, 0}
#define WHEN(...)                                                                                            \
  &(SmrWhen){(const SmrWhenStep[]){__VA_ARGS__}, sizeof((SmrWhenStep[]){__VA_ARGS__}) / sizeof(SmrWhenStep), \
             ""}

static bool may_pay(const SmrWhen *one, const SmrWhen *other, int64_t iterations, int64_t round) {
  const SmrWhen pays[] = {*one, other ? *other : (SmrWhen){NULL, 0, NULL}};
  const SmrPair pair = {.pattern = {.arg_count = 3}, .pays = pays, .pays_count = other ? 2 : 1};
  const SmrLoopWork work = {iterations, round};
  return smr_may_pay(&pair, &work, &(SmrCompiled){.wide = false});
}

/// round*n >= 250*n + 13400
TEST(what_a_call_takes_at_least) {
  const SmrWhen *dot =
      WHEN(OP(ROUND), ARG(0), OP(MUL), CONST(250), ARG(0), OP(MUL), CONST(13400), OP(ADD), OP(GE));
  assert_false(may_pay(dot, NULL, 6, 520));
  assert_false(may_pay(dot, NULL, 26, 520));
  assert_true(may_pay(dot, NULL, 27, 520));
  assert_true(may_pay(dot, NULL, 0, 520));
  assert_false(may_pay(dot, NULL, 0, 250)); // no size makes up for it
}

/// round*n*m >= 13400: however 27 iterations are two loops'.
TEST(sizes_that_are_multiplied) {
  const SmrWhen *two = WHEN(OP(ROUND), ARG(0), OP(MUL), ARG(1), OP(MUL), CONST(13400), OP(GE));
  assert_false(may_pay(two, NULL, 25, 520));
  assert_true(may_pay(two, NULL, 26, 520));
}

/// ix == 1 || ix == -1, round*n >= 250*n - 150*ix*n + 13400
TEST(strides_are_what_they_are_compared_with) {
  const SmrWhen *stride = WHEN(ARG(1), CONST(1), OP(EQ), ARG(1), CONST(1), OP(NEG), OP(EQ), OP(OR));
  const SmrWhen *dot = WHEN(OP(ROUND), ARG(0), OP(MUL), CONST(250), ARG(0), OP(MUL), CONST(150), ARG(1),
                            OP(MUL), ARG(0), OP(MUL), OP(SUB), CONST(13400), OP(ADD), OP(GE));
  assert_false(may_pay(stride, dot, 18, 520));
  assert_true(may_pay(stride, dot, 40, 520));
}

TEST(plain_conditions) {
  const SmrWhen *never = WHEN(CONST(0), CONST(1), OP(GE)), *size = WHEN(ARG(0), CONST(64), OP(GE));
  assert_false(may_pay(never, NULL, 0, 520));
  assert_false(may_pay(never, NULL, 6, 520));
  assert_false(may_pay(size, NULL, 63, 520));
  assert_true(may_pay(size, NULL, 64, 520));
  assert_true(may_pay(size, NULL, 0, 520));
}
