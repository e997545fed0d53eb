// Triangles whose arrays are known from loads in loops that may not run, whose vectors lie one behind the
// other, and whose strides are numbers of bytes. Of one row or none nothing may be read: there the views are
// null pointers.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 30 };
typedef struct {
  int ld;
  double *a, *x;
} View;

__attribute__((noinline)) static void unit_columns(const View *v, int n) {
  for (int j = 0; j < n; j++)
    for (int i = j + 1; i < n; i++)
      v->x[i] -= v->a[i * v->ld + j] * v->x[j];
}

__attribute__((noinline)) static void unit_rows(const View *v, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      v->x[i] -= v->a[i * v->ld + j] * v->x[j];
}

__attribute__((noinline)) static void unit_rows_backwards(const View *v, int n) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++)
      v->x[i] -= v->a[i * v->ld + j] * v->x[j];
}

/// y += a*x, of a symmetric matrix.
__attribute__((noinline)) static void symmetric(int n, const double *a, long rs, long cs, const double *x,
                                                long ix, double *y, long iy) {
  for (int i = 0; i < n; i++) {
    y[i * iy] += a[i * rs + i * cs] * x[i * ix];
    for (int j = 0; j < i; j++) {
      y[i * iy] += a[i * rs + j * cs] * x[j * ix];
      y[j * iy] += a[i * rs + j * cs] * x[i * ix];
    }
  }
}

/// One column after the other, b = a*b.
__attribute__((noinline)) static void columns(int n, long rs, long cs, const char *a, char *b) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < n; k++)
      for (int i = 0; i < k; i++)
        *(double *)(b + i * rs + j * cs) +=
            *(const double *)(a + i * rs + k * cs) * *(double *)(b + k * rs + j * cs);
}

/// y = a*x, along the columns of the triangle.
__attribute__((noinline)) static void product(int n, int ld, const double *restrict a,
                                              const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j <= i; j++)
      sum += a[i + j * ld] * x[j];
    y[i] = sum;
  }
}

/// Two numbers in one, where it is passed. On the diagonal both are added up.
typedef struct {
  double *x;
  int rows, columns;
} Strided;
#define AT(v, i, j) (v).x[(i) * (v).rows + (j) * (v).columns]

__attribute__((noinline)) static void packed(Strided a, Strided b, Strided c, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < i; k++) {
        AT(c, k, j) += AT(b, i, j) * AT(a, i, k);
        sum += AT(b, k, j) * AT(a, i, k);
      }
      AT(c, i, j) += AT(b, i, j) * AT(a, i, i) + sum;
    }
}

static double *numbers(size_t count) {
  double *x = malloc(count * sizeof *x);
  for (size_t i = 0; i < count; i++)
    x[i] = (double)(i * i % 7) - 3;
  return x;
}

static void report(const char *name, long before, long (*fired)(void), const double *x, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += x[i] * (double)(i % 13 + 1);
  printf("%s %.17g\n", name, sum);
  if (fired)
    fprintf(stderr, "%s: %s\n", name, fired() > before ? "called" : "loops");
}

int main(void) {
  long (*fired)(void) = (long (*)(void))dlsym(RTLD_DEFAULT, "smr_fired");
  void (*const solves[])(const View *, int) = {unit_columns, unit_rows, unit_rows_backwards};
  static const char *const names[] = {"columns", "rows", "backwards"};
  for (size_t k = 0; k < sizeof solves / sizeof *solves; k++) {
    double *a = numbers(N * N), *x = numbers(N);
    View view = {N, a, x};
    solves[k](NULL, 0);
    solves[k](NULL, 1);
    long before = fired ? fired() : 0;
    solves[k](&view, N);
    report(names[k], before, fired, x, N);
    free(a), free(x);
  }
  for (int rows = 0; rows < 2; rows++) { // the matrix, x and y leave no gap
    double *all = numbers(N * N + 2 * N);
    long before = fired ? fired() : 0;
    symmetric(N, all, rows ? N : 1, rows ? 1 : N, all + N * N, 1, all + N * N + N, 1);
    report(rows ? "symmetric, by rows" : "symmetric, by columns", before, fired, all, N * N + 2 * N);
    before = fired ? fired() : 0; // x and y share one number
    symmetric(N - 1, all, rows ? N : 1, rows ? 1 : N, all + N * N, 1, all + N * N + N - 2, 1);
    report("symmetric, shared", before, fired, all, N * N + 2 * N);
    free(all);
  }
  for (int shift = 0; shift < 2; shift++) { // the second: rows overlap
    double *a = numbers(N * N), *b = numbers(N * N);
    long before = fired ? fired() : 0;
    columns(N, shift ? 0 : 8, 8 * N, (char *)a, (char *)b);
    report(shift ? "columns in one place" : "columns in bytes", before, fired, b, shift ? 1 : N * N);
    free(a), free(b);
  }
  for (int k = 0; k < 3; k++) { // the last: backwards
    double *a = numbers(N * N), *b = numbers(N * N), *c = numbers(N * N);
    Strided s = {a, k == 1 ? 1 : N, k == 1 ? N : 1}, t = {b, s.rows, s.columns}, u = {c, s.rows, s.columns};
    if (k == 2)
      u = (Strided){c + N * N - 1, -N, -1};
    long before = fired ? fired() : 0;
    packed(s, t, u, N);
    report(k == 0   ? "packed, by rows"
           : k == 1 ? "packed, by columns"
                    : "packed, backwards",
           before, fired, c, N * N);
    free(a), free(b), free(c);
  }
  double *a = numbers(N * N), *x = numbers(N), *y = numbers(N);
  for (int zero = 0; zero < 2; zero++) {
    x[3] = zero ? 0 : 2;
    a[4 + 3 * N] = zero ? __builtin_nan("") : a[4 + 3 * N]; // 0 times it
    long before = fired ? fired() : 0;
    product(N, N, a, x, y);
    report(zero ? "product with NaN" : "product", before, fired, y, zero ? 5 : N);
  }
  return 0;
}
