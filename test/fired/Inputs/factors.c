// Products of numbers that are two apart, with factors that BLAS would not read the result for, also where
// the result is not finite, or leave out parts of.
#include <complex.h>
#include <math.h>
#include <stdio.h>
enum { N = 64 };
static double a[2 * N * N], b[N * N], c[2 * N * N];
static double complex za[2 * N * N], zb[N * N], zc[N * N];

#define PRODUCT(NAME, NUMBER, STEP)                                                                          \
  __attribute__((noinline)) static void NAME(int n, NUMBER beta, const NUMBER *restrict x,                   \
                                             const NUMBER *restrict y, NUMBER *restrict z) {                 \
    for (int i = 0; i < n; i++)                                                                              \
      for (int j = 0; j < n; j++) {                                                                          \
        NUMBER sum = 0;                                                                                      \
        for (int k = 0; k < n; k++)                                                                          \
          sum += x[2 * (i * n + k)] * y[k * n + j];                                                          \
        z[STEP * (i * n + j)] = sum + beta * z[STEP * (i * n + j)];                                          \
      }                                                                                                      \
  }
PRODUCT(dense, double, 1)
PRODUCT(spread, double, 2)
PRODUCT(complexes, double complex, 1)

int main(void) {
  const double factors[] = {0, -0.0, 1, 3, NAN};
  for (int f = 0; f < 5; f++)
    for (int finite = 0; finite < 2; finite++) {
      for (int k = 0; k < N * N; k++) {
        a[2 * k] = k % 7 - 3, b[k] = k % 5 - 2, za[2 * k] = a[2 * k] + 2 * I, zb[k] = b[k] - I;
        c[2 * k] = c[2 * k + 1] = finite || k % 9 ? k % 3 : INFINITY, zc[k] = k % 3 + 4 * I;
      }
      dense(N, factors[f], a, b, c);
      spread(N, factors[f], a, b, c);
      complexes(N, factors[f], za, zb, zc);
      double sum = 0;
      for (int k = 0; k < N * N; k++)
        sum += isfinite(c[2 * k]) * c[2 * k] * (k % 11) + isnan(c[k]) * 7 +
               isfinite(creal(zc[k])) * creal(zc[k]) * 3;
      printf("%g %d: %.17g\n", factors[f], finite, sum);
    }
}
