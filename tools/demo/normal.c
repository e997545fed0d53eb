// y = At*(A*x), twice through flat arrays that the compiler cannot tell apart: a check at run time does.
#include "demo.h"
#ifdef HAND
#include <cblas.h>
#endif

__attribute__((noinline)) static void kernel(int m, int n, const double *a, const double *x, double *t,
                                             double *y) {
#ifdef HAND
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, 1, a, n, x, 1, 0, t, 1);
  cblas_dgemv(CblasRowMajor, CblasTrans, m, n, 1, a, n, t, 1, 0, y, 1);
#else
  for (int i = 0; i < m; i++) {
    t[i] = 0;
    for (int j = 0; j < n; j++)
      t[i] += a[i * n + j] * x[j];
  }
  for (int j = 0; j < n; j++) {
    y[j] = 0;
    for (int i = 0; i < m; i++)
      y[j] += a[i * n + j] * t[i];
  }
#endif
}

int main(int argc, char **argv) {
  FILE *out = demo_open(argc, argv);
  int m = 3100, n = 2900;
  double *a = demo_new((size_t)m * n), *x = demo_new(n), *t = demo_new(m), *y = demo_new(n);
  demo_fill(a, (size_t)m * n, 1);
  demo_fill(x, n, 2);
  demo_fill(t, m, 3);
  demo_fill(y, n, 4);
  double start = demo_clock();
  for (int k = 0; k < 10; k++)
    kernel(m, n, a, x, t, y);
  double seconds = demo_clock() - start;
  demo_write(out, t, m);
  demo_write(out, y, n);
  demo_close(out, seconds);
  return 0;
}
