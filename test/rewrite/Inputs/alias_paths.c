// Counts which path gemv takes: the library's function stands here (compiled with -DLIBRARY, it is the
// library), and says that it was called.
#include <stdio.h>
#include <string.h>
#ifdef LIBRARY
extern int fast;
void dgemv_(const char *t, const int *m, const int *n, const double *alpha, const double *a, const int *lda,
            const double *x, const int *incx, const double *beta, double *y, const int *incy, long l) {
  fast = 1;
  int T = *t == 't' || *t == 'T';
  int ly = T ? *n : *m, lx = T ? *m : *n;
  for (int i = 0; i < ly; i++) {
    double s = 0;
    for (int j = 0; j < lx; j++)
      s += (T ? a[i * *lda + j] : a[j * *lda + i]) * x[j * *incx];
    y[i * *incy] = *beta * y[i * *incy] + *alpha * s;
  }
}
void cblas_dgemv(int o, int t, int m, int n, double alpha, const double *a, int lda, const double *x,
                 int incx, double beta, double *y, int incy) {
  fast = 1;
  int T = t == 112;
  int ly = T ? n : m, lx = T ? m : n;
  for (int i = 0; i < ly; i++) {
    double s = 0;
    for (int j = 0; j < lx; j++)
      s += (T ? a[j * lda + i] : a[i * lda + j]) * x[j * incx];
    y[i * incy] = (beta == 0 ? 0 : beta * y[i * incy]) + alpha * s;
  }
  (void)o;
}
#else
void smr_gemv(int n, int m, const double *a, const double *x, double *y);
void plain_gemv(int n, int m, const double *a, const double *x, double *y);
int fast;
static double b1[4096], b2[4096];
static int run(const char *name, int n, int m, int a, int x, int y, int expect) {
  for (int i = 0; i < 4096; i++)
    b1[i] = b2[i] = (i * 7 % 5) - 2;
  fast = 0;
  smr_gemv(n, m, b1 + a, b1 + x, b1 + y);
  int f = fast;
  plain_gemv(n, m, b2 + a, b2 + x, b2 + y);
  int same = !memcmp(b1, b2, sizeof b1);
  printf("%-24s %s %s%s\n", name, f ? "fast" : "loop", same ? "same" : "DIFFERENT",
         f == expect ? "" : "  UNEXPECTED");
  return !(same && f == expect);
}
int main(void) {
  int bad = 0;
  bad += run("apart", 5, 7, 0, 100, 200, 1);
  bad += run("adjacent y after a", 5, 7, 0, 100, 35, 1);
  bad += run("adjacent y before a", 5, 7, 5, 100, 0, 1);
  bad += run("y after x", 5, 7, 100, 0, 7, 1);
  bad += run("y before x", 5, 7, 100, 5, 0, 1);
  bad += run("last of a is y[0]", 5, 7, 0, 100, 34, 0);
  bad += run("y[n-1] is a[0]", 5, 7, 4, 100, 0, 0);
  bad += run("y in a", 5, 7, 0, 100, 10, 0);
  bad += run("y = x", 7, 7, 100, 0, 0, 0);
  bad += run("y = x + 1", 5, 7, 100, 0, 1, 0);
  bad += run("y = x - 1", 5, 7, 100, 1, 0, 0);
  bad += run("x in a", 5, 7, 0, 3, 100, 1);
  bad += run("n = 0", 0, 7, 0, 0, 0, 0);
  bad += run("m = 0", 7, 0, 0, 0, 0, 0);
  bad += run("1 x 1, y = a", 1, 1, 0, 5, 0, 0);
  bad += run("1 x 1", 1, 1, 0, 1, 2, 1);
  printf("%s\n", bad ? "BAD" : "all as expected");
  return bad;
}
#endif
