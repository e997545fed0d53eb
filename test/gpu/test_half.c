//===- test_half.c - halves at their ends, on the fake of CUDA --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Sums that floats hold exactly: what the CPU's kernel and the fake write is the same bit for bit (any NaN is
// one, and zeros have any sign), denormal numbers, ties and infinities included. And what a mean of values
// near the greatest half may not become.
//===----------------------------------------------------------------------===//
#include "gpu/fake/short.h"
#include "gpu/world.h"
#include "runtime/gpu/settings.h"
#include "runtime/gpu/smr_rt_gpu_tensor.h"
#include "runtime/gpu/tensor.h"
#include "test.h"
#ifdef __SSE__
#include <xmmintrin.h>
#endif

static const FakeSettings plain = {0, (size_t)1 << 30, 1, 13000, (size_t)1 << 30, 0, 0};

enum { HALVES = 1 << 16, NUMBERS = 2048, TENSORS = 5, GREATEST = 0x7bff, INFINITE = 0x7c00 };

/// Denormal floats count as zeros from now on, or no more; of halves that is not true.
static void flush_floats(int on) {
#ifdef __SSE__
  _mm_setcsr(on ? _mm_getcsr() | 0x8040 : _mm_getcsr() & ~0x8040u);
#else
  (void)on;
#endif
}

static int is_same(uint16_t a, uint16_t b) {
  int x = a & 0x7fff, y = b & 0x7fff;
  return a == b || (x > INFINITE && y > INFINITE) || (!x && !y);
}

static uint16_t half(double number) {
  return short_narrow('h', (float)number);
}

//--- Each of them ---------------------------------------------------------------------------

/// All halves times a number, times a factor, plus a number: as numbers of a column.
static void make_all(double times, double factor, double plus, int relu) {
  static uint16_t all[HALVES], ours[HALVES], right[HALVES], sums[HALVES];
  uint16_t by = half(times);
  SmrRtStep steps[] = {{.code = SMR_RT_TIMES_NUMBER, .first = factor},
                       {.code = SMR_RT_PLUS, .operand = {sums, {0, 0, 1, 1}}},
                       {.code = SMR_RT_RELU}};
  for (int k = 0; k < HALVES; k++)
    all[k] = (uint16_t)k, sums[k] = half(plus), ours[k] = right[k] = 0x1234;
  SmrRtProduct p = {{1, 1},   HALVES, 1, 1, {all, {0, 0, 1, 1}}, {&by, {0, 0, 1, 1}}, {ours, {0, 0, 1, 1}},
                    2 + relu, steps};
  long before = world_counts().kernels;
  assert_int_equal(smr_rt_gpu_linear_f16(SMR_GPU_ON, &p), 0);
  assert_int_equal(world_counts().kernels - before, !relu); // (of NaNs it need not be ours)
  p.c.at = right;
  assert_int_equal(smr_rt_linear_f16(&p), 0);
  for (int k = 0; k < HALVES; k++)
    if (!is_same(ours[k], right[k]))
      fail_msg("%04x * %g * %g + %g: %04x, not %04x", k, times, factor, plus, ours[k], right[k]);
}

TEST(test_each) {
  static const double factors[][3] = {
      {1, 1, 0},           {1, -1, 0},           {1, 0.5, 0},     {0.5, 0.5, 0},  {0x1p-14, 1, 0},
      {2, 2, 0},           {3, 0.25, 0},         {1, 1, 0x1p-24}, {1, 1, 32},     {1, -1, 65504},
      {65504, 0x1p-16, 0}, {0x1p-24, 0x1p24, 0}, {1, 0x1p40, 0},  {1, 0x1p-40, 0}};
  world_start(&plain, "on");
  for (size_t k = 0; k < 2 * sizeof factors / sizeof *factors; k++) {
    const double *f = factors[k / 2];
    flush_floats(k & 1);
    make_all(f[0], f[1], f[2], k / 2 == 5);
  }
  flush_floats(0);
  world_stop();
}

/// The greatest of one number is that number, of any two the one with the greater magnitude.
TEST(test_greatest) {
  flush_floats(1);
  for (int k = 0; k < HALVES; k++) {
    uint16_t pair[2] = {(uint16_t)k, (uint16_t)((unsigned)k * 40503)};
    SmrGpuShape one = {.at = (char *)pair, .rows = 1, .columns = 1, .step = 1, .size = 2, .part = 'F'},
                two = one;
    two.rows = 2;
    double first = fabs(short_widen('h', pair[0])), second = fabs(short_widen('h', pair[1]));
    first = isnan(first) ? INFINITY : first, second = isnan(second) ? INFINITY : second;
    assert_true(smr_gpu_greatest(&one, 'h') == first);
    assert_true(smr_gpu_greatest(&two, 'h') == (first > second ? first : second));
  }
  flush_floats(0);
}

//--- By chance ------------------------------------------------------------------------------

typedef struct {
  uint64_t chance;
  uint16_t numbers[TENSORS][NUMBERS], right[NUMBERS]; // a, b, c, a vector, a matrix; what the CPU writes
  SmrRtStep steps[4];
  SmrRtProduct product;
} Case;

static unsigned chance(Case *c, unsigned below) {
  return world_draw(&c->chance, below);
}

/// Few bits times a power of two, so that sums are exact; now and then an end of the halves.
static void fill(Case *c, int which, int most, int exponent, int is_wild) {
  static const uint16_t wild[] = {INFINITE, 0xfc00, 0x7e00, 0xfc01, 0x7dff, 0xffff, 0x8000, GREATEST};
  for (int k = 0; k < NUMBERS; k++)
    c->numbers[which][k] = is_wild && chance(c, 40) == 0
                               ? wild[chance(c, exponent >= 0 ? 8 : 7)]
                               : half(ldexp((int)chance(c, 2 * (unsigned)most + 1) - most, exponent));
}

static SmrRtTensor lay(Case *c, int which, const int64_t sizes[4], int is_output) {
  SmrRtTensor t = {c->numbers[which], {0}};
  world_strides(&c->chance, sizes, 0, is_output, t.strides);
  return t;
}

static void add_steps(Case *c, const int64_t sizes[4], int alpha) {
  SmrRtProduct *p = &c->product;
  if (alpha)
    c->steps[p->step_count++] =
        (SmrRtStep){.code = SMR_RT_TIMES_NUMBER, .first = chance(c, 2) ? ldexp(1, alpha) : -ldexp(1, alpha)};
  for (int which = 3; which < TENSORS; which++)
    if (chance(c, 2)) {
      SmrRtTensor t = lay(c, which, sizes, 0);
      if (which == 3)
        t.strides[chance(c, 5) ? 2 : 3] = 0;
      c->steps[p->step_count++] = (SmrRtStep){.code = SMR_RT_PLUS, .operand = t};
    }
  if (chance(c, 3) == 0)
    c->steps[p->step_count++] = (SmrRtStep){.code = SMR_RT_RELU};
}

/// Sums of numbers up to 15 * 15 * 9, times two to some exponent: from the least halves to beyond the
/// greatest.
static void make_case(Case *c, uint64_t seed) {
  static const int exponents[][3] = {{-24, 0, 0}, {-12, -14, 1}, {0, 0, 0}, {4, 4, 0},
                                     {5, 5, -1},  {-4, -20, 0},  {3, 2, 0}, {-24, -24, 24}};
  c->chance = seed * 2 + 1, c->product = (SmrRtProduct){.steps = c->steps};
  for (int k = 0; k < 8; k++)
    chance(c, 2);
  const int *e = exponents[chance(c, 8)], sum = e[0] + e[1] + e[2], is_wild = chance(c, 3) == 0;
  fill(c, 0, 15, e[0], is_wild && e[2] == 0);
  fill(c, 1, 15, e[1], is_wild && e[2] == 0);
  fill(c, 2, 15, 0, 1);
  for (int k = 3; k < TENSORS; k++)
    fill(c, k, sum < 5 ? 2047 : 511, sum < -24 ? -24 : sum, is_wild);
  SmrRtProduct *p = &c->product;
  p->batch[0] = 1 + chance(c, 3), p->batch[1] = 1 + chance(c, 3);
  p->m = 1 + chance(c, 9), p->n = 1 + chance(c, 9), p->k = 1 + chance(c, 9);
  const int64_t a[4] = {p->batch[0], p->batch[1], p->m, p->k}, b[4] = {a[0], a[1], p->k, p->n},
                r[4] = {a[0], a[1], p->m, p->n};
  p->a = lay(c, 0, a, 0), p->b = lay(c, 1, b, 0), p->c = lay(c, 2, r, 1);
  add_steps(c, r, e[2]);
  memcpy(c->right, c->numbers[2], sizeof c->right);
  SmrRtProduct right = *p;
  right.c.at = c->right;
  assert_int_equal(smr_rt_bmm_f16(&right), 0);
}

/// A few, in a region or not, with a fault at the n-th call of CUDA; how many calls there were.
static long make_some(uint64_t seed, int count, long fail_at, int *there) {
  static Case c;
  FakeSettings settings = plain;
  settings.fail_at = fail_at;
  world_start(&settings, "on");
  int in_region = seed % 3 == 0;
  if (in_region)
    smr_rt_region_begin();
  for (int k = 0; k < count; k++) {
    SmrGpuProductForm form;
    make_case(&c, seed + (uint64_t)k);
    *there += !smr_gpu_product_form('h', &c.product, &form);
    assert_int_equal(smr_rt_gpu_bmm_f16(SMR_GPU_ON, &c.product), 0);
    if (in_region)
      smr_rt_host_reads(c.numbers[2], sizeof c.numbers[2]);
    for (int i = 0; i < NUMBERS; i++)
      if (!is_same(c.numbers[2][i], c.right[i]))
        fail_msg("seed %llu, fault at %ld: [%d] is %04x, not %04x", (unsigned long long)(seed + (uint64_t)k),
                 fail_at, i, c.numbers[2][i], c.right[i]);
    if (in_region)
      smr_rt_host_writes(&c, sizeof c);
  }
  if (in_region)
    smr_rt_region_end();
  return world_stop().calls;
}

TEST(test_by_chance) {
  int there = 0;
  for (uint64_t seed = 0; seed < test_rounds(400); seed++) {
    flush_floats(seed % 4 == 1);
    uint64_t case_seed = (seed + test_seed()) * 8;
    long calls = make_some(case_seed, 8, 0, &there);
    make_some(case_seed, 8, 1 + (long)(seed * 7919) % (calls + 1), &there);
  }
  flush_floats(0);
  assert_by_chance(there > (int)test_rounds(400) * 8);
}

//--- Attention --------------------------------------------------------------------------------

enum { KEYS = 8, WIDTH = 8 };

/// One query of ones: of one key the score is 0, of all others -scale, so that weights are 1 and exp(-scale).
static uint16_t attend(double scale, int64_t keys, double value, long *kernels) {
  uint16_t q[WIDTH] = {0}, ours[WIDTH], right[WIDTH], *k = calloc((size_t)keys, sizeof q),
           *v = malloc((size_t)keys * sizeof q);
  q[0] = half(1);
  for (int64_t j = 0; j < keys; j++)
    for (int e = 0; e < WIDTH; e++)
      v[j * WIDTH + e] = half(value), k[j * WIDTH + e] = half(j && !e ? -1 : 0);
  SmrRtAttention a = {
      .batch = 1, .heads = 1, .key_heads = 1, .lq = 1, .lk = keys, .d = WIDTH, .dv = WIDTH, .scale = scale};
  SmrRtTensor *const tensors[] = {&a.q, &a.k, &a.v, &a.out};
  void *const at[] = {q, k, v, ours};
  for (int t = 0; t < 4; t++)
    *tensors[t] = (SmrRtTensor){at[t], {keys * WIDTH, keys * WIDTH, WIDTH, 1}};
  world_start(&plain, "on");
  assert_int_equal(smr_rt_gpu_attention_f16(SMR_GPU_ON, &a), 0);
  *kernels = world_stop().kernels;
  a.out.at = right;
  assert_int_equal(smr_rt_attention_f16(&a), 0);
  for (int e = 0; e < WIDTH; e++)
    assert_true(fabs(short_widen('h', ours[e]) - short_widen('h', right[e])) <= fabs(value) * 0x1p-9);
  free(k), free(v);
  return ours[0];
}

/// Weights of 0.5 and a bit more than half a unit are rounded up: the mean of the greatest halves would be
/// infinite. The CPU's is what they are.
TEST(test_greatest_values) {
  const double scale = -log(0.5 + 0x1.04p-12);
  long kernels;
  for (int sign = -1; sign <= 1; sign += 2) {
    assert_int_equal(attend(scale, KEYS, sign * 65504.0, &kernels) & 0x7fff, GREATEST);
    assert_int_equal(kernels, 0);
    attend(scale, KEYS, sign * 65056.0, &kernels);
    assert_int_equal(kernels, 0);
    attend(scale, KEYS, sign * 65024.0, &kernels);
    assert_int_equal(kernels, 1);
  }
}

/// Weights that are 0 as halves: of up to 16384 keys they may be left out, of more they count.
TEST(test_many_keys) {
  long kernels;
  attend(25.5 * log(2), 1 << 14, 1, &kernels);
  assert_int_equal(kernels, 1);
  attend(25.5 * log(2), (1 << 14) + 1, 1, &kernels);
  assert_int_equal(kernels, 0);
}
