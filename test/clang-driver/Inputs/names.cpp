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
