// Arrays that are as large as the loops.
#include <stdio.h>
#include <stdlib.h>
enum { N = 100 };
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

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      data[i][j] = (i * 7 + j * 3) % 11 - 5;
      matrix[i][j] = i == j ? 2 * N : (i * 5 + j * 3) % 11 - 5;
    }
  sums(n, 64, data, moments);
  factor(n, matrix);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += (i % 5 + j % 7) * (moments[i][j] + matrix[i][j]);
  printf("%.9g\n", sum);
}
