// One number and what becomes of it: given back, stored, added to memory or to another number.
#include "cover.h"

// serves: dot
double added_to_argument(int n, double start, const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    start += x[i] * y[i];
  return start;
}

// serves: dot
void stored(int n, const double *x, const double *y, double *sum) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  sum[3] = s;
}

// serves: dot
void taken_from_memory(int n, const double *x, const double *y, double *sum) {
  for (int i = 0; i < n; i++)
    sum[3] -= 2 * x[i] * y[i];
}

// serves: dot dot
void two_added(int n, const double *x, const double *y, const double *z, double *sum) {
  for (int i = 0; i < n; i++)
    *sum += x[i] * y[i] + x[i] * z[i];
}

// serves: sum
double sum_from_product(int n, double a, double b, const double *x) {
  double s = a * b;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// serves: asum
void magnitudes_added(int n, const double *x, double *sum) {
  for (int i = 0; i < n; i++)
    *sum += fabs(x[i]);
}

// serves: nrm2
double norm_added(int n, double rest, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return rest + sqrt(s);
}

// serves: dot
float distance_from(int n, float start, const float *x, const float *y) {
  for (int i = 0; i < n; i++)
    start += (x[i] - y[i]) * (x[i] - y[i]);
  return start;
}

// serves: dot
double product_of_matrices_added(int m, int n, double start, const double *a, const double *b, int lda,
                                 int ldb) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      start += a[i * lda + j] * b[i * ldb + j];
  return start;
}
