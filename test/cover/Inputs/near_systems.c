// Nearly idioms of several equations.
#include <math.h>

void swap_new_value(int n, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    x[i] = y[i];
    y[i] = x[i];
  }
}

void swap_next(int n, double *x) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    x[i] = x[i + 1];
    x[i + 1] = t;
  }
}

void swap_elsewhere(int n, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    x[i] = y[i];
    y[i + 1] = t;
  }
}

void swap_one_less(int n, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    x[i] = y[i];
    if (i < n - 1)
      y[i] = t;
  }
}

void swap_and_scale(int n, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    x[i] = y[i];
    y[i] = 2 * t;
  }
}

void swap_three(int n, double *x, double *y, double *z) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    x[i] = y[i];
    y[i] = z[i];
    z[i] = t;
  }
}

void swap_overlapping_parts(int n, double *x) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    x[i] = x[n - 1 + i];
    x[n - 1 + i] = t;
  }
}

void rot_new_value(int n, double c, double s, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    x[i] = c * x[i] + s * y[i];
    y[i] = c * y[i] - s * x[i];
  }
}

void rot_same_sign(int n, double c, double s, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double t = c * x[i] + s * y[i];
    y[i] = c * y[i] + s * x[i];
    x[i] = t;
  }
}

void rot_other_cosine(int n, double c, double d, double s, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double t = c * x[i] + s * y[i];
    y[i] = d * y[i] - s * x[i];
    x[i] = t;
  }
}

void lu_own_column(int n, double a[n][n]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i][k] /= a[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

void lu_one_column_less(int n, double a[n][n]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i][k] /= a[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n - 1; j++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

void lu_inner_values(int n, double a[n][n], double *last) {
  for (int k = 0; k < n; k++) {
    last[k] = a[n - 1][k];
    for (int i = k + 1; i < n; i++)
      a[i][k] /= a[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

void cholesky_no_root(int n, double a[n][n]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i][k] /= a[k][k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        a[i][j] -= a[i][k] * a[j][k];
  }
}

void cholesky_divided_by_next(int n, double a[n + 1][n + 1]) {
  for (int k = 0; k < n; k++) {
    a[k][k] = sqrt(a[k][k]);
    for (int i = k + 1; i < n; i++)
      a[i][k] /= a[k + 1][k + 1];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        a[i][j] -= a[i][k] * a[j][k];
  }
}
