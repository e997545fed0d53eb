#include "pragma.h"

template <typename T> T dot(int n, const T *x, const T *y) {
  T sum = 0;
#pragma smr off
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

struct Vector {
  int n;
  const double *x;
  double squares() const {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += x[i] * x[i];
    return sum;
  }
#pragma smr off
  double with(const double *y) const {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += x[i] * y[i];
    return sum;
  }
  double lambda(const double *y) const {
    auto add = [&] {
      double sum = 0;
#pragma smr off
      for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
      return sum;
    };
    return add();
  }
};

double use(const Vector &v, const double *y) {
  return dot(v.n, v.x, y) + v.with(y) + v.lambda(y);
}
double use(const Vector &v) {
  return v.squares();
}
