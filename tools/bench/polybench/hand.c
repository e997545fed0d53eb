// hand.c - the kernels that BLAS can serve, with its calls written by hand
//
// What a careful programmer makes of each kernel: the largest calls that there are, triangles and all; of
// factorisations blocks. Arrays that only hold what lies between are not written.
#include "polybench.h"
#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ENTRY(kernel) void NAME(kernel)(void **v, double alpha, double beta)
#define UNUSED (void)alpha, (void)beta
typedef double *D;

static void product(int m, int n, int k, double alpha, const double *a, const double *b, double beta, D c) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, k, b, n, beta, c, n);
}

static void rows(int m, int n, double alpha, const double *a, const double *x, double beta, D y) {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, alpha, a, n, x, 1, beta, y, 1);
}

static void columns(int m, int n, double alpha, const double *a, const double *x, double beta, D y) {
  cblas_dgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, n, x, 1, beta, y, 1);
}

ENTRY(gemm) {
  product(NI, NJ, NK, alpha, v[1], v[2], beta, v[0]);
}

ENTRY(gemver) {
  D a = v[0], x = v[6];
  cblas_dger(CblasRowMajor, W, W, 1, v[1], 1, v[2], 1, a, W);
  cblas_dger(CblasRowMajor, W, W, 1, v[3], 1, v[4], 1, a, W);
  columns(W, W, beta, a, v[7], 1, x);
  cblas_daxpy(W, 1, v[8], 1, x, 1);
  rows(W, W, alpha, a, x, 1, v[5]);
}

ENTRY(gesummv) {
  rows(W, W, alpha, v[0], v[3], 0, v[4]);
  rows(W, W, beta, v[1], v[3], 1, v[4]);
}

ENTRY(symm) {
  cblas_dsymm(CblasRowMajor, CblasLeft, CblasLower, NI, NJ, alpha, v[1], NI, v[2], NJ, beta, v[0], NJ);
}

ENTRY(syr2k) {
  cblas_dsyr2k(CblasRowMajor, CblasLower, CblasNoTrans, NI, NM, alpha, v[1], NM, v[2], NM, beta, v[0], NI);
}

ENTRY(syrk) {
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, NI, NM, alpha, v[1], NM, beta, v[0], NI);
}

ENTRY(trmm) {
  (void)beta;
  cblas_dtrmm(CblasRowMajor, CblasLeft, CblasLower, CblasTrans, CblasUnit, NI, NJ, alpha, v[0], NI, v[1], NJ);
}

ENTRY(k2mm) {
  product(NI, NJ, NK, alpha, v[1], v[2], 0, v[0]);
  product(NI, NL, NJ, 1, v[0], v[3], beta, v[4]);
}

ENTRY(k3mm) {
  UNUSED;
  product(NI, NJ, NK, 1, v[1], v[2], 0, v[0]);
  product(NJ, NL, NM, 1, v[4], v[5], 0, v[3]);
  product(NI, NL, NJ, 1, v[0], v[3], 0, v[6]);
}

ENTRY(atax) {
  UNUSED;
  rows(H, W, 1, v[0], v[1], 0, v[3]);
  columns(H, W, 1, v[0], v[3], 0, v[2]);
}

ENTRY(bicg) {
  UNUSED;
  columns(H, W, 1, v[0], v[4], 0, v[1]);
  rows(H, W, 1, v[0], v[3], 0, v[2]);
}

ENTRY(doitgen) { // all rows at once
  UNUSED;
  D copy = malloc(sizeof(double) * NR * NQ * NP);
  memcpy(copy, v[0], sizeof(double) * NR * NQ * NP);
  product(NR * NQ, NP, NP, 1, copy, v[1], 0, v[0]);
  free(copy);
}

ENTRY(mvt) {
  UNUSED;
  rows(W, W, 1, v[4], v[2], 1, v[0]);
  columns(W, W, 1, v[4], v[3], 1, v[1]);
}

enum { BLOCK = 48 };

ENTRY(cholesky) { // the lower triangle
  UNUSED;
  D a = v[0];
  for (int b = 0; b < N; b += BLOCK) {
    int size = N - b < BLOCK ? N - b : BLOCK, rest = N - b - size;
    D corner = a + (size_t)b * N + b, below = corner + (size_t)size * N;
    for (int i = 0; i < size; i++) {
      D row = corner + (size_t)i * N;
      cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, i, corner, N, row, 1);
      row[i] = sqrt(row[i] - cblas_ddot(i, row, 1, row, 1));
    }
    cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, rest, size, 1, corner, N,
                below, N);
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, rest, size, -1, below, N, 1, below + size, N);
  }
}

ENTRY(durbin) { // the loops that stay are vectorised
  D r = v[0], y = v[1], z = v[2];
  y[0] = -r[0], beta = 1, alpha = -r[0];
  for (int k = 1; k < W; k++) {
    beta = (1 - alpha * alpha) * beta;
    alpha = -(r[k] + cblas_ddot(k, r, -1, y, 1)) / beta;
    for (int i = 0; i < k; i++)
      z[i] = y[i] + alpha * y[k - i - 1];
    memcpy(y, z, sizeof(double) * (size_t)k);
    y[k] = alpha;
  }
}

ENTRY(gramschmidt) {
  UNUSED;
  D a = v[0], r = v[1], q = v[2];
  for (int k = 0; k < NM; k++) {
    int rest = NM - k - 1;
    D row = r + (size_t)k * NM + k;
    *row = cblas_dnrm2(N, a + k, NM);
    for (int i = 0; i < N; i++)
      q[(size_t)i * NM + k] = a[(size_t)i * NM + k] / *row;
    cblas_dgemv(CblasRowMajor, CblasTrans, N, rest, 1, a + k + 1, NM, q + k, NM, 0, row + 1, 1);
    cblas_dger(CblasRowMajor, N, rest, -1, q + k, NM, row + 1, 1, a + k + 1, NM);
  }
}

static void factors(D a) {
  for (int b = 0; b < N; b += BLOCK) {
    int size = N - b < BLOCK ? N - b : BLOCK, rest = N - b - size;
    D corner = a + (size_t)b * N + b, right = corner + size, below = corner + (size_t)size * N;
    for (int k = 0; k < size; k++) { // all rows below, too
      D pivot = corner + (size_t)k * N + k;
      cblas_dscal(N - b - k - 1, 1 / *pivot, pivot + N, N);
      cblas_dger(CblasRowMajor, N - b - k - 1, size - k - 1, -1, pivot + N, N, pivot + 1, 1, pivot + N + 1,
                 N);
    }
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, size, rest, 1, corner, N,
                right, N);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rest, rest, size, -1, below, N, right, N, 1,
                below + size, N);
  }
}

ENTRY(lu) {
  UNUSED;
  factors(v[0]);
}

ENTRY(ludcmp) {
  UNUSED;
  factors(v[0]);
  memcpy(v[3], v[1], sizeof(double) * N);
  cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasUnit, N, v[0], N, v[3], 1);
  memcpy(v[2], v[3], sizeof(double) * N);
  cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, N, v[0], N, v[2], 1);
}

ENTRY(trisolv) {
  UNUSED;
  memcpy(v[1], v[2], sizeof(double) * W);
  cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, W, v[0], W, v[1], 1);
}

/// The sums of the columns over `count`, taken off.
static void centre(double count, D data, D mean) {
  double ones[NI];
  for (int i = 0; i < NI; i++)
    ones[i] = 1;
  columns(NI, NM, 1 / count, data, ones, 0, mean);
}

static void mirror(double scale, const double *data, D to) {
  cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, NM, NI, scale, data, NM, 0, to, NM);
  for (int i = 0; i < NM; i++)
    for (int j = 0; j < i; j++)
      to[(size_t)i * NM + j] = to[(size_t)j * NM + i];
}

ENTRY(correlation) {
  (void)beta;
  D data = v[0], corr = v[1], mean = v[2], stddev = v[3];
  centre(alpha, data, mean);
  memset(stddev, 0, sizeof(double) * NM);
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NM; j++) {
      double apart = data[(size_t)i * NM + j] - mean[j];
      stddev[j] += apart * apart;
    }
  for (int j = 0; j < NM; j++) {
    stddev[j] = sqrt(stddev[j] / alpha);
    stddev[j] = stddev[j] <= 0.1 ? 1 : stddev[j];
  }
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NM; j++)
      data[(size_t)i * NM + j] = (data[(size_t)i * NM + j] - mean[j]) / (sqrt(alpha) * stddev[j]);
  mirror(1, data, corr);
  for (int i = 0; i < NM; i++)
    corr[(size_t)i * NM + i] = 1;
}

ENTRY(covariance) {
  (void)beta;
  D data = v[0];
  centre(alpha, data, v[2]);
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NM; j++)
      data[(size_t)i * NM + j] -= ((D)v[2])[j];
  mirror(1 / (alpha - 1), data, v[1]);
}
