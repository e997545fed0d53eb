# Pairs wrong for some scalars or data only.

C {
  void p050(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  double b = (float)a;
  for (int i = 0; i < n; i++)
    y[i] += b*x[i];
} name "float-alpha"

C {
  #include <cblas.h>
  void p051(int m, int n, double alpha, const double *a, int lda, const double *x, double beta, double *y) {
    for (int i = 0; i < m; i++) {
      double s = 0;
      for (int j = 0; j < n; j++)
        s += a[i*lda + j]*x[j];
      y[i] = beta*y[i] + alpha*s;
    }
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, alpha, a, lda, x, 1, (float)beta, y, 1);
} name "float-beta" when (lda >= n) link "openblas"

C {
  void p052(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] = (a == 2 ? 4 : a)*x[i];
} name "alpha-two"

C {
  void p053(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    y[i] += (a == 0.5 ? -0.5 : a)*x[i];
} name "alpha-half"

C {
  void p054(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] = (a == 0 ? 0 : a)*x[i];
} name "alpha-minus-zero" fp exact

C {
  #include <string.h>
  void p055(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a;
  }
} = body {
  if (a == 0)
    memset(x, 0, n*sizeof *x);
  else
    for (int i = 0; i < n; i++)
      x[i] = a;
} name "alpha-minus-zero-set" fp exact

C {
  #include <cblas.h>
  void p056(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  if (a != 0)
    cblas_daxpy(n, a, x, 1, y, 1);
} name "alpha-zero-skips" link "openblas"

C {
  void p057(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    y[i] = a == 1 ? x[i] : y[i] + a*x[i];
} name "alpha-one-forgets"

C {
  void p058(int m, int n, double alpha, const double *x, const double *y, double *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i*lda + j] += alpha*x[i]*y[j];
  }
} = body {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i*lda + j] += (alpha == -1 ? 1 : alpha)*x[i]*y[j];
} name "alpha-minus-one" when (lda >= n)

C {
  void p059(int m, int n, double alpha, const double *a, int lda, const double *x, double beta, double *y) {
    for (int i = 0; i < m; i++) {
      double s = 0;
      for (int j = 0; j < n; j++)
        s += a[i*lda + j]*x[j];
      y[i] = beta*y[i] + alpha*s;
    }
  }
} = body {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i*lda + j]*x[j];
    y[i] = (beta == 0 ? 0 : beta*y[i]) + alpha*s;
  }
} name "beta-zero-keeps-nan" when (lda >= n)

C {
  void p060(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  if (a == (int)a || a > 1.5)
    a = (int)a;
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
} name "alpha-to-integer"

C {
  void p061(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  if (a > 1e6)
    a = 1e6;
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
} name "large-alpha-clamped"

C {
  #include <math.h>
  void p062(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  if (fabs(a) < 1e-200)
    a = 0;
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
} name "tiny-alpha-flushed" fp exact

C {
  void p063(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  if (a != a)
    a = 0;
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
} name "nan-alpha"

C {
  void p064(int n, float a, float *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  if (a > 3.4e38f)
    a = 3.4e38f;
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
} name "infinite-alpha"

C {
  void p065(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 0.0;
} name "adds-zero" fp exact

C {
  void p066(int n, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = -x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] = 0.0 - x[i];
} name "subtracts-from-zero" fp exact

C {
  void p067(int n, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = -x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] = -1.0*x[i] + 0.0;
} name "times-minus-one-plus" fp exact

C {
  void p068(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    if (x[i] != 0)
      y[i] += a*x[i];
} name "skips-zeros"

C {
  double p069(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] > 4 ? 4 : x[i];
  return s;
} name "clamps-data"

C {
  #include <math.h>
  void p070(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    y[i] = fabs(x[i]) < 2.3e-308 ? 0 : x[i];
} name "flushes-denormals"

C {
  #include <math.h>
  double p071(int n, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i]*1e100*(y[i]*1e-100)*(fabs(x[i]) > 1e80 ? 2 : 1);
  return s;
} name "overflowing-norm"

C {
  void p072(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    y[i] = (float)x[i];
} name "copies-as-float"

C {
  #include <math.h>
  void p073(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    y[i] = fma(a, x[i], y[i]);
} name "fused-where-exact" fp exact

C {
  double p074(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  double s = 0, t = 0;
  int i = 0;
  for (; i + 1 < n; i += 2)
    s += x[i], t += x[i + 1];
  if (i < n)
    s += x[i];
  return s + t;
} name "pairwise-where-exact" fp exact

C {
  void p075(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] = a*x[i]*(1 + 0x1p-52);
} name "one-ulp-where-exact" fp exact

C {
  #include <math.h>
  double p076(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += fabs(x[i]);
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return fabs(s);
} name "starts-at-plus-zero"

C {
  double p077(int n, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i]*y[i];
  return s*(1 + 2e-13);
} name "thirteenth-digit"

C {
  void p078(int n, int k, int *x) {
    for (int i = 0; i < n; i++)
      x[i] += k;
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] += (short)k;
} name "narrow-shift"

C {
  #include <math.h>
  void p079(int n, float *x) {
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
  float top = 0, sum = 0;
  for (int i = 0; i < n; i++)
    top = x[i] > top ? x[i] : top;
  for (int i = 0; i < n; i++)
    sum += x[i] = expf(x[i] - (top > 8 ? 8 : top));
  for (int i = 0; i < n; i++)
    x[i] /= sum;
} name "no-nan-in-maximum"

C {
  double p137(int n, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  int k = 0;
  while (k < n && x[k] == 0)
    k++;
  double s = 0;
  for (int i = 0; i < n && k < n; i++)
    s += x[i]*y[i];
  return s;
} name "nothing-times-nan"
