// Loops between calls that may throw, in a handler, and in a function with something to destroy.
#include <cstdio>
extern "C" {
long smr_calls;
}
struct guard {
  ~guard() { std::printf("~"); }
};
__attribute__((noinline)) void may(int n) {
  if (n == 3)
    throw 33;
}
__attribute__((noinline)) double f(int n, const double *a, const double *b, double *out) {
  guard g;
  double s = 0;
  try {
    may(n);
    for (int i = 0; i < n; i++)
      s += a[i] * b[i];
    may(n - 1);
    for (int i = 0; i < n; i++)
      out[i] += s * a[i];
    may(n - 2);
  } catch (int e) {
    std::printf("[%d %g]", e, s);
    double t = 0;
    for (int i = 0; i < n; i++)
      t += a[i] * b[i];
    s = t - s;
  }
  return s;
}
int main() {
  double a[20], b[20], c[20];
  for (int i = 0; i < 20; i++)
    a[i] = i, b[i] = i % 3, c[i] = 1;
  for (int n = 0; n < 8; n++) {
    std::printf("%g %g\n", f(n, a, b, c), f(n, a, b, a + 1));
    for (int i = 0; i < 20; i++)
      std::printf(" %g %g", a[i], c[i]);
  }
  std::fprintf(stderr, "%ld\n", smr_calls);
}
