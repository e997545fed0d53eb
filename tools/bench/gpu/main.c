//===- main.c - a kernel's seconds, from arrays in the host's memory to results there ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// usage: main KERNEL N ROUNDS pageable|pinned
//
// Prints the best round's seconds and a sum over the results. The first round, in which a GPU starts, does
// not count; without rounds it is all there is. Pinned arrays come from the libcudart of SMR_CUDA_LIBRARIES,
// or the loader's.
//===----------------------------------------------------------------------===//
#include "kernels.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum { MATRIX, VECTORS, HEAD } Shape;
enum { MOST = 7 };

static const struct {
  const char *name;
  void (*run)(int n, double *const *m);
  int count, results; // arrays; the last of them are results
  Shape shapes[MOST];
} kernels[] = {
    {"gemm", gemm, 3, 1, {MATRIX}},
    {"2mm", k2mm, 5, 1, {MATRIX}},
    {"3mm", k3mm, 7, 1, {MATRIX}},
    {"syrk", syrk, 2, 1, {MATRIX}},
    {"gemver", gemver, 2, 2, {MATRIX, VECTORS}},
    {"cg", cg, 2, 1, {MATRIX, VECTORS}},
    {"attention", attention, 5, 1, {HEAD, HEAD, HEAD, MATRIX, HEAD}},
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void *pinned(size_t bytes) {
  char path[1024];
  const char *list = getenv("SMR_CUDA_LIBRARIES");
  snprintf(path, sizeof path, "%.*s", list ? (int)strcspn(list, ":") : 0, list ? list : "");
  void *library = dlopen(*path ? path : "libcudart.so.13", RTLD_NOW);
  void *symbol = library ? dlsym(library, "cudaMallocHost") : NULL, *at = NULL;
  int (*allocate)(void **, size_t);
  memcpy(&allocate, &symbol, sizeof allocate);
  return symbol && allocate(&at, bytes) == 0 ? at : NULL;
}

static size_t numbers(Shape shape, size_t n) {
  return shape == MATRIX ? n * n : shape == HEAD ? n * WIDTH : 8 * n;
}

/// A matrix is symmetric and positive definite, for cg.
static void fill(double *at, Shape shape, size_t n, int seed) {
  for (size_t k = 0; k < numbers(shape, n); k++) {
    size_t i = k / n, j = k % n;
    at[k] = shape == MATRIX ? (double)((i + j + (size_t)seed) % 7) / (double)n + 2.0 * (double)(i == j)
                            : (double)((k * 5 + (size_t)seed) % 11) / 11 - 0.3;
  }
}

int main(int argc, char **argv) {
  size_t k = 0, count = sizeof kernels / sizeof *kernels;
  while (argc == 5 && k < count && strcmp(kernels[k].name, argv[1]) != 0)
    k++;
  if (argc != 5 || k == count) {
    fprintf(stderr, "usage: %s KERNEL N ROUNDS pageable|pinned\n", argv[0]);
    return 2;
  }
  int n = atoi(argv[2]), rounds = atoi(argv[3]), is_pinned = !strcmp(argv[4], "pinned");
  double *m[MOST] = {NULL}, least = 1e30, sum = 0;
  for (int a = 0; a < kernels[k].count; a++) {
    Shape shape = kernels[k].shapes[a];
    size_t bytes = numbers(shape, (size_t)n) * sizeof(double);
    if (!(m[a] = is_pinned ? pinned(bytes) : malloc(bytes))) {
      fprintf(stderr, "%s: no memory\n", argv[0]);
      return 1;
    }
  }
  for (int round = 0; round <= rounds; round++) {
    for (int a = 0; a < kernels[k].count; a++)
      fill(m[a], kernels[k].shapes[a], (size_t)n, a);
    double start = now();
    kernels[k].run(n, m);
    double seconds = now() - start;
    if ((round || !rounds) && seconds < least)
      least = seconds;
  }
  for (int a = kernels[k].count - kernels[k].results; a < kernels[k].count; a++)
    for (size_t i = 0; i < numbers(kernels[k].shapes[a], (size_t)n); i++)
      sum += m[a][i] * (double)(1 + i % 3);
  printf("%.6g %.12g\n", least, sum);
  return 0;
}
