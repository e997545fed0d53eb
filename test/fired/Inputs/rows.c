// Kernels over rows that pointers lead to. Each is called on tables whose rows lie in several ways, and on a
// result that shares rows with an operand. The numbers are small integers, so that every order of sums gives
// the same.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
enum { N = 120, ROOM = 3 * N * N };
typedef double **Matrix;
#define KERNEL(name)                                                                                         \
  __attribute__((noinline)) static void name(int n, Matrix a, Matrix b, Matrix c, double *x)

KERNEL(product) {
  (void)x;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}

KERNEL(dots) {
  (void)x;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i][k] * b[j][k];
      c[i][j] = sum;
    }
}

KERNEL(mixed) {
  (void)b;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i][k] * x[k * n + j];
      c[i][j] = sum;
    }
}

KERNEL(vector) {
  (void)b;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i][k] * x[k];
    c[0][i] = sum;
  }
}

KERNEL(columns) {
  (void)b;
  for (int j = 0; j < n; j++)
    c[0][j] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[0][j] += a[i][j] * x[i];
}

KERNEL(lower) {
  (void)b, (void)x;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * a[j][k];
}

KERNEL(one_based) {
  (void)x;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      double sum = 0;
      for (int k = 1; k < n; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

KERNEL(down) {
  (void)x;
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}

/// A product of which one operand would have to lie backwards: one call for each row.
KERNEL(turned) {
  (void)x;
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[n - 1 - i][k] * b[k][j];
}

KERNEL(unrolled) {
  (void)b;
  for (int i = 0; i < n / 2; i++) {
    double even = 0, odd = 0;
    for (int k = 0; k < n; k++) {
      even += a[2 * i][k] * x[k];
      odd += a[2 * i + 1][k] * x[k];
    }
    c[0][2 * i] = even;
    c[0][2 * i + 1] = odd;
  }
}

struct matrix {
  int rows, columns;
  double **row;
};
__attribute__((noinline)) static void members(const struct matrix *a, const struct matrix *b,
                                              struct matrix *c) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->columns; j++)
      for (int k = 0; k < a->columns; k++)
        c->row[i][j] += a->row[i][k] * b->row[k][j];
}
KERNEL(structs) {
  struct matrix one = {n, n, a}, other = {n, n, b}, result = {n, n, c};
  (void)x;
  members(&one, &other, &result);
}

static double *global[N];
KERNEL(array_of_rows) {
  (void)b;
  memcpy(global, a, (size_t)n * sizeof *global);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += global[i][k] * x[k];
    c[0][i] = sum;
  }
}

/// Rows change places between steps, as with pivots.
KERNEL(swapping) {
  (void)x;
  for (int step = 0; step < n / 40; step++) {
    double *row = a[2];
    a[2] = a[1], a[1] = row;
    for (int i = 3; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
          c[i - 3][j] += a[i][k] * b[k][j];
  }
}

/// The table itself changes: one call for each row.
KERNEL(moving) {
  (void)b;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i][k] * x[k];
    c[0][i] = sum;
    a[(i + 1) % n] = a[i];
  }
}

/// Not all rows are read that lie in the box around those that are.
KERNEL(some) {
  (void)b;
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i][k] * x[k];
      c[0][i] = sum;
    }
}

typedef enum {
  PACKED,
  SPACED,
  ALLOCATED,
  LAST,
  BACKWARDS,
  SHUFFLED,
  EQUAL,
  OVERLAPPING,
  ODD,
  AT_END,
  LAYOUTS
} Layout;

/// A table whose last pointer stands at the end of a page that nothing follows.
static Matrix table_at_end(int n) {
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + 4096, 4096, PROT_NONE);
  return (Matrix)(void *)(pages + 4096 - (size_t)n * sizeof(double *));
}

static Matrix make(int n, Layout layout, int seed) {
  static double room[64][ROOM];
  static int used;
  double *memory = room[used++ % 64];
  Matrix table = layout == AT_END ? table_at_end(n) : malloc((size_t)(n + 1) * sizeof *table);
  int distance = layout == SPACED ? n + 5 : layout == OVERLAPPING ? n - 1 : n;
  for (int i = 0; i < n; i++) {
    int at = layout == BACKWARDS             ? n - 1 - i
             : layout == SHUFFLED            ? i ^ 1
             : layout == EQUAL && i == n / 2 ? i - 1
                                             : i;
    table[i] = memory + at * distance + (layout == LAST && i == n - 1 ? 3 : 0);
    if (layout == ALLOCATED)
      table[i] = malloc((size_t)n * sizeof **table);
    if (layout == ODD)
      table[i] = (double *)(void *)((char *)memory + at * (8 * n + 4));
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      table[i][j] = (i * 3 + j * 5 + seed + i * j % 3) % 5 - 2;
  return table;
}

static unsigned long hash = 1;
static void note(int n, Matrix c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      hash = hash * 31 + (unsigned long)(long)c[i][j];
}

int main(void) {
  static const struct {
    const char *name;
    void (*run)(int n, Matrix a, Matrix b, Matrix c, double *x);
  } kernels[] = {{"product", product},     {"dots", dots},       {"mixed", mixed},
                 {"vector", vector},       {"columns", columns}, {"lower", lower},
                 {"one-based", one_based}, {"down", down},       {"turned", turned},
                 {"unrolled", unrolled},   {"structs", structs}, {"array", array_of_rows},
                 {"swapping", swapping},   {"moving", moving},   {"some", some}};
  long (*fired)(void) = (long (*)(void))dlsym(RTLD_DEFAULT, "smr_fired");
  static double x[N * N];
  for (int k = 0; k < N * N; k++)
    x[k] = k % 7 - 3;
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    fprintf(stderr, "%s:", kernels[k].name);
    for (int layout = 0; layout < LAYOUTS + 5; layout++) {
      int n = layout < LAYOUTS ? N : layout == LAYOUTS ? 1 : 12; // (in place, numbers grow with n)
      Layout own = layout < LAYOUTS ? (Layout)layout : PACKED;
      Matrix a = make(n, own, 1), b = make(n, own, 2), c = make(n, own, 3);
      if (layout == LAYOUTS + 2) // rows of an operand are rows of the result
        a[n / 2] = c[n / 2];
      if (layout == LAYOUTS + 3)
        b = c;
      if (layout == LAYOUTS + 4)
        a = c;
      long before = fired ? fired() : 0;
      if (layout == LAYOUTS + 1)
        kernels[k].run(0, NULL, NULL, NULL, NULL);
      else
        kernels[k].run(n, a, b, c, x);
      fprintf(stderr, " %d", fired && fired() > before);
      note(n, c);
    }
    fprintf(stderr, "\n");
  }
  printf("%lx\n", hash);
  return 0;
}
