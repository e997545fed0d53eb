// The factor and the global stand in front of the loop: a call of BLAS changes neither.
double rate;
void rows(int m, int n, const double *a, const double *b, const double *restrict scale,
          double *restrict out) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[j] * b[j];
    out[i] += s * *scale * rate;
  }
}
