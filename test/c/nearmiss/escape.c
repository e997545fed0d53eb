// A restrict parameter, a local, an allocation whose address gets around: what comes back may be based on it.
#include "../harness.h"

#define apart __attribute__((noinline))

static real *held;
struct place {
  real *at;
  int shift;
};

apart static real *same(real *p) {
  __asm__ volatile("" : "+r"(p));
  return p;
}

apart static void hold(real *p) {
  held = p;
}

apart static real *get_held(void) {
  return held;
}

apart static void hand_out(real *p, real **to) {
  *to = p;
}

apart static struct place wrap(real *p) {
  struct place place = {p, 1};
  return place;
}

apart static void look_into(struct place *place) {
  __asm__ volatile("" : : "r"(place) : "memory");
}

/// y is x, one element on, in each of these: the loop reads what it wrote.
static void through_call(int count, real alpha, real *restrict x) {
  real *y = same(x) + 1;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
}

static void through_parameter(int count, real alpha, real *restrict x) {
  real *y;
  hand_out(x, &y);
  for (int i = 0; i < count; i++)
    y[i + 1] += alpha * x[i];
}

static void through_global(int count, real alpha, real *restrict x) {
  hold(x);
  real *y = held + 1;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
}

static void through_struct(int count, real alpha, real *restrict x) {
  struct place place = wrap(x);
  real *y = place.at + place.shift;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
}

static void through_memory(int count, real alpha, real *restrict x) {
  struct place place = {x, 1};
  look_into(&place);
  real *y = place.at + 1;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
}

static void through_loop(int count, real alpha, real *restrict x) {
  real *y = x;
  for (int i = 0; i < count; i += 3)
    y = same(y);
  y++;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
}

static void through_number(int count, real alpha, real *restrict x) {
  uintptr_t number = (uintptr_t)x;
  hold((real *)(number ^ 0x550));
  real *y = (real *)((uintptr_t)get_held() ^ 0x550) + 1;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
}

static void each_time(int rows, int count, real alpha, real *restrict x) {
  hold(x + 400);
  for (int r = 0; r < rows; r++) {
    real *y = get_held() + 1;
    for (int i = 0; i < count; i++)
      y[i] += alpha * x[i];
    hold(x);
  }
}

static void local(int count, real alpha, real *out) {
  real x[500];
  memcpy(x, out, sizeof x);
  real *y = same(x) + 1;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
  memcpy(out, x, sizeof x);
}

static void allocated(int count, real alpha, real *out) {
  real *x = malloc(500 * sizeof *x);
  memcpy(x, out, 500 * sizeof *x);
  hold(x);
  real *y = get_held() + 1;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
  memcpy(out, x, 500 * sizeof *x);
  free(x);
}

struct block {
  real numbers[500];
};

/// The copy of the caller's, and the result that the caller has room for.
static void by_value(int count, real alpha, struct block x, real *out) {
  real *y = same(x.numbers) + 1;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x.numbers[i];
  memcpy(out, x.numbers, sizeof x.numbers);
}

apart static struct block result(int count, real alpha, const struct block *from) {
  struct block x = *from;
  real *y = same(x.numbers) + 1;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x.numbers[i];
  return x;
}

/// Right without a guard: nobody knew x's address when y was read.
static void told_later(int count, real alpha, real *restrict x, real **places) {
  real *y = *places;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
  hold(x);
}

static void told_to_nobody(int count, real alpha, real *restrict x, real **places) {
  fprintf(stderr, "%s", count < 0 ? (const char *)x : "");
  real *y = *places;
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
}

static void told_but_older(int count, real alpha, real *restrict x, real *y) {
  hold(x);
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  int count = n + k;
  real alpha = 0.5;
  real *x = harness_fresh(1000), *z = harness_fresh(1000);
#define TRY(name, ...)                                                                                       \
  name(__VA_ARGS__);                                                                                         \
  harness_keep(#name, x, 1000)
  TRY(through_call, count, alpha, x);
  TRY(through_parameter, count, alpha, x);
  TRY(through_global, count, alpha, x);
  TRY(through_struct, count, alpha, x);
  TRY(through_memory, count, alpha, x);
  TRY(through_loop, count, alpha, x);
  TRY(through_number, count, alpha, x);
  TRY(each_time, 3, count, alpha, x);
  TRY(local, count, alpha, x);
  TRY(allocated, count, alpha, x);
  TRY(by_value, count, alpha, *(struct block *)x, x);
  *(struct block *)x = result(count, alpha, (struct block *)z);
  harness_keep("result", x, 1000);
  TRY(told_later, count, alpha, z, &x);
  TRY(told_to_nobody, count, alpha, z, &x);
  TRY(told_but_older, count, alpha, z, x);
  free(x);
  free(z);
  return 0;
}
