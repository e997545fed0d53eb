C {
  double dot(int n, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i] * y[i];
    return s;
  }
} = {
  double cblas_ddot(int, const double *, int, const double *, int);
  double dot(int n, const double *x, const double *y) { return cblas_ddot(n, x, 1, y, 1); }
} link "openblas" name "ddot"
