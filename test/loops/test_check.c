//===- test_check.c - what is no program, and integers in normal form ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "base/vec.h"
#include "loops/interpret.h"
#include "loops/loops.h"
#include "test.h"
#include <math.h>

typedef struct {
  SmrLoopsProgram *l;
  SmrLoopsIndex n, m;
  SmrLoopsBuffer a, c;
  SmrLoopsValue one;
} Small;

// A of m x n and C of n numbers, with 4 | n.
static Small small(void) {
  Small s = {.l = smr_loops_create()};
  SmrLoopsIndex sizes[] = {s.m = smr_loops_size(s.l, "m", 1), s.n = smr_loops_size(s.l, "n", 4)};
  s.a = smr_loops_argument(s.l, "A", SMR_LOOPS_F32, 2, sizes, NULL, NULL, false);
  s.c = smr_loops_argument(s.l, "C", SMR_LOOPS_F32, 1, sizes + 1, NULL, NULL, true);
  s.one = smr_loops_constant(s.l, SMR_LOOPS_F32, 1);
  return s;
}

static void store_beyond(Small *s) {
  smr_loops_store(s->l, s->c, &s->n, s->one, false);
}

static void store_before(Small *s) {
  SmrLoopsIndex before = smr_loops_int(s->l, -1);
  smr_loops_store(s->l, s->c, &before, s->one, false);
}

static void vector_beyond(Small *s) {
  SmrLoopsIndex last = smr_loops_sub(s->l, s->n, smr_loops_int(s->l, 4));
  smr_loops_store(s->l, s->c, &last, smr_loops_broadcast(s->l, s->one, 8), false);
}

static void read_only(Small *s) {
  SmrLoopsIndex at[] = {smr_loops_int(s->l, 0), smr_loops_int(s->l, 0)};
  smr_loops_store(s->l, s->a, at, s->one, false);
}

static void other_type(Small *s) {
  SmrLoopsIndex zero = smr_loops_int(s->l, 0);
  smr_loops_store(s->l, s->c, &zero, smr_loops_constant(s->l, SMR_LOOPS_F64, 1), false);
}

static void operands_differ(Small *s) {
  smr_loops_arith(s->l, SMR_LOOPS_ADD, s->one, smr_loops_constant(s->l, SMR_LOOPS_F64, 1));
}

static void race(Small *s) {
  SmrLoopsIndex zero = smr_loops_int(s->l, 0);
  smr_loops_for(s->l, s->n, SMR_LOOPS_PARALLEL);
  smr_loops_store(s->l, s->c, &zero, s->one, true);
  smr_loops_end(s->l, 0, NULL, NULL);
}

static void race_around_local(Small *s) {
  SmrLoopsBuffer outside = smr_loops_alloc(s->l, SMR_LOOPS_F32, 1, &s->n);
  smr_loops_for(s->l, s->m, SMR_LOOPS_PARALLEL);
  SmrLoopsIndex j = smr_loops_for(s->l, s->n, SMR_LOOPS_SEQUENTIAL);
  smr_loops_store(s->l, outside, &j, s->one, false);
  smr_loops_end(s->l, 0, NULL, NULL);
  smr_loops_end(s->l, 0, NULL, NULL);
}

static void carried_in_parallel(Small *s) {
  SmrLoopsValue inside;
  smr_loops_for_carried(s->l, s->n, SMR_LOOPS_PARALLEL, 1, &s->one, &inside);
  smr_loops_end(s->l, 1, &inside, &inside);
}

static void not_closed(Small *s) {
  smr_loops_for(s->l, s->n, SMR_LOOPS_SEQUENTIAL);
}

static void nothing_open(Small *s) {
  smr_loops_end(s->l, 0, NULL, NULL);
}

static void else_of_a_loop(Small *s) {
  smr_loops_for(s->l, s->n, SMR_LOOPS_SEQUENTIAL);
  smr_loops_else(s->l, 0, NULL);
  smr_loops_end(s->l, 0, NULL, NULL);
}

static void out_of_block(Small *s) {
  SmrLoopsIndex i = smr_loops_for(s->l, s->n, SMR_LOOPS_SEQUENTIAL);
  SmrLoopsValue v = smr_loops_load(s->l, SMR_LOOPS_F32, s->c, &i);
  smr_loops_end(s->l, 0, NULL, NULL);
  SmrLoopsIndex zero = smr_loops_int(s->l, 0);
  smr_loops_store(s->l, s->c, &zero, v, false);
}

static void variable_out_of_loop(Small *s) {
  SmrLoopsIndex i = smr_loops_for(s->l, s->n, SMR_LOOPS_SEQUENTIAL);
  smr_loops_end(s->l, 0, NULL, NULL);
  smr_loops_store(s->l, s->c, &i, s->one, false);
}

static void unrolled_how_often(Small *s) {
  smr_loops_for(s->l, s->n, SMR_LOOPS_UNROLLED);
  smr_loops_end(s->l, 0, NULL, NULL);
}

static void carried_changes_type(Small *s) {
  SmrLoopsValue inside, wide;
  smr_loops_for_carried(s->l, s->n, SMR_LOOPS_SEQUENTIAL, 1, &s->one, &inside);
  wide = smr_loops_broadcast(s->l, inside, 4);
  smr_loops_end(s->l, 1, &wide, &wide);
}

static void vector_across_rows(Small *s) {
  SmrLoopsIndex sizes[] = {s->m, s->n}, strides[] = {smr_loops_int(s->l, 1), s->m};
  SmrLoopsBuffer t = smr_loops_argument(s->l, "T", SMR_LOOPS_F32, 2, sizes, strides, NULL, false);
  SmrLoopsIndex at[] = {smr_loops_int(s->l, 0), smr_loops_int(s->l, 0)};
  smr_loops_load(s->l, (SmrLoopsType){32, 4, false}, t, at);
}

static void too_many_lanes(Small *s) {
  smr_loops_broadcast(s->l, s->one, SMR_LOOPS_MAX_LANES + 1);
}

static void one_name_twice(Small *s) {
  smr_loops_number(s->l, "A", SMR_LOOPS_F32);
}

static void no_name(Small *s) {
  smr_loops_number(s->l, "a b", SMR_LOOPS_F32);
}

static void product_over_factor(Small *s) {
  SmrLoopsIndex one = smr_loops_int(s->l, 1), zero = smr_loops_int(s->l, 0);
  SmrLoopsMatrix a = {s->a, zero, s->n, one}, c = {s->c, zero, s->n, one};
  smr_loops_gemm(s->l, SMR_LOOPS_F32, one, one, one, SMR_LOOPS_ONE, a, c, 0, c);
}

static void two_divisors(Small *s) {
  smr_loops_size(s->l, "n", 8);
}

static void too_large(Small *s) {
  SmrLoopsIndex big = smr_loops_mul(s->l, smr_loops_int(s->l, INT64_MAX), s->n);
  smr_loops_add(s->l, big, big);
}

static const struct {
  void (*build)(Small *);
  const char *why;
} bad[] = {
    {store_beyond, "an element is out of bounds"},
    {store_before, "an element is out of bounds"},
    {vector_beyond, "an element is out of bounds"},
    {read_only, "an argument that is not declared as written is written"},
    {other_type, "an element has another type than its buffer"},
    {operands_differ, "an operation's operands have different types"},
    {race, "what a parallel step writes does not depend on its variable"},
    {race_around_local, "what a parallel step writes does not depend on its variable"},
    {carried_in_parallel, "a parallel loop carries values"},
    {not_closed, "a loop or if is not closed"},
    {nothing_open, "an end without a loop or if"},
    {else_of_a_loop, "else without if"},
    {out_of_block, "a value is used outside of its block"},
    {variable_out_of_loop, "a variable is used outside of its loop"},
    {unrolled_how_often, "the steps of an unrolled loop are not known"},
    {carried_changes_type, "what is carried has another type"},
    {vector_across_rows, "a vector's elements do not stand side by side"},
    {too_many_lanes, "a vector has too many lanes"},
    {one_name_twice, "two arguments have one name"},
    {no_name, "an argument's name is no name"},
    {product_over_factor, "a product is written over one of its factors"},
    {two_divisors, "a size has two divisors"},
    {too_large, "an index is too large"},
};

TEST(bad_programs) {
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    Small s = small();
    SmrStr why = {0};
    bad[i].build(&s);
    assert_false(smr_loops_check(s.l, &why));
    assert_string_equal(smr_str_get(&why), bad[i].why);
    smr_str_free(&why);
    smr_loops_destroy(s.l);
  }
}

TEST(bad_arguments) {
  static const struct {
    int64_t m, n;
    size_t c;
    const char *why;
  } cases[] = {{2, 8, 8, ""},
               {2, 8, 7, "an element is outside of its buffer"},
               {2, 6, 8, "a size is not divided by its divisor"},
               {-1, 8, 8, "a size is not divided by its divisor"},
               {9, 8, 9, "an index is out of bounds"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Small s = small();
    SmrLoopsIndex variable = smr_loops_for(s.l, i == 4 ? s.m : s.n, SMR_LOOPS_SEQUENTIAL);
    smr_loops_store(s.l, s.c, &variable, s.one, true);
    smr_loops_end(s.l, 0, NULL, NULL);
    int64_t m = cases[i].m, n = cases[i].n;
    float a[16] = {0}, c[16] = {1};
    SmrLoopsArgument arguments[] = {{&m, 0}, {&n, 0}, {a, 16}, {c, cases[i].c}};
    SmrStr why = {0};
    assert_int_equal(smr_loops_interpret(s.l, arguments, &why), i == 0);
    assert_string_equal(smr_str_get(&why), cases[i].why);
    assert_float_equal(i == 0 ? c[0] : 2, 2, 0);
    smr_str_free(&why);
    smr_loops_destroy(s.l);
  }
}

//===--- integers ---===//

TEST(integers) {
  Small s = small();
  SmrLoopsProgram *l = s.l;
  SmrLoopsIndex four = smr_loops_int(l, 4), blocks = smr_loops_div(l, s.n, four);
  assert_ptr_equal(smr_loops_mul(l, blocks, four), s.n);
  assert_ptr_equal(smr_loops_mod(l, s.n, four), smr_loops_int(l, 0));
  SmrLoopsIndex i = smr_loops_for(l, blocks, SMR_LOOPS_SEQUENTIAL),
                j = smr_loops_for(l, four, SMR_LOOPS_SEQUENTIAL);
  SmrLoopsIndex at = smr_loops_add(l, smr_loops_mul(l, i, four), j);
  assert_ptr_equal(smr_loops_div(l, at, four), i);
  assert_ptr_equal(smr_loops_mod(l, at, four), j);
  SmrLoopsIndex row = smr_loops_for(l, s.m, SMR_LOOPS_SEQUENTIAL);
  SmrLoopsIndex flat = smr_loops_add(l, smr_loops_mul(l, row, s.n), at);
  assert_ptr_equal(smr_loops_div(l, flat, s.n), row);
  assert_ptr_equal(smr_loops_mod(l, flat, s.n), at);
  SmrLoopsIndex last = smr_loops_sub(l, smr_loops_mul(l, s.m, s.n), smr_loops_int(l, 1));
  assert_true(smr_loops_known_le(l, flat, last));
  assert_false(smr_loops_known_le(l, flat, smr_loops_sub(l, last, smr_loops_int(l, 1))));
  // 5 j + 3 reaches 18: its quotient by 16 is no constant.
  SmrLoopsIndex far = smr_loops_add(l, smr_loops_mul(l, j, smr_loops_int(l, 5)), smr_loops_int(l, 3));
  int64_t value;
  assert_false(smr_loops_is_int(smr_loops_div(l, far, smr_loops_int(l, 16)), &value));
  assert_true(smr_loops_is_int(smr_loops_div(l, far, smr_loops_int(l, 19)), &value) && value == 0);
  smr_loops_destroy(l);
}

// i runs to what is left of -2 by k: quotients of what is negative are negative, also where they bound i.
TEST(negative_quotients) {
  SmrLoopsProgram *l = smr_loops_create();
  SmrLoopsIndex k = smr_loops_size(l, "k", 1), zero = smr_loops_int(l, 0), one = smr_loops_int(l, 1);
  SmrLoopsIndex count = smr_loops_mod(l, smr_loops_int(l, -2), k);
  SmrLoopsIndex i = smr_loops_for(l, count, SMR_LOOPS_SEQUENTIAL);
  assert_false(smr_loops_known_le(l, i, zero));                         // k = 4: i is 0 or 1
  assert_ptr_not_equal(smr_loops_div(l, i, smr_loops_int(l, 2)), zero); // k = 8: i reaches 5
  assert_true(smr_loops_known_le(l, zero, smr_loops_add(l, k, one)));
  smr_loops_destroy(l);
}

// As arith.minimumf and maximumf have it.
TEST(signs_of_zero) {
  SmrLoopsProgram *l = smr_loops_create();
  SmrLoopsIndex two = smr_loops_int(l, 2), at[] = {smr_loops_int(l, 0), smr_loops_int(l, 1)};
  SmrLoopsBuffer x = smr_loops_argument(l, "x", SMR_LOOPS_F32, 1, &two, NULL, NULL, false);
  SmrLoopsBuffer y = smr_loops_argument(l, "y", SMR_LOOPS_F32, 1, &two, NULL, NULL, true);
  SmrLoopsValue a = smr_loops_load(l, SMR_LOOPS_F32, x, &at[0]),
                b = smr_loops_load(l, SMR_LOOPS_F32, x, &at[1]);
  smr_loops_store(l, y, &at[0], smr_loops_arith(l, SMR_LOOPS_MIN, a, b), false);
  smr_loops_store(l, y, &at[1], smr_loops_arith(l, SMR_LOOPS_MAX, a, b), false);
  for (int swapped = 0; swapped < 2; swapped++) {
    float in[2] = {swapped ? -0.0f : 0.0f, swapped ? 0.0f : -0.0f}, out[2] = {7, 7};
    SmrLoopsArgument arguments[] = {{in, 2}, {out, 2}};
    SmrStr why = {0};
    assert_true(smr_loops_interpret(l, arguments, &why));
    assert_true(out[0] == 0 && signbit(out[0]) && out[1] == 0 && !signbit(out[1]));
    smr_str_free(&why);
  }
  smr_loops_destroy(l);
}
