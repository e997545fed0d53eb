//===- driver.c - both twins of every function, on one pool of whole numbers -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//   driver TRIALS LARGE [FUNCTION]
//
// Runs both twins of each function on the same pool and compares all of it. Numbers are small and whole, so
// that sums are exact in every order; where they have grown too large for that nothing is compared. Arrays
// lie apart, or one begins where another has its first or last elements. In every fifth trial some numbers
// are NaN. LARGE: sizes that pay. Prints what differs, and for each function how many calls the second twin
// made (libfired.so is preloaded).
//===----------------------------------------------------------------------===//
#include "habits.h"
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARRAYS = 5 };
static int slot, pool_size;
static uint64_t state;
static sigjmp_buf crashed;
long smr_fired(void) __attribute__((weak));

static int draw(int below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned)below);
}

static void on_signal(int number) {
  siglongjmp(crashed, number);
}

static double get(const void *pool, int is_float, int i) {
  return is_float ? (double)((const float *)pool)[i] : ((const double *)pool)[i];
}

static void set(void *pool, int is_float, int i, double value) {
  if (is_float)
    ((float *)pool)[i] = (float)value;
  else
    ((double *)pool)[i] = value;
}

static void fill(void *pool, int is_float, int trial) {
  static const double values[] = {1, -1, 2, -1, 3, 1, 0, 0, 0, -2};
  for (int i = 0; i < pool_size; i++)
    set(pool, is_float, i, values[draw(10)]);
  if (trial % 5 == 4)
    for (int k = 0; k < pool_size / 50; k++)
      set(pool, is_float, draw(pool_size), NAN);
}

static void choose(Call *c, int trial, int large) {
  static const long small[][3] = {{5, 7, 3}, {8, 8, 8}, {0, 3, 2}, {1, 1, 1}, {3, 0, 4},
                                  {4, 9, 5}, {9, 4, 6}, {7, 2, 0}, {2, 6, 9}, {6, 5, 1}};
  static const long enough[][3] = {{96, 120, 70}, {128, 128, 128}, {101, 99, 103}, {150, 64, 33}};
  static const double factors[] = {2, 1, -1, 3, 0, 1};
  const long *shape = large ? enough[trial % 4] : small[trial % 10];
  c->n = shape[0], c->m = shape[1], c->k = shape[2];
  long most = c->n > c->m ? c->n : c->m;
  most = c->k > most ? c->k : most;
  c->ld = most + (draw(3) ? draw(4) : 0);
  c->inc = draw(4) ? 1 : 2;
  c->q = draw(3);
  c->c = factors[draw(6)], c->d = factors[draw(6)];
}

/// Where arrays begin: apart, or one at an edge of another.
static void place(int *where, const Call *c, int is_apart, int trial) {
  for (int k = 0; k < ARRAYS; k++)
    where[k] = slot + k * slot;
  if (is_apart || trial % 3 == 0)
    return;
  long edges[] = {0,
                  1,
                  c->n - 1,
                  c->n,
                  c->m - 1,
                  c->m,
                  c->k,
                  c->ld,
                  c->n * c->ld,
                  (c->n - 1) * c->ld,
                  (c->n - 1) * (c->ld + 1),
                  (c->m - 1) * c->ld + c->n - 1,
                  (c->n - 1) * c->ld + c->m - 1};
  for (int count = 1 + draw(2); count > 0; count--) {
    int edge = (int)edges[draw(sizeof edges / sizeof *edges)];
    int first = draw(ARRAYS), second = draw(ARRAYS);
    where[second] = where[first] + (draw(2) ? edge : -edge) + (draw(3) ? 0 : draw(5) - 2);
    if (where[second] < slot / 2 || where[second] > pool_size - 3 * slot / 2)
      where[second] = where[first];
  }
}

static int run(Function *f, const Call *c) {
  int number = sigsetjmp(crashed, 1);
  if (number == 0) {
    alarm(60);
    f(c);
  }
  alarm(0);
  return number;
}

/// The first element that differs, -1: none; -2: numbers have grown so large that sums depend on their order,
/// and so do branches on them.
static int compare(const void *one, const void *other, int is_float) {
  double exact = is_float ? 1 << 24 : 0x1p53;
  for (int i = 0; i < pool_size; i++)
    if (fabs(get(one, is_float, i)) > exact)
      return -2;
  for (int i = 0; i < pool_size; i++) {
    double p = get(one, is_float, i), q = get(other, is_float, i);
    if (p != q && !(isnan(p) && isnan(q)))
      return i;
  }
  return -1;
}

static void say(int number, int trial, const Call *c, const int *where, const char *what) {
  printf("differs %d trial %d n %ld m %ld k %ld ld %ld inc %ld q %ld c %g d %g at %d %d %d %d %d: %s\n",
         number, trial, c->n, c->m, c->k, c->ld, c->inc, c->q, c->c, c->d, where[0], where[1], where[2],
         where[3], where[4], what);
  fflush(stdout);
}

static long compared, grown; // trials

static long one(int number, int trial, int large, char **pools) {
  const Pair *pair = &pairs[number];
  int where[ARRAYS], signals[2];
  long before = smr_fired ? smr_fired() : 0;
  Call c = {0};
  state = (uint64_t)number * 1000003u + (uint64_t)trial * 7919u + 17;
  choose(&c, trial, large);
  place(where, &c, pair->is_apart, trial);
  fill(pools[2], pair->is_float, trial);
  for (int twin = 0; twin < 2; twin++) {
    memcpy(pools[twin], pools[2], (size_t)pool_size * 8);
    void **arrays[ARRAYS] = {&c.a, &c.b, &c.x, &c.y, &c.z};
    for (int k = 0; k < ARRAYS; k++)
      *arrays[k] = pools[twin] + (size_t)where[k] * (pair->is_float ? 4 : 8);
    signals[twin] = run(twin ? pair->smr : pair->plain, &c);
  }
  char what[200] = "";
  int at = signals[0] || signals[1] ? -1 : compare(pools[0], pools[1], pair->is_float);
  compared += at != -2, grown += at == -2;
  if (signals[0] != signals[1])
    sprintf(what, "signal %d became %d", signals[0], signals[1]);
  else if (at >= 0)
    sprintf(what, "element %d (from the start of a: %d): %.17g became %.17g", at, at - where[0],
            get(pools[0], pair->is_float, at), get(pools[1], pair->is_float, at));
  if (*what)
    say(number, trial, &c, where, what);
  return smr_fired ? smr_fired() - before : 0;
}

int main(int argc, char **argv) {
  int trials = argc > 1 ? atoi(argv[1]) : 20, large = argc > 2 && atoi(argv[2]),
      only = argc > 3 ? atoi(argv[3]) : -1;
  static const int caught[] = {SIGSEGV, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGBUS};
  char *pools[3];
  slot = large ? 30000 : 600;
  pool_size = (ARRAYS + 2) * slot;
  for (int k = 0; k < 3; k++)
    pools[k] = malloc((size_t)pool_size * 8);
  for (size_t k = 0; k < sizeof caught / sizeof *caught; k++) {
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(caught[k], &action, NULL);
  }
  for (int f = 0; f < pair_count; f++) {
    long calls = 0;
    for (int t = 0; t < trials && (only < 0 || f == only); t++)
      calls += one(f, t, large, pools);
    if (calls)
      printf("called %d %ld\n", f, calls);
  }
  printf("compared %ld grown %ld\n", compared, grown);
  return 0;
}
