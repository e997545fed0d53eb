// demo.h - what every C and C++ demo program shares: data, a clock, and where results go
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A program is called as `program OUTPUT`: it fills its arrays with asymmetric pseudo-random numbers, runs
// its kernel, prints `seconds S` for the kernel alone, and writes all results to OUTPUT as doubles.
#ifndef DEMO_H
#define DEMO_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double demo_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0 - 0.5;
}
static inline void demo_fill(double *x, size_t n, uint64_t seed) {
  for (size_t i = 0; i < n; i++)
    x[i] = demo_random(&seed);
}
static inline double demo_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static inline double *demo_new(size_t n) {
  double *x = (double *)malloc(n * sizeof *x);
  if (!x)
    exit(2);
  return x;
}
static inline void demo_write(FILE *out, const double *x, size_t n) {
  if (fwrite(x, sizeof *x, n, out) != n)
    exit(2);
}
static inline FILE *demo_open(int argc, char **argv) {
  FILE *out = argc == 2 ? fopen(argv[1], "wb") : NULL;
  if (!out) {
    fprintf(stderr, "usage: program OUTPUT\n");
    exit(2);
  }
  return out;
}
static inline void demo_close(FILE *out, double seconds) {
  fclose(out);
  printf("seconds %.6f\n", seconds);
}
#endif
