// What is left after some elements at a time is too little for any call.
double rest(int n, const double *x, const double *y) {
  double s = 0;
  int i = 0;
  for (; i < n - 15; i += 16)
    s += x[i] / y[i];
  for (; i < n - 7; i += 8)
    s += x[i] / y[i + 1];
  for (; i < n - 3; i += 4)
    s += x[i] / y[i + 2];
  for (; i < n; i++)
    s += x[i] * y[i];
  return s;
}

double some(int n, const double *x, const double *y) {
  double s = 0;
  if (n > 8) // (so enough are possible)
    for (int i = 0; i < n; i++)
      s += x[i] * y[i];
  return s;
}

// The rest's size is bounded by a loop that is not counted: its sum may wrap around.
double unsigned_rest(unsigned n, const double *x, const double *y) {
  double s = 0;
  unsigned i;
  for (i = 0; i + 4 <= n; i += 4)
    s += x[i] / y[i];
  for (; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// At most three columns: n*n - n*(n & -4) is n times less than 4.
void columns(int n, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = n & -4; j < n; j++)
      y[i] += a[i * n + j] * x[j];
}

// What four at a time leave of a row of a triangle.
void triangle(int n, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    int j;
    for (j = 0; j + 4 <= i + 1; j += 4)
      s += a[i * n + j] / x[j];
    for (; j <= i; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

// Under a condition that leaves few of them.
double few(int n, const double *x, const double *y) {
  double s = 0;
  if (n <= 24)
    for (int i = 0; i < n; i++)
      s += x[i] * y[i];
  return s;
}

// In rows of 12 elements there are at most 36 to multiply, and each size alone is met.
void upper(int n, double u[12][12]) {
  for (int i = 1; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < i; k++)
        sum += u[i][k] * u[k][j];
      u[i][j] -= sum;
    }
}

// Rows of 12 elements may be many.
void tall(int m, int n, double y[restrict], double a[restrict][12], double x[restrict]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i][j] * x[j];
}
