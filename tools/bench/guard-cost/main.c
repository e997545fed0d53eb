// guard-cost's clock: variants in turn, the fastest of many rounds each.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define VARIANT(name)                                                                                        \
  void name##_gemv(int, int, const double *, const double *, double *);                                      \
  void name##_gemm(int, int, int, const double *, const double *, double *);
VARIANT(guarded)    // nothing is known of the pointers: checks, then the library
VARIANT(restricted) // restrict: the library
VARIANT(plain)      // no SMR

enum { N = 64 };
static double a[N * N], b[N * N], c[3 * N * N];

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef void (*Gemv)(int, int, const double *, const double *, double *);
typedef void (*Gemm)(int, int, int, const double *, const double *, double *);

/// The fastest round of each of two, in turn; `y` may overlap what is read: then checks fail.
static void compare(const char *what, Gemv v0, Gemv v1, Gemm m0, Gemm m1, const double *x, double *y,
                    int calls) {
  double best[2] = {1e9, 1e9};
  for (int round = 0; round < 3000; round++)
    for (int k = 0; k < 2; k++) {
      int which = (k + round) & 1;
      double start = seconds();
      for (int i = 0; i < calls; i++)
        if (m0)
          (which ? m1 : m0)(N, N, N, a, x, y);
        else
          (which ? v1 : v0)(N, N, a, x, y);
      double time = (seconds() - start) / calls;
      best[which] = time < best[which] ? time : best[which];
    }
  printf("%-44s %9.1f ns %9.1f ns %+6.2f %%\n", what, 1e9 * best[0], 1e9 * best[1],
         100 * (best[0] / best[1] - 1));
}

int main(void) {
  for (int i = 0; i < N * N; i++)
    a[i] = b[i] = 1e-9 * (rand() % 1000);
  printf("%-44s %12s %12s\n", "n = 64", "this", "against");
  compare("gemv: checks and library / library", guarded_gemv, restricted_gemv, 0, 0, b, c, 20);
  compare("gemm: checks and library / library", 0, 0, guarded_gemm, restricted_gemm, b, c, 2);
  compare("gemv: checks fail, loops / loops, no SMR", guarded_gemv, plain_gemv, 0, 0, c + 1, c, 20);
  compare("gemm: checks fail, loops / loops, no SMR", 0, 0, guarded_gemm, plain_gemm, c + 1, c, 1);
  return 0;
}
