// Rows that every round of a loop makes anew, and products of three factors.
#include "cover.h"

// serves: gemm gemv
void doitgen_tensor(int nr, int nq, int np, double *a, const double *c4, double *sum) {
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++) {
      for (int p = 0; p < np; p++) {
        sum[p] = 0.0;
        for (int s = 0; s < np; s++)
          sum[p] += a[(r * nq + q) * np + s] * c4[s * np + p];
      }
      for (int p = 0; p < np; p++)
        a[(r * nq + q) * np + p] = sum[p];
    }
}

// serves: gemm
void own_row(int m, int n, double *a, const double *b) {
  double row[64];
  if (n > 64)
    return;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      row[j] = 0;
      for (int k = 0; k < n; k++)
        row[j] += a[i * n + k] * b[k * n + j];
    }
    for (int j = 0; j < n; j++)
      a[i * n + j] = 0.5 * row[j];
  }
}

// serves: gemm
void own_row_float(int m, int n, int lda, float *a, const float *b) {
  float row[64];
  if (n > 64 || lda < n)
    return;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * lda + k] * b[j * n + k];
      row[j] = s;
    }
    for (int j = 0; j < n; j++)
      a[i * lda + j] = row[j];
  }
}

// serves: gemm
void columns_in_place(int m, int n, const double *q, double *x) {
  double column[64];
  if (m > 64)
    return;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++) {
      column[i] = 0;
      for (int k = 0; k < m; k++)
        column[i] += q[i * m + k] * x[k * n + j];
    }
    for (int i = 0; i < m; i++)
      x[i * n + j] = column[i];
  }
}

// serves: gemm gemm gemv
void both_halves(int n, int m, const double *c, const double *h, double *t, double *f) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++) {
      t[i] = 0;
      for (int k = 0; k < m; k++)
        t[i] += h[i * m + k] * c[k * n + j];
    }
    for (int i = 0; i < n; i++) {
      f[i * n + j] = 0;
      for (int k = 0; k < m; k++)
        f[i * n + j] += c[k * n + i] * t[k];
    }
  }
}

// serves: gemm gemm
void three_factors(int m, int n, int k, int l, const double *a, const double *b, const double *c, double *d) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int p = 0; p < k; p++)
        for (int q = 0; q < l; q++)
          s += a[i * k + p] * b[p * l + q] * c[q * n + j];
      d[i * n + j] = s;
    }
}

// serves: gemm
void weighted_normal_equations(int n, int p, const double *x, const double *w, double *xtwx) {
  for (int a = 0; a < p; a++)
    for (int b = 0; b < p; b++) {
      double s = 0;
      for (int i = 0; i < n; i++)
        s += x[i * p + a] * w[i] * x[i * p + b];
      xtwx[a * p + b] = s;
    }
}

// serves: gemm
void scaled_between(int m, int n, int k, const float *u, const float *s, const float *vt, float *a) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      a[i * n + j] = 0;
    for (int l = 0; l < k; l++) {
      float us = 2 * u[i * k + l] * s[l];
      for (int j = 0; j < n; j++)
        a[i * n + j] += us * vt[l * n + j];
    }
  }
}

// none: each row is made of the one before as that was made
void row_after_row(int m, int n, double *a, const double *b, double *t) {
  for (int i = 1; i < m; i++) {
    for (int j = 0; j < n; j++) {
      t[j] = 0;
      for (int k = 0; k < n; k++)
        t[j] += a[(i - 1) * n + k] * b[k * n + j];
    }
    for (int j = 0; j < n; j++)
      a[i * n + j] = t[j];
  }
}

// none: a round reads one more element than it makes
void one_more_is_read(int m, int n, const double *a, const double *b, double *t, double *c) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      t[j] = a[i * n + j] * b[j];
    for (int j = 0; j <= n; j++)
      c[i * (n + 1) + j] = t[j];
  }
}

// none: the last rounds make none of the row
void fewer_and_fewer(int n, int np, double *a, const double *c4, double *sum) {
  for (int r = 0; r < n; r++)
    for (int q = r + 1; q < n; q++) {
      for (int p = 0; p < np; p++) {
        sum[p] = 0;
        for (int s = 0; s < np; s++)
          sum[p] += a[(r * n + q) * np + s] * c4[s * np + p];
      }
      for (int p = 0; p < np; p++)
        a[(r * n + q) * np + p] = sum[p];
    }
}

// none: rounds add to the row
void row_is_added_to(int m, int n, double *a, const double *b, double *t) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        t[j] += a[i * n + k] * b[k * n + j];
    for (int j = 0; j < n; j++)
      a[i * n + j] = t[j];
  }
}

// none: a part of the row stays from round to round
void shorter_rows(int m, int n, double *a, const double *b, double *t) {
  for (int i = 0; i < m; i++) {
    for (int j = i; j < n; j++)
      t[j] = b[j] * a[i * n + j];
    for (int j = 0; j < n; j++)
      a[i * n + j] = t[j];
  }
}
