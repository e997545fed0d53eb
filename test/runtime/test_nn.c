//===- test_nn.c - libsmr_rt against loops -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each function against the loop that it stands for, in double precision, at every length up to a few
// vectors and some odd larger ones, with guards around the array. SMR_RT_LEVEL chooses the instructions.
//===----------------------------------------------------------------------===//
#include "runtime/exp_range.h"
#include "runtime/smr_rt.h"
#include "runtime/vector.h"
#include "runtime/vector_f64.h"
#include "test.h"
#include <math.h>
#include <unistd.h>

enum { MOST = 1100, GUARD = 8 };

static uint64_t state_of_chance = 88172645463325252u;
static double chance(void) { // in [-1, 1)
  state_of_chance ^= state_of_chance << 13;
  state_of_chance ^= state_of_chance >> 7;
  state_of_chance ^= state_of_chance << 17;
  return (double)(int64_t)state_of_chance / 9223372036854775808.0;
}

static int64_t next_length(int64_t n) {
  return n < 100 ? n + 1 : n + 331;
}

#define NUMBER float
#define EPSILON 1e-7
#define LEAST 0x1p-147
#define N(name) name##_f32
#define RT(name) smr_rt_##name##_f32
#include "runtime/nn_tests.inc"
#undef NUMBER
#undef EPSILON
#undef LEAST
#undef N
#undef RT
#define NUMBER double
#define EPSILON 2e-15
#define LEAST 0x1p-1072
#define N(name) name##_f64
#define RT(name) smr_rt_##name##_f64
#include "runtime/nn_tests.inc"

TEST(test_bytes) {
  static int8_t a[7 * MOST], b[MOST];
  for (int64_t n = 0; n < MOST; n = next_length(n))
    for (int worst = 0; worst < 2; worst++) {
      for (int64_t i = 0; i < 7 * n; i++)
        a[i] = worst ? -128 : (int8_t)(128 * chance());
      for (int64_t i = 0; i < n; i++)
        b[i] = worst ? -128 : (int8_t)(128 * chance());
      int32_t sum = 0, y[8] = {0, 0, 0, 0, 0, 0, 0, 77};
      for (int64_t i = 0; i < n; i++)
        sum += a[i] * b[i];
      assert_int_equal(smr_rt_dot_i8(n, a, b), sum);
      smr_rt_matvec_i8(7, n, a, n, b, y);
      for (int64_t r = 0; r < 7; r++) {
        sum = 0;
        for (int64_t i = 0; i < n; i++)
          sum += a[r * n + i] * b[i];
        assert_int_equal(y[r], sum);
      }
      assert_int_equal(y[7], 77);
    }
}

/// Sums that leave float's range, upwards or downwards, do so as the loop's do; infinities and NaNs arrive.
TEST(test_norm_edges) {
  static float w[64], b[64], o[64];
  for (int64_t i = 0; i < 64; i++)
    w[i] = 1, b[i] = 0.5f;
  for (int64_t n = 4; n < 64; n++) {
    static const float sizes[] = {0, 1e-45f, 1e-30f, 1e-23f, 1e-19f, 1e-4f, 1e15f, 2e18f, 1e19f, 3e38f};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
      float sum = 0;
      for (int64_t i = 0; i < n; i++) {
        array_f32[i] = i % 3 ? sizes[k] : -sizes[k];
        sum += array_f32[i] * array_f32[i];
      }
      float got = smr_rt_sumsq_f32(n, array_f32);
      if (isinf(sum) ? !isinf(got) : !(fabsf(got - sum) <= 1e-5f * sum + 1e-44f * (float)n))
        fail_msg("sum of squares of %d times %g: %g, not %g", (int)n, (double)sizes[k], (double)got,
                 (double)sum);
      smr_rt_scale_f32(n, o, w, 1 / sqrtf(got / (float)n + 1e-5f), array_f32);
      for (int64_t i = 0; i < n; i++)
        assert_true(o[i] == w[i] * (1 / sqrtf(got / (float)n + 1e-5f) * array_f32[i]));
    }
    for (int64_t at = 0; at < n; at++)
      for (int what = 0; what < 3; what++) {
        fill_f32(array_f32, n, 1);
        array_f32[at] = what == 0 ? NAN : what == 1 ? INFINITY : -INFINITY;
        float mean, got = smr_rt_sumsq_f32(n, array_f32);
        assert_true(what ? isinf(got) && got > 0 : isnan(got));
        float scale = smr_rt_layernorm_f32(n, o, array_f32, w, b, 1e-5f, &mean);
        assert_true(isnan(scale) && isnan(o[at]) && (what ? isinf(mean) : isnan(mean)));
      }
    for (int64_t i = 0; i < n; i++)
      array_f32[i] = 3; // no variance at all
    float mean;
    close_to_f32(smr_rt_layernorm_f32(n, o, array_f32, w, b, 1e-5f, &mean), 1 / sqrt(1e-5), 1e-6, "flat", n,
                 0);
    assert_true(mean == 3);
    for (int64_t i = 0; i < n; i++)
      assert_true(o[i] == 0.5f);
  }
}

/// Sums of products of bytes wrap around where 32 bits end.
TEST(test_long_bytes) {
  enum { LONG = 300001 };
  static int8_t a[LONG], b[LONG];
  for (int64_t i = 0; i < LONG; i++)
    a[i] = -128, b[i] = i % 5 ? -128 : 127;
  uint32_t sum = 0;
  for (int64_t i = 0; i < LONG; i++)
    sum += (uint32_t)(a[i] * b[i]);
  assert_true((uint32_t)smr_rt_dot_i8(LONG, a, b) == sum);
  int32_t y = 0;
  smr_rt_matvec_i8(1, LONG, a, LONG, b, &y);
  assert_true((uint32_t)y == sum);
  assert_true(smr_rt_dot_i8(-5, a, b) == 0 && smr_rt_dot_i8(0, a, b) == 0);
  y = 77;
  smr_rt_matvec_i8(0, 5, a, 5, b, &y);
  smr_rt_matvec_i8(-1, 5, a, 5, b, &y);
  assert_true(y == 77);
  smr_rt_matvec_i8(1, 0, a, 0, b, &y);
  assert_true(y == 0);
}

/// A slice of what tools/bench/bench_exp.c runs in full; the edges one by one.
TEST(test_exp) {
  float where = 0;
  for (int level = 0; level <= smr_rt_level(); level++)
    if (smr_rt_exp_worst(level, 17, 4099, &where) > 2)
      fail_msg("level %d: exp(%.9g)", level, (double)where);
  const float from[] = {89,    88.72283f, 88.72284f, INFINITY,  0,    -0.0f,     -87.33655f, -88,
                        -100,  -103.27f,  -103.97f,  -103.98f,  -104, -INFINITY, 1e-45f,     -1e-45f,
                        3e38f, -3e38f,    88.7229f,  -87.3365f, NAN,  1,         -1,         88.72f};
  for (size_t k = 0; k < sizeof from / sizeof *from; k++) {
    SmrFloats v = (SmrFloats){0} + from[k];
    smr_rt_exp(&v);
    if (smr_rt_exp_error(from[k], v[5]) > 2)
      fail_msg("exp(%.9g) is not %.9g", (double)from[k], (double)v[5]);
  }
}

/// The smallest probabilities of a softmax are denormal numbers, and a gate's factor overflows where the
/// loop's does.
TEST(test_edges) {
  for (int64_t n = 4; n < 40; n++) {
    const float down[] = {0, -90, -88, -100};
    for (int64_t i = 0; i < n; i++)
      array_f32[i] = down[i % 4];
    smr_rt_softmax_from_f32(n, -INFINITY, array_f32, array_f32);
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
      sum += exp((double)down[i % 4]);
    for (int64_t i = 0; i < n; i++)
      assert_true(fabs((double)array_f32[i] - exp((double)down[i % 4]) / sum) <=
                  3e-7 * exp((double)down[i % 4]) + 0x1p-148);
  }
  const float h[] = {-88.72283f, -88.7229f, -87, 88.7f, -103, 104}, g = 1e37f;
  for (int k = 0; k < 6; k++) {
    float got[17], gates[17];
    for (int i = 0; i < 17; i++)
      got[i] = h[k], gates[i] = g;
    smr_rt_swiglu_f32(17, got, gates, got);
    float want = h[k] / (1 + (float)exp(-(double)h[k])) * g;
    for (int i = 0; i < 17; i++)
      assert_true(got[i] == want || fabsf(got[i] - want) <= 1e-6f * fabsf(want));
  }
}

/// The exponentials without ends, over all that they are for.
TEST(test_exp_near) {
  for (double x = -87; x <= 88; x += 1.0 / 1024) {
    SmrFloats v = {(float)x};
    smr_rt_exp_near(&v);
    assert_true(isnormal(v[0]) && smr_rt_exp_error((float)x, v[0]) <= 2);
  }
  for (double x = -708; x <= 709; x += 1.0 / 128) {
    SmrDoubles v = {x};
    smr_rt_exp_near_of_doubles(&v);
    long double want = expl((long double)x);
    assert_true(isnormal(v[0]) && fabsl((long double)v[0] - want) <= 2 * ldexpl(1, ilogb((double)want) - 52));
  }
}

TEST_MAIN {
  int failed = test_run(NULL, NULL);
  // The other levels, each in a process of its own.
  const char *level = getenv("SMR_RT_LEVEL");
  if (!failed && (!level || *level != '0')) {
    setenv("SMR_RT_LEVEL", !level ? "1" : "0", 1);
    execv("/proc/self/exe", (char *[]){"unit-tests", "runtime/nn", NULL});
  }
  return failed;
}
