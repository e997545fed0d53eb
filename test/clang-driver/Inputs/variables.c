struct pair {
  double a[4];
};
double use(double *);
double f(int n, const double *x, const double *y, int m, struct pair by) {
  double s = 0, table[100];
  m += 2;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  {
    double inner[10];
    inner[0] = s;
    s += use(inner);
  }
  table[m] = s;
  return use(table) + by.a[1];
}
