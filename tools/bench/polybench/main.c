// main.c - all sides of every kernel in turn, on the same data
//
//   main [--rounds=N] [--seconds=S] [KERNEL…]
// Rounds are made until there were N and S seconds have passed. A line for each kernel: its name, least
// seconds of plain, smr, native, wide and hand ("-": there is no such side), how far the results of the
// last four are from plain's, and how many calls smr makes ("-": libfired.so is not preloaded; where it is,
// smr alone runs).
#define _GNU_SOURCE
#include "polybench.h"
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAIN, SMR, NATIVE, WIDE, HAND, SIDES, ARRAYS = 9 };
// clang-format off
#define DECLARE(f)                                                                                           \
  Kernel plain_##f, smr_##f, native_##f, wide_##f;                                                           \
  __attribute__((weak)) Kernel hand_##f;
KERNELS(DECLARE)
// clang-format on

/// What an array holds before the kernel runs.
typedef enum {
  NONE,
  ANY,      // random, nothing symmetric
  HEAVY,    // a square with a heavy diagonal, for factorisations
  SLIGHT,   // small numbers
  ZERO,     // what the kernel sets
  INTEGERS, // random
  BASES,    // char, 0 to 3
  COUNTS    // int, 0
} Content;

typedef struct {
  size_t count;
  Content content;
  bool result; // what the kernel is for: code by hand may leave other arrays alone
} Array;

typedef struct {
  const char *name;
  Array arrays[ARRAYS];
  double alpha;
} Shape;

static const Shape shapes[] = {
    {"gemm", {{NI * NJ, ANY, true}, {NI * NK, ANY}, {NK * NJ, ANY}}, 1.5},
    {"gemver",
     {{W * W, ANY, true},
      {W, ANY},
      {W, ANY},
      {W, ANY},
      {W, ANY},
      {W, ANY, true},
      {W, ANY, true},
      {W, ANY},
      {W, ANY}},
     1.5},
    {"gesummv", {{W * W, ANY}, {W * W, ANY}, {W, ZERO}, {W, ANY}, {W, ANY, true}}, 1.5},
    {"symm", {{NI * NJ, ANY, true}, {NI * NI, ANY}, {NI * NJ, ANY}}, 1.5},
    {"syr2k", {{NI * NI, ANY, true}, {NI * NM, ANY}, {NI * NM, ANY}}, 1.5},
    {"syrk", {{NI * NI, ANY, true}, {NI * NM, ANY}}, 1.5},
    {"trmm", {{NI * NI, ANY}, {NI * NJ, ANY, true}}, 1.5},
    {"k2mm", {{NI * NJ, ZERO}, {NI * NK, ANY}, {NK * NJ, ANY}, {NJ * NL, ANY}, {NI * NL, ANY, true}}, 1.5},
    {"k3mm",
     {{NI * NJ, ZERO},
      {NI * NK, ANY},
      {NK * NJ, ANY},
      {NJ * NL, ZERO},
      {NJ * NM, ANY},
      {NM * NL, ANY},
      {NI * NL, ZERO, true}},
     0},
    {"atax", {{H * W, ANY}, {W, ANY}, {W, ZERO, true}, {H, ZERO}}, 0},
    {"bicg", {{H * W, ANY}, {W, ZERO, true}, {H, ZERO, true}, {W, ANY}, {H, ANY}}, 0},
    {"doitgen", {{NR * NQ * NP, ANY, true}, {NP * NP, ANY}, {NP, ZERO}}, 0},
    {"mvt", {{W, ANY, true}, {W, ANY, true}, {W, ANY}, {W, ANY}, {W * W, ANY}}, 0},
    {"cholesky", {{N * N, HEAVY, true}}, 0},
    {"durbin", {{W, SLIGHT}, {W, ZERO, true}, {W, ZERO}}, 0},
    {"gramschmidt", {{N * NM, HEAVY}, {NM * NM, ZERO, true}, {N * NM, ZERO, true}}, 0},
    {"lu", {{N * N, HEAVY, true}}, 0},
    {"ludcmp", {{N * N, HEAVY}, {N, ANY}, {N, ZERO, true}, {N, ZERO}}, 0},
    {"trisolv", {{W * W, HEAVY}, {W, ZERO, true}, {W, ANY}}, 0},
    {"correlation", {{NI * NM, ANY}, {NM * NM, ZERO, true}, {NM, ZERO}, {NM, ZERO}}, NI},
    {"covariance", {{NI * NM, ANY}, {NM * NM, ZERO, true}, {NM, ZERO}}, NI},
    {"adi", {{G * G, ANY, true}, {G * G, ZERO}, {G * G, ZERO}, {G * G, ZERO}}, 0},
    {"deriche", {{NI * NJ, ANY}, {NI * NJ, ZERO, true}, {NI * NJ, ZERO}, {NI * NJ, ZERO}}, 0},
    {"fdtd_2d", {{NI * NJ, ANY, true}, {NI * NJ, ANY, true}, {NI * NJ, ANY, true}, {STEPS, ANY}}, 0},
    {"floyd_warshall", {{G * G, INTEGERS, true}}, 0},
    {"heat_3d", {{G3 * G3 * G3, ANY, true}, {G3 * G3 * G3, ANY, true}}, 0},
    {"jacobi_1d", {{LINE, ANY, true}, {LINE, ANY, true}}, 0},
    {"jacobi_2d", {{G * G, ANY, true}, {G * G, ANY, true}}, 0},
    {"nussinov", {{G, BASES}, {G * G, COUNTS, true}}, 0},
    {"seidel_2d", {{G * G, ANY, true}}, 0},
};

typedef struct {
  const char *name;
  Kernel *sides[SIDES];
} Entry;
static const Entry entries[] = {
#define ENTRY(f) {#f, {plain_##f, smr_##f, native_##f, wide_##f, hand_##f}},
    KERNELS(ENTRY)};

int polybench_size(int n);
int polybench_size(int n) {
  return n;
}

static uint64_t seed = 88172645463325252u;

static double random_unit(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (double)(seed >> 11) / 9007199254740992.0;
}

static size_t bytes_of(const Array *a) {
  return a->count * (a->content == BASES ? 1 : a->content >= INTEGERS ? sizeof(int) : sizeof(double));
}

static void fill(const Array *a, void *to) {
  double *numbers = to;
  memset(to, 0, bytes_of(a));
  for (size_t i = 0; i < a->count; i++)
    if (a->content == BASES)
      ((char *)to)[i] = (char)(4 * random_unit());
    else if (a->content == INTEGERS)
      ((int *)to)[i] = 1 + (int)(1000 * random_unit());
    else if (a->content < ZERO)
      numbers[i] = (0.1 + random_unit()) / (a->content == SLIGHT ? 4.0 * (double)a->count : 1);
  size_t side = (size_t)sqrt((double)a->count);
  for (size_t i = 0; a->content == HEAVY && i < side && i * side + i < a->count; i++)
    numbers[i * (a->count / side) + i] += (double)side;
}

/// The largest difference, relative to the numbers; what is below a hundredth of the largest counts as that.
static double apart(const Array *a, const void *first, const void *second) {
  if (a->content >= INTEGERS)
    return memcmp(first, second, bytes_of(a)) ? INFINITY : 0;
  const double *x = first, *y = second;
  double floor = 0, worst = 0;
  for (size_t i = 0; i < a->count; i++)
    floor = fabs(x[i]) > floor ? fabs(x[i]) : floor;
  for (size_t i = 0; i < a->count; i++) {
    double scale = fabs(x[i]) > floor / 100 ? fabs(x[i]) : floor / 100;
    double off = x[i] == y[i] ? 0 : fabs(x[i] - y[i]) / scale;
    worst = !(off <= worst) ? (isnan(off) ? INFINITY : off) : worst;
  }
  return worst;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
  void *fresh[ARRAYS], *work[ARRAYS], *plain[ARRAYS];
} Memory;

static void *allocate(const Array *a) {
  void *memory;
  if (posix_memalign(&memory, 64, bytes_of(a)))
    abort();
  return memory;
}

static long (*fired)(void); // how many calls there have been
static long count_fired(void) {
  return fired ? fired() : 0;
}

static double run(const Shape *shape, Kernel *kernel, Memory *m) {
  for (int k = 0; k < ARRAYS && shape->arrays[k].content; k++)
    memcpy(m->work[k], m->fresh[k], bytes_of(&shape->arrays[k]));
  double start = now();
  kernel(m->work, shape->alpha, 1.25);
  return now() - start;
}

static int rounds = 5;
static double seconds = 0.5;

static void measure(const Shape *shape, const Entry *entry) {
  Memory memory, *m = &memory;
  double best[SIDES], worst[SIDES] = {0};
  long calls[SIDES] = {0};
  for (int k = 0; k < ARRAYS && shape->arrays[k].content; k++) {
    const Array *a = &shape->arrays[k];
    m->fresh[k] = allocate(a), m->work[k] = allocate(a), m->plain[k] = allocate(a);
    fill(a, m->fresh[k]);
  }
  for (int side = 0; side < SIDES; side++)
    best[side] = INFINITY;
  double end = now() + seconds;
  for (int r = 0; r < rounds || now() < end; r++)
    for (int side = 0; side < SIDES; side++) {
      if (!entry->sides[side] || (fired && side != SMR))
        continue;
      long before = count_fired();
      double time = run(shape, entry->sides[side], m);
      calls[side] = count_fired() - before;
      best[side] = time < best[side] ? time : best[side];
      for (int k = 0; r == 0 && !fired && k < ARRAYS && shape->arrays[k].content; k++) {
        const Array *a = &shape->arrays[k];
        double off = 0;
        if (side == PLAIN)
          memcpy(m->plain[k], m->work[k], bytes_of(a));
        else if (a->result || side != HAND)
          off = apart(a, m->plain[k], m->work[k]);
        worst[side] = off > worst[side] ? off : worst[side];
      }
    }
  printf("%s", entry->name);
  for (int side = 0; side < SIDES; side++)
    entry->sides[side] ? printf(" %.6f", best[side]) : printf(" -");
  for (int side = SMR; side < SIDES; side++)
    entry->sides[side] ? printf(" %.1e", worst[side]) : printf(" -");
  fired ? printf(" %ld\n", calls[SMR]) : printf(" -\n");
  fflush(stdout);
  for (int k = 0; k < ARRAYS && shape->arrays[k].content; k++)
    free(m->fresh[k]), free(m->work[k]), free(m->plain[k]);
}

static bool wanted(const char *name, char **only, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(only[i], name) == 0)
      return true;
  return !count;
}

int main(int argc, char **argv) {
  int first = 1;
  while (first < argc && (sscanf(argv[first], "--rounds=%d", &rounds) == 1 ||
                          sscanf(argv[first], "--seconds=%lf", &seconds) == 1))
    first++;
  *(void **)&fired = dlsym(RTLD_DEFAULT, "smr_fired");
  for (unsigned i = 0; i < sizeof entries / sizeof *entries; i++)
    for (unsigned s = 0; s < sizeof shapes / sizeof *shapes; s++)
      if (strcmp(shapes[s].name, entries[i].name) == 0 && wanted(entries[i].name, argv + first, argc - first))
        measure(&shapes[s], &entries[i]);
  return 0;
}
