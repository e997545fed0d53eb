// Local arrays whose lifetime ends between loops that are one idiom.
#include <stdio.h>
long smr_calls;
void use(double *p, int n) {
  for (int i = 0; i < n; i++)
    printf("%g ", p[i]);
  printf("\n");
}
__attribute__((noinline)) void f(int n, double a, double *restrict x, double *restrict y) {
  {
    double t[40];
    for (int i = 0; i < 40; i++)
      t[i] = i + a;
    for (int i = 0; i < n; i++)
      t[i] = a * t[i];
    for (int i = 0; i < n; i++)
      t[i] = t[i] - x[i];
    use(t, n);
  }
  {
    double u[40];
    for (int i = 0; i < 40; i++)
      u[i] = i - a;
    double s = 0;
    for (int i = 0; i < n; i++)
      s += u[i] * x[i];
    y[0] = s;
  }
  {
    double u[40];
    for (int i = 0; i < 40; i++)
      u[i] = i * a;
    for (int i = 0; i < n; i++)
      y[i] += 2 * u[i];
  }
}
double a[40], b[40];
int main() {
  for (int n = -1; n < 6; n++) {
    for (int i = 0; i < 40; i++)
      a[i] = i % 4, b[i] = i % 3;
    f(n, 2, a, b);
    use(b, 10);
  }
  fprintf(stderr, "%ld\n", smr_calls);
  return 0;
}
