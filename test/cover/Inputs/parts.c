// Real numbers, for those who wrote this: what is not a number in one of a pair reaches the other one, by a
// factor that is 0, too.
#include <complex.h>
#include <math.h>
#include <stdio.h>

typedef double complex Z;

void turn(int n, double a, double b, double *x) {
  for (int i = 0; i < n; i++) {
    double t = a * x[2 * i] - b * x[2 * i + 1];
    x[2 * i + 1] = b * x[2 * i] + a * x[2 * i + 1];
    x[2 * i] = t;
  }
}

void rows(int n, const Z *restrict a, const Z *restrict x, Z beta, Z *restrict y) {
  for (int i = 0; i < n; i++) {
    Z t = 0;
    for (int j = 0; j < n; j++)
      t += a[i * n + j] * x[j];
    y[i] = beta * y[i] + t;
  }
}

enum { N = 40 };
static Z a[N * N], x[N], y[N];

static void show(void) {
  for (int i = 0; i < N; i++)
    printf("%s%s", isnan(creal(y[i])) ? "-" : "r", isnan(cimag(y[i])) ? "-" : "i");
  printf("\n");
}

int main(void) {
  static const double factors[][2] = {{2, 3}, {2, 0}, {0, 2}, {0, 0}, {1, 2}};
  for (int k = 0; k < 5; k++)
    for (int calls = 0; calls < 2; calls++) {
      for (int i = 0; i < N; i++)
        y[i] = __builtin_complex(i % 3 ? (double)i : NAN, i % 5 ? (double)i : NAN);
      if (calls)
        rows(N, a, x, __builtin_complex(factors[k][0], factors[k][1]), y);
      else
        turn(N, factors[k][0], factors[k][1], (double *)y);
      show();
    }
  return 0;
}
