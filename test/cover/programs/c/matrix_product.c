// Products of matrices: every order of the loops, every transposition, scalar and memory accumulators.
#include "cover.h"

// serves: gemm
void gemm_ijk(int m, int n, int l, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int p = 0; p < l; p++)
        sum += a[i * lda + p] * b[p * ldb + j];
      c[i * ldc + j] = sum;
    }
}

// serves: gemm
void gemm_ijk_memory(int m, int n, int l, const double *a, int lda, const double *b, int ldb, double *c,
                     int ldc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int p = 0; p < l; p++)
        c[i * ldc + j] += a[i * lda + p] * b[p * ldb + j];
    }
}

// serves: gemm
void gemm_ikj(int m, int n, int l, double alpha, const double *a, int lda, const double *b, int ldb,
              double beta, double *c, int ldc) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      c[i * ldc + j] *= beta;
    for (int p = 0; p < l; p++) {
      double t = alpha * a[i * lda + p];
      for (int j = 0; j < n; j++)
        c[i * ldc + j] += t * b[p * ldb + j];
    }
  }
}

// serves: gemm
void gemm_jik(int m, int n, int l, double alpha, const double *a, int lda, const double *b, int ldb,
              double *c, int ldc) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      double sum = 0;
      for (int p = 0; p < l; p++)
        sum += a[i * lda + p] * b[p * ldb + j];
      c[i * ldc + j] += alpha * sum;
    }
}

// serves: gemm
void gemm_jki(int m, int n, int l, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      c[i * ldc + j] = 0;
    for (int p = 0; p < l; p++)
      for (int i = 0; i < m; i++)
        c[i * ldc + j] += a[i * lda + p] * b[p * ldb + j];
  }
}

// serves: gemm
void gemm_kij(int m, int n, int l, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i * ldc + j] = 0;
  for (int p = 0; p < l; p++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i * ldc + j] += a[i * lda + p] * b[p * ldb + j];
}

// serves: gemm
void gemm_kji(int m, int n, int l, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
  for (int p = 0; p < l; p++)
    for (int j = 0; j < n; j++) {
      double t = b[p * ldb + j];
      for (int i = 0; i < m; i++)
        c[i * ldc + j] -= a[i * lda + p] * t;
    }
}

// serves: gemm
void gemm_nt(int m, int n, int l, double alpha, const double *a, int lda, const double *b, int ldb, double *c,
             int ldc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int p = 0; p < l; p++)
        sum += alpha * a[i * lda + p] * b[j * ldb + p];
      c[i * ldc + j] += sum;
    }
}

// serves: gemm
void gemm_tn(int m, int n, int l, double alpha, const double *a, int lda, const double *b, int ldb, double *c,
             int ldc) {
  for (int p = 0; p < l; p++)
    for (int i = 0; i < m; i++) {
      double t = alpha * a[p * lda + i];
      for (int j = 0; j < n; j++)
        c[i * ldc + j] += t * b[p * ldb + j];
    }
}

// serves: gemm
void gemm_tt(int m, int n, int l, double alpha, const double *a, int lda, const double *b, int ldb, double *c,
             int ldc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int p = 0; p < l; p++)
        sum += alpha * (a[p * lda + i] * b[j * ldb + p]);
      c[i * ldc + j] = c[i * ldc + j] + sum;
    }
}

// serves: gemm
void gemm_skipping(int m, int n, int l, double alpha, const double *a, int lda, const double *b, int ldb,
                   double *c, int ldc) {
  for (int i = 0; i < m; i++)
    for (int p = 0; p < l; p++) {
      double t = alpha * a[i * lda + p];
      if (t != 0)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += t * b[p * ldb + j];
    }
}

// serves: gemm
void gemm_vla(int m, int n, int l, double a[m][l], double b[l][n], double c[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int p = 0; p < l; p++)
        c[i][j] += a[i][p] * b[p][j];
    }
}

// serves: gemm
void gemm_fixed(double a[ROWS][INNER], double b[INNER][COLUMNS], double c[ROWS][COLUMNS]) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      double sum = 0;
      for (int p = 0; p < INNER; p++)
        sum += a[i][p] * b[p][j];
      c[i][j] = sum;
    }
}

// serves: gemm
void gemm_columns_first(int m, int n, int l, const double *a, const double *b, double *c) {
  for (int j = 0; j < n; ++j)
    for (int p = 0; p < l; ++p)
      for (int i = 0; i < m; ++i)
        c[j * m + i] += a[p * m + i] * b[j * l + p];
}

// serves: gemm
void gemm_size_t(size_t m, size_t n, size_t l, const double *a, const double *b, double *c) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (size_t p = 0; p < l; ++p)
        sum += a[i * l + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

// serves: gemm
void gemm_unsigned(unsigned m, unsigned n, unsigned l, const double *a, const double *b, double *c) {
  for (unsigned i = 0; i < m; ++i)
    for (unsigned j = 0; j < n; ++j) {
      double sum = 0;
      for (unsigned p = 0; p < l; ++p)
        sum += a[i * l + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

// serves: gemm
void gemm_row_pointers(int m, int n, int l, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++) {
    const double *row = a + i * l;
    double *out = c + i * n;
    for (int j = 0; j < n; j++)
      out[j] = 0;
    for (int p = 0; p < l; p++)
      for (int j = 0; j < n; j++)
        out[j] += row[p] * b[p * n + j];
  }
}

// serves: gemm
void gemm_tiled(int n, const double *a, const double *b, double *c) {
  for (int it = 0; it < n; it += TILE)
    for (int jt = 0; jt < n; jt += TILE)
      for (int pt = 0; pt < n; pt += TILE)
        for (int i = it; i < MIN(it + TILE, n); i++)
          for (int j = jt; j < MIN(jt + TILE, n); j++)
            for (int p = pt; p < MIN(pt + TILE, n); p++)
              c[i * n + j] += a[i * n + p] * b[p * n + j];
}

// serves: gemm
void gemm_tiled_scalar(int n, const double *a, const double *b, double *c) {
  for (int it = 0; it < n; it += TILE)
    for (int jt = 0; jt < n; jt += TILE)
      for (int pt = 0; pt < n; pt += TILE) {
        int ie = it + TILE < n ? it + TILE : n, je = jt + TILE < n ? jt + TILE : n,
            pe = pt + TILE < n ? pt + TILE : n;
        for (int i = it; i < ie; i++)
          for (int j = jt; j < je; j++) {
            double sum = 0;
            for (int p = pt; p < pe; p++)
              sum += a[i * n + p] * b[p * n + j];
            c[i * n + j] += sum;
          }
      }
}

// serves: gemm
void gemm_tiled_fixed(double a[ROWS][INNER], double b[INNER][COLUMNS], double c[ROWS][COLUMNS]) {
  for (int it = 0; it < ROWS; it += TILE)
    for (int pt = 0; pt < INNER; pt += TILE)
      for (int i = it; i < it + TILE; i++)
        for (int p = pt; p < pt + TILE; p++)
          for (int j = 0; j < COLUMNS; j++)
            c[i][j] += a[i][p] * b[p][j];
}

// serves: gemm
void gemm_tile_counts(int nt, int n, const double *a, const double *b, double *c) {
  n = nt * TILE;
  for (int it = 0; it < nt; it++)
    for (int pt = 0; pt < nt; pt++)
      for (int i = 0; i < TILE; i++)
        for (int p = 0; p < TILE; p++)
          for (int j = 0; j < n; j++)
            c[(it * TILE + i) * n + j] += a[(it * TILE + i) * n + pt * TILE + p] * b[(pt * TILE + p) * n + j];
}

// serves: gemm
void gemm_unrolled2(int m, int n, int l, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      int p;
      for (p = 0; p + 1 < l; p += 2) {
        sum += a[i * l + p] * b[p * n + j];
        sum += a[i * l + p + 1] * b[(p + 1) * n + j];
      }
      if (p < l)
        sum += a[i * l + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

// serves: gemm
void gemm_unrolled4(int m, int n, int l, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int p = 0; p < l; p++) {
      double t = a[i * l + p];
      int j = 0;
      for (; j + 3 < n; j += 4) {
        c[i * n + j] += t * b[p * n + j];
        c[i * n + j + 1] += t * b[p * n + j + 1];
        c[i * n + j + 2] += t * b[p * n + j + 2];
        c[i * n + j + 3] += t * b[p * n + j + 3];
      }
      for (; j < n; j++)
        c[i * n + j] += t * b[p * n + j];
    }
}

// serves: gemm
void gemm_block_2x2(int n, const double *a, const double *b, double *c) {
  n = n / 2 * 2;
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n; j += 2) {
      double s00 = 0, s01 = 0, s10 = 0, s11 = 0;
      for (int p = 0; p < n; p++) {
        s00 += a[i * n + p] * b[p * n + j];
        s01 += a[i * n + p] * b[p * n + j + 1];
        s10 += a[(i + 1) * n + p] * b[p * n + j];
        s11 += a[(i + 1) * n + p] * b[p * n + j + 1];
      }
      c[i * n + j] = s00;
      c[i * n + j + 1] = s01;
      c[(i + 1) * n + j] = s10;
      c[(i + 1) * n + j + 1] = s11;
    }
}

// serves: gemm gemm
void two_products_one_loop(int m, int n, int l, const double *a, const double *b, const double *d,
                           const double *e, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < l; p++)
        c[i * n + j] += a[i * l + p] * b[p * n + j] + d[i * l + p] * e[p * n + j];
}

// serves: gemm gemm
void real_and_imaginary(int n, const double *ar, const double *ai, const double *b, double *cr, double *ci) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double re = 0, im = 0;
      for (int p = 0; p < n; p++) {
        re += ar[i * n + p] * b[p * n + j];
        im += ai[i * n + p] * b[p * n + j];
      }
      cr[i * n + j] = re;
      ci[i * n + j] = im;
    }
}

// serves: gemm gemm
void two_mm(int ni, int nj, int nk, int nl, double alpha, double beta, double t[ni][nj], double a[ni][nk],
            double b[nk][nj], double c[nj][nl], double d[ni][nl]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      t[i][j] = 0;
      for (int k = 0; k < nk; ++k)
        t[i][j] += alpha * a[i][k] * b[k][j];
    }
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nl; j++) {
      d[i][j] *= beta;
      for (int k = 0; k < nj; ++k)
        d[i][j] += t[i][k] * c[k][j];
    }
}

// serves: gemm gemm gemm
void three_mm(int n, const double *a, const double *b, const double *c, const double *d, double *e, double *f,
              double *g) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      e[i * n + j] = 0;
      f[i * n + j] = 0;
      for (int p = 0; p < n; p++) {
        e[i * n + j] += a[i * n + p] * b[p * n + j];
        f[i * n + j] += c[i * n + p] * d[p * n + j];
      }
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int p = 0; p < n; p++)
        sum += e[i * n + p] * f[p * n + j];
      g[i * n + j] = sum;
    }
}

// serves: gemm gemv
void doitgen(int nr, int nq, int np, double a[nr][nq][np], double c4[np][np], double sum[np]) {
  for (int i = 0; i < nr; i++)
    for (int j = 0; j < nq; j++) {
      for (int k = 0; k < np; k++) {
        sum[k] = 0;
        for (int s = 0; s < np; s++)
          sum[k] += a[i][j][s] * c4[s][k];
      }
      for (int k = 0; k < np; k++)
        a[i][j][k] = sum[k];
    }
}
