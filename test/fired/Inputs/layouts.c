// Kernels over arrays with a stride for each of both indices, as view classes and BLIS-like interfaces have
// them. Each is called on arrays by rows and by columns, on a result whose elements overlap, and on arrays
// that overlap one another. The numbers are small integers, so that every order of sums gives the same.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 120, SIZE = N * (N + 5) };
#define AT(x, i, j) x[(i) * x##_rows + (j) * x##_columns]
#define ARGS                                                                                                 \
  long n, double *a, long a_rows, long a_columns, double *b, long b_rows, long b_columns, double *c,         \
      long c_rows, long c_columns
#define KERNEL(name) __attribute__((noinline)) static void name(ARGS)

KERNEL(product) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        AT(c, i, j) += AT(a, i, k) * AT(b, k, j);
}

KERNEL(transposed) {
  for (long k = 0; k < n; k++)
    for (long j = 0; j < n; j++)
      for (long i = 0; i < n; i++)
        AT(c, i, j) += AT(a, k, i) * AT(b, j, k);
}

KERNEL(dots) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double sum = 0;
      for (long k = 0; k < n; k++)
        sum += AT(a, i, k) * AT(b, k, j);
      AT(c, i, j) = sum;
    }
}

KERNEL(lower) {
  (void)b, (void)b_rows, (void)b_columns;
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++)
      for (long k = 0; k < n; k++)
        AT(c, i, j) += AT(a, i, k) * AT(a, j, k);
}

KERNEL(inside) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      for (long k = 0; k < n; k++)
        AT(c, i, j) += AT(a, i, k) * AT(b, k, j);
}

KERNEL(blocks) { // of one matrix
  (void)a, (void)a_rows, (void)a_columns, (void)b, (void)b_rows, (void)b_columns;
  for (long i = n / 2; i < n; i++)
    for (long j = n / 2; j < n; j++)
      for (long k = 0; k < n / 2; k++)
        AT(c, i, j) -= AT(c, i, k) * AT(c, k, j);
}

KERNEL(solve) { // a unit triangle
  (void)b, (void)b_rows, (void)b_columns;
  for (long j = 0; j < n; j++)
    for (long i = 0; i < n; i++)
      for (long k = 0; k < i; k++)
        AT(c, i, j) -= AT(a, i, k) * AT(c, k, j);
}

__attribute__((noinline)) static void one_stride(long n, long rs, long cs, double *a, double *b, double *c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i * rs + j * cs] += a[i * rs + k * cs] * b[k * rs + j * cs];
}

__attribute__((noinline)) static void rows_of_150(long n, long cs, double *a, double *b, double *c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i * 150 + j * cs] += a[i * n + k] * b[k * n + j];
}

//--- Views -------------------------------------------------------------------------

typedef struct {
  double *at;
  long rows, columns;
} View;
#define IN(x, i, j) (x).at[(i) * (x).rows + (j) * (x).columns]

__attribute__((noinline)) static void view_lower(long n, View a, View c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++)
      for (long k = 0; k < n; k++)
        IN(c, i, j) += IN(a, i, k) * IN(a, j, k);
}

__attribute__((noinline)) static void view_inside(long n, View a, View c) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      for (long k = 0; k < n; k++)
        IN(c, i, j) += IN(a, i, k) * IN(a, k, j);
}

__attribute__((noinline)) static void view_blocks(long n, View a, View c) {
  (void)a;
  for (long i = n / 2; i < n; i++)
    for (long j = n / 2; j < n; j++)
      for (long k = 0; k < n / 2; k++)
        IN(c, i, j) -= IN(c, i, k) * IN(c, k, j);
}

__attribute__((noinline)) static void view_solve(long n, View a, View c) { // no k in the first round of i
  for (long j = 0; j < n; j++)
    for (long i = 0; i < n; i++)
      for (long k = 0; k < i; k++)
        IN(c, i, j) -= IN(a, i, k) * IN(c, k, j);
}

__attribute__((noinline)) static void solve_at(int n, const View *a, const View *c) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < i; k++)
        IN(*c, i, j) -= IN(*a, i, k) * IN(*c, k, j);
}

static void view_solve_at(long n, View a, View c) {
  solve_at((int)n, &a, &c);
}

static double memory[3][4 * SIZE];
static long (*fired)(void);

static void fill(int which) {
  for (int k = 0; k < 4 * SIZE; k++)
    memory[which][k] = (k * 7 + k / 11 + which) % 5 - 2;
}

static double *at(int which) {
  fill(which);
  return memory[which] + SIZE;
}

static void tell(const char *name, const char *form, long before, int which) {
  double sum = 0;
  for (int k = 0; k < 4 * SIZE; k++)
    sum += memory[which][k] * (k % 17 + 1);
  printf("%s %s %.9g\n", name, form, sum);
  fprintf(stderr, " %ld", fired ? fired() - before : 0);
}

static void run(const char *name, void (*kernel)(ARGS)) {
  fprintf(stderr, "%s:", name);
  static const struct {
    const char *form;
    long n, rows, columns;
  } forms[] = {{"rows", N, N, 1},
               {"columns", N, 1, N},
               {"rows+5", N, N + 5, 1},
               {"columns+5", N, 1, N + 5},
               {"one", 1, 1, 1},
               {"none", 0, 7, 1},
               {"overlapping", N, N - 5, 1},
               {"backwards", N, -N, 1},
               {"every second", 60, 2 * N, 2}};
  for (unsigned k = 0; k < sizeof forms / sizeof *forms; k++) {
    double *a = at(0), *b = at(1), *c = at(2);
    long before = fired ? fired() : 0;
    kernel(forms[k].n, a, N, 1, b, 1, N, c, forms[k].rows, forms[k].columns);
    tell(name, forms[k].form, before, 2);
  }
  double *c = at(2), *shifted = c + 3 * N;
  long before = fired ? fired() : 0;
  kernel(N, shifted, N, 1, shifted, N, 1, c, N, 1);
  tell(name, "operands in the result", before, 2);
  fprintf(stderr, "\n");
}

static void run_view(const char *name, void (*kernel)(long, View, View)) {
  fprintf(stderr, "%s:", name);
  for (int columns = 0; columns < 2; columns++) {
    View a = {at(0), N, 1}, c = {at(2), columns ? 1 : N, columns ? N : 1};
    long before = fired ? fired() : 0;
    kernel(N, a, c);
    tell(name, columns ? "columns" : "rows", before, 2);
  }
  long before = fired ? fired() : 0;
  kernel(kernel != view_lower, (View){NULL, 1, 1}, (View){at(2), 1, 1}); // a's numbers are not read
  tell(name, "one", before, 2);
  fprintf(stderr, "\n");
}

int main(void) {
  fired = (long (*)(void))dlsym(RTLD_DEFAULT, "smr_fired");
  run("product", product);
  run("transposed", transposed);
  run("dots", dots);
  run("lower", lower);
  run("inside", inside);
  run("blocks", blocks);
  run("solve", solve);
  run_view("view, lower", view_lower);
  run_view("view, inside", view_inside);
  run_view("view, blocks", view_blocks);
  run_view("view, solve", view_solve);
  run_view("view, solve at", view_solve_at);
  fprintf(stderr, "one stride:");
  for (int rows = 0; rows < 2; rows++) {
    double *a = at(0), *b = at(1), *c = at(2);
    long before = fired ? fired() : 0;
    one_stride(N, rows ? N : 1, rows ? 1 : N, a, b, c);
    tell("one stride", rows ? "rows" : "columns", before, 2);
  }
  fprintf(stderr, "\nrows of 150:");
  static const long columns[] = {1, 2, 75};
  for (int k = 0; k < 3; k++) {
    double *a = at(0), *b = at(1), *c = at(2);
    long before = fired ? fired() : 0;
    rows_of_150(N, columns[k], a, b, c);
    tell("rows of 150", k ? "overlapping" : "rows", before, 2);
  }
  fprintf(stderr, "\n");
}
