// Loops that stay beside a call: behind its guards they have to be what they are without it.
void product(int n, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
void anywhere(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
void by_element(long n, float a[restrict n][n], float b[restrict n][n], float c[restrict n][n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float s = 0;
      for (long k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
void by_rows(int m, int n, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}
void by_columns(int m, int n, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j] * x[i];
}
double dot(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
void factor(int n, double *a) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}
