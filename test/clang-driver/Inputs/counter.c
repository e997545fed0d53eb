// The variable of the loop around is had back from a pointer only where the pointer is linear in it for
// certain.
#include <stdio.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
__attribute__((noinline)) static void f(short n, short m, short ld, double c, double *restrict a,
                                        double *restrict b, double *restrict y, double *restrict z) {
  for (short l = 0; l < n - 1; l++) {
    for (short r = 2; r < n; r++) {
      a[(l - 1) * ld + r] += c * y[l - 1] * y[r];
      y[n] += b[n * ld + l * ld + r] * z[l];
    }
    y[n - 1 - (2 * n + l)] = z[(unsigned char)(n - 1 - 3 * l + 0)];
    for (short j = l > 0 ? l : 0; j < m - 1; j += 4)
      for (short i = j; i < MIN(j + 4, m - 1); i++)
        y[n - 1 - 3 * (n + 1 + i)] += a[(i - 1) * ld + l] * z[l];
  }
}
static double a[4000], b[4000], y[4000], z[4000];
int main(void) {
  for (int n = 0; n < 20; n++) {
    for (int k = 0; k < 4000; k++)
      a[k] = k % 7 - 3, b[k] = k % 3 - 1, y[k] = k % 5 - 2, z[k] = k % 4 - 2;
    f(n, n, n, 0.5, a + 100, b, y + 1000, z);
    double h = 0;
    for (int k = 0; k < 4000; k++)
      h += y[k] * (k % 13) + a[k] * (k % 3);
    printf("%d %.10g\n", n, h);
  }
}
