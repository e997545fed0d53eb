#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>
static thread_local int counter;
struct P {
  char a;
  double b;
  int c[3];
};
static double take(P p) {
  counter++;
  return p.b + p.c[1];
}
P make(double x) {
  P p{};
  p.b = x;
  p.c[1] = 2;
  return p;
}
struct V {
  virtual ~V() {}
  virtual double f(double) = 0;
};
struct W : V {
  double k;
  W(double k) : k(k) {}
  double f(double x) override { return k * x; }
};
template <class T> T dot(const std::vector<T> &a, const std::vector<T> &b) {
  T s{};
  for (size_t i = 0; i < a.size(); i++)
    s += a[i] * b[i];
  return s;
}
static int sw(int x) {
  switch (x) {
  case 1:
    return 5;
  case 2:
    return 7;
  case 9:
    return 1;
  default:
    return -1;
  }
}
double risky(int n) {
  try {
    if (n > 3)
      throw std::runtime_error("big");
    std::string s(n, 'x');
    return s.size() + sqrt(n);
  } catch (std::exception &e) {
    return -std::string(e.what()).size();
  }
}
const char *names[] = {"zero", "one", "two"};
int vsum(int n, ...) {
  va_list a;
  va_start(a, n);
  int s = 0;
  for (int i = 0; i < n; i++)
    s += va_arg(a, int);
  va_end(a);
  return s;
}
static const int table[4] = {3, 1, 4, 1};
__attribute__((noinline)) static long double ld(long double x) {
  return x * 3.0L;
}
unsigned __int128 big(unsigned __int128 a) {
  return a * a + 7;
}
struct B {
  unsigned a : 3, b : 7;
  bool c;
};
int bits(B b) {
  return b.a * 100 + b.b * 10 + b.c;
}
bool flag(double x) {
  return x > 2;
}
extern "C" double kern(double *__restrict c, const double *a, int n) {
  double m = 0;
  for (int i = 0; i < n; ++i) {
    c[i] = a[i] * 2 + i;
    if (c[i] > m)
      m = c[i];
  }
  return m;
}
int main() {
  std::vector<double> a(10), b(10, 2.5);
  std::iota(a.begin(), a.end(), 1);
  std::vector<float> fa(4, 1.5f), fb(4, 2.f);
  printf("%g %g %g\n", dot(a, b), (double)dot(fa, fb),
         std::inner_product(a.begin(), a.end(), b.begin(), 0.0));
  printf("%g %d\n", take(make(4)), counter);
  V *v = new W(3);
  printf("%g\n", v->f(5));
  delete v;
  printf("%d %d %d\n", sw(2), sw(9), sw(4));
  printf("%g %g\n", risky(2), risky(9));
  printf("%s %d\n", names[1], vsum(3, 1, 2, 3));
  printf("%Lg %llu\n", ld(2.5L), (unsigned long long)big(5));
  std::map<std::string, int> m;
  for (int i = 0; i < 3; i++)
    m[names[i]] = table[i];
  for (auto &e : m)
    printf("%s=%d ", e.first.c_str(), e.second);
  std::sort(a.begin(), a.end(), [](double x, double y) { return x > y; });
  printf("%g %d %d\n", a[0], bits(B{5, 100, true}), flag(3));
  double c[10];
  printf("%g %g\n", kern(c, a.data(), 10), c[3]);
  auto f = [&](int i) { return a[i] + counter; };
  printf("%g\n", f(2));
}
