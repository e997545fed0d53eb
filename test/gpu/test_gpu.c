//===- test_gpu.c - routines on the fake of CUDA -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each wrapped routine against the CPU's, with a fault at every call of CUDA; what is copied, and what is
// not.
//===----------------------------------------------------------------------===//
#include "gpu/world.h"
#include "runtime/gpu/settings.h"
#include "test.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static const FakeSettings plain = {0, (size_t)1 << 30, 1, 13000, (size_t)1 << 30, 0, 0};
static const char types[] = "sdcz";

/// A routine, a few times, with a fault at call `fail_at`; the number of calls that there were.
static long make_calls(char type, SmrGpuKind kind, int cblas, long fail_at, long *kernels) {
  FakeSettings settings = plain;
  settings.fail_at = fail_at;
  world_start(&settings, "on");
  World w = world_create(type, (uint64_t)kind * 7 + (uint64_t)cblas + 1);
  SmrGpuRoutine *routine = world_routine(type, kind, cblas);
  for (int round = 0; round < 4; round++) {
    SmrGpuCall call = world_call(&w, routine);
    world_make(&w, &call);
    if (!world_is_right(&w, 0, w.bytes))
      fail_msg("%s: wrong with a fault at call %ld", routine->symbol, fail_at);
  }
  FakeCounts counts = world_stop();
  if (kernels)
    *kernels = counts.kernels;
  world_free(&w);
  return counts.calls;
}

static void each_routine(void (*test)(char type, SmrGpuKind kind, int cblas)) {
  for (const char *type = types; *type; type++)
    for (int kind = 0; kind < SMR_GPU_KIND_COUNT; kind++)
      for (int cblas = 0; cblas < 2; cblas++) {
        world_start(&plain, "on");
        if (world_routine(*type, (SmrGpuKind)kind, cblas))
          test(*type, (SmrGpuKind)kind, cblas);
      }
}

static void check_result(char type, SmrGpuKind kind, int cblas) {
  long kernels = 0;
  make_calls(type, kind, cblas, 0, &kernels);
  if (cblas && (kind == SMR_GPU_GERC || (kind == SMR_GPU_GEMV && (type == 'c' || type == 'z'))))
    assert_in_range(kernels, 1, 4); // (row-major, some of these conjugate what they do not transpose)
  else
    assert_int_equal(kernels, 4);
}

TEST(test_results) {
  each_routine(check_result);
}

static void check_faults(char type, SmrGpuKind kind, int cblas) {
  long calls = make_calls(type, kind, cblas, 0, NULL);
  for (long n = test_first(1); n <= calls; n += test_step(1))
    make_calls(type, kind, cblas, n, NULL);
}

TEST(test_faults) {
  each_routine(check_faults);
}

/// Without memory for all operands, by tiles; without those, too, by the CPU.
TEST(test_no_memory) {
  for (size_t memory = 0; memory < 6000; memory += 512)
    for (int k = 0; k < 2; k++) {
      FakeSettings settings = plain;
      settings.memory = memory;
      settings.pinned_most = k ? 600 : plain.pinned_most;
      world_start(&settings, "on");
      World w = world_create('d', memory + 3);
      for (int round = 0; round < 20; round++) {
        SmrGpuCall call = world_call(&w, world_routine('d', round % 2 ? SMR_GPU_TRMM : SMR_GPU_GEMM, 0));
        world_make(&w, &call);
        assert_true(world_is_right(&w, 0, w.bytes));
      }
      FakeCounts counts = world_stop();
      if (memory == 512)
        assert_true(counts.tiled > 0);
      world_free(&w);
    }
}

TEST(test_tiled_faults) {
  long calls = 1;
  for (long n = 0; n <= calls; n++) {
    FakeSettings settings = plain;
    settings.memory = 600, settings.fail_at = n, settings.devices = 2;
    world_start(&settings, "on");
    World w = world_create('s', 5);
    for (int round = 0; round < 3; round++) {
      SmrGpuCall call = world_call(&w, world_routine('s', SMR_GPU_GEMM, 0));
      call.size[0] = call.size[1] = call.size[2] = 10;
      call.beta.f = 0.5f;
      world_make(&w, &call);
      assert_true(world_is_right(&w, 0, w.bytes));
    }
    FakeCounts counts = world_stop();
    if (n == 0) {
      assert_int_equal(counts.tiled, 3);
      calls = counts.calls;
    }
    world_free(&w);
  }
}

/// CBLAS' arguments that are none are the CPU's routine's business.
TEST(test_nonsense) {
  world_start(&plain, "on");
  World w = world_create('d', 9);
  SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_GEMM, 1));
  void (*gemm)(int, int, int, int, int, int, double, void *, int, void *, int, double, void *, int);
  static const int wrong[][3] = {
      {0, 111, 111}, {103, 111, 111}, {101, 114, 111}, {102, 111, 0}, {-1, 110, 111}};
  memcpy(&gemm, &call.routine->wrapper, sizeof gemm);
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    gemm(wrong[k][0], wrong[k][1], wrong[k][2], 2, 2, 2, 1, call.at[0], ORDER, call.at[1], ORDER, 1,
         call.at[2], ORDER);
  assert_true(world_is_right(&w, 0, w.bytes));
  assert_int_equal(world_stop().kernels, 0);
  world_free(&w);
}

/// Products in tiles have no mode that forbids emulation.
TEST(test_emulation) {
  for (int emulates = 0; emulates < 2; emulates++) {
    FakeSettings settings = plain;
    settings.memory = 600;
    setenv("CUBLAS_EMULATE_DOUBLE_PRECISION", emulates ? "1" : "0", 1);
    world_start(&settings, "on");
    World w = world_create('d', 5);
    SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_GEMM, 0));
    call.size[0] = call.size[1] = call.size[2] = 10;
    world_make(&w, &call);
    assert_true(world_is_right(&w, 0, w.bytes));
    assert_int_equal(world_stop().tiled, !emulates);
    world_free(&w);
  }
  unsetenv("CUBLAS_EMULATE_DOUBLE_PRECISION");
}

//--- What is left to the CPU -------------------------------------------------------------------------

TEST(test_not_offloaded) {
  world_start(&plain, "on");
  World w = world_create('d', 9);
  for (int k = 0; k < 7; k++) {
    SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_GEMM, 0));
    call.flag[0] = call.flag[1] = 'N';
    switch (k) {
    case 0: // inputs may not be read
      call.alpha.d = 0;
      break;
    case 1:
    case 2:
    case 3: // nothing to do
      call.size[k - 1] = 0;
      break;
    case 4: // a routine of the CPU's says what is wrong
      call.flag[1] = 'X';
      continue;
    case 5:
      call.step[0] = 1, call.size[0] = 1, call.flag[0] = 'n', call.size[2] = 1;
      break;
    default: // one array that is read and written
      call.at[2] = call.at[1];
      call.size[0] = call.size[1] = call.size[2] = 1;
      break;
    }
    world_make(&w, &call);
    assert_true(world_is_right(&w, 0, w.bytes));
  }
  assert_int_equal(world_stop().kernels, 1); // k = 5
  world_free(&w);
}

TEST(test_off) {
  world_start(&plain, "off");
  void *cpu = &cpu;
  assert_ptr_equal(smr_rt_gpu_wrap("dgemm_", cpu, SMR_GPU_ON), cpu);
  world_start(&plain, "on");
  assert_ptr_equal(smr_rt_gpu_wrap("dgesv_", cpu, SMR_GPU_ON), cpu);
  world_start(&plain, "sometimes");
  assert_ptr_equal(smr_rt_gpu_wrap("dgemm_", cpu, SMR_GPU_ON), cpu);
}

/// A wrong version, no device, nothing there: the CPU computes.
TEST(test_no_device) {
  for (int k = 0; k < 4; k++) {
    FakeSettings settings = plain;
    settings.version = k == 0 ? 11080 : 13000;
    settings.devices = k == 1 ? 0 : 1;
    world_start(&settings, "on");
    if (k == 2)
      setenv("SMR_CUDA_LIBRARIES", "/nowhere/libcudart.so", 1);
    if (k == 3)
      setenv("SMR_CUDA_LIBRARIES", "libm.so.6", 1);
    World w = world_create('d', 4);
    SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_SYRK, 0));
    world_make(&w, &call);
    assert_true(world_is_right(&w, 0, w.bytes));
    assert_int_equal(smr_gpu_state(), SMR_GPU_DEAD);
    assert_int_equal(world_stop().kernels, 0);
    world_free(&w);
  }
}

static void *call_often(void *data) {
  World w = world_create('d', (uint64_t)(uintptr_t)data);
  int right = 1;
  for (int round = 0; round < 50 && right; round++) {
    SmrGpuKind kind = (SmrGpuKind)world_chance(&w, SMR_GPU_ROT);
    SmrGpuRoutine *routine = &smr_gpu_routines_f64[kind];
    if (!routine->cpu)
      continue;
    int in_region = world_chance(&w, 2) != 0;
    SmrGpuCall call = world_call(&w, routine);
    if (in_region)
      smr_rt_region_begin();
    world_make(&w, &call);
    if (in_region)
      smr_rt_region_end();
    right = world_is_right(&w, 0, w.bytes);
    world_write(&w, 0, w.bytes);
  }
  world_free(&w);
  return right ? data : NULL;
}

/// Threads with arrays of their own; with a fault, too.
TEST(test_threads) {
  for (long fault = 0; fault < 3; fault++) {
    FakeSettings settings = plain;
    settings.fail_at = fault * 700;
    world_start(&settings, "on");
    for (int kind = 0; kind < SMR_GPU_KIND_COUNT; kind++)
      world_routine('d', (SmrGpuKind)kind, 0);
    pthread_t threads[4];
    for (uintptr_t k = 0; k < 4; k++)
      assert_int_equal(pthread_create(&threads[k], NULL, call_often, (void *)(k + 1)), 0);
    for (int k = 0; k < 4; k++) {
      void *right = NULL;
      pthread_join(threads[k], &right);
      assert_non_null(right);
    }
    world_stop();
  }
}

/// The program's own device stays what it was; ours is that with the most memory.
TEST(test_two_devices) {
  FakeSettings settings = plain;
  settings.devices = 2;
  world_start(&settings, "on");
  World w = world_create('d', 11);
  SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_GEMM, 0));
  world_make(&w, &call);
  assert_true(world_is_right(&w, 0, w.bytes));
  assert_int_equal(smr_gpu_device()->device, 1);
  int current = -1;
  assert_int_equal(smr_gpu_device()->api.cudaGetDevice(&current), 0);
  assert_int_equal(current, 0);
  int theirs;
  smr_gpu_enter(&theirs);
  assert_int_equal(world_stop().kernels, 1);
  world_free(&w);
}

/// A child has no device: it computes on the CPU and calls nothing.
TEST(test_fork) {
  world_start(&plain, "on");
  World w = world_create('d', 12);
  SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_GEMM, 0));
  world_make(&w, &call);
  long before = world_counts().calls;
  pid_t child = fork();
  if (!child) {
    world_make(&w, &call);
    _exit(world_is_right(&w, 0, w.bytes) && world_counts().calls == before ? 0 : 1);
  }
  int status = 1;
  while (waitpid(child, &status, 0) < 0)
    ;
  assert_int_equal(status, 0);
  world_make(&w, &call);
  assert_true(world_is_right(&w, 0, w.bytes));
  assert_int_equal(world_stop().kernels, 2);
  world_free(&w);
}

/// NVIDIA's own libraries, where they are; mostly there is no driver for them.
TEST(test_real_libraries) {
  if (!getenv("CUDA_HOME"))
    setenv("CUDA_HOME", "/usr/local/cuda", 1);
  world_start(&plain, "on");
  unsetenv("SMR_CUDA_LIBRARIES");
  World w = world_create('d', 21);
  SmrGpuCall call = world_call(&w, world_routine('d', SMR_GPU_GEMM, 0));
  world_make(&w, &call);
  assert_true(world_is_right(&w, 0, w.bytes));
  world_stop();
  world_free(&w);
}
