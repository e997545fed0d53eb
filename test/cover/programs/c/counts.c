// Loops that are unrolled by hand, whose number of iterations is spelled in one of many ways.
#include "cover.h"
#include <stddef.h>

#define T(k) x[i + k] * y[i + k]

// serves: dot
double mask(int n, const double *x, const double *y) {
  double s = 0;
  int i, m = n & ~3;
  for (i = 0; i < m; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (; i < n; i++)
    s += T(0);
  return s;
}

// serves: dot
double mask_of_rest(long n, const double *x, const double *y) {
  double s = 0;
  long m = n - (n & 7);
  for (long i = 0; i < m; i += 8)
    s += T(0) + T(1) + T(2) + T(3) + T(4) + T(5) + T(6) + T(7);
  for (long i = m; i < n; i++)
    s += T(0);
  return s;
}

// serves: dot
double unsigned_mask(unsigned n, const double *x, const double *y) {
  double s = 0;
  unsigned i, m = n & ~3u;
  for (i = 0; i < m; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (; i < n; i++)
    s += T(0);
  return s;
}

// serves: dot
double size_mask(size_t n, const double *x, const double *y) {
  double s = 0;
  size_t m = n / 4 * 4;
  for (size_t i = 0; i < m; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (size_t i = m; i < n; i++)
    s += T(0);
  return s;
}

// serves: dot
double size_ahead(size_t n, const double *x, const double *y) {
  double s = 0;
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (; i < n; i++)
    s += T(0);
  return s;
}

// serves: dot
double less_the_rest(int n, const double *x, const double *y) {
  double s = 0;
  int m = n - n % 5;
  for (int i = 0; i < m; i += 5)
    s += T(0) + T(1) + T(2) + T(3) + T(4);
  for (int i = m; i < n; i++)
    s += T(0);
  return s;
}

// serves: dot
double times_the_quotient(int n, const double *x, const double *y) {
  double s = 0;
  int i, m = n / 4 * 4;
  for (i = 0; i < m; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (; i < n; i++)
    s += T(0);
  return s;
}

// serves: dot
double shifted(int n, const double *x, const double *y) {
  double s = 0;
  int q = n >> 2;
  for (int k = 0; k < q; k++)
    s += x[4 * k] * y[4 * k] + x[4 * k + 1] * y[4 * k + 1] + x[4 * k + 2] * y[4 * k + 2] +
         x[4 * k + 3] * y[4 * k + 3];
  for (int i = 4 * q; i < n; i++)
    s += T(0);
  return s;
}

// serves: dot
double rest_first(int n, const double *x, const double *y) {
  double s = 0;
  int m = n % 5;
  for (int i = 0; i < m; i++)
    s += T(0);
  for (int i = m; i < n; i += 5)
    s += T(0) + T(1) + T(2) + T(3) + T(4);
  return s;
}

// serves: dot
double masked_rest_first(size_t n, const double *x, const double *y) {
  double s = 0;
  size_t m = n & 3;
  for (size_t i = 0; i < m; i++)
    s += T(0);
  for (size_t i = m; i < n; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  return s;
}

// serves: dot
double last_of_odd(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i + 1 < n; i += 2)
    s += T(0) + T(1);
  if (n & 1)
    s += x[n - 1] * y[n - 1];
  return s;
}

// serves: dot
double only_blocks(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i + 4 <= n; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  return s;
}

// serves: asum
double sum_of_sizes(int n, const double *x) {
  double s = 0;
  int m = n % 6;
  for (int i = 0; i < m; i++)
    s += fabs(x[i]);
  for (int i = m; i < n; i += 6)
    s += fabs(x[i]) + fabs(x[i + 1]) + fabs(x[i + 2]) + fabs(x[i + 3]) + fabs(x[i + 4]) + fabs(x[i + 5]);
  return s;
}

// serves: axpy
void axpy_by_four(int n, double a, const double *x, double *y) {
  int m = n % 4;
  for (int i = 0; i < m; i++)
    y[i] += a * x[i];
  for (int i = m; i < n; i += 4) {
    y[i] += a * x[i];
    y[i + 1] += a * x[i + 1];
    y[i + 2] += a * x[i + 2];
    y[i + 3] += a * x[i + 3];
  }
}

// serves: gemv
void rows_by_mask(int m, int n, const double *a, const double *x, double *y) {
  int i, e = m & -2;
  for (i = 0; i < e; i += 2) {
    double s = 0, t = 0;
    for (int j = 0; j < n; j++) {
      s += a[i * n + j] * x[j];
      t += a[(i + 1) * n + j] * x[j];
    }
    y[i] = s;
    y[i + 1] = t;
  }
  for (; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

// serves: dot
double other_rest_first(int n, const double *x, const double *y) {
  double s = 0;
  int m = n % 4;
  for (int i = 0; i < m; i++)
    s += T(0);
  for (int i = m; i + 2 < n; i += 3)
    s += T(0) + T(1) + T(2);
  return s;
}

// serves: dot
double last_of_even(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i + 1 < n; i += 2)
    s += T(0) + T(1);
  if (n > 0 && !(n & 1))
    s += x[n - 1] * y[n - 1];
  return s;
}
