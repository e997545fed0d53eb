#include <numeric>

double behind(int n, const double *x) {
  double s = 0;
#pragma smr off
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
#pragma smr on
  return s + std::inner_product(x, x + n, x, 0.0);
}
