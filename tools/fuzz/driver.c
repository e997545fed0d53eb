//===- driver.c - both twins of every function, on one pool of whole numbers -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//   driver TRIALS LARGE [FUNCTION]
//
// Runs both twins of each function on the same pool and compares all of it. Numbers are small and whole, so
// that sums are exact in every order; if they have grown too large for that nothing is compared. Arrays are
// disjoint, or one begins where another has its first or last elements. In every fifth trial some numbers
// are NaN. LARGE: sizes that pay. Prints what differs, and for each function how many calls the second twin
// made (libfired.so is preloaded).
//
// Functions that are slack may divide, have rows shorter than the sizes, offsets and sizes below 0, and
// arrays that overlap anywhere. Their numbers are powers of two, so that most results are exact; what has
// grown, and quotients, are compared with a tolerance.
//
// Sizes may be in the pool, too, where a function writes them as floating-point numbers. The integer n is the
// number n*2^-1074 there (2^-149 in a float), so some arrays have whole multiples of that: their sums are
// exact, and what a function writes is a size again. A trial in which anything was rounded is not compared,
// nor one that crashes without SMR, nor one in which a NaN was a size.
//===----------------------------------------------------------------------===//
#include "driver.h"
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

enum { ARRAYS = 5 };
static const size_t guard_zone = (size_t)1 << 40; // on both sides of each pool: loops without end stop there
static int slot, pool_size;
static size_t pool_bytes; // of a pool's pages: the bytes after its elements are the same for both twins, too
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

static double get(const void *pool, int kind, int i) {
  return kind == 0   ? ((const double *)pool)[i]
         : kind == 1 ? (double)((const float *)pool)[i]
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

static bool is_slack(const Pair *pair) {
  return pair->mode == SLACK || pair->mode == SLACK_BELOW_0;
}

static void fill(void *pool, const Pair *pair, int trial) {
  static const double whole[] = {1, -1, 2, -1, 3, 1, 0, 0, 0, -2};
  static const double powers[] = {1, -1, 2, -2, 0.5, 1, 4, -0.5, 0, 1};
  const double *values = is_slack(pair) && pair->kind != 2 ? powers : whole;
  for (int i = 0; i < pool_size; i++)
    set(pool, pair->kind, i,
        pair->mode == DIGITS ? (draw(1 << 30) + draw(1 << 30) * 0x1p-30) * 0x1p-29 - 1
                             : values[draw(is_slack(pair) && trial % 3 ? 8 : 10)]);
  if (pair->kind != 2 && pair->mode != DIGITS && trial % 5 == 4)
    for (int k = 0; k < pool_size / 50; k++)
      set(pool, pair->kind, draw(pool_size), NAN);
}

/// Rows that are too short, an offset or a size below 0, factors that are no whole numbers.
static void slacken(Call *c, const Pair *pair, int trial) {
  if (draw(5) == 0)
    c->ld = draw(9);
  c->q = draw(3) ? 0 : draw(4) - (trial % 5 == 0);
  c->c = draw(4) ? c->c : 0.5;
  if (trial % 11 == 6 && pair->mode == SLACK_BELOW_0)
    *(draw(2) ? &c->n : &c->m) = -1 - draw(2);
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
  c->extent = slot / 2;
}

/// Where arrays begin: each in a slot of its own, or one at an edge of another.
static void place(int *where, const Call *c, const Pair *pair, int trial) {
  int loose = pair->loose;
  for (int k = 0; k < ARRAYS; k++)
    where[k] = slot + k * slot;
  if (!loose || trial % 3 == 0)
    return;
  if (is_slack(pair) && trial % 3 == 1) { // anywhere
    int first = draw(ARRAYS), second = draw(ARRAYS);
    where[second] = where[first] + (draw(3) ? draw(9) - 4 : draw(13) * ((int)c->n + 1));
    if (draw(2))
      where[draw(ARRAYS)] = where[draw(ARRAYS)] + draw(4);
    return;
  }
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
    if (!(loose >> first & loose >> second & 1))
      continue;
    where[second] = where[first] + (draw(2) ? edge : -edge) + (draw(3) ? 0 : draw(5) - 2);
    if (where[second] < slot / 2 || where[second] > pool_size - 3 * slot / 2)
      where[second] = where[first];
  }
}

static size_t bytes_of(const Pair *pair) {
  return pair->kind ? 4 : 8;
}

/// Puts the sizes into an array, and tiny numbers into some arrays. Returns where the sizes are.
static int place_sizes(char *pool, const Pair *pair, const Call *c, const int *where) {
  size_t bytes = bytes_of(pair);
  for (int k = 0; k < ARRAYS; k++)
    for (int i = where[k]; draw(2) == 0 && i < where[k] + slot / 2; i++) {
      double value = get(pool, pair->kind, i);
      set(pool, pair->kind, i, fabs(value) < 1 ? value : value * (pair->kind ? 0x1p-149 : 0x1p-1074));
    }
  long most = c->n > c->m ? c->n : c->m;
  int at = where[draw(ARRAYS)] + draw((int)(draw(2) ? most + 2 : most * c->ld + 2)) - 1;
  const long sizes[] = {c->n, c->m, c->k};
  for (size_t k = 0; k < 3; k++) // little endian
    memcpy(pool + (size_t)(at & ~1) * bytes + k * (size_t)pair->size_bytes, &sizes[k],
           (size_t)pair->size_bytes);
  return at & ~1;
}

/// Is one of the elements that hold sizes NaN? Which bits a NaN has beyond being one depends on the order of
/// operands.
static bool is_size_nan(const void *pool, int kind, int at) {
  bool found = false;
  for (int k = 0; k < 6; k++)
    found |= isnan(get(pool, kind, at + k));
  return found;
}

/// The signal that ends it, 0: none. is_brief: it may run without end, and is not waited for.
static int run(Function *f, const Call *c, int is_brief) {
  struct itimerval brief = {.it_value.tv_usec = is_brief ? 200000 : 0}, never = {0};
  int number = sigsetjmp(crashed, 1);
  if (number == 0) {
    alarm(60);
    setitimer(ITIMER_VIRTUAL, &brief, NULL);
    f(c);
  }
  alarm(0);
  setitimer(ITIMER_VIRTUAL, &never, NULL);
  return number;
}

/// The first element that differs, -1: none; -2: numbers have grown so large that sums depend on their order,
/// and so do branches on them.
static int compare(const void *one, const void *other, const Pair *pair) {
  int kind = pair->kind;
  double exact = kind == 1 ? 1 << 24 : 0x1p53, largest = 1, limit = 0;
  for (int i = 0; i < pool_size; i++) {
    double p = fabs(get(one, kind, i));
    largest = is_slack(pair) && isinf(p) ? largest : fmax(largest, p);
  }
  if (is_slack(pair) && kind != 2) {
    bool has_grown = largest > (kind ? 1e4 : 1e12);
    limit = largest * (has_grown ? (kind ? 1e-3 : 1e-9) : (kind ? 1e-4 : 1e-12)),
    exact = 1e15; // (what is left of products that cancel is noise)
  }
  if (largest > exact && kind != 2)
    return -2;
  for (int i = 0; i < pool_size; i++) {
    double p = get(one, kind, i), q = get(other, kind, i);
    bool is_same = (p == q && (pair->mode != DIGITS || !signbit(p) == !signbit(q))) ||
                   (isnan(p) && isnan(q)) || fabs(p - q) <= limit;
    // (Whether inf - inf or inf comes first depends on the order of a sum. What is divided by may be 0, or
    // not quite, as a product was rounded before it was subtracted or not.)
    if (!is_same && is_slack(pair) && !isfinite(p) != !isfinite(q))
      return -2;
    if (!is_same && !(is_slack(pair) && !isfinite(p)))
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
  int where[ARRAYS], signals[2], sizes = 0;
  bool rounded = false; // a sum of integers on its way, too, though what it comes to is exact
  long before = smr_fired ? smr_fired() : 0;
  Call c = {0};
  state = (uint64_t)number * 1000003u + (uint64_t)trial * 7919u + 17;
  choose(&c, trial, large);
  if (is_slack(pair))
    slacken(&c, pair, trial);
  place(where, &c, pair, trial);
  fill(pools[2], pair, trial);
  if (pair->size_bytes)
    sizes = place_sizes(pools[2], pair, &c, where);
  for (int twin = 0; twin < 2; twin++) {
    memcpy(pools[twin], pools[2], pool_bytes);
    void **arrays[ARRAYS] = {&c.a, &c.b, &c.x, &c.y, &c.z};
    for (int k = 0; k < ARRAYS; k++)
      *arrays[k] = pools[twin] + (size_t)where[k] * bytes_of(pair);
    c.sizes = pools[twin] + (size_t)sizes * bytes_of(pair);
    feclearexcept(FE_ALL_EXCEPT);
    signals[twin] = run(twin ? pair->smr : pair->plain, &c, pair->size_bytes && !twin);
    rounded |= fetestexcept(FE_INEXACT) != 0;
    if (pair->size_bytes &&
        (rounded || (signals[0] && !twin) || is_size_nan(pools[twin], pair->kind, sizes))) {
      grown++;
      return smr_fired ? smr_fired() - before : 0;
    }
  }
  char what[200] = "";
  int at = signals[0] || signals[1] ? -1 : compare(pools[0], pools[1], pair);
  if (at >= 0 && rounded && !is_slack(pair) && pair->mode != DIGITS)
    at = -2;
  compared += at != -2, grown += at == -2;
  if (signals[0] != signals[1])
    sprintf(what, "signal %d became %d", signals[0], signals[1]);
  else if (at >= 0)
    sprintf(what, "element %d (from the start of a: %d): %.17g became %.17g", at, at - where[0],
            get(pools[0], pair->kind, at), get(pools[1], pair->kind, at));
  if (*what)
    say(number, trial, &c, where, what);
  return smr_fired ? smr_fired() - before : 0;
}

static char *make_pool(void) {
  char *zone =
      mmap(NULL, pool_bytes + 2 * guard_zone, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (zone == MAP_FAILED || mprotect(zone + guard_zone, pool_bytes, PROT_READ | PROT_WRITE)) {
    perror("a pool's memory");
    exit(2);
  }
  return zone + guard_zone;
}

int main(int argc, char **argv) {
  int trials = argc > 1 ? atoi(argv[1]) : 20, large = argc > 2 && atoi(argv[2]),
      only = argc > 3 ? atoi(argv[3]) : -1;
  static const int caught[] = {SIGSEGV, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGVTALRM, SIGBUS};
  char *pools[3];
  slot = large ? 100000 : 1200;
  pool_size = (ARRAYS + 2) * slot;
  pool_bytes = ((size_t)pool_size * 8 + 4095) & ~(size_t)4095;
  for (int k = 0; k < 3; k++)
    pools[k] = make_pool();
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
