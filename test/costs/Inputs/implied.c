// A product whose guard about sizes is a choice of two.
#include <stdio.h>

enum { MOST = 72 };
static double a[MOST * MOST], b[MOST * MOST], c[MOST * MOST];

__attribute__((noinline)) void product(int m, int n, int k, double alpha, double beta,
                                       const double (*restrict x)[MOST], const double (*restrict y)[MOST],
                                       double (*restrict z)[MOST]) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      z[i][j] *= beta;
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++)
        z[i][j] += alpha * x[i][p] * y[p][j];
  }
}

int main(void) {
  static const int sizes[] = {0, 1, 7, 8, 16, 40, MOST};
  enum { COUNT = sizeof sizes / sizeof *sizes };
  for (int s = 0; s < COUNT * COUNT * COUNT; s++) {
    int m = sizes[s % COUNT], n = sizes[s / COUNT % COUNT], k = sizes[s / COUNT / COUNT];
    for (int i = 0; i < MOST * MOST; i++)
      a[i] = i % 7 - 3, b[i] = i % 5 - 2, c[i] = i % 3;
    product(m, n, k, 2, 0.5, (void *)a, (void *)b, (void *)c);
    double sum = 0;
    for (int i = 0; i < MOST * MOST; i++)
      sum += (i % 11 + 1) * c[i];
    printf("%d %d %d %.15g\n", m, n, k, sum);
  }
}
