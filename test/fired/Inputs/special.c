// Factors that are 0, elements that are no numbers, matrices that are mostly 0, and one of rank one. Prints
// how many elements of each result are no numbers, and the sum of the others (integers: exact in any order).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 201, M = 97 };
static double a[N * N], x[N * N], y[N * N];
#define APART __attribute__((noinline)) static void
#define FOR(i, n) for (int i = 0; i < n; i++)

APART gemv(int m, int n, double s, const double *a, const double *x, double *y) {
  FOR(i, m) {
    double r = 0;
    FOR(j, n)
    r += a[i * n + j] * x[j];
    y[i] += s * r;
  }
}
APART gemm(int m, int n, double s, const double *a, const double *x, double *y) {
  FOR(i, m)
  FOR(l, n)
  FOR(j, n)
  y[i * n + j] += s * a[i * n + l] * x[l * n + j];
}
APART gemm_columns(int m, int n, double s, const double *a, const double *x, double *y) {
  FOR(j, n)
  FOR(l, n)
  FOR(i, m)
  y[j * m + i] += s * a[l * m + i] * x[j * n + l];
}
APART syrk(int n, int k, double s, const double *a, double *y) {
  FOR(i, n)
  FOR(l, k)
  FOR(j, i + 1)
  y[i * n + j] += s * a[l * n + i] * a[l * n + j];
}
APART syr2k(int n, int k, double s, const double *a, const double *x, double *y) {
  FOR(j, n)
  for (int i = j; i < n; i++) {
    double r = 0;
    FOR(l, k)
    r += a[i * k + l] * x[j * k + l] + x[i * k + l] * a[j * k + l];
    y[j * n + i] += s * r;
  }
}
APART gemmt(int n, int k, double s, const double *a, const double *x, double *y) {
  FOR(i, n)
  FOR(j, i + 1) {
    double r = 0;
    FOR(l, k)
    r += a[i * k + l] * x[j * k + l];
    y[i * n + j] += s * r;
  }
}
APART symm(int m, int n, double s, const double *a, const double *x, double *y) {
  FOR(i, m)
  FOR(j, n) {
    double r = a[i * m + i] * x[i * n + j];
    FOR(l, i)
    r += a[i * m + l] * x[l * n + j];
    for (int l = i + 1; l < m; l++)
      r += a[l * m + i] * x[l * n + j];
    y[i * n + j] += s * r;
  }
}
APART skip(int m, int n, const double *a, const double *x, double *y) {
  FOR(i, m)
  FOR(l, m)
  if (a[i * m + l] != 0)
    FOR(j, n)
  y[i * n + j] += a[i * m + l] * x[l * n + j];
}
APART trsm(int m, int n, const double *a, double *x) {
  FOR(i, m) {
    FOR(l, i)
    FOR(j, n)
    x[i * n + j] -= a[i * m + l] * x[l * n + j];
    FOR(j, n)
    x[i * n + j] /= a[i * m + i];
  }
}
APART trmm(int m, int n, double s, const double *a, double *x) {
  for (int i = m - 1; i >= 0; i--)
    FOR(j, n) {
      double r = 0;
      FOR(l, i + 1)
      r += a[i * m + l] * x[l * n + j];
      x[i * n + j] = s * r;
    }
}
APART lu(int n, double *y) {
  FOR(l, n) {
    for (int i = l + 1; i < n; i++)
      y[i * n + l] /= y[l * n + l];
    for (int i = l + 1; i < n; i++)
      for (int j = l + 1; j < n; j++)
        y[i * n + j] -= y[i * n + l] * y[l * n + j];
  }
}

static void fill(int nans) {
  FOR(i, N * N)
  a[i] = i % 3 - 1, x[i] = i % 5 - 2, y[i] = i % 7;
  if (nans)
    x[3 * N + 2] = x[N + 5] = x[2] = NAN;
}
static void triangle(int m) { // a unit diagonal, and numbers so small that results are exact
  FOR(i, m)
  FOR(l, m)
  a[i * m + l] = i == l ? 1 : i == l + 1;
}
static void show(const char *name, const double *result) {
  int count = 0;
  double sum = 0;
  FOR(i, N * N)
  isnan(result[i]) ? (void)count++ : (void)(sum += result[i]);
  printf("%s %d %.0f\n", name, count, sum);
}

int main(int argc, char **argv) {
  const char *what = argv[1];
  double s = atof(argv[2]);
  int diagonal = atoi(argv[3]);
  fill(argc > 4);
#define CASE(f, call, result)                                                                                \
  if (strcmp(what, #f) == 0)                                                                                 \
  call, show(#f, result)
  CASE(gemv, gemv(N, N, s, a, x, y), y);
  CASE(gemm, gemm(M, N, s, a, x, y), y);
  CASE(gemm_columns, gemm_columns(M, N, s, a, x, y), y);
  CASE(syrk, (a[7] = argc > 4 ? NAN : 1, syrk(N, M, s, a, y)), y);
  CASE(syr2k, syr2k(N, M, s, a, x, y), y);
  CASE(gemmt, gemmt(N, M, s, a, x, y), y);
  CASE(symm, symm(M, N, s, a, x, y), y);
  if (diagonal)
    FOR(i, M)
  FOR(l, M)
  a[i * M + l] = i == l;
  else FOR(i, M * M) a[i] = 1 + i % 3;
  CASE(skip, skip(M, N, a, x, y), y);
  triangle(M);
  CASE(trsm, trsm(M, N, a, x), x);
  CASE(trmm, trmm(M, N, s, a, x), x);
  FOR(i, N * N)
  y[i] = 1;
  CASE(lu, lu(N, y), y);
}
