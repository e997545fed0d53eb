// One nest that stores and stands alone, one that stores nothing, one inside a loop.
void solve(int n, const double *a, double *x) {
  for (int j = 0; j < n; j++) {
    x[j] /= a[j * n + j];
    for (int i = j + 1; i < n; i++)
      x[i] -= a[i * n + j] * x[j];
  }
}

double dot(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

void rows(int m, int n, const double *a, double *x, volatile int *seen) {
  for (int i = m - 1; i >= 0; i--) {
    *seen = i;
    for (int l = 0; l < i; l++)
      for (int j = 0; j < n; j++)
        x[i * n + j] += a[i * m + l] * x[l * n + j];
  }
}
