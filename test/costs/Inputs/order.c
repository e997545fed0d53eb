// Sizes that are not known, and the edges of what pays.
double sum(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

void product(int m, int n, int k, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[(long)i * k + l] * b[(long)l * n + j];
      c[(long)i * n + j] = s;
    }
}

#ifdef MAIN
static double a[1 << 16], b[1 << 16], c[1 << 16];

// Sizes whose product is too large for 64 bits, while nothing is to be done.
static const int sizes[][3] = {{16, 16, 16},
                               {15, 16, 17},
                               {16, 16, 0},
                               {0, 16, 16},
                               {16, -1, 1000},
                               {3, 100, 100},
                               {4, 4, 256},
                               {-1, 2147483647, -5},
                               {2147483647, 0, 2147483647},
                               {-2147483647 - 1, 2147483647, 2147483647}};

int main(void) {
  for (int i = 0; i < 1 << 16; i++)
    a[i] = i % 5, b[i] = i % 3 - 1;
  for (int n = -2; n < 200; n++) {
    double expected = 0;
    for (int i = 0; i < n; i++)
      expected += (i % 5) * (i % 3 - 1);
    if (sum(n, a, b) != expected)
      return 1;
  }
  if (sum(-2147483647 - 1, a, b) != 0)
    return 2;
  for (unsigned t = 0; t < sizeof sizes / sizeof *sizes; t++) {
    int m = sizes[t][0], n = sizes[t][1], k = sizes[t][2];
    for (int i = 0; i < 1 << 16; i++)
      c[i] = 77;
    product(m, n, k, a, b, c);
    for (long i = 0; i < 1 << 16; i++) {
      double expected = m > 0 && n > 0 && i < (long)m * n ? 0 : 77;
      for (int l = 0; m > 0 && n > 0 && i < (long)m * n && l < k; l++)
        expected += (double)((i / n * k + l) % 5) * ((l * (long)n + i % n) % 3 - 1);
      if (expected == 77 ? c[i] != 77 : c[i] < expected - 1e-9 || c[i] > expected + 1e-9)
        return 3;
    }
  }
  return 0;
}
#endif
