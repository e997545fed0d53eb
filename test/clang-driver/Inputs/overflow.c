#include <stdlib.h>
__attribute__((noinline)) double dot(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
int main(void) {
  double *x = calloc(10, sizeof *x);
  return dot(12, x, x) > 1; // reads two too many
}
