// Control flow around loops that are replaced. Every function is run for several sizes, with and without
// overlap.
#include <stdio.h>
#include <string.h>
#define N 12
long smr_calls;
double a[N * N], b[N * N], c[N * N], d[N * N];

double result(int n, double *x, double *y) { // used in later code
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s * 2 + 1;
}
double final(int n, double *x, double *y, long *last) { // the loop variable, too
  double s = 0;
  int i;
  for (i = 0; i < n; i++)
    s += x[i] * y[i];
  *last = i * 3L;
  return s + i;
}
struct vector {
  long n;
  double *p;
};
double loads(struct vector *x, struct vector *y) { // sizes and bases in memory
  double s = 0;
  for (long i = 0; i < x->n; i++)
    s += x->p[i] * y->p[i];
  return s;
}
double branch(int n, int mode, double *x, double *y) { // the way out has other ways in
  double s = 0;
  if (mode > 1)
    for (int i = 0; i < n; i++)
      s += x[i] * y[i];
  else if (mode == 1)
    s = 5;
  return s;
}
double outer(int n, int m, double *x, double *y) { // values of an outer loop
  double t = 1;
  for (int k = 0; k < m; k++) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[k * N + i] * y[i];
    t = t * 2 + s;
    if (s > 1000)
      t -= k;
  }
  return t;
}
double twice(int n, double *x, double *y) { // the second one's size comes out of the first one
  double s = 0, t = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i + 1];
  long m = (long)s % N;
  for (long i = 0; i < m; i++)
    t += x[i] * y[i];
  return s - t + m;
}
double later(int n, int mode, double *x, double *y) { // used in several blocks behind
  double s = 0, t = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  switch (mode) {
  case 0:
    t = s + 1;
    break;
  case 1:
    for (int k = 0; k < 3; k++)
      t = t * s + k;
    break;
  case 2:
    return s;
  default:
    if (s < 0)
      return -s;
  }
  return t - s;
}
double entries(int n, int mode, double *x, double *y) { // several edges lead to the loop
  double s = 0;
  int i = 0;
  if (mode == 0)
    goto loop;
  x[0] += 1;
  if (mode == 1)
    goto loop;
  y[0] -= 2;
  if (mode == 2) {
    i = 1;
    goto loop;
  }
  x[1] = 3;
loop:
  for (; i < n; i++)
    s += x[i] * y[i];
  return s + i;
}
double bottom(int n, double *x, double *y) { // tested at its end
  double s = 0;
  int i = 0;
  if (n > 0)
    do {
      s += x[i] * y[i];
      i++;
    } while (i < n);
  return s - i;
}
double local(int n, double *y) { // a local array of run-time size
  double s = 0, t[n + 1];
  for (int i = 0; i < n; i++)
    t[i] = y[i] + i;
  for (int i = 0; i < n; i++)
    s += t[i] * y[i];
  return s;
}
void update(int n, double f, double *x, double *y) { // may overlap
  for (int i = 0; i < n; i++)
    y[i] += f * x[i];
}
double scalar(int n, double *f, double *x, double *y) { // a factor in memory, which the loop may change
  for (int i = 0; i < n; i++)
    y[i] += *f * x[i];
  return *f;
}
void pairs(int n, double f, double *restrict x, double *restrict y) { // two loops are one idiom
  for (int i = 0; i < n; i++)
    y[i] *= f;
  for (int i = 0; i < n; i++)
    y[i] -= x[i];
}
double between(int n, double f, double *restrict x, double *restrict y,
               double *restrict z) { // with code between
  int i;
  double u;
  for (i = 0; i < n; i++)
    y[i] *= f;
  z[1] = u = z[0] * 2 + i;
  for (i = 0; i < n; i++)
    y[i] -= x[i];
  return u + i;
}
void product(int n, double *restrict x, double *restrict y, double *restrict z) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        z[i * N + j] += x[i * N + k] * y[k * N + j];
}
void rows(int m, int n, double *x, double *z) { // a product in the inner loops of others
  for (int r = 0; r < m; r++)
    if (x[r] > 2)
      for (int i = 0; i < n; i++)
        z[i] += x[r] * x[i + r];
}
double straight(double *restrict x, double *restrict y, double *restrict z) { // no loop at all
  double t = z[3];
  z[0] = x[1] * y[2] - x[2] * y[1];
  z[1] = x[2] * y[0] - x[0] * y[2];
  z[2] = x[0] * y[1] - x[1] * y[0];
  return t + z[1];
}

static void fill(void) {
  for (int i = 0; i < N * N; i++) {
    a[i] = i % 7 - 2;
    b[i] = i % 5 + 1;
    c[i] = (i * 3) % 11 - 4;
    d[i] = i % 3;
  }
}
static void show(const char *name, int n, double value) {
  double sum = 0;
  for (int i = 0; i < N * N; i++)
    sum += (i + 1) * (a[i] + 2 * b[i] + 3 * c[i] + 5 * d[i]);
  printf("%s %d: %g %.17g\n", name, n, value, sum);
}
#define RUN(call) (fill(), show(#call, n, call))
#define DO(call) (fill(), call, show(#call, n, 0))
int main(void) {
  static const int sizes[] = {-1, 0, 1, 2, 5, 8};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    long last = 0;
    struct vector v = {n, a}, w = {n, n > 0 ? b : 0};
    RUN(result(n, a, b));
    RUN(final(n, a, b, &last));
    RUN(last);
    RUN(loads(&v, &w));
    for (int mode = 0; mode < 4; mode++) {
      RUN(branch(n, mode, a, b));
      RUN(later(n, mode, a, b));
      RUN(entries(n, mode, a, b));
      RUN(outer(n, mode, a, b));
    }
    RUN(twice(n, a, b));
    RUN(bottom(n, a, b));
    RUN(local(n < 0 ? 0 : n, b));
    DO(update(n, 2, a, b));
    DO(update(n, 2, a, a + 1));
    DO(update(n, 2, a + 1, a));
    DO(update(n, 2, a, a));
    RUN(scalar(n, d + 2, a, b));
    RUN(scalar(n, b + 1, a, b));
    DO(pairs(n, 3, a, b));
    RUN(between(n, 3, a, b, c));
    DO(product(n, a, b, c));
    DO(rows(3, n, a, b));
    DO(rows(3, n, a, a + 2));
    RUN(straight(a, b, c));
  }
  fprintf(stderr, "%ld\n", smr_calls);
  return 0;
}
