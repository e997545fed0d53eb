// Softmax of what is no number, of nothing, and over one's own memory.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGER(a, b) ((a) > (b) ? (a) : (b))

__attribute__((noinline)) void first(int n, const double *x, double *o) {
  double m = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > m)
      m = x[i];
  for (int i = 0; i < n; i++)
    sum += o[i] = exp(x[i] - m);
  for (int i = 0; i < n; i++)
    o[i] /= sum;
}

__attribute__((noinline)) void macro(int n, const double *x, double *o) {
  double m = -1e300, sum = 0;
  for (int i = 0; i < n; i++)
    m = LARGER(m, x[i]);
  for (int i = 0; i < n; i++)
    sum += exp(x[i] - m);
  for (int i = 0; i < n; i++)
    o[i] = exp(x[i] - m) / sum;
}

__attribute__((noinline)) void larger(int n, const double *x, double *o) {
  double m = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    m = fmax(m, x[i]);
  for (int i = 0; i < n; i++)
    sum += o[i] = exp(x[i] - m);
  for (int i = 0; i < n; i++)
    o[i] /= sum;
}

// The maximum itself is seen: which NaNs count must stay.
__attribute__((noinline)) double seen(int n, const double *x, double *o) {
  double m = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    m = LARGER(m, x[i]);
  for (int i = 0; i < n; i++)
    sum += o[i] = exp(x[i] - m);
  for (int i = 0; i < n; i++)
    o[i] /= sum;
  return m;
}

static void show(const char *name, const double *o, int n) {
  double sum = 0;
  int numbers = 0;
  for (int i = 0; i < n; i++)
    if (o[i] == o[i])
      sum += (i + 1) * o[i], ++numbers;
  printf("%s %d %.6g\n", name, numbers, sum);
}

int main(void) {
  enum { MOST = 300 };
  static double x[MOST], o[MOST + 1];
  const double odd[] = {0, NAN, INFINITY, -INFINITY, -1e301};
  for (int n = 0; n < MOST; n += n < 2 ? 1 : 71)
    for (int k = 0; k < 5; k++)
      for (int at = 0; at < n + 2; at += 35) {
        for (int i = 0; i < MOST; i++)
          x[i] = k == 4 ? odd[4] * (1 + i % 3 / 10.0) : i * 7 % 11 / 3.0;
        if (k && k < 4)
          x[at % MOST] = odd[k];
        first(n, x, memset(o, 0, sizeof o)), show("first", o, n);
        macro(n, x, memset(o, 0, sizeof o)), show("macro", o, n);
        larger(n, x, memset(o, 0, sizeof o)), show("larger", o, n);
        double m = seen(n, x, memset(o, 0, sizeof o));
        show("seen", o, n), show("maximum", &m, 1);
        memcpy(o, x, sizeof x);
        first(n, o, o), show("in place", o, n);
        memcpy(o, x, sizeof x);
        first(n, o, o + 1), show("behind", o, n + 1);
        memcpy(o, x, sizeof x);
        macro(n, o + 1, o), show("before", o, n);
      }
  return 0;
}
