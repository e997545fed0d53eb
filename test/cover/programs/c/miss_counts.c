// Near misses of counts.c: no routine may serve one of these as a whole.
#include "cover.h"
#include <stddef.h>

#define T(k) x[i + k] * y[i + k]

// none: the rest begins one late
double mask_and_late(int n, const double *x, const double *y) {
  double s = 0;
  int m = n & ~3;
  for (int i = 0; i < m; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (int i = m + 1; i < n; i++)
    s += T(0);
  return s;
}

// none: the rest ends one early
double mask_and_short(int n, const double *x, const double *y) {
  double s = 0;
  int m = n & ~3;
  for (int i = 0; i < m; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (int i = m; i < n - 1; i++)
    s += T(0);
  return s;
}

// none: blocks of four, and what is left of blocks of eight
double other_mask(int n, const double *x, const double *y) {
  double s = 0;
  int m = n & ~3, r = n & ~7;
  for (int i = 0; i < m; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (int i = r; i < n; i++)
    s += T(0);
  return s;
}

// none: blocks of four, and what is left of threes
double other_rest(int n, const double *x, const double *y) {
  double s = 0;
  int i = 0;
  for (; i + 4 <= n; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (i = n - n % 3; i < n; i++)
    s += T(0);
  return s;
}

// none: a mask that is no multiple of a power of two
double odd_mask(int n, const double *x, const double *y) {
  double s = 0;
  int m = n & ~5;
  for (int i = 0; i < m; i++)
    s += T(0);
  for (int i = m + 1; i < n; i++)
    s += T(0);
  return s;
}

// none: one of the six absolute values is that of another element
double sum_of_other_sizes(int n, const double *x) {
  double s = 0;
  int m = n % 6;
  for (int i = 0; i < m; i++)
    s += fabs(x[i]);
  for (int i = m; i < n; i += 6)
    s += fabs(x[i]) + fabs(x[i + 1]) + fabs(x[i + 2]) + fabs(x[i + 3]) + fabs(x[i + 4]) + fabs(x[i + 4]);
  return s;
}
