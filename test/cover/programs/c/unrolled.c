// Loops that are unrolled by hand, with a remainder that may be empty: one routine says all of it.
#include "cover.h"

// serves: gemm
void columns_by_two(int m, int n, int l, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++) {
    int k = 0;
    for (; k + 2 <= l; k += 2)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j] + a[i * l + k + 1] * b[(k + 1) * n + j];
    for (; k < l; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j];
  }
}

// serves: gemm
void outer_products_by_four(int m, int n, int l, const double *a, const double *b, double *c) {
  int k = 0;
  for (; k < l - 3; k += 4)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j] + a[i * l + k + 1] * b[(k + 1) * n + j] +
                        a[i * l + k + 2] * b[(k + 2) * n + j] + a[i * l + k + 3] * b[(k + 3) * n + j];
  for (; k < l; k++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * l + k] * b[k * n + j];
}

// serves: gemm
void subtracted_by_two(int m, int n, int l, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++) {
    int k = 0;
    for (; k < l - 1; k += 2)
      for (int j = 0; j < n; j++)
        c[i * n + j] = c[i * n + j] - a[i * l + k] * b[k * n + j] - a[i * l + k + 1] * b[(k + 1) * n + j];
    if (k < l)
      for (int j = 0; j < n; j++)
        c[i * n + j] -= a[i * l + k] * b[k * n + j];
  }
}

// serves: gemm
void product_by_columns(int m, int n, int l, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++) {
    int j = 0;
    for (; j + 2 <= n; j += 2) {
      double s = 0, t = 0;
      for (int k = 0; k < l; k++) {
        s += a[i * l + k] * b[k * n + j];
        t += a[i * l + k] * b[k * n + j + 1];
      }
      c[i * n + j] = s;
      c[i * n + j + 1] = t;
    }
    for (; j < n; j++) {
      double s = 0;
      for (int k = 0; k < l; k++)
        s += a[i * l + k] * b[k * n + j];
      c[i * n + j] = s;
    }
  }
}

// serves: gemv
void rows_by_two(int m, int n, const double *a, const double *x, double *y) {
  int i = 0;
  for (; i + 2 <= m; i += 2) {
    double s = 0, t = 0;
    for (int j = 0; j < n; j++) {
      s += a[i * n + j] * x[j];
      t += a[(i + 1) * n + j] * x[j];
    }
    y[i] = s;
    y[i + 1] = t;
  }
  if (i < m) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

// serves: gemv
void rows_by_four_two_one(int m, int n, const double *a, const double *x, double *y) {
  int i = 0;
  for (; i + 4 <= m; i += 4) {
    double s = 0, t = 0, u = 0, v = 0;
    for (int j = 0; j < n; j++) {
      s += a[i * n + j] * x[j];
      t += a[(i + 1) * n + j] * x[j];
      u += a[(i + 2) * n + j] * x[j];
      v += a[(i + 3) * n + j] * x[j];
    }
    y[i] = s, y[i + 1] = t, y[i + 2] = u, y[i + 3] = v;
  }
  for (; i + 2 <= m; i += 2) {
    double s = 0, t = 0;
    for (int j = 0; j < n; j++) {
      s += a[i * n + j] * x[j];
      t += a[(i + 1) * n + j] * x[j];
    }
    y[i] = s, y[i + 1] = t;
  }
  for (; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

// serves: gemv
void rows_and_sums_by_two(int m, int n, const double *a, const double *x, double *y) {
  int i = 0;
  for (; i + 2 <= m; i += 2) {
    double s = 0, t = 0;
    int j = 0;
    for (; j + 2 <= n; j += 2) {
      s += a[i * n + j] * x[j] + a[i * n + j + 1] * x[j + 1];
      t += a[(i + 1) * n + j] * x[j] + a[(i + 1) * n + j + 1] * x[j + 1];
    }
    for (; j < n; j++) {
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

// serves: gemv
void transposed_by_two(int m, int n, const double *a, const double *x, double *y) {
  int j = 0;
  for (; j + 2 <= n; j += 2)
    for (int i = 0; i < m; i++)
      y[i] += a[j * m + i] * x[j] + a[(j + 1) * m + i] * x[j + 1];
  for (; j < n; j++)
    for (int i = 0; i < m; i++)
      y[i] += a[j * m + i] * x[j];
}

// serves: dot
double chain_of_remainders(int n, const double *x, const double *y) {
  double s = 0;
  int i = 0;
  for (; i + 8 <= n; i += 8)
    s += x[i] * y[i] + x[i + 1] * y[i + 1] + x[i + 2] * y[i + 2] + x[i + 3] * y[i + 3] + x[i + 4] * y[i + 4] +
         x[i + 5] * y[i + 5] + x[i + 6] * y[i + 6] + x[i + 7] * y[i + 7];
  for (; i + 4 <= n; i += 4)
    s += x[i] * y[i] + x[i + 1] * y[i + 1] + x[i + 2] * y[i + 2] + x[i + 3] * y[i + 3];
  for (; i + 2 <= n; i += 2)
    s += x[i] * y[i] + x[i + 1] * y[i + 1];
  for (; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// serves: dot
double quarters(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n / 4; i++)
    s += x[4 * i] * y[4 * i] + x[4 * i + 1] * y[4 * i + 1] + x[4 * i + 2] * y[4 * i + 2] +
         x[4 * i + 3] * y[4 * i + 3];
  for (int i = n / 4 * 4; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// serves: gemv
void halves_of_rows(int m, int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < m / 2; i++) {
    double s = 0, t = 0;
    for (int j = 0; j < n; j++) {
      s += a[2 * i * n + j] * x[j];
      t += a[(2 * i + 1) * n + j] * x[j];
    }
    y[2 * i] = s;
    y[2 * i + 1] = t;
  }
  for (int i = m / 2 * 2; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}
