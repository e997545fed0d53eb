#include <stdio.h>

void product(int m, int n, int k, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int l = 0; l < k; l++)
        c[i * n + j] += a[i * k + l] * b[l * n + j];
}

void transposed(int n, double a[n][n], double b[n][n], double c[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[j][i] = 0;
      for (int l = 0; l < n; l++)
        c[j][i] += a[l][i] * b[j][l];
    }
}

void scattered(int m, int n, const float *a, const float *x, float *y) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      y[i] += a[j * m + i] * x[j];
}

double dot(int n, const double *x, int step, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i * step] * y[i];
  return sum;
}

static double a[900], b[900], c[900];
static float u[900], v[900];

static void show(const char *what, const double *x) {
  double sum = 0;
  for (int k = 0; k < 900; k++)
    sum += (k % 17) * x[k];
  printf("%s %.1f\n", what, sum);
}

int main(void) {
  for (int k = 0; k < 900; k++)
    a[k] = k % 7, b[k] = k % 5 - 2, c[k] = k % 3, u[k] = k % 9, v[k] = k % 4;
  product(9, 8, 7, a, b, c);
  show("product", c);
  product(9, 8, 7, c, b, c + 20); // what is written is read
  show("overlap", c);
  product(9, 8, 0, a, b, c);
  show("nothing", c);
  transposed(11, (double (*)[11])a, (double (*)[11])b, (double (*)[11])c);
  show("transposed", c);
  transposed(11, (double (*)[11])a, (double (*)[11])b, (double (*)[11])b);
  show("in place", b);
  scattered(20, 30, u, v, v + 40);
  for (int k = 0; k < 900; k++)
    c[k] = v[k];
  show("scattered", c);
  printf("%.1f %.1f %.1f\n", dot(30, a, 2, b), dot(30, a + 100, -3, b), dot(0, a, 1, b));
  return 0;
}
