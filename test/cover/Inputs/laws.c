// Sums and quotients at the edge of what a number can be: what is multiplied out, or divided later, is
// infinite.
#include <math.h>
#include <stdio.h>

enum { N = 40 };
static double a[N], b[N], m[N * N], y[N];

__attribute__((noinline)) void product_of_sum(int n, double c, double *restrict y, const double *restrict a,
                                              const double *restrict b) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] + b[i];
  for (int i = 0; i < n; i++)
    y[i] = c * y[i];
}

__attribute__((noinline)) void product_of_row(int n, double c, double *restrict y, const double *restrict m,
                                              const double *restrict b, const double *restrict a) {
  for (int i = 0; i < n; i++) {
    y[i] = a[i];
    for (int k = 0; k < n; k++)
      y[i] += m[i * n + k] * b[k];
  }
  for (int i = 0; i < n; i++)
    y[i] *= c;
}

__attribute__((noinline)) void quotient(int n, double c, double *restrict y, const double *restrict a) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] / c;
}

__attribute__((noinline)) void quotient_of_row(int n, double c, double *restrict y, const double *restrict m,
                                               const double *restrict b) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = 0; k < n; k++)
      y[i] += m[i * n + k] * b[k];
  }
  for (int i = 0; i < n; i++)
    y[i] /= c;
}

static int differ(const char *what, double wanted) {
  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong |= !(fabs(y[i] - wanted) <= 1e-6 * fabs(wanted));
  if (wrong)
    printf("%s: %g, not %g\n", what, y[0], wanted);
  return wrong;
}

int main(void) {
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    a[i] = 2e300, b[i] = -1.5e300;
    for (int k = 0; k < N; k++)
      m[i * N + k] = k ? 0 : 1;
  }
  product_of_sum(N, 1e8, y, a, b);
  wrong |= differ("product_of_sum", 0.5e308);
  product_of_row(N, 1e8, y, m, b, a);
  wrong |= differ("product_of_row", 0.5e308);
  for (int i = 0; i < N; i++)
    a[i] = b[i] = 0x1p-1050;
  quotient(N, 0x1p-1040, y, a);
  wrong |= differ("quotient", 0x1p-10);
  quotient_of_row(N, 0x1p-1040, y, m, b);
  wrong |= differ("quotient_of_row", 0x1p-10);
  return wrong;
}
