// Loops over other types, with indices that wrap, or with strides and bounds that only a check at run time
// can accept.
#include <complex.h>
#include <sys/mman.h>

#include "../harness.h"

static float mixed_narrow(int count, const double *x, const double *y) {
  float s = 0;
  for (int i = 0; i < count; i++)
    s += (float)(x[i] * y[i]);
  return s;
}

static double mixed_wide(int count, const float *x, const float *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += (double)x[i] * (double)y[i];
  return s;
}

static double rounded_product(int count, const float *x, const float *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += (double)(x[i] * y[i]);
  return s;
}

static int integer_dot(int count, const int *x, const int *y) {
  int s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] * y[i];
  return s;
}

static unsigned char wrapping_sum(int count, const unsigned char *x) {
  unsigned char s = 0;
  for (int i = 0; i < count; i++)
    s = (unsigned char)(s + x[i]);
  return s;
}

static long double long_dot(int count, const long double *x, const long double *y) {
  long double s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] * y[i];
  return s;
}

static double complex complex_dot(int count, const double complex *x, const double complex *y) {
  double complex s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] * conj(y[i]);
  return s;
}

static double rounded_sum(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s = (double)(float)(s + x[i] * y[i]);
  return s;
}

static double product(int count, const double *x) {
  double s = 1;
  for (int i = 0; i < count; i++)
    s *= x[i];
  return s;
}

static double maximum(int count, const double *x) {
  double s = -1e300;
  for (int i = 0; i < count; i++)
    s = x[i] > s ? x[i] : s;
  return s;
}

static double quotient_sum(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] / y[i];
  return s;
}

static double horner(int count, const double *x, double at) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s = s * at + x[i];
  return s;
}

static double compensated(int count, const double *x, const double *y) {
  double s = 0, c = 0;
  for (int i = 0; i < count; i++) {
    double term = x[i] * y[i] - c, t = s + term;
    c = (t - s) - term;
    s = t;
  }
  return s;
}

static double index_as_value(int count, const double *x) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] * i;
  return s;
}

/// The index wraps at 256: with more elements the loop would not end, with fewer it runs as written.
static double short_index(unsigned char count, const double *x, const double *y) {
  double s = 0;
  for (unsigned char i = 0; i < count; i++)
    s += x[i] * y[i];
  return s;
}

/// (unsigned)(i*stride) wraps around.
static double wrapping_index(unsigned count, unsigned stride, const double *x, const double *y) {
  double s = 0;
  for (unsigned i = 0; i < count; i++)
    s += x[(i * stride) & 63u] * y[i];
  return s;
}

/// A stride of 2^31 makes the element number wrap to 0 or 2^31: only defined because it is unsigned.
static double wrapping_stride(unsigned count, unsigned stride, const double *x, const double *y) {
  double s = 0;
  for (unsigned i = 0; i < count; i++)
    s += x[i * stride] * y[i];
  return s;
}

static double wrapping_start(unsigned count, unsigned start, const double *x, const double *y) {
  double s = 0;
  for (unsigned i = 0; i < count; i++)
    s += x[start + i] * y[i];
  return s;
}

static void any_stride(int count, double alpha, const double *restrict x, int incx, double *restrict y,
                       int incy) {
  for (int i = 0; i < count; i++)
    y[i * incy] += alpha * x[i * incx];
}

static void zero_stride_result(int count, const double *restrict x, double *restrict y, long step) {
  for (long i = 0; i < count; i++)
    y[i * step] = x[i];
}

static void negative_leading(int count, const double *restrict a, long lda, const double *restrict x,
                             double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++)
      sum += a[i * lda + j] * x[j];
    y[i] = sum;
  }
}

/// More trips than an int counts, over one element.
static double many_trips(size_t count, size_t step, const double *x, const double *y) {
  double s = 0;
  for (size_t i = 0; i < count; i++)
    s += x[i * step] * y[i * step];
  return s;
}

static double not_equal(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i != count; i++)
    s += x[i] * y[i];
  return s;
}

static double step_over(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i += 3)
    s += x[i] * y[i];
  return s;
}

static double doubling(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 1; i < count; i *= 2)
    s += x[i] * y[i];
  return s;
}

static double inclusive(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i <= count; i++)
    s += x[i] * y[i];
  return s;
}

static double down_short(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = count - 1; i > 0; i--)
    s += x[i] * y[i];
  return s;
}

static double crossed(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] * y[count - 1 - i];
  return s;
}

static double shifted_pair(int count, const double *x) {
  double s = 0;
  for (int i = 0; i + 1 < count; i++)
    s += x[i] * x[i + 1];
  return s;
}

static double difference_norm(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += (x[i] - y[i]) * (x[i] - y[i]);
  return sqrt(s);
}

static double cube_sum(int count, const double *x) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] * x[i] * x[i];
  return s;
}

static void squares(int count, double *x) {
  for (int i = 0; i < count; i++)
    x[i] *= x[i];
}

static void add_constant(int count, double *x, double c) {
  for (int i = 0; i < count; i++)
    x[i] += c;
}

static double bit_packed(int count, const unsigned *bits, const double *x) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += ((bits[i / 32] >> (i % 32)) & 1) * x[i];
  return s;
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  enum { ROOM = 160 };
  int count = n < 40 ? n : 40;
  double *x = harness_fresh(ROOM), *y = harness_fresh(ROOM), *a = harness_fresh(64 * 64);
  float fx[ROOM], fy[ROOM];
  int ix[ROOM], iy[ROOM];
  unsigned char cx[ROOM];
  static long double lx[ROOM], ly[ROOM];
  static double complex zx[ROOM], zy[ROOM];
  for (int i = 0; i < ROOM; ++i) {
    fx[i] = (float)x[i], fy[i] = (float)y[i];
    ix[i] = i * 7919 % 101, iy[i] = i * 31 % 17;
    cx[i] = (unsigned char)(i * 37);
    lx[i] = x[i], ly[i] = y[i];
    zx[i] = x[i] + y[i] * I, zy[i] = y[i] - x[i] * I;
  }
  harness_keep_number("mixed_narrow", (double)(float)(mixed_narrow(count, x, y) * 1e-9f));
  harness_keep_number("mixed_wide", mixed_wide(count, fx, fy));
  harness_keep_number("rounded_product", rounded_product(count, fx, fy));
  harness_keep_number("integer_dot", integer_dot(count, ix, iy));
  harness_keep_number("wrapping_sum", wrapping_sum(count, cx));
  harness_keep_number("long_dot", (double)long_dot(count, lx, ly));
  double complex z = complex_dot(count, zx, zy);
  harness_keep_number("complex_dot", creal(z) + 2 * cimag(z));
  harness_keep_number("rounded_sum", rounded_sum(count, x, y));
  harness_keep_number("product", product(count, x));
  harness_keep_number("maximum", maximum(count, x));
  harness_keep_number("quotient_sum", quotient_sum(count, x, y));
  harness_keep_number("horner", horner(count, x, 0.5));
  harness_keep_number("compensated", compensated(count, x, y));
  harness_keep_number("index_as_value", index_as_value(count, x));
  harness_keep_number("short_index", short_index((unsigned char)count, x, y));
  harness_keep_number("wrapping_index", wrapping_index((unsigned)count, 77, x, y));
  // 32 GiB of addresses, so that unsigned element numbers can wrap around.
  double *wide = mmap(NULL, (((size_t)1 << 32) + 64) * sizeof *wide, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (wide != MAP_FAILED) {
    for (size_t i = 0; i < 64; ++i)
      wide[i] = 1 + (double)i, wide[((size_t)1 << 31) + i] = 0.5,
      wide[((size_t)1 << 32) + i - 32] = i < 32 ? 100 + (double)i : 7;
    harness_keep_number("wrapping_stride", wrapping_stride((unsigned)count, 0x80000000u, wide, y));
    harness_keep_number("wrapping_start", wrapping_start((unsigned)count, 0xfffffffeu, wide, y));
    munmap(wide, (((size_t)1 << 32) + 64) * sizeof *wide);
  }
  for (int incx = -2; incx <= 2; ++incx)
    for (int incy = -2; incy <= 2; ++incy)
      any_stride(count, 0.25, x + 80 + (count ? 0 : 1), incx, y + 80, incy);
  harness_keep("any_stride", y, ROOM);
  zero_stride_result(count, x, y, 0);
  zero_stride_result(count, x, y + 100, -1);
  zero_stride_result(count, x, y, 2);
  harness_keep("zero_stride_result", y, ROOM);
  negative_leading(count, a + 40 * 40, -40, x, y);
  negative_leading(count, a, 3, x, y + 50);
  negative_leading(count, a, 0, x, y + 100);
  harness_keep("negative_leading", y, ROOM);
  x[0] = 0.5, y[0] = 0.25;
  harness_keep_number("many_trips", many_trips((size_t)count, 2, x, y));
  harness_keep_number("not_equal", not_equal(count, x, y));
  harness_keep_number("step_over", step_over(count, x, y));
  harness_keep_number("doubling", doubling(count, x, y));
  harness_keep_number("inclusive", inclusive(count, x, y));
  harness_keep_number("down_short", down_short(count, x, y));
  harness_keep_number("crossed", crossed(count, x, y));
  harness_keep_number("shifted_pair", shifted_pair(count, x));
  harness_keep_number("difference_norm", difference_norm(count, x, y));
  harness_keep_number("cube_sum", cube_sum(count, x));
  squares(count, x);
  add_constant(count, x, 0.5);
  harness_keep("squares", x, ROOM);
  unsigned bits[8];
  for (int i = 0; i < 8; ++i)
    bits[i] = 0x9e3779b9u * (unsigned)(i + 1);
  harness_keep_number("bit_packed", bit_packed(count, bits, x));
  free(x), free(y), free(a);
  return 0;
}
