//===- driver.c - Runs both twins of every kernel of a file and compares them
//----------------------------------------------===//
//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------------------------------------------------------===//
//
// All arrays are eighths in [-1, 1], so that sums of a few products are exact in every order and a wrong term
// cannot hide in a tolerance. Sizes are 0, 1 and odd ones; where the language allows it, arrays overlap in
// random ways, too. A child process runs the kernels; one that ends it is told, and a new child goes on
// behind it. Prints one line for every kernel that differs and `ran KERNELS RUNS OVERLAPPING FAILURES` at the
// end.
//
//===----------------------------------------------------------------------------------------------------------------------===//

#include "driver.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern const struct kernel plain_table[], smr_table[];
extern const int plain_count;

enum { ARRAYS = 7, SLOT = 1024, MARGIN = 128, POOL = ARRAYS * SLOT, SUMS = 6 };

/// What the child has done: the parent's, too.
struct progress {
  int kernel, trial, failures;
  long runs, overlapping;
};

static struct progress *progress;
static double notes;
static uint64_t state;
static sigjmp_buf crashed;

void campaign_note(double value) {
  notes = notes * 0.5 + value;
}

void campaign_copy(void *to, const void *from, size_t size) {
  memcpy(to, from, size);
}

static unsigned draw(unsigned below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % below;
}

static void on_signal(int signal) {
  siglongjmp(crashed, signal);
}

static double element(const char *pool, int single, int i) {
  return single ? (double)((const float *)(const void *)pool)[i] : ((const double *)(const void *)pool)[i];
}

static void fill(char *pool, int single) {
  for (int i = 0; i < POOL; i++) {
    int eighths = (int)draw(16) - 8;
    double value = (eighths >= 0 ? eighths + 1 : eighths) / 8.0;
    if (single)
      ((float *)(void *)pool)[i] = (float)value;
    else
      ((double *)(void *)pool)[i] = value;
  }
}

/// Where the arrays are: each in its own slot, or two of them overlapping.
static void place(struct env *e, char *pool, int single, const int where[ARRAYS]) {
  void **arrays[ARRAYS] = {&e->a, &e->b, &e->c, &e->x, &e->y, &e->z, &e->s};
  for (int i = 0; i < ARRAYS; i++)
    *arrays[i] = pool + (size_t)where[i] * (single ? sizeof(float) : sizeof(double));
}

/// Runs one twin; a signal's number, or 0.
static int run(const struct kernel *kernel, struct env *e) {
  int signal = sigsetjmp(crashed, 1);
  if (signal == 0) {
    alarm(20);
    kernel->run(e);
  }
  alarm(0);
  return signal;
}

static int same(double p, double q, double limit) {
  return p == q || (isnan(p) && isnan(q)) || fabs(p - q) <= limit;
}

static int one(const struct kernel *plain, const struct kernel *smr, int trial, int verbose) {
  static char pools[3][POOL * sizeof(double)];
  static const long sizes[][3] = {{7, 5, 3}, {0, 0, 0}, {1, 1, 1}, {3, 9, 7}, {9, 1, 5},
                                  {5, 7, 0}, {0, 5, 3}, {9, 9, 9}, {2, 0, 9}, {4, 8, 2}};
  enum { SHAPES = sizeof sizes / sizeof *sizes };
  int single = plain->single;
  double sums[2][SUMS] = {{0}}, noted[2];
  struct env e = {.flag = trial % 7 != 3};
  int overlap = plain->overlap && trial >= SHAPES;
  const long *shape = sizes[trial < SHAPES ? (unsigned)trial : draw(SHAPES)];
  e.m = shape[0], e.n = shape[1], e.k = shape[2];
  if (plain->negative && trial == 5)
    e.m = -1;
  if (plain->negative && trial == 6)
    e.n = -2;
  e.ld = 9 + draw(5);
  static const double factors[] = {0.5, 1, 0, -1, 0.25, 2};
  e.alpha = factors[draw(6)], e.beta = factors[draw(6)];
  int where[ARRAYS];
  for (int i = 0; i < ARRAYS; i++)
    where[i] = i * SLOT + MARGIN;
  progress->overlapping += overlap;
  if (overlap) {
    int first = (int)draw(ARRAYS), second = (int)draw(ARRAYS);
    long by = draw(3) ? (long)draw(9) - 4 : (long)draw(13) * e.n;
    where[second] = where[first] + (int)by;
    if (draw(3) == 0)
      where[draw(ARRAYS)] = where[draw(ARRAYS)] + (int)draw(4);
  }
  fill(pools[2], single);
  int signals[2];
  for (int twin = 0; twin < 2; twin++) {
    memcpy(pools[twin], pools[2], sizeof pools[2]);
    struct env mine = e;
    place(&mine, pools[twin], single, where);
    mine.sums = sums[twin];
    notes = 0;
    signals[twin] = run(twin ? smr : plain, &mine);
    noted[twin] = notes;
  }
  char what[160] = "";
  double largest = 1;
  for (int i = 0; i < POOL; i++) {
    double p = element(pools[0], single, i);
    if (isfinite(p) && fabs(p) > largest)
      largest = fabs(p);
  }
  // Of what has grown out of all proportion a sum may overflow in one order and not in another, and rounding
  // errors grow with it.
  if (largest > (single ? 1e18 : 1e150))
    return 0;
  double limit = largest * (single ? 2e-5 : 1e-12) * (largest > 1e6 ? 100 : 1);
  if (signals[0] != signals[1])
    snprintf(what, sizeof what, "signal %d became %d", signals[0], signals[1]);
  for (int i = 0; i < POOL && !*what; i++) {
    double p = element(pools[0], single, i), q = element(pools[1], single, i),
           was = element(pools[2], single, i);
    int untouched = p == was;
    if (!same(p, q, untouched && largest < 1e6 ? 0 : limit) &&
        !(untouched && fabs(p - q) <= limit && fabs(q) > 0)) {
      int array = i / SLOT;
      snprintf(what, sizeof what, "%c[%d]: %.17g became %.17g", "abcxyzs"[array], i - array * SLOT - MARGIN,
               p, q);
    }
  }
  for (int i = 0; i < SUMS && !*what; i++)
    if (!same(sums[0][i], sums[1][i], limit * 100 + fabs(sums[0][i]) * (single ? 1e-4 : 1e-9)))
      snprintf(what, sizeof what, "sums[%d]: %.17g became %.17g", i, sums[0][i], sums[1][i]);
  if (!*what && !same(noted[0], noted[1], limit))
    snprintf(what, sizeof what, "notes: %.17g became %.17g", noted[0], noted[1]);
  if (!*what)
    return 0;
  printf("kernel %d trial %d m=%ld n=%ld k=%ld ld=%ld alpha=%g beta=%g flag=%ld%s: %s\n", plain->number,
         trial, e.m, e.n, e.k, e.ld, e.alpha, e.beta, e.flag, overlap ? " overlapping" : "", what);
  if (verbose && overlap)
    for (int i = 0; i < ARRAYS; i++)
      printf("  %c at %d\n", "abcxyzs"[i], where[i]);
  fflush(stdout);
  return 1;
}

/// All kernels from one on, in a process of their own.
static void run_all(int trials, int verbose) {
  static const int caught[] = {SIGSEGV, SIGFPE, SIGALRM, SIGILL, SIGBUS, SIGABRT};
  for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
    signal(caught[i], on_signal);
  for (; progress->kernel < plain_count; progress->kernel++) {
    int i = progress->kernel, failed = 0;
    state = (uint64_t)plain_table[i].number * 7919 + 12345;
    for (progress->trial = 0; progress->trial < trials && !failed; progress->trial++, progress->runs++)
      failed = one(&plain_table[i], &smr_table[i], progress->trial, verbose);
    progress->failures += failed;
  }
}

/// Whether the child came to its end; else the kernel that it was at has failed.
static int ended(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && progress->kernel == plain_count)
    return 1;
  printf("kernel %d trial %d: the process ends with %d\n", plain_table[progress->kernel].number,
         progress->trial, WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
  progress->failures++, progress->kernel++;
  return progress->kernel == plain_count;
}

int main(int argc, char **argv) {
  int trials = argc > 1 ? atoi(argv[1]) : 24, verbose = argc > 2;
  progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (progress == MAP_FAILED)
    return 2;
  for (int done = 0; !done;) {
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
      return 2;
    if (child == 0) {
      run_all(trials, verbose);
      exit(0);
    }
    done = ended(child);
  }
  printf("ran %d %ld %ld %d\n", plain_count, progress->runs, progress->overlapping, progress->failures);
  return progress->failures != 0;
}
