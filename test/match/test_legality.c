//===- test_legality.c - L1 to L9 on small graphs ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// One idiom, y(i) = y(i) + a*x(i) with x(incx, *), against inputs that differ in one respect each. The
// decision is one line: "proof", "guards: …; …" or "refused: …"; then whether the guards hold for some
// values.
//===----------------------------------------------------------------------===//
#include "automata/naive.h"
#include "test.h"
// after cmocka's
#include "graph/normalize/normalize.h"
#include "graph_text.h"
#include "match/before.h"
#include "match/legality.h"

static const char axpy[] =
    "func @axpy(%0: ptr unique \"n\", %1: ptr unique \"a\", %2: ptr unique \"x\", %3: ptr unique \"y\") {\n"
    "  %4 = load %0 : i32\n  %5 = poly %4\n  %6 = load %1 : f64\n  %20 = undef : i64\n"
    "  loop %5 {\n  ^(%7: i64):\n    %8 = poly 8*%7\n"
    "    %9 = addr %3, %8 [%7 < %20]\n    %10 = load %9 : f64\n"
    "    %11 = addr %2, %8 [%7 < %20]\n    %12 = load %11 : f64\n"
    "    %13 = fprod %6, %12 : f64\n    %14 = fsum %10, %13 : f64\n"
    "    store %14, %9\n    yield\n  }\n  return\n}\n";

/// The same with an explicit extent, which becomes a precondition: x(m).
static const char axpy_extent[] =
    "func @axpy(%0: ptr unique \"n\", %1: ptr unique \"a\", %2: ptr unique \"x\", %3: ptr unique \"y\", %21: "
    "ptr unique \"m\") {\n"
    "  %4 = load %0 : i32\n  %5 = poly %4\n  %6 = load %1 : f64\n  %20 = undef : i64\n  %22 = load %21 : "
    "i32\n"
    "  %23 = poly %22\n  loop %5 {\n  ^(%7: i64):\n    %8 = poly 8*%7\n    %24 = poly 8*%7*%22\n"
    "    %9 = addr %3, %8 [%7 < %20]\n    %10 = load %9 : f64\n    %25 = const 0 : i64\n"
    "    %11 = addr %2, %24 [%25 < %23, %7 < %20]\n    %12 = load %11 : f64\n"
    "    %13 = fprod %6, %12 : f64\n    %14 = fsum %10, %13 : f64\n"
    "    store %14, %9\n    yield\n  }\n  return\n}\n";

typedef struct {
  const char *idiom, *input;
  SmrLegalityOptions options;
  SmrContract contract;
  const SmrWhen *when;
  bool normalize;        // both graphs first
  bool joined;           // the pair is exact where products are rounded with their sums, too
  const int64_t *loaded; // two numbers: do the guards hold if all loads give the one, the other?
} Case;

typedef struct {
  SmrLibrary library;
  const SmrGraph *input;
  SmrUses uses;
  const Case *c;
  SmrStr text;
  SmrArena arena;
} State;

static bool decide(const SmrMatch *match, void *data) {
  State *s = data;
  SmrVerdict verdict;
  smr_str_clear(&s->text);
  smr_legality(&s->library, match, &s->uses, &s->c->options, &s->arena, &verdict);
  if (!verdict.accepted)
    smr_str_printf(&s->text, "refused: %s", verdict.reason);
  else if (!verdict.guard_count)
    smr_str_puts(&s->text, "proof");
  for (uint32_t k = 0; verdict.accepted && k < verdict.guard_count; k++)
    smr_str_printf(&s->text, "%s%s", k ? "; " : "guards: ", verdict.guards[k].text);
  for (uint32_t k = 0; verdict.accepted && s->c->loaded && k < 2; k++) {
    int64_t args[4] = {0};
    SmrBefore before = {.args = args, .g = s->input, .text = s->c->input, .loaded = s->c->loaded[k]};
    smr_str_printf(&s->text, "%s %lld", k ? "," : " holds:", (long long)before.loaded);
    smr_str_puts(&s->text, smr_before_holds(&before, &verdict) ? " yes" : " no");
    smr_before_forget(&before);
  }
  if (verdict.store_count)
    smr_str_printf(&s->text, " +%u", verdict.store_count);
  if (verdict.accepted && verdict.apart)
    smr_str_puts(&s->text, ", apart");
  return true;
}

static SmrGraph *parse(SmrIntern *symbols, const char *text) {
  return graph_of_text(symbols, "graph", text, strlen(text));
}

/// What legality says of the last match; "no match" when there is none.
static void expect(Case c, const char *wanted) {
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *idiom = parse(symbols, c.idiom ? c.idiom : axpy), *input = parse(symbols, c.input);
  State s = {.c = &c, .input = input};
  if (c.normalize) {
    smr_normalize(idiom);
    smr_normalize(input);
  }
  SmrPattern pattern;
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  if (!smr_pattern_create(&s.arena, idiom, &pattern, &diag)) {
    smr_diag_flush(&diag, stderr);
    fail_msg("no pattern");
  }
  pattern.name = "axpy";
  SmrPair pair = {.pattern = pattern,
                  .contract = c.contract,
                  .conditions = c.when,
                  .condition_count = c.when != NULL,
                  .joined = c.joined};
  s.library = (SmrLibrary){.name = "test", .pairs = &pair, .count = 1};
  s.uses = smr_uses_compute(input);
  smr_str_puts(&s.text, "no match");
  smr_naive_run(&pattern, idiom, input, decide, &s);
  assert_string_equal(smr_str_get(&s.text), wanted);
  smr_uses_free(&s.uses);
  smr_str_free(&s.text);
  smr_arena_destroy(&s.arena);
  smr_graph_destroy(idiom);
  smr_graph_destroy(input);
  smr_intern_destroy(symbols);
}

/// An input: the classes of x and y, the trip count's definition, what stands before and in the loop.
static const char *input(const char *x, const char *y, const char *trip, const char *offset,
                         const char *before, const char *inside) {
  static SmrStr text;
  smr_str_clear(&text);
  smr_str_printf(
      &text,
      "func @f(%%0: ptr unique \"k\", %%1: ptr unique \"s\", %%2: ptr %s \"u\", %%3: ptr %s \"v\") {\n"
      "  %%20 = undef : i64\n%s  %%6 = load %%1 : f64\n%s"
      "  loop %%5 {\n  ^(%%7: i64):\n%s    %%8 = poly 8*%%7\n    %%18 = poly %s\n"
      "    %%9 = addr %%3, %%8 [%%7 < %%20]\n    %%10 = load %%9 : f64\n"
      "    %%11 = addr %%2, %%18 [%%7 < %%20]\n    %%12 = load %%11 : f64\n"
      "    %%13 = fprod %%6, %%12 : f64\n    %%14 = fsum %%10, %%13 : f64\n"
      "    store %%14, %%9\n    yield\n  }\n  return\n}\n",
      x, y, trip, before, inside, offset);
  return smr_str_get(&text);
}

#define N32 "  %4 = load %0 : i32\n  %5 = poly %4\n"
#define N64 "  %4 = load %0 : i64\n  %5 = poly %4\n"
#define N100 "  %5 = const 100 : i64\n"

TEST(L1_alias) {
  expect((Case){.input = input("unique", "unique", N100, "8*%7", "", "")}, "proof");
  expect((Case){.input = input("unique", "", N100, "8*%7", "", "")}, "proof");
  expect((Case){.input = input("", "", N100, "8*%7", "", "")},
         "guards: u[0..100) and v[0..100) do not overlap");
  expect((Case){.input = input("identified", "", N100, "8*%7", "", "")},
         "guards: u[0..100) and v[0..100) do not overlap");
  expect((Case){.input = input("", "", N100, "8*%7", "", ""), .options.guards_static = true},
         "refused: \"u[0..100) and v[0..100) do not overlap\" would need a run-time check");
  // A hull must end before 2^63.
  expect((Case){.input = input("", "", N100, "8*%7 + 9223372036854775008", "", "")},
         "refused: cannot show that u and v do not overlap: their extent is not known before the code runs");
}

//--- Assumptions: y += s * A x through pointers of which little is known -----------

/// The nest; `classes` of a, x, y; what stands in the outer loop before the inner one; where s and m come
/// from.
static const char *nest(const char *a, const char *x, const char *y, const char *around, const char *before,
                        const char *first, const char *scale, const char *bound) {
  static SmrStr pool[4];
  static uint32_t next;
  SmrStr *text = &pool[next++ % 4];
  smr_str_clear(text);
  smr_str_printf(
      text,
      "func @gemv(%%n: i64 \"n\", %%m: i64 \"m\", %%s: f64 \"s\", %%a: ptr %s \"a\", %%x: ptr %s \"x\", "
      "%%y: ptr %s \"y\", %%q: ptr \"q\", %%r: ptr \"r\", %%t: i64 \"t\") {\n"
      "%s%s  loop %%n {\n  ^(%%i: i64):\n%s"
      "    %%oy = poly 8*%%i\n    %%py = addr %%y, %%oy\n%s    loop %%mm {\n    ^(%%j: i64):\n%s"
      "      %%oa = poly 8*%%i*%%mm + 8*%%j\n      %%pa = addr %%a, %%oa\n      %%va = load %%pa : f64\n"
      "      %%ox = poly 8*%%j\n      %%px = addr %%x, %%ox\n      %%vx = load %%px : f64\n"
      "      %%ax = fmul %%va, %%vx : f64\n      %%sax = fmul %%ss, %%ax : f64\n"
      "      %%old = load %%py : f64\n      %%new = fadd %%old, %%sax : f64\n      store %%new, %%py\n"
      "      yield\n    }\n    yield\n  }\n%s  return\n}\n",
      a, x, y, around, before, first, bound, scale, *around ? "  yield }\n" : "");
  return smr_str_get(text);
}

#define S_VALUE "      %ss = fmul %s, %s : f64\n"
#define S_MEMORY "      %sm = load %q : f64\n      %ss = fmul %sm, %sm : f64\n"
#define M_VALUE "    %mm = poly %m\n"
#define M_MEMORY "    %mm = load %r : i64\n"
#define TIMES "  loop %t { ^(%time: i64):\n"

TEST(L1_assumptions) {
  SMR_OWNED(SmrStr, smr_str_free) idiom = {0};
  smr_str_puts(&idiom, nest("unique", "unique", "unique", "", "", "", S_VALUE, M_VALUE));
#define EXPECT(input_, wanted)                                                                               \
  expect((Case){.idiom = smr_str_get(&idiom), .input = input_, .normalize = true}, wanted)
  EXPECT(nest("unique", "unique", "unique", "", "", "", S_VALUE, M_VALUE), "guards: n >= 1; m >= 1");
  EXPECT(nest("", "", "", "", "", "", S_VALUE, M_VALUE),
         "guards: n >= 1; m >= 1; a[0..n*m) and y[0..n) do not overlap; x[0..m) and y[0..n) do not overlap");
  EXPECT(nest("", "unique", "", "", "", "", S_VALUE, M_VALUE),
         "guards: n >= 1; m >= 1; a[0..n*m) and y[0..n) do not overlap");
  EXPECT(nest("", "", "unique", "", "", "", S_VALUE, M_VALUE), "guards: n >= 1; m >= 1");
  // The scale in memory, of which y must not be part, and so the bound.
  EXPECT(nest("unique", "unique", "", "", "", "", S_MEMORY, M_VALUE),
         "guards: n >= 1; m >= 1; y[0..n) and q[0..1) do not overlap");
  EXPECT(nest("unique", "unique", "", "", "", "", S_VALUE, M_MEMORY),
         "guards: n >= 1; r >= 1; y[0..n) and r[0..1) do not overlap");
  // The same with a loop around, whose iterations may change what q points to: each call reads it again.
  EXPECT(nest("unique", "unique", "", TIMES, "", "", S_MEMORY, M_VALUE),
         "guards: n >= 1; m >= 1; y[0..n) and q[0..1) do not overlap");
  // Read before the nest and in it: one value only if the store in between leaves it alone in all iterations.
  // Read before it alone: that value.
  EXPECT(nest("unique", "unique", "", TIMES, "  %m0 = load %r : i64\n  store %m0, %q\n",
              "    %m1 = load %r : i64\n", S_VALUE, "    %mm = poly %m1\n"),
         "refused: the memory at r may change around the code, in the loop at line 0");
  // What was stored to q and read again has become the terms m and t; or it has cancelled out.
  EXPECT(nest("unique", "unique", "unique",
              TIMES "  %mt = poly %m + %t\n  store %mt, %q\n  store %t, %r\n  %again = load %q : i64\n", "",
              "", S_VALUE, "    %mm = poly %again\n"),
         "refused: the memory at q may change around the code, in the loop at line 0");
  EXPECT(nest("unique", "unique", "unique",
              TIMES "  %first = load %q : i64\n  store %t, %r\n  %again = load %q : i64\n", "", "", S_VALUE,
              "    %mm = poly %m + %again - %first\n"),
         "refused: the memory at q may change around the code, in the loop at line 0");
  EXPECT(nest("unique", "unique", "", TIMES, "  %m0 = load %r : i64\n  store %m0, %q\n", "", S_VALUE,
              "    %mm = poly %m0\n"),
         "guards: n >= 1; r >= 1");
}

TEST(L3_trips_and_L5_types) {
  expect((Case){.input = input("unique", "unique", N32, "8*%7", "", "")}, "guards: k >= 1");
  expect((Case){.input = input("unique", "unique", N64, "8*%7", "", "")}, "guards: k >= 1; k fits 32 bits");
  expect((Case){.input = input("unique", "unique", "  %5 = const 0 : i64\n", "8*%7", "", "")},
         "refused: a loop that never runs");
  expect((Case){.input = input("unique", "unique", "  %5 = const 3000000000 : i64\n", "8*%7", "", "")},
         "refused: \"3000000000 fits 32 bits\" does not hold");
  // n - 1 iterations of a 32-bit n: at least 1 by the guard, so it fits.
  expect((Case){.input =
                    input("unique", "unique", "  %4 = load %0 : i32\n  %5 = poly %4 - 1\n", "8*%7", "", "")},
         "guards: k >= 2");
  // A quotient is at least 1 from the divisor on.
  expect((Case){.input = input("unique", "unique",
                               "  %4 = load %0 : i32\n  %21 = const 4 : i32\n  %22 = divs %4, %21 : i32\n"
                               "  %5 = poly %22\n",
                               "8*%7", "", "")},
         "guards: k >= 4");
}

TEST(L3_guards_hold_where_the_loop_runs) {
  static const struct {
    const char *trips, *wanted;
    int64_t loaded[2];
  } cases[] = {
      {"%4 - 1", "guards: k >= 2; k - 1 fits 32 bits holds: 1 no, 2 yes", {1, 2}},
      {"100 - %4", "guards: 99 >= k; -k + 100 fits 32 bits holds: 99 yes, 100 no", {99, 100}},
      {"100 - 3*%4", "guards: 33 >= k; -3*k + 100 fits 32 bits holds: 33 yes, 34 no", {33, 34}},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char trips[80];
    snprintf(trips, sizeof trips, "  %%4 = load %%0 : i64\n  %%5 = poly %s\n", cases[k].trips);
    expect((Case){.input = input("unique", "unique", trips, "8*%7", "", ""), .loaded = cases[k].loaded},
           cases[k].wanted);
  }
}

/// What has no name says where it comes from, so that one can read on.
TEST(names_of_loop_variables) {
  static const char around[] =
      "func @f(%0: ptr unique \"k\", %1: ptr unique \"s\", %2: ptr unique \"u\", %3: ptr unique \"v\") {\n"
      "  %20 = undef : i64\n  %4 = load %0 : i32\n  %5 = poly %4\n  %6 = load %1 : f64\n"
      "  loop %5 {\n  ^(%21: i64):\n    %22 = poly %21 - 1\n    loop %22 {\n    ^(%7: i64):\n"
      "      %8 = poly 8*%7\n"
      "      %9 = addr %3, %8 [%7 < %20]\n      %10 = load %9 : f64\n"
      "      %11 = addr %2, %8 [%7 < %20]\n      %12 = load %11 : f64\n"
      "      %13 = fprod %6, %12 : f64\n      %14 = fsum %10, %13 : f64\n"
      "      store %14, %9\n      yield\n    }\n    yield\n  } @a.c:7:3\n  return\n}\n";
  expect((Case){.input = around}, "guards: the loop variable at line 7 >= 2");
}

TEST(L9_effects) {
  expect((Case){.input = input("unique", "unique", N100, "8*%7", "", "    %15 = load<volatile> %1 : f64\n")},
         "no match");
}

TEST(L4_facts) {
  // x(m, *) with m = 2: index 0 < 2.
  expect((Case){.idiom = axpy_extent, .input = input("unique", "unique", N100, "16*%7", "", "")}, "proof");
  // A stride of unknown sign has to be at least 1.
  expect((Case){.idiom = axpy_extent,
                .input = input("unique", "unique", N100, "8*%7*%16", "  %16 = load %0 : i32\n", "")},
         "guards: k >= 1");
}

TEST(L8_floats) {
  const char *text = input("unique", "unique", N100, "8*%7", "", "");
  expect((Case){.input = text, .options.fp_exact = true, .contract = SMR_CONTRACT_EXACT}, "proof");
  expect((Case){.input = text, .options.fp_exact = true},
         "refused: the replacement may round differently, and fp=exact forbids that");
}

/// The text with these flags at its product, and those at its sum.
static const char *flagged(const char *text, const char *product, const char *sum) {
  static SmrStr texts[4];
  static uint32_t next;
  SmrStr *out = &texts[next++ % 4];
  const char *at = strstr(text, "= fprod"), *behind = strstr(text, "= fsum");
  assert_true(at && behind && at < behind);
  smr_str_clear(out);
  smr_str_printf(out, "%.*s= fprod%s%.*s= fsum%s%s", (int)(at - text), text, product,
                 (int)(behind - at - (int)strlen("= fprod")), at + strlen("= fprod"), sum,
                 behind + strlen("= fsum"));
  return smr_str_get(out);
}

/// An exact pair, with fp=exact, for a machine with fma.
static Case exact(const char *idiom, const char *text) {
  return (Case){.idiom = idiom,
                .input = text,
                .options = {.fp_exact = true, .joins = true},
                .contract = SMR_CONTRACT_EXACT};
}

TEST(L8_joined) {
  const char *plain = input("unique", "unique", N100, "8*%7", "", "");
  const char *joined = flagged(plain, "<joined>", ""), *idiom = flagged(axpy, "<joined>", "");
  // What joins nothing is replaced by what joins nothing.
  expect(exact(axpy, plain), "proof, apart");
  expect(exact(idiom, plain), "proof, apart");
  // What joins is replaced where the idiom does, and was seen to.
  expect(exact(axpy, joined),
         "refused: the compiler rounds a product and a sum once here (-ffp-contract=on), "
         "and the replacement may do that twice");
  expect(exact(idiom, joined), "refused: the compiler rounds products and sums once here (-ffp-contract=on), "
                               "where the pair's two sides may differ");
  Case seen = exact(idiom, joined);
  seen.joined = true;
  expect(seen, "proof");
  // A machine without fma joins nothing, and pairs that are not exact may round otherwise.
  Case without = exact(axpy, joined);
  without.options.joins = false;
  expect(without, "proof");
  Case loose = exact(axpy, joined);
  loose.options.fp_exact = false;
  expect(loose, "refused: the compiler rounds a product and a sum once here (-ffp-contract=on), and the "
                "replacement may do that twice");
  loose.contract = SMR_CONTRACT_REASSOC;
  expect(loose, "proof");
  loose.input = plain; // … and their own code is as fast as it is
  expect(loose, "proof");
}

TEST(L8_fused) {
  const char *plain = input("unique", "unique", N100, "8*%7", "", "");
  const char *fused = flagged(plain, "<joined fused>", "<fused>");
  const char *idiom = flagged(axpy, "<joined fused>", "<fused>");
  for (int joins = 0; joins < 2; joins++) { // an fma is one on every machine
    Case both = exact(idiom, fused), twice = exact(axpy, fused), once = exact(idiom, plain);
    both.options.joins = twice.options.joins = once.options.joins = joins;
    expect(both, joins ? "proof, apart" : "proof");
    expect(twice,
           "refused: the code rounds a product and a sum once (fma), and the replacement may do that twice");
    expect(once, "refused: the idiom rounds a product and a sum once, and the code does that twice");
  }
}

TEST(L8_contract) {
  const char *plain = input("unique", "unique", N100, "8*%7", "", "");
  const char *may = flagged(plain, "<contract>", "<contract>");
  Case without = exact(axpy, may), loose = without;
  without.options.joins = loose.options.fp_exact = false;
  loose.contract = SMR_CONTRACT_REASSOC;
  expect(exact(axpy, may), "refused: the compiler may round a product and a sum once here or twice "
                           "(-ffp-contract=fast), and which must not change");
  expect(without, "proof");
  expect(loose, "proof");
  // One of the two alone gives no choice, and what may be reassociated has no bits to keep.
  expect(exact(axpy, flagged(plain, "<contract>", "")), "proof");
  expect(exact(axpy, flagged(plain, "<reassoc contract>", "<reassoc contract>")), "proof");
}

TEST(L6_conditions) {
  const SmrWhenStep at_least[] = {{SMR_WHEN_ARG, 0, 0}, {SMR_WHEN_CONST, 0, 8}, {SMR_WHEN_GE, 0, 0}};
  const SmrWhenStep at_least_one[] = {{SMR_WHEN_ARG, 0, 0}, {SMR_WHEN_CONST, 0, 1}, {SMR_WHEN_GE, 0, 0}};
  const SmrWhenStep even[] = {{SMR_WHEN_ARG, 0, 0},
                              {SMR_WHEN_CONST, 0, 2},
                              {SMR_WHEN_REM, 0, 0},
                              {SMR_WHEN_CONST, 0, 0},
                              {SMR_WHEN_EQ, 0, 0}};
  const SmrWhenStep by_zero[] = {{SMR_WHEN_ARG, 0, 0}, {SMR_WHEN_CONST, 0, 0}, {SMR_WHEN_DIV, 0, 0}};
  const SmrWhenStep single[] = {{SMR_WHEN_TYPE, 2, SMR_F32}};
  const SmrWhenStep broken[] = {{SMR_WHEN_ADD, 0, 0}};
  SmrWhen when = {at_least, 3, "n >= 8"};
  expect((Case){.input = input("unique", "unique", N100, "8*%7", "", ""), .when = &when}, "proof");
  expect((Case){.input = input("unique", "unique", N32, "8*%7", "", ""), .when = &when},
         "guards: k >= 8");                                             // which implies k >= 1
  const char *late = "  %4 = load<hoisted> %0 : i32\n  %5 = poly %4\n"; // read only where the loop runs
  expect((Case){.input = input("unique", "unique", late, "8*%7", "", ""), .when = &when},
         "guards: k >= 1; k >= 8");
  expect((Case){.input = input("unique", "unique", "  %5 = const 7 : i64\n", "8*%7", "", ""), .when = &when},
         "refused: \"n >= 8\" does not hold: the idiom's n is 7");
  when = (SmrWhen){at_least_one, 3, "n >= 1"}; // follows from the trip count's guard
  expect((Case){.input = input("unique", "unique", N32, "8*%7", "", ""), .when = &when}, "guards: k >= 1");
  when = (SmrWhen){even, 5, "n % 2 == 0"};
  expect((Case){.input = input("unique", "unique", N100, "8*%7", "", ""), .when = &when}, "proof");
  expect((Case){.input = input("unique", "unique", N32, "8*%7", "", ""), .when = &when},
         "guards: k >= 1; k % 2 == 0");
  when = (SmrWhen){by_zero, 3, "n / 0"};
  expect((Case){.input = input("unique", "unique", N32, "8*%7", "", ""), .when = &when},
         "refused: \"k/0\" does not hold");
  const SmrWhenStep grouped[] = {{SMR_WHEN_ARG, 0, 0}, {SMR_WHEN_ARG, 0, 0},   {SMR_WHEN_CONST, 0, 1},
                                 {SMR_WHEN_SUB, 0, 0}, {SMR_WHEN_SUB, 0, 0},   {SMR_WHEN_CONST, 0, 0},
                                 {SMR_WHEN_MUL, 0, 0}, {SMR_WHEN_CONST, 0, 1}, {SMR_WHEN_GE, 0, 0}};
  when = (SmrWhen){grouped, 9, "(n - (n - 1))*0 >= 1"}; // in the program's name for n, as far as it has one
  expect((Case){.input = input("unique", "unique", N32, "8*%7", "", ""), .when = &when},
         "refused: \"(k - (k - 1))*0 >= 1\" does not hold");
  expect((Case){.input = input("unique", "unique", "  %5 = const 7 : i64\n", "8*%7", "", ""), .when = &when},
         "refused: \"(n - (n - 1))*0 >= 1\" does not hold: the idiom's n is 7");
  const SmrWhenStep times[] = {{SMR_WHEN_ARG, 0, 0}, {SMR_WHEN_CONST, 0, 2}, {SMR_WHEN_DIV, 0, 0},
                               {SMR_WHEN_ARG, 0, 0}, {SMR_WHEN_MUL, 0, 0},   {SMR_WHEN_CONST, 0, 8},
                               {SMR_WHEN_GE, 0, 0}};
  static const int64_t four[] = {3, 4};
  when = (SmrWhen){times, 7, "n/2*n >= 8"};
  expect((Case){.input = input("unique", "unique", N32, "8*%7", "", ""), .when = &when, .loaded = four},
         "guards: k >= 1; k/2*k >= 8 holds: 3 no, 4 yes");
  when = (SmrWhen){single, 1, "type(x) == real(4)"};
  expect((Case){.input = input("unique", "unique", N100, "8*%7", "", ""), .when = &when},
         "refused: \"type(x) == real(4)\" does not hold");
  when = (SmrWhen){broken, 1, "+"};
  assert_false(smr_when_check(&when, 4));
}

TEST(expressions) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  const SmrExpr *n = smr_expr_poly(&arena, smr_poly_leaf(&arena, 1)), *one = smr_expr_const(&arena, 1);
  int64_t value;
  assert_true(smr_expr_is_const(smr_expr(&arena, SMR_X_LE, n, smr_expr(&arena, SMR_X_ADD, n, one)), &value) &&
              value == 1);
  assert_true(smr_expr_is_const(smr_expr(&arena, SMR_X_LT, n, n), &value) && value == 0);
  assert_ptr_equal(smr_expr(&arena, SMR_X_MAX, n, n), n);
  assert_true(smr_expr_is_const(smr_expr_sext(&arena, smr_expr_const(&arena, 0x1ffffffff), 32), &value) &&
              value == -1);
  assert_null(smr_expr(&arena, SMR_X_MUL, smr_expr_const(&arena, INT64_MAX), smr_expr_const(&arena, 2)));
  assert_null(smr_expr(&arena, SMR_X_DIV, one, smr_expr_const(&arena, 0)));
  const SmrExpr *test = smr_expr(&arena, SMR_X_LT, one, n);
  assert_ptr_equal(smr_expr(&arena, SMR_X_AND, one, test), test);
  assert_true(smr_expr_is_const(smr_expr(&arena, SMR_X_OR, test, one), &value) && value == 1);
}
