C {
  double dot(long n, const double *restrict x, const double *restrict y) {
    double s = 0;
    for (long i = 0; i < n; i++)
      s += x[i] * y[i];
    return s;
  }
} = {
  extern long smr_calls;
  double dot(long n, const double *restrict x, const double *restrict y) {
    double s = 0;
    smr_calls++;
    for (long i = 0; i < n; i++)
      s += x[i] * y[i];
    return s;
  }
}
C {
  void axpy(int n, double a, const double *restrict x, double *restrict y) {
    for (int i = 0; i < n; i++)
      y[i] += a * x[i];
  }
} = {
  extern long smr_calls;
  void axpy(int n, double a, const double *restrict x, double *restrict y) {
    smr_calls += 100;
    for (int i = 0; i < n; i++)
      y[i] += a * x[i];
  }
}
C {
  void scale_add(long n, double a, const double *restrict x, double *restrict y) {
    for (long i = 0; i < n; i++)
      y[i] = a * y[i];
    for (long i = 0; i < n; i++)
      y[i] = y[i] - x[i];
  }
} = {
  extern long smr_calls;
  void scale_add(long n, double a, const double *restrict x, double *restrict y) {
    smr_calls += 10000;
    for (long i = 0; i < n; i++)
      y[i] = a * y[i] - x[i];
  }
}
C {
  void gemm(long m, long n, long k, const double *restrict a, long lda, const double *restrict b, long ldb,
            double *restrict c, long ldc) {
    for (long i = 0; i < m; i++)
      for (long j = 0; j < n; j++)
        for (long l = 0; l < k; l++)
          c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
  }
} = {
  extern long smr_calls;
  void gemm(long m, long n, long k, const double *restrict a, long lda, const double *restrict b, long ldb,
            double *restrict c, long ldc) {
    smr_calls += 1000000;
    for (long i = 0; i < m; i++)
      for (long j = 0; j < n; j++)
        for (long l = 0; l < k; l++)
          c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
  }
}
C {
  void cross(const double *restrict a, const double *restrict b, double *restrict c) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
  }
} = {
  extern long smr_calls;
  void cross(const double *restrict a, const double *restrict b, double *restrict c) {
    smr_calls += 100000000;
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
  }
}
