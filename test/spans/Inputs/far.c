// Arrays that span more than 2^31 elements, few of which are touched. What is printed must not depend on who
// compiled it.
#include <math.h>
#include <stdio.h>
#include <sys/mman.h>
#define APART __attribute__((noinline))

APART double dot(int n, const double *x, int ix, const double *y, int iy) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[(long)i * ix] * y[(long)i * iy];
  return s;
}
APART void axpy(int n, double alpha, const double *x, long ix, double *y, long iy) {
  for (int i = 0; i < n; i++)
    y[i * iy] += alpha * x[i * ix];
}
APART double frobenius(int m, int n, long lda, const double *a) {
  double s = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      s += a[i * lda + j] * a[i * lda + j];
  return sqrt(s);
}
APART double sum(int m, int n, long lda, const double *a) {
  double s = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      s += a[i * lda + j];
  return s;
}
APART void columns(int m, int n, long lda, const double *a, const double *x, long ix, double *y) {
  for (int j = 0; j < n; j++) {
    double s = 0;
    for (int i = 0; i < m; i++)
      s += x[i * ix] * a[i * lda + j];
    y[j] = s;
  }
}
APART void update(int m, int n, long lda, double *a, const double *x, long ix, const double *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * lda + j] += x[i * ix] * y[j];
}
#define PRODUCT(NAME, TYPE)                                                                                  \
  APART void NAME(int m, int n, int k, const TYPE *a, long lda, const TYPE *b, long ldb, TYPE *c,            \
                  long ldc) {                                                                                \
    for (int i = 0; i < m; i++)                                                                              \
      for (int j = 0; j < n; j++) {                                                                          \
        TYPE s = 0;                                                                                          \
        for (int l = 0; l < k; l++)                                                                          \
          s += a[i * lda + l] * b[l * ldb + j];                                                              \
        c[i * ldc + j] = s;                                                                                  \
      }                                                                                                      \
  }
PRODUCT(product, double)
PRODUCT(product_f, float)
/// x'Wx for one vector w.
APART void weighted(int n, int k, const double *x, long ldx, const double *w, long iw, double *c, long ldc) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += x[l * ldx + i] * w[l * iw] * x[l * ldx + j];
      c[i * ldc + j] = s;
    }
}
APART void cholesky(int n, double *a, long lda) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++)
      for (int i = j; i < n; i++)
        a[i * lda + j] -= a[i * lda + k] * a[j * lda + k];
    a[j * lda + j] = sqrt(a[j * lda + j]);
    for (int i = j + 1; i < n; i++)
      a[i * lda + j] /= a[j * lda + j];
  }
}
APART void batch(int e, int m, int n, int k, const double *a, long ba, long lda, const double *b, long bb,
                 long ldb, double *c, long bc, long ldc) {
  for (int d = 0; d < e; d++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        double s = 0;
        for (int l = 0; l < k; l++)
          s += a[d * ba + i * lda + l] * b[d * bb + l * ldb + j];
        c[d * bc + i * ldc + j] = s;
      }
}

enum { FEW = 70 };
static const long FAR = (1L << 26) + 3, TOO_FAR = (1L << 28) + 5, NEXT = (1L << 27) - 1,
                  ROW = (1L << 22) + 1; // elements

static void *reserve(size_t bytes) {
  void *memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}
static void set(double *a, long ld) {
  for (int i = 0; i < FEW; i++)
    for (int j = 0; j < FEW; j++)
      a[i * ld + j] = (i * 7 + j * 3) % 5 + (i == j ? 40 : 0) - 1;
}
static void show(const char *what, const double *a, long ld) {
  double s = 0;
  for (int i = 0; i < FEW; i++)
    for (int j = 0; j < FEW; j++)
      s += a[i * ld + j] * (i + 1) * (j + 2);
  printf("%s %.9g\n", what, s);
}

int main(void) {
  size_t bytes = (size_t)FEW * FAR * sizeof(double);
  double *a = reserve(bytes), *b = reserve(bytes), *c = reserve(bytes), y[FEW];
  float *f = reserve(bytes);
  if (!a || !b || !c || !f)
    return 1;
  double *last = a + (FEW - 1) * FAR;
  set(a, FAR), set(b, FAR), set(c, FAR);
  printf("dot %.9g\n", dot(FEW, a, (int)FAR, b, (int)FAR));
  printf("backwards %.9g\n", dot(FEW, last, -(int)FAR, b, (int)FAR));
  printf("far apart %.9g\n", dot(9, a, (int)TOO_FAR, b, (int)TOO_FAR));
  axpy(FEW, 0.5, a, FAR, c, FAR), show("axpy", c, FAR);
  axpy(FEW, 0.25, last, -FAR, c, FAR), show("axpy backwards", c, FAR);
  printf("norm %.9g\n", frobenius(FEW, FEW, FAR, a));
  printf("sum %.9g\n", sum(FEW, FEW, FAR, a));
  columns(FEW, FEW, FAR, a, b, FAR, y), show("gemv", y, 0);
  columns(FEW, FEW, FAR, a, last, -FAR, y), show("gemv backwards", y, 0);
  update(FEW, FEW, FAR, c, a, FAR, y), show("ger", c, FAR);
  product(FEW, FEW, FEW, a, FAR, b, FAR, c, FAR), show("gemm", c, FAR);
  product(8, 8, 8, a, FAR, b, FAR, c, TOO_FAR), show("gemm far apart", c, TOO_FAR / 8);
  weighted(FEW, FEW, a, FAR, b, FAR, c, FAR), show("weighted", c, FAR);
  for (int d = 0; d < 20; d++)
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 16; j++)
        a[d * NEXT + i * ROW + j] = d + i - j, b[d * NEXT + i * ROW + j] = d - i;
  batch(20, 16, 16, 16, a, NEXT, ROW, b, NEXT, ROW, c, NEXT, ROW);
  show("batch", c, ROW), show("batch's last", c + 19 * NEXT, ROW);
  set(a, FAR), cholesky(FEW, a, FAR), show("cholesky", a, FAR);
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      f[i * TOO_FAR + j] = i + 1, f[i * FAR + 100 + j] = j - 2;
  product_f(8, 8, 8, f, TOO_FAR, f + 100, FAR, f + 200, TOO_FAR); // (OpenBLAS's sgemm is not right there)
  printf("sgemm far apart %.9g %.9g\n", (double)f[200], (double)f[7 * TOO_FAR + 207]);
  return 0;
}
