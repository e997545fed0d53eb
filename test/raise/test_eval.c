//===- test_eval.c - the evaluator of equations on known results -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "base/str.h"
#include "raise/eval.h"

enum { MOST = 16 };

/// Equations read from a text, and what their names stand for.
typedef struct {
  SmrIntern *symbols;
  SmrEquations *e;
  int64_t integers[MOST];
  SmrCell scalars[MOST];
  SmrEvalMemory memories[MOST];
  SmrEvalResult results[MOST];
  SmrEval eval;
} Setup;

static Setup *setup(const char *body) {
  Setup *s = test_calloc(1, sizeof *s);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "equations @f {\n%s}", body);
  s->symbols = smr_intern_create();
  s->e = smr_equations_parse(s->symbols, "t", text.data, text.size, &diag);
  if (!s->e)
    fail_msg("%u:%u: %s", diag.messages.data[0].line, diag.messages.data[0].column,
             diag.messages.data[0].text);
  assert_in_range(s->e->integers.size + s->e->scalars.size + s->e->arrays.size, 1, MOST);
  s->eval = (SmrEval){
      .integers = s->integers, .scalars = s->scalars, .memories = s->memories, .results = s->results};
  return s;
}

static void teardown(Setup *s) {
  smr_equations_destroy(s->e);
  smr_intern_destroy(s->symbols);
  test_free(s);
}

static void set_integer(Setup *s, const char *name, int64_t value) {
  for (uint32_t k = 1; k < s->e->integers.size; k++)
    if (smr_equal(smr_intern_text(s->symbols, s->e->integers.data[k].name), name))
      s->integers[k] = value;
}

static void set_scalar(Setup *s, const char *name, double value) {
  for (uint32_t k = 0; k < s->e->scalars.size; k++)
    if (smr_equal(smr_intern_text(s->symbols, s->e->scalars.data[k].name), name))
      s->scalars[k].f = value;
}

static uint32_t array_of(const Setup *s, const char *name) {
  uint32_t k = 0;
  while (!smr_equal(smr_intern_text(s->symbols, s->e->arrays.data[k].name), name))
    k++;
  return k;
}

static void set_memory(Setup *s, const char *name, void *bytes, size_t size) {
  s->memories[array_of(s, name)] = (SmrEvalMemory){bytes, 0, size};
}

static void run(Setup *s) {
  assert_true(smr_equations_check(s->e, NULL));
  if (!smr_eval(&s->eval, s->e))
    fail_msg("%s", s->eval.trap);
}

/// The reason why there is no value; no memory is changed.
static void expect_trap(Setup *s, const char *trap) {
  unsigned char before[MOST][64];
  for (uint32_t k = 0; k < s->e->arrays.size; k++)
    if (s->memories[k].bytes)
      memcpy(before[k], s->memories[k].bytes, s->memories[k].size < 64 ? s->memories[k].size : 64);
  assert_false(smr_eval(&s->eval, s->e));
  assert_string_equal(s->eval.trap, trap);
  for (uint32_t k = 0; k < s->e->arrays.size; k++)
    if (s->memories[k].bytes)
      assert_memory_equal(before[k], s->memories[k].bytes,
                          s->memories[k].size < 64 ? s->memories[k].size : 64);
}

static void same(const double *one, const double *other, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    if (one[k] != other[k])
      fail_msg("number %u is %g, not %g", k, one[k], other[k]);
}

//--- Values ------------------------------------------------------------------

static const char gemm[] =
    "  int m, n, l, lda, ldb, ldc\n  f64 alpha, beta\n  array C : f64\n  array A : f64\n  array B : f64\n"
    "  need ldc - m >= 0\n"
    "  C.1[8*i + 8*j*ldc] = beta*C.0[8*i + 8*j*ldc] for 0 <= i < m, 0 <= j < n\n"
    "  C.2[8*i + 8*j*ldc] += alpha*A.0[8*i + 8*k*lda]*B.0[8*k + 8*j*ldb]\n"
    "    for 0 <= i < m, 0 <= j < n, 0 <= k < l\n";

TEST(test_gemm) {
  enum { M = 2, N = 3, L = 4, LDA = 2, LDB = 5, LDC = 4 };
  double a[LDA * L], b[LDB * N], c[LDC * N], d[LDC * N];
  for (int k = 0; k < LDA * L; k++)
    a[k] = k - 3;
  for (int k = 0; k < LDB * N; k++)
    b[k] = 2 * k % 7;
  for (int k = 0; k < LDC * N; k++)
    c[k] = d[k] = 10 - k;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++) {
      d[i + j * LDC] *= 0.5;
      for (int k = 0; k < L; k++)
        d[i + j * LDC] += 3 * a[i + k * LDA] * b[k + j * LDB];
    }
  Setup *s = setup(gemm);
  static const char *const names[] = {"m", "n", "l", "lda", "ldb", "ldc"};
  static const int64_t values[] = {M, N, L, LDA, LDB, LDC};
  for (int k = 0; k < 6; k++)
    set_integer(s, names[k], values[k]);
  set_scalar(s, "alpha", 3);
  set_scalar(s, "beta", 0.5);
  set_memory(s, "A", a, sizeof a);
  set_memory(s, "B", b, sizeof b);
  set_memory(s, "C", c, sizeof c);
  run(s);
  same(c, d, LDC * N); // with what lies between the columns
  assert_true(smr_eval_needs(s->e, s->integers));
  set_integer(s, "ldc", M - 1);
  assert_false(smr_eval_needs(s->e, s->integers));
  teardown(s);
}

/// Each element needs those before it.
TEST(test_trsv) {
  enum { N = 4 };
  double a[N * N], x[N] = {8, 4, 2, 6}, y[N];
  for (int k = 0; k < N * N; k++)
    a[k] = k % (N + 1) ? k % 5 - 2 : 1 << k % 3;
  for (int i = 0; i < N; i++) {
    y[i] = x[i] * (1 / a[i + i * N]);
    for (int j = 0; j < i; j++)
      y[i] -= 1 / a[i + i * N] * a[i + j * N] * y[j];
  }
  Setup *s = setup("  int n\n  array x : f64\n  array A : f64\n"
                   "  x.1[8*i] = inv(A.0[8*i + 8*i*n])*x.0[8*i]\n"
                   "    - sum(0 <= j < i) inv(A.0[8*i + 8*i*n])*A.0[8*i + 8*j*n]*x.1[8*j] for 0 <= i < n\n");
  set_integer(s, "n", N);
  set_memory(s, "x", x, sizeof x);
  set_memory(s, "A", a, sizeof a);
  run(s);
  same(x, y, N);
  teardown(s);
}

/// Only the lower triangle is there; a result has no memory.
TEST(test_triangular) {
  enum { N = 5 };
  double a[N * N], b[N * N], sum = 0;
  for (int k = 0; k < N * N; k++) {
    a[k] = b[k] = k + 1;
    if (k % N >= k / N)
      b[k] *= 2, sum += a[k];
  }
  Setup *s = setup("  int n\n  array A : f64\n  array r : f64\n"
                   "  A.1[8*i + 8*j*n] += A.0[8*i + 8*j*n] for 0 <= i < n, 0 <= j < i + 1\n"
                   "  r.1[0] = sum(0 <= i < n, 0 <= j < n, i - j >= 0) A.0[8*i + 8*j*n] - 1\n");
  set_integer(s, "n", N);
  set_memory(s, "A", a, sizeof a);
  run(s);
  same(a, b, N * N);
  assert_true(s->results[array_of(s, "r")].defined);
  assert_true(s->results[array_of(s, "r")].value.f == sum - 1);
  teardown(s);
}

/// Red and black elements of one memory, with versions of their own.
TEST(test_one_memory) {
  double x[6] = {1, 2, 3, 4, 5, 6}, y[6];
  Setup *s = setup("  int n\n  array E : f64\n  array O : f64 in E\n"
                   "  E.1[16*i] = O.0[16*i + 8] for 0 <= i < n\n"
                   "  O.1[16*i + 8] += 10*E.1[16*i] for 0 <= i < n\n"
                   "  O.2[8] += E.0[0] for n - 3 >= 0\n");
  for (int64_t n = 0; n <= 3; n++) {
    memcpy(y, x, sizeof x);
    double first = y[0];
    for (int64_t i = 0; i < n; i++) {
      y[2 * i] = y[2 * i + 1];
      y[2 * i + 1] += 10 * y[2 * i];
    }
    y[1] += n >= 3 ? first : 0;
    double z[6];
    memcpy(z, x, sizeof x);
    set_integer(s, "n", n);
    set_memory(s, "E", z, sizeof z);
    run(s);
    same(z, y, 6);
  }
  teardown(s);
}

/// Functions with arguments of their own types, in floating point and in the ring.
TEST(test_functions) {
  float b[2] = {3, 4};
  double a[3] = {0, 0, 0};
  Setup *s = setup("  int n\n  f64 x\n  array A : f64\n  array B : f32\n"
                   "  A.1[0] = sqrt(sum(0 <= k < n) fpext(f32 B.0[4*k])*fpext(f32 B.0[4*k]))\n"
                   "  A.1[8] = select_olt(x, 2, int(n*n), 0)\n"
                   "  A.1[16] = 2.5*inv(x)\n");
  set_integer(s, "n", 2);
  set_scalar(s, "x", 0.5);
  set_memory(s, "A", a, sizeof a);
  set_memory(s, "B", b, sizeof b);
  run(s);
  same(a, (double[]){5, 4, 5}, 3);
  s->eval.numbers = &smr_ring_inverses;
  expect_trap(s, "coefficient 2.5 is no integer");
  teardown(s);
}

/// The ring has no rounding: sums of any order are equal.
TEST(test_ring) {
  int64_t a[3] = {1, INT64_MAX, 5}, r = 0;
  Setup *s = setup("  int n\n  array A : f64\n  array R : f64\n"
                   "  R.1[0] += 3*A.0[8*i] - A.0[8*n - 8*i - 8] for 0 <= i < n\n");
  for (int k = 0; k < 3; k++)
    r = (int64_t)((uint64_t)r + 2 * (uint64_t)a[k]);
  int64_t out = 0;
  set_integer(s, "n", 3);
  set_memory(s, "A", a, sizeof a);
  set_memory(s, "R", &out, sizeof out);
  s->eval.numbers = &smr_ring_inverses;
  run(s);
  assert_true(out == r);
  teardown(s);
}

//--- Traps -------------------------------------------------------------------

TEST(test_traps) {
  static const struct {
    const char *body, *trap;
  } cases[] = {
      {"A.1[0] = A.1[8] A.1[8] = A.1[0]", "A.1[0] depends on itself"},
      {"A.1[8*i] = A.1[8*n - 8*i - 8] for 0 <= i < n", "A.1[0] depends on itself"},
      {"A.1[0] = x for 0 <= i", "index i has no bound above"},
      {"A.1[0] = x for i < 3", "index i has no bound below"},
      {"A.1[0] = sum(0 <= i < j, 0 <= j < n) x", "index i has no bound above"},
      {"A.1[0] = x for 0 <= i < 2", "two values for A.1[0]"},
      {"A.1[0] = x A.1[0] += x", "two values for A.1[0]"},
      {"A.1[4] = x A.1[8] = x", "A[4] and A[8] overlap"},
      {"A.1[32] = x", "A[32] is outside of the memory"},
      {"A.1[0] = A.0[-8]", "A[-8] is outside of the memory"},
      {"A.1[0] = r.0[0]", "r.0 has no value"},
      {"r.1[8] = x", "r[8] is outside of the memory"},
      {"A.1[0] = nothing(x)", "no function nothing of 1 arguments"},
      {"A.1[0] = select_sometimes(x, x, x, x)", "no comparison sometimes"},
      {"A.1[0] = sum(0 <= i < 4000, 0 <= j < 4000) x", "too many points"},
  };
  for (uint32_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    double a[4] = {1, 2, 3, 4};
    SmrStr text = {0};
    smr_str_printf(&text, "int n f64 x array A : f64 array r : f64 %s", cases[k].body);
    Setup *s = setup(text.data);
    set_integer(s, "n", 4);
    set_memory(s, "A", a, sizeof a);
    expect_trap(s, cases[k].trap);
    teardown(s);
    smr_str_free(&text);
  }
}

/// Two arrays of one memory must not meet; a chain of elements has a limit.
TEST(test_more_traps) {
  double a[5000] = {1};
  Setup *s = setup("int n array A : f64 array B : f64 in A A.1[0] = 1 B.1[4] = 1");
  set_memory(s, "A", a, sizeof a);
  expect_trap(s, "A[0] and B[4] overlap");
  teardown(s);
  s = setup("int n array A : f64 A.1[39992 - 8*i] = 1 + A.1[39984 - 8*i] for 0 <= i < n");
  set_memory(s, "A", a, sizeof a);
  set_integer(s, "n", 4500);
  expect_trap(s, "elements depend on one another more than 4000 deep");
  set_integer(s, "n", 3500);
  run(s);
  assert_true(a[4999] == 3500);
  teardown(s);
}

/// (2 + 3i)*conj(A) and parts of sums, in numbers and in the ring.
TEST(test_complex) {
  for (int ring = 0; ring < 2; ring++) {
    union {
      double f[6];
      int64_t i[6];
    } a, b;
    const double values[6] = {1, 2, -3, 4, 5, -6}, expected[6] = {8, -1, 6, -17, -8, 27};
    for (int k = 0; k < 6; k++)
      if (ring)
        a.i[k] = (int64_t)values[k], b.i[k] = 0;
      else
        a.f[k] = values[k], b.f[k] = 0;
    Setup *s = setup("int n c64 z array A : c64 array B : c64\n"
                     "  B.1[16*i] = z*conj(A.0[16*i]) for 0 <= i < n\n"
                     "  A.1[0] = complex(f64 2*sum(0 <= i < n) re(c64 A.0[16*i]), f64 im(c64 z))\n");
    s->eval.numbers = ring ? &smr_ring_inverses : &smr_floats;
    set_integer(s, "n", 3);
    s->scalars[0] = ring ? (SmrCell){.i = 2, .im.i = 3} : (SmrCell){.f = 2, .im.f = 3};
    set_memory(s, "A", &a, sizeof a);
    set_memory(s, "B", &b, sizeof b);
    run(s);
    for (int k = 0; k < 6; k++)
      assert_true(ring ? b.i[k] == (int64_t)expected[k] : b.f[k] == expected[k]);
    assert_true(ring ? a.i[0] == 6 && a.i[1] == 3 : a.f[0] == 6 && a.f[1] == 3);
    teardown(s);
  }
}
