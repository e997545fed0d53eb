// A pragma in a lambda or in a local class's method holds to the end of that, not of the function around it.
double lambda(const double *x, const double *y, int n) {
  auto inner = [=] {
    double s = 0;
#pragma smr off
    for (int i = 0; i < n; i++)
      s += x[i] * y[i];
    return s;
  };
  double t = 0, u = 0;
  for (int i = 0; i < n; i++)
    u += y[i] * y[i];
#pragma smr off
  for (int i = 0; i < n; i++)
    t += x[i] * x[i];
  return inner() + t + u;
}
double local(const double *x, const double *y, int n) {
  struct Local {
    static double dot(const double *x, const double *y, int n) {
      double s = 0;
#pragma smr off
      for (int i = 0; i < n; i++)
        s += x[i] * y[i];
      return s;
    }
  };
  double t = 0;
  for (int i = 0; i < n; i++)
    t += x[i] * x[i];
  return Local::dot(x, y, n) + t;
}
// What is off around a lambda is off in it, up to an `on` that may stand there.
double around(const double *x, const double *y, int n) {
#pragma smr off
  auto inner = [=] {
    double s = 0, t = 0;
    for (int i = 0; i < n; i++)
      s += x[i] * y[i];
#pragma smr on
    for (int i = 0; i < n; i++)
      t += x[i] * x[i];
    return s + t;
  };
  return inner();
}
