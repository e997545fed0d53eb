//===- test_attention.c - attention on the fake of cuDNN -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Descriptors by chance, made by the entry points that may take a GPU and by the CPU's kernels; a fault at
// every call; and for each form that cuDNN does not have, the reason.
//===----------------------------------------------------------------------===//
#include "gpu/fake/short.h"
#include "gpu/world.h"
#include "runtime/gpu/dnn_api.h"
#include "runtime/gpu/settings.h"
#include "runtime/gpu/smr_rt_gpu_tensor.h"
#include "runtime/gpu/tensor.h"
#include "test.h"
#include <math.h>

static const FakeSettings plain = {0, (size_t)1 << 30, 1, 13000, (size_t)1 << 30, 0, 0};

enum { NUMBERS = 1 << 15, TENSORS = 4 };

/// q, k, v, out; `right` is what the CPU's kernel writes.
typedef struct {
  char type; // b, h
  uint64_t chance;
  uint16_t *numbers[TENSORS], *right;
  SmrRtAttention attention;
} Case;

static unsigned chance(Case *c, unsigned below) {
  return world_draw(&c->chance, below);
}

/// Of 2001 numbers from -1 to 1.
static uint16_t number(char type, unsigned which) {
  static uint16_t known[2][2001];
  uint16_t *numbers = known[type == 'h'];
  for (int k = 0; !numbers[0] && k < 2001; k++)
    numbers[2000 - k] = short_narrow(type, 1 - (float)k / 1000);
  return numbers[which];
}

static Case create(char type, uint64_t seed) {
  Case c = {.type = type, .chance = seed * 2 + 1};
  for (int k = 0; k < 8; k++)
    chance(&c, 2);
  for (int t = 0; t < TENSORS; t++) {
    c.numbers[t] = malloc(NUMBERS * sizeof(uint16_t));
    for (int k = 0; k < NUMBERS; k++)
      c.numbers[t][k] = number(type, chance(&c, 2001));
  }
  c.right = malloc(NUMBERS * sizeof(uint16_t));
  return c;
}

static void destroy(Case *c) {
  for (int t = 0; t < TENSORS; t++)
    free(c->numbers[t]);
  free(c->right);
}

/// [batch, heads, places, width], with heads in front of places or behind, with or without room.
static SmrRtTensor tensor(Case *c, int which, int64_t heads, int64_t places, int64_t width, int how) {
  SmrRtTensor t = {c->numbers[which], {0, 0, 0, 1}};
  int64_t row = width + (how & 2 ? 8 : 0);
  t.strides[1] = how & 1 ? row : places * row;
  t.strides[2] = how & 1 ? heads * row : row;
  t.strides[0] = heads * places * row;
  return t;
}

static void lay_out(Case *c) {
  SmrRtAttention *a = &c->attention;
  a->q = tensor(c, 0, a->heads, a->lq, a->d, (int)chance(c, 4));
  a->k = tensor(c, 1, a->key_heads, a->lk, a->d, (int)chance(c, 4));
  a->v = tensor(c, 2, a->key_heads, a->lk, a->dv, (int)chance(c, 4));
  a->out = tensor(c, 3, a->heads, a->lq, a->dv, (int)chance(c, 4));
}

static void some_attention(Case *c) {
  SmrRtAttention *a = &c->attention;
  *a = (SmrRtAttention){.batch = 1 + chance(c, 3),
                        .key_heads = 1 + chance(c, 2),
                        .lq = 1 + chance(c, 9),
                        .lk = 1 + chance(c, 9),
                        .d = 8 * (1 + chance(c, 3)),
                        .dv = 8 * (1 + chance(c, 3)),
                        .scale = chance(c, 3) ? 0.25 : -0.5};
  a->heads = a->key_heads * (1 + chance(c, 3));
  if (chance(c, 4) == 0)
    a->flags |= SMR_RT_OVER, a->scale = 3;
  a->flags |= chance(c, 4) == 0 ? SMR_RT_SAFE : 0;
  if (chance(c, 3) == 0)
    a->flags |= SMR_RT_CAUSAL, a->offset = chance(c, 2) ? a->lk : 0;
  if (chance(c, 10) == 0)
    *(int64_t *[]){&a->batch, &a->lq, &a->lk, &a->dv}[chance(c, 4)] = 0;
  if (chance(c, 10) == 0)
    a->d -= 1;
  lay_out(c);
}

/// (Halves as attention.c has it: weights are rounded, which moves a mean of numbers up to 1 by 2^-10, and
/// both results are.)
static int is_right(const Case *c) {
  for (int k = 0; k < NUMBERS; k++) {
    if (c->numbers[3][k] == c->right[k])
      continue;
    double a = short_widen(c->type, c->numbers[3][k]), b = short_widen(c->type, c->right[k]);
    double most = c->type == 'b' ? (fabs(b) + 0.25) / 64 : 0x1p-10 + fabs(b) * 0x1p-10;
    if (!(isnan(a) && isnan(b)) && !(fabs(a - b) <= most))
      return 0;
  }
  return 1;
}

static int make_both(Case *c) {
  SmrRtAttention right = c->attention;
  memcpy(c->right, c->numbers[3], NUMBERS * sizeof(uint16_t));
  right.out.at = c->right;
  int is_half = c->type == 'h', status = (is_half ? smr_rt_attention_f16 : smr_rt_attention_bf16)(&right);
  return (is_half ? smr_rt_gpu_attention_f16 : smr_rt_gpu_attention_bf16)(SMR_GPU_ON, &c->attention) ==
             status &&
         is_right(c);
}

static const char *reason_of(const Case *c) {
  SmrGpuAttentionForm form;
  return smr_gpu_attention_form(c->type, &c->attention, &form);
}

TEST(test_by_chance) {
  long there = 0;
  world_start(&plain, "on");
  for (uint64_t seed = 0; seed < test_rounds(600); seed++) {
    Case c = create(seed & 1 ? 'h' : 'b', seed + test_seed());
    some_attention(&c);
    long before = world_counts().kernels;
    if (!make_both(&c))
      fail_msg("seed %d: wrong", (int)seed);
    int64_t group = c.attention.key_heads ? c.attention.heads / c.attention.key_heads : 1;
    assert_int_equal(world_counts().kernels - before, reason_of(&c) ? 0 : group);
    there += !reason_of(&c);
    destroy(&c);
  }
  assert_by_chance(there > test_rounds(600) / 4);
  world_stop();
}

/// More plans than are kept, some of them again, of both types; a fault at the n-th call of CUDA. How many
/// calls there were.
static long make_some(long fail_at, size_t memory, long refuse) {
  FakeSettings settings = plain;
  settings.fail_at = fail_at, settings.memory = memory, settings.refuse = refuse;
  world_start(&settings, "on");
  for (uint64_t round = 0; round < 12; round++) {
    Case c = create(round % 5 & 1 ? 'h' : 'b', round % 10);
    do
      some_attention(&c);
    while (reason_of(&c));
    if (!make_both(&c))
      fail_msg("wrong with a fault at call %ld", fail_at);
    destroy(&c);
  }
  return world_stop().calls;
}

TEST(test_faults) {
  long calls = make_some(0, plain.memory, 0);
  for (long n = test_first(2); n <= calls; n += test_step(2))
    make_some(n, plain.memory, 0);
}

TEST(test_no_memory) {
  for (size_t memory = 0; memory < 60000; memory += 2500)
    for (long refuse = 0; refuse < 3; refuse++)
      make_some(0, memory, refuse);
}

//--- Forms ----------------------------------------------------------------------------------

/// Two heads of width 8, four queries, five keys.
static Case small(int seed) {
  Case c = create(seed & 1 ? 'h' : 'b', (uint64_t)seed);
  c.attention = (SmrRtAttention){
      .batch = 1, .heads = 2, .key_heads = 2, .lq = 4, .lk = 5, .d = 8, .dv = 8, .scale = 0.5};
  lay_out(&c);
  return c;
}

static void expect(Case *c, const char *reason) {
  const char *got = reason_of(c);
  if (reason && got)
    assert_non_null(strstr(got, reason));
  else
    assert_ptr_equal(got, reason);
  long before = world_counts().kernels;
  assert_true(make_both(c));
  assert_int_equal(world_counts().kernels - before, !reason);
  destroy(c);
}

TEST(test_forms) {
  world_start(&plain, "on");
  static const uint8_t allowed[20] = {1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  Case c = small(1);
  expect(&c, NULL);
  c = small(2);
  c.attention.mask = (SmrRtTensor){c.numbers[0], {0, 0, 5, 1}};
  expect(&c, "a mask");
  c = small(3);
  c.attention.second = (SmrRtTensor){c.numbers[0], {0, 0, 0, 1}};
  expect(&c, "a mask");
  c = small(4);
  c.attention.allow = (SmrRtTensor){(void *)(uintptr_t)allowed, {0, 0, 5, 1}};
  expect(&c, "a mask");
  for (int offset = 0; offset < 6; offset++) {
    c = small(5);
    c.attention.flags = SMR_RT_CAUSAL, c.attention.offset = offset;
    expect(&c, offset < 4 ? "a causal mask" : NULL);
  }
  c = small(6);
  c.attention.flags = SMR_RT_OVER, c.attention.scale = 0;
  expect(&c, "no normal number");
  c = small(7);
  c.attention.d = 7;
  expect(&c, "8 does not divide");
  c = small(8);
  c.attention.k.strides[1] = 0;
  expect(&c, "strides");
  c = small(9);
  c.attention.q.strides[2] = 9, c.attention.q.strides[1] = 36; // (packed on the device)
  expect(&c, NULL);
  c = small(10);
  c.attention.q.strides[3] = 2, c.attention.q.strides[2] = 17, c.attention.q.strides[1] = 68;
  expect(&c, "strides");
  world_stop();
}

/// Masks that say nothing, and those that do, some of them not where the first query is.
TEST(test_masks) {
  world_start(&plain, "on");
  for (int k = 0; k < 12; k++) {
    uint8_t allow[20];
    uint16_t mask[20], second[5];
    memset(allow, 1 + k, sizeof allow);
    for (int i = 0; i < 20; i++)
      mask[i] = k & 1 ? 0x8000 : 0, second[i % 5] = 0;
    Case c = small(20 + k);
    c.attention.allow = (SmrRtTensor){allow, {0, 0, 5, 1}};
    c.attention.mask = (SmrRtTensor){mask, {0, 0, 5, 1}};
    c.attention.second = (SmrRtTensor){second, {0, 0, 0, 1}};
    c.attention.flags = k & 2 ? SMR_RT_FILL : SMR_RT_SAFE;
    c.attention.fill = -5;
    if (k % 4 == 1)
      allow[19] = 0;
    if (k % 4 == 2)
      mask[7] = short_narrow(c.type, -1);
    if (k % 4 == 3)
      second[4] = short_narrow(c.type, NAN);
    long before = world_counts().kernels;
    assert_true(make_both(&c));
    assert_int_equal(world_counts().kernels - before, k % 4 == 0);
    destroy(&c);
  }
  world_stop();
}

TEST(test_other_types) {
  float f[4][64];
  double d[4][64];
  world_start(&plain, "on");
  for (int k = 0; k < 256; k++)
    f[k / 64][k % 64] = (float)(k % 7), d[k / 64][k % 64] = k % 5;
  SmrRtAttention a = {.batch = 1, .heads = 1, .key_heads = 1, .lq = 8, .lk = 8, .d = 8, .dv = 8, .scale = 1};
  SmrRtTensor *const tensors[] = {&a.q, &a.k, &a.v, &a.out};
  for (int k = 0; k < 4; k++)
    *tensors[k] = (SmrRtTensor){f[k], {64, 64, 8, 1}};
  assert_int_equal(smr_rt_gpu_attention_f32(SMR_GPU_ON, &a), 0);
  for (int k = 0; k < 4; k++)
    tensors[k]->at = d[k];
  assert_int_equal(smr_rt_gpu_attention_f64(SMR_GPU_ON, &a), 0);
  a.heads = 3, a.key_heads = 2;
  assert_int_equal(smr_rt_gpu_attention_bf16(SMR_GPU_ON, &a), SMR_RT_BAD_SIZE);
  assert_int_equal(smr_rt_gpu_attention_f16(SMR_GPU_ON, &a), SMR_RT_BAD_SIZE);
  assert_int_equal(world_stop().kernels, 0);
}

/// Where an infinity or a NaN comes up, the CPU's result is the one.
TEST(test_great_numbers) {
  static const float numbers[] = {NAN, INFINITY, 3e38f, 1e20f};
  for (int which = 0; which < 3; which++)
    for (int k = 0; k < 4; k++) {
      world_start(&plain, "on");
      Case c = small(2 * k);
      c.numbers[which][3] = short_narrow(c.type, numbers[k]);
      assert_true(make_both(&c));
      assert_int_equal(world_stop().kernels, k == 3);
      destroy(&c);
    }
}

/// One shape in both types, again and again: each has a plan of its own.
TEST(test_both_types) {
  world_start(&plain, "on");
  for (int k = 0; k < 6; k++) {
    Case c = create(k & 1 ? 'h' : 'b', 3), shape = small(3);
    SmrRtTensor *const tensors[] = {&shape.attention.q, &shape.attention.k, &shape.attention.v,
                                    &shape.attention.out};
    for (int t = 0; t < TENSORS; t++)
      tensors[t]->at = c.numbers[t];
    c.attention = shape.attention;
    assert_true(make_both(&c));
    destroy(&shape);
    destroy(&c);
  }
  assert_int_equal(world_stop().kernels, 6);
}

/// Without cuDNN the CPU makes attention, and the device goes on.
TEST(test_no_dnn) {
  world_start(&plain, "on");
  setenv("SMR_CUDA_LIBRARIES", SMR_BUILD_DIR "/test/libfakecuda_bare.so", 1);
  for (int k = 0; k < 3; k++) {
    Case c = small(k);
    assert_true(make_both(&c));
    assert_int_equal(smr_gpu_state(), SMR_GPU_READY);
    destroy(&c);
  }
  assert_int_equal(world_stop().kernels, 0);
}

/// NVIDIA's own library, where it is: found, of this version; mostly there is no driver for it.
TEST(test_real_library) {
  if (!getenv("CUDA_HOME"))
    setenv("CUDA_HOME", "/usr/local/cuda", 1);
  world_start(&plain, "on");
  unsetenv("SMR_CUDA_LIBRARIES");
  SmrDnnApi dnn;
  SmrDnn handle = NULL;
  char reason[256];
  if (smr_gpu_open_dnn(&dnn, reason, sizeof reason) && dnn.cudnnCreate(&handle) == SMR_DNN_OK)
    assert_int_equal(dnn.cudnnDestroy(handle), SMR_DNN_OK);
  for (uint64_t seed = 0; seed < 20; seed++) {
    Case c = create(seed & 1 ? 'h' : 'b', seed);
    some_attention(&c);
    assert_true(make_both(&c));
    destroy(&c);
  }
  world_stop();
}
