//===- test_system.c - systems of affine constraints ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "affine/system.h"
#include "graph/random_graph.h"
#include "test.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { I = 1, J, K, N, M, LDA };
static SmrArena arena;

static SmrPoly leaf(uint32_t id) {
  return smr_poly_leaf(&arena, id);
}
static SmrPoly times(SmrPoly a, SmrPoly b) {
  SmrPoly out;
  assert_true(smr_poly_mul(&arena, a, b, &out));
  return out;
}
static SmrPoly sum(SmrPoly a, int64_t factor, SmrPoly b, int64_t constant) { // a + factor * b + constant
  assert_true(smr_poly_scale(&arena, b, factor, &b));
  assert_true(smr_poly_add(&arena, a, b, &a));
  assert_true(smr_poly_add(&arena, a, smr_poly_const(&arena, constant), &a));
  return a;
}

static void add(SmrSystem *s, SmrPoly p, uint32_t instance) {
  assert_true(smr_system_add(s, SMR_AFFINE_GE, p, instance));
}

/// 0 <= i < n in an instance.
static void loop(SmrSystem *s, uint32_t i, uint32_t n, uint32_t instance) {
  add(s, leaf(i), instance);
  add(s, sum(leaf(n), -1, leaf(i), -1), instance);
}

static SmrSystem fresh(void) {
  SmrSystem s = {.limit = 0};
  for (uint32_t k = I; k <= K; k++)
    smr_system_index(&s, k);
  return s;
}

TEST(instances_are_apart) {
  SmrSystem s = fresh();
  loop(&s, I, N, 0);
  loop(&s, I, N, 1);
  assert_false(smr_system_empty(&s));
  SmrSystemMark mark = smr_system_mark(&s);
  // i' < i'' has points, and with i' == i'' has none.
  assert_true(smr_system_add_between(&s, SMR_AFFINE_GE, leaf(I), 1, leaf(I), 0, -1));
  assert_false(smr_system_empty(&s));
  assert_true(smr_system_add_between(&s, SMR_AFFINE_EQ, leaf(I), 1, leaf(I), 0, 0));
  assert_true(smr_system_empty(&s));
  smr_system_rewind(&s, mark);
  assert_false(smr_system_empty(&s));
  // n is one number in both.
  add(&s, sum(leaf(I), -1, leaf(N), 0), 1);
  assert_true(smr_system_empty(&s));
  smr_system_rewind(&s, mark);
  assert_true(smr_system_implies(&s, SMR_AFFINE_GE, sum(leaf(N), 0, leaf(N), -1), 0));
  assert_false(smr_system_implies(&s, SMR_AFFINE_GE, sum(leaf(N), 0, leaf(N), -2), 0));
  assert_int_equal(s.rows.size, mark.rows);
  smr_system_free(&s);
}

TEST(equations_are_solved_over_integers) {
  SmrSystem s = {.limit = 0};
  uint32_t x = smr_system_column(&s, 7, 0), y = smr_system_column(&s, 8, 0);
  SmrAffineTerm even[] = {{x, 2}, {y, 4}};
  assert_true(smr_system_add_row(&s, SMR_AFFINE_EQ, even, 2, 1));
  assert_true(smr_system_empty(&s)); // 2x + 4y == -1
  smr_system_reset(&s);
  x = smr_system_column(&s, 7, 0), y = smr_system_column(&s, 8, 0);
  SmrAffineTerm coprime[] = {{x, 6}, {y, 10}};
  assert_true(smr_system_add_row(&s, SMR_AFFINE_EQ, coprime, 2, -8));
  assert_false(smr_system_empty(&s)); // 6x + 10y == 8: x = 3, y = -1
  SmrAffineTerm low[] = {{x, 1}}, high[] = {{x, -1}};
  assert_true(smr_system_add_row(&s, SMR_AFFINE_GE, low, 1, 1));
  assert_true(smr_system_add_row(&s, SMR_AFFINE_GE, high, 1, 2));
  assert_true(smr_system_empty(&s)); // x is 3 modulo 5, and -1 <= x <= 2
  // Two inequalities are an equation, too.
  smr_system_reset(&s);
  x = smr_system_column(&s, 7, 0), y = smr_system_column(&s, 8, 0);
  SmrAffineTerm there[] = {{x, 3}, {y, -2}, {x, 0}}, back[] = {{x, -3}, {y, 2}};
  assert_true(smr_system_add_row(&s, SMR_AFFINE_GE, there, 3, -1));
  assert_true(smr_system_add_row(&s, SMR_AFFINE_GE, back, 2, 1));
  assert_false(smr_system_empty(&s)); // x = y = 1
  SmrAffineTerm above[] = {{y, 1}}, under[] = {{y, -1}};
  assert_true(smr_system_add_row(&s, SMR_AFFINE_GE, above, 1, -2));
  assert_true(smr_system_add_row(&s, SMR_AFFINE_GE, under, 1, 3));
  assert_true(smr_system_empty(&s)); // 3x == 2y + 1: y is odd, 1 or 4 modulo 3
  smr_system_free(&s);
}

TEST(products_are_columns) {
  SmrSystem s = fresh();
  // The same product in two instances is one number where its index is the same only.
  SmrPoly row = times(leaf(LDA), leaf(I));
  assert_true(smr_system_add_between(&s, SMR_AFFINE_EQ, row, 0, row, 1, -1));
  assert_false(smr_system_empty(&s));
  smr_system_reset(&s);
  for (uint32_t k = I; k <= K; k++)
    smr_system_index(&s, k);
  SmrPoly size = times(leaf(LDA), leaf(N));
  assert_true(smr_system_add_between(&s, SMR_AFFINE_EQ, size, 0, size, 1, -1));
  assert_true(smr_system_empty(&s));
  smr_system_free(&s);
}

TEST(limits_are_told) {
  SmrSystem s = {.limit = 0};
  int64_t big = (int64_t)1 << 60;
  assert_false(smr_system_add(&s, SMR_AFFINE_GE, smr_poly_const(&arena, INT64_MIN), 0));
  assert_false(smr_system_add(&s, SMR_AFFINE_GE, sum(smr_poly_const(&arena, 0), INT64_MAX, leaf(N), 0), 0));
  assert_int_equal(s.rows.size + s.columns.size, 0);
  // Coefficients that fit, and whose product does not: not proved, and told.
  SmrAffineTerm a[] = {{smr_system_column(&s, 1, 0), big}, {smr_system_column(&s, 2, 0), big - 1}};
  SmrAffineTerm b[] = {{0, -big + 3}, {1, big - 5}}, c[] = {{0, 7}, {1, -big}};
  assert_true(smr_system_add_row(&s, SMR_AFFINE_GE, a, 2, -1));
  assert_true(smr_system_add_row(&s, SMR_AFFINE_GE, b, 2, -1));
  assert_true(smr_system_add_row(&s, SMR_AFFINE_GE, c, 2, -1));
  assert_false(smr_system_empty(&s));
  assert_int_equal(smr_system_limit(&s), SMR_AFFINE_LIMIT_OVERFLOW);
  // As many rows and columns as there may be.
  smr_system_reset(&s);
  assert_int_equal(smr_system_limit(&s), 0);
  for (uint32_t k = 0; k < SMR_AFFINE_MAX_COLUMNS; k++)
    assert_int_equal(smr_system_column(&s, k, 0), k);
  assert_int_equal(smr_system_column(&s, SMR_AFFINE_MAX_COLUMNS, 0), UINT32_MAX);
  assert_int_equal(smr_system_column(&s, 3, 9), 3);
  assert_false(smr_system_add(&s, SMR_AFFINE_GE, leaf(SMR_AFFINE_MAX_COLUMNS), 0));
  for (uint32_t k = 0; k < SMR_AFFINE_MAX_ROWS; k++)
    add(&s, leaf(k % 8), 0);
  assert_false(smr_system_add(&s, SMR_AFFINE_GE, leaf(0), 0));
  assert_false(smr_system_empty(&s));
  smr_system_free(&s);
}

/// Rows without zeros: eliminating squares their number.
TEST(too_many_rows) {
  SmrSystem s = {.limit = 0};
  SmrRandom random = {5};
  for (uint32_t k = 0; k < 120; k++) {
    SmrAffineTerm terms[12];
    for (uint32_t t = 0; t < 12; t++)
      terms[t] = (SmrAffineTerm){smr_system_column(&s, t, 0), (int64_t)smr_random_below(&random, 19) - 9};
    assert_true(smr_system_add_row(&s, SMR_AFFINE_GE, terms, 12, 1000));
  }
  assert_false(smr_system_empty(&s));
  assert_true(smr_system_limit(&s) & SMR_AFFINE_LIMIT_ROWS);
  smr_system_reset(&s);
  assert_false(smr_system_empty(&s)); // no constraint: all points
  assert_int_equal(smr_system_limit(&s), 0);
  assert_true(smr_system_add(&s, SMR_AFFINE_EQ, smr_poly_const(&arena, 1), 0));
  assert_true(smr_system_empty(&s));
  smr_system_free(&s);
}

static void print_leaf(uint32_t id, SmrStr *out, void *data) {
  (void)data;
  smr_str_putc(out, "?ijknml"[id]);
}

TEST(text) {
  SmrSystem s = fresh();
  loop(&s, I, N, 0);
  SmrPoly row = times(leaf(LDA), leaf(I));
  assert_true(smr_system_add_between(&s, SMR_AFFINE_EQ, sum(row, 2, leaf(J), 0), 0, row, 1, -3));
  assert_true(smr_system_add(&s, SMR_AFFINE_GE, smr_poly_const(&arena, -4), 0));
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_system_print(&s, &out, print_leaf, NULL);
  assert_string_equal(smr_str_get(&out), "i.0 >= 0\n"
                                         "-i.0 + n - 1 >= 0\n"
                                         "2*j.0 + i.0*l - i.1*l - 3 == 0\n"
                                         "-4 >= 0\n");
  smr_system_free(&s);
}

#ifndef NDEBUG
static void aborts(void (*f)(SmrSystem *)) {
  pid_t child = fork();
  if (!child) {
    SmrSystem s = {.limit = 0};
    signal(SIGABRT, SIG_DFL);
    fclose(stderr);
    f(&s);
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
static void late_index(SmrSystem *s) {
  smr_system_column(s, I, 0);
  smr_system_index(s, I);
}
static void old_mark(SmrSystem *s) {
  smr_system_column(s, I, 0);
  SmrSystemMark mark = smr_system_mark(s);
  smr_system_reset(s);
  smr_system_rewind(s, mark);
}
static void no_column(SmrSystem *s) {
  smr_system_add_row(s, SMR_AFFINE_GE, &(SmrAffineTerm){3, 1}, 1, 0);
}
TEST(misuse_aborts) {
  aborts(late_index);
  aborts(old_mark);
  aborts(no_column);
}
#endif

TEST_MAIN {
  int failed = test_run(NULL, NULL);
  smr_arena_destroy(&arena);
  return failed;
}
