// What is read before a loop, and again by a call: it may be written between the two.
#include <math.h>
#include <stdio.h>
#include <string.h>
#define N 40
static double memory[4 * N * N];

// The first column of a product is apart, and x[0] is read once.
__attribute__((noinline)) static void column(int n, const double *a, const double *x, double *y) {
  double first = x[0];
  for (int i = 0; i < n; i++) {
    double s = a[(long)i * n] * first;
    for (int j = 1; j < n; j++)
      s += a[(long)i * n + j] * x[j];
    y[i] = s;
  }
}

// So is the last one.
__attribute__((noinline)) static void last_column(int n, const double *a, const double *x, double *y) {
  double last = x[n - 1];
  for (int i = 0; i < n; i++) {
    double s = a[(long)i * n + n - 1] * last;
    for (int j = 0; j < n - 1; j++)
      s += a[(long)i * n + j] * x[j];
    y[i] = s;
  }
}

// A sum begins with c[n]; each part of it is added to y on its own.
__attribute__((noinline)) static void start(int n, double *y, const double *b, const double *c) {
  double s = c[n];
  for (int i = 0; i < N; i++) {
    s += fabs(b[i + 1]);
    s += c[n - 1 - i];
    s += b[i];
  }
  *y += s;
}

// An element is read m times by the code before another array is written, and once by the graph.
__attribute__((noinline)) static double repeated(int n, int m, const double *a, const double *b, double *c) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      s += a[i];
    for (int k = 0; k < n; k++)
      c[i + k] += b[k];
    if (i < m)
      break;
  }
  return s;
}

// Only all rows together are worth a call. The loop between them reads an element that the first rows may
// write.
#define ROWS(from, to)                                                                                       \
  for (int i = from; i < to; i++) {                                                                          \
    double s = 0;                                                                                            \
    for (int j = 0; j < 32; j++)                                                                             \
      s += a[i][j] * x[j];                                                                                   \
    y[i] = s;                                                                                                \
  }
__attribute__((noinline)) static void between(const double a[restrict 32][32], const double x[restrict 32],
                                              double *y, const double *p, double *restrict z) {
  ROWS(0, 8)
  for (int i = 0; i < N; i++)
    z[i] += fabs(*p + i);
  ROWS(8, 16)
  for (int i = 0; i < N; i++)
    z[i] = fabs(z[i] - i);
  ROWS(16, 24)
  for (int i = 0; i < N; i++)
    z[i] = fabs(z[i] - 2 * i);
  ROWS(24, 32)
}

static void fresh(void) {
  for (int k = 0; k < 4 * N * N; k++)
    memory[k] = (k * 7 + k / 11) % 5 - 1;
}

static void show(const char *name, int k, double result) {
  double sum = 0;
  for (int i = 0; i < 4 * N * N; i++)
    sum += memory[i] * (i % 13 + 1);
  printf("%s %d: %g %g\n", name, k, result, sum);
}

int main(void) {
  double *a = memory, *v = memory + 2 * N * N, *w = memory + 3 * N * N;
  for (int k = -3; k < 4; k++) { // how far the one array reaches into the other one
    fresh(), column(N, a, v + N - 1 + k, v), show("column", k, 0);
    fresh(), last_column(N, a, v, v + N - 1 + k), show("last_column", k, 0);
    fresh(), start(N, v + N + k, w, v), show("start", k, 0);
    fresh(), between((const double (*)[32])a, w, v, v + 7 + k, w + N), show("between", k, 0);
    show("repeated", k, (fresh(), repeated(N, 2 * N, v + k, w, v)));
    show("repeated", k, (fresh(), repeated(N, 2 * N, v + N + k, w, v)));
  }
  return 0;
}
