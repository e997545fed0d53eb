long sum(int n, const int *x, const int *y) {
  long s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += x[i] * y[j];
  return s;
}

void copy(int n, char *x, const char *y) {
  for (int i = 0; i < n; i++)
    x[i] = y[i];
  for (int i = 0; i < n; i++) {
    x[i] ^= 1;
  }
}

int find(int n, const double *x, double k) {
  for (int i = 0; i < n; i++)
    if (x[i] == k)
      return i;
  return -1;
}

int outside(int n, int *x, double limit, double factor) {
  int s = 0;
  while (limit < 1e9) {
    for (int i = 0; i < n; i++)
      s += x[i];
    limit *= factor;
  }
  return s;
}
