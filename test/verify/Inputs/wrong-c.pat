# Pairs in C that are wrong, each in its own way: first the mistakes that earlier tools are known for.
link "openblas"

C {
  #include <cblas.h>
  void p01(int n, int k, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        for (int l = 0; l < k; l++)
          c[i*ldc + j] += a[l*lda + i]*a[l*lda + j];
  }
} = body {
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, 1.0, a, lda, 1.0, c, ldc);
} name "ata-as-aat" when (n >= 1, k >= 1, lda >= n, lda >= k, ldc >= n)

C {
  #include <cblas.h>
  void p02(int m, int n, const double *a, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[j] += a[i*n + j]*x[i];
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasTrans, m, n, 1.0, a, n, x, 1, 0.0, y, 1);
} name "atax-beta-zero" when (m >= 1, n >= 1)

C {
  #include <cblas.h>
  void p03(int m, int n, const double *a, const double *p, double *q) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        q[i] += a[i*n + j]*p[j];
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0, a, n, p, 1, 0.0, q, 1);
} name "bicg-beta-zero" when (m >= 1, n >= 1)

C {
  #include <cblas.h>
  void p04(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
          c[i*ldc + j] += a[i*lda + l]*b[l*ldb + j];
  }
} = body {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, k, b, n, 1.0, c, n);
} name "fixed-lda" when (lda >= k, ldb >= n, ldc >= n)

C {
  #include <cblas.h>
  void p05(int m, int n, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int l = 0; l < m; l++)
          c[i*ldc + j] += a[i*lda + l]*b[l*ldb + j];
  }
} = body {
  cblas_dsymm(CblasRowMajor, CblasLeft, CblasLower, m, n, 1.0, a, lda, b, ldb, 1.0, c, ldc);
} name "general-as-symmetric" when (lda >= m, ldb >= n, ldc >= n)

C {
  double p06(int n, const double *x, int incx) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i*incx];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i*(incx < 0 ? -incx : incx)];
  return s;
} name "negative-increment"

C {
  #include <cblas.h>
  void p07(int n, double a, const double *x, int incx, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i*incx];
  }
} = body {
  if (a < 0 || a > 0)
    cblas_daxpy(n, a, x, incx, y, 1);
} name "blas-negative-increment"

C {
  int p08(int n, const signed char *a, const signed char *b) {
    int s = 0;
    for (int i = 0; i < n; i++)
      s += a[i]*b[i];
    return s;
  }
} = body {
  short s = 0;
  for (int i = 0; i < n; i++)
    s += a[i]*b[i];
  return s;
} name "narrow-sum"

C {
  float p09(int n, const float *x) {
    float s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  float s = 0;
  for (int i = 0; i <= n; i++)
    s += x[i];
  return s;
} name "one-more"

C {
  #include <string.h>
  void p10(unsigned long n, float *x, float v) {
    for (unsigned long i = 0; i < n; i++)
      x[i] = v;
  }
} = body {
  memset(x, v != 0, n*sizeof *x);
} name "memset-of-floats"

C {
  #include <string.h>
  void p11(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  memcpy(y, x, n*sizeof *x + 1);
} name "one-byte-more"

C {
  #include <stdlib.h>
  void p12(int n, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = 0;
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] = 0;
  exit(n > 2);
} name "exits"
