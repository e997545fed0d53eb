C {
  double sum(int n, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i] * y[i];
    return s;
  }
} = {
  double own_dot(int n, const double *x, const double *y);
  double sum(int n, const double *x, const double *y) { return own_dot(n, x, y); }
}
name "own-dot"
