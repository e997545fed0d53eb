// Lines are counted by the tests.
int effect(int k);

void apply(int rows, int columns, const double *a, const double *x, double *y) {
  for (int i = 0; i < rows; i++) {
    y[i] = 0;
    for (int j = 0; j < columns; j++)
      y[i] += a[i * columns + j] * x[j];
  }
}

void almost(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] += 2 * x[i];
    effect(i);
  }
}

void clear(double *x) {
  for (int i = 0; i < 100; i++)
    x[i] = i;
}
