// Arrays that are as large as the loops.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 100 };
static long (*fired)(void), before;
static double data[N][N], moments[N][N], matrix[N][N];

__attribute__((noinline)) static void sums(int n, double weight, double d[N][N], double c[N][N]) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++)
        c[i][j] += d[k][i] * d[k][j];
      c[i][j] /= weight;
      c[j][i] = c[i][j];
    }
}

__attribute__((noinline)) static void factor(int n, double a[N][N]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

/// Upper half of the products of columns; the diagonal is known.
__attribute__((noinline)) static void correlations(int n, double d[N][N], double c[N][N]) {
  for (int i = 0; i < n - 1; i++) {
    c[i][i] = 1;
    for (int j = i + 1; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++)
        c[i][j] += d[k][i] * d[k][j];
      c[j][i] = c[i][j];
    }
  }
  c[n - 1][n - 1] = 1;
}

/// The same factors by way of a scalar.
__attribute__((noinline)) static void factor_sums(int n, double a[N][N]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double w = a[i][j];
      for (int k = 0; k < j; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w / a[j][j];
    }
    for (int j = i; j < n; j++) {
      double w = a[i][j];
      for (int k = 0; k < i; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w;
    }
  }
}

/// The same factors, each column's updates at once.
__attribute__((noinline)) static void factor_updates(int n, double a[N][N]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i][k] /= a[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      data[i][j] = (i * 7 + j * 3) % 11 - 5;
      matrix[i][j] = i == j ? 2 * N : (i * 5 + j * 3) % 11 - 5;
    }
}

static void tell(const char *name, int n, const double a[N][N]) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += (i % 5 + j % 7) * a[i][j];
  printf("%s %.9g\n", name, sum);
  fprintf(stderr, "%s: %s\n", name, fired && fired() > before ? "called" : "not called");
  fill();
  before = fired ? fired() : 0;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  fired = (long (*)(void))dlsym(RTLD_DEFAULT, "smr_fired");
  fill();
  sums(n, 64, data, moments);
  tell("sums", n, moments);
  correlations(n, data, moments);
  tell("correlations", n, moments);
  factor(n, matrix);
  tell("factor", n, matrix);
  factor_sums(n, matrix);
  tell("factor_sums", n, matrix);
  factor_updates(n, matrix);
  tell("factor_updates", n, matrix);
}
