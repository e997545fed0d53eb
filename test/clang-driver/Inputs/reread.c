// The distance of the elements is read from memory twice, or after it was stored; another store stands
// between.
#include <stdio.h>

static double x[4000], y[4000];

__attribute__((noinline)) static void sum(long times, long n, long a, long b, long *q, long *r, double s,
                                          double *x, double *y) {
  for (long t = 1; t < times; t++) {
    *q = a + b;
    *r = t;
    long l = *q;
    for (long i = 0; i < n; i++)
      y[i * l] += s * x[i * l];
  }
}
__attribute__((noinline)) static void same(long times, long n, long *q, long *r, double s, double *x,
                                           double *y) {
  for (long t = 1; t < times; t++) {
    long first = *q;
    *r = t;
    long l = *q - first + 1;
    for (long i = 0; i < n; i++)
      y[i * l] += s * x[i * l];
  }
}

int main(void) {
  for (int is_same = 0; is_same < 2; is_same++) {
    long one = 0, other, *r = is_same ? &one : &other;
    double hash = 0;
    for (int i = 0; i < 4000; i++)
      x[i] = i % 17, y[i] = i % 5;
    sum(4, 100, 3, 2, &one, r, 1.5, x, y);
    one = 0;
    same(4, 100, &one, r, 1.5, x, y);
    for (int i = 0; i < 4000; i++)
      hash += y[i] * (i % 7 + 1);
    printf("%g\n", hash);
  }
}
