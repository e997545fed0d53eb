//===- test_rounds.c - what a round of a loop takes -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// after cmocka's
#include "match/rounds.h"
#include <string.h>

/// The class of the loop behind the last store, its additions, and the picoseconds of each (narrow / wide,
/// and where two calls share it).
static void expect(const char *body, const char *wanted) {
  SmrIntern *symbols = smr_intern_create();
  SmrDiag diag = {0};
  SmrStr text = {0}, got = {0};
  smr_str_printf(&text,
                 "func @f(%%x: ptr, %%y: ptr, %%a: ptr, %%n: i64, %%m: i64, %%lda: i64) {\n%s  return\n}\n",
                 body);
  SmrGraph *g = smr_graph_parse(symbols, "f", smr_str_get(&text), text.size, &diag);
  if (!g || !smr_graph_check(g, &diag))
    smr_diag_flush(&diag, stderr);
  assert_non_null(g);
  SmrOp store = 0;
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->code == SMR_OP_STORE)
      store = op;
  SmrOp loop = smr_round_loop(g, store);
  if (!loop) {
    smr_str_puts(&got, "none");
  } else {
    static const char *const names[] = {"unrolled", "rows", "strided", "sum"};
    SmrRound round = smr_round_of(g, loop);
    smr_str_printf(&got, "%s of %u additions: %lld/%lld, shared %lld", names[round.kind], round.additions,
                   (long long)smr_round_time(g, loop, 1, false), (long long)smr_round_time(g, loop, 1, true),
                   (long long)smr_round_time(g, loop, 2, false));
  }
  assert_string_equal(smr_str_get(&got), wanted);
  smr_str_free(&got);
  smr_str_free(&text);
  smr_diag_free(&diag);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

#define AXPY(type, bytes)                                                                                    \
  "  loop %n {\n  ^(%i: i64):\n    %o = poly " bytes "*%i\n    %px = addr %x, %o\n    %py = addr %y, %o\n"   \
  "    %vx = load %px : " type "\n    %vy = load %py : " type "\n    %s = fadd %vx, %vy : " type "\n"        \
  "    store %s, %py\n    yield\n  }\n"

static void neighbours(void **state) {
  (void)state;
  expect(AXPY("f64", "8"), "rows of 1 additions: 240/90, shared 120");
  expect(AXPY("f32", "4"), "rows of 1 additions: 120/45, shared 60");
  expect(AXPY("f64", "-8"), "rows of 1 additions: 240/90, shared 120");
}

static void elements_that_lie_apart(void **state) {
  (void)state;
  expect(AXPY("f64", "16"), "strided of 1 additions: 450/450, shared 225");
  expect("  loop %n {\n  ^(%i: i64):\n    %o = poly 8*%i*%lda\n    %p = addr %a, %o\n    %v = load %p : f64\n"
         "    %r = poly 8*%i\n    %q = addr %y, %r\n    store %v, %q\n    yield\n  }\n",
         "strided of 0 additions: 450/450, shared 225");
}

#define DOT(fast)                                                                                            \
  "  %zero = const 0.0 : f64\n  %sum = loop %n (%zero) {\n  ^(%i: i64, %acc: f64):\n    %o = poly 8*%i\n"    \
  "    %px = addr %x, %o\n    %vx = load %px : f64\n    %next = fadd" fast                                   \
  " %acc, %vx : f64\n    yield %next\n  } : f64\n  store %sum, %y\n"

/// A sum waits for itself, unless it may be added up in another order.
static void sums(void **state) {
  (void)state;
  expect(DOT(""), "sum of 1 additions: 600/600, shared 300");
  expect(DOT("<reassoc>"), "rows of 1 additions: 240/90, shared 120");
  expect("  loop %n {\n  ^(%i: i64):\n    %o = poly 8*%i\n    %px = addr %x, %o\n    %vx = load %px : f64\n"
         "    %vy = load %y : f64\n    %s = fadd %vy, %vx : f64\n    store %s, %y\n    yield\n  }\n",
         "sum of 1 additions: 600/600, shared 300");
}

/// Few rounds, their number a constant: all are unrolled, and what is a sum is none any more.
static void constants(void **state) {
  (void)state;
  const char *few = "  %k = const 64 : i64\n  %zero = const 0.0 : f64\n  %sum = loop %k (%zero) {\n  ^(%i: "
                    "i64, %acc: f64):\n"
                    "    %o = poly 8*%i\n    %px = addr %x, %o\n    %vx = load %px : f64\n    %next = fadd "
                    "%acc, %vx : f64\n"
                    "    yield %next\n  } : f64\n  store %sum, %y\n";
  expect(few, "unrolled of 1 additions: 90/20, shared 45");
  SmrStr more = {0};
  smr_str_printf(&more, "  %%k = const 65 : i64\n%s", strchr(few, '\n') + 1);
  expect(smr_str_get(&more), "sum of 1 additions: 600/600, shared 300");
  smr_str_free(&more);
  // Nine taps of each channel are one sum over all channels, in a value or in memory.
  expect("  %k = const 9 : i64\n  %zero = const 0.0 : f64\n  %all = loop %n (%zero) {\n  ^(%c: i64, %so_far: "
         "f64):\n"
         "    %sum = loop %k (%so_far) {\n    ^(%i: i64, %acc: f64):\n      %o = poly 72*%c + 8*%i\n"
         "      %px = addr %x, %o\n      %vx = load %px : f64\n      %next = fadd %acc, %vx : f64\n"
         "      yield %next\n    } : f64\n    yield %sum\n  } : f64\n  store %all, %y\n",
         "sum of 1 additions: 600/600, shared 300");
  expect("  %k = const 9 : i64\n  loop %n {\n  ^(%c: i64):\n    loop %k {\n    ^(%i: i64):\n      %o = poly "
         "72*%c + 8*%i\n"
         "      %px = addr %x, %o\n      %vx = load %px : f64\n      %vy = load %y : f64\n"
         "      %s = fadd %vy, %vx : f64\n      store %s, %y\n      yield\n    }\n    yield\n  }\n",
         "sum of 1 additions: 600/600, shared 300");
}

/// Two additions of vectors take half as long again as one.
static void several_additions(void **state) {
  (void)state;
  expect(
      "  loop %n {\n  ^(%i: i64):\n    %o = poly 8*%i\n    %px = addr %x, %o\n    %py = addr %y, %o\n"
      "    %pa = addr %a, %o\n    %vx = load %px : f64\n    %vy = load %py : f64\n    %va = load %pa : f64\n"
      "    %s = fadd %vx, %vy : f64\n    %t = fadd %s, %va : f64\n    store %t, %py\n    yield\n  }\n",
      "rows of 2 additions: 180/67, shared 180");
}

/// The loop that does the work: deeper than where the store stands; and its parts, unrolled by hand.
static void which_loop(void **state) {
  (void)state;
  expect(
      "  %zero = const 0.0 : f64\n  loop %m {\n  ^(%i: i64):\n    %oy = poly 8*%i\n    %py = addr %y, %oy\n"
      "    %sum = loop %n (%zero) {\n    ^(%j: i64, %acc: f64):\n      %o = poly 16*%j\n"
      "      %r = poly 16*%j + 8\n      %p = addr %x, %o\n      %q = addr %x, %r\n      %v = load %p : f64\n"
      "      %w = load %q : f64\n      %one = fadd %acc, %v : f64\n      %two = fadd %one, %w : f64\n"
      "      yield %two\n    } : f64\n    store %sum, %py\n    yield\n  }\n",
      "sum of 2 additions: 300/300, shared 300");
  expect("  %zero = const 0.0 : f64\n  store %zero, %y\n", "none");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(neighbours), cmocka_unit_test(elements_that_lie_apart),
      cmocka_unit_test(sums),       cmocka_unit_test(several_additions),
      cmocka_unit_test(constants),  cmocka_unit_test(which_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
