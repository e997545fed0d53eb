//===- test_rules.c - one test for each rule of matching ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Graphs in text form, matched by the automata and by the oracle (harness_run compares them). What is
// expected is the bindings, one line for each match, "" for none.
//===----------------------------------------------------------------------===//
#include "test.h"

#include "harness.h"

// y(i) = alpha * x(i): one loop over `trip`, x at offset `ox`, y at `oy`; `value` makes %v of %e and %alpha.
static const char *map1(char *buffer, const char *params, const char *trip, const char *ox, const char *oy,
                        const char *value) {
  sprintf(buffer,
          "func @f(%s) {\n  %s\n  loop %%t () {\n  ^(%%i: i64):\n    %%ox = %s\n    %%px = addr %%x, %%ox\n"
          "    %%e = load %%px : f64\n    %%v = %s\n    %%oy = %s\n    %%py = addr %%y, %%oy\n"
          "    store %%v, %%py\n    yield\n  }\n  return\n}\n",
          params, trip, ox, value, oy);
  return buffer;
}
#define PARAMS                                                                                               \
  "%x: ptr unique \"x\", %y: ptr unique \"y\", %n: i64 \"n\", %m: i64 \"m\", %a: f64 \"a\", %b: f64 \"b\""
static char idiom_text[4096], input_text[4096];
#define IDIOM(trip, ox, oy, value) map1(idiom_text, PARAMS, trip, ox, oy, value)
#define INPUT(trip, ox, oy, value) map1(input_text, PARAMS, trip, ox, oy, value)
#define SCALE "fprod %a, %e : f64"
#define N "%t = poly %n"

TEST(same) {
  const char *p = IDIOM(N, "poly 8*%i", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, p), "x=x y=y n=n a=a\n");
}

TEST(L7_trip_is_an_equation) {
  const char *p = IDIOM("%t = poly %n - 1", "poly 8*%i", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, INPUT("%t = poly %n*%m + 3", "poly 8*%i", "poly 8*%i", SCALE)),
                      "x=x y=y n=n*m + 4 a=a\n");
  // A constant trip count is a constant.
  p = IDIOM("%t = const 17 : i64", "poly 8*%i", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, p), "x=x y=y a=a\n");
  assert_string_equal(harness_run(p, INPUT("%t = const 18 : i64", "poly 8*%i", "poly 8*%i", SCALE)), "");
  assert_string_equal(harness_run(p, INPUT(N, "poly 8*%i", "poly 8*%i", SCALE)), "");
  // Division must be exact.
  p = IDIOM("%t = poly 2*%n", "poly 8*%i", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, INPUT("%t = poly 6*%m + 4", "poly 8*%i", "poly 8*%i", SCALE)),
                      "x=x y=y n=3*m + 2 a=a\n");
  assert_string_equal(harness_run(p, INPUT("%t = poly 2*%m + 1", "poly 8*%i", "poly 8*%i", SCALE)), "");
}

TEST(trip_and_stride) {
  const char *p = IDIOM("%t = poly %n + 5", "poly 8*%i*%n + 16*%i", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, INPUT("%t = poly %m + 5", "poly 8*%i*%m + 16*%i", "poly 8*%i", SCALE)),
                      "x=x y=y n=m a=a\n");
  assert_string_equal(harness_run(p, INPUT("%t = poly %m + 4", "poly 8*%i*%m + 8*%i", "poly 8*%i", SCALE)),
                      "x=x y=y n=m - 1 a=a\n");
  assert_string_equal(harness_run(p, INPUT("%t = poly %m + 4", "poly 8*%i*%m + 16*%i", "poly 8*%i", SCALE)),
                      "");
  assert_string_equal(harness_run(p, INPUT("%t = const 9 : i64", "poly 48*%i", "poly 8*%i", SCALE)),
                      "x=x y=y n=4 a=a\n");
  p = IDIOM("%t = poly 3 - %n", "poly 8*%i*%n", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, INPUT("%t = poly %m", "poly 24*%i - 8*%i*%m", "poly 8*%i", SCALE)),
                      "x=x y=y n=-m + 3 a=a\n");
}

TEST(strides) {
  const char *p = IDIOM(N, "poly 8*%i*%m", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, INPUT(N, "poly 16*%i", "poly 8*%i", SCALE)), "x=x y=y n=n m=2 a=a\n");
  assert_string_equal(harness_run(p, INPUT(N, "poly -8*%i", "poly 8*%i", SCALE)), "x=x y=y n=n m=-1 a=a\n");
  assert_string_equal(harness_run(p, INPUT(N, "poly 8*%i", "poly 16*%i", SCALE)), "");
  assert_string_equal(harness_run(p, INPUT(N, "poly 4*%i", "poly 8*%i", SCALE)), ""); // half an element
  assert_string_equal(harness_run(p, INPUT(N, "poly 24", "poly 8*%i", SCALE)), "");   // zero is no stride
  // Not affine on one side only.
  assert_string_equal(harness_run(p, INPUT(N, "poly 8*%i*%i", "poly 8*%i", SCALE)), "");
  p = IDIOM(N, "poly 8*%i*%i", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, p), "x=x y=y n=n a=a\n");
}

TEST(offsets) {
  // One-based and any other offset is the array's own.
  const char *p = IDIOM(N, "poly 8*%i - 8*%m", "poly 8*%i*%m", SCALE);
  assert_string_equal(harness_run(p, INPUT(N, "poly 8*%i + 8*%n", "poly 24*%i + 16", SCALE)),
                      "x=x[8*n + 24] y=y[16] n=n m=3 a=a\n");
  // The same array twice: the distance is the idiom's.
  p = "func @f(%x: ptr unique \"x\", %n: i64 \"n\") {\n  loop %n () {\n  ^(%i: i64):\n    %o1 = poly 8*%i + "
      "8\n"
      "    %p1 = addr %x, %o1\n    %e = load %p1 : f64\n    %o2 = poly 8*%i\n    %p2 = addr %x, %o2\n"
      "    store %e, %p2\n    yield\n  }\n  return\n}\n";
  assert_string_equal(harness_run(p, p), "x=x n=n\n");
  const char *q =
      "func @f(%x: ptr unique \"x\", %n: i64 \"n\") {\n  loop %n () {\n  ^(%i: i64):\n    %o1 = poly 8*%i + "
      "16\n"
      "    %p1 = addr %x, %o1\n    %e = load %p1 : f64\n    %o2 = poly 8*%i + 8\n    %p2 = addr %x, %o2 "
      "\n    store %e, %p2\n    yield\n  }\n  return\n}\n";
  assert_string_equal(harness_run(p, q), "x=x[8] n=n\n");
  q = "func @f(%x: ptr unique \"x\", %n: i64 \"n\") {\n  loop %n () {\n  ^(%i: i64):\n    %o1 = poly 8*%i + "
      "16\n"
      "    %p1 = addr %x, %o1\n    %e = load %p1 : f64\n    %o2 = poly 8*%i\n    %p2 = addr %x, %o2 "
      "\n    store %e, %p2\n    yield\n  }\n  return\n}\n";
  assert_string_equal(harness_run(p, q), "");
}

TEST(scalars) {
  const char *p = IDIOM(N, "poly 8*%i", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, INPUT("%t = poly %n\n  %c = const 2.0 : f64", "poly 8*%i", "poly 8*%i",
                                           "fprod %e, %c : f64")),
                      "x=x y=y n=n a=2\n");
  // A value of the loop is no argument.
  assert_string_equal(harness_run(p, INPUT(N, "poly 8*%i", "poly 8*%i", "fprod %e, %e : f64")), "");
  // Twice the same argument needs twice the same value.
  const char *twice =
      "func @f(" PARAMS ") {\n  loop %n () {\n  ^(%i: i64):\n    %o = poly 8*%i\n    %px = addr %x, %o\n"
      "    %e = load %px : f64\n    %w = fprod %a, %e : f64\n    %v = fsum %w, %a : f64\n"
      "    %py = addr %y, %o\n    store %v, %py\n    yield\n  }\n  return\n}\n";
  const char *other =
      "func @f(" PARAMS ") {\n  loop %n () {\n  ^(%i: i64):\n    %o = poly 8*%i\n    %px = addr %x, %o\n"
      "    %e = load %px : f64\n    %w = fprod %a, %e : f64\n    %v = fsum %w, %b : f64\n"
      "    %py = addr %y, %o\n    store %v, %py\n    yield\n  }\n  return\n}\n";
  assert_string_equal(harness_run(twice, twice), "x=x y=y n=n a=a\n");
  assert_string_equal(harness_run(twice, other), "");
  assert_string_equal(harness_run(other, twice), "x=x y=y n=n a=a b=a\n");
}

TEST(constants_and_types) {
  const char *two = "%t = poly %n\n  %c = const 2.0 : f64";
  const char *p = IDIOM(two, "poly 8*%i", "poly 8*%i", "fprod %c, %e : f64");
  assert_string_equal(harness_run(p, p), "x=x y=y n=n\n");
  assert_string_equal(harness_run(p, INPUT("%t = poly %n\n  %c = const 3.0 : f64", "poly 8*%i", "poly 8*%i",
                                           "fprod %e, %c : f64")),
                      "");
  const char *f32 =
      "func @f(%x: ptr unique \"x\", %n: i64 \"n\", %a: f32 \"a\") {\n  loop %n () {\n  ^(%i: i64):\n"
      "    %o = poly 8*%i\n    %p = addr %x, %o\n    %e = load %p : f32\n    %v = fprod %a, %e : f32\n"
      "    store %v, %p\n    yield\n  }\n  return\n}\n";
  const char *f64 =
      "func @f(%x: ptr unique \"x\", %n: i64 \"n\", %a: f64 \"a\") {\n  loop %n () {\n  ^(%i: i64):\n"
      "    %o = poly 8*%i\n    %p = addr %x, %o\n    %e = load %p : f64\n    %v = fprod %a, %e : f64\n"
      "    store %v, %p\n    yield\n  }\n  return\n}\n";
  assert_string_equal(harness_run(f32, f64), "");
  assert_string_equal(harness_run(f64, f64), "x=x n=n a=a\n");
}

TEST(N_ORDER_commutes) {
  const char *p = IDIOM(N, "poly 8*%i", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, INPUT(N, "poly 8*%i", "poly 8*%i", "fprod %e, %a : f64")),
                      "x=x y=y n=n a=a\n");
  p = IDIOM(N, "poly 8*%i", "poly 8*%i", "fdiv %a, %e : f64");
  assert_string_equal(harness_run(p, INPUT(N, "poly 8*%i", "poly 8*%i", "fdiv %e, %a : f64")), "");
  // Other arity.
  p = IDIOM(N, "poly 8*%i", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, INPUT(N, "poly 8*%i", "poly 8*%i", "fprod %e, %a, %b : f64")), "");
}

static const char *dot(const char *x, const char *y, const char *init, const char *sum) {
  static char text[8][4096];
  static int at;
  at = (at + 1) % 8;
  sprintf(
      text[at],
      "func @dot(%%x: ptr unique \"x\", %%y: ptr unique \"y\", %%n: i64 \"n\", %%s: f64 \"s\", %%k: i64 "
      "\"k\") {\n"
      "  %s\n  %%r \"r\" = loop %%n (%%z) {\n  ^(%%i: i64, %%acc: f64):\n    %%ox = poly %s\n"
      "    %%px = addr %%x, %%ox\n    %%vx = load %%px : f64\n    %%oy = poly %s\n    %%py = addr %%y, %%oy\n"
      "    %%vy = load %%py : f64\n    %%m = fprod %%vx, %%vy : f64\n    %%next = fsum %s : f64\n"
      "    yield %%next\n  } : f64\n  return %%r\n}\n",
      init, x, y, sum);
  return text[at];
}
#define ZERO "%z = const 0.0 : f64"

TEST(accumulators) {
  const char *p = dot("8*%i", "8*%i", ZERO, "%acc, %m");
  assert_string_equal(harness_run(p, dot("8*%i", "8*%i", ZERO, "%m, %acc")), "x=x y=y n=n result=->r\n");
  // The initial value counts.
  assert_string_equal(harness_run(p, dot("8*%i", "8*%i", "%z = const 1.0 : f64", "%acc, %m")), "");
  // x and y are both anything: the idiom's two arrays may be one.
  const char *one =
      "func @norm(%x: ptr unique \"x\", %n: i64 \"n\") {\n  %z = const 0.0 : f64\n"
      "  %r \"r\" = loop %n (%z) {\n  ^(%i: i64, %acc: f64):\n    %o = poly 8*%i\n    %p = addr %x, %o\n"
      "    %e = load %p : f64\n    %m = fprod %e, %e : f64\n    %s = fsum %m, %acc : f64\n    yield %s\n"
      "  } : f64\n  return %r\n}\n";
  assert_string_equal(harness_run(p, one), "x=x y=x n=n result=->r\n");
  assert_string_equal(harness_run(one, p), "");
  // Two carried values where the idiom has one.
  const char *two =
      "func @two(%x: ptr unique \"x\", %n: i64 \"n\") {\n  %z = const 0.0 : f64\n"
      "  %r \"r\", %q = loop %n (%z, %z) {\n  ^(%i: i64, %acc: f64, %b: f64):\n    %o = poly 8*%i\n"
      "    %p = addr %x, %o\n    %e = load %p : f64\n    %m = fprod %e, %e : f64\n"
      "    %s = fsum %m, %acc : f64\n    %u = fsum %b, %e : f64\n    yield %s, %u\n  } : f64, f64\n"
      "  %w = fsum %r, %q : f64\n  return %w\n}\n";
  assert_string_equal(harness_run(one, two), "");
  assert_string_equal(harness_run(two, two), "x=x n=n result=->fsum(r)\n");
  // Carried values in another order.
  const char *swapped =
      "func @two(%x: ptr unique \"x\", %n: i64 \"n\") {\n  %z = const 0.0 : f64\n"
      "  %q, %r \"r\" = loop %n (%z, %z) {\n  ^(%i: i64, %b: f64, %acc: f64):\n    %o = poly 8*%i\n"
      "    %p = addr %x, %o\n    %e = load %p : f64\n    %m = fprod %e, %e : f64\n"
      "    %s = fsum %m, %acc : f64\n    %u = fsum %b, %e : f64\n    yield %u, %s\n  } : f64, f64\n"
      "  %w = fsum %q, %r : f64\n  return %w\n}\n";
  assert_string_equal(harness_run(two, swapped), "x=x n=n result=->fsum(loop(n))\n");
}

// An in-out scalar: the initial value is any invariant one, the result is the loop's.
TEST(outs) {
  const char *body =
      "    %o = poly 8*%i\n    %p = addr %x, %o\n    %e = load %p : f64\n    %s = fsum %acc, %e : f64\n"
      "    yield %s\n  } : f64\n";
  char p[2048], q[2048];
  sprintf(p,
          "func @sum(%%x: ptr unique \"x\", %%n: i64 \"n\", %%out: ptr unique \"out\") {\n  %%z = load %%out "
          ": f64\n"
          "  %%r = loop %%n (%%z) {\n  ^(%%i: i64, %%acc: f64):\n%s  store %%r, %%out\n  return\n}\n",
          body);
  sprintf(q,
          "func @sum(%%x: ptr unique \"x\", %%n: i64 \"n\") {\n  %%z = const 3.0 : f64\n"
          "  %%r \"r\" = loop %%n (%%z) {\n  ^(%%i: i64, %%acc: f64):\n%s  return %%r\n}\n",
          body);
  assert_string_equal(harness_run(p, q), "x=x n=n out=3->r\n");
  // By value: opaque "smr.out" says what the parameter becomes.
  sprintf(p,
          "func @sum(%%x: ptr unique \"x\", %%n: i64 \"n\", %%out: f64 \"out\") {\n"
          "  %%r = loop %%n (%%out) {\n  ^(%%i: i64, %%acc: f64):\n%s  opaque<imm 2> \"smr.out\" %%r\n  "
          "return\n}\n",
          body);
  assert_string_equal(harness_run(p, q), "x=x n=n out=3->r\n");
  // An expression over the result is looked for among its uses.
  sprintf(p,
          "func @norm(%%x: ptr unique \"x\", %%n: i64 \"n\", %%out: ptr unique \"out\") {\n  %%z = const 3.0 "
          ": f64\n"
          "  %%r = loop %%n (%%z) {\n  ^(%%i: i64, %%acc: f64):\n%s  %%w = math \"sqrt\" %%r : f64\n"
          "  store %%w, %%out\n  return\n}\n",
          body);
  assert_string_equal(harness_run(p, q), "");
  sprintf(q,
          "func @sum(%%x: ptr unique \"x\", %%n: i64 \"n\") {\n  %%z = const 3.0 : f64\n"
          "  %%r \"r\" = loop %%n (%%z) {\n  ^(%%i: i64, %%acc: f64):\n%s  %%v = math \"exp\" %%r : f64\n"
          "  %%w \"w\" = math \"sqrt\" %%r : f64\n  %%u = fsum %%v, %%w : f64\n  return %%u\n}\n",
          body);
  assert_string_equal(harness_run(p, q), "x=x n=n out=->w\n");
}

// No region at all: one value, or one call.
TEST(no_region) {
  const char *p =
      "func @h(%a: f64 \"a\", %b: f64 \"b\") {\n  %s = fprod %a, %a : f64\n  %t = fprod %b, %b : f64\n"
      "  %u = fsum %s, %t : f64\n  %v = math \"sqrt\" %u : f64\n  return %v\n}\n";
  const char *q =
      "func @h(%c: f64 \"c\", %d: f64 \"d\") {\n  %t = fprod %d, %d : f64\n  %s = fprod %c, %c : f64\n"
      "  %u = fsum %s, %t : f64\n  %v \"v\" = math \"sqrt\" %u : f64\n  %w = math \"exp\" %u : f64\n"
      "  %x = fsum %v, %w : f64\n  return %x\n}\n";
  assert_string_equal(harness_run(p, q), "a=c b=d result=->v\n");
  p = "func @m(%a: box \"a\", %b: box \"b\") {\n  %c = opaque<attrs \"k = 1\"> \"hlfir.matmul\" %a, %b : "
      "!\"expr\"\n"
      "  opaque \"hlfir.assign\" %c, %a\n  return\n}\n";
  assert_string_equal(harness_run(p, p), "a=a b=b\n");
  q = "func @m(%a: box \"a\", %b: box \"b\") {\n  %c = opaque<attrs \"k = 2\"> \"hlfir.matmul\" %a, %b : "
      "!\"expr\"\n"
      "  opaque \"hlfir.assign\" %c, %a\n  return\n}\n";
  assert_string_equal(harness_run(p, q), "");
}

static const char *two_stores(const char *first, const char *second) {
  static char text[8][4096];
  static int at;
  at = (at + 1) % 8;
  sprintf(text[at],
          "func @f(%%x: ptr unique \"x\", %%y: ptr unique \"y\", %%z: ptr unique \"z\", %%n: i64 \"n\") {\n"
          "  loop %%n () {\n  ^(%%i: i64):\n    %%o = poly 8*%%i\n    %%px = addr %%x, %%o\n    %%py = addr "
          "%%y, %%o\n"
          "    %%pz = addr %%z, %%o\n    %%e = load %%px : f64\n    %%s = fsum %%e, %%e : f64\n"
          "    %%p = fprod %%e, %%e : f64\n    %s\n    %s\n    yield\n  }\n  return\n}\n",
          first, second);
  return text[at];
}

TEST(statement_order) {
  const char *p = two_stores("store %s, %py", "store %p, %pz");
  assert_string_equal(harness_run(p, two_stores("store %p, %pz", "store %s, %py")), "x=x y=y z=z n=n\n");
  assert_string_equal(harness_run(p, two_stores("store %p, %py", "store %s, %pz")), "x=x y=z z=y n=n\n");
  // The same element: the order matters.
  p = two_stores("store %s, %py", "store %p, %py");
  assert_string_equal(harness_run(p, p), "x=x y=y n=n\n");
  assert_string_equal(harness_run(p, two_stores("store %p, %py", "store %s, %py")), "");
  // A statement that the idiom has not.
  p = IDIOM(N, "poly 8*%i", "poly 8*%i", SCALE);
  assert_string_equal(harness_run(p, two_stores("store %s, %py", "store %p, %pz")), "");
}

// A load sees the memory state that the idiom's does.
TEST(memory_state) {
  const char *before =
      "func @f(%x: ptr \"x\", %y: ptr \"y\", %n: i64 \"n\") {\n  loop %n () {\n  ^(%i: i64):\n"
      "    %o = poly 8*%i\n    %px = addr %x, %o\n    %py = addr %y, %o\n    %e = load %px : f64\n"
      "    %w = load %py : f64\n    store %e, %py\n    %q = addr %x, %o\n    store %w, %q\n    yield\n"
      "  }\n  return\n}\n";
  const char *after =
      "func @f(%x: ptr \"x\", %y: ptr \"y\", %n: i64 \"n\") {\n  loop %n () {\n  ^(%i: i64):\n"
      "    %o = poly 8*%i\n    %px = addr %x, %o\n    %py = addr %y, %o\n    %e = load %px : f64\n"
      "    store %e, %py\n    %w = load %py : f64\n    %q = addr %x, %o\n    store %w, %q\n    yield\n"
      "  }\n  return\n}\n";
  assert_string_equal(harness_run(before, before), "x=x y=y n=n\n");
  assert_string_equal(harness_run(before, after), "");
  assert_string_equal(harness_run(after, before), "");
}

TEST(nested_and_triangular) {
  char p[2048], q[2048];
  const char *nest =
      "func @f(%%a: ptr unique \"a\", %%n: i64 \"n\", %%lda: i64 \"lda\", %%s: f64 \"s\") {\n  loop %%n () "
      "{\n"
      "  ^(%%i: i64):\n    %%t = %s\n    loop %%t () {\n    ^(%%j: i64):\n      %%o = poly %s\n"
      "      %%p = addr %%a, %%o\n      store %%s, %%p\n      yield\n    }\n    yield\n  }\n  return\n}\n";
  sprintf(p, nest, "poly %n", "8*%i + 8*%j*%lda");
  assert_string_equal(harness_run(p, p), "a=a n=n lda=lda s=s\n");
  sprintf(q, nest, "poly %n", "8*%j + 8*%i*%lda"); // row by row: other roles
  assert_string_equal(harness_run(p, q), "");
  sprintf(q, nest, "poly %n", "8*%i + 800*%j");
  assert_string_equal(harness_run(p, q), "a=a n=n lda=100 s=s\n");
  sprintf(q, nest, "poly %lda", "8*%i + 8*%j*%lda"); // another inner trip
  assert_string_equal(harness_run(p, q), "");
  sprintf(p, nest, "poly %n - %i", "8*%i + 8*%j*%lda");
  assert_string_equal(harness_run(p, p), "a=a n=n lda=lda s=s\n");
  sprintf(q, nest, "poly %n - %i - 1", "8*%i + 8*%j*%lda");
  assert_string_equal(harness_run(p, q), "");
  sprintf(q, nest, "poly %i", "8*%i + 8*%j*%lda");
  assert_string_equal(harness_run(p, q), "");
}

// x(col(k)): an index that is loaded.
TEST(loaded_index) {
  char p[2048], q[2048];
  const char *gather =
      "func @f(%%x: ptr unique \"x\", %%y: ptr unique \"y\", %%col: ptr unique \"col\", %%n: i64 \"n\") {\n"
      "  loop %%n () {\n  ^(%%k: i64):\n    %%oc = poly 4*%%k\n    %%pc = addr %%col, %%oc\n"
      "    %%c = load %%pc : i32\n    %%c8 = sext %%c : i64\n    %%ox = poly %s\n    %%px = addr %%x, %%ox\n"
      "    %%e = load %%px : f64\n    %%oy = poly 8*%%k\n    %%py = addr %%y, %%oy\n    store %%e, %%py\n"
      "    yield\n  }\n  return\n}\n";
  sprintf(p, gather, "8*%c8 - 8");
  assert_string_equal(harness_run(p, p), "x=x y=y col=col n=n\n");
  sprintf(q, gather, "8*%c8");
  assert_string_equal(harness_run(p, q), "x=x[8] y=y col=col n=n\n");
  sprintf(q, gather, "16*%c8");
  assert_string_equal(harness_run(p, q), "");
  sprintf(q, gather, "8*%k");
  assert_string_equal(harness_run(p, q), "");
}

TEST(descriptors) {
  const char *scale =
      "func @f(%%x: %s \"x\", %%n: i64 \"n\", %%a: f64 \"a\") {\n  %s\n  loop %%n () {\n  ^(%%i: i64):\n"
      "    %%o = poly %s\n    %%p = addr %%b, %%o\n    %%e = load %%p : f64\n"
      "    %%v = fprod %%a, %%e : f64\n    store %%v, %%p\n    yield\n  }\n  return\n}\n";
  char box[2048], plain[2048], stride[2048];
  sprintf(box, scale, "box", "%b \"b\" = descr_addr %x\n  %s \"sx\" = descr_stride 0 %x", "%i*%s");
  sprintf(plain,
          "func @f(%%x: ptr \"x\", %%n: i64 \"n\", %%a: f64 \"a\") {\n  loop %%n () {\n  ^(%%i: i64):\n"
          "    %%o = poly 8*%%i\n    %%p = addr %%x, %%o\n    %%e = load %%p : f64\n"
          "    %%v = fprod %%a, %%e : f64\n    store %%v, %%p\n    yield\n  }\n  return\n}\n");
  sprintf(stride,
          "func @f(%%x: ptr \"x\", %%n: i64 \"n\", %%a: f64 \"a\", %%inc: i64 \"inc\") {\n  loop %%n () {\n"
          "  ^(%%i: i64):\n    %%o = poly 8*%%i*%%inc\n    %%p = addr %%x, %%o\n    %%e = load %%p : f64\n"
          "    %%v = fprod %%a, %%e : f64\n    store %%v, %%p\n    yield\n  }\n  return\n}\n");
  assert_string_equal(harness_run(box, box), "x=x{2,0:sx} n=n a=a\n");
  assert_string_equal(harness_run(box, plain), "x=x{2,0:8} n=n a=a\n");
  // A contiguous idiom against a descriptor: an equation remains.
  assert_string_equal(harness_run(plain, box), "x=b n=n a=a if sx==8\n");
  // A stride in elements: a fraction.
  assert_string_equal(harness_run(stride, box), "x=b n=n a=a inc=sx/8\n");
}

TEST(conditions) {
  char p[2048], q[2048];
  const char *text =
      "func @f(%%x: ptr unique \"x\", %%n: i64 \"n\", %%k: i64 \"k\", %%a: f64 \"a\", %%b: f64 \"b\") {\n"
      "  loop %%n () {\n  ^(%%i: i64):\n    %%o = poly 8*%%i\n    %%p = addr %%x, %%o\n    %%d = poly %s\n"
      "    %%c = icmp %s %%d, %%n\n    if %%c {\n      store %s, %%p\n      yield\n    } else {\n"
      "      store %s, %%p\n      yield\n    }\n    yield\n  }\n  return\n}\n";
  sprintf(p, text, "%i + %k", "slt", "%a", "%b");
  assert_string_equal(harness_run(p, p), "x=x n=n k=k a=a b=b\n");
  sprintf(q, text, "%i + 3", "slt", "%b", "%b");
  assert_string_equal(harness_run(p, q), "x=x n=n k=3 a=b b=b\n");
  sprintf(q, text, "%i + %k", "sle", "%a", "%b");
  assert_string_equal(harness_run(p, q), "");
  sprintf(q, text, "2*%i + %k", "slt", "%a", "%b");
  assert_string_equal(harness_run(p, q), "");
}

// Several roots, other statements between them, and the order of independent ones.
static const char *fills(const char *between, const char *first, const char *second) {
  static char text[8][4096];
  static int at;
  at = (at + 1) % 8;
  const char *fill =
      "  loop %%n () {\n  ^(%%i%d: i64):\n    %%o%d = poly 8*%%i%d\n    %%p%d = addr %s, %%o%d\n"
      "    store %%%c, %%p%d\n    yield\n  }\n";
  char a[1024], b[1024];
  sprintf(a, fill, 1, 1, 1, 1, first, 1, 'a', 1);
  sprintf(b, fill, 2, 2, 2, 2, second, 2, 'b', 2);
  sprintf(text[at],
          "func @f(%%x: ptr unique \"x\", %%y: ptr unique \"y\", %%z: ptr unique \"z\", %%n: i64 \"n\", %%a: "
          "f64 \"a\", "
          "%%b: f64 \"b\") {\n%s%s%s  return\n}\n",
          a, between, b);
  return text[at];
}

TEST(several_roots) {
  const char *p = fills("", "%x", "%y");
  assert_string_equal(harness_run(p, fills("  store %a, %z\n", "%x", "%y")),
                      "x=x y=y n=n a=a b=b\nx=y y=x n=n a=b b=a\n");
  // Both write one array: only the idiom's order.
  p = fills("", "%x", "%x");
  assert_string_equal(harness_run(p, fills("", "%y", "%y")), "x=y n=n a=a b=b\n");
  assert_string_equal(harness_run(p, fills("", "%x", "%y")), "");
}

// What an argument is bound to must be computable before the first root.
TEST(between_roots) {
  const char *p = fills("", "%x", "%y");
  // %b is an element of x that the first loop wrote, or of z that it did not.
  const char *text =
      "func @f(%%x: ptr unique \"x\", %%y: ptr unique \"y\", %%z: ptr unique \"z\", %%n: i64 \"n\", "
      "%%a: f64 \"a\") {\n  loop %%n () {\n  ^(%%i: i64):\n    %%o = poly 8*%%i\n    %%p = addr %%x, %%o\n"
      "    store %%a, %%p\n    yield\n  }\n  %%b \"b\" = load %s : f64\n  loop %%n () {\n  ^(%%j: i64):\n"
      "    %%q = poly 8*%%j\n    %%r = addr %%y, %%q\n    store %%b, %%r\n    yield\n  }\n  return\n}\n";
  char q[2048];
  sprintf(q, text, "%z");
  assert_string_equal(harness_run(p, q), "x=x y=y n=n a=a b=b\nx=y y=x n=n a=b b=a\n");
  sprintf(q, text, "%x");
  assert_string_equal(harness_run(p, q), "");
}

TEST(structural) {
  char p[4096], q[4096];
  // A while, and an op of an unknown dialect with two regions, several blocks and two results.
  const char *loop =
      "func @f(%%x: ptr unique \"x\", %%a: f64 \"a\") {\n  %%r = while (%%a) {\n  ^(%%v: f64):\n"
      "    %%e = load %%x : f64\n    %%c = fcmp %s %%v, %%e\n    condition %%c (%%v)\n  } do {\n"
      "  ^(%%w: f64):\n    %%s = fsum %%w, %%w : f64\n    store %%s, %%x\n    yield %%s\n  } : f64\n"
      "  return %%r\n}\n";
  sprintf(p, loop, "olt");
  assert_string_equal(harness_run(p, p), "x=x a=a result=->while(a)\n");
  sprintf(q, loop, "ogt");
  assert_string_equal(harness_run(p, q), "");
  const char *odd =
      "func @f(%%a: f64 \"a\", %%b: f64 \"b\") {\n  %%r, %%s = opaque<regions 2> \"odd.op\" %%a, %%b {\n"
      "  ^(%%u: f64):\n    %%c = fcmp olt %%u, %%b\n    cbr %%c, ^one(%%u), ^two()\n  ^one(%%v: f64):\n"
      "    opaque \"odd.use\" %s\n    br ^two()\n  ^two():\n    yield\n  } {\n    yield\n  } : f64, f64\n"
      "  opaque \"odd.use\" %s\n  return\n}\n";
  sprintf(p, odd, "%v", "%s");
  assert_string_equal(harness_run(p, p), "a=a b=b\n");
  sprintf(q, odd, "%u", "%s");
  assert_string_equal(harness_run(p, q), "");
  sprintf(q, odd, "%v", "%r");
  assert_string_equal(harness_run(p, q), "");
}

TEST(bad_patterns) {
  assert_string_equal(
      harness_pattern_error("func @f(%a: f64) {\n  return\n}\n"),
      "the idiom has nothing to match: it returns nothing and stores nothing, so nothing is left of it");
  assert_string_equal(harness_pattern_error("func @f(%a: f64) {\n  return %a\n}\n"),
                      "the idiom has nothing to match: its one result is an argument as it is, and no "
                      "operation computes that");
  assert_string_equal(harness_pattern_error(
                          "func @f(%c: i1) {\n  cbr %c, ^a(), ^b()\n^a():\n  br ^b()\n^b():\n  return\n}\n"),
                      "the idiom has control flow that is not a counted loop or if");
  // n * m is known, n is not.
  assert_string_equal(
      harness_pattern_error(map1(idiom_text, PARAMS, "%t = poly %n*%m", "poly 8*%i", "poly 8*%i", SCALE)),
      "no match could determine the value of 'm'");
  assert_string_equal(
      harness_pattern_error(map1(idiom_text, PARAMS, N, "poly 8*%i + 8*%m", "poly 8*%i", SCALE)),
      "no match could determine the value of 'm'");
}

TEST(dumps) {
  const char *text = harness_dump(
      "func @f(%a: ptr unique, %n: i64, %s: f64) {\n  loop %n () {\n  ^(%i: i64):\n    loop %n () {\n"
      "    ^(%j: i64):\n      loop %n () {\n      ^(%k: i64):\n        %o = poly 8*%i + 80*%j + "
      "800*%k\n        %p = addr %a, %o\n        store %s, %p\n        yield\n      }\n"
      "      yield\n    }\n    yield\n  }\n  return\n}\n");
  assert_non_null(strstr(text, ": loop {loop {loop {}}}\n"));
  assert_non_null(strstr(text, "0_loop->int/0->"));
  assert_non_null(strstr(text, "->1_loop->int/0->"));
  assert_non_null(strstr(text, "->3_store f64->array/3->"));
}
