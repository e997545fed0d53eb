// Near misses of products: none of these may be served by the routine that it looks like.
#include "cover.h"

// none: the sum runs over the row of b, so a column of c is never complete
void gemm_wrong_index(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] += a[i * n + p] * b[p * n + p];
}

// none: the factor of b depends on the row, too
void gemm_three_indices(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] += a[i * n + p] * b[(p + i) * n + j];
}

// none: a sum of elements, no product
void gemm_plus(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] += a[i * n + p] + b[p * n + j];
}

// none: the largest, no sum
void gemm_largest(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++) {
        double t = a[i * n + p] * b[p * n + j];
        c[i * n + j] = t > c[i * n + j] ? t : c[i * n + j];
      }
}

// none: shortest paths: a minimum of sums
void gemm_tropical(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] = fmin(c[i * n + j], a[i * n + p] + b[p * n + j]);
}

// none: c is one of the operands and is changed while it is read
void gemm_in_place(int n, const double *a, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] += a[i * n + p] * c[p * n + j];
}

// none: each row of c is set again in the inner loop: only the last product stays
void gemm_last_product(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] = a[i * n + p] * b[p * n + j];
}

// none: rows of c overlap
void gemm_short_rows(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int p = 0; p < n; p++)
        sum += a[i * n + p] * b[p * n + j];
      c[i * (n - 1) + j] = sum;
    }
}

// none: integers
void gemm_integers(int n, const int *a, const int *b, int *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] += a[i * n + p] * b[p * n + j];
}

// none: stops at the first zero
void gemm_with_break(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++) {
        if (a[i * n + p] == 0)
          break;
        c[i * n + j] += a[i * n + p] * b[p * n + j];
      }
}

// none: the product's absolute value
void gemm_absolute(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] += fabs(a[i * n + p] * b[p * n + j]);
}

// none: squares in place of products
void gemm_squares(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] += a[i * n + p] * b[p * n + j] * a[i * n + p];
}

// none: the elements are told by a list
void gemm_gathered(int n, const int *list, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] += a[i * n + list[p]] * b[p * n + j];
}

// none: alpha differs from row to row
void gemm_row_scales(int n, const double *alpha, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < n; p++)
        c[i * n + j] += alpha[p] * a[i * n + p] * b[p * n + j];
}

// none: the running sum is stored at each step
void prefix_products(int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      sum += a[i * n + j] * x[j];
      y[i * n + j] = sum;
    }
  }
}

// none: the sum is not set to zero for the next row
void gemv_running(int m, int n, const double *a, const double *x, double *y) {
  double sum = 0;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}

// none: y is its own operand
void gemv_in_place(int n, const double *a, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * x[j];
    x[i] = sum;
  }
}

// none: the row is chosen by the vector's index
void gemv_diagonal(int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[j * n + j] * x[j] * x[i];
}

// none: x is squared
void gemv_squared(int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j] * x[j];
}

// none: x has a factor of the matrix' index
void gemv_weighted(int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j] * (i + j);
}

// none: skips terms by the sum so far
void gemv_clipped(int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      if (sum < 1)
        sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}

// none: one term in two, by data
void gemv_masked(int n, const double *mask, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (mask[j] > 0)
        y[i] += a[i * n + j] * x[j];
}

// none: an element of y is read by the next row
void gemv_shifted_target(int n, const double *a, double *y) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * y[i - 1];
}

// none: y's elements overlap
void gemv_same_element(int m, int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * x[j];
    y[i / 2] = sum;
  }
}

// none: a power of the index is no size
void dot_powers(int n, const double *x, double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * pow(2.0, i);
  *y = sum;
}

// none: one vector is summed against a running index
double dot_product_of_sums(int n, const double *x, const double *y) {
  double s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    t += y[i] * s;
  }
  return t;
}

// none: a product of all elements
double product(int n, const double *x) {
  double p = 1;
  for (int i = 0; i < n; i++)
    p *= x[i];
  return p;
}

// none: a polynomial by Horner
double horner(int n, const double *c, double x) {
  double p = 0;
  for (int i = 0; i < n; i++)
    p = p * x + c[i];
  return p;
}

// none: ends at the first negative element
double dot_until_negative(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n && x[i] >= 0; i++)
    sum += x[i] * y[i];
  return sum;
}

// none: alternating signs by a carried factor
double dot_alternating(int n, const double *x, const double *y) {
  double sum = 0, sign = 1;
  for (int i = 0; i < n; i++) {
    sum += sign * x[i] * y[i];
    sign = -sign;
  }
  return sum;
}

// none: volatile memory
double dot_volatile(int n, const volatile double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

// none: each element needs the one before
void axpy_recurrence(int n, double alpha, double *y) {
  for (int i = 1; i < n; i++)
    y[i] += alpha * y[i - 1];
}

// none: alpha changes on the way
void axpy_changing(int n, double alpha, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] += alpha * x[i];
    alpha *= 0.5;
  }
}

// none: only where x is positive
void axpy_where(int n, double alpha, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[i] += alpha * x[i];
}

// none: x and y are the same elements, one place apart
void axpy_shifted(int n, double alpha, double *x) {
  for (int i = 0; i < n; i++)
    x[i + 1] = x[i + 1] + alpha * x[i];
}

// none: not a rotation: y sees the new x
void rotate_wrong(int n, double c, double s, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    x[i] = c * x[i] + s * y[i];
    y[i] = c * y[i] - s * x[i];
  }
}

// none: not a swap: y gets what it had
void swap_wrong(int n, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    x[i] = y[i];
    y[i] = x[i];
  }
}

// none: the last row of c is left as it was, and one column is one too many
void ger_and_shift(int m, int n, const double *x, const double *y, double *a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[(i + j) * n + j] += x[i] * y[i + j];
}

// none: something is called
void gemv_with_call(int n, const double *a, const double *x, double *y, void (*report)(int)) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
    if (report)
      report(i);
  }
}

// none: adds products of positive factors only
void gemm_positive(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int p = 0; p < n; p++)
      if (a[i * n + p] > 0)
        for (int j = 0; j < n; j++)
          c[i * n + j] += a[i * n + p] * b[p * n + j];
}

// none: what is skipped is another factor's zeros
void gemm_skipping_other(int n, const double *a, const double *b, const double *d, double *c) {
  for (int i = 0; i < n; i++)
    for (int p = 0; p < n; p++)
      if (d[i * n + p] != 0)
        for (int j = 0; j < n; j++)
          c[i * n + j] += a[i * n + p] * b[p * n + j];
}

// none: one in five is left out
double dot_unrolled_gap(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i + 4 < n; i += 5)
    sum += x[i] * y[i] + x[i + 1] * y[i + 1] + x[i + 2] * y[i + 2] + x[i + 3] * y[i + 3];
  return sum;
}

// none: the loop behind begins one too late
double dot_unrolled_late(int n, const double *x, const double *y) {
  double sum = 0;
  int i = 0;
  for (; i + 1 < n; i += 2)
    sum += x[i] * y[i] + x[i + 1] * y[i + 1];
  for (i++; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

// none: the second of each two has another factor
double dot_unrolled_mixed(int n, const double *x, const double *y, const double *z) {
  double sum = 0;
  for (int i = 0; i < n / 2; i++)
    sum += x[2 * i] * y[2 * i] + x[2 * i + 1] * z[2 * i + 1];
  return sum;
}

// none: one element of each block is of another product
void gemm_block_wrong(int n, const double *a, const double *b, double *c) {
  n = n / 2 * 2;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j += 2) {
      double s = 0, t = 0;
      for (int p = 0; p < n; p++) {
        s += a[i * n + p] * b[p * n + j];
        t += a[i * n + p] * b[p * n + j];
      }
      c[i * n + j] = s;
      c[i * n + j + 1] = t;
    }
}

// none: multiplied out, these are products of up to four sums, which calls could take in any order
void spread_scaled(int n, const double x[n], const double z[n], double y[n]) {
  double s = 0, t = 2;
  for (int i = 0; i < n; i++)
    s += x[i];
  s = s / n;
  for (int i = 0; i < n; i++)
    t += (x[i] - s) * (x[i] - s);
  for (int i = 0; i < n; i++)
    y[i] = t * (x[i] - s) + z[i] - z[i];
}

// none: the mean of the other row
void centred_wrong_mean(int n, int p, const double *x, const double *mean, double *restrict cov) {
  for (int i = 0; i < p; i++)
    for (int j = 0; j < p; j++)
      for (int k = 0; k < n; k++)
        cov[i * p + j] += (x[k * p + i] - mean[j]) * (x[k * p + j] - mean[i]);
}
