// Loops between bounds of 64 bits, which may be further apart than 64 bits can tell.
#include <limits.h>
#include <stdio.h>

#define ALONE __attribute__((noinline))
enum { MOST = 9000 };
static double u[2 * MOST], v[2 * MOST], w[MOST];

ALONE double below(long lo, long hi, const double *x, const double *y) {
  double s = 0;
  for (long i = lo; i < hi; i++)
    s += x[i - lo] * y[i - lo];
  return s;
}
ALONE double up_to(long lo, long hi, const double *x, const double *y) {
  double s = 0;
  for (long i = lo; i <= hi; i++)
    s += x[i - lo] * y[i - lo];
  return s;
}
ALONE double down(long lo, long hi, const double *x, const double *y) {
  double s = 0;
  for (long i = hi; i > lo; i--)
    s += x[hi - i] * y[hi - i];
  return s;
}
ALONE double by_two(long lo, long hi, const double *x, const double *y) {
  double s = 0;
  for (long i = lo; i < hi; i += 2)
    s += x[i - lo] * y[i - lo];
  return s;
}
ALONE double inner(long lo, long hi, const double *x, const double *y) {
  double s = 0;
  for (long i = lo + 3; i < hi - 2; i++)
    s += x[i - lo] * y[i - lo];
  return s;
}
ALONE double three(long lo, long hi, long off, const double *x, const double *y) {
  double s = 0;
  for (long i = lo; i < hi - off; i++)
    s += x[i - lo] * y[i - lo];
  return s;
}
ALONE double met(long lo, long hi, const double *x, const double *y) {
  double s = 0;
  for (long i = lo > -100 ? lo : -100; i < (hi < 100 ? hi : 100); i++)
    s += x[i + 100] * y[i + 100];
  return s;
}
ALONE void rows(long n, const double *restrict a, const double *restrict x, double *restrict y) {
  for (long i = 5; i < (n < 100 ? n : 100); i++) {
    double s = 0;
    for (long j = 0; j < 40; j++)
      s += a[i * 40 + j] * x[j];
    y[i] = s;
  }
}

static void all(long lo, long hi) {
  printf("%g %g %g %g %g\n", below(lo, hi, u, v), up_to(lo, hi, u, v), down(lo, hi, u, v),
         by_two(lo, hi, u, v), met(lo, hi, u, v));
  if (lo < LONG_MAX - 3 && hi > LONG_MIN + 2)
    printf("%g %g\n", inner(lo, hi, u, v), three(lo, hi, 2, u, v));
}

int main(void) {
  for (int i = 0; i < 2 * MOST; i++)
    u[i] = i % 7 - 2, v[i] = i % 5 - 1;
  static const long gaps[] = {0, 1, 2, 5, 12, 4000};
  for (unsigned k = 0; k < sizeof gaps / sizeof *gaps; k++) {
    long gap = gaps[k];
    all(LONG_MAX - gap, LONG_MIN + gap);
    all(3, 3 + gap);
    all(gap, -gap);
    all(LONG_MIN, LONG_MIN + gap);
    all(LONG_MAX - gap - 3, LONG_MAX - 3);
    rows(gap, u, v, w);
    rows(LONG_MIN + gap, u, v, w);
    double s = 0;
    for (int i = 0; i < 100; i++)
      s += i * w[i];
    printf("%g\n", s);
  }
}
