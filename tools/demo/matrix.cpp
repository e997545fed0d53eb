// A matrix class over std::vector, its product through operator(), and a norm with iterators.
#include "demo.h"
#include <cmath>
#include <vector>
#ifdef HAND
#include <cblas.h>
#endif

template <typename T> class Matrix {
public:
  Matrix(int rows, int columns) : rows_(rows), columns_(columns), data_((std::size_t)rows * columns) {}
  T &operator()(int i, int j) { return data_[(std::size_t)i * columns_ + j]; }
  const T &operator()(int i, int j) const { return data_[(std::size_t)i * columns_ + j]; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  std::vector<T> &data() { return data_; }
  const std::vector<T> &data() const { return data_; }

private:
  int rows_, columns_;
  std::vector<T> data_;
};

template <typename T> void multiply(const Matrix<T> &a, const Matrix<T> &b, Matrix<T> &c) {
#ifdef HAND
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, a.rows(), b.columns(), a.columns(), 1,
              a.data().data(), a.columns(), b.data().data(), b.columns(), 0, c.data().data(), c.columns());
#else
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.columns(); ++j) {
      T sum = 0;
      for (int k = 0; k < a.columns(); ++k)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
#endif
}

static double norm(const std::vector<double> &x) {
  double sum = 0;
  for (double value : x)
    sum += value * value;
  return std::sqrt(sum);
}

int main(int argc, char **argv) {
  FILE *out = demo_open(argc, argv);
  Matrix<double> a(610, 740), b(740, 690), c(610, 690);
  demo_fill(a.data().data(), a.data().size(), 1);
  demo_fill(b.data().data(), b.data().size(), 2);
  double start = demo_clock();
  multiply(a, b, c);
  double length = norm(c.data());
  double seconds = demo_clock() - start;
  demo_write(out, c.data().data(), c.data().size());
  demo_write(out, &length, 1);
  demo_close(out, seconds);
  return 0;
}
