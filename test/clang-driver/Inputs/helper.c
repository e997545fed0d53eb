// A small function that a candidate calls, and that others call and point to.
static double scale(double x, double by) {
  return x * by;
}
double (*const table[])(double, double) = {scale};
double dot(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += scale(x[i], y[i]);
  return sum;
}
double twice(double x) {
  return scale(x, 2);
}
