// Sizes that are known, bounded or unknown at compile time.
double three(const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < 3; i++)
    s += x[i] * y[i];
  return s;
}

double hundred(const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < 100; i++)
    s += x[i] * y[i];
  return s;
}

double any(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] * y[i];
  return s;
}

double remainder_of_four(int n, const double *x, const double *y) {
  double s = 0;
  int tail = n % 4;
  for (int i = 0; i < tail; i++)
    s += x[i] * y[i];
  return s;
}

double masked(unsigned n, const double *x, const double *y) {
  double s = 0;
  for (unsigned i = n & ~7u; i < n; i++)
    s += x[i] * y[i];
  return s;
}

double behind_unrolled(int n, const double *x, const double *y) {
  double s = 0;
  int i = 0;
  for (; i + 3 < n; i += 4)
    s += x[i] * y[i + 1] * 2;
  for (; i < n; i++)
    s += x[i] * y[i];
  return s;
}

double at_most_twenty(int n, const double *x, const double *y) {
  double s = 0;
  int m = n < 20 ? n : 20;
  for (int i = 0; i < m; i++)
    s += x[i] * y[i];
  return s;
}

double column(int n, int ld, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i * ld] * y[i];
  return s;
}

void conv(int h, int w, const double *image, const double kernel[3][3], double *out) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      double s = 0;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
          s += image[(i + k) * (w + 2) + j + l] * kernel[k][l];
      out[i * w + j] = s;
    }
}

void product(const double a[4][4], const double b[4][4], double c[4][4]) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      c[i][j] = 0;
      for (int k = 0; k < 4; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

void cube(int n, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

void add(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
