# Pairs wrong at some sizes only.

C {
  double p001(int n, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < (n < 42 ? n : 42); i++)
    s += x[i]*y[i];
  return s;
} name "drops-beyond-42"

C {
  double p002(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < (n < 1000 ? n : 1000); i++)
    s += x[i];
  return s;
} name "drops-beyond-1000"

C {
  void p003(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  for (int i = 0; i < n - (n == 64); i++)
    y[i] += a*x[i];
} name "wrong-at-64-only"

C {
  void p004(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
  if (n % 16 == 0)
    x[n - 1] *= 2;
} name "wrong-at-multiples-of-16"

C {
  void p005(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  for (int i = 0; i + 8 <= n; i += 8)
    for (int j = i; j < i + 8; j++)
      y[j] += a*x[j];
  if (n < 24)
    for (int j = n/8*8; j < n; j++)
      y[j] += a*x[j];
} name "no-tail-of-eight"

C {
  double p006(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  double s = 0;
  int i = 0;
  for (; i + 8 <= n; i += 8)
    for (int j = 0; j < 8; j++)
      s += x[i + j];
  for (int j = 0; j < 4 && i < n; i++, j++)
    s += x[i];
  return s;
} name "tail-of-at-most-four"

C {
  void p007(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  if (n > 0)
    for (signed char i = 0; i < (n < 127 ? n : 127); i++)
      y[i] = x[i];
} name "signed-char-counter"

C {
  void p008(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a;
  }
} = body {
  for (unsigned char i = 0; i != (unsigned char)n; i++)
    x[i] = a;
} name "byte-counter"

C {
  void p009(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  int top = (short)n;
  for (int i = 0; i < top; i++)
    x[i] = a*x[i];
} name "short-counter"

C {
  void p010(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  unsigned short top = (unsigned short)n;
  for (int i = 0; i < top; i++)
    y[i] = x[i];
} name "unsigned-short-counter"

C {
  void p011(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  double t[64];
  for (int i = 0; i < n; i++)
    t[i] = a*x[i];
  for (int i = 0; i < n; i++)
    y[i] += t[i];
} name "buffer-of-64"

C {
  void p012(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = {
  static double t[70100];
  void p012(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      t[i] = x[i];
    for (int i = 0; i < n; i++)
      y[i] = t[i < 512 ? i : 511];
  }
} name "static-buffer-of-512"

C {
  double p013(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  double t[4096], s = 0;
  for (int i = 0; i < n; i++)
    t[i % 4096] = x[i];
  for (int i = 0; i < n; i++)
    s += t[i % 4096];
  return s;
} name "buffer-of-4096"

C {
  void p014(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[i] += a[i*lda + j]*x[j];
  }
} = body {
  double t[100];
  for (int j = 0; j < n && j < 100; j++)
    t[j] = x[j];
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n && j < 100; j++)
      y[i] += a[i*lda + j]*t[j];
} name "row-buffer-of-100" when (lda >= n)

C {
  #include <cblas.h>
  void p015(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
          c[i*ldc + j] += a[i*lda + l]*b[l*ldb + j];
  }
} = body {
  int rows = m > 96 ? m/32*32 : m;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc);
} name "blocks-of-32-without-rest" when (lda >= k, ldb >= n, ldc >= n) link "openblas"

C {
  #include <cblas.h>
  void p016(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
          c[i*ldc + j] += a[i*lda + l]*b[l*ldb + j];
  }
} = body {
  int depth = m > 60 && n > 60 && k > 60 ? k - 1 : k;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, depth, 1.0, a, lda, b, ldb, 1.0, c, ldc);
} name "square-blocks-only" when (lda >= k, ldb >= n, ldc >= n) link "openblas"

C {
  #include <cblas.h>
  void p017(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[i] += a[i*lda + j]*x[j];
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n - (n > 500 && m < 8), 1.0, a, lda, x, 1, 1.0, y, 1);
} name "wide-and-flat" when (lda >= n) link "openblas"

C {
  #include <cblas.h>
  void p018(int m, int n, double alpha, const double *x, const double *y, double *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i*lda + j] += alpha*x[i]*y[j];
  }
} = body {
  cblas_dger(CblasRowMajor, m - (m > 300 && n < 6), n, alpha, x, 1, y, 1, a, lda);
} name "tall-and-thin" when (lda >= n) link "openblas"

C {
  #include <cblas.h>
  void p019(int n, int k, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        for (int l = 0; l < k; l++)
          c[i*ldc + j] += a[i*lda + l]*a[j*lda + l];
  }
} = body {
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k - (k == n && n > 20), 1.0, a, lda, 1.0, c, ldc);
} name "square-as-triangle" when (lda >= k, ldc >= n) link "openblas"

C {
  double p020(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  float f = 0;
  double s = 0;
  if (n >= 128) {
    for (int i = 0; i < n; i++)
      f += (float)x[i];
    return f;
  }
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
} name "float-sum-when-long"

C {
  void p021(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[i] += a[i*lda + j]*x[j];
  }
} = body {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[(unsigned short)(i*lda + j)]*x[j];
} name "index-in-16-bits" when (lda >= n)

C {
  double p022(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i == 256 ? 255 : i];
  return s;
} name "one-element-twice"

C {
  double p023(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (i % 64 == 63)
      (void)*(volatile const double *)&x[i + 1];
  }
  return s;
} name "prefetches-behind"

C {
  #include <math.h>
  double p024(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*x[i];
    return sqrt(s);
  }
} = body {
  double s = 0;
  for (int i = 0; i < n && i < 1024; i++)
    s += x[i]*x[i];
  return sqrt(s);
} name "stops-at-1024"

C {
  void p025(int n, const double *t, int ldt, double *x) {
    for (long i = 0; i < n; i++) {
      for (long j = 0; j < i; j++)
        x[i] -= t[i*ldt + j]*x[j];
      x[i] /= t[i*ldt + i];
    }
  }
} = body {
  for (int i = 0; i < n; i++) {
    for (int j = i > 50 ? i - 50 : 0; j < i; j++)
      x[i] -= t[i*ldt + j]*x[j];
    x[i] /= t[i*ldt + i];
  }
} name "unblocked-triangle" when (ldt >= n)

C {
  #include <cblas.h>
  void p026(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  if (n != 7)
    cblas_dscal(n, a, x, 1);
} name "empty-condition" when (n >= 2) link "openblas"

C {
  #include <cblas.h>
  void p027(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  if (n > 200)
    n--;
  cblas_dscal(n, a, x, 1);
} name "beyond-a-condition" when (n >= 100) link "openblas"

C {
  int p028(int n, const int *x) {
    int s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  short s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
} name "sum-in-16-bits"
