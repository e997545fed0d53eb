// What a loop stores and goes on with: the file is compiled twice, as it is and with -DMAIN by clang alone,
// which calls both.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef MAIN
#define NAME(f) plain_##f
#else
#define NAME(f) f
#endif

#define KERNEL(f)                                                                                            \
  void NAME(f)(int m, int n, int lda, double *a, const double *u, const double *v, const double *x, double *y)

KERNEL(rows) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      a[i * lda + j] += u[i] * v[j];
      y[i] += a[i * lda + j] * x[j];
    }
}

KERNEL(columns) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      a[i * lda + j] -= u[i] * v[j];
      y[j] -= a[i * lda + j] * x[i];
    }
}

// The first loop is a copy and a sum, which the second one multiplies.
KERNEL(vector) {
  for (int i = 0; i < n; i++) {
    a[i] = u[i] + v[i];
    y[i] += a[i] * x[0];
  }
  (void)m, (void)lda;
}

// What the first call makes is read by the second one, and overwritten by the third.
KERNEL(overwritten) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      a[i * lda + j] += u[i] * v[j];
      y[i] += a[i * lda + j] * x[j];
      a[i * lda + j] = x[j];
    }
}

// From here on what is multiplied is not what is stored in the end: partial sums, other elements, a store
// that does not always happen.
KERNEL(partial) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      a[i] += u[i] * v[j];
      y[i] += a[i] * x[j];
    }
  (void)lda;
}

KERNEL(running) {
  for (int i = 0; i < n; i++) {
    a[0] += u[i] * v[i];
    y[0] += a[0] * x[i];
  }
  (void)m, (void)lda;
}

KERNEL(sometimes) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double t = a[i * lda + j] + u[i] * v[j];
      if (j > i)
        a[i * lda + j] = t;
      y[i] += t * x[j];
    }
}

KERNEL(neighbour) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double t = a[i * lda + j] + u[i] * v[j];
      a[i * lda + j + 1] = t;
      y[i] += t * x[j];
    }
}

#ifdef MAIN
enum { ELEMENTS = 1 << 14 };
static double a[ELEMENTS], b[ELEMENTS], y[ELEMENTS], z[ELEMENTS], u[ELEMENTS], v[ELEMENTS], x[ELEMENTS];
static int wrong;

#define KERNELS(X) X(rows) X(columns) X(vector) X(partial) X(running) X(sometimes) X(overwritten) X(neighbour)
typedef void Kernel(int m, int n, int lda, double *a, const double *u, const double *v, const double *x,
                    double *y);
#define X(f) Kernel f;
KERNELS(X)
#undef X

static void fill(double *p) {
  for (int k = 0; k < ELEMENTS; k++)
    p[k] = rand() / (double)RAND_MAX - 0.5;
}

static int differ(const double *p, const double *q) {
  for (int k = 0; k < ELEMENTS; k++)
    if (!(fabs(p[k] - q[k]) <= 1e-9 * (1 + fabs(q[k]))))
      return 1;
  return 0;
}

static void start(void) {
  fill(a), fill(u), fill(v), fill(x), fill(y);
  memcpy(b, a, sizeof a);
  memcpy(z, y, sizeof y);
}

static void end(const char *name, int m, int n, int lda) {
  if (!differ(a, b) && !differ(y, z))
    return;
  printf("%s m=%d n=%d lda=%d differs\n", name, m, n, lda);
  ++wrong;
}

/// Also where rows overlap, and where y lies in a, or u, v or x do.
static void run(const char *name, Kernel *f, Kernel *plain, int m, int n, int lda) {
  start();
  f(m, n, lda, a, u, v, x, y);
  plain(m, n, lda, b, u, v, x, z);
  end(name, m, n, lda);
  start();
  f(m, n, lda, a, u, v, x, a + n / 2);
  plain(m, n, lda, b, u, v, x, b + n / 2);
  end(name, m, n, lda);
  start();
  f(m, n, lda, a, a + 3, v, y, y + 1);
  plain(m, n, lda, b, b + 3, v, z, z + 1);
  end(name, m, n, lda);
}

int main(void) {
  static const int sizes[][3] = {{0, 0, 0},   {1, 1, 1},  {3, 0, 4},   {0, 5, 5},   {17, 13, 13},
                                 {9, 33, 40}, {40, 7, 3}, {12, 12, 0}, {64, 64, 64}};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
#define X(f) run(#f, f, plain_##f, sizes[k][0], sizes[k][1], sizes[k][2]);
    KERNELS(X)
#undef X
  }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
#endif
