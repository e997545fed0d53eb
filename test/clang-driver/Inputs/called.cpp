namespace std {
double step(double x, int how);
}

double outer(double *x, int n) {
  double a = 1;
  for (int i = 0; i < n; i++)
    a = std::step(a, i) + x[i];
  return a;
}
