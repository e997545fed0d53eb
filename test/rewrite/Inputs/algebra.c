// What BLAS does only for those who multiply out. Small whole numbers: every order gives the same.
#include <stdio.h>

__attribute__((noinline)) void two_matrices(int n, int m, const double *restrict a, const double *restrict b,
                                            const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i] += (a[i * m + j] + b[i * m + j]) * x[j];
}

__attribute__((noinline)) void rank_two(int n, double alpha, const double *restrict x,
                                        const double *restrict y, double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      c[i * n + j] += alpha * (x[i] * y[j] + y[i] * x[j]);
}

__attribute__((noinline)) void divided(int n, double p, double q, const double *restrict x,
                                       double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] / (p * q);
}

static double digit(int k) {
  return (k * 7 + 3) % 11 - 5;
}

int main(void) {
  enum { MOST = 9 };
  double a[MOST * MOST], b[MOST * MOST], x[MOST], y[MOST];
  for (int n = 0; n <= MOST; n++)
    for (int m = 0; m <= MOST; m += 1 + m) {
      for (int k = 0; k < MOST * MOST; k++)
        a[k] = digit(k), b[k] = digit(k + n), x[k % MOST] = digit(3 * k + m), y[k % MOST] = digit(5 * k);
      two_matrices(n, m, a, b, x, y);
      rank_two(n, 3, x, y, a);
      divided(n, 2, 4, y, b);
      for (int k = 0; k < MOST * MOST; k++)
        printf("%g %g %g\n", a[k], b[k], y[k % MOST]);
    }
}
