// Indices of fewer than 64 bits that wrap around, or could: what is found has a guard, and where they do wrap
// the loops run as they are written. Each kernel is called with small numbers first, then with such that
// wrap.
#include "../harness.h"

static void gemv_unsigned(unsigned rows, unsigned cols, unsigned stride, unsigned from, const double *a,
                          const double *x, double *y) {
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j < cols; j++)
      y[i] += a[i * stride + j + from] * x[j];
}

static void gemm_unsigned(unsigned rows, unsigned cols, unsigned inner, const double *a, const double *b,
                          double *c) {
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j < cols; j++)
      for (unsigned p = 0; p < inner; p++)
        c[i * cols + j] += a[i * inner + p] * b[p * cols + j];
}

/// Rows that lie one before the other: the stride is a large number that stands for a negative one.
static void gemm_backwards(unsigned rows, unsigned cols, unsigned inner, unsigned stride, unsigned from,
                           const double *a, const double *b, double *c) {
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j < cols; j++) {
      double sum = 0;
      for (unsigned p = 0; p < inner; p++)
        sum += a[i * stride + from + p] * b[p * cols + j];
      c[i * stride + from + j] = sum;
    }
}

static double dot_around(unsigned from, unsigned to, unsigned shift, const double *x, const double *y) {
  double sum = 0;
  for (unsigned i = from; i != to; i++)
    sum += x[i + shift] * y[i + shift];
  return sum;
}

static void gemv_short(unsigned short rows, unsigned short cols, const double *a, const double *x,
                       double *y) {
  for (unsigned short i = 0; i < rows; i++)
    for (unsigned short j = 0; j < cols; j++)
      y[i] += a[(unsigned short)(i * cols + j)] * x[j];
}

static void gemv_promoted(unsigned short rows, unsigned short cols, const double *a, const double *x,
                          double *y) {
  for (unsigned short i = 0; i < rows; i++)
    for (unsigned short j = 0; j < cols; j++)
      y[i] += a[i * cols + j] * x[j];
}

static void axpy_byte(int count, unsigned char from, double factor, const double *x, double *y) {
  for (int i = 0; i < count; i++)
    y[i] += factor * x[(unsigned char)(i + from)];
}

static double dot_signed_byte(int count, int from, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += x[(signed char)(i + from) + 128] * y[i];
  return sum;
}

static double dot_narrow_counter(int count, const double *x, const double *y) {
  double sum = 0;
  for (short i = 0; i < count; i++)
    sum += x[i] * y[i];
  return sum;
}

static void triangular(int size, const double *t, const double *b, double *x) {
  for (int i = 0; i < size; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= t[i * size + j] * x[j];
    x[i] = x[i] / t[i * size + i];
  }
}

/// The last row of an earlier product is the vector of this one: what wraps around may be it.
static void chained(unsigned rows, unsigned cols, unsigned stride, unsigned last, double *a, const double *x,
                    double *y) {
  for (unsigned i = 0; i < rows; i++) {
    a[last] = x[i];
    for (unsigned j = 0; j < cols; j++)
      y[j] += a[i * stride + j] * a[last];
  }
}

static void axpy_down(int count, double factor, const double *x, double *y) {
  for (int i = count - 1; i >= 0; i--)
    y[i] += factor * x[i];
}

static void copy_down(size_t count, const double *x, double *y) {
  for (size_t i = count; i-- > 0;)
    y[2 * i] = x[2 * i];
}

static void run_matrices(void) {
  enum { SIDE = 48, ALL = SIDE * SIDE };
  double *a = (double *)harness_fresh(ALL), *b = (double *)harness_fresh(ALL),
         *c = (double *)harness_fresh(ALL);
  unsigned rows = (unsigned)m % SIDE, cols = (unsigned)n % SIDE, inner = (unsigned)k % SIDE;
  gemv_unsigned(rows, cols, cols, 0, a, b, c);
  harness_keep("gemv", c, ALL);
  gemv_unsigned(rows, cols, 0u - SIDE, (SIDE - 1) * SIDE, a, b, c); // rows from the last one up
  harness_keep("gemv_up", c, ALL);
  gemm_unsigned(rows, cols, inner, a, b, c);
  harness_keep("gemm", c, ALL);
  gemm_backwards(rows, cols, inner, SIDE, 0, a, b, c);
  harness_keep("gemm_forwards", c, ALL);
  gemm_backwards(rows, cols, inner, 0u - SIDE, (SIDE - 1) * SIDE, a, b, c);
  harness_keep("gemm_backwards", c, ALL);
  harness_keep_number("dot", dot_around(0, (unsigned)n, 0, a, b));
  harness_keep_number("dot_around", dot_around(0u - (unsigned)n, (unsigned)m, (unsigned)n, a, b));
  chained(rows, cols, SIDE, ALL - 1, a, b, c);
  harness_keep("chained", c, ALL);
  free(a), free(b), free(c);
}

static void run_vectors(void) {
  enum { LARGE = 65536 };
  double *a = (double *)harness_fresh(LARGE + LARGE), *x = (double *)harness_fresh(LARGE),
         *y = (double *)harness_fresh(LARGE);
  unsigned short rows = (unsigned short)m, cols = (unsigned short)n;
  gemv_short(rows, cols, a, x, y);
  harness_keep("short", y, 64);
  gemv_short(300, 251, a, x, y); // 75300 elements in 65536
  harness_keep("short_wraps", y, 300);
  gemv_promoted(rows, cols, a, x, y);
  gemv_promoted(300, 251, a, x, y);
  harness_keep("promoted", y, 300);
  axpy_byte(m, 3, 1.5, x, y);
  axpy_byte(300, 200, 0.5, x, y);
  harness_keep("byte", y, 300);
  harness_keep_number("signed_byte", dot_signed_byte(m, -20, x, y));
  harness_keep_number("signed_byte_wraps", dot_signed_byte(400, 100, x, y));
  harness_keep_number("narrow", dot_narrow_counter(m, x, y));
  axpy_down(m, 0.25, x, y);
  axpy_down(100, 0.25, y, y + 1); // each reads what the one before it wrote, when they run upwards
  axpy_down(100, 0.25, y + 1, y);
  copy_down((size_t)n, x, y);
  copy_down(40, y, y + 4);
  copy_down(40, y + 4, y);
  harness_keep("down", y, 300);
  free(a), free(x), free(y);
}

static void run_triangular(void) {
  int size = m < 200 ? m : 200;
  double *t = (double *)harness_fresh((size_t)size * (size_t)size + 1), *b = (double *)harness_fresh(200),
         *x = (double *)harness_fresh(200);
  for (int i = 0; i < size; i++)
    t[i * size + i] += 4;
  triangular(size, t, b, x);
  harness_keep("triangular", x, (size_t)size);
  free(t), free(b), free(x);
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  run_matrices();
  run_vectors();
  run_triangular();
  return 0;
}
