# Pairs wrong at some increments and leading dimensions only.

C {
  #include <cblas.h>
  void p029(int n, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i*incy] = x[i*incx];
  }
} = body {
  cblas_dcopy(n, x, incx, y, incy);
} name "plain-blas-copy" link "openblas"

C {
  #include <cblas.h>
  double p030(int n, const double *x, int incx, const double *y, int incy) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i*incx]*y[i*incy];
    return s;
  }
} = body {
  return cblas_ddot(n, x, incx, y, incy);
} name "plain-blas-dot" link "openblas"

C {
  #include <cblas.h>
  void p031(int n, double a, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i*incy] += a*x[i*incx];
  }
} = body {
  cblas_daxpy(n, a, x, incx, y, incy);
} name "plain-blas-axpy-forward" when (incy >= 1) link "openblas"

C {
  double p032(int n, const double *x, int incx, const double *y, int incy) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i*incx]*y[i*incy];
    return s;
  }
} = body {
  int step = incx < 0 ? -incx : incx;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i*step]*y[i*incy];
  return s;
} name "magnitude-of-increment"

C {
  void p033(int n, double a, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i*incy] += a*x[i*incx];
  }
} = body {
  double t = 0;
  if (incy != 0) {
    for (int i = 0; i < n; i++)
      y[i*incy] += a*x[i*incx];
    return;
  }
  for (int i = 0; i < n; i++)
    t = y[0] + a*x[i*incx];
  y[0] = t;
} name "increment-zero"

C {
  void p034(int n, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i*incy] = x[i*incx];
  }
} = body {
  for (int i = 0; i < n; i++)
    y[i*incy] = x[i*(incx == 2 ? 1 : incx)];
} name "increment-two-as-one" when (incx >= 1, incy >= 1)

C {
  void p035(int n, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i*incy] = x[i*incx];
  }
} = body {
  signed char step = (signed char)incx;
  for (int i = 0; i < n; i++)
    y[i*incy] = x[i*step];
} name "byte-increment" when (incx >= 100, incx <= 300, incy == 1)

C {
  double p036(int n, const double *x, int incx, const double *y, int incy) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i*incx]*y[i*incy];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i*(incx > 30 ? 30 : incx)]*y[i*incy];
  return s;
} name "large-increment" when (incx >= 1, incy >= 1)

C {
  double p037(int n, const double *x, int incx, const double *y, int incy) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i*incx]*y[i*incy];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i*incx]*y[i*(incx == incy ? incy : incx)];
  return s;
} name "unequal-increments" when (incx >= 1, incy >= 1)

C {
  void p038(int n, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i*incy] = x[i*incx];
  }
} = body {
  for (int i = 0; i < n; i++)
    y[i*incy] = x[i*(incx == -incy ? incy : incx)];
} name "opposite-increments" when (incx != 0, incy != 0)

C {
  #include <cblas.h>
  void p039(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[i] += a[i*lda + j]*x[j];
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0, a, n, x, 1, 1.0, y, 1);
} name "lda-is-n" when (lda >= n) link "openblas"

C {
  #include <cblas.h>
  void p040(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[i] += a[i*lda + j]*x[j];
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0, a, lda > n + 16 ? n + 16 : lda, x, 1, 1.0, y, 1);
} name "lda-at-most-n-plus-16" when (lda >= n) link "openblas"

C {
  #include <cblas.h>
  void p041(int m, int n, double alpha, const double *x, const double *y, double *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i*lda + j] += alpha*x[i]*y[j];
  }
} = body {
  cblas_dger(CblasRowMajor, m, n, alpha, x, 1, y, 1, a, lda == 2*n ? n : lda);
} name "lda-twice-n" when (lda >= n) link "openblas"

C {
  #include <string.h>
  void p042(int m, int n, const double *a, int lda, double *b, int ldb) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        b[i*ldb + j] = a[i*lda + j];
  }
} = body {
  if (lda == n) {
    memcpy(b, a, (size_t)m*n*sizeof *a);
    return;
  }
  for (int i = 0; i < m; i++)
    memcpy(b + i*ldb, a + i*lda, n*sizeof *a);
} name "packed-when-contiguous" when (lda >= n, ldb >= n)

C {
  #include <string.h>
  void p043(int m, int n, double *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i*lda + j] = 0;
  }
} = body {
  memset(a, 0, ((size_t)(m - 1)*lda + n)*sizeof *a);
} name "clears-between" when (lda >= n)

C {
  #include <string.h>
  void p044(int m, int n, double *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i*lda + j] = 0;
  }
} = body {
  for (int i = 0; i < m; i++)
    memset(a + i*lda, 0, (lda % 2 && i + 1 < m ? lda : n)*sizeof *a);
} name "clears-between-when-odd" when (lda >= n)

C {
  #include <cblas.h>
  void p045(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
          c[i*ldc + j] += a[i*lda + l]*b[l*ldb + j];
  }
} = body {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, ldc >= k ? ldc : lda, b, ldb, 1.0, c, ldc);
} name "ldc-for-lda" when (lda >= k, ldb >= n, ldc >= n) link "openblas"

C {
  #include <cblas.h>
  void p046(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
          c[i*ldc + j] += a[i*lda + l]*b[l*ldb + j];
  }
} = body {
  int odd = (ldb & (ldb - 1)) == 0 && ldb > n ? n : ldb;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, odd, 1.0, c, ldc);
} name "lda-power-of-two" when (lda >= k, ldb >= n, ldc >= n) link "openblas"

C {
  void p047(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[i] += a[i*lda + j]*x[j];
  }
} = body {
  int rounded = lda > 8 ? lda/2*2 : lda;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i*rounded + j]*x[j];
} name "rounded-lda" when (lda >= n)

C {
  void p048(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[i] += a[i*lda + j]*x[j];
  }
} = body {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i] += (m == n && lda > n ? a[j*lda + i] : a[i*lda + j])*x[j];
} name "transposed-when-square" when (lda >= n)

C {
  #include <cblas.h>
  void p049(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      y[i] = 0;
      for (int j = 0; j < n; j++)
        y[i] += a[i*lda + j]*x[j];
    }
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, lda, 1.0, a, lda, x, 1, 0.0, y, 1);
} name "reads-wide-gap" when (lda >= n, lda <= n + 1) link "openblas"
