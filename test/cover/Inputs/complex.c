// Complex numbers in C, whose compilers know their parts alone; below, parts that are not those of such
// numbers.
#include <complex.h>
#include <stdio.h>

typedef double complex Z;
typedef float complex C;

void axpy(int n, Z a, const Z *restrict x, Z *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

void axpy_conjugated(int n, Z a, const Z *x, Z *y) {
  for (int i = 0; i < n; i++)
    y[i] = y[i] - conj(a) * x[i];
}

void scale(int n, Z a, Z *x) {
  for (int i = 0; i < n; i++)
    x[i] *= a;
}

void dot(int n, const Z *x, const Z *y, Z *s) {
  Z t = 0;
  for (int i = 0; i < n; i++)
    t += x[i] * y[i];
  *s = t;
}

void dot_conjugated(int n, const C *x, const C *y, C *s) {
  C t = 0;
  for (int i = 0; i < n; i++)
    t += conjf(x[i]) * y[i];
  *s += t;
}

void rows(int m, int n, const Z *a, const Z *x, Z *y) {
  for (int i = 0; i < m; i++) {
    Z t = 0;
    for (int j = 0; j < n; j++)
      t += a[i * n + j] * x[j];
    y[i] += t;
  }
}

void rows_conjugated(int m, int n, const C *a, const C *x, C *y) {
  for (int i = 0; i < m; i++) {
    C t = 0;
    for (int j = 0; j < n; j++)
      t += conjf(a[i * n + j]) * x[j];
    y[i] = t;
  }
}

void rank_one(int m, int n, const Z *x, const Z *y, Z *a) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      a[j * m + i] += x[i] * conj(y[j]);
}

void product(int m, int n, int k, const Z *a, const Z *b, Z *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      Z s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * b[l * n + j];
      c[i * n + j] = s;
    }
}

void product_added(int m, int n, int k, const Z *a, const Z *b, Z *c) {
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * k + l] * b[l * n + j];
}

void rank_k(int n, int k, const Z *a, Z *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      Z s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * conj(a[j * k + l]);
      c[i * n + j] += s;
    }
}

void by_hand(int n, double a, double b, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double p = x[2 * i], q = x[2 * i + 1];
    y[2 * i] += a * p - b * q;
    y[2 * i + 1] += b * p + a * q;
  }
}

void exchanged(int n, Z a, const Z *x, Z *y) {
  for (int i = 0; i < n; i++)
    y[i] += a * (cimag(x[i]) + I * creal(x[i]));
}

void other_sign(int n, double a, double b, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[2 * i] += a * x[2 * i] + b * x[2 * i + 1];
    y[2 * i + 1] += a * x[2 * i + 1] + b * x[2 * i];
  }
}

void other_factor(int n, double a, double b, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[2 * i] += a * x[2 * i] - b * x[2 * i + 1];
    y[2 * i + 1] += a * x[2 * i + 1] + 2 * b * x[2 * i];
  }
}

void other_element(int n, double a, double b, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[2 * i] += a * x[2 * i] - b * x[2 * i + 1];
    y[2 * i + 1] += a * x[2 * i + 3] + b * x[2 * i];
  }
}

// What the second line reads is what the first one wrote.
void turning(int n, double a, double b, double *x) {
  for (int i = 0; i < n; i++) {
    x[2 * i] = a * x[2 * i] - b * x[2 * i + 1];
    x[2 * i + 1] = b * x[2 * i] + a * x[2 * i + 1];
  }
}

enum { ROOM = 4000 };
static union {
  Z z[ROOM];
  C c[2 * ROOM];
  double d[2 * ROOM];
} a, b, c;

static void fill(void) {
  for (int i = 0; i < ROOM; i++) {
    a.z[i] = i % 7 - 3 + (i % 5 - 2) * I;
    b.z[i] = i % 3 - 1 + (i % 11 - 5) * I;
    c.z[i] = i % 13 - 6 + i % 4 * I;
  }
}

static void fill_single(void) {
  for (int i = 0; i < 2 * ROOM; i++) {
    a.c[i] = (float)(i % 7 - 3) + (float)(i % 5 - 2) * I;
    b.c[i] = (float)(i % 3 - 1) + (float)(i % 11 - 5) * I;
    c.c[i] = (float)(i % 13 - 6) + (float)(i % 4) * I;
  }
}

static void show(const char *name, int single) {
  double x = 0, y = 0;
  for (int i = 0; i < ROOM; i++) {
    x += (single ? (double)crealf(c.c[i]) : creal(c.z[i])) * (i % 17 + 1);
    y += (single ? (double)cimagf(c.c[i]) : cimag(c.z[i])) * (i % 19 + 1);
  }
  printf("%s %.17g %.17g\n", name, x + 0.0, y + 0.0);
}

#define RUN(name, ...) fill(), name(__VA_ARGS__), show(#name, 0)
#define RUN_SINGLE(name, ...) fill_single(), name(__VA_ARGS__), show(#name, 1)

int main(void) {
  for (int n = 0; n < 50; n += n < 4 ? 1 : 15) {
    RUN(axpy, n, 2 - 3 * I, a.z, c.z);
    RUN(axpy_conjugated, n, 2 - 3 * I, a.z, c.z);
    RUN(axpy_conjugated, n, 1 - I, c.z, c.z + 1); // what is written is read again
    RUN(scale, n, 2 + I, c.z);
    RUN(dot, n, a.z, b.z, c.z);
    RUN(dot, n, a.z, c.z, c.z + 1);
    RUN_SINGLE(dot_conjugated, n, a.c, b.c, c.c);
    RUN(rows, n, n + 1, a.z, b.z, c.z);
    RUN_SINGLE(rows_conjugated, n, n + 2, a.c, b.c, c.c);
    RUN(rank_one, n, n + 1, a.z, b.z, c.z);
    RUN(product, n, n + 1, n + 2, a.z, b.z, c.z);
    RUN(product_added, n, n + 1, n + 2, a.z, b.z, c.z);
    RUN(rank_k, n, n + 3, a.z, c.z);
    RUN(by_hand, n, 2, 3, a.d, c.d);
    RUN(exchanged, n, 2 - 3 * I, a.z, c.z);
    RUN(other_sign, n, 2, 3, a.d, c.d);
    RUN(other_factor, n, 2, 3, a.d, c.d);
    RUN(other_element, n, 2, 3, a.d, c.d);
    RUN(turning, n > 20 ? 20 : n, 2, 3, c.d);
  }
  return 0;
}
