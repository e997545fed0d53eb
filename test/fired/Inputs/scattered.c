// Products over scattered rows. Some of them are not to be copied: a row that is never read is null, or what
// lies between the numbers of a row is another thread's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 100 };
typedef double **Matrix;

__attribute__((noinline)) static void all(int n, Matrix a, Matrix b, Matrix c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}

/// Rows of b are read only where they count.
__attribute__((noinline)) static void skipping(int n, Matrix a, Matrix b, Matrix c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      double t = a[i][k];
      if (t != 0)
        for (int j = 0; j < n; j++)
          c[i][j] += t * b[k][j];
    }
}

/// Every second number of the result.
__attribute__((noinline)) static void seconds(int n, Matrix a, Matrix b, Matrix c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n / 2; j++)
      for (int k = 0; k < n; k++)
        c[i][2 * j] += a[i][k] * b[k][j];
}

/// Every second row: those between are not touched.
__attribute__((noinline)) static void halves(int n, Matrix a, Matrix b, Matrix c) {
  for (int i = 0; i < n / 2; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[2 * i][j] += a[i][k] * b[k][j];
}

/// What is read of the result is more than what is written.
__attribute__((noinline)) static void wider(int n, Matrix a, Matrix b, Matrix c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n / 2; j++)
      for (int k = 0; k < n / 2; k++)
        c[i][j] += c[i][n / 2 + k] * b[k][j];
}

static Matrix make(int n, int seed) {
  Matrix m = malloc((size_t)n * sizeof *m);
  for (int i = 0; i < n; i++) {
    int at = i * 37 % n;
    m[at] = malloc((size_t)(n + i % 3) * sizeof **m);
    for (int j = 0; j < n; j++)
      m[at][j] = (at * 3 + j * 5 + seed) % 7 - 3;
  }
  return m;
}

int main(void) {
  static const struct {
    const char *name;
    void (*run)(int n, Matrix a, Matrix b, Matrix c);
  } kernels[] = {
      {"all", all}, {"skipping", skipping}, {"seconds", seconds}, {"halves", halves}, {"wider", wider}};
  long (*fired)(void) = (long (*)(void))dlsym(RTLD_DEFAULT, "smr_fired");
  double hash = 0;
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    Matrix a = make(N, 1), b = make(N, 2), c = make(N, 3);
    for (int i = 0; i < N && kernels[k].run == skipping; i++)
      a[i][7] = 0;
    if (kernels[k].run == skipping)
      b[7] = NULL;
    long before = fired ? fired() : 0;
    for (int at = 0; at < N; at++)
      kernels[k].run(at == N - 1 ? N : at % 31, a, b, c);
    fprintf(stderr, "%s: %d\n", kernels[k].name, fired && fired() > before);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        hash = hash + c[i][j] * (i * N + j), hash -= (double)(long)(hash / 1e9) * 1e9;
  }
  printf("%.0f\n", hash);
  return 0;
}
