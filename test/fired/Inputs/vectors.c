// Loops that were vectorised by hand are the loops that they stand for, however the rest is done and the
// lanes are summed. Data that is not aligned to its elements, and overlapping matrices, keep the loops.
#include <dlfcn.h>
#include <immintrin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define KERNEL __attribute__((noinline)) static
#define SSE3 __attribute__((noinline, target("sse3"))) static
#define AVX __attribute__((noinline, target("avx2,fma"))) static
enum { MOST = 1 << 18 };

KERNEL double dot_whole(int n, const double *a, const double *b) {
  __m128d s = _mm_setzero_pd();
  for (int i = 0; i + 2 <= n; i += 2)
    s = _mm_add_pd(s, _mm_mul_pd(_mm_loadu_pd(a + i), _mm_loadu_pd(b + i)));
  double t[2];
  _mm_storeu_pd(t, s);
  return t[0] + t[1];
}

KERNEL double dot_rest(int n, const double *a, const double *b) {
  __m128d s = _mm_setzero_pd();
  int i = 0;
  for (; i + 2 <= n; i += 2)
    s = _mm_add_pd(s, _mm_mul_pd(_mm_loadu_pd(&a[i]), _mm_loadu_pd(&b[i])));
  double r = _mm_cvtsd_f64(_mm_add_sd(s, _mm_unpackhi_pd(s, s)));
  for (; i < n; i++)
    r += a[i] * b[i];
  return r;
}

SSE3 double dot_pairs(int n, const double *a, const double *b) {
  __m128d s = _mm_setzero_pd(), t = s;
  int i = 0;
  for (; i < n - 3; i += 4) {
    s = _mm_add_pd(s, _mm_mul_pd(_mm_loadu_pd(a + i), _mm_loadu_pd(b + i)));
    t = _mm_add_pd(t, _mm_mul_pd(_mm_loadu_pd(a + i + 2), _mm_loadu_pd(b + i + 2)));
  }
  s = _mm_add_pd(s, t);
  s = _mm_hadd_pd(s, s);
  double r = _mm_cvtsd_f64(s);
  while (i < n) {
    r += a[i] * b[i];
    i++;
  }
  return r;
}

AVX double dot_wide(int n, const double *a, const double *b) {
  __m256d s = _mm256_setzero_pd(), t = s;
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    s = _mm256_fmadd_pd(_mm256_loadu_pd(a + i), _mm256_loadu_pd(b + i), s);
    t = _mm256_fmadd_pd(_mm256_loadu_pd(a + i + 4), _mm256_loadu_pd(b + i + 4), t);
  }
  s = _mm256_add_pd(s, t);
  __m128d low = _mm256_castpd256_pd128(s), high = _mm256_extractf128_pd(s, 1);
  low = _mm_add_pd(low, high);
  double r = _mm_cvtsd_f64(_mm_add_sd(low, _mm_unpackhi_pd(low, low)));
  for (; i < n; ++i)
    r += a[i] * b[i];
  return r;
}

typedef double four __attribute__((vector_size(32)));
KERNEL double dot_type(int n, const double *a, const double *b) {
  const four *x = (const four *)a, *y = (const four *)b;
  four s = {0, 0, 0, 0};
  for (int i = 0; i < n / 4; i++)
    s += x[i] * y[i];
  return s[0] + s[1] + s[2] + s[3];
}

KERNEL void matrix_vector(int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    __m128d s = _mm_setzero_pd();
    int j = 0;
    for (; j + 1 < n; j += 2)
      s = _mm_add_pd(s, _mm_mul_pd(_mm_loadu_pd(a + i * n + j), _mm_loadu_pd(x + j)));
    double r = s[0] + s[1];
    for (; j < n; j++)
      r += a[i * n + j] * x[j];
    y[i] = r;
  }
}

/// Rows of C as sums of rows of B; n is even.
KERNEL void product_rows(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      __m128d f = _mm_set1_pd(a[i * n + k]);
      for (int j = 0; j < n; j += 2)
        _mm_storeu_pd(c + i * n + j,
                      _mm_add_pd(_mm_loadu_pd(c + i * n + j), _mm_mul_pd(f, _mm_loadu_pd(b + k * n + j))));
    }
}

/// Four elements of C at a time; n is a multiple of four.
AVX void product_four(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j += 4) {
      __m256d s = _mm256_loadu_pd(c + i * n + j);
      for (int k = 0; k < n; k++)
        s = _mm256_fmadd_pd(_mm256_broadcast_sd(a + i * n + k), _mm256_loadu_pd(b + k * n + j), s);
      _mm256_storeu_pd(c + i * n + j, s);
    }
}

/// By columns, as textbooks have it.
KERNEL void product_columns(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n; ++j) {
      __m128d s = _mm_loadu_pd(c + i + j * n);
      for (int k = 0; k < n; k++)
        s = _mm_add_pd(s, _mm_mul_pd(_mm_loadu_pd(a + i + k * n), _mm_set1_pd(b[k + j * n])));
      _mm_storeu_pd(c + i + j * n, s);
    }
}

//--- None of these is an idiom -------------------------------------------------------------------------

/// The second vector is turned.
KERNEL double turned(int n, const double *a, const double *b) {
  __m128d s = _mm_setzero_pd();
  for (int i = 0; i + 2 <= n; i += 2) {
    __m128d y = _mm_loadu_pd(b + i);
    s = _mm_add_pd(s, _mm_mul_pd(_mm_loadu_pd(a + i), _mm_shuffle_pd(y, y, 1)));
  }
  return s[0] + s[1];
}

/// One lane is left out of the sum.
KERNEL double one_lane(int n, const double *a, const double *b) {
  __m128d s = _mm_setzero_pd();
  for (int i = 0; i + 2 <= n; i += 2)
    s = _mm_add_pd(s, _mm_mul_pd(_mm_loadu_pd(a + i), _mm_loadu_pd(b + i)));
  return s[0] - s[1];
}

/// Vectors that overlap.
KERNEL double sliding(int n, const double *a, const double *b) {
  __m128d s = _mm_setzero_pd();
  for (int i = 0; i + 2 <= n; i++)
    s = _mm_add_pd(s, _mm_mul_pd(_mm_loadu_pd(a + i), _mm_loadu_pd(b + i)));
  return s[0] + s[1];
}

static double *memory;
static long (*fired)(void), before;

static double *start(int shift) {
  for (int i = 0; i < 4 * MOST; i++)
    memory[i] = 0;
  char *at = (char *)memory + shift;
  for (int i = 0; i < 4 * MOST - 1; i++) {
    double value = (i * 7 + i / 13) % 5 - 2;
    memcpy(at + 8 * (size_t)i, &value, sizeof value);
  }
  before = fired ? fired() : 0;
  return (double *)at;
}

static void tell(const char *name, int n, double result) {
  double sum = result;
  for (int i = 0; i < 4 * MOST; i++)
    sum += memory[i] == memory[i] && memory[i] < 1e9 && memory[i] > -1e9 ? memory[i] * (i % 17 + 1) : 0;
  printf("%s %d %.17g\n", name, n, sum);
  if (fired)
    fprintf(stderr, "%s %d: %ld\n", name, n, fired() - before);
}

#define DOT(name, n, shift) (m = start(shift), tell(#name, n, name(n, m, m + MOST)))
#define MATRIX(name, n, shift, a)                                                                            \
  (m = start(shift), name(n, m + (a), m + MOST, m + 2 * MOST), tell(#name, n, 0))

int main(void) {
  double *m;
  bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  memory = aligned_alloc(64, 4 * MOST * sizeof *memory);
  *(void **)&fired = dlsym(RTLD_DEFAULT, "smr_fired");
  for (int n = 0; n < 10; n++) {
    DOT(dot_whole, n, 0), DOT(dot_rest, n, 0), DOT(dot_pairs, n, 0), DOT(dot_type, n, 0);
    MATRIX(matrix_vector, n, 0, 0), MATRIX(product_rows, n & ~1, 0, 0), MATRIX(product_columns, n & ~1, 0, 0);
    if (wide)
      DOT(dot_wide, n, 0), MATRIX(product_four, n & ~3, 0, 0);
  }
  DOT(dot_whole, 100001, 0), DOT(dot_rest, 100001, 0), DOT(dot_pairs, 100001, 8), DOT(dot_type, 100001, 0);
  MATRIX(matrix_vector, 401, 0, 0), MATRIX(product_rows, 102, 0, 0), MATRIX(product_columns, 102, 0, 0);
  wide ? DOT(dot_wide, 100003, 0) : tell("dot_wide", 100003, 0);
  wide ? MATRIX(product_four, 100, 0, 0) : tell("product_four", 100, 0);
  DOT(dot_rest, 100000, 4), MATRIX(product_rows, 100, 1, 0), MATRIX(product_rows, 100, 0, 2 * MOST - 8);
  DOT(turned, 100000, 0), DOT(one_lane, 100000, 0), DOT(sliding, 100000, 0);
}
