// C++: std::vector, templates, iterators, std::array, lambdas, standard algorithms.
#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "../harness.h"

template <typename T> class Matrix {
public:
  Matrix(std::size_t rows, std::size_t cols) : rows_(rows), cols_(cols), data_(rows * cols) {}
  T &operator()(std::size_t i, std::size_t j) { return data_[i * cols_ + j]; }
  const T &operator()(std::size_t i, std::size_t j) const { return data_[i * cols_ + j]; }
  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  T *data() { return data_.data(); }
  void fill() {
    for (auto &element : data_)
      element = static_cast<T>(harness_random());
  }

private:
  std::size_t rows_, cols_;
  std::vector<T> data_;
};

template <typename T> Matrix<T> operator*(const Matrix<T> &a, const Matrix<T> &b) {
  Matrix<T> c(a.rows(), b.cols());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < b.cols(); ++j) {
      T sum{};
      for (std::size_t p = 0; p < a.cols(); ++p)
        sum += a(i, p) * b(p, j);
      c(i, j) = sum;
    }
  return c;
}

template <typename T> void multiply_into(const Matrix<T> &a, const Matrix<T> &b, Matrix<T> &c) {
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < b.cols(); ++j) {
      c(i, j) = 0;
      for (std::size_t p = 0; p < a.cols(); ++p)
        c(i, j) += a(i, p) * b(p, j);
    }
}

template <typename T> std::vector<T> operator*(const Matrix<T> &a, const std::vector<T> &x) {
  std::vector<T> y(a.rows());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.cols(); ++j)
      y[i] += a(i, j) * x[j];
  return y;
}

double vector_dot(const std::vector<double> &x, const std::vector<double> &y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}

double vector_dot_int(const std::vector<double> &x, const std::vector<double> &y) {
  double sum = 0.0;
  for (int i = 0; i < static_cast<int>(x.size()); i++)
    sum += x[i] * y[i];
  return sum;
}

double iterator_dot(const std::vector<double> &x, const std::vector<double> &y) {
  double sum = 0.0;
  auto other = y.begin();
  for (auto it = x.begin(); it != x.end(); ++it, ++other)
    sum += *it * *other;
  return sum;
}

double algorithm_dot(const std::vector<double> &x, const std::vector<double> &y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

double span_dot(std::span<const double> x, std::span<const double> y) {
  double sum = 0.0;
  for (std::size_t i = 0; i != x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}

void vector_axpy_int(double a, const std::vector<double> &x, std::vector<double> &y) {
  for (int i = 0; i < static_cast<int>(x.size()); i++)
    y[i] += a * x[i];
}

/// There may be no vector whose size could be read.
void maybe_axpy(double a, const std::vector<double> *x, double *y) {
  for (int i = 0; x && i < static_cast<int>(x->size()); i++)
    y[i] += a * (*x)[i];
}

void vector_axpy(double a, const std::vector<double> &x, std::vector<double> &y) {
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] += a * x[i];
}

void range_scale(std::vector<double> &x, double factor) {
  for (double &element : x)
    element *= factor;
}

double range_norm(const std::vector<double> &x) {
  double sum = 0.0;
  for (double element : x)
    sum += element * element;
  return std::sqrt(sum);
}

void transform_axpy(double a, const std::vector<double> &x, std::vector<double> &y) {
  std::transform(x.begin(), x.end(), y.begin(), y.begin(), [a](double u, double v) { return a * u + v; });
}

void lambda_gemv(const std::vector<double> &a, const std::vector<double> &x, std::vector<double> &y, int rows,
                 int cols) {
  auto at = [cols](int i, int j) { return i * cols + j; };
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int j = 0; j < cols; ++j)
      sum += a[at(i, j)] * x[j];
    y[i] = sum;
  }
}

template <std::size_t N> using Square = std::array<std::array<double, N>, N>;

template <std::size_t N> Square<N> array_product(const Square<N> &a, const Square<N> &b) {
  Square<N> c{};
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j)
      for (std::size_t p = 0; p < N; ++p)
        c[i][j] += a[i][p] * b[p][j];
  return c;
}

/// Rows are vectors of their own: no matrix.
std::vector<std::vector<double>> nested_product(const std::vector<std::vector<double>> &a,
                                                const std::vector<std::vector<double>> &b) {
  std::vector<std::vector<double>> c(a.size(), std::vector<double>(b.empty() ? 0 : b[0].size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < c[i].size(); ++j)
      for (std::size_t p = 0; p < b.size(); ++p)
        c[i][j] += a[i][p] * b[p][j];
  return c;
}

class Layer {
public:
  Layer(int in, int out) : in_(in), out_(out), weights_(new float[static_cast<std::size_t>(in * out) + 1]) {
    for (int i = 0; i < in * out; ++i)
      weights_[i] = static_cast<float>(harness_random());
  }
  void forward(const float *x, float *y) const {
    for (int o = 0; o < out_; ++o) {
      float sum = 0.0f;
      for (int i = 0; i < in_; ++i)
        sum += weights_[o * in_ + i] * x[i];
      y[o] = sum;
    }
  }

private:
  int in_, out_;
  std::unique_ptr<float[]> weights_;
};

int main(int argc, char **argv) {
  harness_start(argc, argv);
  auto rows = static_cast<std::size_t>(m), cols = static_cast<std::size_t>(n),
       inner = static_cast<std::size_t>(k);
  Matrix<double> a(rows, inner), b(inner, cols), c(rows, cols);
  a.fill();
  b.fill();
  Matrix<double> product = a * b;
  harness_keep("matrix_product", product.data(), rows * cols);
  multiply_into(a, b, c);
  harness_keep("multiply_into", c.data(), rows * cols);
  Matrix<float> fa(rows, inner), fb(inner, cols);
  fa.fill();
  fb.fill();
  Matrix<float> fc = fa * fb;
  std::vector<double> wide(fc.data(), fc.data() + rows * cols);
  harness_keep("matrix_product.float", wide.data(), rows * cols);
  std::vector<double> x(cols), y(cols);
  for (std::size_t i = 0; i < cols; ++i) {
    x[i] = harness_random();
    y[i] = harness_random();
  }
  std::vector<double> z = b * x;
  harness_keep("matrix_vector", z.data(), inner);
  harness_keep_number("vector_dot", vector_dot(x, y));
  harness_keep_number("vector_dot_int", vector_dot_int(x, y));
  harness_keep_number("iterator_dot", iterator_dot(x, y));
  harness_keep_number("algorithm_dot", algorithm_dot(x, y));
  harness_keep_number("span_dot", span_dot(x, y));
  vector_axpy(0.5, x, y);
  vector_axpy_int(0.5, x, y);
  maybe_axpy(0.5, &x, y.data());
  maybe_axpy(0.5, nullptr, y.data());
  transform_axpy(0.25, x, y);
  range_scale(y, -1.5);
  harness_keep("axpy", y.data(), cols);
  vector_axpy(0.5, y, y);
  harness_keep("axpy.self", y.data(), cols);
  harness_keep_number("range_norm", range_norm(x));
  std::vector<double> flat(b.data(), b.data() + inner * cols);
  lambda_gemv(flat, x, z, k, n);
  harness_keep("lambda_gemv", z.data(), inner);
  Square<9> p, q;
  for (auto *square : {&p, &q})
    for (auto &row : *square)
      for (auto &element : row)
        element = harness_random();
  Square<9> r = array_product(p, q);
  harness_keep("array_product", &r[0][0], 81);
  std::vector<std::vector<double>> na(rows, std::vector<double>(inner, 0.5)),
      nb(inner, std::vector<double>(cols, 0.25));
  for (const auto &row : nested_product(na, nb))
    harness_keep("nested", row.data(), row.size());
  Layer layer(n, m);
  std::vector<float> fx(x.begin(), x.end()), fy(rows);
  layer.forward(fx.data(), fy.data());
  std::vector<double> wide_y(fy.begin(), fy.end());
  harness_keep("layer.float", wide_y.data(), rows);
  return 0;
}
