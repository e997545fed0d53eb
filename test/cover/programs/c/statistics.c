// Statistics, as codes in use write them.
#include "cover.h"

// serves: gemv
void column_means(int n, int d, const double *x, double *mean) {
  for (int j = 0; j < d; j++) {
    mean[j] = 0.0;
    for (int i = 0; i < n; i++)
      mean[j] += x[i * d + j];
    mean[j] /= n;
  }
}

// serves: dot
double variance_two_pass(int n, const double *x) {
  double mean = 0, var = 0;
  for (int i = 0; i < n; i++)
    mean += x[i];
  mean /= n;
  for (int i = 0; i < n; i++)
    var += (x[i] - mean) * (x[i] - mean);
  return var / (n - 1);
}

// serves: dot dot dot
void linear_fit(int n, const double *x, const double *y, double *out) {
  double sx = 0, sy = 0, sxy = 0, sxx = 0, syy = 0;
  for (int i = 0; i < n; i++) {
    sx += x[i];
    sy += y[i];
    sxy += x[i] * y[i];
    sxx += x[i] * x[i];
    syy += y[i] * y[i];
  }
  out[0] = sx, out[1] = sy, out[2] = sxy, out[3] = sxx, out[4] = syy;
}

// serves: gemm gemv
void normal_equations(int n, int p, const double *x, const double *y, double *xtx, double *xty) {
  for (int a = 0; a < p; a++) {
    for (int b = 0; b < p; b++) {
      double s = 0;
      for (int i = 0; i < n; i++)
        s += x[i * p + a] * x[i * p + b];
      xtx[a * p + b] = s;
    }
    double t = 0;
    for (int i = 0; i < n; i++)
      t += x[i * p + a] * y[i];
    xty[a] = t;
  }
}

// serves: gemm gemv
void normal_equations_rowwise(int n, int p, const double *x, const double *y, double *xtx, double *xty) {
  for (int a = 0; a < p; a++) {
    xty[a] = 0;
    for (int b = 0; b < p; b++)
      xtx[a * p + b] = 0;
  }
  for (int i = 0; i < n; i++) {
    const double *row = x + i * p;
    for (int a = 0; a < p; a++) {
      for (int b = 0; b < p; b++)
        xtx[a * p + b] += row[a] * row[b];
      xty[a] += row[a] * y[i];
    }
  }
}

// serves: gemv
double quadratic_form(int n, int lda, const double *a, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += x[i] * a[i * lda + j] * x[j];
  return s;
}

// serves: gemv
double bilinear_rows(int m, int n, int lda, const double *a, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < m; i++) {
    double t = 0;
    for (int j = 0; j < n; j++)
      t += a[i * lda + j] * y[j];
    s += x[i] * t;
  }
  return s;
}

// serves: gemm
void kmeans_distances(int n, int k, int d, const double *x, const double *c, double *dist) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) {
      double s = 0;
      for (int q = 0; q < d; q++) {
        double diff = x[i * d + q] - c[j * d + q];
        s += diff * diff;
      }
      dist[i * k + j] = s;
    }
}

// serves: gemm
void gram_scaled(int n, int d, const double *x, double gamma, double *k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double dot = 0.0;
      for (int q = 0; q < d; q++)
        dot += x[i * d + q] * x[j * d + q];
      k[i * n + j] = gamma * dot;
    }
}

// serves: axpby gemv
void logistic_gradient(int n, int d, const double *x, const double *r, double *g, double lambda,
                       const double *w) {
  for (int j = 0; j < d; j++)
    g[j] = lambda * w[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < d; j++)
      g[j] += r[i] * x[i * d + j];
}

// serves: gemv
void predict_residual(int n, int d, const double *x, const double *w, const double *y, double b,
                      double *res) {
  for (int i = 0; i < n; i++) {
    double p = b;
    for (int j = 0; j < d; j++)
      p += w[j] * x[i * d + j];
    res[i] = y[i] - p;
  }
}

// serves: gemm
void matrix_factorisation(int users, int items, int k, const double *p, const double *q, const double *r,
                          double *e) {
  for (int u = 0; u < users; u++)
    for (int i = 0; i < items; i++) {
      e[u * items + i] = r[u * items + i];
      for (int f = 0; f < k; f++)
        e[u * items + i] -= p[u * k + f] * q[f * items + i];
    }
}

// serves: gemm
void covariance_in_one(int n, int p, const double *x, const double *mean, double *restrict cov) {
  for (int i = 0; i < p; i++)
    for (int j = 0; j < p; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += (x[k * p + i] - mean[i]) * (x[k * p + j] - mean[j]);
      cov[i * p + j] = s / (n - 1);
    }
}

// serves: syrk copy
void covariance_by_halves(int n, int p, double x[n][p], double mean[p], double cov[p][p]) {
  for (int i = 0; i < p; i++)
    for (int j = i; j < p; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += (x[k][i] - mean[i]) * (x[k][j] - mean[j]);
      cov[i][j] = cov[j][i] = s;
    }
}

// serves: syrk
void scatter_of_groups(int n, int p, const double *x, const double *mean, double *restrict scatter) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < p; i++)
      for (int j = 0; j <= i; j++)
        scatter[i * p + j] += (x[k * p + i] - mean[i]) * (x[k * p + j] - mean[j]);
}

// serves: gemm
void project(int n, int p, int q, const double *x, const double *mean, const double *w, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < q; j++) {
      y[i * q + j] = 0;
      for (int k = 0; k < p; k++)
        y[i * q + j] += (x[i * p + k] - mean[k]) * w[k * q + j];
    }
}

// serves: dot
double covariance_of_two(int n, double mx, double my, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += (x[i] - mx) * (y[i] - my);
  return s / (n - 1);
}
