//===- test_product.c - products of matrices of any strides ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// smr_rt_product_ with a gemm of plain loops, beside the formula, for all numbers, strides, forms and
// triangles. What lies between the elements of A and B, and above the triangle, is NaN, and what lies between
// the elements of C must stay as it is.
//===----------------------------------------------------------------------===//
#include "runtime/smr_rt.h"
#include "test.h"
#include <complex.h>
#include <math.h>

typedef double complex Number;
static SmrRtNumber kind;
static uint64_t state_of_chance = 88172645463325252u;
static uint32_t chance(uint32_t below) {
  state_of_chance = state_of_chance * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state_of_chance >> 33) % below;
}

static Number get(const void *at, int64_t k) {
  return kind == SMR_RT_F32   ? ((const float *)at)[k]
         : kind == SMR_RT_F64 ? ((const double *)at)[k]
         : kind == SMR_RT_C32 ? ((const float complex *)at)[k]
                              : ((const double complex *)at)[k];
}

static void set(void *at, int64_t k, Number x) {
  if (kind == SMR_RT_F32)
    ((float *)at)[k] = (float)creal(x);
  else if (kind == SMR_RT_F64)
    ((double *)at)[k] = creal(x);
  else if (kind == SMR_RT_C32)
    ((float complex *)at)[k] = (float complex)x;
  else
    ((double complex *)at)[k] = x;
}

/// Small whole numbers: every order of sums gives the same.
static Number whole(void) {
  double re = (double)chance(9) - 4, im = (double)chance(9) - 4;
  return kind < SMR_RT_C32 ? re : re + im * I;
}

static Number formed(const void *at, int32_t form, int32_t leading, int32_t row, int32_t column) {
  Number x =
      get(at, form == SMR_RT_FORM_PLAIN ? row + (int64_t)column * leading : column + (int64_t)row * leading);
  return form == SMR_RT_FORM_CONJUGATED ? conj(x) : x;
}

static uint32_t calls;
static void gemm(const int32_t *a_form, const int32_t *b_form, const int32_t *m, const int32_t *n,
                 const int32_t *k, const void *alpha, const void *a, const int32_t *lda, const void *b,
                 const int32_t *ldb, const void *beta, void *c, const int32_t *ldc) {
  ++calls;
  assert_true(*lda >= (*a_form ? *k : *m) && *ldb >= (*b_form ? *n : *k) && *ldc >= *m);
  for (int32_t j = 0; j < *n; j++)
    for (int32_t i = 0; i < *m; i++) {
      Number sum = 0, scale = get(beta, 0);
      for (int32_t l = 0; l < *k; l++)
        sum += formed(a, *a_form, *lda, i, l) * formed(b, *b_form, *ldb, l, j);
      int64_t at = i + (int64_t)j * *ldc;
      set(c, at, get(alpha, 0) * sum + (scale != 0 ? scale * get(c, at) : 0));
    }
}

typedef struct {
  int32_t row, column;
  int64_t first, size; // of the element (0, 0), and of all
} View;

/// Strides in either order, up or down, without or with room between elements and lines.
static View view_of(int32_t rows, int32_t columns) {
  static const int32_t steps[] = {1, 1, 2, 3, -1, -2};
  int32_t near = steps[chance(6)], room = (int32_t)chance(3);
  bool by_rows = chance(2);
  int32_t far = ((by_rows ? columns : rows) + room) * abs(near) * (chance(4) ? 1 : -1);
  View v = {by_rows ? far : near, by_rows ? near : far, 0, 0};
  int64_t row = (int64_t)(rows - 1) * v.row, column = (int64_t)(columns - 1) * v.column;
  v.first = -(row < 0 ? row : 0) - (column < 0 ? column : 0);
  v.size = v.first + (row > 0 ? row : 0) + (column > 0 ? column : 0) + 1;
  return v;
}

static void *make(View v, int32_t rows, int32_t columns, int32_t triangle, bool number) {
  void *memory = malloc((size_t)v.size * sizeof(Number));
  for (int64_t k = 0; k < v.size; k++)
    set(memory, k, NAN);
  for (int32_t i = 0; i < rows && number; i++)
    for (int32_t j = 0; j < columns && (!triangle || j <= i); j++)
      set(memory, v.first + i * (int64_t)v.row + j * (int64_t)v.column, whole());
  return memory;
}

static void *element(void *memory, View v) {
  static const size_t bytes[] = {4, 8, 8, 16};
  return (char *)memory + v.first * (int64_t)bytes[kind];
}

static bool same(Number x, Number y) {
  return x == y || (isnan(creal(x)) && isnan(creal(y)));
}

static void check(int32_t m, int32_t n, int32_t k, int32_t triangle) {
  View va = view_of(m, k), vb = view_of(k, n), vc = view_of(m, n);
  int32_t number = kind, conjugated[] = {kind > SMR_RT_F64 && chance(2), kind > SMR_RT_F64 && chance(2)};
  int32_t adds = (int32_t)chance(2);
  void *a = make(va, m, k, 0, true), *b = make(vb, k, n, 0, true), *c = make(vc, m, n, triangle, adds);
  void *wanted = malloc((size_t)vc.size * sizeof(Number));
  static const double betas[] = {0, 1, -3, NAN}; // (BLAS does not read C where beta is 0)
  double complex alpha, beta, factor;
  set(&alpha, 0, 2), set(&beta, 0, betas[chance(4)]);
  factor = get(&beta, 0);
  for (int64_t at = 0; at < vc.size; at++)
    set(wanted, at, get(c, at));
  for (int32_t i = 0; i < m; i++)
    for (int32_t j = 0; j < n && (!triangle || j <= i); j++) {
      int64_t at = vc.first + i * (int64_t)vc.row + j * (int64_t)vc.column;
      Number sum = 0;
      for (int32_t l = 0; l < k; l++) {
        Number x = get(a, va.first + i * (int64_t)va.row + l * (int64_t)va.column);
        Number y = get(b, vb.first + l * (int64_t)vb.row + j * (int64_t)vb.column);
        sum += (conjugated[0] ? conj(x) : x) * (conjugated[1] ? conj(y) : y);
      }
      set(wanted, at, 2 * sum + (adds ? factor * get(c, at) : 0));
    }
  assert_int_equal(smr_rt_product_(gemm, &number, &triangle, &m, &n, &k, &alpha, element(a, va), &va.row,
                                   &va.column, &conjugated[0], element(b, vb), &vb.row, &vb.column,
                                   &conjugated[1], &adds, &beta, element(c, vc), &vc.row, &vc.column),
                   1);
  for (int64_t at = 0; at < vc.size; at++)
    assert_true(same(get(c, at), get(wanted, at)));
  free(a), free(b), free(c), free(wanted);
}

/// A number of U, or 0, which is not read.
static Number less(const void *u, View v, bool there, int32_t i, int32_t j) {
  return there ? get(u, v.first + i * (int64_t)v.row + j * (int64_t)v.column) : 0;
}

/// Both operands less matrices, some of which have one row or column for all; without `both` the first.
/// `symmetric`: the second is the first, transposed.
static void check_centred(int32_t m, int32_t n, int32_t k, int32_t triangle, bool symmetric) {
  View va = view_of(m, k), vu = view_of(m, k), vb = view_of(k, n), vv = view_of(k, n), vc = view_of(m, n);
  int32_t number = kind, adds = (int32_t)chance(2), both = symmetric || chance(3);
  void *a = make(va, m, k, 0, true), *u = make(vu, m, k, 0, true), *b = make(vb, k, n, 0, true),
       *v = make(vv, k, n, 0, true), *c = make(vc, m, n, triangle, adds);
  *(chance(2) ? &vu.row : &vu.column) = 0, *(chance(2) ? &vv.row : &vv.column) = 0;
  if (symmetric) {
    free(b), free(v);
    b = a, v = u;
    vb = (View){va.column, va.row, va.first, va.size}, vv = (View){vu.column, vu.row, vu.first, vu.size};
  }
  void *wanted = malloc((size_t)vc.size * sizeof(Number));
  double alpha, beta;
  set(&alpha, 0, 2), set(&beta, 0, -3);
  for (int64_t at = 0; at < vc.size; at++)
    set(wanted, at, get(c, at));
  for (int32_t i = 0; i < m; i++)
    for (int32_t j = 0; j < n && (!triangle || j <= i); j++) {
      int64_t at = vc.first + i * (int64_t)vc.row + j * (int64_t)vc.column;
      Number sum = 0;
      for (int32_t l = 0; l < k; l++)
        sum += (less(a, va, true, i, l) - less(u, vu, true, i, l)) *
               (less(b, vb, true, l, j) - less(v, vv, both, l, j));
      set(wanted, at, 2 * sum + (adds ? -3 * get(c, at) : 0));
    }
  assert_int_equal(smr_rt_centred_(gemm, &number, &triangle, &m, &n, &k, &alpha, element(a, va), &va.row,
                                   &va.column, element(u, vu), &vu.row, &vu.column, element(b, vb), &vb.row,
                                   &vb.column, &both, element(v, vv), &vv.row, &vv.column, &adds, &beta,
                                   element(c, vc), &vc.row, &vc.column),
                   1);
  for (int64_t at = 0; at < vc.size; at++)
    assert_true(same(get(c, at), get(wanted, at)));
  if (!symmetric)
    free(b), free(v);
  free(a), free(u), free(c), free(wanted);
}

TEST(test_centred) {
  uint32_t rounds = test_rounds(40000);
  state_of_chance += test_seed();
  for (uint32_t round = 0; round < rounds; round++) {
    kind = (SmrRtNumber)(round % 2);
    int32_t n = 1 + (int32_t)chance(9), m = 1 + (int32_t)chance(9), triangle = chance(3) == 0;
    bool symmetric = chance(3) == 0;
    check_centred(triangle || symmetric ? n : m, n, 1 + (int32_t)chance(9), triangle, symmetric);
  }
  check_centred(300, 300, 7, 0, true);
  check_centred(300, 300, 7, 1, false);
  check_centred(5, 600, 520, 0, false);
}

TEST(test_small) {
  uint32_t rounds = test_rounds(40000);
  state_of_chance += test_seed();
  for (uint32_t round = 0; round < rounds; round++) {
    kind = (SmrRtNumber)(round % 4);
    int32_t n = 1 + (int32_t)chance(9), m = 1 + (int32_t)chance(9), triangle = chance(3) == 0;
    check(triangle ? n : m, n, 1 + (int32_t)chance(9), triangle);
  }
}

/// More than one tile in each direction.
TEST(test_tiles) {
  for (uint32_t round = 0; round < 16; round++) {
    kind = (SmrRtNumber)(round % 4);
    calls = 0;
    if (round < 4)
      check(130 + (int32_t)chance(200), 1, 1, 0);
    check(300, 300, 3 + (int32_t)chance(9), 1);
    check(600, 5, 7, 0);
    check(5, 600, 7, 0);
    check(7, 5, 1100, 0);
    assert_true(calls > 4);
  }
}

TEST(test_same_elements) { // elements of the result that are the same ones
  int32_t number = SMR_RT_F64, two = 2, one = 1, none = 0;
  double x[4] = {1, 2, 3, 4}, c[4] = {5, 6, 7, 8}, alpha = 1;
  calls = 0;
  for (int32_t row = 0; row < 2; row++)
    assert_int_equal(smr_rt_product_(gemm, &number, &none, &two, &two, &two, &alpha, x, &two, &one, &none, x,
                                     &two, &one, &none, &none, NULL, c, &row, &one),
                     0);
  assert_true(!calls && c[0] == 5 && c[1] == 6 && c[2] == 7);
}
