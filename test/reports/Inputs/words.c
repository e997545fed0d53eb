// Bounds that reports have to find words for.
typedef struct {
  int rows, cols;
  double *data;
} Matrix;
union Number {
  int n;
  float f;
};
double by_value(Matrix a) {
  double s = 0;
  for (int i = 0; i < a.cols; i++)
    s += a.data[i] * a.data[i];
  return s;
}
double pointers(double *x, double *end) {
  double s = 0;
  for (; x < end; x++)
    s += *x * *x;
  return s;
}
double half(int n, double *x) {
  double s = 0;
  for (int i = 0; i < n >> 1; i++)
    s += x[i] * x[i];
  return s;
}
double first(union Number *u, double *x) {
  double s = 0;
  for (int i = 0; i < u->n; i++)
    s += x[i] * x[i];
  return s;
}
double quotient(int n, double *x) {
  double s = 0;
  for (int i = 0; i < n / 3; i++)
    s += x[i] * x[i];
  return s;
}
