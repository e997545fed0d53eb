struct table {
  int rows, cols;
  double *cells;
  struct {
    int stride;
  } layout;
};
struct row {
  double *x;
  int n;
  double weights[64];
};

void product(struct table *to, const struct table *left, const struct table *right) {
  for (int r = 0; r < left->rows; r++)
    for (int c = 0; c < right->cols; c++) {
      double sum = 0;
      for (int k = 0; k < left->cols; k++)
        sum += left->cells[r * left->layout.stride + k] * right->cells[k * right->layout.stride + c];
      to->cells[r * to->layout.stride + c] = sum;
    }
}

void each(const struct row *all, const struct row *others, double *sums, int count) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int k = 0; k < all[i].n; k++)
      sum += all[i].x[k] * others[i].x[k];
    sums[i] = sum;
  }
}

double second(const struct row *pair, const double *y) {
  double sum = 0;
  for (int k = 0; k < pair[1].n; k++)
    sum += pair[1].x[k] * y[k];
  return sum;
}

void ranges(double *sums, const double *x, const double *y, const int *start, int count) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      sum += x[k] * y[k];
    sums[i] = sum;
  }
}

void small(double a[4][4], double b[4][4], double c[4][4]) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      double sum = 0;
      for (int k = 0; k < 4; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

void triangle(int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      y[i] += a[i * n + j] * x[j];
}
