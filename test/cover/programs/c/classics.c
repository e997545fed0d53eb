// Kernels that many codes have had for decades: factored systems, filters, transforms.
#include "cover.h"

#define IDX(i, j, ld) ((i) + (j) * (ld))

// serves: axpy
void daxpy_linpack(int n, double da, double *dx, int incx, double *dy, int incy) {
  int i, ix, iy, m;
  if (n <= 0)
    return;
  if (da == 0.0)
    return;
  if (incx != 1 || incy != 1) {
    ix = 0;
    iy = 0;
    if (incx < 0)
      ix = (-n + 1) * incx;
    if (incy < 0)
      iy = (-n + 1) * incy;
    for (i = 0; i < n; i++) {
      dy[iy] = dy[iy] + da * dx[ix];
      ix = ix + incx;
      iy = iy + incy;
    }
    return;
  }
  m = n % 4;
  if (m != 0) {
    for (i = 0; i < m; i++)
      dy[i] = dy[i] + da * dx[i];
    if (n < 4)
      return;
  }
  for (i = m; i < n; i = i + 4) {
    dy[i] = dy[i] + da * dx[i];
    dy[i + 1] = dy[i + 1] + da * dx[i + 1];
    dy[i + 2] = dy[i + 2] + da * dx[i + 2];
    dy[i + 3] = dy[i + 3] + da * dx[i + 3];
  }
}

// serves: axpy
// data: diagonal a lda
void dgesl_nojob(double *a, int lda, int n, double *b) {
  int k, j;
  for (k = 0; k < n - 1; k++) {
    double t = b[k];
    for (j = k + 1; j < n; j++)
      b[j] = b[j] - t * a[IDX(j, k, lda)];
  }
  for (k = n - 1; k >= 0; k--) {
    b[k] = b[k] / a[IDX(k, k, lda)];
    double t = -b[k];
    for (j = 0; j < k; j++)
      b[j] = b[j] + t * a[IDX(j, k, lda)];
  }
}

// serves: dot
// data: diagonal a lda
void dgesl_trans(double *a, int lda, int n, double *b) {
  for (int k = 0; k < n; k++) {
    double t = 0;
    for (int j = 0; j < k; j++)
      t += a[IDX(j, k, lda)] * b[j];
    b[k] = (b[k] - t) / a[IDX(k, k, lda)];
  }
  for (int kb = 1; kb < n; kb++) {
    int k = n - kb - 1;
    double t = 0;
    for (int j = k + 1; j < n; j++)
      t += a[IDX(j, k, lda)] * b[j];
    b[k] = b[k] + t;
  }
}

// serves: ger
// data: diagonal a lda
void dgefa_nopivot(double *a, int lda, int n) {
  for (int k = 0; k < n - 1; k++) {
    double t = -1.0 / a[IDX(k, k, lda)];
    for (int i = k + 1; i < n; i++)
      a[IDX(i, k, lda)] *= t;
    for (int j = k + 1; j < n; j++) {
      double s = a[IDX(k, j, lda)];
      for (int i = k + 1; i < n; i++)
        a[IDX(i, j, lda)] += s * a[IDX(i, k, lda)];
    }
  }
}

// serves: trsv trsv
// data: diagonal a lda
void lubksb(double *a, int n, int lda, double *b) {
  double sum;
  int i, j;
  for (i = 0; i < n; i++) {
    sum = b[i];
    for (j = 0; j < i; j++)
      sum -= a[i * lda + j] * b[j];
    b[i] = sum;
  }
  for (i = n - 1; i >= 0; i--) {
    sum = b[i];
    for (j = i + 1; j < n; j++)
      sum -= a[i * lda + j] * b[j];
    b[i] = sum / a[i * lda + i];
  }
}

// serves: gemv
// data: diagonal a lda
void choldc(double *a, int n, int lda, double *p) {
  int i, j, k;
  double sum;
  for (i = 0; i < n; i++) {
    for (j = i; j < n; j++) {
      for (sum = a[i * lda + j], k = i - 1; k >= 0; k--)
        sum -= a[i * lda + k] * a[j * lda + k];
      if (i == j) {
        p[i] = sqrt(fabs(sum) + 1);
      } else
        a[j * lda + i] = sum / p[i];
    }
  }
}

// serves: trsv trsv
// data: diagonal a lda
void cholsl(const double *a, int n, int lda, const double *p, const double *b, double *x) {
  int i, k;
  double sum;
  for (i = 0; i < n; i++) {
    for (sum = b[i], k = i - 1; k >= 0; k--)
      sum -= a[i * lda + k] * x[k];
    x[i] = sum / (p[i] + 50);
  }
  for (i = n - 1; i >= 0; i--) {
    for (sum = x[i], k = i + 1; k < n; k++)
      sum -= a[k * lda + i] * x[k];
    x[i] = sum / (p[i] + 50);
  }
}

// none: what is solved for is read from its other end
void livermore6(int n, int ld, double *w, const double *b) {
  for (int i = 1; i < n; i++) {
    w[i] = 0.01;
    for (int k = 0; k < i; k++)
      w[i] += b[k * ld + i] * w[(i - k) - 1];
  }
}

// serves: gemm
void livermore21(int n, double px[][25], double vy[][25], double cx[][25]) {
  int i, j, k;
  for (k = 0; k < 25; k++)
    for (i = 0; i < 25; i++)
      for (j = 0; j < n; j++)
        px[j][i] += vy[k][i] * cx[j][k];
}

// serves: trmv
void packed_lower_mv(int n, const double *ap, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j <= i; j++)
      s += ap[i * (i + 1) / 2 + j] * x[j];
    y[i] = s;
  }
}

// serves: gemm
void strassen_leaf(const double *a, const double *b, double *c, int n, int stride) {
  for (int i = 0; i < n; i++) {
    const double *ai = a + i * stride;
    double *ci = c + i * stride;
    for (int j = 0; j < n; j++)
      ci[j] = ai[0] * b[j];
    for (int k = 1; k < n; k++) {
      double t = ai[k];
      const double *bk = b + k * stride;
      for (int j = 0; j < n; j++)
        ci[j] += t * bk[j];
    }
  }
}

// serves: gemm
void unrolled_2x2(int m, int n, int k, const double *a, const double *b, double *c) {
  for (int i = 0; i + 1 < m; i += 2)
    for (int j = 0; j + 1 < n; j += 2) {
      double s00 = 0, s01 = 0, s10 = 0, s11 = 0;
      for (int p = 0; p < k; p++) {
        s00 += a[i * k + p] * b[p * n + j];
        s01 += a[i * k + p] * b[p * n + j + 1];
        s10 += a[(i + 1) * k + p] * b[p * n + j];
        s11 += a[(i + 1) * k + p] * b[p * n + j + 1];
      }
      c[i * n + j] += s00;
      c[i * n + j + 1] += s01;
      c[(i + 1) * n + j] += s10;
      c[(i + 1) * n + j + 1] += s11;
    }
}

// serves: gemm
void blocked_min(int n, const double *a, const double *b, double *c) {
  const int bs = 16;
  for (int kk = 0; kk < n; kk += bs)
    for (int jj = 0; jj < n; jj += bs)
      for (int i = 0; i < n; i++)
        for (int j = jj; j < (jj + bs < n ? jj + bs : n); j++) {
          double s = 0;
          for (int k = kk; k < (kk + bs < n ? kk + bs : n); k++)
            s += a[i * n + k] * b[k * n + j];
          c[i * n + j] += s;
        }
}

// serves: gemv
void fir(int n, int taps, const double *x, const double *h, double *y) {
  for (int i = 0; i < n; i++) {
    double acc = 0;
    for (int k = 0; k < taps; k++)
      acc += h[k] * x[i + k];
    y[i] = acc;
  }
}

// serves: gemv
void fir_reversed(int n, int taps, const double *x, const double *h, double *y) {
  for (int i = taps - 1; i < n; i++) {
    y[i] = 0;
    for (int k = 0; k < taps; k++)
      y[i] += h[k] * x[i - k];
  }
}

// serves: gemv
void autocorrelation(int n, int lags, const double *x, double *r) {
  for (int l = 0; l <= lags; l++) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i] * x[i + l];
    r[l] = s;
  }
}

// serves: gemv gemv
void haar_apply(int n, const double *t, const double *x, double *y, double *z) {
  for (int i = 0; i < n; i++) {
    double s = 0, u = 0;
    for (int j = 0; j < n; j++) {
      s += t[i * n + j] * x[j];
      u += t[j * n + i] * x[j];
    }
    y[i] = s;
    z[i] = u;
  }
}

// serves: gemm gemm
void dct_8x8(const float c[8][8], const float in[8][8], float tmp[8][8], float out[8][8]) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      tmp[i][j] = 0;
      for (int k = 0; k < 8; k++)
        tmp[i][j] += c[i][k] * in[k][j];
    }
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      float s = 0;
      for (int k = 0; k < 8; k++)
        s += tmp[i][k] * c[j][k];
      out[i][j] = s;
    }
}

// serves: gemv dot axpy axpy
void cg_half_step(int n, const double *a, double *p, double *q, double *z, double *r, double rho) {
  double d = 0;
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[j * n + k] * p[k];
    q[j] = sum;
  }
  for (int j = 0; j < n; j++)
    d += p[j] * q[j];
  double alpha = rho / (d + 1e9);
  for (int j = 0; j < n; j++) {
    z[j] = z[j] + alpha * p[j];
    r[j] = r[j] - alpha * q[j];
  }
}

// serves: gemv
void rows_of_pointers(int m, int n, double a[40][48], const double *x, double *y) {
  for (int i = 0; i < m; i++) {
    double *row = a[i], *end = row + n, s = 0;
    const double *v = x;
    while (row != end)
      s += *row++ * *v++;
    y[i] = s;
  }
}

// serves: gemm
void while_down(unsigned m, unsigned n, unsigned k, const double *a, const double *b, double *c) {
  unsigned i = m;
  while (i-- > 0) {
    unsigned j = n;
    while (j-- > 0) {
      unsigned p = k;
      double s = 0;
      while (p-- > 0)
        s += a[(size_t)i * k + p] * b[(size_t)p * n + j];
      c[(size_t)i * n + j] = s;
    }
  }
}

// serves: syrk
void rank_update_mirrored(int n, int k, const double *a, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * a[j * k + l];
      c[i * n + j] = s;
      c[j * n + i] = s;
    }
}

// serves: gemm
void complex_by_hand(int n, const double *ar, const double *ai, const double *br, const double *bi,
                     double *cr, double *ci) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        cr[i * n + j] += ar[i * n + k] * br[k * n + j] - ai[i * n + k] * bi[k * n + j];
        ci[i * n + j] += ar[i * n + k] * bi[k * n + j] + ai[i * n + k] * br[k * n + j];
      }
}

// serves: gemm
void batched(int batch, int m, int n, int k, const double *a, const double *b, double *c) {
  for (int q = 0; q < batch; q++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        double s = 0;
        for (int p = 0; p < k; p++)
          s += a[(q * m + i) * k + p] * b[(q * k + p) * n + j];
        c[(q * m + i) * n + j] = s;
      }
}

// serves: ger
void givens_like_rank2(int n, double *a, const double *u1, const double *v1, const double *u2,
                       const double *v2) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = a[i * n + j] + u1[i] * v1[j] + u2[i] * v2[j];
}

// serves: gemv ger
void householder_left(int m, int n, double *a, const double *v, double *w, double beta) {
  for (int j = 0; j < n; j++) {
    double s = 0;
    for (int i = 0; i < m; i++)
      s += v[i] * a[i * n + j];
    w[j] = beta * s;
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] -= v[i] * w[j];
}

// serves: gemm
void struct_matrix(const Matrix *a, const Matrix *b, Matrix *c, int k) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->columns; j++) {
      double s = 0;
      for (int p = 0; p < k; p++)
        s += a->data[i * a->stride + p] * b->data[p * b->stride + j];
      c->data[i * c->stride + j] = s;
    }
}
