// C++ loops that may throw, call, or walk through something that is no array.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <stdexcept>
#include <valarray>
#include <vector>

#include "../harness.h"

static int calls;

__attribute__((noinline)) static double help_check(double x) {
  ++calls;
  if (x > 5)
    throw std::range_error("large");
  return x;
}

static double may_throw(const std::vector<double> &x, const std::vector<double> &y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += help_check(x[i]) * y[i];
  return s;
}

static double checked_access(const std::vector<double> &x, const std::vector<double> &y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x.at(i) * y.at(i);
  return s;
}

static double caught_inside(const std::vector<double> &x, const std::vector<double> &y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    try {
      s += help_check(x[i] * 6) * y[i];
    } catch (const std::range_error &) {
      s -= 1;
    }
  }
  return s;
}

static void growing(std::vector<double> &x, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    x.push_back(x[i] * 0.5);
}

static double list_dot(const std::list<double> &x, const std::vector<double> &y) {
  double s = 0;
  std::size_t i = 0;
  for (double element : x)
    s += element * y[i++];
  return s;
}

static double deque_dot(const std::deque<double> &x, const std::deque<double> &y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i] * y[i];
  return s;
}

static double nested_rows(const std::vector<std::vector<double>> &a, const std::vector<double> &x) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j)
      s += a[i][j] * x[j];
  return s;
}

static double indirect_call(const std::vector<double> &x, const std::function<double(double)> &f) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i] * f(x[i]);
  return s;
}

static std::atomic<double> atomic_total;

static void atomic_add(const std::vector<double> &x, const std::vector<double> &y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    atomic_total.store(atomic_total.load() + x[i] * y[i]);
}

struct Base {
  virtual ~Base() = default;
  virtual double at(std::size_t i) const = 0;
};

struct Derived : Base {
  explicit Derived(const std::vector<double> &x) : x_(x) {}
  double at(std::size_t i) const override { return x_[i]; }
  std::vector<double> x_;
};

static double virtual_call(const Base &x, const std::vector<double> &y) {
  double s = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    s += x.at(i) * y[i];
  return s;
}

class Counted {
public:
  Counted(double value) : value_(value) { ++calls; }
  Counted(const Counted &other) : value_(other.value_) { ++calls; }
  double value_;
};

static double copying(const std::vector<Counted> &x, const std::vector<double> &y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Counted c = x[i];
    s += c.value_ * y[i];
  }
  return s;
}

/// The size may change through the store: y may be the object's own memory.
static void size_reread(std::vector<double> &y, const double *x) {
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] += 0.5 * x[i];
}

/// Stores of this type may change any object.
typedef double __attribute__((may_alias)) Any;

static void size_stored(const std::vector<double> &x, Any *y) {
  for (int i = 0; i < static_cast<int>(x.size()); i++)
    y[i] += 0.5 * x[i];
}

struct Holder {
  std::vector<double> x;
  double behind[64];
};

/// x[1] is half of -32 as the smallest of numbers: added to x's end, two elements are gone.
static void shrink(double *out) {
  Holder h = {std::vector<double>(24, 0.0), {}};
  Any *y = reinterpret_cast<Any *>(&h.x);
  Any end = y[1];
  for (std::size_t i = 3; i < 24; i++)
    h.x[i] = 1;
  h.x[1] = -32 * 4.9406564584124654e-324;
  size_stored(h.x, y);
  y[1] = end;
  std::copy(h.behind, h.behind + 24, out);
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  auto count = static_cast<std::size_t>(n);
  std::vector<double> x(count), y(count);
  for (std::size_t i = 0; i < count; ++i)
    x[i] = harness_random(), y[i] = harness_random();
  harness_keep_number("may_throw", may_throw(x, y));
  harness_keep_number("checked_access", checked_access(x, y));
  harness_keep_number("caught_inside", caught_inside(x, y));
  try {
    std::vector<double> shorter(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(count / 2));
    harness_keep_number("checked_access.short", checked_access(x, shorter));
  } catch (const std::out_of_range &) {
    harness_keep_number("checked_access.thrown", 1);
  }
  std::vector<double> z(1, 1.0);
  growing(z, count);
  harness_keep("growing", z.data(), z.size());
  harness_keep_number("list_dot", list_dot(std::list<double>(x.begin(), x.end()), y));
  harness_keep_number(
      "deque_dot", deque_dot(std::deque<double>(x.begin(), x.end()), std::deque<double>(y.begin(), y.end())));
  std::vector<std::vector<double>> rows(3, x);
  harness_keep_number("nested_rows", nested_rows(rows, y));
  harness_keep_number("indirect_call", indirect_call(x, [](double v) { return v + 1; }));
  atomic_add(x, y);
  harness_keep_number("atomic_add", atomic_total.load());
  harness_keep_number("virtual_call", virtual_call(Derived(x), y));
  std::vector<Counted> counted(x.begin(), x.end());
  harness_keep_number("copying", copying(counted, y));
  harness_keep_number("calls", calls);
  size_reread(y, x.data());
  size_reread(y, y.data());
  harness_keep("size_reread", y.data(), count);
  double shrunk[24];
  shrink(shrunk);
  harness_keep("shrunk", shrunk, 24);
  size_stored(x, y.data());
  harness_keep("size_stored", y.data(), count);
  return 0;
}
