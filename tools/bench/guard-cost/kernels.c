// guard-cost's kernels, compiled once for each variant: NAME(f) names them, R is restrict or nothing.
void NAME(gemv)(int n, int m, const double *R a, const double *R x, double *R y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i] += a[i * m + j] * x[j];
}

void NAME(gemm)(int n, int m, int k, const double *R a, const double *R b, double *R c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        c[i * m + j] += a[i * k + l] * b[l * m + j];
}
