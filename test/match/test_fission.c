//===- test_fission.c - which loops can be taken apart -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// One line per graph: the part of each store in the order of the code, then how many guards that takes; "-"
// for a function whose loops stay as they are.
//===----------------------------------------------------------------------===//
#include "test.h"
// after cmocka's
#include "graph/normalize/normalize.h"
#include "match/fission.h"

/// %0 … %3 are arrays a, b, c, d, %4 is n, %5 is m.
static const char *const unique = "(%0: ptr unique, %1: ptr unique, %2: ptr unique, %3: ptr unique, "
                                  "%4: i64, %5: i64)";
static const char *const plain = "(%0: ptr, %1: ptr, %2: ptr, %3: ptr, %4: i64, %5: i64)";

static void expect(const char *parameters, const char *body, bool guards_static, const char *wanted) {
  SmrIntern *symbols = smr_intern_create();
  SmrDiag diag = {0};
  SmrStr text = {0}, got = {0};
  SmrArena arena = {0};
  smr_str_printf(&text, "func @f%s {\n%s  return\n}\n", parameters, body);
  SmrGraph *g = smr_graph_parse(symbols, "f", smr_str_get(&text), text.size, &diag);
  smr_diag_flush(&diag, stderr);
  assert_non_null(g);
  smr_normalize_plain(g);
  assert_true(smr_graph_check(g, &diag));
  const SmrFission *plans;
  uint32_t count = smr_fission_plan(g, guards_static, &arena, &plans, &(uint32_t){0});
  for (uint32_t k = 0; k < count; k++) {
    for (uint32_t s = 0; s < plans[k].store_count; s++)
      smr_str_printf(&got, "%u ", plans[k].part_of[s]);
    smr_str_printf(&got, "guards %u%s", plans[k].guard_count, k + 1 < count ? "; " : "");
  }
  assert_string_equal(count ? smr_str_get(&got) : "-", wanted);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
  smr_diag_free(&diag);
  smr_str_free(&text);
  smr_str_free(&got);
  smr_arena_destroy(&arena);
}

// a[i] += b[i]; c[i] += d[i]
static const char two[] = "  loop %4 {\n  ^(%10: i64):\n    %11 = poly 8*%10\n"
                          "    %12 = addr %0, %11\n    %13 = addr %1, %11\n    %14 = addr %2, %11\n"
                          "    %15 = addr %3, %11\n    %16 = load %12 : f64\n    %17 = load %13 : f64\n"
                          "    %18 = fadd %16, %17 : f64\n    store %18, %12\n"
                          "    %19 = load %14 : f64\n    %20 = load %15 : f64\n"
                          "    %21 = fadd %19, %20 : f64\n    store %21, %14\n    yield\n  }\n";

static void test_apart(void **state) {
  (void)state;
  expect(unique, two, false, "0 1 guards 0");
  expect(unique, two, true, "0 1 guards 0");
  expect(plain, two, false, "0 1 guards 3"); // a and c, a and d, b and c
  expect(plain, two, true, "-");
}

/// a[i] = a[i] + …; then b[i] += a[i + shift]
static void shifted(const char *address, const char *wanted) {
  SmrStr body = {0};
  smr_str_printf(&body,
                 "  loop %%4 {\n  ^(%%10: i64):\n    %%11 = poly 8*%%10\n    %%12 = addr %%0, %%11\n"
                 "    %%13 = addr %%1, %%11\n    %%14 = poly %s\n    %%15 = addr %%0, %%14\n"
                 "    %%16 = load %%12 : f64\n    %%17 = fadd %%16, %%16 : f64\n    store %%17, %%12\n"
                 "    %%18 = load %%15 : f64\n    %%19 = load %%13 : f64\n"
                 "    %%20 = fadd %%18, %%19 : f64\n    store %%20, %%13\n    yield\n  }\n",
                 address);
  expect(unique, smr_str_get(&body), false, wanted);
  smr_str_free(&body);
}

static void test_carried(void **state) {
  (void)state;
  shifted("8*%10", "0 1 guards 0");
  shifted("8*%10 + 8", "-"); // what the next iteration is about to change
  shifted("8*%10 - 8", "-"); // could be taken apart; the numbers differ, which is enough to leave it
  shifted("4*%10", "-");     // other digits
  shifted("8*%5", "-");      // one element, in every iteration
  // a[i] = a[i] + b[i - 1]; b[i] = b[i] + a[i]: each needs the other
  expect(unique,
         "  loop %4 {\n  ^(%10: i64):\n    %11 = poly 8*%10 + 8\n    %12 = addr %0, %11\n"
         "    %13 = addr %1, %11\n    %14 = poly 8*%10\n    %15 = addr %1, %14\n"
         "    %16 = load %12 : f64\n    %17 = load %15 : f64\n    %18 = fadd %16, %17 : f64\n"
         "    store %18, %12\n    %19 = load %13 : f64\n    %20 = load %12 : f64\n"
         "    %21 = fadd %19, %20 : f64\n    store %21, %13\n    yield\n  }\n",
         false, "-");
}

/// q[i] = 0; for j { s[j] += r[i]*A; q[i] += A*p[j] }: a and b stand for q and s. `last` ends the outer body.
static void nest(const char *weight, const char *last, const char *wanted) {
  SmrStr body = {0};
  smr_str_printf(&body,
                 "  %%6 = const 0.0 : f64\n  loop %%4 {\n  ^(%%10: i64):\n    %%11 = poly 8*%%10\n"
                 "    %%12 = addr %%0, %%11\n    store %%6, %%12\n"
                 "    loop %%5 {\n    ^(%%20: i64):\n      %%21 = poly 8*%%20\n      %%22 = addr %%1, %%21\n"
                 "      %%23 = poly %s\n      %%24 = addr %%2, %%23\n      %%25 = load %%24 : f64\n"
                 "      %%26 = load %%22 : f64\n      %%27 = fadd %%25, %%26 : f64\n      store %%27, %%22\n"
                 "      %%28 = load %%12 : f64\n      %%29 = fadd %%28, %%25 : f64\n      store %%29, %%12\n"
                 "      yield\n    }\n%s    yield\n  }\n",
                 weight, last);
  expect(unique, smr_str_get(&body), false, wanted);
  smr_str_free(&body);
}

static void test_nests(void **state) {
  (void)state;
  // q[i] = 0 goes with the loop that goes on with q[i].
  nest("8*%10*%5 + 8*%20", "", "0 1 0 guards 0");
  // q[i] = 2*q[i] behind the loop is a part of its own.
  nest("8*%10*%5 + 8*%20", "    %30 = load %12 : f64\n    %31 = fadd %30, %30 : f64\n    store %31, %12\n",
       "0 1 0 2 guards 0");
  // c[i*m + j], read in j and set in a further loop over j: the same element in the same i, as m tells.
  nest("8*%10*%5 + 8*%20",
       "    loop %5 {\n    ^(%40: i64):\n      %41 = poly 8*%10*%5 + 8*%40\n      %42 = addr %2, %41\n"
       "      store %6, %42\n      yield\n    }\n",
       "0 1 0 2 guards 0");
  // With rows of another length, rows may overlap: a test says.
  nest("8*%10*%4 + 8*%20",
       "    loop %5 {\n    ^(%40: i64):\n      %41 = poly 8*%10*%4 + 8*%40\n      %42 = addr %2, %41\n"
       "      store %6, %42\n      yield\n    }\n",
       "0 1 0 2 guards 1");
  // s[0] is set anew in every i.
  nest("8*%10*%5 + 8*%20", "    store %6, %1\n", "0 1 0 1 guards 0");
}

/// a[i] = Σ c[…]; b[i] = `second`, which is a sum of its own or has to do with the first.
static void sums(const char *second, const char *wanted) {
  SmrStr body = {0};
  smr_str_printf(&body,
                 "  %%6 = const 0.0 : f64\n  loop %%4 {\n  ^(%%10: i64):\n    %%11 = poly 8*%%10\n"
                 "    %%12 = addr %%0, %%11\n    %%13 = addr %%1, %%11\n"
                 "    %%30, %%31 = loop %%5 (%%6, %%6) {\n    ^(%%20: i64, %%21: f64, %%22: f64):\n"
                 "      %%23 = poly 8*%%10*%%5 + 8*%%20\n      %%24 = addr %%2, %%23\n"
                 "      %%25 = load %%24 : f64\n      %%26 = addr %%3, %%23\n      %%27 = load %%26 : f64\n"
                 "      %%28 = fadd %%21, %%25 : f64\n      %%29 = fadd %%22, %%27 : f64\n"
                 "      yield %%28, %%29\n    } : f64, f64\n    store %%30, %%12\n"
                 "    %%32 = fadd %%30, %%31 : f64\n    store %s, %%13\n    yield\n  }\n",
                 second);
  expect(unique, smr_str_get(&body), false, wanted);
  smr_str_free(&body);
}

static void test_sums(void **state) {
  (void)state;
  sums("%31", "0 1 guards 0");
  sums("%30", "-"); // the sum would be computed twice
  sums("%32", "-");
}

static void test_left_alone(void **state) {
  (void)state;
  static const char conditional[] =
      "    %31 = icmp slt %10, %5\n    if %31 {\n      store %6, %3\n      yield\n"
      "    } else {\n      yield\n    }\n";
  static const char *const odd[] = {
      "    call \"g\"\n",
      "    %30 = load<volatile> %3 : f64\n",
      "    store<volatile> %6, %3\n",
      "    %31 = load %3 : i64\n    loop %31 {\n    ^(%40: i64):\n      yield\n    }\n", // dead
      "    %31 = load %3 : i64\n    %32 = poly 8*%31\n    %33 = addr %3, %32\n    store %6, %33\n",
      conditional,
  };
  for (unsigned k = 0; k < sizeof odd / sizeof *odd; k++)
    nest("8*%10*%5 + 8*%20", odd[k], k == 3 ? "0 1 0 guards 0" : "0 1 guards 0"); // the inner loop alone
  // a[i] += b[i] and a sum that is used: the sum comes last.
  expect("(%0: ptr unique, %1: ptr unique, %2: ptr unique, %3: ptr unique, %4: i64, %5: i64)",
         "  %6 = const 0.0 : f64\n  %7 = loop %4 (%6) {\n  ^(%10: i64, %11: f64):\n    %12 = poly 8*%10\n"
         "    %13 = addr %0, %12\n    %14 = addr %1, %12\n    %15 = load %14 : f64\n"
         "    %16 = fadd %11, %15 : f64\n    %17 = load %13 : f64\n    %18 = fadd %17, %17 : f64\n"
         "    store %18, %13\n    yield %16\n  } : f64\n  store %7, %2\n",
         false, "0 guards 0");
  // … but not when what is set needs the sum so far.
  expect("(%0: ptr unique, %1: ptr unique, %2: ptr unique, %3: ptr unique, %4: i64, %5: i64)",
         "  %6 = const 0.0 : f64\n  %7 = loop %4 (%6) {\n  ^(%10: i64, %11: f64):\n    %12 = poly 8*%10\n"
         "    %13 = addr %0, %12\n    %17 = load %13 : f64\n    %16 = fadd %11, %17 : f64\n"
         "    store %16, %13\n    yield %16\n  } : f64\n  store %7, %2\n",
         false, "-");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_apart), cmocka_unit_test(test_carried),
                                     cmocka_unit_test(test_nests), cmocka_unit_test(test_sums),
                                     cmocka_unit_test(test_left_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
