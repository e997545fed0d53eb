// Products of a matrix and a vector, rank-one updates, and several of them in one nest.
#include "cover.h"

// serves: gemv
void gemv_rows(int m, int n, const double *a, int lda, const double *x, double *y) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * lda + j] * x[j];
    y[i] = sum;
  }
}

// serves: gemv
void gemv_memory(int m, int n, double alpha, const double *a, int lda, const double *x, double beta,
                 double *y) {
  for (int i = 0; i < m; i++) {
    y[i] = beta * y[i];
    for (int j = 0; j < n; j++)
      y[i] += alpha * a[i * lda + j] * x[j];
  }
}

// serves: gemv
void gemv_columns(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
  for (int j = 0; j < n; j++) {
    double t = alpha * x[j];
    for (int i = 0; i < m; i++)
      y[i] += t * a[i * lda + j];
  }
}

// serves: gemv
void gemv_columns_skipping(int m, int n, const double *a, int lda, const double *x, double *y) {
  for (int j = 0; j < n; j++) {
    double t = x[j];
    if (t != 0)
      for (int i = 0; i < m; i++)
        y[i] += t * a[i * lda + j];
  }
}

// serves: gemv
void gemv_transposed(int m, int n, const double *a, int lda, const double *x, double *y) {
  for (int j = 0; j < n; j++)
    y[j] = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] += a[i * lda + j] * x[i];
}

// serves: gemv
void gemv_vla(int m, int n, double a[m][n], double x[n], double y[m]) {
  for (int i = 0; i < m; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] = y[i] + a[i][j] * x[j];
  }
}

// serves: gemv
void gemv_fixed(double a[ROWS][COLUMNS], double x[COLUMNS], double y[ROWS]) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      y[i] -= a[i][j] * x[j];
}

// serves: gemv
void gemv_walking(int m, int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += *a++ * x[j];
    y[i] = sum;
  }
}

// serves: gemv
void gemv_struct(const Matrix *a, const double *x, double *y) {
  for (int i = 0; i < a->rows; i++) {
    double sum = 0;
    for (int j = 0; j < a->columns; j++)
      sum += a->data[i * a->stride + j] * x[j];
    y[i] = sum;
  }
}

// serves: gemv
void gemv_alpha_after(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * lda + j] * x[j];
    y[i] += alpha * sum;
  }
}

// serves: gemv
void gemv_residual(int m, int n, const double *a, int lda, const double *x, const double *b, double *r) {
  for (int i = 0; i < m; i++) {
    r[i] = b[i];
    for (int j = 0; j < n; j++)
      r[i] -= a[i * lda + j] * x[j];
  }
}

// serves: gemv
void gemv_unrolled_rows(int m, int n, const double *a, int lda, const double *x, double *y) {
  for (int i = 0; i < m / 2 * 2; i += 2) {
    double s = 0, t = 0;
    for (int j = 0; j < n; j++) {
      s += a[i * lda + j] * x[j];
      t += a[(i + 1) * lda + j] * x[j];
    }
    y[i] = s;
    y[i + 1] = t;
  }
  if (m % 2) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[(m - 1) * lda + j] * x[j];
    y[m - 1] = s;
  }
}

// serves: gemv
void gemv_strided(int m, int n, const double *a, int lda, const double *x, int incx, double *y, int incy) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * lda + j] * x[j * incx];
    y[i * incy] += sum;
  }
}

// serves: gemv
void gemv_into_column(int m, int n, const double *a, int lda, const double *x, int column, int ldb,
                      double *b) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * lda + j] * x[j];
    b[i * ldb + column] = sum;
  }
}

// serves: gemv
void gemv_members(int m, int n, const double *a, int lda, const Point *p, double *y) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * lda + j] * p[j].x;
    y[i] = sum;
  }
}

// serves: gemv
void gemv_float_in_double(int m, int n, const float *a, int lda, const float *x, double *y) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += (double)a[i * lda + j] * x[j];
    y[i] = sum;
  }
}

// serves: gemv
void row_sums(int m, int n, const double *a, int lda, double *sums) {
  for (int i = 0; i < m; i++) {
    sums[i] = 0;
    for (int j = 0; j < n; j++)
      sums[i] += a[i * lda + j];
  }
}

// serves: gemv
void column_means(int m, int n, const double *a, int lda, double *mean) {
  for (int j = 0; j < n; j++) {
    mean[j] = 0;
    for (int i = 0; i < m; i++)
      mean[j] += a[i * lda + j];
    mean[j] /= m;
  }
}

// serves: gemv
void gemv_with_bias(int m, int n, const double *w, const double *x, const double *bias, double *y) {
  for (int i = 0; i < m; i++) {
    double sum = bias[i];
    for (int j = 0; j < n; j++)
      sum += w[i * n + j] * x[j];
    y[i] = sum;
  }
}

// serves: gemv
void gemv_optional_bias(int m, int n, const double *w, const double *x, const double *bias, double *y) {
  for (int i = 0; i < m; i++) {
    double sum = bias != NULL ? bias[i] : 0;
    for (int j = 0; j < n; j++)
      sum += w[i * n + j] * x[j];
    y[i] = sum;
  }
}

// serves: gemv gemv
void sum_of_products(int n, double alpha, const double *a, const double *b, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += alpha * (a[i * n + j] + b[i * n + j]) * x[j];
}

// serves: gemv gemv axpby
void gesummv(int n, double alpha, double beta, double a[n][n], double b[n][n], double t[n], double x[n],
             double y[n]) {
  for (int i = 0; i < n; i++) {
    t[i] = 0;
    y[i] = 0;
    for (int j = 0; j < n; j++) {
      t[i] = a[i][j] * x[j] + t[i];
      y[i] = b[i][j] * x[j] + y[i];
    }
    y[i] = alpha * t[i] + beta * y[i];
  }
}

// serves: gemv gemv
void atax(int m, int n, double a[m][n], double x[n], double y[n], double t[m]) {
  for (int i = 0; i < n; i++)
    y[i] = 0;
  for (int i = 0; i < m; i++) {
    t[i] = 0;
    for (int j = 0; j < n; j++)
      t[i] = t[i] + a[i][j] * x[j];
    for (int j = 0; j < n; j++)
      y[j] = y[j] + a[i][j] * t[i];
  }
}

// serves: gemv gemv
void atax_scalar(int m, int n, const double *a, int lda, const double *x, double *y) {
  for (int i = 0; i < m; i++) {
    double t = 0;
    for (int j = 0; j < n; j++)
      t += a[i * lda + j] * x[j];
    for (int j = 0; j < n; j++)
      y[j] += a[i * lda + j] * t;
  }
}

// serves: gemv gemv
void bicg(int m, int n, double a[n][m], double s[m], double q[n], double p[m], double r[n]) {
  for (int i = 0; i < m; i++)
    s[i] = 0;
  for (int i = 0; i < n; i++) {
    q[i] = 0;
    for (int j = 0; j < m; j++) {
      s[j] = s[j] + r[i] * a[i][j];
      q[i] = q[i] + a[i][j] * p[j];
    }
  }
}

// serves: gemv gemv
void mvt(int n, double x1[n], double x2[n], double y1[n], double y2[n], double a[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      x1[i] = x1[i] + a[i][j] * y1[j];
      x2[i] = x2[i] + a[j][i] * y2[j];
    }
}

// serves: ger ger gemv axpby gemv
void gemver(int n, double alpha, double beta, double a[n][n], double u1[n], double v1[n], double u2[n],
            double v2[n], double w[n], double x[n], double y[n], double z[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = a[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] = x[i] + beta * a[j][i] * y[j];
  for (int i = 0; i < n; i++)
    x[i] = x[i] + z[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      w[i] = w[i] + alpha * a[i][j] * x[j];
}

// serves: ger
void ger_plain(int m, int n, double alpha, const double *x, const double *y, double *a, int lda) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * lda + j] += alpha * x[i] * y[j];
}

// serves: ger
void ger_hoisted(int m, int n, double alpha, const double *x, const double *y, double *a, int lda) {
  for (int j = 0; j < n; j++) {
    double t = -alpha * y[j];
    for (int i = 0; i < m; i++)
      a[i * lda + j] = x[i] * t + a[i * lda + j];
  }
}

// serves: ger
void ger_strided(int m, int n, const double *x, int incx, const double *y, int incy, double *a, int lda) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * lda + j] -= x[i * incx] * y[j * incy];
}

// serves: ger
void ger_rows_of_other(int n, int p, const double *b, int ldb, double *a, int lda) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * lda + j] += b[p * ldb + i] * b[j * ldb + p];
}

// serves: symv
void symv_lower(int n, double alpha, const double *a, int lda, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < i; j++) {
      y[j] += alpha * a[i * lda + j] * x[i];
      sum += a[i * lda + j] * x[j];
    }
    y[i] += alpha * (sum + a[i * lda + i] * x[i]);
  }
}

// serves: trmv
void trmv_lower(int n, const double *a, int lda, double *x) {
  for (int i = n - 1; i >= 0; i--) {
    double sum = 0;
    for (int j = 0; j <= i; j++)
      sum += a[i * lda + j] * x[j];
    x[i] = sum;
  }
}

// serves: trmv
void trmv_guarded(int n, const double *a, int lda, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      if (j <= i)
        y[i] += a[i * lda + j] * x[j];
  }
}
