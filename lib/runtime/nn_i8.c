//===- nn_i8.c - products of bytes ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Sums are unsigned, so that they wrap as the idiom's would. (The idiom's own overflow is undefined.)
//===----------------------------------------------------------------------===//
#include "runtime/smr_rt.h"
#include "runtime/vector.h"

#ifdef SMR_RT_HAS_LEVELS
typedef int8_t Bytes __attribute__((vector_size(32)));
typedef int16_t Shorts __attribute__((vector_size(64)));

/// 32 products of 16 bits; pairs of them fit 32 bits, which is what vpmaddwd computes.
SMR_RT_BODY void add_products(SmrInts *sum, const int8_t *a, const int8_t *b) {
  Bytes p, q;
  memcpy(&p, a, sizeof p);
  memcpy(&q, b, sizeof q);
  Shorts x = __builtin_convertvector(p, Shorts), y = __builtin_convertvector(q, Shorts);
  SmrInts u, v;
  memcpy(&u, &x, sizeof u);
  memcpy(&v, &y, sizeof v);
  *sum += (u << 16 >> 16) * (v << 16 >> 16) + (u >> 16) * (v >> 16);
}

SMR_RT_BODY int32_t dot(int64_t n, const int8_t *a, const int8_t *b) {
  SmrInts sums[2] = {{0}, {0}};
  int64_t i = 0;
  for (; n - i >= 64; i += 64) {
    add_products(&sums[0], a + i, b + i);
    add_products(&sums[1], a + i + 32, b + i + 32);
  }
  if (n - i >= 32) {
    add_products(&sums[0], a + i, b + i);
    i += 32;
  }
  uint32_t lanes[SMR_RT_LANES], total = 0;
  SmrInts sum = sums[0] + sums[1];
  memcpy(lanes, &sum, sizeof lanes);
  for (int k = 0; k < SMR_RT_LANES; k++)
    total += lanes[k];
  for (; i < n; i++)
    total += (uint32_t)(a[i] * b[i]);
  return (int32_t)total;
}

SMR_RT_BODY void matvec(int64_t m, int64_t n, const int8_t *a, int64_t lda, const int8_t *x, int32_t *y) {
  for (int64_t i = 0; i < m; i++)
    y[i] = dot(n, a + i * lda, x);
}

SMR_RT_AVX512 static int32_t dot_avx512(int64_t n, const int8_t *a, const int8_t *b) {
  return dot(n, a, b);
}
SMR_RT_AVX2 static int32_t dot_avx2(int64_t n, const int8_t *a, const int8_t *b) {
  return dot(n, a, b);
}
SMR_RT_AVX512 static void matvec_avx512(int64_t m, int64_t n, const int8_t *a, int64_t lda, const int8_t *x,
                                        int32_t *y) {
  matvec(m, n, a, lda, x, y);
}
SMR_RT_AVX2 static void matvec_avx2(int64_t m, int64_t n, const int8_t *a, int64_t lda, const int8_t *x,
                                    int32_t *y) {
  matvec(m, n, a, lda, x, y);
}
#endif

/// For processors whose vectors have no such products: what the compiler makes of the loop.
static int32_t plain(int64_t n, const int8_t *a, const int8_t *b) {
  uint32_t total = 0;
  for (int64_t i = 0; i < n; i++)
    total += (uint32_t)(a[i] * b[i]);
  return (int32_t)total;
}

int32_t smr_rt_dot_i8(int64_t n, const int8_t *a, const int8_t *b) {
#ifdef SMR_RT_HAS_LEVELS
  int level = smr_rt_level();
  if (level)
    return level == 2 ? dot_avx512(n, a, b) : dot_avx2(n, a, b);
#endif
  return plain(n, a, b);
}

void smr_rt_matvec_i8(int64_t m, int64_t n, const int8_t *a, int64_t lda, const int8_t *x, int32_t *y) {
#ifdef SMR_RT_HAS_LEVELS
  int level = smr_rt_level();
  if (level == 2) {
    matvec_avx512(m, n, a, lda, x, y);
    return;
  }
  if (level == 1) {
    matvec_avx2(m, n, a, lda, x, y);
    return;
  }
#endif
  for (int64_t i = 0; i < m; i++)
    y[i] = plain(n, a + i * lda, x);
}
