//===- kernels.c - libsmr_rt's kernels beside the ops that they stand for -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each line: the fused kernel and the unfused sequence (the same BLAS, then one loop for each op), by turns
// in one run on one thread, the least processor time of several each; in parentheses unfused / fused, in the
// last column how much the process' memory grows. kernels.sh compiles this with -O3 -march=native, so the
// loops are vectorised where the compiler can; "own" are the same sequences with libsmr_rt's loops (softmax,
// gelu).
//===----------------------------------------------------------------------===//
#include "runtime/blas.h"
#include "runtime/leaves.h"
#include "runtime/smr_rt.h"
#include "runtime/smr_rt_tensor.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static float *numbers(int64_t n) {
  float *x = malloc((size_t)n * sizeof *x);
  uint32_t state = 1;
  for (int64_t i = 0; i < n; i++) {
    state = state * 1664525 + 1013904223;
    x[i] = (float)(int32_t)state / 2147483648.0f;
  }
  return x;
}

static long peak_kib(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// The least time of each of the runs, by turns, in milliseconds.
typedef void Run(void);
static void measure(int count, Run *const *runs, double *best) {
  for (int k = 0; k < count; k++)
    best[k] = INFINITY;
  double start = now();
  for (int round = 0; round < 40 && (round < 4 || now() - start < 1.5); round++)
    for (int k = 0; k < count; k++) {
      double begin = now();
      runs[k]();
      double time = 1e3 * (now() - begin);
      best[k] = round && time < best[k] ? time : best[k];
    }
}

//--- A linear layer with bias and gelu -----------------------------------------------------

static struct {
  int64_t m, n, k;
  float *a, *w, *bias, *c;
} l;

static void product_alone(void) {
  smr_rt_gemm_f32()(SMR_RT_ROW_MAJOR, SMR_RT_PLAIN, SMR_RT_TRANSPOSED, (int)l.m, (int)l.n, (int)l.k, 1, l.a,
                    (int)l.k, l.w, (int)l.k, 0, l.c, (int)l.n);
}

static void add_bias(void) {
  for (int64_t i = 0; i < l.m; i++)
    for (int64_t j = 0; j < l.n; j++)
      l.c[i * l.n + j] += l.bias[j];
}

static void linear_unfused(void) {
  product_alone();
  add_bias();
  for (int64_t i = 0; i < l.m * l.n; i++)
    l.c[i] = 0.5f * l.c[i] * (1 + erff(l.c[i] * 0.70710678f));
}

static void linear_own(void) {
  product_alone();
  add_bias();
  smr_rt_step_f32(SMR_RT_GELU_ERF, l.m * l.n, l.c, 0, 0, NULL, 0);
}

static void linear_fused(void) {
  const SmrRtStep steps[] = {{SMR_RT_PLUS, 0, 0, {l.bias, {0, 0, 0, 1}}}, {.code = SMR_RT_GELU_ERF}};
  const SmrRtProduct p = {
      {1, 1}, l.m, l.n, l.k, {l.a, {0, 0, l.k, 1}}, {l.w, {0, 0, 1, l.k}}, {l.c, {0, 0, l.n, 1}}, 2, steps};
  if (smr_rt_linear_f32(&p))
    abort();
}

static void bench_linear(int64_t m) {
  static Run *const runs[] = {linear_fused, product_alone, linear_unfused, linear_own};
  double t[4];
  l.m = m, l.n = 3072, l.k = 768;
  l.a = numbers(m * l.k), l.w = numbers(l.n * l.k), l.bias = numbers(l.n), l.c = numbers(m * l.n);
  measure(4, runs, t);
  printf("linear m %4d  fused %8.2f ms  product alone %8.2f  epilog %5.1f %%  unfused %8.2f (%.2f)  own "
         "%8.2f (%.2f)\n",
         (int)m, t[0], t[1], 100 * (t[0] / t[1] - 1), t[2], t[2] / t[0], t[3], t[3] / t[0]);
  free(l.a), free(l.w), free(l.bias), free(l.c);
}

//--- Attention -----------------------------------------------------------------------------

enum { HEADS = 12, D = 64 };
static struct {
  int64_t queries, l, flags;
  float *q, *k, *v, *o, *s;
} a;

static void attention_fused(void) {
  const int64_t head = a.l * D, row = a.queries * D;
  SmrRtAttention t = {1,
                      HEADS,
                      HEADS,
                      a.queries,
                      a.l,
                      D,
                      D,
                      a.flags,
                      0,
                      0.125,
                      0,
                      {a.q, {0, row, D, 1}},
                      {a.k, {0, head, D, 1}},
                      {a.v, {0, head, D, 1}},
                      {0},
                      {0},
                      {0},
                      {a.o, {0, row, D, 1}}};
  if (smr_rt_attention_f32(&t))
    abort();
}

static void scores(int64_t h) {
  const int n = (int)a.l, m = (int)a.queries;
  smr_rt_gemm_f32()(SMR_RT_ROW_MAJOR, SMR_RT_PLAIN, SMR_RT_TRANSPOSED, m, n, D, 1, a.q + h * m * D, D,
                    a.k + h * n * D, D, 0, a.s + h * m * n, n);
}

static void values(int64_t h) {
  const int n = (int)a.l, m = (int)a.queries;
  smr_rt_gemm_f32()(SMR_RT_ROW_MAJOR, SMR_RT_PLAIN, SMR_RT_PLAIN, m, D, n, 1, a.s + h * m * n, n,
                    a.v + h * n * D, D, 0, a.o + h * m * D, D);
}

static void scale_all(void) {
  for (int64_t i = 0; i < HEADS * a.queries * a.l; i++)
    a.s[i] *= 0.125f;
}

static void mask_all(void) {
  for (int64_t r = 0; a.flags & SMR_RT_CAUSAL && r < HEADS * a.queries; r++)
    for (int64_t j = r % a.l + 1; j < a.l; j++)
      a.s[r * a.l + j] = -INFINITY;
}

static void softmax_loop(int64_t n, float *x) {
  float top = -INFINITY, sum = 0;
  for (int64_t j = 0; j < n; j++)
    top = x[j] > top ? x[j] : top;
  for (int64_t j = 0; j < n; j++)
    sum += x[j] = expf(x[j] - top);
  for (int64_t j = 0; j < n; j++)
    x[j] /= sum;
}

static void attention_unfused(void) {
  for (int64_t h = 0; h < HEADS; h++)
    scores(h);
  scale_all();
  mask_all();
  for (int64_t r = 0; r < HEADS * a.queries; r++)
    softmax_loop(a.l, a.s + r * a.l);
  for (int64_t h = 0; h < HEADS; h++)
    values(h);
}

static void attention_own(void) {
  for (int64_t h = 0; h < HEADS; h++)
    scores(h);
  scale_all();
  mask_all();
  for (int64_t r = 0; r < HEADS * a.queries; r++)
    smr_rt_softmax_from_f32(a.l, -INFINITY, a.s + r * a.l, a.s + r * a.l);
  for (int64_t h = 0; h < HEADS; h++)
    values(h);
}

static void bench_attention(int64_t queries, int64_t length, int64_t flags) {
  static Run *const runs[] = {attention_fused, attention_unfused, attention_own};
  double t[3];
  a.queries = queries, a.l = length, a.flags = flags;
  a.q = numbers(HEADS * length * D), a.k = numbers(HEADS * length * D), a.v = numbers(HEADS * length * D);
  a.o = numbers(HEADS * length * D);
  long before = peak_kib();
  attention_fused();
  long fused = peak_kib();
  a.s = numbers(HEADS * length * length);
  attention_own();
  long unfused = peak_kib();
  measure(3, runs, t);
  printf("attention %4d x %4d%s  fused %8.2f ms  unfused %8.2f (%.2f)  own %8.2f (%.2f)  memory +%ld and "
         "+%ld KiB\n",
         (int)queries, (int)length, flags ? " causal" : "       ", t[0], t[1], t[1] / t[0], t[2], t[2] / t[0],
         fused - before, unfused - fused);
  free(a.q), free(a.k), free(a.v), free(a.o), free(a.s);
}

int main(void) {
  if (!smr_rt_gemm_f32())
    return fputs("no BLAS\n", stderr), 1;
  for (int64_t m = 128; m <= 2048; m *= 2)
    bench_linear(m);
  for (int64_t length = 128; length <= 2048; length *= 2)
    bench_attention(length, length, 0);
  for (int64_t length = 128; length <= 2048; length *= 4)
    bench_attention(1, length, 0);
  for (int64_t length = 128; length <= 2048; length *= 4)
    bench_attention(length, length, SMR_RT_CAUSAL);
  return 0;
}
