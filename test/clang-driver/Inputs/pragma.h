#pragma once
#define LEFT_ALONE _Pragma("smr off")

static inline double product(int n, const double *x, const double *y) {
  double sum = 0;
  LEFT_ALONE for (int i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}
