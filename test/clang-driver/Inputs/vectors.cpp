#include <cstdio>
#include <vector>
double dot(const std::vector<double> &a, const std::vector<double> &b) {
  double s = 0;
  const int n = static_cast<int>(a.size());
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
template <class T> T sum(const std::vector<T> &a) {
  T s{};
  for (T x : a)
    s += x;
  return s;
}
int main() {
  std::vector<double> a{1, 2, 3, 4, 5}, b(5, 2.0);
  std::printf("%g %g\n", dot(a, b), sum(std::vector<float>{1, 2.5f}));
}
