// Runs both variants of alias_kernels.c on arrays that overlap at random, and compares all of memory.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
  long n, m;
  double *data;
};
#define KERNELS(X)                                                                                           \
  X(gemv) X(gemv_set) X(gemv_t) X(gemm) X(gemm_set) X(ger) X(axpy) X(dot) X(times) X(twice) X(both)
#define DECLARE(name)                                                                                        \
  void smr_##name(int, int, const double *, const double *, double *);                                       \
  void plain_##name(int, int, const double *, const double *, double *);
KERNELS(DECLARE)
void smr_matrix(struct matrix *, const double *, double *);
void plain_matrix(struct matrix *, const double *, double *);

enum { SIZE = 640, MOST = 9 };
static double memory[2][SIZE];

static unsigned below(unsigned n) {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned)(state >> 33) % n;
}

static void fill(void) {
  for (int i = 0; i < SIZE; i++)
    memory[0][i] = memory[1][i] = (double)below(5) - 2;
}

static int differ(const char *name, int n, int m, int a, int x, int y) {
  double largest = 0; // what overlaps may feed itself, and grow until sums are rounded
  int same = 1;
  for (int i = 0; i < SIZE; i++)
    largest = fabs(memory[1][i]) > largest || isnan(memory[1][i]) ? fabs(memory[1][i]) : largest;
  for (int i = 0; i < SIZE; i++)
    same &= !memcmp(&memory[0][i], &memory[1][i], sizeof(double)) ||
            (largest > 1e12 && fabs(memory[0][i] - memory[1][i]) <= 1e-9 * largest) || !(largest < 1e100);
  if (same)
    return 0;
  printf("%s differs: n = %d, m = %d, a = %d, x = %d, y = %d\n", name, n, m, a, x, y);
  return 1;
}

typedef void (*Kernel)(int, int, const double *, const double *, double *);

static int compare(const char *name, Kernel smr, Kernel plain) {
  int bad = 0;
  for (int run = 0; run < 20000 && bad < 3; run++) {
    int n = (int)below(MOST), m = (int)below(MOST), spread = 1 << below(9);
    int a = (int)below(spread), x = (int)below(spread), y = (int)below(spread);
    if (below(4) == 0) { // right behind one another
      a = 0, y = n * m, x = y + n;
      if (below(2))
        y -= (int)below(2), x -= (int)below(2);
      y = y < 0 ? 0 : y, x = x < 0 ? 0 : x;
    }
    fill();
    smr(n, m, memory[0] + a, memory[0] + x, memory[0] + y);
    plain(n, m, memory[1] + a, memory[1] + x, memory[1] + y);
    bad += differ(name, n, m, a, x, y);
  }
  return bad;
}

/// The matrix's own fields lie among the elements when `anywhere`.
static int compare_matrix(int anywhere) {
  int bad = 0;
  for (int run = 0; run < 20000 && bad < 3; run++) {
    int n = 1 + (int)below(MOST - 1), m = 1 + (int)below(MOST - 1), spread = 1 << below(9);
    int a = 8 + (int)below(spread), x = 8 + (int)below(spread), y = 8 + (int)below(spread);
    int field = anywhere && below(2) ? y + n - 1 - (int)below(3) : 0;
    field = field < 0 ? 0 : field;
    fill();
    for (int k = 0; k < 2; k++) {
      struct matrix own = {n, m, memory[k] + a};
      memcpy(memory[k] + field, &own, sizeof own);
    }
    // Only a last element of y may fall on a field, and only on one that is not read any more: any other
    // leaves no bounds to speak of.
    if (field && field < y + n - 1)
      field = 0;
    if (!field) {
      fill();
      for (int k = 0; k < 2; k++) {
        struct matrix own = {n, m, memory[k] + a};
        memcpy(memory[k], &own, sizeof own);
      }
    }
    if (field && m > 1) // y[n - 1] is the first bound: still large enough for the loop to end as it should
      continue;
    smr_matrix((struct matrix *)(void *)(memory[0] + field), memory[0] + x, memory[0] + y);
    plain_matrix((struct matrix *)(void *)(memory[1] + field), memory[1] + x, memory[1] + y);
    for (int k = 0; k < 2; k++) // the two pointers differ
      memset(memory[k] + field + 2, 0, sizeof(double *));
    bad += differ("matrix", n, m, a, x, y);
  }
  return bad;
}

int main(void) {
  int bad = 0;
#define COMPARE(name) bad += compare(#name, smr_##name, plain_##name);
  KERNELS(COMPARE)
  bad += compare_matrix(0);
  printf(bad ? "WRONG\n" : "all the same\n");
  return bad != 0;
}
