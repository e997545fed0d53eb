// run LIBRARY N SECONDS: the library's mm on N x N matrices, so often that it takes about so long; prints the
// best processor time of this thread and the best wall time, both in seconds. Elements by chance are compared
// with what they are.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef void Function(int64_t, int64_t, int64_t, const float *, const float *, float *);

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int check(int64_t n, const float *a, const float *b, const float *c) {
  for (int round = 0; round < 1000; round++) {
    int64_t i = rand() % n, j = rand() % n;
    float sum = 0; // of small integers: exact
    for (int64_t k = 0; k < n; k++)
      sum += a[i * n + k] * b[k * n + j];
    if (sum != c[i * n + j])
      return fprintf(stderr, "element %d, %d: %g instead of %g\n", (int)i, (int)j, (double)c[i * n + j],
                     (double)sum),
             0;
  }
  return 1;
}

int main(int argc, char **argv) {
  void *library = argc == 4 ? dlopen(argv[1], RTLD_NOW) : NULL;
  Function *mm = library ? (Function *)dlsym(library, "mm") : NULL;
  if (!mm)
    return fprintf(stderr, "%s\n", argc == 4 ? dlerror() : "usage: run LIBRARY N SECONDS"), 1;
  int64_t n = atoi(argv[2]), bytes = (n * n * 4 + 63) / 64 * 64;
  float *a = aligned_alloc(64, (size_t)bytes), *b = aligned_alloc(64, (size_t)bytes),
        *c = aligned_alloc(64, (size_t)bytes);
  for (int64_t i = 0; i < n * n; i++)
    a[i] = (float)(i * 7 % 13) - 6, b[i] = (float)(i * 5 % 11) - 5, c[i] = -1;
  double processor = 1e9, wall = 1e9, begin = now(CLOCK_MONOTONIC);
  for (int round = 0; round < 1 || (round < 50 && now(CLOCK_MONOTONIC) - begin < atof(argv[3])); round++) {
    double p = now(CLOCK_THREAD_CPUTIME_ID), w = now(CLOCK_MONOTONIC);
    mm(n, n, n, a, b, c);
    p = now(CLOCK_THREAD_CPUTIME_ID) - p, w = now(CLOCK_MONOTONIC) - w;
    processor = p < processor ? p : processor;
    wall = w < wall ? w : wall;
  }
  printf("%.9f %.9f\n", processor, wall);
  return !check(n, a, b, c);
}
