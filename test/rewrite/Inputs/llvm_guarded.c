// Pointers that are null where the code does not read them: the call must not, either.
#include <stdio.h>
#include <stdlib.h>
long smr_calls;
double a[100], b[100];
// only rows of at least two read *f; only the loop reads p->n
__attribute__((noinline)) void tri(int n, double *f, double *x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      y[j] += *f * x[j];
}
struct v {
  long n;
  double *p;
};
__attribute__((noinline)) double maybe(struct v *v, int go, double *y) {
  double s = 0;
  if (go)
    for (long i = 0; i < v->n; i++)
      s += v->p[i] * y[i];
  return s;
}
__attribute__((noinline)) void factor(int n, double *f, double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] += *f * x[i];
}
__attribute__((noinline)) void rows(int m, int n, double **x, double *y, double *f) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] += *f * x[i][j];
}
__attribute__((noinline)) double two(int n, int m, double **x, double *y) {
  double s = 0;
  for (int k = 0; k < m; k++)
    if (x[k])
      for (int j = 0; j < n; j++)
        s += x[k][j] * y[j];
  return s;
}
__attribute__((noinline)) double cond(int n, double *x, double *y, double *g) {
  double s = 0;
  for (int j = 0; j < n; j++)
    if (j > 3)
      s += *g * x[j];
    else
      s += x[j] * y[j];
  return s;
}
int main(void) {
  for (int i = 0; i < 100; i++)
    a[i] = i % 7, b[i] = i % 5;
  tri(1, 0, 0, b);
  tri(0, 0, 0, b);
  tri(5, a + 3, a, b);
  tri(-4, 0, 0, 0);
  struct v v = {5, a}, w = {0, 0};
  double *r[3] = {a, 0, a + 1}, *q[2] = {a, a + 2};
  printf("%g %g %g\n", maybe(0, 0, b), maybe(&v, 1, b), maybe(&w, 1, 0));
  factor(0, 0, 0, 0);
  factor(-1, 0, 0, 0);
  factor(3, b + 9, a, b + 20);
  factor(3, b + 21, a, b + 20);
  rows(0, 4, 0, 0, 0);
  rows(2, 0, 0, 0, 0);
  rows(2, 0, q, 0, 0);
  rows(2, 4, q, b, a + 50);
  rows(2, 4, q, a, b + 3);
  printf("%g %g\n", two(4, 3, r, b), two(0, 3, r, 0));
  printf("%g\n", cond(3, a, b, 0));
  double s = 0;
  for (int i = 0; i < 100; i++)
    s += (i + 1) * (a[i] + 2 * b[i]);
  printf("%.17g\n", s);
  fprintf(stderr, "%ld\n", smr_calls);
}
