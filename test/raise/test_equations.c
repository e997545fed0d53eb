//===- test_equations.c - the text form of equations, and their checker ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "base/str.h"
#include "graph/normalize/normalize.h"
#include "graph/random_graph.h"
#include "raise/oracle.h"
#include "raise/words.h"

static char message[512];

static SmrEquations *parse(SmrIntern *symbols, const char *text, size_t size) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrEquations *e = smr_equations_parse(symbols, "t", text, size, &diag);
  assert_int_equal(diag.errors, e ? 0 : 1); // one error, and only when it failed
  message[0] = 0;
  if (!e) {
    const SmrMessage *m = &diag.messages.data[0];
    assert_string_equal(m->file, "t");
    snprintf(message, sizeof message, "%u:%u: %s", m->line, m->column, m->text);
  }
  return e;
}

/// Printed, read, and printed again: equal. What was read.
static SmrEquations *reread(const SmrEquations *e, SmrStr *once) {
  SMR_OWNED(SmrStr, smr_str_free) twice = {0};
  smr_equations_print(e, once);
  SmrEquations *back = parse(e->symbols, once->data, once->size);
  if (!back)
    fail_msg("%s\n%s", message, once->data);
  smr_equations_print(back, &twice);
  assert_string_equal(once->data, twice.data);
  return back;
}

/// What a text prints as; the checker judges both alike.
static void round_trip(const char *text, const char *expected) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) once = {0};
  SmrEquations *e = parse(symbols, text, strlen(text));
  if (!e)
    fail_msg("%s\n%s", message, text);
  SmrEquations *back = reread(e, &once);
  assert_string_equal(once.data, expected);
  assert_int_equal(smr_equations_check(e, NULL), smr_equations_check(back, NULL));
  smr_equations_destroy(e);
  smr_equations_destroy(back);
  smr_intern_destroy(symbols);
}

//--- Samples -----------------------------------------------------------------

static const char all_forms[] =
    "equations @\"a b\" {\n"
    "  int n, m\n"
    "  f64 s, t\n"
    "  f32 u\n"
    "  f64 v\n"
    "  array A : f64\n"
    "  array A_2 : f64 in A\n"
    "  array r : f64\n"
    "  array B : f32\n"
    "  array i_2 : i32\n"
    "  need n*m - 9223372036854775808 >= 0\n"
    "  need 0 >= 0\n"
    "  need n >= 0 and m >= 0 or m - n >= 0\n"
    "  known m - n >= 0\n"
    "  known 3*m - n >= 0 if m\n"
    "  known n - 3*m >= 0 if -m\n"
    "  known n - 2*m multiple 4\n"
    "  A.1[0] = 0\n"
    "  A.1[8] = -s + 2.5*t - 1e-300*v*v + 1\n"
    "  A.2[8*i - 8] += -0x7ff0000000000000*sum(0 <= k < n + 1) 1 + sum(0 <= k < i, n - 2*k >= 0) s*A.1[8*k]\n"
    "    for 0 <= i < n\n"
    "  A_2.1[16*i + 8*j] = sum(i - j - 1 >= 0) int(2*i*n - j)*sqrt(s) - \"llvm.cos f64\"(s, f32 u)\n"
    "    for 0 <= i < n, 0 <= j < m, -i - j + 7 >= 0\n"
    "  r.1[0] = select_olt(s, t, sum(0 <= k < n) A.2[8*k] by assoc, 0)*inv(0x7ff8000000000000 + s by distr) "
    "+ f() by assoc distr inverse\n"
    "  B.1[-4*i] = u*fptrunc(f64 sum(0 <= k < n) s*fpext(f32 B.0[4*k])) for 0 <= i < n\n"
    "}\n";

static const char *const samples[] = {
    all_forms,
    "equations @f {\n}\n",
    "equations @gemm {\n"
    "  int m, n, l, lda, ldb, ldc\n"
    "  f64 alpha, beta\n"
    "  array C : f64\n"
    "  array A : f64\n"
    "  array B : f64\n"
    "  need ldc - m >= 0\n"
    "  C.1[8*i + 8*j*ldc] = beta*C.0[8*i + 8*j*ldc] for 0 <= i < m, 0 <= j < n\n"
    "  C.2[8*i + 8*j*ldc] += alpha*A.0[8*i + 8*k*lda]*B.0[8*j*ldb + 8*k] for 0 <= i < m, 0 <= j < n, 0 <= k "
    "< "
    "l\n"
    "}\n",
    "equations @trsv {\n"
    "  int n, lda\n"
    "  array x : f64\n"
    "  array A : f64\n"
    "  x.1[8*i] = inv(A.0[8*i + 8*i*lda])*x.0[8*i] - sum(0 <= j < i) inv(A.0[8*i + 8*i*lda])*A.0[8*i + "
    "8*j*lda]*x.1[8*j]\n"
    "    for 0 <= i < n\n"
    "}\n",
};

TEST(test_samples) {
  for (uint32_t k = 0; k < sizeof samples / sizeof *samples; k++) {
    round_trip(samples[k], samples[k]);
    SmrIntern *symbols = smr_intern_create();
    SmrEquations *e = parse(symbols, samples[k], strlen(samples[k]));
    assert_true(smr_equations_check(e, NULL));
    smr_equations_destroy(e);
    smr_intern_destroy(symbols);
  }
}

/// The first block of the README is an example.
TEST(test_readme) {
  SMR_OWNED(SmrStr, smr_str_free) readme = {0}, example = {0};
  const char *reason;
  assert_true(smr_read_file(SMR_SOURCE_DIR "/lib/raise/README.md", &readme, &reason));
  const char *start = strstr(smr_str_get(&readme), "```\n"), *end = strstr(start + 4, "```\n");
  smr_str_append(&example, start + 4, (size_t)(end - start - 4));
  round_trip(smr_str_get(&example), smr_str_get(&example));
}

#define HEAD "equations @f {\n  int n\n  f64 x\n  array A : f64\n"

/// Other ways to write the same.
TEST(test_variants) {
  round_trip("equations@f{f64 x array A:f64 int n int m // a comment\nneed m-n>=0}",
             "equations @f {\n  int n, m\n  f64 x\n  array A : f64\n  need m - n >= 0\n}\n");
  round_trip(HEAD "A.1[i*2*4+n*i+0*n] = 1*x*x for 0<=i<n}",
             HEAD "  A.1[8*i + i*n] = x*x for 0 <= i < n\n}\n");
  round_trip(HEAD "A.1[i - i] = 0 + x for n - i - 1 >= 0, 0 <= i}",
             HEAD "  A.1[0] = 0 + x for 0 <= i < n\n}\n");
}

TEST(test_numbers) {
  round_trip(HEAD "A.1[0] = -0\nA.2[0] = 0x0\nA.3[0] = 0x3ff0000000000000*x + 0x8000000000000000\n"
                  "A.4[0] = 0xfff8000000000001 - 0x7ff8000000000001*x\nA.5[0] = 4.9406564584124654e-324}",
             HEAD "  A.1[0] = -0\n  A.2[0] = 0\n  A.3[0] = x - 0\n"
                  "  A.4[0] = -0x7ff8000000000001 - 0x7ff8000000000001*x\n"
                  "  A.5[0] = 4.94065645841247e-324\n}\n");
}

TEST(test_complex) {
  round_trip("equations @f { int n f64 r c64 z array A : c64 array B : f64\n"
             "A.1[16*i] = -2*conj(A.0[16*i])*z*complex(f64 r, f64 0 - B.0[8*i]) for 0 <= i < n\n"
             "B.1[0] = sum(0 <= i < n) re(c64 A.1[16*i])*im(c64 conj(z))}",
             "equations @f {\n  int n\n  f64 r\n  c64 z\n  array A : c64\n  array B : f64\n"
             "  A.1[16*i] = -2*conj(A.0[16*i])*z*complex(f64 r, f64 0 - B.0[8*i]) for 0 <= i < n\n"
             "  B.1[0] = sum(0 <= i < n) re(c64 A.1[16*i])*im(c64 conj(z))\n}\n");
}

/// Bounds that a domain has no short form for, or none at all.
TEST(test_bounds) {
  round_trip(HEAD "A.1[i + j] = x for 0 <= i < n - j, 0 <= j < n}",
             HEAD "  A.1[i + j] = x for 0 <= i, 0 <= j < n - i, n - j - 1 >= 0\n}\n");
  round_trip(HEAD "A.1[i + j] = sum(k) x for i, j < 5, 2*i >= 0, -3*i + n >= 0}",
             HEAD "  A.1[i + j] = sum(k) x for i, j < 5, 2*i >= 0, n - 3*i >= 0\n}\n");
  round_trip(HEAD "A.1[i] = x for 0 <= i, -i + 9223372036854775807 >= 0, 3 - i >= 0}",
             HEAD "  A.1[i] = x for 0 <= i, -i + 9223372036854775807 >= 0, -i + 3 >= 0\n}\n");
  round_trip(HEAD "A.1[0] = sum(n >= 0) 1 for n - 1 >= 0}",
             HEAD "  A.1[0] = sum(n >= 0) 1 for n - 1 >= 0\n}\n");
}

/// One name is one integer, in all its domains.
TEST(test_integers) {
  static const char text[] = HEAD "A.1[8*i] = sum(0 <= k < i) x + sum(0 <= k < n) x for 0 <= i < n\n"
                                  "A.2[8*k] = sum(0 <= i < k) x for 0 <= k < n}";
  SmrIntern *symbols = smr_intern_create();
  SmrEquations *e = parse(symbols, text, strlen(text));
  assert_non_null(e);
  assert_int_equal(e->integers.size, 1 + 3);
  assert_false(e->integers.data[1].index);
  const SmrRaisedEquation *one = &e->equations.data[0], *two = &e->equations.data[1];
  assert_int_equal(one->domain.indices[0], two->sum.terms[0].domain.indices[0]);
  assert_int_equal(one->sum.terms[1].domain.indices[0], two->domain.indices[0]);
  assert_int_equal(e->arrays.data[0].versions, 2);
  assert_true(smr_equations_check(e, NULL));
  smr_equations_destroy(e);
  smr_intern_destroy(symbols);
}

//--- Bad inputs --------------------------------------------------------------

static const struct {
  const char *text, *message;
} bad_inputs[] = {
    {"", "1:1: expected 'equations', found the end of the text"},
    {"func @f", "1:1: expected 'equations', found 'func'"},
    {"equations f", "1:11: expected '@' and a name, found 'f'"},
    {"equations @ {", "1:12: expected a name or a string after '@'"},
    {"equations @f }", "1:14: expected '{', found '}'"},
    {"equations @f {", "1:15: expected a declaration, an equation or '}', found the end of the text"},
    {"equations @f { x", "1:16: expected a declaration, an equation or '}', found 'x'"},
    {"equations @f {} }", "1:17: expected the end of the text, found '}'"},
    {"equations @f { int }", "1:20: expected a name, found '}'"},
    {"equations @f { int sum }", "1:20: expected a name, found 'sum'"},
    {"equations @f { int f64 }", "1:20: expected a name, found 'f64'"},
    {"equations @f { int a.b }", "1:20: expected a name, found 'a.b'"},
    {"equations @f { int n, n }", "1:23: 'n' is declared twice"},
    {"equations @f { int n f64 n }", "1:26: 'n' is declared twice"},
    {"equations @f { array A f64 }", "1:24: expected ':', found 'f64'"},
    {"equations @f { array A : c16 }", "1:26: expected a type of numbers (f64, f32, i64 …), found 'c16'"},
    {"equations @f { int c64 }", "1:20: expected a name, found 'c64'"},
    {"equations @f { array A : f64 in A }", "1:33: expected an array that is declared before, found 'A'"},
    {"equations @f { need m >= 0 }", "1:21: 'm' is no parameter"},
    {"equations @f { f64 x need x >= 0 }", "1:27: 'x' is no integer"},
    {"equations @f { need 1 >= 0 and or 1 >= 0 }", "1:32: 'or' is no parameter"},
    {"equations @f { need 1 > 0 }", "1:23: expected '>=', found '>'"},
    {"equations @f { need 1 >= 1 }", "1:26: expected 0, found '1'"},
    {"equations @f { need 1.5 >= 0 }", "1:21: a coefficient is not an integer from 0 to 9223372036854775807"},
    {"equations @f { need 9223372036854775808 >= 0 }",
     "1:21: a coefficient is not an integer from 0 to 9223372036854775807"},
    {"equations @f { int n need 4294967296*n*4294967296 >= 0 }", "1:40: coefficient does not fit in 64 bits"},
    {"equations @f { int n need 9223372036854775807*n + n >= 0 }",
     "1:27: coefficient does not fit in 64 bits"},
    {"equations @f { int n need n*n*n*n*n*n*n*n*n >= 0 }", "1:43: a monomial has at most 8 factors"},
    {"equations @f { known 1 >= 0 if m }", "1:32: 'm' is no parameter"},
    {"equations @f { int n known n multiple n }", "1:39: expected an integer"},
    {"equations @f { int n known n > 0 }", "1:30: expected '>=', found '>'"},
    {"equations @f { need >= 0 }", "1:21: expected an integer or its name, found '>='"},
    {"equations @f { need 1 + >= 0 }", "1:25: expected an integer or its name, found '>='"},
    {"equations @f { ; }", "1:16: unexpected ';'"},
    {HEAD "  B.1[0] = x }", "5:3: 'B' is no array"},
    {HEAD "  A.[0] = x }", "5:5: a version is not an integer from 0 to 65536"},
    {HEAD "  A.65537[0] = x }", "5:5: a version is not an integer from 0 to 65536"},
    {HEAD "  A.1.2[0] = x }", "5:3: 'A.1' is no array"},
    {HEAD "  A[0] = x }", "5:3: expected a declaration, an equation or '}', found 'A'"},
    {HEAD "  A.1(0) = x }", "5:6: expected '[', found '('"},
    {HEAD "  A.1[] = x }", "5:7: expected an integer or its name, found ']'"},
    {HEAD "  A.1[x] = x }", "5:7: 'x' is no integer"},
    {HEAD "  A.1[a.b] = x }", "5:7: 'a.b' is no name of an integer"},
    {HEAD "  A.1[0] x }", "5:10: expected '=' or '+=', found 'x'"},
    {HEAD "  A.1[0] + = x }", "5:10: expected '=' or '+=', found '+'"},
    {HEAD "  A.1[0] = }", "5:12: expected a factor, found '}'"},
    {HEAD "  A.1[0] = n }", "5:12: 'n' is no number (an integer is one as int(…))"},
    {HEAD "  A.1[0] = y }", "5:12: 'y' is no number (an integer is one as int(…))"},
    {HEAD "  A.1[0] = x x }", "5:14: expected an equation or '}', found 'x'"},
    {HEAD "  A.1[0] = x by }", "5:17: expected a law, found '}'"},
    {HEAD "  A.1[0] = x by assoc order }", "5:23: expected an equation or '}', found 'order'"},
    {HEAD "  A.1[0] = x*2 }", "5:14: expected a factor, found '2'"},
    {HEAD "  A.1[0] = x*sum(0 <= k < n) x }", "5:14: expected a factor, found 'sum'"},
    {HEAD "  A.1[0] = 1e999 }", "5:12: this number is too large, or none"},
    {HEAD "  A.1[0] = 0x }", "5:12: this number is too large, or none"},
    {HEAD "  A.1[0] = 0x10000000000000000 }", "5:12: these are no 64 bits"},
    {HEAD "  A.1[0] = int n }", "5:16: expected '(', found 'n'"},
    {HEAD "  A.1[0] = int<f7>(n) }", "5:16: expected a type of numbers (f64, f32, i64 …), found 'f7'"},
    {HEAD "  A.1[0] = inv(x, x) }", "5:17: expected ')', found ','"},
    {HEAD "  A.1[0] = inv() }", "5:18: inv has one argument"},
    {HEAD "  A.1[0] = g(x }", "5:16: expected ')', found '}'"},
    {HEAD "  A.1[0] = \"\\z\"(x) }", "5:12: bad escape in a string (known: \\\" \\\\ \\x01 to \\xff)"},
    {HEAD "  A.1[0] = \"x\" }", "5:16: expected '(', found '}'"},
    {HEAD "  A.1[0] = sum x }", "5:16: expected '(', found 'x'"},
    {HEAD "  A.1[0] = sum() x }", "5:16: expected an integer or its name, found ')'"},
    {HEAD "  A.1[0] = sum(0 <= 1) x }", "5:21: expected an index, found '1'"},
    {HEAD "  A.1[0] = sum(0 <= n < 1) x }", "5:21: 'n' is a parameter, not an index"},
    {HEAD "  A.1[0] = sum(0 <= x < 1) x }", "5:21: 'x' is no name of an index"},
    {HEAD "  A.1[0] = sum(for) x }", "5:16: 'for' is no name of an index"},
    {HEAD "  A.1[0] = sum(0 <= k < n) 2 }", "5:28: expected a factor, found '2'"},
    {HEAD "  A.1[0] = sum(k < -9223372036854775808) x }", "5:18: this bound is too large a polynomial"},
    {HEAD "  A.1[0] = sum(0 <= k < n, 0 <= k < n) x }", "5:33: 'k' is an index of two domains"},
    {HEAD "  A.1[0] = sum(0 <= k < n) g(sum(0 <= k < n) x) }", "5:39: 'k' is an index of two domains"},
    {HEAD "  A.1[8*i] = x }", "5:9: 'i' is no parameter and no index of a domain around it"},
    {HEAD "  A.1[8*i] = A.0[8*j] for 0 <= i < n }",
     "5:20: 'j' is no parameter and no index of a domain around it"},
    {HEAD "  A.1[8*i] = sum(0 <= k < n) x + A.0[8*k] for 0 <= i < n }",
     "5:40: 'k' is no parameter and no index of a domain around it"},
    {HEAD "  A.1[8*k] = sum(0 <= k < n) x for 0 <= k < n }",
     "5:41: 'k' is an index of a sum in this equation already"},
    {HEAD "  A.1[8*i] = x for 0 <= i < k }", "5:29: 'k' is no parameter and no index of a domain around it"},
    {HEAD "  A.1[0] = x for }", "5:18: expected an integer or its name, found '}'"},
    {HEAD "  A.1[0] = x int m }", "5:14: expected an equation or '}', found 'int'"},
};

TEST(test_bad_inputs) {
  for (uint32_t k = 0; k < sizeof bad_inputs / sizeof *bad_inputs; k++) {
    SmrIntern *symbols = smr_intern_create();
    if (parse(symbols, bad_inputs[k].text, strlen(bad_inputs[k].text)))
      fail_msg("accepted: %s", bad_inputs[k].text);
    assert_string_equal(message, bad_inputs[k].message);
    smr_intern_destroy(symbols);
  }
}

/// `count` times `part`, `between` two of them.
static void put_many(SmrStr *text, uint32_t count, const char *part, const char *between) {
  for (uint32_t k = 0; k < count; k++)
    smr_str_printf(text, "%s%s", k ? between : "", part);
}

static void expect_limit(SmrStr *text, const char *expected) {
  SmrIntern *symbols = smr_intern_create();
  SmrEquations *e = parse(symbols, text->data, text->size);
  assert_string_equal(message, expected ? expected : "");
  if (e) {
    SmrStr once = {0};
    smr_equations_destroy(reread(e, &once));
    smr_str_free(&once);
  }
  smr_equations_destroy(e);
  smr_intern_destroy(symbols);
  smr_str_free(text);
}

static void nest(uint32_t depth, const char *expected) {
  SmrStr text = {0};
  smr_str_puts(&text, HEAD "A.1[0] = ");
  put_many(&text, depth, "g(", "");
  smr_str_puts(&text, "x");
  put_many(&text, depth, ")", "");
  smr_str_puts(&text, "}");
  expect_limit(&text, expected);
}

static void indices(uint32_t count, const char *expected) {
  SmrStr text = {0};
  smr_str_puts(&text, HEAD "A.1[0] = x for ");
  for (uint32_t k = 0; k < count; k++)
    smr_str_printf(&text, "%s0 <= k%u < n", k ? ",\n" : "", k);
  smr_str_puts(&text, "}");
  expect_limit(&text, expected);
}

static void terms(uint32_t count, const char *expected) {
  SmrStr text = {0};
  smr_str_puts(&text, HEAD "need ");
  put_many(&text, count, "n", " + ");
  smr_str_puts(&text, " >= 0}");
  expect_limit(&text, expected);
}

TEST(test_limits) {
  nest(SMR_EQUATIONS_MAX_NESTING, NULL);
  nest(SMR_EQUATIONS_MAX_NESTING + 1, "5:523: functions are nested more than 256 deep");
  nest(100000, "5:523: functions are nested more than 256 deep");
  indices(SMR_EQUATIONS_MAX_INDICES, NULL);
  indices(SMR_EQUATIONS_MAX_INDICES + 1, "261:6: a domain has at most 256 indices");
  terms(SMR_POLY_MAX_TERMS, NULL);
  terms(SMR_POLY_MAX_TERMS + 1, "5:262: a polynomial has at most 64 terms");
  SmrStr text = {0};
  smr_str_puts(&text, "equations @f {}");
  while (text.size <= SMR_EQUATIONS_MAX_TEXT)
    smr_str_puts(&text, "                                ");
  expect_limit(&text, "1:1: text is longer than 16777216 bytes");
}

/// Any bytes: one error, or something that prints stably.
static void try_bytes(const char *text, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  char *exact = malloc(size + !size); // so that a sanitizer sees the first byte too many
  if (size)
    memcpy(exact, text, size);
  SmrEquations *e = parse(symbols, exact, size);
  if (e) {
    SmrStr once = {0};
    SmrEquations *back = reread(e, &once);
    assert_int_equal(smr_equations_check(e, NULL), smr_equations_check(back, NULL));
    smr_equations_destroy(back);
    smr_str_free(&once);
  }
  smr_equations_destroy(e);
  free(exact);
  smr_intern_destroy(symbols);
}

TEST(test_damage) {
  size_t size = strlen(all_forms);
  for (size_t k = 0; k < size; k++)
    try_bytes(all_forms, k);
  char *copy = strdup(all_forms);
  for (size_t k = 0; k < size; k++) {
    for (int bit = 0; bit < 8; bit++) {
      copy[k] = (char)(all_forms[k] ^ 1 << bit);
      try_bytes(copy, size);
    }
    for (const char *other = "0n*(,.\"\n"; *other; other++) {
      copy[k] = *other;
      try_bytes(copy, size);
    }
    copy[k] = all_forms[k];
  }
  free(copy);
}

//--- The checker --------------------------------------------------------------

static const struct {
  const char *text, *message;
} ill_formed[] = {
    {HEAD "A.1[0] = x for i < n}", "@f: A.1: index 'i' is not bounded below by 0 [E2]"},
    {HEAD "A.1[0] = x for 0 <= i, 2*i >= 0}", "@f: A.1: index 'i' is not bounded above [E2]"},
    {HEAD "A.1[0] = x for 0 <= i < j, 0 <= j < i + n}", "@f: A.1: index 'i' is not bounded above [E2]"},
    {HEAD "A.1[0] = g(sum(0 <= i, n - i*n >= 0) x)}", "@f: A.1: index 'i' is not bounded above [E2]"},
    {HEAD "A.1[0] = A.2[0]}", "@f: A.1: A.2 is read, whose last version is 1 [E3]"},
    {HEAD "A.0[0] = x}", "@f: A.0: stands behind version 0 of its array [E4]"},
    {HEAD "A.2[0] = x}", "@f: A.2: stands behind version 0 of its array [E4]"},
    {HEAD "A.1[0] = x A.2[0] = x A.1[8] = x A.2[8] = x}",
     "@f: A.1: stands behind version 2 of its array [E4]"},
    {HEAD "A.1[0] = inv<f32>(1)}", "@f: A.1: a factor has another type than its sum [E5]"},
    {HEAD "A.1[0] = g(f32 x)}", "@f: A.1: a factor has another type than its sum [E5]"},
    {HEAD "array B : f32 B.1[0] = A.0[0]}", "@f: B.1: a factor has another type than its sum [E5]"},
};

static void expect_ill(const SmrEquations *e, const char *expected) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_false(smr_equations_check(e, &diag));
  assert_int_equal(diag.errors, 1);
  assert_string_equal(diag.messages.data[0].text, expected);
  assert_false(smr_equations_check(e, NULL));
}

TEST(test_ill_formed) {
  for (uint32_t k = 0; k < sizeof ill_formed / sizeof *ill_formed; k++) {
    SmrIntern *symbols = smr_intern_create();
    SmrEquations *e = parse(symbols, ill_formed[k].text, strlen(ill_formed[k].text));
    if (!e)
      fail_msg("%s\n%s", message, ill_formed[k].text);
    expect_ill(e, ill_formed[k].message);
    smr_equations_destroy(e);
    smr_intern_destroy(symbols);
  }
}

typedef struct {
  SmrEquations *e;
  SmrRaisedEquation *eq;
  SmrRaisedTerm *terms; // of sample, one by one: a sum of a load, g(x), x, int(i)
  SmrFactor *load, *g, *x, *number;
} Sample;

static const char sample[] = HEAD "A.1[8*i] = sum(0 <= k < n) A.0[8*k] + g(x) + x + int(i) for 0 <= i < n}";

static void unknown_integer(Sample *s) {
  s->number->poly = smr_poly_leaf(&s->e->arena, 9);
}
static void foreign_index(Sample *s) {
  s->number->poly = smr_poly_leaf(&s->e->arena, s->terms[0].domain.indices[0]);
}
static void summed_twice(Sample *s) {
  s->terms[3].domain = s->eq->domain;
}
static void summed_parameter(Sample *s) {
  static const uint32_t n = 1;
  s->terms[3].domain = (SmrDomain){&n, NULL, 1, 0};
}
static void summed_nothing(Sample *s) {
  static const uint32_t none = 9;
  s->terms[3].domain = (SmrDomain){&none, NULL, 1, 0};
}
static void unknown_array(Sample *s) {
  s->load->id = 7;
}
static void more_versions(Sample *s) {
  s->e->arrays.data[0].versions = 3;
}
static void equation_of_nothing(Sample *s) {
  s->e->arrays.data[0].versions = 0;
  s->eq->array = 7;
}
static void same_name(Sample *s) {
  s->e->scalars.data[0].name = s->e->integers.data[1].name;
}
static void reserved_name(Sample *s) {
  s->e->scalars.data[0].name = smr_intern(s->e->symbols, "sum");
}
static void array_of_pointers(Sample *s) {
  s->e->equations.size = 0;
  s->e->arrays.data[0].versions = 0;
  s->e->arrays.data[0].type = SMR_PTR;
}
static void inverse_of_nothing(Sample *s) {
  s->g->kind = SMR_FACTOR_INVERSE;
  s->g->arg_count = 0;
}
static void unknown_law(Sample *s) {
  s->eq->sum.laws = 1 << SMR_LAW_COUNT;
}
static void unknown_scalar(Sample *s) {
  s->x->id = 5;
}
static void unknown_kind(Sample *s) {
  s->x->kind = (SmrFactorKind)77;
}
static void other_sum(Sample *s) {
  s->eq->sum = (SmrSum){.type = SMR_F32};
}
static void no_memory(Sample *s) {
  s->e->arrays.data[0].memory = 2;
}

static const struct {
  void (*spoil)(Sample *s);
  const char *message;
} ill_made[] = {
    {unknown_integer, "@f: A.1: a polynomial names integer 9 of 4 [E1]"},
    {foreign_index, "@f: A.1: 'k' is no index of a domain around it [E1]"},
    {summed_twice, "@f: A.1: index 0 of a domain is one of a domain around it [E2]"},
    {summed_parameter, "@f: A.1: index 0 of a domain is a parameter [E2]"},
    {summed_nothing, "@f: A.1: index 0 of a domain is no integer [E2]"},
    {unknown_array, "@f: A.1: a load of array 7 of 1 [E3]"},
    {more_versions, "@f: A has 3 versions, and equations that make 1 [E4]"},
    {equation_of_nothing, "@f: an equation of array 7 of 1 [E4]"},
    {same_name, "@f: two things are named 'n' [E5]"},
    {reserved_name, "@f: 'sum' is no name [E5]"},
    {array_of_pointers, "@f: the type of 'A' is no number's [E5]"},
    {inverse_of_nothing, "@f: A.1: an inverse of 0 arguments [E5]"},
    {unknown_scalar, "@f: A.1: scalar 5 of 1 [E5]"},
    {unknown_kind, "@f: A.1: a factor of kind 77 [E5]"},
    {other_sum, "@f: A.1: the sum has another type than the array [E5]"},
    {unknown_law, "@f: A.1: a sum's laws are 0x20 [E6]"},
    {no_memory, "@f: the memory of 'A' is not that of the first array in it [E5]"},
};

/// What no text says.
TEST(test_ill_made) {
  for (uint32_t k = 0; k < sizeof ill_made / sizeof *ill_made; k++) {
    SmrIntern *symbols = smr_intern_create();
    SmrEquations *e = parse(symbols, sample, strlen(sample));
    assert_non_null(e);
    assert_true(smr_equations_check(e, NULL));
    SmrRaisedTerm *t = (SmrRaisedTerm *)e->equations.data[0].sum.terms;
    Sample s = {e,
                e->equations.data,
                t,
                (SmrFactor *)t[0].factors[0],
                (SmrFactor *)t[1].factors[0],
                (SmrFactor *)t[2].factors[0],
                (SmrFactor *)t[3].factors[0]};
    ill_made[k].spoil(&s);
    expect_ill(e, ill_made[k].message);
    smr_equations_destroy(e);
    smr_intern_destroy(symbols);
  }
}

//--- What raising makes --------------------------------------------------------

/// Gives what was read the graph's values that its names stand for.
static void carry_over(const SmrEquations *from, SmrEquations *to) {
  for (uint32_t k = 1; k < to->integers.size; k++)
    for (uint32_t j = 1; j < from->integers.size; j++)
      if (from->integers.data[j].name == to->integers.data[k].name)
        to->integers.data[k].value = from->integers.data[j].value;
  assert_int_equal(from->scalars.size, to->scalars.size);
  for (uint32_t k = 0; k < to->scalars.size; k++)
    to->scalars.data[k].value = from->scalars.data[k].value;
  assert_int_equal(from->arrays.size, to->arrays.size);
  for (uint32_t k = 0; k < to->arrays.size; k++) {
    assert_int_equal(from->arrays.data[k].versions, to->arrays.data[k].versions);
    assert_int_equal(from->arrays.data[k].memory, to->arrays.data[k].memory);
    to->arrays.data[k].base = from->arrays.data[k].base;
    to->arrays.data[k].result = from->arrays.data[k].result;
  }
}

/// Well-formed equations; what is read of what they print as.
static SmrEquations *check_raised(const SmrEquations *e, uint64_t seed) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SmrEquations *back = reread(e, &text);
  if (!smr_equations_check(e, &diag) || !smr_equations_check(back, &diag))
    fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, diag.messages.data[0].text, text.data);
  carry_over(e, back);
  return back;
}

/// All nests' equations are read back, and what the oracle says of both is the same, and good.
static uint32_t check_nests(SmrGraph *g, uint64_t seed) {
  SmrRaisedNests nests = {0};
  uint32_t equal = 0;
  char why[200] = "";
  smr_raise_function(g, NULL, &nests);
  SmrOracleVerdict *before = smr_xcalloc(nests.size + 1, sizeof *before),
                   *after = smr_xcalloc(nests.size + 1, sizeof *after);
  smr_oracle_run(g, &nests, seed, before, why);
  for (uint32_t k = 0; k < nests.size; k++)
    if (nests.data[k].equations) {
      SmrEquations *back = check_raised(nests.data[k].equations, seed);
      smr_equations_destroy(nests.data[k].equations);
      nests.data[k].equations = back;
    }
  if (smr_oracle_run(g, &nests, seed, after, why) == SMR_ORACLE_DIFFERENT)
    fail_msg("seed %llu: %s", (unsigned long long)seed, why);
  for (uint32_t k = 0; k < nests.size; k++) {
    assert_int_equal(before[k], after[k]);
    equal += after[k] == SMR_ORACLE_EQUAL;
  }
  free(before);
  free(after);
  smr_raised_nests_free(&nests);
  return equal;
}

TEST(test_raised) {
  static const SmrRandomForm forms[] = {SMR_RANDOM_NORMAL, SMR_RANDOM_IMPORTED, SMR_RANDOM_CFG};
  uint32_t equal = 0, rounds = test_rounds(600), first = 1 + test_seed();
  for (uint64_t seed = first; seed < first + rounds; seed++) {
    SmrIntern *symbols = smr_intern_create();
    SmrGraph *g = smr_random_graph(symbols, "f", forms[seed % 3], 3 + seed % 12, seed);
    smr_normalize_plain(g);
    equal += check_nests(g, seed);
    smr_graph_destroy(g);
    smr_intern_destroy(symbols);
  }
  assert_by_chance(equal > rounds / 10);
}
