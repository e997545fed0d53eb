// Triangular systems and factorisations.
#include "cover.h"

// serves: trsv
// data: diagonal l n
void forward_rows(int n, double l[n][n], double x[n], double b[n]) {
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= l[i][j] * x[j];
    x[i] = x[i] / l[i][i];
  }
}

// serves: trsv
// data: diagonal l lda
void forward_rows_scalar(int n, const double *l, int lda, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = x[i];
    for (int j = 0; j < i; j++)
      sum -= l[i * lda + j] * x[j];
    x[i] = sum / l[i * lda + i];
  }
}

// serves: trsv
// data: diagonal l lda
void forward_rows_dot(int n, const double *l, int lda, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < i; j++)
      sum += l[i * lda + j] * x[j];
    x[i] = (x[i] - sum) / l[i * lda + i];
  }
}

// serves: trsv
// data: diagonal l lda
void forward_columns(int n, const double *l, int lda, double *x) {
  for (int j = 0; j < n; j++) {
    x[j] /= l[j * lda + j];
    for (int i = j + 1; i < n; i++)
      x[i] -= l[i * lda + j] * x[j];
  }
}

// serves: trsv
// data: small l
void forward_rows_unit(int n, const double *l, int lda, double *x) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++)
      x[i] -= l[i * lda + j] * x[j];
}

// serves: trsv
// data: small l
void forward_columns_unit(int n, const double *l, int lda, double *x) {
  for (int j = 0; j < n; j++) {
    double t = x[j];
    for (int i = j + 1; i < n; i++)
      x[i] = x[i] - t * l[i * lda + j];
  }
}

// serves: trsv
// data: diagonal u lda
void backward_rows(int n, const double *u, int lda, double *x) {
  for (int i = n - 1; i >= 0; i--) {
    double sum = x[i];
    for (int j = i + 1; j < n; j++)
      sum -= u[i * lda + j] * x[j];
    x[i] = sum / u[i * lda + i];
  }
}

// serves: trsv
// data: diagonal u lda
void backward_rows_memory(int n, const double *u, int lda, const double *b, double *x) {
  for (int i = n - 1; i >= 0; i--) {
    x[i] = b[i];
    for (int j = i + 1; j < n; j++)
      x[i] -= u[i * lda + j] * x[j];
    x[i] /= u[i * lda + i];
  }
}

// serves: trsv
// data: diagonal u lda
void backward_columns(int n, const double *u, int lda, double *x) {
  for (int j = n - 1; j >= 0; j--) {
    x[j] = x[j] / u[j * lda + j];
    for (int i = 0; i < j; i++)
      x[i] -= x[j] * u[i * lda + j];
  }
}

// serves: trsv
// data: small u
void backward_rows_unit(int n, const double *u, int lda, double *x) {
  for (int i = n - 2; i >= 0; i--)
    for (int j = i + 1; j < n; j++)
      x[i] -= u[i * lda + j] * x[j];
}

// serves: trsv
// data: diagonal l lda
void backward_transposed(int n, const double *l, int lda, double *x) {
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      x[i] -= l[j * lda + i] * x[j];
    x[i] /= l[i * lda + i];
  }
}

// serves: trsv
// data: diagonal l lda
void forward_counting_up_twice(int n, const double *l, int lda, double *x) {
  for (int step = 0; step < n; step++) {
    int i = n - 1 - step;
    double sum = 0;
    for (int j = i + 1; j < n; j++)
      sum += l[i * lda + j] * x[j];
    x[i] = (x[i] - sum) / l[i * lda + i];
  }
}

// serves: trsm
// data: diagonal l lda
void trsm_left(int m, int n, const double *l, int lda, double *b, int ldb) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < m; k++) {
      b[k * ldb + j] /= l[k * lda + k];
      for (int i = k + 1; i < m; i++)
        b[i * ldb + j] -= b[k * ldb + j] * l[i * lda + k];
    }
}

// serves: trsm
// data: diagonal l lda
void trsm_rows(int m, int n, const double *l, int lda, double *b, int ldb) {
  for (int i = 0; i < m; i++) {
    for (int k = 0; k < i; k++)
      for (int j = 0; j < n; j++)
        b[i * ldb + j] -= l[i * lda + k] * b[k * ldb + j];
    for (int j = 0; j < n; j++)
      b[i * ldb + j] /= l[i * lda + i];
  }
}

// serves: trsm
// data: diagonal u lda
void trsm_right(int m, int n, const double *u, int lda, double *b, int ldb) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = b[i * ldb + j];
      for (int k = 0; k < j; k++)
        sum -= b[i * ldb + k] * u[k * lda + j];
      b[i * ldb + j] = sum / u[j * lda + j];
    }
}

// serves: getrf
// data: diagonal a n
void lu(int n, double a[n][n]) {
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

// serves: getrf
// data: diagonal a lda
void lu_right_looking(int n, double *a, int lda) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i * lda + k] /= a[k * lda + k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
  }
}

// serves: potrf
// data: diagonal a n
void cholesky(int n, double a[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    for (int k = 0; k < i; k++)
      a[i][i] -= a[i][k] * a[i][k];
    a[i][i] = sqrt(a[i][i]);
  }
}

// serves: potrf
// data: diagonal a n
void cholesky_columns(int n, double *a) {
  for (int j = 0; j < n; j++) {
    double sum = a[j * n + j];
    for (int k = 0; k < j; k++)
      sum -= a[j * n + k] * a[j * n + k];
    double d = sqrt(sum);
    a[j * n + j] = d;
    for (int i = j + 1; i < n; i++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / d;
    }
  }
}

// serves: axpby trsv axpby trsv
// data: diagonal a n
void ludcmp_solve(int n, double a[n][n], double b[n], double x[n], double y[n]) {
  for (int i = 0; i < n; i++) {
    double w = b[i];
    for (int j = 0; j < i; j++)
      w -= a[i][j] * y[j];
    y[i] = w;
  }
  for (int i = n - 1; i >= 0; i--) {
    double w = y[i];
    for (int j = i + 1; j < n; j++)
      w -= a[i][j] * x[j];
    x[i] = w / a[i][i];
  }
}

// serves: gemv ger nrm2 axpby
void gram_schmidt(int m, int n, double a[m][n], double r[n][n], double q[m][n]) {
  for (int k = 0; k < n; k++) {
    double norm = 0;
    for (int i = 0; i < m; i++)
      norm += a[i][k] * a[i][k];
    r[k][k] = sqrt(norm);
    for (int i = 0; i < m; i++)
      q[i][k] = a[i][k] / r[k][k];
    for (int j = k + 1; j < n; j++) {
      r[k][j] = 0;
      for (int i = 0; i < m; i++)
        r[k][j] += q[i][k] * a[i][j];
      for (int i = 0; i < m; i++)
        a[i][j] = a[i][j] - q[i][k] * r[k][j];
    }
  }
}

// serves: gemv ger
void householder_apply(int m, int n, const double *v, double tau, double *a, int lda, double *w) {
  for (int j = 0; j < n; j++) {
    w[j] = 0;
    for (int i = 0; i < m; i++)
      w[j] += v[i] * a[i * lda + j];
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * lda + j] -= tau * v[i] * w[j];
}

// serves: dot axpby
void householder_apply_columns(int m, int n, const double *v, double tau, double *a, int lda) {
  for (int j = 0; j < n; j++) {
    double w = 0;
    for (int i = 0; i < m; i++)
      w += v[i] * a[i * lda + j];
    for (int i = 0; i < m; i++)
      a[i * lda + j] -= tau * w * v[i];
  }
}
