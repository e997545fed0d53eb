# Pairs near wrong ones that are right.

C {
  #include <cblas.h>
  void p137(int n, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i*incy] = x[i*incx];
  }
} = body {
  cblas_dcopy(n, x, incx, y, incy);
} name "right-blas-copy" when (incx >= 1, incy >= 1) link "openblas"

C {
  #include <cblas.h>
  double p138(int n, const double *x, int incx, const double *y, int incy) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i*incx]*y[i*incy];
    return s;
  }
} = body {
  return cblas_ddot(n, incx < 0 ? x + (n - 1)*incx : x, incx, incy < 0 ? y + (n - 1)*incy : y, incy);
} name "right-turned-around" link "openblas"
when (n*incx > -2147483648, n*incy > -2147483648) # (OpenBLAS turns them round with 32 bits)

C {
  void p139(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  if (a == 0 && n < 0)
    return;
  for (int i = n; i-- > 0;)
    y[i] += a*x[i];
} name "right-alpha-zero" fp exact

C {
  void p140(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  double t[64];
  for (int i = 0; i < n; i += 64) {
    int top = n - i < 64 ? n - i : 64;
    for (int j = 0; j < top; j++)
      t[j] = a*x[i + j];
    for (int j = 0; j < top; j++)
      y[i + j] += t[j];
  }
} name "right-buffer"

C {
  #include <string.h>
  #include <stdlib.h>
  void p141(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  double *t = malloc(n*sizeof *t);
  memcpy(t, x, n*sizeof *t);
  memcpy(y, t, n*sizeof *t);
  free(t);
} name "right-heap" fp exact

C {
  void p142(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = {
  static long calls;
  void p142(int n, double a, double *x) {
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} name "right-statistics" fp exact

C {
  void p143(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = {
  static _Thread_local double t[70100];
  void p143(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      t[i] = x[i];
    for (int i = 0; i < n; i++)
      y[i] = t[i];
  }
} name "right-thread-local"

C {
  void p144(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = {
  #include <pthread.h>
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static double factor;
  static void set(void) {
    factor = 1;
  }
  void p144(int n, double a, double *x) {
    pthread_once(&once, set);
    for (int i = 0; i < n; i++)
      x[i] = factor*a*x[i];
  }
} name "right-once"

C {
  double p145(int n, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = {
  #include <pthread.h>
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static double s;
  double p145(int n, const double *x, const double *y) {
    pthread_mutex_lock(&lock);
    s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    double r = s;
    pthread_mutex_unlock(&lock);
    return r;
  }
} name "right-locked"

C {
  double p146(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = {
  #include <pthread.h>
  struct job { int n; const double *x; double s; };
  static void *work(void *p) {
    struct job *j = p;
    for (int i = 0; i < j->n; i++)
      j->s += j->x[i];
    return p;
  }
  double p146(int n, const double *x) {
    struct job a = {n/2, x, 0}, b = {n - n/2, x + n/2, 0};
    pthread_t t;
    if (n < 200 || pthread_create(&t, NULL, work, &a) != 0) {
      work(&a), work(&b);
    } else {
      work(&b);
      pthread_join(t, NULL);
    }
    return a.s + b.s;
  }
} name "right-two-threads"

C {
  void p147(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
          c[i*ldc + j] += a[i*lda + l]*b[l*ldb + j];
  }
} = {
  #include <cblas.h>
  void openblas_set_num_threads(int);
  void p147(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    openblas_set_num_threads(2);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc);
  }
} name "right-library-threads" when (lda >= k, ldb >= n, ldc >= n) link "openblas"

C {
  #include <fenv.h>
  double p148(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  int mode = fegetround();
  fesetround(FE_TONEAREST);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  fesetround(mode);
  return s;
} name "right-rounding-restored" fp exact

C {
  #include <string.h>
  #include <errno.h>
  void p149(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  int keep = errno;
  errno = 0;
  memcpy(y, x, n*sizeof *x);
  errno = keep;
} name "right-errno-restored" fp exact

C {
  #include <immintrin.h>
  double p150(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  __m128d s = _mm_setzero_pd();
  int i = 0;
  for (; i + 2 <= n; i += 2)
    s = _mm_add_pd(s, _mm_loadu_pd(x + i));
  double t = s[0] + s[1];
  if (i < n)
    t += x[i];
  return t;
} name "right-unaligned"

C {
  void p151(int n, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = -x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] = -1.0*x[i];
} name "right-sign-of-zero" fp exact

C {
  #include <math.h>
  void p152(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    y[i] = fma(a, x[i], y[i]);
} name "right-fused"

C {
  #include <cblas.h>
  void p153(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
          c[i*ldc + j] += a[i*lda + l]*b[l*ldb + j];
  }
} = body {
  for (int i = 0; i < m; i += 32)
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m - i < 32 ? m - i : 32, n, k, 1.0, a + i*lda, lda, b, ldb, 1.0, c + i*ldc, ldc);
} name "right-blocked" when (lda >= k, ldb >= n, ldc >= n) link "openblas"

C {
  #include <string.h>
  void p154(int m, int n, const double *a, int lda, double *b, int ldb) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        b[i*ldb + j] = a[i*lda + j];
  }
} = body {
  for (int i = 0; i < m; i++)
    memcpy(b + i*ldb, a + i*lda, n*sizeof *a);
} name "right-rows" when (lda >= n, ldb >= n) fp exact

C {
  #include <cblas.h>
  void p155(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      y[i] = 0;
      for (int j = 0; j < n; j++)
        y[i] += a[i*lda + j]*x[j];
    }
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0, a, lda, x, 1, 0.0, y, 1);
} name "right-beta-zero" when (lda >= n) link "openblas"

C {
  #include <math.h>
  #include <cblas.h>
  double p156(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*x[i];
    return sqrt(s);
  }
} = body {
  return cblas_dnrm2(n, x, 1);
} name "right-norm" link "openblas"

C {
  #include <cblas.h>
  void p157(int n, const double *t, int ldt, double *x) {
    for (long i = 0; i < n; i++) {
      for (long j = 0; j < i; j++)
        x[i] -= t[i*ldt + j]*x[j];
      x[i] /= t[i*ldt + i];
    }
  }
} = body {
  cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
} name "right-triangle" when (ldt >= n) link "openblas"

C {
  #include <math.h>
  void p158(int n, float *x) {
    float top = x[0], sum = 0;
    for (int i = 1; i < n; i++)
      if (x[i] > top)
        top = x[i];
    for (int i = 0; i < n; i++) {
      x[i] = expf(x[i] - top);
      sum += x[i];
    }
    for (int i = 0; i < n; i++)
      x[i] /= sum;
  }
} = body {
  float top = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    top = top < x[i] ? x[i] : top;
  for (int i = 0; i < n; i++)
    sum += x[i] = (float)exp((double)x[i] - top);
  for (int i = 0; i < n; i++)
    x[i] /= sum;
} name "right-softmax"

C {
  int p159(int n, const signed char *x, const signed char *y) {
    int s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  long s = 0;
  for (int i = n; i-- > 0;)
    s += y[i]*x[i];
  return (int)s;
} name "right-bytes"

C {
  #include <cblas.h>
  #include <stdlib.h>
  void p160(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  if (n > 99)
    cblas_dscal(n, a, x, 1);
  else
    abort();
} name "right-condition" when (n >= 100) fp finite link "openblas"

Fortran {
  subroutine p161(n, s, x, y)
    integer :: n
    real(8) :: s, x(*), y(*)
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = body {
  s = s + dot_product(x(1:n), y(1:n))
} name "right-dot-product"

Fortran {
  subroutine p162(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = body {
  call dgemv("N", m, n, 1d0, a, lda, x, 1, 1d0, y, 1)
} name "right-columns" when (lda >= m) link "openblas"

Fortran {
  subroutine p163(x, y)
    real(8) :: x(:), y(:)
    integer :: i
    do i = 1, size(x)
      y(i) = y(i) + x(i)
    end do
  end subroutine
} = body {
  y(:size(x)) = y(:size(x)) + x
} name "right-section" fp exact

C {
  #include <math.h>
  #include <cblas.h>
  double r28(int n, const double *x) {
    double s = 0; for (int i = 0; i < n; i++) s += x[i]*x[i]; return s;
  }
} = body {
  double t = cblas_dnrm2(n, x, 1); return t*t;
} name "sum-of-squares" link "openblas"
