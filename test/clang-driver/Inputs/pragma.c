#include "pragma.h"

#pragma smr off
double whole(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

double part(int n, int c, const double *x, const double *y) {
  double sum = 0, other = 0;
  if (c)
#pragma smr off
    for (int i = 0; i < n; i++)
      sum += x[i] * y[i];
#pragma smr on
  for (int i = 0; i < n; i++)
    other += y[i] * y[i] * 2;
  return sum + other;
}

double caller(int n, const double *x, const double *y) {
  return product(n, x, y);
}

// An inner loop that is off keeps the nest around it.
void nest(int n, const double *a, const double *x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double sum = y[i];
#pragma smr off
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}

double after(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}
