// Nests of which calls say a part: the rest stays in loops, before, between or behind the calls.
#include "cover.h"

// serves: gemv
void root_of_each_row(int m, int n, const double *a, const double *x, double *y, double *z) {
  for (int i = 0; i < m; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
    z[i] = sqrt(fabs(y[i]));
  }
}

// serves: gemv
void argument_is_made_before(int m, int n, const double *a, const double *b, double *x, double *y) {
  for (int j = 0; j < n; j++)
    x[j] = exp(-fabs(b[j]));
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
}

// serves: gemm
void old_values_are_read_first(int n, int k, const double *a, const double *b, double *c, double *cube) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      cube[i * n + j] = c[i * n + j] * c[i * n + j] * c[i * n + j];
      for (int l = 0; l < k; l++)
        c[i * n + j] += a[i * k + l] * b[l * n + j];
    }
}

// serves: gemm gemm
void root_between_products(int n, const double *a, const double *b, double *c, double *d) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int l = 0; l < n; l++)
        sum += a[i * n + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
    for (int j = 0; j < n; j++)
      c[i * n + j] = sqrt(fabs(c[i * n + j]));
    for (int j = 0; j < n; j++)
      for (int l = 0; l < n; l++)
        d[i * n + j] += c[i * n + l] * b[l * n + j];
  }
}

// serves: gemv
double a_sum_is_left(int m, int n, const double *a, const double *x, double *y) {
  double sum = 1;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
    sum += sqrt(fabs(y[i]));
  }
  return sum;
}

// serves: gemv gemv
void two_sums_and_a_root(int n, const double *a, const double *x, double *y, double *z, double *w) {
  for (int i = 0; i < n; i++) {
    double s = 0, t = 0;
    for (int j = 0; j < n; j++) {
      s += a[i * n + j] * x[j];
      t += a[j * n + i] * x[j];
    }
    y[i] = s;
    z[i] = t;
    w[i] = exp(-s * s) + t;
  }
}

// serves: syrk
void scaled_and_mirrored(int m, int n, double count, double *data, double *mean, double *c) {
  for (int j = 0; j < n; j++) {
    mean[j] = 0;
    for (int i = 0; i < m; i++)
      mean[j] += data[i * n + j];
    mean[j] /= count + 3;
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      data[i * n + j] -= mean[j];
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      c[i * n + j] = 0;
      for (int k = 0; k < m; k++)
        c[i * n + j] += data[k * n + i] * data[k * n + j];
      c[i * n + j] /= count + 2;
      c[j * n + i] = c[i * n + j];
    }
}

// serves: gemm
void not_on_the_diagonal(int n, const double *a, const double *b, double *c, double *d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int l = 0; l < n; l++)
        sum += a[i * n + l] * b[l * n + j];
      if (i != j)
        d[i * n + j] = sqrt(fabs(sum));
      c[i * n + j] = sum;
    }
}

// serves: gemv
void in_halves_of_an_array(int n, const double *a, double *x) {
  for (int i = 0; i < n; i++) {
    x[2 * n + i] = sqrt(fabs(x[n + i]));
    for (int j = 0; j < n; j++)
      x[n + i] += a[i * n + j] * x[j];
  }
}

// serves: gemv
void next_is_read(int n, const double *a, const double *x, double *y, double *z) {
  for (int i = 0; i < n; i++) {
    z[i] = sqrt(fabs(y[i + 1]));
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
  }
}

// none: half of what is read is made before, half of it later
void later_and_earlier_are_read(int n, const double *a, const double *x, double *y, double *z) {
  for (int i = 0; i < n; i++) {
    z[i] = sqrt(fabs(y[n - 1 - i]));
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
  }
}

// serves: gemv gemv
void feeds_itself(int n, const double *a, const double *b, double *x, double *y, double *z) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
  for (int i = 0; i < n; i++)
    x[i] = tanh(y[i]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      z[i] += b[i * n + j] * x[j];
  for (int i = 0; i < n; i++)
    y[i] = tanh(z[i]) + x[i];
}

// serves: gemm
void clipped(int m, int n, int k, const double *a, const double *b, const double *bias, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = bias[j];
      for (int l = 0; l < k; l++)
        sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = sum > 0 ? sum : 0;
    }
}

// serves: trsv
// data: diagonal l n
void solve_and_measure(int n, const double *l, double *x, double *measure) {
  for (int i = 0; i < n; i++) {
    double sum = x[i];
    for (int j = 0; j < i; j++)
      sum -= l[i * n + j] * x[j];
    x[i] = sum / l[i * n + i];
    measure[i] = sqrt(fabs(sum));
  }
}

// serves: gemv copy
void argument_is_overwritten_later(int n, const double *a, double *x, double *y, double *z, const double *w) {
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

// serves: gemv gemv copy
void some_sums_are_kept_twice(int n, const double *a, double *x, double *y, double *z, const double *w) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * x[j];
    y[i] = sum;
    if (i > 2)
      z[i] = sum;
  }
  for (int i = 0; i < n; i++)
    x[i] = w[i];
}
