// What the code takes, by how its innermost loop steps through memory.
void by_rows(int m, int n, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
}

void down_columns(int m, int n, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      y[i] += a[i * n + j] * x[j];
}

void rows_added(int m, int n, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j] * x[i];
}

// Sizes that are known.
void hundred(const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      y[i] += a[i * 100 + j] * x[j];
}

void twenty(const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      y[i] += a[i * 20 + j] * x[j];
}

void thin(int m, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < 3; j++)
      y[i] += a[i * 3 + j] * x[j];
}

// Two calls for one loop have its rounds together.
void both(int m, int n, const double *restrict a, const double *restrict p, const double *restrict r,
          double *restrict q, double *restrict s) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      s[j] += r[i] * a[i * n + j];
      sum += a[i * n + j] * p[j];
    }
    q[i] = sum;
  }
}

void twice(int n, double alpha, double beta, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = alpha * x[i] + beta * y[i];
}

// A copy that the product needs is paid for by the product.
void with_copy(int m, int n, const double *restrict a, const double *restrict b, const double *restrict x,
               double *restrict y) {
  for (int i = 0; i < m; i++) {
    double sum = b[i];
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}

// One guard for one size.
void square(int n, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// However long its rows are, a call takes longer than the loop.
void triangle(int n, const double *restrict x, double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[i * n + j] = 3 * x[j];
}

// The loop stays for what no call says, so a call saves nothing.
void stays(int m, int n, const double *restrict a, const double *restrict x, double *restrict y,
           double *restrict z) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      y[i] += a[i * n + j] * x[j];
      z[i * n + j] = x[j] / (1 + a[i * n + j] * a[i * n + j]);
    }
}
