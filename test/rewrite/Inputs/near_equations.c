void indices(int n, int m, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[2 * i + j] += a[i * m + j] * x[j];
}

void factor(int n, int lda, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i * lda + j] * x[j] * x[i + j];
}

void bounds(int n, int m, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (2 * j < i)
        y[i] += a[i * m + j] * x[j];
}

// What is inside is told where it is nearer.
void inside(int steps, int n, const double *a, double *x, double *y) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        y[i] += a[i * n + j] * x[j] * x[i + j];
    for (int i = 1; i < n; i++)
      x[i] = y[i] / (1 + x[i - 1]);
  }
}

void unread(int n, const double *x, double *y) {
  for (int i = 1; i < n; i++)
    if (x[i] > 0)
      y[i] = y[i - 1] / x[i];
}

void unlike(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] / (1 + x[i] * x[i]);
}

static unsigned long long state = 1;
unsigned long long drawn(void) {
  return state;
}

void draws(long n, double *x) {
  for (long i = 0; i < n; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    x[i] *= 0.25;
  }
}

double unchanged(long n, const double *x, const double *y, long k, long l) {
  double s = 0;
  long i = 0;
  do {
    if (k < l)
      return s;
    s += x[i] * y[i];
    if (x[i] > 3)
      return 0;
    i++;
  } while (i < n);
  return s;
}
