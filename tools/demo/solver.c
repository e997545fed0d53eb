// Conjugate gradients on a dense symmetric system, written with pointers that walk.
#include "demo.h"
#include <string.h>
#ifdef HAND
#include <cblas.h>
#endif

static double dot(int n, const double *x, const double *y) {
#ifdef HAND
  return cblas_ddot(n, x, 1, y, 1);
#else
  double s = 0;
  while (n-- > 0)
    s += *x++ * *y++;
  return s;
#endif
}

static void axpy(int n, double alpha, const double *x, double *y) {
#ifdef HAND
  cblas_daxpy(n, alpha, x, 1, y, 1);
#else
  for (int i = 0; i < n; i++)
    y[i] += alpha * x[i];
#endif
}

static void apply(int n, const double *a, const double *x, double *y) {
#ifdef HAND
  cblas_dgemv(CblasRowMajor, CblasNoTrans, n, n, 1, a, n, x, 1, 0, y, 1);
#else
  for (int i = 0; i < n; i++) {
    double sum = 0;
    const double *row = a + (size_t)i * n;
    for (int j = 0; j < n; j++)
      sum += row[j] * x[j];
    y[i] = sum;
  }
#endif
}

__attribute__((noinline)) static void kernel(int n, const double *a, const double *b, double *x, double *r,
                                             double *p, double *q, int steps) {
  memset(x, 0, n * sizeof *x);
  memcpy(r, b, n * sizeof *r);
  memcpy(p, b, n * sizeof *p);
  double rr = dot(n, r, r);
  for (int k = 0; k < steps; k++) {
    apply(n, a, p, q);
    double alpha = rr / dot(n, p, q);
    axpy(n, alpha, p, x);
    axpy(n, -alpha, q, r);
    double next = dot(n, r, r), beta = next / rr;
    for (int i = 0; i < n; i++)
      p[i] = r[i] + beta * p[i];
    rr = next;
  }
}

int main(int argc, char **argv) {
  FILE *out = demo_open(argc, argv);
  int n = 2300;
  double *a = demo_new((size_t)n * n), *b = demo_new(n), *x = demo_new(n), *r = demo_new(n), *p = demo_new(n),
         *q = demo_new(n);
  uint64_t seed = 5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[(size_t)i * n + j] = a[(size_t)j * n + i] = demo_random(&seed) + (i == j ? n : 0);
  demo_fill(b, n, 2);
  double start = demo_clock();
  kernel(n, a, b, x, r, p, q, 12);
  double seconds = demo_clock() - start;
  demo_write(out, x, n);
  demo_close(out, seconds);
  return 0;
}
