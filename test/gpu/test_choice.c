//===- test_choice.c - is a call faster on the device? ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "gpu/world.h"
#include "runtime/gpu/choice.h"
#include "runtime/gpu/settings.h"
#include "test.h"
#include <math.h>

static const FakeSettings plain = {0, (size_t)1 << 30, 1, 13000, (size_t)1 << 30, 0, 0};

#define COSTS                                                                                                \
  "cpu f32 1 1 1\ncpu f32 2 1 1\ncpu f32 3 1 1\ncpu f64 1 1 1\ncpu f64 2 1 1\n"                              \
  "gpu f32 1 1 1\ngpu f32 2 1 1\ngpu f32 3 1 1\ngpu f64 1 1 1\ngpu f64 2 1 1\n"

static void test_format(void **state) {
  (void)state;
  static const struct {
    const char *text, *reason;
  } wrong[] = {
      {"", "costs are missing"},
      {"smr-gpu-costs 2\n", "line 1: no table of costs"},
      {"start 1\n", "line 1: no table of costs"},
      {"smr-gpu-costs 1\nstart\n", "line 2: not a cost"},
      {"smr-gpu-costs 1\nstart 1x\n", "line 2: not a cost"},
      {"smr-gpu-costs 1\nstart -1\n", "line 2: not a cost"},
      {"smr-gpu-costs 1\nstart 1\nup 0\n", "line 3: not a cost"},
      {"smr-gpu-costs 1\nstart nan\n", "line 2: not a cost"},
      {"smr-gpu-costs 1\nup inf\n", "line 2: not a cost"},
      {"smr-gpu-costs 1\n\n", "line 2: not a cost"},
      {"smr-gpu-costs 1\ncpu f64 4 1 1\n", "line 2: not a cost"},
      {"smr-gpu-costs 1\ncpu f16 3 1 1\n", "line 2: not a cost"},
      {"smr-gpu-costs 1\ntpu f64 3 1 1\n", "line 2: not a cost"},
      {"smr-gpu-costs 1\ncpu f64 3 2 1\ncpu f64 3 2 2\n", "line 3: not a cost"},
      {"smr-gpu-costs 1\ncpu f64 3 1 nan\n", "line 2: not a cost"},
      {"smr-gpu-costs 1\nstart 1\nup 1\ndown 1\n" COSTS "cpu f64 3 1 1\n", "costs are missing"},
  };
  SmrGpuCosts costs;
  char reason[128];
  smr_gpu_costs_built_in(&costs);
  SmrGpuCosts before = costs;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    assert_false(smr_gpu_costs_parse(wrong[k].text, &costs, reason, sizeof reason));
    assert_string_equal(reason, wrong[k].reason);
    assert_memory_equal(&costs, &before, sizeof costs);
  }
  assert_true(smr_gpu_costs_parse("smr-gpu-costs 1\nstart 2\nup 3\ndown 4\n" COSTS
                                  "cpu f64 3 10 1\ncpu f64 3 20 2\ncpu f64 3 40 6\ngpu f64 3 1 0.5\n",
                                  &costs, reason, sizeof reason));
  static const double points[][2] = {{1, 1}, {10, 1}, {15, 1.5}, {20, 2}, {30, 4}, {40, 6}, {400, 60}};
  for (size_t k = 0; k < sizeof points / sizeof *points; k++)
    assert_true(fabs(smr_gpu_seconds(&costs.series[0][1][2], points[k][0]) - points[k][1]) < 1e-12);
}

/// Every prefix of a table, and every byte changed: refused, or read; nothing else.
static void test_damaged(void **state) {
  (void)state;
  static const char text[] =
      "smr-gpu-costs 1\nstart 2\nup 3e9\ndown 4\n" COSTS "cpu f64 3 1 1\ngpu f64 3 1 1\n";
  char damaged[sizeof text], reason[128];
  SmrGpuCosts costs;
  int read = 0;
  for (size_t at = 0; at + 1 < sizeof text; at++)
    for (int byte = 0; byte < 256; byte++) {
      memcpy(damaged, text, sizeof text);
      damaged[at] = (char)byte;
      reason[0] = '\0';
      int ok = smr_gpu_costs_parse(damaged, &costs, reason, sizeof reason);
      assert_true(ok == (reason[0] == '\0'));
      read += ok;
    }
  assert_true(read > 0);
}

static void write_costs(const char *start, const char *gpu, const char *up) {
  static const char path[] = SMR_BUILD_DIR "/test/choice.costs";
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "smr-gpu-costs 1\nstart %s\nup %s\ndown 1e20\n" COSTS "cpu f64 3 1 1\ngpu f64 3 1 %s\n",
          start, up, gpu);
  fclose(file);
  setenv("SMR_GPU_COSTS", path, 1);
  smr_gpu_costs_read();
}

/// A second for each multiplication that the CPU makes: how many calls of one until the device is there.
static int calls_until_start(const char *start, const char *gpu) {
  world_start(&plain, "auto");
  write_costs(start, gpu, "1e20");
  World w = world_create('d', 8);
  int calls = 0;
  while (smr_gpu_state() == SMR_GPU_COLD && calls < 20) {
    SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_GEMM, 0));
    call.size[0] = call.size[1] = call.size[2] = 1;
    world_make(&w, &call);
    calls++;
  }
  smr_gpu_settle();
  SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_GEMM, 0));
  world_make(&w, &call);
  assert_true(world_is_right(&w, 0, w.bytes));
  FakeCounts counts = world_stop();
  if (calls == 20)
    assert_int_equal(counts.calls, 0);
  else // (the thread may be ready for the call that started it)
    assert_in_range(counts.kernels, 1, 2);
  world_free(&w);
  return calls;
}

/// What was missed so far against what a start costs.
static void test_start(void **state) {
  (void)state;
  assert_int_equal(calls_until_start("0", "0"), 1);
  assert_int_equal(calls_until_start("3.5", "0"), 4);
  assert_int_equal(calls_until_start("3.5", "0.5"), 8);
  assert_int_equal(calls_until_start("0", "2"), 20); // never
}

/// In a region an input is uploaded when its calls have lost as much as that costs; never, where the host
/// writes it in between.
static void test_lost(void **state) {
  (void)state;
  for (int writes = 0; writes < 2; writes++) {
    world_start(&plain, "auto");
    write_costs("0", "0", "2.2857"); // 8 seconds a call, 28 for 64 bytes
    World w = world_create('d', 8);
    SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_GEMM, 0));
    call.flag[0] = call.flag[1] = 'N';
    call.size[0] = call.size[1] = call.size[2] = 2;
    call.alpha.d = 1, call.beta.d = 0;
    long kernels[8];
    smr_rt_region_begin();
    for (int k = 0; k < 8; k++) {
      world_make(&w, &call);
      kernels[k] = world_counts().kernels;
      if (writes)
        smr_rt_host_writes(call.at[0], 8), smr_rt_host_writes(call.at[1], 8);
    }
    smr_rt_region_end();
    assert_true(world_is_right(&w, 0, w.bytes));
    assert_int_equal(kernels[2], 0);
    assert_int_equal(kernels[7], writes ? 0 : 5);
    world_stop();
    world_free(&w);
  }
}

/// Without a table: large products are faster there, small ones and single vectors are not.
static void test_built_in(void **state) {
  (void)state;
  world_start(&plain, "auto");
  setenv("SMR_GPU_COSTS", "", 1);
  setenv("XDG_CACHE_HOME", "/nowhere", 1);
  smr_gpu_costs_read();
  for (int n = 16; n <= 32768; n *= 2) {
    static double number;
    SmrGpuCall call = {.routine = world_routine('d', SMR_GPU_GEMM, 0),
                       .flag = {'N', 'N'},
                       .size = {n, n, n},
                       .at = {&number, &number, &number},
                       .step = {n, n, n},
                       .alpha.d = 1};
    SmrGpuPlan plan;
    assert_true(smr_gpu_plan(&call, &plan));
    double bytes = 8.0 * n * n, gain = smr_gpu_gain(&call, &plan, 2 * bytes, bytes);
    if (n <= 64)
      assert_true(gain < 0);
    if (n >= 16384)
      assert_true(gain > 0);
    call.routine = world_routine('d', SMR_GPU_AXPY, 0), call.step[0] = call.step[1] = 1;
    assert_true(smr_gpu_plan(&call, &plan));
    assert_true(smr_gpu_gain(&call, &plan, 16.0 * n, 8.0 * n) < 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_format), cmocka_unit_test(test_damaged),  cmocka_unit_test(test_start),
      cmocka_unit_test(test_lost),   cmocka_unit_test(test_built_in),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
