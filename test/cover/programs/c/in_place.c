// What is read lies in the array that is written: apart from what is written there, or not.
#include "cover.h"

// serves: getrf
// data: diagonal a lda
void lu(int n, int lda, double *a) {
  if (lda < n)
    return;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
      a[i * lda + j] /= a[j * lda + j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
  }
}

// serves: trsv dot
// data: diagonal a n
void cholesky(int n, double *a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / a[j * n + j];
    }
    double s = a[i * n + i];
    for (int k = 0; k < i; k++)
      s -= a[i * n + k] * a[i * n + k];
    a[i * n + i] = sqrt(s * s);
  }
}

// serves: gemv
void row_from_rows_above(int n, int row, int lda, double *a) {
  if (row < 0 || row >= n || lda < n)
    return;
  for (int j = 0; j < n; j++)
    for (int k = 0; k < row; k++)
      a[row * lda + j] += a[k * lda + row] * a[k * lda + j];
}

// none: the row that is written is one of those that are read
void row_from_rows_with_it(int n, int row, double *a, const double *x) {
  if (row < 0 || row >= n)
    return;
  for (int j = 0; j < n; j++)
    for (int k = 0; k <= row; k++)
      a[row * n + j] += x[k] * a[k * n + j];
}

// serves: gemv
void row_from_rows_that_overlap(int n, int row, int lda, double *a, const double *x) {
  if (row < 0 || lda < 0)
    return;
  for (int j = 0; j < n; j++)
    for (int k = 0; k < row; k++)
      a[row * lda + j] += x[k] * a[k * lda + j];
}

// serves: gemv
void upper_half_from_lower(int n, double *x, const double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[n + i] += a[i * n + j] * x[j];
}

// none: the halves have an element in common
void upper_half_from_more(int n, double *x, const double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      x[n + i] += a[i * n + j] * x[j];
}

// serves: gemv
void even_from_odd(int n, double *x, const double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[2 * i] += a[i * n + j] * x[2 * j + 1];
}

// none: where the operand lies in the array is not known
void from_elsewhere(int n, int at, double *x, const double *a) {
  if (at < 0)
    return;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] += a[i * n + j] * x[at + j];
}

// serves: gemm
void block_from_blocks(int n, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        a[(n + i) * 2 * n + n + j] -= a[(n + i) * 2 * n + k] * a[k * 2 * n + n + j];
}

// serves: copy axpby axpby
void halves_after_they_are_read(int n, double *a, double *x, const double *b) {
  for (int i = 0; i < n; i++)
    x[i] = a[n + i];
  for (int i = 0; i < n; i++)
    a[i] = 2 * b[i];
  for (int i = 0; i < n; i++)
    a[n + i] = 3 * b[i];
}

// serves: axpby copy axpby
void halves_between(int n, double *a, double *x, const double *b) {
  for (int i = 0; i < n; i++)
    a[i] = 2 * b[i];
  for (int i = 0; i < n; i++)
    x[i] = a[n + i];
  for (int i = 0; i < n; i++)
    a[n + i] = a[i] + b[i];
}

// serves: axpby axpby copy
void halves_before_they_are_read(int n, double *a, double *x, const double *b) {
  for (int i = 0; i < n; i++)
    a[i] = 2 * b[i];
  for (int i = 0; i < n; i++)
    a[n + i] = 3 * b[i];
  for (int i = 0; i < n; i++)
    x[i] = a[n + i];
}

// serves: gemv ger
void project_column(int m, int n, int column, double *a, double *r) {
  if (column < 0 || column >= n)
    return;
  for (int j = column + 1; j < n; j++) {
    r[j] = 0;
    for (int i = 0; i < m; i++)
      r[j] += a[i * n + column] * a[i * n + j];
    for (int i = 0; i < m; i++)
      a[i * n + j] -= a[i * n + column] * r[j];
  }
}

// serves: copy trsv copy trsv
// data: diagonal a n
void solve_with_both_triangles(int n, const double *a, const double *b, double *y, double *x) {
  for (int i = 0; i < n; i++) {
    double w = b[i];
    for (int j = 0; j < i; j++)
      w -= a[i * n + j] / n * y[j];
    y[i] = w;
  }
  for (int i = n - 1; i >= 0; i--) {
    double w = y[i];
    for (int j = i + 1; j < n; j++)
      w -= a[i * n + j] * x[j];
    x[i] = w / a[i * n + i];
  }
}

// serves: copy trsv
// data: diagonal a n
void solve_forward(int n, const double *a, const double *b, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = b[i];
    for (int j = 0; j < i; j++)
      y[i] -= a[i * n + j] * y[j];
  }
}
