// Sums and products in parts: unrolled by hand, with a loop for the rest, or in blocks. Each is called by
// name, at a size that is a multiple of the parts and at one that is not; small ones with all arrays in one,
// too. Numbers are small integers, so sums are exact in any order.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 161 };
static struct { // neighbours: no call that takes one of them for longer than it is
  double a[N * N], b[N * N], c[N * N];
} m;
#define T(k) x[i + k] * y[i + k]

__attribute__((noinline)) static double dot(int n, const double *x, const double *y) {
  double s = 0;
  int i;
  for (i = 0; i + 4 <= n; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (; i < n; i++)
    s += T(0);
  return s;
}

__attribute__((noinline)) static double rest_first(int n, const double *x, const double *y) {
  double s = 0;
  int r = n % 3;
  for (int i = 0; i < r; i++)
    s += T(0);
  for (int i = r; i < n; i += 3)
    s += T(0) + T(1) + T(2);
  return s;
}

__attribute__((noinline)) static double halves(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n / 2; i++)
    s += T(0);
  for (int i = n / 2; i < n; i++)
    s += T(0);
  return s;
}

__attribute__((noinline)) static double masked(size_t n, const double *x, const double *y) {
  double s = 0;
  size_t m = n & ~(size_t)3;
  for (size_t i = 0; i < m; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (size_t i = m; i < n; i++)
    s += T(0);
  return s;
}

__attribute__((noinline)) static double unsigned_mask(unsigned n, const double *x, const double *y) {
  double s = 0;
  unsigned i, m = n - n % 4;
  for (i = 0; i < m; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (; i < n; i++)
    s += T(0);
  return s;
}

__attribute__((noinline)) static double shifted(long n, const double *x, const double *y) {
  double s = 0;
  for (long k = 0; k < n >> 1; k++)
    s += x[2 * k] * y[2 * k] + x[2 * k + 1] * y[2 * k + 1];
  for (long i = n >> 1 << 1; i < n; i++)
    s += T(0);
  return s;
}

typedef struct {
  int n;
  double *x, *y;
} Pair;

// The bound and the pointers are read again in the second loop.
__attribute__((noinline)) static double members(const Pair *p) {
  double s = 0;
  int i;
  for (i = 0; i + 2 <= p->n; i += 2)
    s += p->x[i] * p->y[i] + p->x[i + 1] * p->y[i + 1];
  for (; i < p->n; i++)
    s += p->x[i] * p->y[i];
  return s;
}

__attribute__((noinline)) static void product(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      int k;
      for (k = 0; k + 2 <= n; k += 2)
        s += a[i * n + k] * b[k * n + j] + a[i * n + k + 1] * b[(k + 1) * n + j];
      for (; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

__attribute__((noinline)) static void blocks_of_k(int n, const double *a, const double *b, double *c) {
  int q = n / 8 * 8;
  for (int p = 0; p < q; p += 8)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = p; k < p + 8; k++)
          c[i * n + j] += a[i * n + k] * b[k * n + j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = q; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// As many rows at a time as a call for the rest alone would want.
__attribute__((noinline)) static void rows_of_8(int n, const double *a, const double *b, double *c) {
  int i;
#define ROW(r) c[(i + r) * n + j] += a[(i + r) * n + k] * b[k * n + j]
  for (i = 0; i + 8 <= n; i += 8)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        ROW(0), ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6), ROW(7);
  for (; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        ROW(0);
}

__attribute__((noinline)) static void blocks_of_rows(int n, const double *a, const double *b, double *c) {
  int q = n / 16 * 16;
  for (int p = 0; p < q; p += 16)
    for (int i = p; i < p + 16; i++)
      for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
          c[i * n + j] += a[i * n + k] * b[k * n + j];
  for (int i = q; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

__attribute__((noinline)) static double remainders(int n, const double *x, const double *y) {
  double s = 0;
  int i = 0;
  for (; i + 8 <= n; i += 8)
    s += T(0) + T(1) + T(2) + T(3) + T(4) + T(5) + T(6) + T(7);
  for (; i + 4 <= n; i += 4)
    s += T(0) + T(1) + T(2) + T(3);
  for (; i + 2 <= n; i += 2)
    s += T(0) + T(1);
  for (; i < n; i++)
    s += T(0);
  return s;
}

// (n may be negative: n / 4 * 4 is not below it then.)
__attribute__((noinline)) static double quarters(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n / 4; i++)
    s += x[4 * i] * y[4 * i] + x[4 * i + 1] * y[4 * i + 1] + x[4 * i + 2] * y[4 * i + 2] +
         x[4 * i + 3] * y[4 * i + 3];
  for (int i = n / 4 * 4; i < n; i++)
    s += T(0);
  return s;
}

#define TERM(k) a[i * n + k] * b[(k) * n + j]
__attribute__((noinline)) static void columns_by_two(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++) {
    int k = 0;
    for (; k + 2 <= n; k += 2)
      for (int j = 0; j < n; j++)
        c[i * n + j] += TERM(k) + TERM(k + 1);
    for (; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += TERM(k);
  }
}

__attribute__((noinline)) static void outer_by_four(int n, const double *a, const double *b, double *c) {
  int k = 0;
  for (; k + 4 <= n; k += 4)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += TERM(k) + TERM(k + 1) + TERM(k + 2) + TERM(k + 3);
  for (; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += TERM(k);
}

__attribute__((noinline)) static void rows_by_two(int n, const double *a, const double *b, double *c) {
  for (int j = 0; j < n; j++) {
    int i = 0;
    for (; i + 2 <= n; i += 2) {
      double s = 0, t = 0;
      for (int k = 0; k < n; k++) {
        s += TERM(k);
        t += a[(i + 1) * n + k] * b[k * n + j];
      }
      c[i * n + j] = s;
      c[(i + 1) * n + j] = t;
    }
    if (i < n) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += TERM(k);
      c[i * n + j] = s;
    }
  }
}

int main(int argc, char **argv) {
  int n = argc > 2 ? atoi(argv[2]) : 0;
  Pair pair = {n * n, m.a, m.b};
  double result = 0;
  for (int i = 0; i < N * N; i++)
    m.a[i] = rand() % 9 - 4, m.b[i] = rand() % 9 - 4, m.c[i] = rand() % 9 - 4;
#define RUN(name, ...)                                                                                       \
  if (argc > 1 && !strcmp(argv[1], #name))                                                                   \
    name(__VA_ARGS__);
#define ADD(name, ...)                                                                                       \
  if (argc > 1 && !strcmp(argv[1], #name))                                                                   \
    result = name(__VA_ARGS__);
  ADD(dot, n * n, m.a, m.b)
  ADD(rest_first, n * n, m.a, m.b)
  ADD(masked, n * n, m.a, m.b)
  ADD(unsigned_mask, n * n + 3, m.a, m.b)
  ADD(shifted, n * n, m.a, m.b)
  ADD(halves, n * n, m.a, m.b)
  ADD(members, &pair)
  ADD(remainders, n * n, m.a, m.b)
  ADD(quarters, n * n - 7, m.a, m.b)
  RUN(product, n, m.a, m.b, m.c)
  RUN(blocks_of_k, n, m.a, m.b, m.c)
  RUN(rows_of_8, n, m.a, m.b, m.c)
  RUN(blocks_of_rows, n, m.a, m.b, m.c)
#define NEAR(name) /* by calls only where nothing overlaps */                                                \
  RUN(name, n, m.a, m.b, m.c)                                                                                \
  if (n < 10)                                                                                                \
  RUN(name, n, m.c, m.c + 1, m.c + 2)
  NEAR(columns_by_two)
  NEAR(outer_by_four)
  NEAR(rows_by_two)
  for (int i = 0; i < N * N; i++)
    result += (i % 7 + 1) * m.c[i];
  printf("%.17g\n", result);
  return 0;
}
