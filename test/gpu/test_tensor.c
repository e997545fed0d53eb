//===- test_tensor.c - products with an epilog on the fake of CUDA ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Descriptors by chance, made by the entry points that may take a GPU and by the CPU's kernels: the same
// numbers, whatever fails; and for each form that cuBLASLt does not have, the reason.
//===----------------------------------------------------------------------===//
#include "gpu/fake/short.h"
#include "gpu/world.h"
#include "runtime/gpu/lt_api.h"
#include "runtime/gpu/settings.h"
#include "runtime/gpu/smr_rt_gpu_tensor.h"
#include "runtime/gpu/tensor.h"
#include "test.h"
#include <math.h>

static const FakeSettings plain = {0, (size_t)1 << 30, 1, 13000, (size_t)1 << 30, 0, 0};

enum { NUMBERS = 4096, TENSORS = 5, STEPS = 4 };
typedef int Entry(int mode, const SmrRtProduct *);
typedef int Kernel(const SmrRtProduct *);

/// A product and its operands; `right` is what the CPU's kernel writes.
typedef struct {
  char type;
  int size;
  uint64_t chance;
  char *numbers[TENSORS], *right;
  SmrRtProduct product;
  SmrRtStep steps[STEPS];
} Case;

static unsigned chance(Case *c, unsigned below) {
  return world_draw(&c->chance, below);
}

static double number_at(const Case *c, const char *at, int k) {
  float f;
  double d;
  uint16_t bits;
  if (c->type == 'd')
    return memcpy(&d, at + (size_t)k * 8, 8), d;
  if (c->type == 's')
    return memcpy(&f, at + (size_t)k * 4, 4), (double)f;
  return memcpy(&bits, at + (size_t)k * 2, 2), short_widen(c->type, bits);
}

static void put(const Case *c, char *at, int k, double number) {
  float f = (float)number;
  uint16_t bits = c->size == 2 ? short_narrow(c->type, f) : 0;
  if (c->type == 'd')
    memcpy(at + (size_t)k * 8, &number, 8);
  else if (c->type == 's')
    memcpy(at + (size_t)k * 4, &f, 4);
  else
    memcpy(at + (size_t)k * 2, &bits, 2);
}

static Case create(char type, uint64_t seed) {
  Case c = {.type = type, .size = smr_gpu_element_size(type), .chance = seed * 2 + 1};
  for (int k = 0; k < 8; k++)
    chance(&c, 2);
  for (int t = 0; t < TENSORS; t++) {
    c.numbers[t] = malloc((size_t)(NUMBERS * c.size));
    for (int k = 0; k < NUMBERS; k++)
      put(&c, c.numbers[t], k, (double)chance(&c, 2001) / 1000 - 1);
  }
  c.right = malloc((size_t)(NUMBERS * c.size));
  return c;
}

static void destroy(Case *c) {
  for (int t = 0; t < TENSORS; t++)
    free(c->numbers[t]);
  free(c->right);
}

//--- By chance ----------------------------------------------------------------------------

static SmrRtTensor some_tensor(Case *c, int which, const int64_t sizes[4], int is_output) {
  SmrRtTensor t = {c->numbers[which], {0}};
  world_strides(&c->chance, sizes, 1, is_output, t.strides);
  return t;
}

static void add_step(Case *c, SmrRtStep step) {
  c->steps[c->product.step_count++] = step;
}

static void some_steps(Case *c, const int64_t sizes[4]) {
  static const int codes[] = {SMR_RT_RELU,      SMR_RT_GELU_TANH, SMR_RT_RELU,
                              SMR_RT_GELU_TANH, SMR_RT_SILU,      SMR_RT_GELU_ERF};
  if (chance(c, 4) == 0)
    add_step(c, (SmrRtStep){.code = SMR_RT_TIMES_NUMBER, .first = chance(c, 4) ? 0.5 : -2});
  if (chance(c, 2)) {
    SmrRtTensor bias = some_tensor(c, 3, sizes, 0);
    bias.strides[chance(c, 5) ? 2 : 3] = 0;
    add_step(c, (SmrRtStep){.code = SMR_RT_PLUS, .operand = bias});
  }
  if (chance(c, 3) == 0)
    add_step(c, (SmrRtStep){.code = SMR_RT_PLUS, .operand = some_tensor(c, 4, sizes, 0)});
  if (chance(c, 2))
    add_step(c, (SmrRtStep){.code = codes[chance(c, 6)]});
}

static void some_product(Case *c) {
  SmrRtProduct *p = &c->product;
  *p = (SmrRtProduct){.batch = {1 + chance(c, 3), 1 + chance(c, 3)},
                      .m = 1 + chance(c, 9),
                      .n = 1 + chance(c, 9),
                      .k = 1 + chance(c, 9),
                      .steps = c->steps};
  if (chance(c, 3) == 0)
    p->batch[0] = p->batch[1] = 1;
  if (chance(c, 12) == 0)
    *(int64_t *[]){&p->m, &p->n, &p->k, &p->batch[0]}[chance(c, 4)] = 0;
  const int64_t a[4] = {p->batch[0], p->batch[1], p->m, p->k}, b[4] = {a[0], a[1], p->k, p->n},
                r[4] = {a[0], a[1], p->m, p->n};
  p->a = some_tensor(c, 0, a, 0);
  p->b = some_tensor(c, 1, b, 0);
  p->c = some_tensor(c, 2, r, 1);
  some_steps(c, r);
}

//--- Both ways ------------------------------------------------------------------------------

static int is_near(const Case *c, double a, double b) {
  double most = c->type == 'd' ? 1e-11 : c->type == 's' ? 1e-5 : c->type == 'b' ? 1.0 / 128 : 1.0 / 1024;
  return (isnan(a) && isnan(b)) || a == b || fabs(a - b) <= most * (fabs(b) + (c->size == 2 ? 0.05 : 1));
}

static int is_right(const Case *c) {
  for (int k = 0; k < NUMBERS; k++)
    if (memcmp(c->numbers[2] + (size_t)k * (size_t)c->size, c->right + (size_t)k * (size_t)c->size,
               (size_t)c->size) != 0 &&
        !is_near(c, number_at(c, c->numbers[2], k), number_at(c, c->right, k)))
      return 0;
  return 1;
}

static Entry *entry(char type, int is_one) {
  return type == 's'   ? is_one ? smr_rt_gpu_linear_f32 : smr_rt_gpu_bmm_f32
         : type == 'd' ? is_one ? smr_rt_gpu_linear_f64 : smr_rt_gpu_bmm_f64
         : type == 'b' ? is_one ? smr_rt_gpu_linear_bf16 : smr_rt_gpu_bmm_bf16
         : is_one      ? smr_rt_gpu_linear_f16
                       : smr_rt_gpu_bmm_f16;
}

static Kernel *kernel(char type) {
  return type == 's'   ? smr_rt_bmm_f32
         : type == 'd' ? smr_rt_bmm_f64
         : type == 'b' ? smr_rt_bmm_bf16
                       : smr_rt_bmm_f16;
}

/// True: the same, the gaps between the result's elements included.
static int make_both(Case *c) {
  SmrRtProduct right = c->product;
  int is_one = c->product.batch[0] == 1 && c->product.batch[1] == 1 && chance(c, 2);
  memcpy(c->right, c->numbers[2], (size_t)(NUMBERS * c->size));
  right.c.at = c->right;
  int status = kernel(c->type)(&right);
  return entry(c->type, is_one)(SMR_GPU_AUTO, &c->product) == status && is_right(c);
}

static int has_form(const Case *c) {
  SmrGpuProductForm form;
  return !smr_gpu_product_form(c->type, &c->product, &form);
}

TEST(test_by_chance) {
  for (const char *type = "sdbh"; *type; type++) {
    int there = 0;
    world_start(&plain, "on");
    for (uint64_t seed = 0; seed < test_rounds(3000); seed++) {
      Case c = create(*type, seed + test_seed());
      some_product(&c);
      long before = world_counts().kernels;
      if (!make_both(&c))
        fail_msg("type %c, seed %d: wrong", *type, (int)seed);
      int is_double_gelu =
          *type == 'd' && c.product.step_count && c.steps[c.product.step_count - 1].code == SMR_RT_GELU_TANH;
      if (has_form(&c) && !is_double_gelu)
        assert_true(world_counts().kernels > before);
      else
        assert_int_equal(world_counts().kernels, before);
      there += has_form(&c);
      destroy(&c);
    }
    assert_by_chance(there > (int)test_rounds(3000) / 4);
    world_stop();
  }
}

/// Calls with a fault at the n-th call of CUDA; how many there were.
static long make_some(char type, long fail_at, int in_region, const char *mode) {
  FakeSettings settings = plain;
  settings.fail_at = fail_at;
  world_start(&settings, mode);
  if (in_region)
    smr_rt_region_begin();
  for (uint64_t seed = 40; seed < 46; seed++) {
    Case c = create(type, seed);
    do {
      memset(&c.product, 0, sizeof c.product);
      some_product(&c);
    } while (!has_form(&c));
    if (in_region) { // what is compared is in the host's memory
      SmrRtProduct right = c.product;
      memcpy(c.right, c.numbers[2], (size_t)(NUMBERS * c.size));
      right.c.at = c.right;
      kernel(type)(&right);
      assert_int_equal(entry(type, 0)(SMR_GPU_ON, &c.product), 0);
      smr_rt_host_reads(c.numbers[2], (size_t)(NUMBERS * c.size));
      assert_true(is_right(&c));
      for (int t = 0; t < TENSORS; t++)
        smr_rt_host_writes(c.numbers[t], (size_t)(NUMBERS * c.size));
    } else if (!make_both(&c)) {
      fail_msg("type %c: wrong with a fault at call %ld", type, fail_at);
    }
    destroy(&c);
  }
  if (in_region)
    smr_rt_region_end();
  return world_stop().calls;
}

TEST(test_faults) {
  for (const char *type = "sdbh"; *type; type++)
    for (int in_region = 0; in_region < 2; in_region++) {
      long calls = make_some(*type, 0, in_region, "on");
      for (long n = test_first(1); n <= calls; n += test_step(1))
        make_some(*type, n, in_region, "on");
    }
}

//--- Little memory, refusals ------------------------------------------------------------------

TEST(test_no_memory) {
  for (size_t memory = 0; memory < 8000; memory += 512)
    for (long refuse = 0; refuse < 3; refuse++) {
      FakeSettings settings = plain;
      settings.memory = memory, settings.refuse = refuse, settings.devices = 2;
      world_start(&settings, "on");
      for (uint64_t seed = 0; seed < 20; seed++) {
        Case c = create('s', seed * 31 + memory);
        some_product(&c);
        assert_true(make_both(&c));
        destroy(&c);
      }
      world_stop();
    }
}

//--- Forms --------------------------------------------------------------------------------------

/// [4, 6] = [4, 5] * [5, 6], row after row.
static Case layer(char type, int seed) {
  Case c = create(type, (uint64_t)seed);
  c.product = (SmrRtProduct){.batch = {1, 1}, .m = 4, .n = 6, .k = 5};
  c.product.a = (SmrRtTensor){c.numbers[0], {0, 0, 5, 1}};
  c.product.b = (SmrRtTensor){c.numbers[1], {0, 0, 1, 5}};
  c.product.c = (SmrRtTensor){c.numbers[2], {0, 0, 6, 1}};
  return c;
}

static SmrRtStep plus(Case *c, int which, int64_t row, int64_t column) {
  return (SmrRtStep){.code = SMR_RT_PLUS, .operand = {c->numbers[which], {0, 0, row, column}}};
}

static void expect(Case *c, const char *reason) {
  SmrGpuProductForm form;
  c->product.steps = c->steps;
  const char *got = smr_gpu_product_form(c->type, &c->product, &form);
  if (reason && got)
    assert_non_null(strstr(got, reason));
  else
    assert_ptr_equal(got, reason);
  long before = world_counts().kernels;
  assert_true(make_both(c));
  assert_int_equal(world_counts().kernels - before, !reason);
  destroy(c);
}

static void expect_steps(const char *reason, int bias, int rest, int code) {
  Case c = layer('s', code + 3);
  if (bias)
    add_step(&c, plus(&c, 3, 0, 1));
  if (rest)
    add_step(&c, plus(&c, 4, 6, 1));
  if (code >= 0)
    add_step(&c, (SmrRtStep){.code = code, .first = 0.25, .second = 0.5});
  if (code == SMR_RT_TIMES)
    c.steps[c.product.step_count - 1].operand = c.steps[0].operand;
  expect(&c, reason);
}

TEST(test_epilogs) {
  world_start(&plain, "on");
  for (int k = 0; k < 4; k++) {
    expect_steps(NULL, k & 1, k >> 1, -1);
    expect_steps(NULL, k & 1, k >> 1, SMR_RT_RELU);
    expect_steps(NULL, k & 1, k >> 1, SMR_RT_GELU_TANH);
  }
  expect_steps("by erf", 1, 0, SMR_RT_GELU_ERF);
  expect_steps("logistic function", 1, 0, SMR_RT_GELU_SIGMOID);
  static const int others[] = {SMR_RT_SILU,  SMR_RT_TANH,         SMR_RT_SIGMOID,
                               SMR_RT_CLAMP, SMR_RT_HARD_SIGMOID, SMR_RT_HARD_SWISH};
  for (int k = 0; k < 6; k++)
    expect_steps("does not have", 1, 0, others[k]);
  expect_steps("a factor behind", 1, 0, SMR_RT_TIMES_NUMBER);
  expect_steps("a factor behind", 1, 0, SMR_RT_TIMES);
  expect_steps("a number that is added", 1, 0, SMR_RT_PLUS_NUMBER);
  world_stop();
}

TEST(test_order) {
  world_start(&plain, "on");
  Case c = layer('s', 1);
  add_step(&c, (SmrRtStep){.code = SMR_RT_RELU});
  add_step(&c, plus(&c, 4, 6, 1));
  expect(&c, "behind the activation");
  c = layer('s', 2);
  add_step(&c, plus(&c, 3, 1, 0));
  expect(&c, "along the other dimension");
  c = layer('s', 3);
  add_step(&c, plus(&c, 3, 0, 0));
  expect(&c, "a number that is added");
  c = layer('s', 4);
  add_step(&c, plus(&c, 3, 0, 1));
  add_step(&c, plus(&c, 4, 0, 1));
  expect(&c, "two sums of a kind");
  c = layer('s', 5);
  add_step(&c, (SmrRtStep){.code = SMR_RT_TIMES_NUMBER, .first = 0});
  expect(&c, "a factor of 0");
  c = layer('s', 6);
  add_step(&c, (SmrRtStep){.code = SMR_RT_TIMES_NUMBER, .first = 1e-60}); // as a float
  expect(&c, "a factor of 0");
  c = layer('s', 7);
  add_step(&c, (SmrRtStep){.code = SMR_RT_TIMES_NUMBER, .first = 0.5});
  add_step(&c, plus(&c, 3, 0, 2));
  add_step(&c, (SmrRtStep){.code = SMR_RT_RELU});
  expect(&c, NULL);
  c = layer('s', 8);
  c.product.a.strides[3] = 3;
  expect(&c, "strides");
  c = layer('s', 9);
  c.product.k = 0;
  expect(&c, "nothing to multiply");
  world_stop();
}

/// Numbers of which activations differ there and here.
TEST(test_great_numbers) {
  static const double numbers[] = {NAN, INFINITY, 3e38, 1e14};
  for (int in_bias = 0; in_bias < 2; in_bias++)
    for (int k = 0; k < 4; k++)
      for (int gelu = 0; gelu < 2; gelu++)
        for (const char *type = "sdbh"; *type; type++) {
          world_start(&plain, "on");
          Case c = layer(*type, k);
          c.product.steps = c.steps;
          add_step(&c, plus(&c, 3, 0, 1));
          add_step(&c, (SmrRtStep){.code = gelu ? SMR_RT_GELU_TANH : SMR_RT_RELU});
          put(&c, c.numbers[in_bias ? 3 : 1], 4, numbers[k]);
          put(&c, c.numbers[in_bias ? 3 : 1], 2, -numbers[k]);
          assert_true(make_both(&c));
          int is_well = !gelu && *type != 'h' && (k == 3 || (*type == 'd' && k == 2));
          assert_int_equal(world_stop().kernels, is_well);
          destroy(&c);
        }
}

//--- Who may, and when ----------------------------------------------------------------------------

TEST(test_modes) {
  Case c = layer('s', 11);
  world_start(&plain, "on");
  for (int mode = -1; mode < 4; mode++) {
    assert_int_equal(smr_rt_gpu_linear_f32(mode, &c.product), 0);
    assert_int_equal(world_counts().kernels, mode < 1 ? 0 : mode < 2 ? 1 : 2);
  }
  SmrRtProduct bad = c.product;
  bad.m = -1;
  assert_int_equal(smr_rt_gpu_bmm_f32(SMR_GPU_ON, &bad), SMR_RT_BAD_SIZE);
  bad.m = 4, bad.batch[0] = 2;
  assert_int_equal(smr_rt_gpu_linear_f32(SMR_GPU_ON, &bad), SMR_RT_BAD_SIZE);
  assert_int_equal(world_stop().kernels, 2);
  world_start(&plain, "off");
  assert_true(make_both(&c));
  assert_int_equal(world_stop().calls, 0);
  destroy(&c);
}

/// Two layers: what the first gives is not uploaded; a third that the CPU makes finds it in its memory.
TEST(test_region) {
  for (int lazy = 0; lazy < 2; lazy++) {
    world_start(&plain, "on");
    smr_gpu_settings()->mode = lazy ? SMR_GPU_LAZY : SMR_GPU_ON;
    if (lazy)
      smr_gpu_start(0);
    Case c = layer('d', 12);
    double second[4 * 7], third[4 * 7], right[4 * 7];
    SmrRtProduct next = {.batch = {1, 1}, .m = 4, .n = 7, .k = 6, .a = c.product.c};
    next.b = (SmrRtTensor){c.numbers[4], {0, 0, 7, 1}};
    next.c = (SmrRtTensor){second, {0, 0, 7, 1}};
    const SmrRtStep silu = {.code = SMR_RT_SILU};
    SmrRtProduct last = next;
    last.c.at = third, last.steps = &silu, last.step_count = 1;
    smr_rt_region_begin();
    assert_int_equal(smr_rt_gpu_linear_f64(SMR_GPU_ON, &c.product), 0);
    assert_int_equal(smr_rt_gpu_linear_f64(SMR_GPU_ON, &next), 0);
    if (!lazy)
      assert_int_equal(world_counts().uploads, 3);
    assert_int_equal(smr_rt_gpu_linear_f64(SMR_GPU_ON, &last), 0);
    smr_rt_region_end();
    last.c.at = right;
    assert_int_equal(smr_rt_linear_f64(&last), 0);
    assert_memory_equal(third, right, sizeof right);
    last.step_count = 0;
    assert_int_equal(smr_rt_linear_f64(&last), 0);
    for (int k = 0; k < 28; k++)
      assert_true(fabs(second[k] - right[k]) < 1e-12);
    world_stop();
    destroy(&c);
  }
}

/// Without cuBLASLt the CPU makes products, and the device goes on.
TEST(test_no_lt) {
  world_start(&plain, "on");
  setenv("SMR_CUDA_LIBRARIES", SMR_BUILD_DIR "/test/libfakecuda_bare.so", 1);
  for (int k = 0; k < 3; k++) {
    Case c = layer('s', k);
    assert_true(make_both(&c));
    assert_int_equal(smr_gpu_state(), SMR_GPU_READY);
    destroy(&c);
  }
  assert_int_equal(world_stop().kernels, 0);
}

/// NVIDIA's own libraries, where they are; mostly there is no driver for them.
TEST(test_real_libraries) {
  if (!getenv("CUDA_HOME"))
    setenv("CUDA_HOME", "/usr/local/cuda", 1);
  world_start(&plain, "on");
  unsetenv("SMR_CUDA_LIBRARIES");
  static SmrGpuApi api;
  SmrLtApi lt;
  char reason[256];
  if (smr_gpu_open(&api, reason, sizeof reason) && !smr_gpu_open_lt(&lt, reason, sizeof reason))
    fail_msg("%s", reason);
  for (const char *type = "sdbh"; *type; type++)
    for (uint64_t seed = 0; seed < 50; seed++) {
      Case c = create(*type, seed + test_seed());
      some_product(&c);
      assert_true(make_both(&c));
      destroy(&c);
    }
  world_stop();
}
