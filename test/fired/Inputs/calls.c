#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static float x[512], y[512];
static double a[40][40], b[40][40], c[40][40];

static void softmax(float *restrict out, const float *restrict in, int n) {
  float most = in[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (in[i] > most)
      most = in[i];
  for (int i = 0; i < n; i++) {
    out[i] = expf(in[i] - most);
    sum += out[i];
  }
  for (int i = 0; i < n; i++)
    out[i] /= sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
  float sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      sum += x[i] * y[i];
    x[0] += sum;
  }
  if (n)
    softmax(y, x, n);
  printf("%g %g\n", c[0][0], (double)(sum + y[0]));
}
