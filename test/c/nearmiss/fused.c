// Loops that do two things: what ties the two together, and what only a run can tell.
#include "../harness.h"

static double noted;

__attribute__((noinline)) static void note(double x) {
  noted += x;
}

/// s reads what q got in the iteration before.
static void carried(int count, const double *restrict a, double *restrict s, double *restrict q) {
  for (int i = 1; i < count; i++) {
    for (int j = 0; j < count; j++)
      s[j] += q[i - 1] * a[i * count + j];
    q[i] = 0;
    for (int j = 0; j < count; j++)
      q[i] += a[i * count + j] * s[j];
  }
}

/// All of q needs all of s so far.
static void chained(int count, const double *restrict a, const double *restrict r, double *restrict s,
                    double *restrict q) {
  for (int i = 0; i < count; i++) {
    q[i] = 0;
    for (int j = 0; j < count; j++) {
      s[j] += r[i] * a[i * count + j];
      q[i] += a[i * count + j] * s[j];
    }
  }
}

static void conditional(int count, const double *restrict a, const double *restrict p, double *restrict s,
                        double *restrict q) {
  for (int i = 0; i < count; i++) {
    q[i] = 0;
    for (int j = 0; j < count; j++) {
      if (q[i] < 1)
        s[j] += p[i] * a[i * count + j];
      q[i] += a[i * count + j] * p[j];
    }
  }
}

static void watched(int count, const double *restrict a, const double *restrict p, volatile double *s,
                    double *restrict q) {
  for (int i = 0; i < count; i++) {
    q[i] = 0;
    for (int j = 0; j < count; j++) {
      s[j] += p[i] * a[i * count + j];
      q[i] += a[i * count + j] * p[j];
    }
  }
}

static void noting(int count, const double *restrict a, const double *restrict p, double *restrict s,
                   double *restrict q) {
  for (int i = 0; i < count; i++) {
    q[i] = 0;
    for (int j = 0; j < count; j++) {
      s[j] += p[i] * a[i * count + j];
      note(s[j]);
      q[i] += a[i * count + j] * p[j];
    }
  }
}

/// Rows that overlap: what one iteration leaves in c the next one reads.
static void overlapping_rows(int count, int row, const double *restrict x, double *restrict y,
                             double *restrict c) {
  for (int i = 0; i < count; i++) {
    y[i] = 0;
    for (int j = 0; j < count; j++)
      y[i] += c[i * row + j] * x[j];
    for (int j = 0; j < count; j++)
      c[i * row + j] += x[i] * x[j];
  }
}

/// Any two of these may be one array.
static void bicg(int count, const double *a, double *s, double *q, const double *p, const double *r) {
  for (int i = 0; i < count; i++) {
    q[i] = 0;
    for (int j = 0; j < count; j++) {
      s[j] += r[i] * a[i * count + j];
      q[i] += a[i * count + j] * p[j];
    }
  }
}

static void atax(int count, const double *a, const double *x, double *y, double *t) {
  for (int i = 0; i < count; i++) {
    t[i] = 0;
    for (int j = 0; j < count; j++)
      t[i] += a[i * count + j] * x[j];
    for (int j = 0; j < count; j++)
      y[j] += a[i * count + j] * t[i];
  }
}

static double axpy_and_sum(int count, double alpha, const double *x, double *y, const double *z) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    y[i] += alpha * x[i];
    sum += z[i] * x[i];
  }
  return sum;
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  int count = n;
  double *a = harness_fresh((size_t)count * count + 64), *w = harness_fresh(6 * (size_t)count + 64);
  double *p = w, *r = w + count, *s = w + 2 * count, *q = w + 3 * count;
  carried(count, a, s, q);
  harness_keep("carried", w, 6 * count);
  chained(count, a, r, s, q);
  harness_keep("chained", w, 6 * count);
  conditional(count, a, p, s, q);
  harness_keep("conditional", w, 6 * count);
  watched(count, a, p, s, q);
  harness_keep("watched", w, 6 * count);
  noting(count, a, p, s, q);
  harness_keep("noting", w, 6 * count);
  harness_keep_number("noted", noted);
  double *c = harness_fresh((size_t)count * count + 64);
  overlapping_rows(count, count, p, q, c);
  harness_keep("rows", c, (size_t)count * count);
  overlapping_rows(count, count / 2, p, q, c);
  harness_keep("overlapping_rows", c, (size_t)count * count);
  bicg(count, a, s, q, p, r);
  harness_keep("bicg", w, 6 * count);
  bicg(count, a, s, s + count / 2, p, r); // the results overlap
  harness_keep("bicg_results", w, 6 * count);
  bicg(count, a, s, q, s, r); // p is s
  harness_keep("bicg_input", w, 6 * count);
  bicg(count, a, s, q, p, q); // r is q
  harness_keep("bicg_input2", w, 6 * count);
  bicg(count, a, a + 1, q, p, r); // s is in a
  harness_keep("bicg_matrix", a, (size_t)count * count);
  atax(count, a, p, s, q);
  harness_keep("atax", w, 6 * count);
  atax(count, a, s, s, q); // y is x
  harness_keep("atax_same", w, 6 * count);
  atax(count, a, p, s, s + 1);
  harness_keep("atax_results", w, 6 * count);
  harness_keep_number("sum", axpy_and_sum(count, 0.5, p, q, r));
  harness_keep_number("sum_same", axpy_and_sum(count, 0.5, p, q, q));
  harness_keep_number("sum_shifted", axpy_and_sum(count, 0.5, p, q, q + 1));
  harness_keep("axpy_and_sum", w, 6 * count);
  free(a), free(w), free(c);
  return 0;
}
