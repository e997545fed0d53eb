// Bounds that reports have to find words for.
#include <vector>
double ends(const std::vector<double> &a) {
  double s = 0;
  for (double x : a)
    s += x * x;
  return s;
}
double captured(double *v, int n) {
  auto sum = [n, v](double *p) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += p[i] * v[i];
    return s;
  };
  return sum(v);
}
