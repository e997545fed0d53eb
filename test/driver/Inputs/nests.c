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

/* It is left in one place only, and goes on in two. */
double walk(const double *x, long i, long n) {
  double s = 0;
  while (x[i] > 2) {
    if (x[i + 1] > s) {
      s += 1;
      if (x[i + 2] < 0)
        goto next;
    }
    s += x[i];
  next:
    i = (long)s % n;
  }
  return s;
}
