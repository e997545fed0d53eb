// Near misses of unrolled loops: no routine may serve one of these as a whole.
#include "cover.h"

// none: the remainder begins one column late
void columns_late(int m, int n, int l, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++) {
    int k = 0;
    for (; k + 3 <= l; k += 3)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j] + a[i * l + k + 1] * b[(k + 1) * n + j] +
                        a[i * l + k + 2] * b[(k + 2) * n + j];
    for (k++; k < l; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j];
  }
}

// none: the remainder takes the column of the first matrix before it
void columns_mixed(int m, int n, int l, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++) {
    int k = 0;
    for (; k + 2 <= l; k += 2)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j] + a[i * l + k + 1] * b[(k + 1) * n + j];
    if (k && k < l)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k - 1] * b[k * n + j];
  }
}

// none: the last row is another one
void last_row_of_before(int m, int n, const double *a, const double *x, double *y) {
  int i = 0;
  for (; i + 2 <= m; i += 2) {
    double s = 0, t = 0;
    for (int j = 0; j < n; j++) {
      s += a[i * n + j] * x[j];
      t += a[(i + 1) * n + j] * x[j];
    }
    y[i] = sqrt(fabs(s));
    y[i + 1] = sqrt(fabs(t));
  }
  if (i && i < m) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[(i - 1) * n + j] * x[j];
    y[i] = s;
  }
}

// none: between the two loops four elements may be left out
double chain_with_gap(int n, const double *x, const double *y) {
  double s = 0;
  int i = 0;
  for (; i + 8 <= n; i += 8)
    s += x[i] * y[i] + x[i + 1] * y[i + 1] + x[i + 2] * y[i + 2] + x[i + 3] * y[i + 3] + x[i + 4] * y[i + 4] +
         x[i + 5] * y[i + 5] + x[i + 6] * y[i + 6] + x[i + 7] * y[i + 7];
  for (i += i + 4 < n ? 4 : 0; i + 2 <= n; i += 2)
    s += x[i] * y[i] + x[i + 1] * y[i + 1];
  for (; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// none: the fourth element of each block is left out
double quarters_of_three(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n / 4; i++)
    s += x[4 * i] * y[4 * i] + x[4 * i + 1] * y[4 * i + 1] + x[4 * i + 2] * y[4 * i + 2];
  for (int i = n / 4 * 4; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// none: the remainder is added twice where there are three
double quarters_and_thirds(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n / 4; i++)
    s += x[4 * i] * y[4 * i] + x[4 * i + 1] * y[4 * i + 1] + x[4 * i + 2] * y[4 * i + 2] +
         x[4 * i + 3] * y[4 * i + 3];
  for (int i = n / 3 * 3; i < n; i++)
    s += x[i] * y[i];
  return s;
}
