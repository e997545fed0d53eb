/* Two updates in one loop; the vectors may overlap. */
void both(int n, double a, double b, const double *x, double *y, double *z) {
  for (int i = 0; i < n; i++) {
    y[i] += a * x[i];
    z[i] += b * x[i];
  }
}
/* Both are told of the same sum, which is computed once. */
void sums(int m, int n, const double *restrict x, double *restrict y, double *restrict z) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += x[i * n + j] * x[i * n + j];
    y[i] = s;
    z[i] = 2 * s;
  }
}
