//===- test_choice.c - is a call faster on the device? ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "gpu/world.h"
#include "runtime/gpu/choice.h"
#include "runtime/gpu/settings.h"
#include "test.h"
#include <math.h>

static const FakeSettings plain = {0, (size_t)1 << 30, 1, 13000, (size_t)1 << 30, 0, 0};

#define OLD                                                                                                  \
  "cpu f32 1 1 1\ncpu f32 2 1 1\ncpu f32 3 1 1\ncpu f64 1 1 1\ncpu f64 2 1 1\n"                              \
  "gpu f32 1 1 1\ngpu f32 2 1 1\ngpu f32 3 1 1\ngpu f64 1 1 1\ngpu f64 2 1 1\n"
#define COSTS                                                                                                \
  "cpu f32 axpy 1 1\ncpu f32 gemv 1 1\ncpu f32 gemm 1 1\ncpu f64 axpy 1 1\ncpu f64 gemv 1 1\n"               \
  "gpu f32 axpy 1 1\ngpu f32 gemv 1 1\ngpu f32 gemm 1 1\ngpu f64 axpy 1 1\ngpu f64 gemv 1 1\n"
#define WAYS                                                                                                 \
  "start 2\nup pageable 0.5 10\nup pinned 0.25 40\ndown pageable 0.5 20\ndown pinned 0.125 80\npin 1 5\n"
#define HEAD "smr-gpu-costs 2\n"

TEST(test_errors) {
  static const struct {
    const char *text, *reason;
  } bad[] = {
      {"", "1:1: no table of costs"},
      {"start 1\n", "1:1: no table of costs"},
      {"smr-gpu-costs 3\n", "1:15: a table of another version than 1 and 2: measure anew"},
      {"smr-gpu-costs 1.5\n", "1:15: a table of another version than 1 and 2: measure anew"},
      {"smr-gpu-costs x\n", "1:15: 'x' is no number"},
      {"smr-gpu-costs 2 2\n", "1:16: more than a version"},
      {HEAD, "1:1: no line for start"},
      {HEAD "start\n", "2:6: a number is missing"},
      {HEAD "start 1x\n", "2:7: '1x' is no number"},
      {HEAD "start -1\n", "2:7: '-1' is too small"},
      {HEAD "start nan\n", "2:7: 'nan' is no number"},
      {HEAD "start inf\n", "2:7: 'inf' is no number"},
      {HEAD "start 1 2\n", "2:9: more than a cost"},
      {HEAD "start 1\nstart 1\n", "3:1: the same cost for the second time"},
      {HEAD "up 5\n", "2:4: neither pageable nor pinned"},
      {HEAD "up pinned 1\n", "2:12: a number is missing"},
      {HEAD "down pinned 1 0\n", "2:15: '0' is too small"},
      {HEAD "down pinned 1 2\ndown pinned 1 2\n", "3:12: the same cost for the second time"},
      {HEAD "\n", "2:1: no cost"},
      {HEAD "tpu f64 gemm 1 1\n", "2:1: no cost"},
      {HEAD "cpu f8 gemm 1 1\n", "2:5: no type of numbers"},
      {HEAD "cpu f64 3 1 1\n", "2:9: no routine of BLAS"},
      {HEAD "cpu f64 gesv 1 1\n", "2:9: no routine of BLAS"},
      {HEAD "cpu f64 gemm 0 1\n", "2:14: '0' is too small"},
      {HEAD "cpu f64 gemm 2 1\ncpu f64 gemm 2 2\n", "3:14: '2' is too small"},
      {HEAD "cpu f64 gemm 1 nan\n", "2:16: 'nan' is no number"},
      {HEAD "cpu f64 gemm 1 1 1\n", "2:18: more than a cost"},
      {HEAD WAYS COSTS "cpu f64 gemm 1 1\ngpu f64 gemm 1 1\ngpu f16 linear 1 1\n",
       "20:1: no line for cpu f16 linear"},
      {HEAD "start 1\nup pageable 1 1\n", "3:1: no line for up pinned"},
      {HEAD WAYS COSTS "cpu f64 gemm 1 1\n", "18:1: no line for gpu f64 gemm"},
      {HEAD WAYS COSTS "cpu f64 gemm 1 1\ngpu f64 gemm 1 1\ngpu c64 trsm 1 1\n",
       "20:1: no line for cpu c64 trsm"},
      {"smr-gpu-costs 1\nup pinned 1 1\n", "2:4: 'pinned' is no number"},
      {"smr-gpu-costs 1\npin 1 1\n", "2:1: no cost"},
      {"smr-gpu-costs 1\ncpu f64 4 1 1\n", "2:9: no level of BLAS"},
      {"smr-gpu-costs 1\nstart 1\nup 1\ndown 1\n" OLD "cpu f64 3 1 1\n", "15:1: no line for gpu f64 gemm"},
  };
  static SmrGpuCosts costs, before;
  char reason[128];
  smr_gpu_costs_built_in(&costs);
  before = costs;
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    assert_false(smr_gpu_costs_parse(bad[k].text, &costs, reason, sizeof reason));
    assert_string_equal(reason, bad[k].reason);
    assert_memory_equal(&costs, &before, sizeof costs);
  }
}

static double cost(const SmrGpuCosts *costs, char type, SmrGpuKind kind, double work) {
  return smr_gpu_cost(costs, 0, type, kind, work);
}

/// Both versions; a routine that was not measured costs what a relative does, complex numbers four real ones,
/// and halves what bfloat16 does.
TEST(test_format) {
  static SmrGpuCosts costs;
  char reason[128];
  assert_true(smr_gpu_costs_parse(HEAD WAYS COSTS
                                  "cpu f64 gemm 10 1\ncpu f64 gemm 20 2\ncpu f64 gemm 40 6\n"
                                  "gpu f64 gemm 1 0.5\ncpu f64 syrk 10 7\ngpu f64 syrk 10 7\n"
                                  "cpu c64 gemv 10 8\ngpu c64 gemv 10 8\ncpu bf16 linear 1 9\n"
                                  "gpu bf16 linear 1 9",
                                  &costs, reason, sizeof reason));
  static const double points[][2] = {{1, 1}, {10, 1}, {15, 1.5}, {20, 2}, {30, 4}, {40, 6}, {400, 60}};
  for (size_t k = 0; k < sizeof points / sizeof *points; k++)
    assert_true(fabs(cost(&costs, 'd', SMR_GPU_GEMM, points[k][0]) - points[k][1]) < 1e-12);
  assert_true(costs.up[0].delay == 0.5 && costs.up[1].rate == 40 && costs.down[1].delay == 0.125);
  assert_true(costs.pin.rate == 5 && costs.start == 2);
  assert_true(cost(&costs, 'd', SMR_GPU_SYR2K, 10) == 7 && cost(&costs, 'd', SMR_GPU_TRSM, 20) == 2);
  assert_true(cost(&costs, 'z', SMR_GPU_GEMV, 10) == 8 && cost(&costs, 'c', SMR_GPU_GERC, 1) == 4);
  assert_true(cost(&costs, 'z', SMR_GPU_HERK, 10) == 28 && cost(&costs, 'z', SMR_GPU_GEMM, 5) == 2);
  assert_true(cost(&costs, 'h', SMR_GPU_TENSOR, 1) == 9);
  assert_true(cost(&costs, 'b', SMR_GPU_TENSOR, 1) == 9 && cost(&costs, 'd', SMR_GPU_TENSOR, 20) == 2);
  assert_true(smr_gpu_costs_parse("smr-gpu-costs 1\nstart 2\nup 3\ndown 4\n" OLD
                                  "cpu f64 3 10 1\ngpu f64 3 1 0.5\n",
                                  &costs, reason, sizeof reason));
  assert_true(cost(&costs, 'h', SMR_GPU_TENSOR, 10) == cost(&costs, 's', SMR_GPU_GEMM, 10));
  assert_true(costs.up[1].rate == 3 && costs.down[0].rate == 4 && cost(&costs, 'd', SMR_GPU_SYMM, 20) == 2);
}

/// Every prefix of a table, and every byte changed: refused, or read; nothing else.
TEST(test_damaged) {
  static const char text[] = HEAD WAYS COSTS "cpu f64 gemm 1 1\ngpu f64 gemm 1 1\n";
  char damaged[sizeof text], reason[128];
  static SmrGpuCosts costs;
  int read = 0;
  for (size_t at = 0; at + 1 < sizeof text; at++)
    for (int byte = 0; byte < 128; byte += 3) {
      memcpy(damaged, text, sizeof text);
      damaged[at] = (char)byte;
      reason[0] = '\0';
      int ok = smr_gpu_costs_parse(damaged, &costs, reason, sizeof reason);
      assert_true(ok == (reason[0] == '\0'));
      read += ok;
    }
  assert_true(read > 0);
}

static void write_costs(const char *start, const char *gpu, const char *up, const char *pinned) {
  static const char path[] = SMR_BUILD_DIR "/test/choice.costs";
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file,
          HEAD "start %s\nup pageable 0 %s\nup pinned 0 %s\ndown pageable 0 1e20\ndown pinned 0 1e20\n" COSTS
               "cpu f64 gemm 1 1\ngpu f64 gemm 1 %s\n",
          start, up, pinned, gpu);
  fclose(file);
  setenv("SMR_GPU_COSTS", path, 1);
  smr_gpu_costs_read();
}

/// A second for each multiplication that the CPU makes: how many calls of one until the device is there.
static int calls_until_start(const char *start, const char *gpu) {
  world_start(&plain, "auto");
  write_costs(start, gpu, "1e20", "1e20");
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
TEST(test_start) {
  assert_int_equal(calls_until_start("0", "0"), 1);
  assert_int_equal(calls_until_start("3.5", "0"), 4);
  assert_int_equal(calls_until_start("3.5", "0.5"), 8);
  assert_int_equal(calls_until_start("0", "2"), 20); // never
}

/// In a region an input is uploaded when its calls have lost as much as that costs; never, where the host
/// writes it in between.
TEST(test_lost) {
  for (int writes = 0; writes < 2; writes++) {
    world_start(&plain, "auto");
    write_costs("0", "0", "2.2857", "2.2857"); // 8 seconds a call, 28 for 64 bytes
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

/// What was lost in a region that paused, and was left so, is forgotten with the next call.
TEST(test_lost_for_good) {
  world_start(&plain, "auto");
  write_costs("0", "0", "2.2857", "2.2857");
  World w = world_create('d', 8);
  SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_GEMM, 0));
  call.size[0] = call.size[1] = call.size[2] = 2;
  call.alpha.d = 1, call.beta.d = 0;
  smr_rt_region_begin();
  world_make(&w, &call);
  assert_int_equal(smr_gpu_watched & SMR_GPU_KEPT, SMR_GPU_KEPT);
  (void)smr_rt_region_pause();
  world_make(&w, &call);
  assert_int_equal(smr_gpu_watched & SMR_GPU_KEPT, 0);
  assert_true(world_is_right(&w, 0, w.bytes));
  world_stop();
  world_free(&w);
}

/// An array is predicted to travel as it will: pinned, fast, where it may go directly.
TEST(test_pinned) {
  static const struct {
    WorldPinned pinned;
    double beta;
    long kernels;
  } cases[] = {{WORLD_PAGEABLE, 0, 0}, {WORLD_PINNED, 0, 1}, {WORLD_PINNED, 1, 1}, {WORLD_MATRICES, 0, 0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    world_start(&plain, "auto");
    write_costs("0", "0", "1", "1e20"); // 8 seconds a call, 32 for a pageable input
    World w = world_create('d', 8);
    world_pin(&w, cases[k].pinned);
    for (int round = 0; round < 2; round++) {
      size_t matrix = w.bytes / MATRICES;
      SmrGpuCall call = {.routine = world_routine('d', SMR_GPU_GEMM, 0),
                         .flag = {'N', 'N'},
                         .size = {2, 2, 2},
                         .at = {w.ours, w.ours + matrix, w.ours + 2 * matrix},
                         .step = {ORDER, ORDER, ORDER},
                         .alpha.d = 1,
                         .beta.d = cases[k].beta};
      world_make(&w, &call);
      assert_true(world_is_right(&w, 0, w.bytes));
      assert_int_equal(world_counts().kernels, cases[k].kernels * (round + 1));
    }
    world_stop();
    world_free(&w);
  }
}

/// Without a table: large products are faster there, small ones and single vectors are not.
TEST(test_built_in) {
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
    double bytes = 8.0 * n * n;
    SmrGpuLoad two = {{2 * bytes, 0}, {2, 0}}, one = {{bytes, 0}, {1, 0}};
    double gain = smr_gpu_gain(&call, &plan, &two, &one);
    if (n <= 64)
      assert_true(gain < 0);
    if (n >= 16384)
      assert_true(gain > 0);
    assert_true(smr_gpu_is_small(SMR_GPU_IN_F64, SMR_GPU_GEMM, plan.work) ? n <= 1024 : n > 64);
    call.routine = world_routine('d', SMR_GPU_AXPY, 0), call.step[0] = call.step[1] = 1;
    assert_true(smr_gpu_plan(&call, &plan));
    two.bytes[0] = 16.0 * n, one.bytes[0] = 8.0 * n;
    assert_true(smr_gpu_gain(&call, &plan, &two, &one) < 0);
    assert_true(n > 64 || smr_gpu_is_small(SMR_GPU_IN_F64, SMR_GPU_AXPY, plan.work));
  }
}

//--- Small calls ----------------------------------------------------------------------------------

static void (*host_gemm)(SmrGpuCall *call);
static int records; // calls that did not go by

static void count_record(SmrGpuCall *call) {
  records++;
  host_gemm(call);
}

typedef void Gemm(const char *ta, const char *tb, const int *m, const int *n, const int *k,
                  const double *alpha, double *a, const int *la, double *b, const int *lb, const double *beta,
                  double *x, const int *lx, size_t s1, size_t s2);

/// x = 1 x, of order n: how many calls are put on record, on the device or not.
static long records_of(SmrGpuRoutine *routine, int n, double *x) {
  static double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const double alpha = 1, beta = 0;
  int order = 3;
  long before = records + world_counts().kernels;
  double y[9];
  Gemm *gemm;
  memcpy(&gemm, &routine->wrapper, sizeof gemm);
  memcpy(y, x, sizeof y);
  gemm("N", "N", &n, &n, &n, &alpha, one, &order, y, &order, &beta, x, &order, 1, 1);
  return records + world_counts().kernels - before;
}

static SmrGpuRoutine *watch_gemm(const FakeSettings *settings, const char *mode) {
  world_start(settings, mode);
  write_costs("0", "8\ngpu f64 gemm 1000 8", "1e20", "1e20"); // (the CPU: 8 and 27 seconds)
  SmrGpuRoutine *routine = world_routine('d', SMR_GPU_GEMM, 0);
  host_gemm = routine->host;
  routine->host = count_record;
  return routine;
}

/// What no device is faster at goes by; what might be, and all while something is there, does not.
TEST(test_small) {
  for (int lazy = 0; lazy < 2; lazy++) {
    SmrGpuRoutine *routine = watch_gemm(&plain, lazy ? "lazy" : "auto");
    double x[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, y[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    assert_int_equal(records_of(routine, 2, x), 0);
    assert_int_equal(records_of(routine, 3, x), 1);
    assert_int_equal(records_of(routine, 2, x), 0);
    smr_rt_region_begin();
    assert_int_equal(records_of(routine, 2, x), 0);
    assert_int_equal(records_of(routine, 3, x), 1); // x is there, and lazily nowhere else
    double z[9] = {0};
    assert_int_equal(records_of(routine, 2, z), 1);
    smr_rt_host_reads(x, sizeof x);
    assert_memory_equal(x, y, sizeof x);
    smr_rt_host_writes(x, sizeof x);
    smr_rt_host_writes(z, sizeof z);
    smr_rt_region_end();
    assert_int_equal(records_of(routine, 2, x), 0);
    routine->host = host_gemm;
    world_stop();
  }
}

/// The CPU makes all when the device is dead; when the user wants all there, or a count of them, none goes
/// by.
TEST(test_small_modes) {
  FakeSettings broken = plain;
  broken.fail_at = 1;
  double x[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  SmrGpuRoutine *routine = watch_gemm(&broken, "auto");
  assert_int_equal(records_of(routine, 3, x), 1);
  assert_int_equal(records_of(routine, 3, x), 0);
  routine->host = host_gemm;
  world_stop();
  routine = watch_gemm(&plain, "on");
  assert_int_equal(records_of(routine, 2, x), 1);
  routine->host = host_gemm;
  world_stop();
  routine = watch_gemm(&plain, ""); // as objects were compiled: first for auto, then for on
  assert_int_equal(records_of(routine, 2, x), 0);
  assert_ptr_equal(smr_rt_gpu_wrap("dgemm_", routine->cpu, SMR_GPU_ON), routine->wrapper);
  assert_int_equal(records_of(routine, 2, x), 1);
  routine->host = host_gemm;
  world_stop();
}
