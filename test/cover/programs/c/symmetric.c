// Rank-k updates, symmetric and triangular factors, and statistics that are such updates.
#include "cover.h"

// serves: syrk
void syrk(int n, int m, double alpha, double beta, double c[n][n], double a[n][m]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      c[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        c[i][j] += alpha * a[i][k] * a[j][k];
  }
}

// serves: syrk
void syrk_scalar(int n, int m, const double *a, int lda, double *c, int ldc) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++)
        sum += a[i * lda + k] * a[j * lda + k];
      c[i * ldc + j] = sum;
    }
}

// serves: syrk
void syrk_guarded(int n, int m, const double *a, int lda, double *c, int ldc) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j <= i)
        for (int k = 0; k < m; k++)
          c[i * ldc + j] -= a[i * lda + k] * a[j * lda + k];
}

// serves: syrk
void syrk_transposed(int n, int m, const double *a, int lda, double *c, int ldc) {
  for (int k = 0; k < m; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        c[i * ldc + j] += a[k * lda + i] * a[k * lda + j];
}

// serves: syrk
void gram_mirrored(int n, int m, const double *a, int lda, double *c, int ldc) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++)
        sum += a[k * lda + i] * a[k * lda + j];
      c[i * ldc + j] = sum;
      c[j * ldc + i] = sum;
    }
}

// serves: gemm
void gram_both_halves(int n, int m, const double *a, int lda, double *c, int ldc) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++)
        sum += a[k * lda + i] * a[k * lda + j];
      c[i * ldc + j] = sum;
    }
}

// serves: syr2k
void syr2k(int n, int m, double alpha, double beta, double c[n][n], double a[n][m], double b[n][m]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      c[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
  }
}

// serves: syr2k
void syr2k_scalar(int n, int m, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0, t = 0;
      for (int k = 0; k < m; k++) {
        s += a[i * m + k] * b[j * m + k];
        t += b[i * m + k] * a[j * m + k];
      }
      c[i * n + j] += s + t;
    }
}

// serves: syr
void syr_lower(int n, double alpha, const double *x, double *a, int lda) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * lda + j] += alpha * x[i] * x[j];
}

// serves: syr2
void syr2_upper(int n, double alpha, const double *x, const double *y, double *a, int lda) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[i * lda + j] += alpha * (x[i] * y[j] + y[i] * x[j]);
}

// serves: symm
void symm(int m, int n, double alpha, double beta, double c[m][n], double a[m][m], double b[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double t = 0;
      for (int k = 0; k < i; k++) {
        c[k][j] += alpha * b[i][j] * a[i][k];
        t += b[k][j] * a[i][k];
      }
      c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * t;
    }
}

// serves: symm
void symm_split(int m, int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k <= i; k++)
        sum += a[i * m + k] * b[k * n + j];
      for (int k = i + 1; k < m; k++)
        sum += a[k * m + i] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

// serves: symm
void symm_choice(int m, int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        c[i * n + j] += (k <= i ? a[i * m + k] : a[k * m + i]) * b[k * n + j];
}

// serves: trmm
void trmm(int m, int n, double alpha, double a[m][m], double b[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < m; k++)
        b[i][j] += a[k][i] * b[k][j];
      b[i][j] = alpha * b[i][j];
    }
}

// serves: trmm
void trmm_other(int m, int n, const double *a, int lda, double *b, int ldb) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = i; k < m; k++)
        sum += a[i * lda + k] * b[k * ldb + j];
      b[i * ldb + j] = sum;
    }
}

// serves: trmm
void trmm_out_of_place(int m, int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      c[i * n + j] = 0;
      for (int k = 0; k <= i; k++)
        c[i * n + j] += a[i * m + k] * b[k * n + j];
    }
}

// serves: gemv axpby syrk axpby
void covariance(int m, int n, double data[n][m], double cov[m][m], double mean[m]) {
  double float_n = n;
  for (int j = 0; j < m; j++) {
    mean[j] = 0;
    for (int i = 0; i < n; i++)
      mean[j] += data[i][j];
    mean[j] /= float_n;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      data[i][j] -= mean[j];
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      cov[i][j] = 0;
      for (int k = 0; k < n; k++)
        cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= float_n - 1.0;
      cov[j][i] = cov[i][j];
    }
}

// serves: gemmt
void correlation_product(int m, int n, double data[n][m], double corr[m][m]) {
  for (int i = 0; i < m - 1; i++) {
    corr[i][i] = 1;
    for (int j = i + 1; j < m; j++) {
      corr[i][j] = 0;
      for (int k = 0; k < n; k++)
        corr[i][j] += data[k][i] * data[k][j];
      corr[j][i] = corr[i][j];
    }
  }
  corr[m - 1][m - 1] = 1;
}

// serves: gemv axpby
void center(int m, int n, double *data, double *mean) {
  for (int j = 0; j < m; j++) {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += data[i * m + j];
    mean[j] = sum / n;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      data[i * m + j] -= mean[j];
}

// serves: gemm
void distances(int n, int d, const double *x, double *out) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < d; k++) {
        double t = x[i * d + k] - x[j * d + k];
        sum += t * t;
      }
      out[i * n + j] = sum;
    }
}

// serves: syrk syrk
void gram_below_twice(int n, int m, const double *a, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double sum = 0;
      for (int p = 0; p < m; p++)
        sum += a[i * m + p] * a[j * m + p];
      c[j * n + i] = 2 * sum;
      c[i * n + j] = sum;
    }
}
