//===- test_direct.c - arrays that the program has pinned -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// They are copied without a buffer, where recovery allows it. The fake copies when it is waited for: who
// touches an array too early gets a wrong result; and at a fault a copy that was on its way leaves NaNs.
//===----------------------------------------------------------------------===//
#include "gpu/world.h"
#include "runtime/gpu/settings.h"
#include "test.h"

static const FakeSettings plain = {0, (size_t)1 << 30, 1, 13000, (size_t)1 << 30, 0, 0};

static int eager;

static World start(WorldPinned pinned, long fail_at) {
  FakeSettings settings = plain;
  settings.fail_at = fail_at, settings.eager = eager;
  world_start(&settings, "on");
  smr_gpu_start(0);
  World w = world_create('d', 3);
  world_pin(&w, pinned);
  return w;
}

static char *matrix(const World *w, int k) {
  return w->ours + (size_t)k * (w->bytes / MATRICES);
}

/// c = a b + beta c, of this order.
static SmrGpuCall product(const World *w, int a, int b, int c, double beta, int order) {
  return (SmrGpuCall){.routine = world_routine('d', SMR_GPU_GEMM, 0),
                      .flag = {'N', 'N'},
                      .size = {order, order, order},
                      .at = {matrix(w, a), matrix(w, b), matrix(w, c)},
                      .step = {ORDER, ORDER, ORDER},
                      .alpha.d = 0.125,
                      .beta.d = beta};
}

static void make(World *w, SmrGpuCall call) {
  world_make(w, &call);
}

static FakeCounts stop(World *w) {
  FakeCounts counts = world_stop();
  world_free(w);
  return counts;
}

//--- What goes directly -----------------------------------------------------------------------------

/// Whole matrices and blocks; not what is only partly pinned, which CUDA refuses; not with closed pages.
TEST(test_which) {
  static const long directly[WORLD_PINNED_COUNT] = {0, 3, 2, 2};
  for (int checks = 0; checks < 2; checks++)
    for (int pinned = 0; pinned < WORLD_PINNED_COUNT; pinned++)
      for (int order = HALF; order <= ORDER; order += HALF) {
        World w = start((WorldPinned)pinned, 0);
        smr_gpu_settings()->checks = checks;
        make(&w, product(&w, 0, 1, 2, 0, order));
        assert_true(world_is_right(&w, 0, w.bytes));
        assert_int_equal(smr_gpu_state(), SMR_GPU_READY);
        FakeCounts counts = stop(&w);
        assert_int_equal(counts.kernels, 1);
        if (order == ORDER)
          assert_int_equal(counts.uploads, 2);
        assert_int_equal(counts.direct, checks ? 0 : directly[pinned]);
      }
}

/// Columns that are too short for a copy engine are packed; a matrix in one piece is not.
TEST(test_columns) {
  for (int order = HALF; order <= ORDER; order += HALF) {
    World w = start(WORLD_PINNED, 0);
    smr_gpu_settings()->column = ORDER * 8;
    make(&w, product(&w, 0, 1, 2, 0, order));
    assert_true(world_is_right(&w, 0, w.bytes));
    assert_int_equal(stop(&w).direct, order == ORDER ? 3 : 0);
  }
}

/// A triangle, and what the call has read, come back through a buffer.
TEST(test_results) {
  World w = start(WORLD_PINNED, 0);
  make(&w, product(&w, 0, 1, 2, 0.5, ORDER));
  assert_int_equal(world_counts().direct, 3); // three up
  SmrGpuCall call = product(&w, 0, 2, 1, 0, ORDER);
  call.routine = world_routine('d', SMR_GPU_SYRK, 0);
  call.flag[0] = 'L', call.step[1] = ORDER;
  make(&w, call);
  assert_true(world_is_right(&w, 0, w.bytes));
  assert_int_equal(stop(&w).direct, 4);
}

//--- When the host may touch it ------------------------------------------------------------------------

/// An input that is changed before its copy has read it is wrong; whoever announces it waits for that.
TEST(test_early) {
  for (int announced = 0; announced < 2; announced++) {
    World w = start(WORLD_PINNED, 0);
    smr_rt_region_begin();
    make(&w, product(&w, 0, 1, 2, 0, ORDER));
    if (announced)
      smr_rt_host_writes(matrix(&w, 0), w.bytes / MATRICES);
    world_write(&w, 0, w.bytes / MATRICES);
    smr_rt_region_end();
    assert_int_equal(world_is_right(&w, 0, w.bytes), announced);
    stop(&w);
  }
}

/// A result that was forgotten on its way does not overwrite what the host writes there.
TEST(test_forgotten) {
  World w = start(WORLD_PINNED, 0);
  smr_rt_region_begin();
  make(&w, product(&w, 0, 1, 2, 0, ORDER));
  smr_rt_host_forgets(matrix(&w, 2), w.bytes / MATRICES);
  world_write(&w, 2 * (w.bytes / MATRICES), w.bytes / MATRICES);
  smr_rt_region_end();
  assert_true(world_is_right(&w, 0, w.bytes));
  assert_int_equal(stop(&w).direct, 3);
}

//--- A fault on the way ----------------------------------------------------------------------------------

typedef struct {
  int a, b, c;
  double beta; // -1: 0, and the host reads the result
} Step;

/// Sequences in which a copy down must not destroy what a call on record would read again.
static const struct {
  const char *what;
  long direct;
  Step steps[6];
} sequences[] = {
    {"a result", 3, {{0, 1, 2, 0}}},
    {"its own input", 3, {{0, 1, 2, 1}}},
    {"twice the same", 3, {{0, 1, 2, 0}, {1, 0, 2, 0}}},
    {"input of the call before", 3, {{0, 1, 2, 0}, {2, 1, 0, 0}}},
    {"then in place", 3, {{0, 1, 2, 0}, {0, 1, 2, 1}, {0, 1, 2, 1}}},
    {"in place, then new", 3, {{0, 1, 2, 1}, {0, 1, 2, 1}, {0, 1, 2, 0}}},
    {"in place, arrived, new", 4, {{0, 1, 2, 1}, {0, 2, 1, -1}, {0, 1, 2, 0}, {0, 1, 2, 1}, {0, 1, 2, 1}}},
    {"around", 3, {{0, 1, 2, 0}, {1, 2, 0, 0}, {2, 0, 1, 0}, {0, 1, 2, 0.5}, {1, 2, 0, 0}}},
};

static FakeCounts play(size_t which, int in_region, int reads, long fail_at) {
  World w = start(WORLD_PINNED, fail_at);
  if (in_region)
    smr_rt_region_begin();
  for (const Step *s = sequences[which].steps; s->a != s->b; s++) {
    make(&w, product(&w, s->a, s->b, s->c, s->beta > 0 ? s->beta : 0, ORDER));
    if (!in_region && !world_is_right(&w, 0, w.bytes))
      fail_msg("%s: wrong after a call, with a fault at call %ld", sequences[which].what, fail_at);
    if (reads || s->beta < 0) {
      smr_rt_host_reads(matrix(&w, s->c), w.bytes / MATRICES);
      assert_true(world_is_right(&w, (size_t)s->c * (w.bytes / MATRICES), w.bytes / MATRICES));
    }
  }
  if (in_region)
    smr_rt_region_end();
  if (!world_is_right(&w, 0, w.bytes))
    fail_msg("%s: wrong with a fault at call %ld", sequences[which].what, fail_at);
  return stop(&w);
}

static void fail_everywhere(void) {
  for (size_t which = 0; which < sizeof sequences / sizeof *sequences; which++)
    for (int how = 0; how < 3; how++) {
      FakeCounts counts = play(which, how > 0, how > 1, 0);
      if (how == 1 && !eager)
        assert_int_equal(counts.direct, sequences[which].direct);
      for (long n = 1; n <= counts.calls; n++)
        play(which, how > 0, how > 1, n);
    }
}

/// As soon as they are enqueued all copies have been made; or as late as they may.
TEST(test_faults) {
  for (eager = 1; eager >= 0; eager--)
    fail_everywhere();
  eager = 0;
}

/// A matrix that has arrived, but not in the array; then a call that writes a triangle of it anew.
static FakeCounts triangle_over_all(long fail_at) {
  World w = start(WORLD_PINNED, fail_at);
  SmrGpuCall triangle = product(&w, 0, 1, 1, 0, ORDER);
  triangle.routine = world_routine('d', SMR_GPU_SYRK, 0);
  triangle.flag[0] = 'L';
  smr_rt_region_begin();
  make(&w, product(&w, 0, 2, 1, 1, ORDER));
  make(&w, product(&w, 0, 0, 2, 0, ORDER));
  smr_rt_host_reads(matrix(&w, 2), w.bytes / MATRICES);
  make(&w, triangle);
  smr_rt_region_end();
  if (!world_is_right(&w, 0, w.bytes))
    fail_msg("wrong with a fault at call %ld", fail_at);
  return stop(&w);
}

TEST(test_triangle) {
  for (eager = 1; eager >= 0; eager--) {
    long calls = triangle_over_all(0).calls;
    for (long n = 1; n <= calls; n++)
      triangle_over_all(n);
  }
  eager = 0;
}
