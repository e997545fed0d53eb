#include <numeric>
#include <vector>

double dot(const std::vector<double> &left, const std::vector<double> &right) {
  double sum = 0;
  for (std::size_t i = 0; i < left.size(); i++)
    sum += left[i] * right[i];
  return sum;
}

struct Row {
  const double *x;
  int n;
  double with(const double *y) const {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += x[i] * y[i];
    return sum;
  }
};

double both(const Row &row, const double *y, const double *z) {
  double sum = 0;
  for (int i = 0; i < row.n; i++)
    sum += row.x[i] * z[i];
  return sum - row.with(y);
}

double inner(const std::vector<double> &left, const std::vector<double> &right) {
  return std::inner_product(left.begin(), left.end(), right.begin(), 0.0);
}

double between(const double *first, const double *last, const double *y) {
  double sum = 0;
  for (; first != last; ++first)
    sum += *first * *y++;
  return sum;
}
