//===- test_tensor.c - libsmr_rt's kernels over tensors against loops --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each kernel against its formula in double precision, over random sizes, strides, flags, masks and steps, in
// floats, doubles, bfloat16 and halves; with a BLAS and with own products (SMR_RT=off), for each level of
// instructions.
//===----------------------------------------------------------------------===//
#include "runtime/blas.h"
#include "runtime/half.h"
#include "runtime/smr_rt_tensor.h"
#include "runtime/vector.h"
#include "test.h"
#include <math.h>
#include <unistd.h>

#define SENTINEL 12345.0

static uint64_t state_of_chance = 88172645463325252u;
static uint64_t bits(void) {
  state_of_chance ^= state_of_chance << 13;
  state_of_chance ^= state_of_chance >> 7;
  state_of_chance ^= state_of_chance << 17;
  return state_of_chance;
}
static double chance(void) { // in [-1, 1)
  return (double)(int64_t)bits() / 9223372036854775808.0;
}
static uint64_t below(uint64_t n) {
  return (bits() >> 11) % n;
}
/// 0, 1, a little or up to most.
static int64_t size(int64_t most) {
  return below(12) == 0 ? 0 : below(6) == 0 ? 1 : 1 + (int64_t)below((uint64_t)most);
}
static int64_t one_or(int64_t most) {
  return below(2) ? 1 : 1 + (int64_t)below((uint64_t)most);
}

typedef struct {
  int64_t strides[4], start, count;
} Layout;

static Layout layout_of(const int64_t sizes[4], int input) {
  Layout layout = {.count = 1};
  int order[4] = {3, 2, 1, 0};
  int plain = below(3) == 0, broadcast = input && below(3) == 0 ? (int)below(4) : -1;
  int backwards = input && below(4) == 0 ? (int)below(4) : -1;
  for (int k = 0; k < 4 && !plain; k++) {
    int other = (int)below(4), old = order[k];
    order[k] = order[other], order[other] = old;
  }
  int64_t gap = plain || below(2) ? 1 : 2, reach = 0;
  for (int k = 0; k < 4; k++) {
    int d = order[k];
    layout.strides[d] = d == broadcast ? 0 : gap;
    reach += sizes[d] ? (sizes[d] - 1) * layout.strides[d] : 0;
    gap *= d == broadcast || !sizes[d] ? 1 : sizes[d] + (!plain && below(3) == 0);
  }
  layout.count = sizes[0] && sizes[1] && sizes[2] && sizes[3] ? reach + 1 : 0;
  if (backwards >= 0 && layout.count) {
    layout.start = (sizes[backwards] - 1) * layout.strides[backwards];
    layout.strides[backwards] = -layout.strides[backwards];
  }
  return layout;
}

static double step_of(const SmrRtStep *step, double x, double other) {
  switch (step->code) {
  case SMR_RT_RELU:
    return x < 0 ? 0 : x;
  case SMR_RT_GELU_ERF:
    return x * (x < 0 ? erfc(-x / sqrt(2)) / 2 : (1 + erf(x / sqrt(2))) / 2);
  case SMR_RT_GELU_TANH:
    return x / (1 + exp(-2 * sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
  case SMR_RT_SILU:
    return x / (1 + exp(-x));
  case SMR_RT_TANH:
    return tanh(x);
  case SMR_RT_SIGMOID:
    return 1 / (1 + exp(-x));
  case SMR_RT_TIMES_NUMBER:
    return x * step->first;
  case SMR_RT_PLUS_NUMBER:
    return x + step->first;
  case SMR_RT_CLAMP:
    return x < step->first ? step->first : x > step->second ? step->second : x;
  case SMR_RT_TIMES:
    return x * other;
  case SMR_RT_GELU_SIGMOID:
    return x / (1 + exp(-1.702 * x));
  case SMR_RT_HARD_SIGMOID:
    return x + 3 < 0 ? 0 : x + 3 > 6 ? 1 : (x + 3) / 6;
  case SMR_RT_HARD_SWISH:
    return x * (x + 3 < 0 ? 0 : x + 3 > 6 ? 6 : x + 3) / 6;
  default:
    return x + other;
  }
}

static double widen(uint16_t half) {
  uint32_t all = (uint32_t)half << 16;
  float value;
  memcpy(&value, &all, sizeof value);
  return value;
}
static uint16_t narrow(double value) {
  float single = (float)value;
  uint32_t all;
  memcpy(&all, &single, sizeof all);
  return isnan(value) ? 0x7fc0 : (uint16_t)((all + 0x7fff + (all >> 16 & 1)) >> 16);
}

/// A half by what its fields mean.
static double of_half(uint16_t half) {
  const int exponent = half >> 10 & 31, fraction = half & 0x3ff;
  const double size = exponent == 31  ? (fraction ? NAN : INFINITY)
                      : exponent == 0 ? ldexp(fraction, -24)
                                      : ldexp(0x400 + fraction, exponent - 25);
  return half & 0x8000 ? -size : size;
}
/// The nearest, by a whole number of the last bit's worth; ties to even, which rint does.
static uint16_t to_half(double value) {
  const unsigned sign = signbit(value) ? 0x8000 : 0;
  if (isnan(value))
    return 0x7e00;
  int exponent;
  frexp(value, &exponent);
  exponent = exponent < -13 ? -13 : exponent; // (denormal: the last bit is worth what it is at 2^-14)
  const double rounded = isinf(value) ? value : ldexp(rint(ldexp(value, 11 - exponent)), exponent - 11);
  if (fabs(rounded) >= 65536)
    return (uint16_t)(sign | 0x7c00);
  frexp(rounded, &exponent);
  if (fabs(rounded) < 0x1p-14)
    return (uint16_t)(sign | (unsigned)ldexp(fabs(rounded), 24));
  return (uint16_t)(sign | ((unsigned)(exponent + 14) << 10) +
                               ((unsigned)ldexp(fabs(rounded), 11 - exponent) - 0x400));
}

#define GET(x) ((double)(x))
#define PUT(x) ((ELEMENT)(x))
#define ROUNDINGS(n) ((double)(n))
#define ELEMENT float
#define EPSILON 1.2e-7
#define LEAST (-133)
#define N(name) name##_f32
#define RT(name) smr_rt_##name##_f32
#include "runtime/tensor_tests.inc"
#undef ELEMENT
#undef EPSILON
#undef LEAST
#undef N
#undef RT
#define ELEMENT double
#define EPSILON 2.3e-16
#define LEAST (-1033)
#define N(name) name##_f64
#define RT(name) smr_rt_##name##_f64
#include "runtime/tensor_tests.inc"
#undef ELEMENT
#undef EPSILON
#undef LEAST
#undef N
#undef RT
#undef GET
#undef PUT
#undef ROUNDINGS
#undef SENTINEL
#define SENTINEL 12352.0
#define GET(x) widen(x)
#define PUT(x) narrow(x)
#define ROUNDINGS(n) 4.0 // one of bfloat16 is worth thousands of a float
#define ELEMENT uint16_t
#define EPSILON 4e-3
#define LEAST (-133)
#define N(name) name##_bf16
#define RT(name) smr_rt_##name##_bf16
#include "runtime/tensor_tests.inc"
#undef GET
#undef PUT
#undef EPSILON
#undef LEAST
#undef N
#undef RT
#define GET(x) of_half(x)
#define PUT(x) to_half(x)
#define EPSILON 5e-4
#define LEAST (-24)
#define N(name) name##_f16
#define RT(name) smr_rt_##name##_f16
#include "runtime/tensor_tests.inc"

//--- Halves -------------------------------------------------------------------------------

/// Denormal floats count as zeros, where that can be asked for.
static void flush_denormals(int yes) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(yes ? __builtin_ia32_stmxcsr() | 0x8040 : __builtin_ia32_stmxcsr() & ~0x8040u);
#else
  (void)yes;
#endif
}

static int is_nan_half(unsigned half) {
  return (half & 0x7fff) > 0x7c00;
}

TEST(test_halves_widened) {
  for (unsigned half = 0; half < 0x10000; half++) {
    double want = of_half((uint16_t)half), got = smr_rt_of_half((uint16_t)half);
    int fine = is_nan_half(half) ? isnan(got) : got == want && !signbit(got) == !(half & 0x8000);
    if (!fine)
      fail_msg("half %04x: %.17g, not %.17g%s", half, got, want,
               *state ? ", denormal floats being zeros" : "");
  }
}

static uint32_t bits_of(float value) {
  uint32_t all;
  memcpy(&all, &value, sizeof all);
  return all;
}

/// Is `half` the one for `value`, with or without its sign?
static void check_narrowed(float value, unsigned half) {
  unsigned got = smr_rt_to_half(value), minus = smr_rt_to_half(-value);
  if (got != half || minus != (half | 0x8000))
    fail_msg("%.9g (%08x): halves %04x and %04x, not %04x", (double)value, bits_of(value), got, minus, half);
}

/// Each half, what lies in the middle between it and the next one (of 65504 2^16), and the floats beside
/// these.
TEST(test_halves_narrowed) {
  for (unsigned half = 0; half < 0x7c00; half++) {
    double next = half == 0x7bff ? 65536 : of_half((uint16_t)(half + 1));
    float here = (float)of_half((uint16_t)half), middle = (float)((here + next) / 2);
    check_narrowed(here, half);
    check_narrowed(nextafterf(here, INFINITY), half);
    check_narrowed(nextafterf(middle, 0), half);
    check_narrowed(middle, half + (half & 1));
    check_narrowed(nextafterf(middle, INFINITY), half + 1);
    check_narrowed(nextafterf((float)next, 0), half + 1);
  }
  static const float infinite[] = {65520, 65536, 1e6f, 0x1.fffffep127f, INFINITY};
  for (size_t k = 0; k < sizeof infinite / sizeof *infinite; k++)
    check_narrowed(infinite[k], 0x7c00);
  static const float none[] = {0x1p-149f, 0x1p-126f, 0x1p-60f, 0x1p-25f};
  for (size_t k = 0; k < sizeof none / sizeof *none; k++)
    check_narrowed(none[k], 0);
}

/// NaNs of all payloads stay NaNs, and are quiet.
TEST(test_halves_nan) {
  for (uint32_t payload = 1; payload < 1u << 23; payload += payload < 0x4000 ? 1 : 0x1fff) {
    for (uint32_t sign = 0; sign < 2; sign++) {
      uint32_t all = sign << 31 | 0x7f800000 | payload;
      float value;
      memcpy(&value, &all, sizeof value);
      unsigned half = smr_rt_to_half(value);
      assert_true(is_nan_half(half) && half & 0x200 && half >> 15 == sign);
    }
  }
}

/// Both, by loops over rows: what a product with 1 leaves of every half.
static void check_all_halves(void) {
  static uint16_t from[0x10000], to[0x10000], one = 0x3c00;
  for (unsigned k = 0; k < 0x10000; k++)
    from[k] = (uint16_t)k;
  SmrRtProduct p = {{1, 1}, 0x10000, 1, 1, {from, {0, 0, 1, 1}}, {&one, {0}}, {to, {0, 0, 1, 1}}, 0, NULL};
  assert_int_equal(smr_rt_linear_f16(&p), SMR_RT_FINE);
  for (unsigned k = 0; k < 0x10000; k++)
    if (is_nan_half(k) ? !is_nan_half(to[k]) : k == 0x8000 ? to[k] & 0x7fff : to[k] != k) // (0 - 0 is 0)
      fail_msg("half %04x times 1: %04x", k, to[k]);
}

TEST(test_halves_copied) {
  check_all_halves();
}

TEST(test_halves_flushed) {
  flush_denormals(1);
  test_halves_widened(state);
  check_all_halves();
  flush_denormals(0);
}

/// A sum beyond 65504 on the way is a number, and infinite in the result alone.
TEST(test_halves_overflow) {
  uint16_t a[] = {to_half(60000), to_half(60000), to_half(-60000)}, one = 0x3c00, c[2];
  SmrRtProduct p = {{1, 1}, 1, 1, 3, {a, {0, 0, 3, 1}}, {&one, {0}}, {c, {0, 0, 1, 1}}, 0, NULL};
  assert_int_equal(smr_rt_linear_f16(&p), SMR_RT_FINE);
  assert_int_equal(c[0], a[0]);
  p.k = 2;
  assert_int_equal(smr_rt_linear_f16(&p), SMR_RT_FINE);
  assert_int_equal(c[0], 0x7c00);
  SmrRtStep halved = {.code = SMR_RT_TIMES_NUMBER, .first = 0.5};
  p.step_count = 1, p.steps = &halved;
  assert_int_equal(smr_rt_linear_f16(&p), SMR_RT_FINE);
  assert_int_equal(c[0], a[0]);
}

//--- Refusals -----------------------------------------------------------------------------

TEST(test_refused_products) {
  float x[4] = {0}, out[4] = {7, 7, 7, 7};
  SmrRtStep step = {.code = SMR_RT_RELU};
  const SmrRtProduct fine = {{1, 1}, 2,    2, 2, {x, {0, 0, 2, 1}}, {x, {0, 0, 2, 1}}, {out, {0, 0, 2, 1}},
                             1,      &step};
#define REFUSED(status, change)                                                                              \
  {                                                                                                          \
    SmrRtProduct p = fine;                                                                                   \
    change;                                                                                                  \
    assert_int_equal(smr_rt_linear_f32(&p), status);                                                         \
    assert_true(out[0] == 7 && out[3] == 7);                                                                 \
  }
  REFUSED(SMR_RT_BAD_SIZE, p.m = -1)
  REFUSED(SMR_RT_BAD_SIZE, p.k = -1)
  REFUSED(SMR_RT_BAD_SIZE, p.batch[0] = 2)
  REFUSED(SMR_RT_BAD_SIZE, p.m = p.n = INT64_C(1) << 40)
  REFUSED(SMR_RT_NO_DATA, p.a.at = NULL)
  REFUSED(SMR_RT_NO_DATA, p.c.at = NULL)
  REFUSED(SMR_RT_OVERLAP, p.c.strides[2] = 0)
  REFUSED(SMR_RT_BAD_STEP, p.steps = NULL)
  REFUSED(SMR_RT_BAD_STEP, step.code = 14)
  REFUSED(SMR_RT_BAD_STEP, step.code = -1)
  REFUSED(SMR_RT_BAD_STEP, step.code = SMR_RT_PLUS) // without an operand
#undef REFUSED
  assert_string_equal(smr_rt_status_text(SMR_RT_FINE), "fine");
  assert_string_equal(smr_rt_status_text(-1), "not a status");
  assert_string_equal(smr_rt_status_text(7), "not a status");
}

TEST(test_refused_attention) {
  float x[4] = {0}, out[4] = {7, 7, 7, 7};
  const SmrRtTensor t = {x, {4, 4, 2, 1}};
  const SmrRtAttention fine = {1, 1, 1, 2, 2, 2, 2, 0, 0, 1, 0, t, t, t, {0}, {0}, {0}, {out, {4, 4, 2, 1}}};
#define REFUSED(status, change)                                                                              \
  {                                                                                                          \
    SmrRtAttention a = fine;                                                                                 \
    change;                                                                                                  \
    assert_int_equal(smr_rt_attention_f32(&a), status);                                                      \
    assert_true(out[0] == 7 && out[3] == 7);                                                                 \
  }
  REFUSED(SMR_RT_BAD_FLAG, a.flags = SMR_RT_BY_TANH)
  REFUSED(SMR_RT_BAD_FLAG, a.flags = SMR_RT_FILL | SMR_RT_CAUSAL)
  REFUSED(SMR_RT_BAD_SIZE, a.key_heads = 2)
  REFUSED(SMR_RT_BAD_SIZE, a.key_heads = 0)
  REFUSED(SMR_RT_BAD_SIZE, a.lk = -1)
  REFUSED(SMR_RT_NO_DATA, a.v.at = NULL)
  REFUSED(SMR_RT_NO_DATA, a.q.at = NULL)
  REFUSED(SMR_RT_OVERLAP, a.out.strides[3] = 0)
#undef REFUSED
}

TEST(test_refused_others) {
  float x[4] = {0}, out[4] = {7, 7, 7, 7};
  const SmrRtTensor in = {x, {4, 4, 2, 1}}, to = {out, {4, 4, 2, 1}};
  const SmrRtRows rows = {{1, 1, 2, 2}, 0, 0, in, {0}, {0}, {0}, {0}, to};
  SmrRtRows r = rows;
  r.flags = SMR_RT_SAFE;
  assert_int_equal(smr_rt_layer_norm_f32(&r), SMR_RT_BAD_FLAG);
  assert_int_equal(smr_rt_silu_f32(&r), SMR_RT_BAD_FLAG);
  r = rows, r.weight = in;
  assert_int_equal(smr_rt_softmax_f32(&r), SMR_RT_BAD_FLAG);
  r = rows, r.bias = in;
  assert_int_equal(smr_rt_rms_norm_f32(&r), SMR_RT_BAD_FLAG);
  r = rows, r.sizes[2] = -2;
  assert_int_equal(smr_rt_gelu_f32(&r), SMR_RT_BAD_SIZE);
  r = rows, r.flags = SMR_RT_BY_TANH | SMR_RT_BY_SIGMOID;
  assert_int_equal(smr_rt_gelu_f32(&r), SMR_RT_BAD_FLAG);
  r = rows, r.x.at = NULL;
  assert_int_equal(smr_rt_gelu_f32(&r), SMR_RT_NO_DATA);
  r = rows, r.sum = to, r.sum.strides[3] = 0;
  assert_int_equal(smr_rt_layer_norm_f32(&r), SMR_RT_OVERLAP);
  const SmrRtConv2d fine = {1, 1, {2, 2}, 1, {1, 1}, {2, 2}, 1, {1, 1}, {0}, {1, 1}, in, in, to, 0, NULL};
  SmrRtConv2d c = fine;
  c.out_size[1] = 3;
  assert_int_equal(smr_rt_conv2d_f32(&c), SMR_RT_BAD_SIZE);
  c = fine, c.groups = 2;
  assert_int_equal(smr_rt_conv2d_f32(&c), SMR_RT_BAD_SIZE);
  c = fine, c.stride[0] = 0;
  assert_int_equal(smr_rt_conv2d_f32(&c), SMR_RT_BAD_SIZE);
  c = fine, c.padding[3] = -1;
  assert_int_equal(smr_rt_conv2d_f32(&c), SMR_RT_BAD_SIZE);
  assert_true(out[0] == 7 && out[3] == 7);
}

/// Where a row's sum and result may take the place of what was read.
TEST(test_rows_in_place) {
  float x[64], add[64], apart[64], sums[64];
  for (int k = 0; k < 64; k++)
    x[k] = (float)chance(), add[k] = (float)chance();
  SmrRtRows r = {{1, 1, 2, 32},         0,   1e-5, {x, {0, 0, 32, 1}},    {add, {0, 0, 32, 1}},
                 {sums, {0, 0, 32, 1}}, {0}, {0},  {apart, {0, 0, 32, 1}}};
  assert_int_equal(smr_rt_layer_norm_f32(&r), SMR_RT_FINE);
  r.sum.at = add, r.out.at = x;
  assert_int_equal(smr_rt_layer_norm_f32(&r), SMR_RT_FINE);
  assert_memory_equal(x, apart, sizeof x);
  assert_memory_equal(add, sums, sizeof add);
}

TEST(off_is_a_word_of_several) {
  const char *wish = getenv("SMR_RT");
  if (wish && !strncmp(wish, "off", 3))
    assert_null(smr_rt_gemm_f32());
}

TEST_MAIN {
  state_of_chance += test_seed();
  int failed = test_run(NULL, NULL);
  // With own products, then at the other levels, each in a process of its own.
  const char *level = getenv("SMR_RT_LEVEL"), *blas = getenv("SMR_RT");
  if (!failed && (!blas || !level || *level != '0')) {
    if (!blas)
      setenv("SMR_RT", "off,verbose", 1);
    else
      setenv("SMR_RT_LEVEL", !level ? "1" : "0", 1);
    execv("/proc/self/exe", (char *[]){"unit-tests", "runtime/tensor", NULL});
  }
  return failed;
}
