// Helpers in loops: a product of matrix and vector that is served where it is, and a dot product that is more
// inlined.
static void product(float *y, const float *x, const float *w, int n, int d) {
  for (int i = 0; i < d; i++) {
    float s = 0;
    for (int j = 0; j < n; j++)
      s += w[i * n + j] * x[j];
    y[i] = s;
  }
}

static float dot(int n, const float *x, const float *y) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

float network(int layers, int n, const float *w, float *x, float *t) {
  float sum = 0;
  for (int l = 0; l < layers; l++) {
    product(t, x, w + (long)l * n * n, n, n);
    product(x, t, w + (long)l * n * n, n, n);
  }
  for (int i = 0; i < n; i++)
    sum += x[i] * t[i];
  return sum;
}

void rows(int m, int n, const float *restrict a, const float *restrict x, float *restrict y) {
  for (int i = 0; i < m; i++)
    y[i] = dot(n, a + (long)i * n, x);
}
