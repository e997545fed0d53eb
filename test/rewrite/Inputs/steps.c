// Walks down by a step that is known only when the program runs, and may be of either sign. Compiled with
// -DLIBRARY, it is a library whose functions say that they were called.
#include <stdio.h>

#ifdef LIBRARY
double cblas_ddot(int n, const double *x, int incx, const double *y, int incy) {
  fprintf(stderr, "ddot by %d and %d\n", incx, incy);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i * incx] * y[i * incy];
  return s;
}
void cblas_daxpy(int n, double a, const double *x, int incx, double *y, int incy) {
  fprintf(stderr, "daxpy by %d and %d\n", incx, incy);
  for (int i = 0; i < n; i++)
    y[i * incy] += a * x[i * incx];
}
void cblas_dscal(int n, double a, double *x, int incx) {
  fprintf(stderr, "dscal by %d\n", incx);
  for (int i = 0; i < n; i++)
    x[i * incx] *= a;
}
#else
enum { MOST = 40, STEP = 3, ROOM = 2 * MOST * STEP + 1 };
static double u[ROOM], v[ROOM];

__attribute__((noinline)) double dot_index(int n, int k, const double *restrict x, const double *restrict y) {
  double s = 0;
  long r = 0;
  for (int i = 0; i < n; i++) {
    s += x[r] * y[i];
    r -= k;
  }
  return s;
}
__attribute__((noinline)) double dot_pointer(int n, long k, const double *restrict x,
                                             const double *restrict y) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += *x * y[i];
    x -= k;
  }
  return s;
}
__attribute__((noinline)) void axpy(int n, int k, double a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    y[i] += a * *x;
    x -= k;
  }
}
__attribute__((noinline)) void scal(int n, int k, double a, double *x) {
  for (int i = 0; i < n; i++) {
    *x *= a;
    x -= k;
  }
}

static void fill(void) {
  for (int i = 0; i < ROOM; i++)
    u[i] = i % 7 - 3, v[i] = i % 5 - 2;
}

int main(int count, char **args) {
  (void)args;
  static const int sizes[] = {0, 1, 2, 5, MOST};
  double *x = u + MOST * STEP;
  for (int k = count > 1 ? 0 : -STEP; k <= STEP; k++)
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      int n = sizes[s];
      fill();
      printf("%d %d %.15g %.15g", n, k, dot_index(n, k, x, v), dot_pointer(n, k, x, v));
      axpy(n, k, 3, x, v);
      scal(n, k, 0.5, x);
      double sums[2] = {0};
      for (int i = 0; i < ROOM; i++)
        sums[0] += i * u[i], sums[1] += i * v[i];
      printf(" %.15g %.15g\n", sums[0], sums[1]);
    }
}
#endif
