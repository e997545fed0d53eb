//===- driver.c - both twins of every function on the same numbers -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
//
// Runs both twins of every function on the same pool of numbers and compares all of it. Numbers are small
// integers and powers of two, so that most results are exact in every order; what has grown is compared with
// a tolerance. Now and then some of the numbers are NaN: what is read that is not read by the code shows.
#include "driver.h"
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARRAYS = 5, SLOT = 1536, MARGIN = 512, POOL = ARRAYS * SLOT + 2 * MARGIN };
static uint64_t state;
static sigjmp_buf crashed;

static unsigned draw(unsigned below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % below;
}

static void on_signal(int signal) {
  siglongjmp(crashed, signal);
}

static double get(const void *pool, int kind, int i) {
  return kind == 0   ? ((const double *)pool)[i]
         : kind == 1 ? ((const float *)pool)[i]
                     : ((const int *)pool)[i];
}

static void set(void *pool, int kind, int i, double value) {
  if (kind == 0)
    ((double *)pool)[i] = value;
  else if (kind == 1)
    ((float *)pool)[i] = (float)value;
  else
    ((int *)pool)[i] = (int)value;
}

static void fill(void *pool, int kind, int trial) {
  static const double values[] = {1, -1, 2, -2, 0.5, 1, 4, -0.5, 0, 1};
  static const double whole[] = {1, -1, 2, -2, 3, 1, 0, -1, 1, 2};
  for (int i = 0; i < POOL; i++)
    set(pool, kind, i, kind == 2 ? whole[draw(10)] : trial % 3 == 2 ? values[draw(10)] : values[draw(8)]);
  if (kind != 2 && trial % 4 == 3)
    for (int k = 0; k < POOL / 40; k++)
      set(pool, kind, (int)draw(POOL), NAN);
}

static void choose(struct env *e, int trial) {
  static const long sizes[][3] = {{5, 7, 3}, {0, 3, 2}, {1, 1, 1}, {3, 0, 4},
                                  {8, 8, 8}, {4, 2, 0}, {7, 7, 9}, {2, 9, 5}};
  static const double factors[] = {2, 1, 0.5, -1, 0, 1};
  const long *shape = sizes[trial % 8];
  e->n = shape[0], e->m = shape[1], e->p = shape[2];
  long most = e->n > e->m ? e->n : e->m;
  e->ld = draw(5) ? most + draw(3) : (long)draw(9);
  e->q = draw(3) ? 0 : (long)draw(4) - (trial % 5 == 0);
  e->c = factors[draw(6)], e->d = factors[draw(6)];
}

static void place(struct env *e, char *pool, int kind, const int *where) {
  size_t bytes = kind == 0 ? 8 : 4;
  void **arrays[ARRAYS] = {&e->a, &e->b, &e->x, &e->y, &e->z};
  for (int k = 0; k < ARRAYS; k++)
    *arrays[k] = pool + bytes * (size_t)where[k];
}

static int run(Function *f, struct env *e) {
  int signal = sigsetjmp(crashed, 1);
  if (signal == 0) {
    alarm(10);
    f(e);
  }
  alarm(0);
  return signal;
}

static int differ(const void *one, const void *other, int kind, char *what) {
  double largest = 1;
  for (int i = 0; i < POOL; i++) {
    double p = get(one, kind, i);
    if (isfinite(p) && fabs(p) > largest)
      largest = fabs(p);
  }
  double exact = kind == 0   ? 1e12
                 : kind == 1 ? 1e4
                             : 1e300,
         limit = largest > exact ? largest * (kind ? 1e-3 : 1e-9) : 0;
  if (largest > (kind == 1 ? 1e15 : 1e100))
    return 0;
  int wrong = -1, rounded = kind != 2 && limit == 0;
  for (int i = 0; i < POOL && wrong < 0; i++) {
    double p = get(one, kind, i), q = get(other, kind, i);
    // Quotients of what is no power of two are rounded.
    if (p == q || (isnan(p) && isnan(q)) || fabs(p - q) <= limit ||
        (rounded && fabs(p - q) <= largest * (kind ? 1e-4 : 1e-12)))
      continue;
    wrong = i;
  }
  if (wrong >= 0)
    sprintf(what, "element %d (array %d at %d): %.17g became %.17g, largest %g", wrong,
            (wrong - MARGIN) / SLOT, (wrong - MARGIN) % SLOT, get(one, kind, wrong), get(other, kind, wrong),
            largest);
  return wrong >= 0;
}

static int one(int number, int trial) {
  static char pools[3][POOL * 8];
  const Pair *pair = &pairs[number];
  struct env e;
  state = (uint64_t)number * 1000003u + (uint64_t)trial * 7919u + 17;
  choose(&e, trial);
  int where[ARRAYS];
  for (int k = 0; k < ARRAYS; k++)
    where[k] = MARGIN + k * SLOT + SLOT / 3;
  if (!pair->apart && trial % 2) {
    int first = (int)draw(ARRAYS), second = (int)draw(ARRAYS);
    where[second] = where[first] + (draw(3) ? (int)draw(9) - 4 : (int)(draw(13) * (e.n + 1)));
    if (draw(2))
      where[draw(ARRAYS)] = where[draw(ARRAYS)] + (int)draw(4);
  }
  fill(pools[2], pair->kind, trial);
  int signals[2];
  for (int twin = 0; twin < 2; twin++) {
    memcpy(pools[twin], pools[2], sizeof pools[2]);
    struct env mine = e;
    place(&mine, pools[twin], pair->kind, where);
    signals[twin] = run(twin ? pair->smr : pair->plain, &mine);
  }
  char what[200] = "";
  if (signals[0] != signals[1])
    sprintf(what, "signal %d became %d", signals[0], signals[1]);
  else if (!signals[0])
    differ(pools[0], pools[1], pair->kind, what);
  if (*what)
    printf("function %d trial %d n %ld m %ld p %ld ld %ld q %ld c %g d %g at %d %d %d %d %d: %s\n", number,
           trial, e.n, e.m, e.p, e.ld, e.q, e.c, e.d, where[0], where[1], where[2], where[3], where[4], what);
  return *what != 0;
}

int main(int argc, char **argv) {
  int trials = argc > 1 ? atoi(argv[1]) : 24, only = argc > 2 ? atoi(argv[2]) : -1, failed = 0;
  static const int caught[] = {SIGSEGV, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGBUS};
  for (int k = 0; k < 6; k++)
    signal(caught[k], on_signal);
  for (int k = 0; k < pair_count; k++)
    for (int trial = 0; trial < trials && (only < 0 || only == k); trial++)
      if (one(k, trial)) {
        failed++;
        break;
      }
  printf("ran %d failed %d\n", pair_count, failed);
  return 0;
}
