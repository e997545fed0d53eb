// Divisions by 0 that the code does not do. Without a trap nothing but a line is printed.
#include <stdio.h>
__attribute__((noinline)) void f1(int n, int flag, int m, int d, double *restrict y,
                                  const double *restrict x) {
  for (int i = 0; i < n; i++)
    if (flag)
      y[i] += (double)(m / d) * x[i];
}
__attribute__((noinline)) void f2(int n, int m, int d, double *restrict y, const double *restrict x) {
  for (int i = 0; i < n; i++)
    if (d > 0)
      y[i] += (double)(m / d) * x[i];
}
__attribute__((noinline)) void f3(int n, int k, int m, int d, double *restrict y, const double *restrict x) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < k; j++)
      y[i] += (double)(m / d) * x[i + j];
  }
}
__attribute__((noinline)) void f4(int n, int k, int m, int d, double *restrict y, const double *restrict x,
                                  const double *restrict A) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < k; j++)
      y[i] += A[i * n + j] * x[j * (m / d)];
  }
}
__attribute__((noinline)) void f5(int n, int m, int d, double *restrict y, const double *restrict x) {
  if (d)
    for (int i = 0; i < n; i++)
      y[i] += (double)(m / d) * x[i];
}
__attribute__((noinline)) void f6(int n, int m, int d, double *restrict y, double *restrict z,
                                  const double *restrict x) {
  for (int i = 0; i < n; i++) {
    z[i] = 2 * x[i];
    if (d != 0)
      y[i] += (double)(m / d) * x[i];
  }
}
__attribute__((noinline)) void f7(int n, int k, int m, int d, double *restrict y, double *restrict z,
                                  const double *restrict x) {
  for (int i = 0; i < n; i++)
    z[i] = 2 * x[i];
  for (int i = 0; i < k; i++)
    y[i] += (double)(m / d) * x[i];
}
__attribute__((noinline)) void f8(int n, int k, int m, int d, double *restrict y, double *restrict z,
                                  const double *restrict x) {
  for (int i = 0; i < n; i++) {
    z[i] = 2 * x[i];
    if (i < k)
      y[i] += (double)(m % d) * x[i];
  }
}
int main(void) {
  enum { N = 40 };
  static double a[N * N], x[N], y[N];
  f1(N, 0, 5, 0, x, a);
  f2(N, 5, 0, x, a);
  f3(N / 2, 0, 5, 0, x, a);
  f4(N, 0, 5, 0, x, y, a);
  f5(N, 5, 0, x, a);
  f6(N, 5, 0, x, y, a);
  f7(N, 0, 5, 0, x, y, a);
  f8(N, 0, 5, 0, x, y, a);
  puts("done");
  return 0;
}
