// Arrays of structs in a struct, and a function that has no name.
struct Matrix {
  int rows, columns;
  double *v;
};
struct All {
  int n;
  Matrix m[3];
};
double dot(const All *p) {
  double s = 0;
  for (int i = 0; i < p->m[1].columns; i++)
    s += p->m[0].v[i] * p->m[2].v[i];
  return s;
}
double both(int n, const double *x, const double *y) {
  auto part = [&](int k) {
    double s = 0;
    for (int i = 0; i < k; i++)
      s += x[i] * y[i];
    return s;
  };
  return part(n) + part(2 * n);
}
