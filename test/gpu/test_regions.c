//===- test_regions.c - arrays that stay on the device ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What is copied in a region, and what is not; then random sequences of calls, and of reads and writes of the
// host, with the markers of smr_rt_gpu.h, against the CPU: with little memory, and with faults anywhere.
//===----------------------------------------------------------------------===//
#include "gpu/world.h"
#include "runtime/gpu/choice.h"
#include "runtime/gpu/settings.h"
#include "test.h"
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const FakeSettings plain = {0, (size_t)1 << 30, 1, 13000, (size_t)1 << 30, 0, 0};

/// Costs at which every call is worth it: then `lazy` makes them all.
static void make_all_cheap(void) {
  static const char path[] = SMR_BUILD_DIR "/test/cheap.costs";
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "smr-gpu-costs 1\nstart 0\nup 1e20\ndown 1e20\n");
  for (int level = 1; level <= 3; level++)
    for (int wide = 0; wide < 2; wide++)
      fprintf(file, "cpu f%d %d 1 1\ngpu f%d %d 1 0\n", wide ? 64 : 32, level, wide ? 64 : 32, level);
  fclose(file);
  setenv("SMR_GPU_COSTS", path, 1);
  smr_gpu_costs_read();
}

static void start(const FakeSettings *settings, int lazy) {
  world_start(settings, lazy ? "lazy" : "on");
  if (lazy)
    make_all_cheap();
  smr_gpu_start(0);
}

//--- What is copied ---------------------------------------------------------------------------------

static SmrGpuCall product(World *w, int a, int b, int c) {
  size_t matrix = (size_t)ORDER * ORDER * (size_t)w->size;
  return (SmrGpuCall){
      .routine = world_routine('d', SMR_GPU_GEMM, 0),
      .flag = {'N', 'N'},
      .size = {ORDER, ORDER, ORDER},
      .at = {w->ours + (size_t)a * matrix, w->ours + (size_t)b * matrix, w->ours + (size_t)c * matrix},
      .step = {ORDER, ORDER, ORDER},
      .alpha.d = 1,
      .beta.d = 0};
}

/// c = a b; b = c c; again: what is on the device is not uploaded.
TEST(test_chain) {
  for (int lazy = 0; lazy < 2; lazy++) {
    start(&plain, lazy);
    World w = world_create('d', 3);
    size_t matrix = (size_t)ORDER * ORDER * 8;
    SmrGpuCall first = product(&w, 0, 1, 2), second = product(&w, 2, 2, 1);
    smr_rt_region_begin();
    world_make(&w, &first);
    world_make(&w, &second);
    world_make(&w, &first);
    assert_int_equal(world_counts().uploads, 2);
    assert_int_equal(world_counts().downloads, lazy ? 0 : 3);
    smr_rt_host_reads(w.ours + 2 * matrix, matrix);
    assert_true(world_is_right(&w, 2 * matrix, matrix));
    smr_rt_host_writes(w.ours, 8);
    world_write(&w, 0, 8);
    world_make(&w, &first);
    assert_int_equal(world_counts().uploads, 3);
    smr_rt_host_forgets(w.ours + 2 * matrix, matrix);
    world_write(&w, 2 * matrix, matrix);
    smr_rt_region_end();
    assert_true(world_is_right(&w, 0, w.bytes));
    FakeCounts counts = world_stop();
    assert_int_equal(counts.downloads, lazy ? 2 : 4);
    world_free(&w);
  }
}

/// c += a b in a loop: no call waits until the result of the last one is back; with a fault anywhere, without
/// memory now and then, with little staging memory.
static FakeCounts add_often(long fail_at, long refuse, size_t staging) {
  FakeSettings settings = plain;
  settings.fail_at = fail_at, settings.refuse = refuse;
  start(&settings, 0);
  smr_gpu_settings()->staging = staging;
  World w = world_create('d', 3);
  smr_rt_region_begin();
  for (int k = 0; k < 8; k++) {
    SmrGpuCall call = product(&w, 0, 1, 2);
    call.beta.d = 0.5;
    world_make(&w, &call);
  }
  smr_rt_region_end();
  if (!world_is_right(&w, 0, w.bytes))
    fail_msg("fault at call %ld, %ld refused: wrong", fail_at, refuse);
  world_free(&w);
  return world_stop();
}

TEST(test_in_place) {
  FakeCounts counts = add_often(0, 0, (size_t)1 << 30);
  assert_int_equal(counts.overlaps, 7);
  assert_int_equal(counts.uploads, 3);
  assert_int_equal(counts.downloads, 8);
  for (long n = 1; n <= counts.calls; n++)
    add_often(n, 0, (size_t)1 << 30);
  for (long refuse = 1; refuse < 9; refuse++)
    add_often(0, refuse, refuse % 2 ? 0 : (size_t)1 << 30);
}

static void *make_nothing(void *at) {
  World *w = at;
  SmrGpuCall call = product(w, 0, 1, 2);
  call.alpha.d = 0; // (inputs are not read: the CPU's)
  world_make(w, &call);
  return NULL;
}

/// A pause that nobody comes back from (longjmp) leaves nothing behind: copies go with the next call, and
/// those behind it wait for no other thread's.
TEST(test_left_for_good) {
  for (int lazy = 0; lazy < 2; lazy++) {
    start(&plain, lazy);
    smr_gpu_settings()->mode = SMR_GPU_LAZY; // (else each call is the device's)
    World w = world_create('d', 5);
    SmrGpuCall call = product(&w, 0, 1, 2);
    smr_rt_region_begin();
    world_make(&w, &call);
    (void)smr_rt_region_pause();
    world_write(&w, 0, w.bytes);
    make_nothing(&w);
    assert_int_equal(smr_gpu_watched & SMR_GPU_KEPT, 0);
    pthread_t other;
    struct timespec limit;
    smr_gpu_lock();
    assert_int_equal(pthread_create(&other, NULL, make_nothing, &w), 0);
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 20;
    int late = pthread_timedjoin_np(other, NULL, &limit);
    smr_gpu_unlock();
    assert_int_equal(late, 0);
    assert_true(world_is_right(&w, 0, w.bytes));
    world_stop();
    world_free(&w);
  }
}

/// What is there stays while a region pauses, unless somebody calls a routine meanwhile.
TEST(test_pause) {
  for (int lazy = 0; lazy < 2; lazy++) {
    start(&plain, lazy);
    World w = world_create('d', 3);
    SmrGpuCall call = product(&w, 0, 1, 2);
    for (int calls = 0; calls < 2; calls++) {
      smr_rt_region_begin();
      world_make(&w, &call);
      unsigned long long paused = smr_rt_region_pause();
      assert_true(world_is_right(&w, 0, w.bytes));
      if (calls)
        world_make(&w, &call);
      assert_true(world_is_right(&w, 0, w.bytes));
      smr_rt_region_resume(paused);
      world_make(&w, &call);
      smr_rt_region_end();
      assert_int_equal(world_counts().uploads, calls ? 8 : 2);
    }
    assert_true(world_is_right(&w, 0, w.bytes));
    world_stop();
    world_free(&w);
  }
}

typedef void (*Dot)(int n, const void *x, int ix, const void *y, int iy, void *result);

/// The routine at `address`, on matrices at `at`: the number goes into the array that is its k-th operand, or
/// into another one that a call before took.
static void put_number(void *address, char *at, size_t matrix, int k) {
  union {
    void *address;
    Dot routine;
  } call = {address};
  call.routine(ORDER, at, 1, at + matrix, 1, at + (size_t)k * matrix + 48);
}

/// Blocks of one matrix, as in a factorisation, know that they are apart.
TEST(test_blocks) {
  start(&plain, 0);
  World w = world_create('d', 5);
  SmrGpuCall call = product(&w, 0, 0, 0);
  call.at[1] = w.ours + HALF * 8;
  call.at[2] = w.ours + (ORDER * HALF + HALF) * 8;
  call.size[0] = call.size[1] = call.size[2] = HALF;
  smr_rt_region_begin();
  world_make(&w, &call);
  world_make(&w, &call);
  smr_rt_region_end();
  assert_true(world_is_right(&w, 0, w.bytes));
  assert_int_equal(world_stop().uploads, 2);
  world_free(&w);
}

/// A triangle that was written is not the whole matrix.
TEST(test_triangle) {
  for (int lazy = 0; lazy < 2; lazy++) {
    start(&plain, lazy);
    World w = world_create('d', 13);
    SmrGpuCall use = product(&w, 2, 1, 0), make = product(&w, 0, 2, 0);
    make.routine = world_routine('d', SMR_GPU_SYRK, 0);
    make.flag[0] = 'L';
    smr_rt_region_begin();
    world_make(&w, &make);
    world_make(&w, &use);
    smr_rt_region_end();
    assert_true(world_is_right(&w, 0, w.bytes));
    world_stop();
    world_free(&w);
  }
}

/// Without a region nothing is kept; markers outside of one do nothing.
TEST(test_no_region) {
  start(&plain, 0);
  World w = world_create('d', 6);
  SmrGpuCall call = product(&w, 0, 1, 2);
  for (int k = 0; k < 2; k++) {
    world_make(&w, &call);
    assert_true(world_is_right(&w, 0, w.bytes));
    smr_rt_host_reads(w.ours, w.bytes);
    world_write(&w, 0, w.bytes);
  }
  smr_rt_region_end();
  FakeCounts counts = world_stop();
  assert_int_equal(counts.uploads, 4);
  assert_int_equal(counts.downloads, 2);
  world_free(&w);
}

//--- What nobody announced -----------------------------------------------------------------------------

typedef enum { READS_RESULT, READS_INPUT, WRITES_INPUT, WRITES_RESULT, AFTER_REGION, ACCESSES } Access;

/// In a child: c = a b in a region, then an access, with its marker or without.
static int survives(Access access, int has_marker, int lazy) {
  pid_t child = fork();
  if (!child) {
    signal(SIGSEGV, SIG_DFL); // (cmocka's handler goes on with the next test)
    start(&plain, lazy);
    smr_gpu_settings()->checks = 1;
    World w = world_create('d', 3);
    size_t matrix = (size_t)ORDER * ORDER * 8;
    SmrGpuCall call = product(&w, 0, 1, 2);
    char *at = w.ours + (access == READS_INPUT || access == WRITES_INPUT ? 0 : 2 * matrix);
    if (!freopen("/dev/null", "w", stderr))
      _exit(3);
    smr_rt_region_begin();
    world_make(&w, &call);
    if (access == AFTER_REGION)
      smr_rt_region_end();
    else if (has_marker)
      access == WRITES_INPUT || access == WRITES_RESULT ? smr_rt_host_writes(at, matrix)
                                                        : smr_rt_host_reads(at, matrix);
    if (access != READS_RESULT && access != READS_INPUT)
      *(volatile char *)at = 1;
    else if (!world_is_right(&w, (size_t)(at - w.ours), matrix))
      _exit(2);
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    ;
  if (WIFSIGNALED(status))
    assert_int_equal(WTERMSIG(status), SIGSEGV);
  else
    assert_int_equal(status, 0);
  return !WIFSIGNALED(status);
}

/// Without SMR_GPU_CHECK it would be wrong, or would happen to be right.
TEST(test_check) {
  for (int lazy = 0; lazy < 2; lazy++)
    for (int access = 0; access < ACCESSES; access++) {
      int is_allowed = access == READS_INPUT || access == AFTER_REGION;
      assert_true(survives((Access)access, 1, lazy));
      assert_int_equal(survives((Access)access, 0, lazy), is_allowed);
    }
}

//--- By chance ---------------------------------------------------------------------------------------

static size_t chance_range(World *w, size_t *from) {
  unsigned numbers = (unsigned)(w->bytes / 16), first = world_chance(w, numbers), count = 1;
  if (world_chance(w, 2))
    count += world_chance(w, 2 * ORDER * ORDER);
  else
    first = 0, count = numbers;
  *from = (size_t)first * 16;
  return (first + count > numbers ? numbers - first : count) * (size_t)16;
}

/// Code that nobody knows: all is in the host's memory; it may make a call, whose result is there at once,
/// and it may never come back: then no marker tells what becomes of the memory.
static int pause_once(World *w) {
  unsigned long long paused = smr_rt_region_pause();
  int ok = world_is_right(w, 0, w->bytes);
  SmrGpuRoutine *routine = world_chance(w, 3) == 0 ? world_routine(w->type, SMR_GPU_GEMM, 0) : NULL;
  if (routine) {
    SmrGpuCall call = world_call(w, routine);
    world_make(w, &call);
    ok = ok && world_is_right(w, 0, w->bytes);
  }
  if (world_chance(w, 6) == 0) {
    w->depth = 0;
    world_write(w, 0, w->bytes);
    return ok;
  }
  smr_rt_region_resume(paused);
  return ok;
}

static int touch(World *w) {
  size_t from, bytes = chance_range(w, &from);
  switch (world_chance(w, 6)) {
  case 0:
  case 1:
    smr_rt_host_reads(w->ours + from, bytes);
    return world_is_right(w, from, bytes);
  case 2:
    smr_rt_host_writes(w->ours + from, bytes);
    world_write(w, from + bytes / 32 * 16, 16);
    return world_is_right(w, from, bytes);
  case 3:
    smr_rt_host_forgets(w->ours + from, bytes);
    world_write(w, from, bytes);
    return 1;
  case 4:
    return pause_once(w);
  default:
    if (w->depth > 0 && world_chance(w, 2)) {
      smr_rt_region_end();
      return --w->depth > 0 || world_is_right(w, 0, w->bytes);
    }
    smr_rt_region_begin();
    w->depth++;
    return 1;
  }
}

static int is_wild(World *w) {
  int is_float = w->type == 's' || w->type == 'c';
  for (size_t at = 0; at < w->bytes; at += is_float ? 4 : 8) {
    float f = 0;
    double d = 0;
    memcpy(is_float ? (void *)&f : (void *)&d, w->right + at, is_float ? 4 : 8);
    if (!(fabs((double)f + d) < 100))
      return 1;
  }
  return 0;
}

/// Numbers that have grown are replaced, or roundings would tell.
static void calm(World *w) {
  if (!is_wild(w))
    return;
  smr_rt_host_writes(w->ours, w->bytes);
  world_write(w, 0, w->bytes);
}

enum { REMEMBERED = 6 };

/// Is all right? Calls come again, so that arrays are found on the device.
static int play(World *w, int steps) {
  SmrGpuCall calls[REMEMBERED];
  int ok = 1, count = 0;
  for (int step = 0; step < steps && ok; step++) {
    SmrGpuRoutine *routine = world_chance(w, 10) < 6 ? NULL : world_routine(w->type, SMR_GPU_GEMM, 0);
    if (!routine)
      routine =
          world_routine(w->type, (SmrGpuKind)world_chance(w, SMR_GPU_KIND_COUNT), world_chance(w, 8) == 0);
    if (routine && world_chance(w, 4) > 0) {
      SmrGpuCall call =
          count > 0 && world_chance(w, 2) ? calls[world_chance(w, (unsigned)count)] : world_call(w, routine);
      if (world_chance(w, 20) == 0) // nothing to do, or only beta's part of it
        call.size[world_chance(w, 3)] = 0;
      calls[count < REMEMBERED ? count++ : (int)world_chance(w, REMEMBERED)] = call;
      world_make(w, &call);
      calm(w);
    } else {
      ok = touch(w);
    }
  }
  while (w->depth > 0) {
    smr_rt_region_end();
    w->depth--;
  }
  // A pause that nobody came back from has left arrays on the device: a region's end releases them.
  smr_rt_region_begin();
  smr_rt_region_end();
  return ok && world_is_right(w, 0, w->bytes);
}

static FakeSettings chance_settings(World *w) {
  FakeSettings settings = plain;
  if (world_chance(w, 2))
    settings.memory = 4096 + 2048 * world_chance(w, 12);
  if (world_chance(w, 4) == 0)
    settings.pinned_most = 512 * world_chance(w, 16);
  settings.devices = 1 + (int)world_chance(w, 2);
  settings.eager = world_chance(w, 3) == 0;
  return settings;
}

enum { STEPS = 60 };

/// Without a fault, then with one at several calls. In a child where it may stop the program.
static long play_once(uint64_t seed, int lazy, long fail_at) {
  World w = world_create("sdcz"[seed % 4], seed);
  FakeSettings settings = chance_settings(&w);
  settings.fail_at = fail_at;
  settings.refuse = lazy ? 0 : (long)world_chance(&w, 12); // (that would stop the program)
  start(&settings, lazy);
  smr_gpu_settings()->checks = world_chance(&w, 3) == 0;
  world_pin(&w, (WorldPinned)world_chance(&w, WORLD_PINNED_COUNT));
  smr_gpu_settings()->chunk = 64 + world_chance(&w, 4000);
  smr_gpu_settings()->staging = world_chance(&w, 2) ? 3000 : (size_t)1 << 30;
  if (!play(&w, STEPS))
    fail_msg("seed %lu, %s, fault at call %ld: wrong", (unsigned long)seed, lazy ? "lazy" : "on", fail_at);
  long calls = world_stop().calls;
  world_free(&w);
  return calls;
}

TEST(test_by_chance) {
  uint64_t first = 1 + test_seed();
  for (uint64_t seed = first; seed < first + test_rounds(120); seed++) {
    play_once(seed, 1, 0);
    long calls = play_once(seed, 0, 0);
    for (int k = 0; k < 12; k++)
      play_once(seed, 0, 1 + (long)((seed * 7919 + (uint64_t)k * 104729) % (uint64_t)calls));
  }
}

/// Right, or stopped with exit code 1; never wrong.
TEST(test_lazy_faults) {
  int stopped = 0;
  uint64_t first = 1 + test_seed();
  for (uint64_t seed = first; seed < first + test_rounds(40); seed++) {
    long calls = play_once(seed, 1, 0);
    for (int k = 0; k < 6; k++) {
      long fail_at = 1 + (long)((seed * 7919 + (uint64_t)k * 104729) % (uint64_t)calls);
      pid_t child = fork();
      if (!child) {
        World w = world_create("sdcz"[seed % 4], seed);
        FakeSettings settings = chance_settings(&w);
        settings.fail_at = fail_at;
        if (!freopen("/dev/null", "w", stderr))
          _exit(3);
        start(&settings, 1);
        world_pin(&w, (WorldPinned)(seed % WORLD_PINNED_COUNT));
        _exit(play(&w, STEPS) && world_counts().violations == 0 ? 0 : 2);
      }
      int status = 0;
      while (waitpid(child, &status, 0) < 0)
        ;
      if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
        fail_msg("seed %lu, fault at call %ld: status %x", (unsigned long)seed, fail_at, (unsigned)status);
      stopped += WEXITSTATUS(status) == 1;
    }
  }
  assert_by_chance(stopped > 0);
}

/// A number that a routine returns through a pointer is in each array that the device has from there on, too.
TEST(test_number) {
  for (int test = 0; test < 2 * 2 * MATRICES * 2; test++) {
    int lazy = test % 2, k = test / 4 % MATRICES;
    start(&plain, lazy);
    smr_gpu_settings()->checks = test / 12;
    World w = world_create('z', 3);
    size_t matrix = (size_t)ORDER * ORDER * 16;
    SmrGpuCall add = {.routine = world_routine('z', SMR_GPU_AXPY, 1),
                      .size = {ORDER * ORDER},
                      .step = {1, 1},
                      .at = {w.ours, w.ours + matrix},
                      .alpha.z = {0.5, 0.25}};
    SmrGpuCall last = add;
    last.at[0] = w.ours + (size_t)k * matrix, last.at[1] = w.ours + (size_t)(k + 1) % MATRICES * matrix;
    SmrGpuRoutine *dot = world_routine('z', test / 2 % 2 ? SMR_GPU_DOTC : SMR_GPU_DOTU, 1);
    smr_rt_region_begin();
    world_make(&w, &add);
    add.at[1] = w.ours + 2 * matrix;
    world_make(&w, &add);
    put_number(dot->wrapper, w.ours, matrix, k);
    put_number(dot->cpu, w.right, matrix, k);
    world_make(&w, &last);
    smr_rt_region_end();
    assert_true(world_is_right(&w, 0, w.bytes));
    world_stop();
    world_free(&w);
  }
}

/// Where another library serves some of a program's calls, those would not see what is kept: nothing is.
/// (The last test: that holds for the rest of the process.)
TEST(test_mixed) {
  start(&plain, 0);
  smr_gpu_settings()->chunk = (size_t)8 << 20;
  World w = world_create('d', 6);
  SmrGpuCall call = product(&w, 0, 1, 2);
  assert_ptr_equal(smr_rt_gpu_wrap("dgemm_", &call, 2), &call);
  smr_rt_region_begin();
  for (int k = 0; k < 2; k++) {
    world_make(&w, &call);
    assert_true(world_is_right(&w, 0, w.bytes));
  }
  smr_rt_region_end();
  assert_int_equal(world_stop().uploads, 4);
  world_free(&w);
}
