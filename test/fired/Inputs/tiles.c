// Products in tiles: the six loops are one product, whether sizes are constants or not, of whatever type the
// loop variables are, and wherever the minimum stands that cuts the last tile. Overlapping matrices keep the
// loops.
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define KERNEL __attribute__((noinline)) static void
enum { N = 100, TILE = 32 };

#define CONSTANT(name, type, size)                                                                           \
  KERNEL name(const double a[restrict size][size], const double b[restrict size][size],                      \
              double c[restrict size][size]) {                                                               \
    for (type ii = 0; ii < size; ii += TILE)                                                                 \
      for (type jj = 0; jj < size; jj += TILE)                                                               \
        for (type kk = 0; kk < size; kk += TILE)                                                             \
          for (type i = ii; i < LEAST(size, ii + TILE); i++)                                                 \
            for (type j = jj; j < LEAST(size, jj + TILE); j++)                                               \
              for (type k = kk; k < LEAST(size, kk + TILE); k++)                                             \
                c[i][j] += a[i][k] * b[k][j];                                                                \
  }
CONSTANT(constant_int, int, 100)
CONSTANT(constant_long, long, 100)
CONSTANT(constant_size, size_t, 100)
CONSTANT(no_rest, int, 96)

#define VARIABLE(name, type, pointer)                                                                        \
  KERNEL name(type n, const double *pointer a, const double *pointer b, double *pointer c) {                 \
    for (type ii = 0; ii < n; ii += TILE)                                                                    \
      for (type jj = 0; jj < n; jj += TILE)                                                                  \
        for (type kk = 0; kk < n; kk += TILE)                                                                \
          for (type i = ii; i < LEAST(ii + TILE, n); i++)                                                    \
            for (type j = jj; j < LEAST(jj + TILE, n); j++)                                                  \
              for (type k = kk; k < LEAST(kk + TILE, n); k++)                                                \
                c[i + n * j] += a[i + n * k] * b[k + n * j];                                                 \
  }
VARIABLE(variable_int, int, restrict)
VARIABLE(variable_long, long, restrict)
VARIABLE(variable_size, size_t, restrict)
VARIABLE(overlapping, long, )

/// The tile's length is the minimum, and its loops start at 0.
KERNEL lengths(const double a[restrict N][N], const double b[restrict N][N], double c[restrict N][N]) {
  for (int ii = 0; ii < N; ii += 48)
    for (int kk = 0; kk < N; kk += 48)
      for (int jj = 0; jj < N; jj += 48) {
        int in = LEAST(N - ii, 48), kn = LEAST(N - kk, 48), jn = LEAST(N - jj, 48);
        for (int i = 0; i < in; i++)
          for (int k = 0; k < kn; k++)
            for (int j = 0; j < jn; j++)
              c[ii + i][jj + j] += a[ii + i][kk + k] * b[kk + k][jj + j];
      }
}

/// Tiles that leave out what remains of the size.
KERNEL whole_tiles(int n, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int ii = 0; ii + TILE <= n; ii += TILE)
    for (int jj = 0; jj + TILE <= n; jj += TILE)
      for (int kk = 0; kk + TILE <= n; kk += TILE)
        for (int i = ii; i < ii + TILE; i++)
          for (int j = jj; j < jj + TILE; j++)
            for (int k = kk; k < kk + TILE; k++)
              c[i + n * j] += a[i + n * k] * b[k + n * j];
}

static double memory[4 * N * N];
static long (*fired)(void), before;

static double *start(void) {
  for (int i = 0; i < 4 * N * N; i++)
    memory[i] = (i * 7 + i / 13) % 5 - 2;
  before = fired ? fired() : 0;
  return memory;
}

static void tell(const char *name) {
  double sum = 0;
  for (int i = 0; i < 4 * N * N; i++)
    sum += memory[i] * (i % 17 + 1);
  printf("%s %.17g\n", name, sum);
  if (fired)
    fprintf(stderr, "%s: %ld\n", name, fired() - before);
}

#define ROWS(size) (double (*)[size])
#define RUN_CONSTANT(name, size)                                                                             \
  m = start(), name(ROWS(size)(m + N * N), ROWS(size)(m + 2 * N * N), ROWS(size) m), tell(#name)
#define RUN(name, n) m = start(), name(n, m + N * N, m + 2 * N * N, m), tell(#name)

int main(void) {
  double *m;
  *(void **)&fired = dlsym(RTLD_DEFAULT, "smr_fired");
  RUN_CONSTANT(constant_int, 100);
  RUN_CONSTANT(constant_long, 100);
  RUN_CONSTANT(constant_size, 100);
  RUN_CONSTANT(no_rest, 96);
  RUN_CONSTANT(lengths, 100);
  for (int n = 95; n < 98; n++) {
    RUN(variable_int, n);
    RUN(variable_long, n);
    RUN(variable_size, (size_t)n);
    RUN(whole_tiles, n);
  }
  m = start(), overlapping(50, m + 10, m + N * N, m), tell("overlapping");
}
