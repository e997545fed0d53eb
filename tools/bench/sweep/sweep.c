// sweep.c - two versions of every kernel against each other, over sizes
//
// Both are in this program. They run in turn, in rounds of some microseconds, and the fastest round of each
// counts: whatever else the machine does, the two had the same chances. Prints a line for each case: kernel,
// letter of the type, sizes, increments, nanoseconds of the first and of the second version, first / second.
#define _GNU_SOURCE
#include "table.h" // KERNELS(X): X(nest, group) for each of the table
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void Double(double *, double *, double *, int, int, int, int, int, double);
typedef void Single(float *, float *, float *, int, int, int, int, int, float);
#define DECLARE(f, group)                                                                                    \
  Double first_d_##f, second_d_##f;                                                                          \
  Single first_s_##f, second_s_##f;
KERNELS(DECLARE)

typedef struct {
  const char *name;
  char group;
  Double *d[2];
  Single *s[2];
} Kernel;
static const Kernel kernels[] = {
#define ENTRY(f, group) {#f, *#group, {first_d_##f, second_d_##f}, {first_s_##f, second_s_##f}},
    KERNELS(ENTRY)};

enum { ELEMENTS = 1 << 22 };
#ifdef SPECIAL
enum { FACTOR = 0 };
#else
enum { FACTOR = -1 };
#endif
static double *arrays[3];
static double round_ns = 15e3;
static int rounds = 60, from = 1, to, every = 1; // every: so many sizes are passed by
static double most_ns = 4e8;                     // of one case: fewer rounds, but three at least

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

typedef struct {
  int m, n, k, ix, iy;
} Case;

static bool vectors(const Kernel *k) {
  return strchr("VSN", k->group);
}

/// As many elements as the kernel may touch at these sizes.
static void fill(const Kernel *k, bool single, const Case *c) {
  int longest = c->m > c->n ? c->m : c->n, inner = c->k > longest ? c->k : longest;
  int most = inner * (vectors(k) ? (c->ix > c->iy ? c->ix : c->iy) : longest) + 16;
  for (int a = 0; a < 3; a++)
    for (int i = 0; i < most; i++)
      if (single)
        ((float *)arrays[a])[i] = 1 + i % 7 * 1e-3f;
      else
        arrays[a][i] = 1 + i % 7 * 1e-3;
  int row = (k->group == 'T' ? c->n : c->m) + 1; // a triangle that leaves what is multiplied by it
  for (int i = 0; strchr("TU", k->group) && i < most; i++)
    if (single)
      ((float *)arrays[0])[i] = i % row == 0;
    else
      arrays[0][i] = i % row == 0;
#ifdef SPECIAL
  single ? (void)(((float *)arrays[1])[0] = NAN) : (void)(arrays[1][0] = NAN);
#endif
}

/// Not inlined: both versions are called from the same place.
__attribute__((noinline)) static double run(const Kernel *k, bool single, int version, const Case *c,
                                            int repeats) {
  double start = now();
  for (int r = 0; r < repeats; r++)
    if (single)
      k->s[version]((float *)arrays[0], (float *)arrays[1], (float *)arrays[2], c->m, c->n, c->k, c->ix,
                    c->iy, FACTOR);
    else
      k->d[version](arrays[0], arrays[1], arrays[2], c->m, c->n, c->k, c->ix, c->iy, FACTOR);
  return (now() - start) / repeats;
}

static void measure(const Kernel *k, bool single, const Case *c) {
  double best[2] = {INFINITY, INFINITY};
  int repeats = 1;
  fill(k, single, c);
  while (repeats < 100000 && run(k, single, 0, c, repeats) * repeats < round_ns)
    repeats *= 2;
  double end = now() + most_ns;
  for (int r = 0; r < rounds && (r < 3 || now() < end); r++)
    for (int v = 0; v < 2; v++) {
      double time = run(k, single, v ^ (r & 1), c, repeats);
      double *least = &best[v ^ (r & 1)];
      *least = time < *least ? time : *least;
    }
  printf("%s %c %d %d %d %d %d %.2f %.2f %.3f\n", k->name, single ? 's' : 'd', c->m, c->n, c->k, c->ix, c->iy,
         best[0], best[1], best[0] / best[1]);
  fflush(stdout);
}

static const int sizes[] = {1,    2,    3,    4,    5,    6,     7,     8,     9,      10,     11,
                            12,   13,   14,   15,   16,   19,    24,    29,    32,     40,     48,
                            57,   64,   80,   100,  128,  161,   200,   256,   333,    512,    700,
                            1000, 1400, 2048, 3000, 4096, 10000, 20000, 50000, 100000, 200000, 500000};

static void along(const Kernel *k, bool single, int most, int step) {
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes && sizes[i] <= most; i += every > 1 ? every
                                                                                  : i < 16 || step == 1
                                                                                      ? 1
                                                                                      : step) {
    int n = sizes[i];
    if (n < from)
      continue;
    static const int thin[] = {1, 3, 4, 40};
    measure(k, single, &(Case){n, n, n, k->group == 'S' ? 7 : 1, k->group == 'S' ? 3 : 1});
    for (int t = 0; strchr("MLPKU", k->group) && t < 4; t++) {
      int w = thin[t];
      if (i > 4 && i < 16 && i % 4)
        continue;
      if (k->group != 'K')
        measure(k, single, &(Case){w, n, n, 1, 1}), measure(k, single, &(Case){n, w, n, 1, 1});
      if (!strchr("MLU", k->group))
        measure(k, single, &(Case){n, n, w, 1, 1});
    }
  }
}

static bool wanted(const char *name, char **only, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(only[i], name) == 0)
      return true;
  return !count;
}

int main(int argc, char **argv) {
  int first = 1;
  while (first < argc &&
         (sscanf(argv[first], "--rounds=%d", &rounds) == 1 || sscanf(argv[first], "--from=%d", &from) == 1 ||
          sscanf(argv[first], "--to=%d", &to) == 1 || sscanf(argv[first], "--every=%d", &every) == 1 ||
          sscanf(argv[first], "--most-ns=%lf", &most_ns) == 1))
    first++;
  for (int a = 0; a < 3; a++)
    arrays[a] = aligned_alloc(64, ELEMENTS * sizeof(double));
  for (unsigned i = 0; i < sizeof kernels / sizeof *kernels; i++)
    for (int single = strchr("NL", kernels[i].group) ? 1 : 0;
         single < 2 && wanted(kernels[i].name, argv + first, argc - first); single++) {
      const Kernel *k = &kernels[i];
      int most = vectors(k) ? 4096 : strchr("MLQT", k->group) ? 700 : 161;
      along(k, single, to ? to : most, k->group == 'P' ? 2 : 1);
    }
  return 0;
}
