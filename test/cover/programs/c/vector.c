// Sums over vectors, and one vector changed by others.
#include "cover.h"

// serves: dot
double dot_plain(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

// serves: dot
double dot_down(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = n - 1; i >= 0; i--)
    sum = sum + y[i] * x[i];
  return sum;
}

// serves: dot
double dot_pointers(const double *x, const double *y, size_t n) {
  const double *end = x + n;
  double sum = 0;
  while (x != end)
    sum += *x++ * *y++;
  return sum;
}

// serves: dot
double dot_while(int n, const double *x, const double *y) {
  double sum = 0;
  while (n--)
    sum += x[n] * y[n];
  return sum;
}

// serves: dot
double dot_unsigned(unsigned n, const double *x, const double *y) {
  double sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

// serves: dot
double dot_strided(int n, const double *x, int incx, const double *y, int incy) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i * incx] * y[i * incy];
  return sum;
}

// serves: dot
double dot_columns(int n, int p, int q, int lda, const double *a) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i * lda + p] * a[i * lda + q];
  return sum;
}

// serves: dot
double dot_members(int n, const Point *p, const double *w) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += w[i] * p[i].y;
  return sum;
}

// serves: dot
void dot_into_memory(int n, const double *x, const double *y, double *result) {
  *result = 0;
  for (int i = 0; i < n; i++)
    *result += x[i] * y[i];
}

// serves: dot
void dot_added(int n, const double *x, const double *y, double *result) {
  for (int i = 0; i < n; i++)
    *result = x[i] * y[i] + *result;
}

// serves: dot
double dot_scaled_inside(int n, double alpha, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += alpha * x[i] * y[i];
  return sum;
}

// serves: dot
double dot_negated(int n, double start, const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    start -= x[i] * y[i];
  return start;
}

// serves: dot
double dot_unrolled2(int n, const double *x, const double *y) {
  double sum = 0;
  int i;
  for (i = 0; i + 1 < n; i += 2)
    sum += x[i] * y[i] + x[i + 1] * y[i + 1];
  for (; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

// serves: dot
double dot_unrolled4(int n, const double *x, const double *y) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int i = 0;
  for (; i < n - n % 4; i += 4) {
    s0 += x[i] * y[i];
    s1 += x[i + 1] * y[i + 1];
    s2 += x[i + 2] * y[i + 2];
    s3 += x[i + 3] * y[i + 3];
  }
  for (; i < n; i++)
    s0 += x[i] * y[i];
  return (s0 + s1) + (s2 + s3);
}

// serves: dot
double dot_float_in_double(int n, const float *x, const float *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (double)x[i] * (double)y[i];
  return sum;
}

// serves: dot
double dot_blocks(int n, const double *x, const double *y) {
  double sum = 0;
  for (int b = 0; b < n; b += 16) {
    int end = MIN(b + 16, n);
    double part = 0;
    for (int i = b; i < end; i++)
      part += x[i] * y[i];
    sum += part;
  }
  return sum;
}

// serves: sum
double sum_plain(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

// serves: sum
double mean(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum / n;
}

// serves: sum
double mean_inside(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] / n;
  return sum;
}

// serves: sum
double sum_all(int m, int n, int lda, const double *a) {
  double sum = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      sum += a[i * lda + j];
  return sum;
}

// serves: asum
double asum_plain(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += fabs(x[i]);
  return sum;
}

// serves: asum
double asum_choice(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] < 0 ? -x[i] : x[i];
  return sum;
}

// serves: nrm2
double norm(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}

// serves: dot
double distance_squared(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sum;
}

// serves: dot
double distance_squared_named(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double d = x[i] - y[i];
    sum += d * d;
  }
  return sum;
}

// serves: dot dot
void two_dots(int n, const double *x, const double *y, const double *z, double *xy, double *xz) {
  double s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    s += x[i] * y[i];
    t += x[i] * z[i];
  }
  *xy = s;
  *xz = t;
}

// serves: axpby
void axpy_plain(int n, double alpha, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] += alpha * x[i];
}

// serves: axpby
void axpby_plain(int n, double alpha, const double *x, double beta, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = alpha * x[i] + beta * y[i];
}

// serves: axpby
void axpby_two_loops(int n, double alpha, const double *x, double beta, double *y) {
  for (int i = 0; i < n; i++)
    y[i] *= beta;
  for (int i = 0; i < n; i++)
    y[i] += alpha * x[i];
}

// serves: axpby
void add_vector(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] += x[i];
}

// serves: axpby
void subtract_vector(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = y[i] - x[i];
}

// serves: axpby
void scale_by_inverse(int n, double divisor, double *x) {
  for (int i = 0; i < n; i++)
    x[i] /= divisor;
}

// serves: axpby axpby
void two_axpys(int n, double alpha, const double *p, const double *q, double *x, double *r) {
  for (int i = 0; i < n; i++) {
    x[i] += alpha * p[i];
    r[i] -= alpha * q[i];
  }
}

// serves: axpby
void axpy_to_row(int n, int row, double alpha, const double *x, int lda, double *a) {
  for (int j = 0; j < n; j++)
    a[row * lda + j] += alpha * x[j];
}

// serves: axpby
void axpy_rows(int n, int p, int q, double alpha, int lda, double *a) {
  if (p != q)
    for (int j = 0; j < n; j++)
      a[p * lda + j] -= alpha * a[q * lda + j];
}

// serves: axpby
void move_bodies(int n, double dt, Body *b) {
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++)
      b[i].position[d] += dt * b[i].velocity[d];
}

// serves: swap
void swap_plain(int n, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    x[i] = y[i];
    y[i] = t;
  }
}

// serves: rot
void rotate(int n, double c, double s, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double t = c * x[i] + s * y[i];
    y[i] = c * y[i] - s * x[i];
    x[i] = t;
  }
}

// serves: iamax
int largest(int n, const double *x) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (fabs(x[i]) > fabs(x[best]))
      best = i;
  return best;
}
