double asked(int n, const double *x, const double *y) {
#pragma clang fp reassociate(off)
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double ordinary(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
static double inner(int n, const double *x, const double *y) {
  _Pragma("clang fp reassociate(off)") double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double inlined(int n, const double *x, const double *y) {
  return inner(n, x, y);
}
double again(int n, const double *x, const double *y) {
#pragma clang fp reassociate(on)
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
#pragma float_control(push)
#pragma float_control(precise, on)
double precise(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
#pragma float_control(pop)
double after(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
