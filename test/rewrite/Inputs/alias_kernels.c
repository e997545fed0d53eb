// Kernels through pointers of which nothing is known. NAME(f) names a variant's functions.
void NAME(gemv)(int n, int m, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i] += a[i * m + j] * x[j];
}

void NAME(gemv_set)(int n, int m, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++)
      y[i] += a[i * m + j] * x[j];
  }
}

void NAME(gemv_t)(int n, int m, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[j] += a[i * m + j] * x[i];
}

void NAME(gemm)(int n, int m, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        c[i * n + j] += a[i * m + k] * b[k * n + j];
}

void NAME(gemm_set)(int n, int m, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i * n + j] = 0;
      for (int k = 0; k < m; k++)
        c[i * n + j] += a[i * m + k] * b[k * n + j];
    }
}

void NAME(ger)(int n, int m, const double *x, const double *y, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] += x[i] * y[j];
}

/// The scale in memory.
void NAME(axpy)(int n, int m, const double *alpha, const double *x, double *y) {
  (void)m;
  for (int i = 0; i < n; i++)
    y[i] += *alpha * x[i];
}

/// The sum in memory.
void NAME(dot)(int n, int m, const double *x, const double *y, double *s) {
  (void)m;
  for (int i = 0; i < n; i++)
    *s += x[i] * y[i];
}

#ifndef IDIOMS // what follows is no idiom of the library's as it stands
/// A scale that changes from call to call.
void NAME(times)(int n, int m, const double *a, const double *x, double *y) {
  double *q = y + n;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        y[i] += *q * a[i * m + j] * x[j];
    *q -= 1;
  }
}

/// Read before the nest and in it.
void NAME(twice)(int n, int m, const double *a, const double *x, double *y) {
  for (int t = 0; t < 2; t++) {
    double s = x[0];
    y[0] = 1;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        y[i] += s * a[i * m + j] * x[0];
  }
}

/// Two results of one nest.
void NAME(both)(int n, int m, const double *a, const double *x, double *y) {
  double *z = y + n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      y[i] += a[i * m + j] * x[j];
      z[j] += a[i * m + j] * x[i];
    }
}
#endif

/// Bounds and the array behind a pointer: with -fno-strict-aliasing, all of it may be part of y.
struct matrix {
  long n, m;
  double *data;
};
void NAME(matrix)(struct matrix *a, const double *x, double *y) {
  for (long i = 0; i < a->n; i++)
    for (long j = 0; j < a->m; j++)
      y[i] += a->data[i * a->m + j] * x[j];
}
