//===- threads.c - threads of a program, and their calls ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// usage: threads work|leave
//
// work: threads bind a routine, as objects that are loaded do, and call it, in regions and outside, on arrays
// of their own, of which some are pinned. leave: one call, and the program ends while a thread may still
// start the device. The CPU's routine is a loop, so that ThreadSanitizer sees all of it.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/smr_rt_gpu.h"
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 32, THREADS = 4, ROUNDS = 40, MATRICES = 3 };
typedef double Matrix[N * N];
typedef void Gemm(const char *, const char *, const int *, const int *, const int *, const double *,
                  const double *, const int *, const double *, const int *, const double *, double *,
                  const int *, size_t, size_t);

static Matrix arrays[THREADS][MATRICES];
static pthread_barrier_t all;

static void on_cpu(const char *ta, const char *tb, const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *la, const double *b, const int *lb,
                   const double *beta, double *c, const int *lc, size_t s1, size_t s2) {
  (void)ta, (void)tb, (void)s1, (void)s2;
  for (int j = 0; j < *n; j++)
    for (int i = 0; i < *m; i++) {
      double sum = 0;
      for (int p = 0; p < *k; p++)
        sum += a[i + p * *la] * b[p + j * *lb];
      c[i + j * *lc] = *alpha * sum + (*beta == 0 ? 0 : *beta * c[i + j * *lc]);
    }
}

static Gemm *bind(void) {
  Gemm *cpu = on_cpu, *bound;
  void *address;
  memcpy(&address, &cpu, sizeof cpu);
  address = smr_rt_gpu_wrap("dgemm_", address, 1);
  memcpy(&bound, &address, sizeof bound);
  return bound;
}

static void multiply(Gemm *gemm, const double *a, const double *b, double beta, double *c) {
  static const int n = N;
  static const double alpha = 1.0 / N;
  gemm("N", "N", &n, &n, &n, &alpha, a, &n, b, &n, &beta, c, &n, 1, 1);
}

static void fill(Matrix *m, unsigned seed) {
  for (int k = 0; k < MATRICES; k++)
    for (int i = 0; i < N * N; i++)
      m[k][i] = (double)((unsigned)i * 7 + (unsigned)k * 3 + seed) / 4096 - (int)(seed % 3);
}

static int are_equal(Matrix *ours, Matrix *right) {
  for (int k = 0; k < MATRICES; k++)
    for (int i = 0; i < N * N; i++)
      if (!(fabs(ours[k][i] - right[k][i]) <= 1e-9 * (1 + fabs(right[k][i]))))
        return 0;
  return 1;
}

/// A thread's number is the first that it is given; NULL: all was right.
static void *work(void *number) {
  size_t which = (size_t)((Matrix(*)[MATRICES])number - arrays);
  static __thread Matrix right[MATRICES];
  Matrix *m = arrays[which];
  int wrong = 0;
  pthread_barrier_wait(&all);
  for (unsigned round = 0; round < ROUNDS; round++) {
    Gemm *gemm = bind();
    fill(m, round + (unsigned)which);
    fill(right, round + (unsigned)which);
    if (round % 3)
      smr_rt_region_begin();
    multiply(gemm, m[0], m[1], 0, m[2]), multiply(on_cpu, right[0], right[1], 0, right[2]);
    multiply(gemm, m[2], m[1], 1, m[0]), multiply(on_cpu, right[2], right[1], 1, right[0]);
    smr_rt_host_writes(m[1], sizeof m[1]);
    m[1][round] = right[1][round] = 1;
    multiply(gemm, m[0], m[1], 0, m[2]), multiply(on_cpu, right[0], right[1], 0, right[2]);
    if (round % 3)
      smr_rt_region_end();
    wrong |= !are_equal(m, right);
  }
  return wrong ? number : NULL;
}

/// Of each thread the first and the last matrix, as a program does that uses CUDA itself.
static void pin(void) {
  const char *library = getenv("SMR_CUDA_LIBRARIES");
  void *fake = library ? dlopen(library, RTLD_NOW) : NULL, *symbol = fake ? dlsym(fake, "fake_pin") : NULL;
  void (*pin_memory)(void *, size_t);
  memcpy(&pin_memory, &symbol, sizeof symbol);
  for (int k = 0; symbol && k < THREADS; k++)
    pin_memory(arrays[k][0], sizeof(Matrix)), pin_memory(arrays[k][2], sizeof(Matrix));
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS];
  int wrong = 0;
  if (argc == 2 && !strcmp(argv[1], "leave")) {
    fill(arrays[0], 1);
    multiply(bind(), arrays[0][0], arrays[0][1], 0, arrays[0][2]);
    nanosleep(&(struct timespec){0, 100000000}, NULL); // (the library is there, and looks for devices)
    return 0;
  }
  if (argc != 2 || strcmp(argv[1], "work") != 0) {
    fprintf(stderr, "usage: threads work|leave\n");
    return 2;
  }
  pin();
  pthread_barrier_init(&all, NULL, THREADS);
  for (int k = 0; k < THREADS; k++)
    if (pthread_create(&threads[k], NULL, work, arrays[k]) != 0)
      return 2;
  for (int k = 0; k < THREADS; k++) {
    void *result = NULL;
    pthread_join(threads[k], &result);
    wrong |= result != NULL;
  }
  printf("%s\n", wrong ? "wrong" : "right");
  return wrong;
}
