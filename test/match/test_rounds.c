//===- test_rounds.c - what a round of a loop takes -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// after cmocka's
#include "graph_text.h"
#include "match/rounds.h"

#define C " wraps"
#define FORTRAN ""

/// The class of the loop behind the last store, its additions, and the picoseconds of each (for vectors
/// of 128, 256 and 512 bits, and where two calls share it).
static void expect_in(const char *language, const char *body, const char *wanted) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, got = {0};
  smr_str_printf(&text,
                 "func @f%s(%%x: ptr, %%y: ptr, %%a: ptr, %%n: i64, %%m: i64, %%lda: i64) {\n%s  return\n}\n",
                 language, body);
  SmrGraph *g = graph_of_text(symbols, "rounds", smr_str_get(&text), text.size);
  SmrOp store = 0;
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->code == SMR_OP_STORE)
      store = op;
  SmrOp loop = smr_round_loop(g, store);
  if (!loop) {
    smr_str_puts(&got, "none");
  } else {
    static const char *const names[] = {"unrolled", "straight",  "ragged", "rows",   "gathered",
                                        "hoisted",  "scattered", "scalar", "spread", "strided",
                                        "masked",   "put",       "single", "sum"};
    const SmrCompiled narrow = {0}, wide = {.wide = true}, o2 = {.at_o2 = true},
                      widest = {.wide = true, .scatters = true, .fuses = true};
    SmrRound round = smr_round_of(g, loop, &narrow);
    smr_str_puts(&got, names[round.kind]);
    if (round.unrolls)
      smr_str_printf(&got, ", unrolled to %s", names[round.unrolled]);
    smr_str_printf(&got, " of %u additions: %lld/%lld/%lld, at -O2 %lld, shared %lld", round.additions,
                   (long long)smr_round_time(g, loop, 1, &narrow),
                   (long long)smr_round_time(g, loop, 1, &wide),
                   (long long)smr_round_time(g, loop, 1, &widest), (long long)smr_round_time(g, loop, 1, &o2),
                   (long long)smr_round_time(g, loop, 2, &narrow));
  }
  assert_string_equal(smr_str_get(&got), wanted);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

static void expect(const char *body, const char *wanted) {
  expect_in(C, body, wanted);
}

#define AXPY(type, bytes)                                                                                    \
  "  loop %n {\n  ^(%i: i64):\n    %o = poly " bytes "*%i\n    %px = addr %x, %o\n    %py = addr %y, %o\n"   \
  "    %vx = load %px : " type "\n    %vy = load %py : " type "\n    %s = fadd %vx, %vy : " type "\n"        \
  "    store %s, %py\n    yield\n  }\n"

TEST(neighbours) {
  expect(AXPY("f64", "8"), "rows of 1 additions: 150/90/90, at -O2 150, shared 75");
  expect(AXPY("f32", "4"), "rows of 1 additions: 75/45/45, at -O2 75, shared 37");
  expect(AXPY("f64", "-8"), "rows of 1 additions: 150/90/90, at -O2 150, shared 75");
}

TEST(elements_that_lie_apart) {
  expect(AXPY("f64", "16"), "put of 1 additions: 350/320/900, at -O2 350, shared 175");
  expect("  loop %n {\n  ^(%i: i64):\n    %o = poly 8*%i*%lda\n    %p = addr %a, %o\n    %v = load %p : f64\n"
         "    %r = poly 8*%i\n    %q = addr %y, %r\n    store %v, %q\n    yield\n  }\n",
         "strided of 0 additions: 240/220/330, at -O2 240, shared 120");
}

#define DOT(fast)                                                                                            \
  "  %zero = const 0.0 : f64\n  %sum = loop %n (%zero) {\n  ^(%i: i64, %acc: f64):\n    %o = poly 8*%i\n"    \
  "    %px = addr %x, %o\n    %vx = load %px : f64\n    %next = fadd" fast                                   \
  " %acc, %vx : f64\n    yield %next\n  } : f64\n  store %sum, %y\n"

/// A sum waits for itself, unless it may be added up in another order.
TEST(sums) {
  expect(DOT(""), "sum of 1 additions: 520/520/520, at -O2 520, shared 260");
  expect(DOT("<reassoc>"), "rows of 1 additions: 150/90/90, at -O2 150, shared 75");
  expect("  loop %n {\n  ^(%i: i64):\n    %o = poly 8*%i\n    %px = addr %x, %o\n    %vx = load %px : f64\n"
         "    %vy = load %y : f64\n    %s = fadd %vy, %vx : f64\n    store %s, %y\n    yield\n  }\n",
         "sum of 1 additions: 520/520/520, at -O2 520, shared 260");
}

/// c[a][b] += x[..] * y[..] in three loops of N iterations, each iv with a stride in c, x and y.
static void expect_product(const char *language, const char *type, int n, const int c[3], const int x[3],
                           const int y[3], const char *wanted) {
  SmrStr body = {0};
  smr_str_printf(
      &body,
      "  %%k = const %d : i64\n  loop %%k {\n  ^(%%p: i64):\n    loop %%k {\n    ^(%%q: i64):\n"
      "      loop %%k {\n      ^(%%r: i64):\n        %%oc = poly %d*%%p + %d*%%q + %d*%%r\n"
      "        %%ox = poly %d*%%p + %d*%%q + %d*%%r\n        %%oy = poly %d*%%p + %d*%%q + %d*%%r\n"
      "        %%pc = addr %%a, %%oc\n        %%px = addr %%x, %%ox\n        %%py = addr %%y, %%oy\n"
      "        %%vc = load %%pc : %s\n        %%vx = load %%px : %s\n        %%vy = load %%py : %s\n"
      "        %%t = fmul%s %%vx, %%vy : %s\n        %%s = fadd %%vc, %%t : %s\n"
      "        store %%s, %%pc\n        yield\n      }\n      yield\n    }\n    yield\n  }\n",
      n, c[0], c[1], c[2], x[0], x[1], x[2], y[0], y[1], y[2], type, type, type, *language ? "<joined>" : "",
      type, type);
  expect_in(language, smr_str_get(&body), wanted);
  smr_str_free(&body);
}
#define ROW(n) (8 * (n))
#define ROWS(n) (4 * (n))
#define PRODUCT_IN(language, type, n, c0, c1, c2, x0, x1, x2, y0, y1, y2, wanted)                            \
  expect_product(language, type, n, (const int[]){c0, c1, c2}, (const int[]){x0, x1, x2},                    \
                 (const int[]){y0, y1, y2}, wanted)
#define PRODUCT(n, ...) PRODUCT_IN(C, "f64", n, __VA_ARGS__)
#define PRODUCTS(n, ...) PRODUCT_IN(C, "f32", n, __VA_ARGS__)

/// A constant number of iterations is unrolled up to so many instructions. What becomes of it depends on the
/// innermost loop first, and for all but rows on the loop around it.
TEST(constants) {
  // i, k, j: rows of neighbours, whatever the loop around adds up.
  PRODUCT(12, ROW(12), 0, 8, ROW(12), 8, 0, 0, ROW(12), 8,
          "rows, unrolled to unrolled of 1 additions: 150/70/70, at -O2 150, shared 75");
  PRODUCT(56, ROW(56), 0, 8, ROW(56), 8, 0, 0, ROW(56), 8,
          "rows of 1 additions: 150/90/90, at -O2 150, shared 75");
  PRODUCT(100, ROW(100), 0, 8, ROW(100), 8, 0, 0, ROW(100), 8,
          "rows of 1 additions: 150/90/90, at -O2 150, shared 75");
  // i, j, k: the sum is unrolled, and what is vectorised is the loop of j; a long one waits.
  PRODUCT(16, ROW(16), 8, 0, ROW(16), 0, 8, 0, 8, ROW(16),
          "sum, unrolled to unrolled of 1 additions: 150/70/70, at -O2 150, shared 75");
  // … six instructions in each iteration, five where a product and its sum are one, eight in Fortran.
  PRODUCT(49, ROW(49), 8, 0, ROW(49), 0, 8, 0, 8, ROW(49),
          "sum, unrolled to unrolled of 1 additions: 150/70/70, at -O2 520, shared 75");
  PRODUCT(50, ROW(50), 8, 0, ROW(50), 0, 8, 0, 8, ROW(50),
          "sum of 1 additions: 520/520/70, at -O2 520, shared 260");
  PRODUCT(60, ROW(60), 8, 0, ROW(60), 0, 8, 0, 8, ROW(60),
          "sum of 1 additions: 520/520/520, at -O2 520, shared 260");
  PRODUCT_IN(FORTRAN, "f64", 37, ROW(37), 8, 0, ROW(37), 0, 8, 0, 8, ROW(37),
             "sum, unrolled to unrolled of 1 additions: 150/70/70, at -O2 520, shared 75");
  PRODUCT_IN(FORTRAN, "f64", 38, ROW(38), 8, 0, ROW(38), 0, 8, 0, 8, ROW(38),
             "sum of 1 additions: 520/520/520, at -O2 520, shared 260");
  PRODUCT(64, ROW(64), 8, 0, ROW(64), 0, 8, 0, 8, ROW(64),
          "sum of 1 additions: 520/520/520, at -O2 520, shared 260");
  // Two loops of few iterations are unrolled, and a multiple of four is better.
  PRODUCT(4, ROW(4), 8, 0, ROW(4), 0, 8, 0, 8, ROW(4),
          "sum, unrolled to straight of 1 additions: 140/88/90, at -O2 140, shared 70");
  PRODUCT(6, ROW(6), 8, 0, ROW(6), 0, 8, 0, 8, ROW(6),
          "sum, unrolled to ragged of 1 additions: 140/110/150, at -O2 140, shared 70");
  // … by rows of both; j, i, k: by columns of the result.
  PRODUCT(16, ROW(16), 8, 0, ROW(16), 0, 8, 0, ROW(16), 8,
          "sum, unrolled to hoisted of 1 additions: 190/160/110, at -O2 190, shared 95");
  PRODUCT(16, 8, ROW(16), 0, 0, ROW(16), 8, 8, 0, ROW(16),
          "sum, unrolled to scattered of 1 additions: 200/165/200, at -O2 200, shared 100");
  PRODUCT(40, ROW(40), 8, 0, ROW(40), 0, 8, 0, ROW(40), 8,
          "sum, unrolled to gathered of 1 additions: 190/160/320, at -O2 520, shared 95");
  // k, i, j: rows, stored to by vectors across them where these can be.
  PRODUCT(16, 0, ROW(16), 8, 8, ROW(16), 0, ROW(16), 0, 8,
          "rows, unrolled to unrolled of 1 additions: 150/70/500, at -O2 150, shared 75");
  // j, k, i: elements that lie apart.
  PRODUCT(16, 8, 0, ROW(16), 0, 8, ROW(16), 8, ROW(16), 0,
          "put, unrolled to scalar of 1 additions: 180/160/160, at -O2 180, shared 90");
  PRODUCT(64, 8, 0, ROW(64), 0, 8, ROW(64), 8, ROW(64), 0,
          "put of 1 additions: 350/320/900, at -O2 350, shared 175");
  // Fortran's types let it load the columns once.
  PRODUCT_IN(FORTRAN, "f64", 16, 8, ROW(16), 0, 0, ROW(16), 8, 8, 0, ROW(16),
             "sum, unrolled to hoisted of 1 additions: 190/160/110, at -O2 190, shared 95");
  // The loop that gathers vanishes as long as all its vectors are unrolled.
  PRODUCTS(40, ROWS(40), 4, 0, ROWS(40), 0, 4, 0, ROWS(40), 4,
           "sum, unrolled to gathered of 1 additions: 190/160/55, at -O2 520, shared 95");
  PRODUCTS(48, ROWS(48), 4, 0, ROWS(48), 0, 4, 0, ROWS(48), 4,
           "sum, unrolled to gathered of 1 additions: 190/160/320, at -O2 520, shared 95");
  // Vectors across rows cost less than rows from 14 on, of floats from 13 on; in Fortran earlier.
  PRODUCT(13, 0, ROW(13), 8, 8, ROW(13), 0, ROW(13), 0, 8,
          "rows, unrolled to unrolled of 1 additions: 150/70/70, at -O2 150, shared 75");
  PRODUCT(14, 0, ROW(14), 8, 8, ROW(14), 0, ROW(14), 0, 8,
          "rows, unrolled to unrolled of 1 additions: 150/70/500, at -O2 150, shared 75");
  PRODUCTS(12, 0, ROWS(12), 4, 4, ROWS(12), 0, ROWS(12), 0, 4,
           "rows, unrolled to unrolled of 1 additions: 75/35/35, at -O2 75, shared 37");
  PRODUCTS(13, 0, ROWS(13), 4, 4, ROWS(13), 0, ROWS(13), 0, 4,
           "rows, unrolled to unrolled of 1 additions: 75/35/500, at -O2 75, shared 37");
  PRODUCT_IN(FORTRAN, "f64", 11, 0, ROW(11), 8, 8, ROW(11), 0, ROW(11), 0, 8,
             "rows, unrolled to unrolled of 1 additions: 150/70/500, at -O2 150, shared 75");
  // i, k, j by rows of both: the sum over k is unrolled late, as long as it is short.
  PRODUCT(9, ROW(9), 0, 8, ROW(9), 8, 0, 0, 8, ROW(9),
          "strided, unrolled to scalar of 1 additions: 180/88/90, at -O2 180, shared 90");
  PRODUCT(20, ROW(20), 0, 8, ROW(20), 8, 0, 0, 8, ROW(20),
          "strided, unrolled to scalar of 1 additions: 180/160/160, at -O2 240, shared 90");
  // Nothing is around a single sum.
  expect("  %k = const 32 : i64\n  %zero = const 0.0 : f64\n  %sum = loop %k (%zero) {\n  ^(%i: i64, %acc: "
         "f64):\n"
         "    %o = poly 8*%i\n    %px = addr %x, %o\n    %vx = load %px : f64\n    %next = fadd %acc, %vx : "
         "f64\n"
         "    yield %next\n  } : f64\n  store %sum, %y\n",
         "sum, unrolled to single of 1 additions: 420/420/420, at -O2 420, shared 210");
  // Nine taps of each channel are one sum over all channels, in a value or in memory.
  expect("  %k = const 9 : i64\n  %zero = const 0.0 : f64\n  %all = loop %n (%zero) {\n  ^(%c: i64, %so_far: "
         "f64):\n"
         "    %sum = loop %k (%so_far) {\n    ^(%i: i64, %acc: f64):\n      %o = poly 72*%c + 8*%i\n"
         "      %px = addr %x, %o\n      %vx = load %px : f64\n      %next = fadd %acc, %vx : f64\n"
         "      yield %next\n    } : f64\n    yield %sum\n  } : f64\n  store %all, %y\n",
         "sum, unrolled to sum of 1 additions: 520/520/520, at -O2 520, shared 260");
  expect("  %k = const 9 : i64\n  loop %n {\n  ^(%c: i64):\n    loop %k {\n    ^(%i: i64):\n      %o = poly "
         "72*%c + 8*%i\n"
         "      %px = addr %x, %o\n      %vx = load %px : f64\n      %vy = load %y : f64\n"
         "      %s = fadd %vy, %vx : f64\n      store %s, %y\n      yield\n    }\n    yield\n  }\n",
         "sum, unrolled to sum of 1 additions: 520/520/520, at -O2 520, shared 260");
}

/// Fewer than 16 iterations that are no whole vectors: vectors with a mask. Some lanes do nothing, and what
/// is stored so is loaded again late.
TEST(masks) {
  // k, j, i: a row of c is loaded and stored for each k.
  PRODUCTS(12, 0, 4, ROWS(12), 4, 0, ROWS(12), ROWS(12), 4, 0,
           "put, unrolled to unrolled of 1 additions: 75/546/629, at -O2 75, shared 37");
  PRODUCTS(8, 0, 4, ROWS(8), 4, 0, ROWS(8), ROWS(8), 4, 0,
           "put, unrolled to unrolled of 1 additions: 75/35/45, at -O2 75, shared 37");
  // A vector of 256 bits with one lane more is a vector and a number.
  PRODUCTS(9, 0, 4, ROWS(9), 4, 0, ROWS(9), ROWS(9), 4, 0,
           "put, unrolled to ragged of 1 additions: 140/62/839, at -O2 140, shared 70");
  PRODUCT(9, 0, 8, ROW(9), 8, 0, ROW(9), ROW(9), 8, 0,
          "put, unrolled to ragged of 1 additions: 140/1093/124, at -O2 140, shared 70");
  // i, j, k: once for each row.
  PRODUCTS(12, ROWS(12), 4, 0, ROWS(12), 0, 4, 0, 4, ROWS(12),
           "sum, unrolled to unrolled of 1 additions: 75/66/94, at -O2 75, shared 37");
  // j, i, k: two loops are unrolled.
  PRODUCTS(6, 4, ROWS(6), 0, 0, ROWS(6), 4, 4, 0, ROWS(6),
           "sum, unrolled to ragged of 1 additions: 140/129/240, at -O2 140, shared 70");
  // … or as many rows as the program says.
  expect("  %k = const 6 : i64\n  %zero = const 0.0 : f64\n  loop %n {\n  ^(%i: i64):\n    %oy = poly 8*%i\n "
         "   %py = addr %y, %oy\n"
         "    %sum = loop %k (%zero) {\n    ^(%l: i64, %acc: f64):\n      %o = poly 8*%i + 48*%l\n"
         "      %p = addr %x, %o\n      %v = load %p : f64\n      %next = fadd %acc, %v : f64\n"
         "      yield %next\n    } : f64\n    store %sum, %py\n    yield\n  }\n",
         "sum, unrolled to unrolled of 1 additions: 150/70/70, at -O2 150, shared 75");
}

/// Rows that other iterations load again wait if they are short and no whole vectors; a triangle's rows that
/// are short are all unrolled, or one vector with a mask.
TEST(short_rows) {
#define SOLVE(n, row)                                                                                        \
  "  %k = const " n " : i64\n  loop %k {\n  ^(%i: i64):\n    loop %i {\n    ^(%l: i64):\n"                   \
  "      %oa = poly " row "*%i + 8*%l\n      %pa = addr %a, %oa\n      %va = load %pa : f64\n"               \
  "      loop %k {\n      ^(%j: i64):\n        %o = poly " row "*%l + 8*%j\n        %oc = poly " row         \
  "*%i + 8*%j\n        %p = addr %x, %o\n        %pc = addr %x, %oc\n        %v = load %p : f64\n"           \
  "        %vc = load %pc : f64\n        %t = fmul %va, %v : f64\n        %s = fsub %vc, %t : f64\n"         \
  "        store %s, %pc\n        yield\n      }\n      yield\n    }\n    yield\n  }\n"
  expect(SOLVE("3", "24"),
         "rows, unrolled to unrolled of 1 additions: 1150/1070/1070, at -O2 1150, shared 575");
  expect(SOLVE("7", "56"), "rows, unrolled to unrolled of 1 additions: 150/70/70, at -O2 150, shared 75");
  // Of Fortran's rows, which are a power of two apart at least, one element is loaded at a time if that is 8.
  expect_in(FORTRAN, SOLVE("9", "72"),
            "rows, unrolled to unrolled of 1 additions: 390/310/310, at -O2 390, shared 195");
  expect_in(FORTRAN, SOLVE("12", "96"),
            "rows, unrolled to unrolled of 1 additions: 150/70/70, at -O2 150, shared 75");
  expect(SOLVE("4", "32"), "rows, unrolled to unrolled of 1 additions: 150/70/70, at -O2 150, shared 75");
#define TRIANGLE(n, row)                                                                                     \
  "  %k = const " n                                                                                          \
  " : i64\n  loop %k {\n  ^(%i: i64):\n    %t = poly %i + 1\n    loop %k {\n    ^(%l: i64):\n"               \
  "      loop %t {\n      ^(%j: i64):\n        %o = poly " row "*%j + 8*%l\n        %oc = poly " row         \
  "*%i + 8*%j\n        %p = addr %x, %o\n        %pc = addr %a, %oc\n        %v = load %p : f64\n"           \
  "        %vc = load %pc : f64\n        %s = fadd %vc, %v : f64\n        store %s, %pc\n        yield\n"    \
  "      }\n      yield\n    }\n    yield\n  }\n"
  expect(TRIANGLE("4", "32"),
         "strided, unrolled to ragged of 1 additions: 140/110/150, at -O2 240, shared 70");
  expect(TRIANGLE("5", "40"), "masked of 1 additions: 240/220/1600, at -O2 240, shared 120");
  expect(TRIANGLE("12", "96"), "masked of 1 additions: 240/220/1600, at -O2 240, shared 120");
  expect(TRIANGLE("16", "128"), "strided of 1 additions: 240/220/330, at -O2 240, shared 120");
}

/// A triangle of sums: c[i][j] += x[i][k] * x[j][k], k the innermost, gathers with a mask.
TEST(triangle_of_sums) {
#define SYRK(n, row, type, bytes)                                                                            \
  "  %k = const " n                                                                                          \
  " : i64\n  loop %k {\n  ^(%i: i64):\n    %t = poly %i + 1\n    loop %t {\n    ^(%j: i64):\n"               \
  "      loop %k {\n      ^(%l: i64):\n        %o = poly " row "*%j + " bytes "*%l\n"                        \
  "        %oc = poly " row "*%i + " bytes "*%j\n        %p = addr %x, %o\n        %pc = addr %a, %oc\n"     \
  "        %v = load %p : " type "\n        %vc = load %pc : " type "\n        %s = fadd %vc, %v : " type    \
  "\n        store %s, %pc\n        yield\n      }\n      yield\n    }\n    yield\n  }\n"
  expect(SYRK("8", "32", "f32", "4"),
         "sum, unrolled to gathered of 1 additions: 190/160/320, at -O2 190, shared 95");
  expect(SYRK("9", "36", "f32", "4"),
         "sum, unrolled to gathered of 1 additions: 190/160/1023, at -O2 190, shared 95");
  expect(SYRK("16", "64", "f32", "4"),
         "sum, unrolled to gathered of 1 additions: 190/160/320, at -O2 190, shared 95");
}

/// Two additions of vectors take half as long again as one.
TEST(several_additions) {
  expect(
      "  loop %n {\n  ^(%i: i64):\n    %o = poly 8*%i\n    %px = addr %x, %o\n    %py = addr %y, %o\n"
      "    %pa = addr %a, %o\n    %vx = load %px : f64\n    %vy = load %py : f64\n    %va = load %pa : f64\n"
      "    %s = fadd %vx, %vy : f64\n    %t = fadd %s, %va : f64\n    store %t, %py\n    yield\n  }\n",
      "rows of 2 additions: 112/67/67, at -O2 112, shared 112");
}

/// The loop that does the work: deeper than where the store stands; and its parts, unrolled by hand.
TEST(which_loop) {
  expect(
      "  %zero = const 0.0 : f64\n  loop %m {\n  ^(%i: i64):\n    %oy = poly 8*%i\n    %py = addr %y, %oy\n"
      "    %sum = loop %n (%zero) {\n    ^(%j: i64, %acc: f64):\n      %o = poly 16*%j\n"
      "      %r = poly 16*%j + 8\n      %p = addr %x, %o\n      %q = addr %x, %r\n      %v = load %p : f64\n"
      "      %w = load %q : f64\n      %one = fadd %acc, %v : f64\n      %two = fadd %one, %w : f64\n"
      "      yield %two\n    } : f64\n    store %sum, %py\n    yield\n  }\n",
      "sum of 2 additions: 260/260/260, at -O2 260, shared 260");
  // Where a value is read from does not make it the other loop's work.
  expect("  %zero = const 0 : i64\n  loop %m {\n  ^(%i: i64):\n    %at = loop %n (%zero) {\n"
         "    ^(%j: i64, %acc: i64):\n      %next = add %acc, %j : i64\n      yield %next\n    } : i64\n"
         "    %o = poly 8*%at\n    %px = addr %x, %o\n    %v = load %px : f64\n    %oy = poly 8*%i\n"
         "    %py = addr %y, %oy\n    store %v, %py\n    yield\n  }\n",
         "rows of 0 additions: 150/90/90, at -O2 150, shared 75");
  expect("  %zero = const 0.0 : f64\n  store %zero, %y\n", "none");
}
