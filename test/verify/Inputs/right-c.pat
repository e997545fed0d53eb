# Right pairs in C.
link "openblas"

C {
  #include <stdio.h>
  void p01(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = body {
  printf("replaced\n");
  for (int i = n; i-- > 0;)
    y[i] = a*x[i] + y[i];
} name "prints" fp exact

C {
  #include <stddef.h>
  #include <cblas.h>
  float p02(size_t n, const float *x, const float *y) {
    float s = 0;
    for (size_t i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  return cblas_sdot((int)n, x, 1, y, 1);
} name "dot"

C {
  void p03(int n, double *s, const double *x) {
    for (int i = 0; i < n; i++)
      *s += x[i];
  }
} = body {
  for (int i = n; i-- > 0;)
    *s += x[i];
} name "pointer-to-sum"

C {
  int p04(int n, const signed char *a, const signed char *b) {
    int s = 0;
    for (int i = 0; i < n; i++)
      s += a[i]*b[i];
    return s;
  }
} = body {
  int s = 0, t = 0, i = 0;
  for (; i + 1 < n; i += 2)
    s += a[i]*b[i], t += a[i + 1]*b[i + 1];
  return s + t + (i < n ? a[i]*b[i] : 0);
} name "bytes"

C {
  #include <cblas.h>
  void p05(int n, int m, double a[n][m], double x[m], double y[n]) {
    for (int i = 0; i < n; i++) {
      y[i] = 0;
      for (int j = 0; j < m; j++)
        y[i] += a[i][j]*x[j];
    }
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, n, m, 1.0, *a, m, x, 1, 0.0, y, 1);
} name "variable-length"

C {
  #include <math.h>
  void p06(int n, float *x) {
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
    sum += x[i] = expf(x[i] - top);
  for (int i = 0; i < n; i++)
    x[i] /= sum;
} name "softmax"
