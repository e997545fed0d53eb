//===- test_number.c - arithmetic against plain numbers -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every op of every pair of numbers of up to 6 bits, against the same in wide arithmetic, reduced by
// counting; corners of the wider types; every half and bfloat16 there and back.
//===----------------------------------------------------------------------===//
#include "graph/number.h"
#include "graph/random_graph.h"
#include "test.h"
#include <math.h>

/// The number that is congruent and in range, found by steps.
static int64_t reduced(int64_t value, int64_t least, int64_t most) {
  int64_t size = most - least + 1;
  while (value < least)
    value += size;
  while (value > most)
    value -= size;
  return value;
}

static int64_t floor_divide(int64_t a, int64_t b) {
  int64_t q = a / b;
  return a % b && a < 0 ? q - 1 : q;
}

/// a, b as they are read with and without a sign; false where there is no result.
static bool expected(SmrOpcode code, uint32_t width, int64_t a, int64_t b, int64_t ua, int64_t ub,
                     int64_t *out) {
  int64_t power = ub < (int64_t)width ? (int64_t)1 << ub : 0;
  switch (code) {
  case SMR_OP_ADD:
    *out = a + b;
    return true;
  case SMR_OP_SUB:
    *out = a - b;
    return true;
  case SMR_OP_MUL:
    *out = a * b;
    return true;
  case SMR_OP_DIVS:
  case SMR_OP_REMS:
    if (!b || a / b > smr_int_most(width))
      return false;
    *out = code == SMR_OP_DIVS ? a / b : a - a / b * b;
    return true;
  case SMR_OP_DIVU:
  case SMR_OP_REMU:
    if (!ub)
      return false;
    *out = code == SMR_OP_DIVU ? ua / ub : ua - ua / ub * ub;
    return true;
  case SMR_OP_AND:
  case SMR_OP_OR:
  case SMR_OP_XOR:
    *out = 0;
    for (uint32_t bit = 0; bit < width; bit++) {
      int64_t x = ua >> bit & 1, y = ub >> bit & 1;
      *out += (code == SMR_OP_AND ? x * y : code == SMR_OP_OR ? x + y - x * y : x + y - 2 * x * y) << bit;
    }
    return true;
  case SMR_OP_SHL:
    *out = a * power;
    return power != 0;
  case SMR_OP_SHRS:
    *out = power ? floor_divide(a, power) : 0;
    return power != 0;
  case SMR_OP_SHRU:
    *out = power ? ua / power : 0;
    return power != 0;
  case SMR_OP_MINS:
    *out = a < b ? a : b;
    return true;
  case SMR_OP_MAXS:
    *out = a < b ? b : a;
    return true;
  case SMR_OP_MINU:
    *out = ua < ub ? ua : ub;
    return true;
  case SMR_OP_MAXU:
    *out = ua < ub ? ub : ua;
    return true;
  default:
    fail();
    return false;
  }
}

static const SmrOpcode ops[] = {SMR_OP_ADD,  SMR_OP_SUB,  SMR_OP_MUL,  SMR_OP_DIVS, SMR_OP_REMS, SMR_OP_DIVU,
                                SMR_OP_REMU, SMR_OP_AND,  SMR_OP_OR,   SMR_OP_XOR,  SMR_OP_SHL,  SMR_OP_SHRS,
                                SMR_OP_SHRU, SMR_OP_MINS, SMR_OP_MAXS, SMR_OP_MINU, SMR_OP_MAXU};

TEST(small_integers) {
  for (uint32_t width = 1; width <= 6; width++) {
    SmrType type = SMR_TYPE(SMR_T_INT, width);
    int64_t half = (int64_t)1 << (width - 1), least = -half, most = half - 1, all = 2 * half - 1;
    assert_int_equal(smr_int_least(width), least);
    assert_int_equal(smr_int_most(width), most);
    assert_int_equal(smr_int_mask(width), all);
    for (int64_t a = least; a <= most; a++)
      for (int64_t b = least; b <= most; b++) {
        int64_t ua = reduced(a, 0, all), ub = reduced(b, 0, all), is, want;
        int64_t x = smr_int_wrap(type, a), y = smr_int_wrap(type, b);
        assert_int_equal(x, width == 1 ? ua : a);
        assert_int_equal(smr_int_signed(type, x), a);
        assert_int_equal(smr_int_unsigned(type, x), ua);
        for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
          bool defined = expected(ops[k], width, a, b, ua, ub, &want);
          assert_int_equal(smr_int_op(ops[k], type, x, y, &is), defined);
          if (defined)
            assert_int_equal(is, width == 1 ? reduced(want, 0, 1) : reduced(want, least, most));
        }
        const bool truth[] = {a == b, a != b, a<b, a <= b, a> b, a >= b, ua<ub, ua <= ub, ua> ub, ua >= ub};
        for (int p = SMR_EQ; p <= SMR_UGE; p++) {
          assert_int_equal(smr_int_compare((SmrIcmp)p, type, x, y), truth[p]);
          assert_int_equal(truth[smr_icmp_inverse((SmrIcmp)p)], !truth[p]);
          assert_int_equal(smr_int_compare(smr_icmp_swapped((SmrIcmp)p), type, y, x), truth[p]);
        }
      }
  }
}

TEST(casts) {
  SmrType i4 = SMR_TYPE(SMR_T_INT, 4), i6 = SMR_TYPE(SMR_T_INT, 6);
  for (int64_t a = -8; a < 8; a++) {
    assert_int_equal(smr_int_cast(SMR_OP_SEXT, i4, i6, a), a);
    assert_int_equal(smr_int_cast(SMR_OP_ZEXT, i4, i6, a), a < 0 ? a + 16 : a);
    assert_int_equal(smr_int_cast(SMR_OP_TRUNC, i4, SMR_I1, a), a & 1);
  }
  assert_int_equal(smr_int_cast(SMR_OP_SEXT, SMR_I1, i6, 1), -1);
  assert_int_equal(smr_int_cast(SMR_OP_ZEXT, SMR_I1, i6, 1), 1);
}

TEST(wide_integers) {
  int64_t out;
  assert_int_equal(smr_int_wrap(SMR_I32, 0x80000000), INT32_MIN);
  assert_int_equal(smr_int_wrap(SMR_I64, INT64_MIN), INT64_MIN);
  assert_int_equal(smr_int_least(64), INT64_MIN);
  assert_int_equal(smr_int_most(64), INT64_MAX);
  assert_true(smr_int_mask(64) == UINT64_MAX);
  assert_true(smr_int_op(SMR_OP_ADD, SMR_I64, INT64_MAX, 1, &out) && out == INT64_MIN);
  assert_true(smr_int_op(SMR_OP_MUL, SMR_I32, 1 << 20, 1 << 20, &out) && out == 0);
  assert_false(smr_int_op(SMR_OP_DIVS, SMR_I64, INT64_MIN, -1, &out));
  assert_false(smr_int_op(SMR_OP_REMS, SMR_I32, INT32_MIN, -1, &out));
  assert_true(smr_int_compare(SMR_ULT, SMR_PTR, 1, -1));
  assert_false(smr_int_compare(SMR_SLT, SMR_PTR, 1, -1));
}

TEST(rounding) {
  const SmrType f16 = SMR_TYPE(SMR_T_FLOAT, 16);
  const SmrType halves[] = {f16, SMR_BF16};
  for (int k = 0; k < 2; k++)
    for (uint32_t bits = 0; bits < 0x7c00;
         ++bits) { // each positive number, and what is between it and the next
      uint16_t pair[2] = {(uint16_t)bits, (uint16_t)(bits + 1)}, back;
      int64_t unused;
      double low, high;
      smr_number_load(&pair[0], halves[k], &unused, &low);
      smr_number_load(&pair[1], halves[k], &unused, &high);
      smr_number_store(&back, halves[k], 0, low);
      assert_int_equal(back, pair[0]);
      assert_true(smr_float_round(halves[k], low) == low && smr_float_round(halves[k], -low) == -low);
      if (isinf(high))
        continue;
      double middle = (low + high) / 2, even = bits % 2 ? high : low;
      assert_true(smr_float_round(halves[k], middle) == even);
      assert_true(smr_float_round(halves[k], nextafter(middle, 0)) == low);
      assert_true(smr_float_round(halves[k], nextafter(middle, INFINITY)) == high);
      assert_true(smr_float_round(halves[k], -nextafter(middle, INFINITY)) == -high);
    }
  assert_true(isnan(smr_float_round(SMR_BF16, (double)NAN)));
  assert_true(isinf(smr_float_round(SMR_BF16, 1e300)) && isinf(smr_float_round(SMR_F32, 1e300)));
  assert_true(smr_float_round(SMR_F32, 0.1) == (double)0.1f && smr_float_round(SMR_F64, 0.1) == 0.1);
}

TEST(floats) {
  SmrRandom random = {7};
  double out;
  for (int k = 0; k < 100000; k++) {
    float a, b, c;
    uint32_t bits[3];
    for (int i = 0; i < 3; i++)
      bits[i] = (uint32_t)smr_random_next(&random);
    memcpy(&a, &bits[0], 4), memcpy(&b, &bits[1], 4), memcpy(&c, &bits[2], 4);
    if (isnan(a) || isnan(b) || isnan(c))
      continue;
    const double x[] = {(double)a, (double)b, (double)c};
    const float sum = a + b, product = a * b, quotient = a / b, fused = fmaf(a, b, c);
#define IS(code, want)                                                                                       \
  assert_true(smr_float_op(code, SMR_F32, x, &out) && (out == (double)(want) || (isnan(out) && isnan(want))))
    IS(SMR_OP_FADD, sum);
    IS(SMR_OP_FMUL, product);
    IS(SMR_OP_FDIV, quotient);
    IS(SMR_OP_FMA, fused);
    IS(SMR_OP_FNEG, -a);
    IS(SMR_OP_FABS, fabsf(a));
    IS(SMR_OP_FMIN, fminf(a, b));
#undef IS
    int64_t whole = (int64_t)smr_random_next(&random);
    assert_true(smr_float_of_int(SMR_OP_SITOFP, SMR_I64, SMR_F32, whole) == (double)(float)whole);
    assert_true(smr_float_of_int(SMR_OP_UITOFP, SMR_I64, SMR_F64, whole) == (double)(uint64_t)whole);
  }
  assert_false(smr_float_op(SMR_OP_FSUM, SMR_F32, &out, &out));
}

TEST(float_predicates) {
  static const double pairs[][2] = {{1, 2}, {2, 2}, {3, 2}, {NAN, 2}, {2, NAN}, {-0.0, 0.0}};
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    double a = pairs[k][0], b = pairs[k][1];
    bool un = isunordered(a, b);
    const bool truth[] = {0,
                          a == b,
                          a > b,
                          a >= b,
                          a < b,
                          a <= b,
                          a < b || a > b,
                          !un,
                          un || a == b,
                          un || a > b,
                          un || a >= b,
                          un || a < b,
                          un || a <= b,
                          a != b,
                          un,
                          1};
    for (int64_t p = 0; p < 16; p++)
      assert_int_equal(smr_float_compare(p, a, b), truth[p]);
  }
}

TEST(to_integers) {
  const SmrType i8 = SMR_TYPE(SMR_T_INT, 8);
  int64_t out;
  for (int k = -1200; k <= 1200; k++) {
    double value = k / 4.0;
    int64_t whole = k / 4;
    assert_int_equal(smr_float_to_int(SMR_OP_FPTOSI, i8, value, &out), whole >= -128 && whole <= 127);
    if (whole >= -128 && whole <= 127)
      assert_int_equal(out, whole);
    assert_int_equal(smr_float_to_int(SMR_OP_FPTOUI, i8, value, &out), whole >= 0 && whole <= 255);
    if (whole >= 0 && whole <= 255)
      assert_int_equal(out, whole > 127 ? whole - 256 : whole);
  }
  assert_false(smr_float_to_int(SMR_OP_FPTOSI, SMR_I64, 0x1p63, &out));
  assert_true(smr_float_to_int(SMR_OP_FPTOSI, SMR_I64, -0x1p63, &out) && out == INT64_MIN);
  assert_true(smr_float_to_int(SMR_OP_FPTOUI, SMR_I64, 0x1p63, &out) && out == INT64_MIN);
  assert_false(smr_float_to_int(SMR_OP_FPTOUI, SMR_I64, 0x1p64, &out));
  assert_false(smr_float_to_int(SMR_OP_FPTOSI, SMR_I64, (double)NAN, &out));
}

TEST(test_complex_types) {
  const SmrType c32 = SMR_TYPE(SMR_T_COMPLEX, 32), c64 = SMR_TYPE(SMR_T_COMPLEX, 64);
  assert_int_equal(smr_type_part(c64), SMR_F64);
  assert_int_equal(smr_type_part(c32), SMR_F32);
  assert_int_equal(smr_type_part(SMR_I32), SMR_I32);
  assert_true(smr_type_is_number(c64) && smr_type_is_complex(c64) && !smr_type_is_float(c64));
  assert_true(smr_type_is_number(SMR_F32) && smr_type_is_number(SMR_BF16) && !smr_type_is_number(SMR_I64));
  assert_int_equal(smr_type_bytes(c64), 16);
}
