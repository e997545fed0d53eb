#include <stdio.h>
#include <stdlib.h>

// One loop for both products, which reads x once; two calls have to make up for that.
__attribute__((noinline)) void both(int n, const double *restrict a, const double *restrict b,
                                    double *restrict t, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    t[i] = 0;
    y[i] = 0;
    for (int j = 0; j < n; j++) {
      t[i] += a[i * n + j] * x[j];
      y[i] += b[i * n + j] * x[j];
    }
  }
}

// Sizes that are known are weighed at once.
__attribute__((noinline)) void twenty(const double *restrict a, const double *restrict b, double *restrict t,
                                      const double *restrict x, double *restrict y) {
  for (int i = 0; i < 20; i++) {
    t[i] = 0;
    y[i] = 0;
    for (int j = 0; j < 20; j++) {
      t[i] += a[i * 20 + j] * x[j];
      y[i] += b[i * 20 + j] * x[j];
    }
  }
}

// Both elements are of one sum: a call for each would compute it twice.
__attribute__((noinline)) void thirds(int n, const double *a, double *x, double *y, double *z,
                                      const double *w) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * x[j];
    y[i] = sum;
    z[i] = sum / 3;
  }
  for (int i = 0; i < n; i++)
    x[i] = w[i];
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 20, 79, 80, 81, 100};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int n = sizes[s];
    double *a = calloc(n * n + 1, 8), *b = calloc(n * n + 1, 8), *x = calloc(n + 1, 8), *t = calloc(n + 1, 8),
           *y = calloc(n + 1, 8), sum = 0;
    for (int i = 0; i < n * n; i++)
      a[i] = i % 17 - 8, b[i] = i % 13 - 5;
    for (int i = 0; i < n; i++)
      x[i] = i % 5 - 2;
    both(n, a, b, t, x, y);
    for (int i = 0; i < n; i++)
      sum += (i % 7 + 1) * t[i] - (i % 3 + 1) * y[i];
    if (n == 20) {
      twenty(b, a, t, x, y);
      for (int i = 0; i < n; i++)
        sum += (i % 7 + 1) * t[i] - (i % 3 + 1) * y[i];
    }
    printf("%d %g\n", n, sum);
    free(a), free(b), free(x), free(t), free(y);
  }
  return 0;
}
