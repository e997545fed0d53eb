#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Pooling with windows of any size: each function is one comparison, and says of all bits what they are.

typedef struct {
  int c, y, x, p, q, step, h, w;
} Sizes;

#define POOL(name, T, first, take, last)                                                                     \
  __attribute__((noinline)) void name##_of(int C, int Y, int X, int P, int Q, int S, int H, int W,           \
                                           const T *a, T *o) {                                               \
    for (int c = 0; c < C; c++)                                                                              \
      for (int y = 0; y < Y; y++)                                                                            \
        for (int x = 0; x < X; x++) {                                                                        \
          T m = first;                                                                                       \
          for (int p = 0; p < P; p++)                                                                        \
            for (int q = 0; q < Q; q++) {                                                                    \
              T v = a[(c * H + y * S + p) * W + x * S + q];                                                  \
              take;                                                                                          \
            }                                                                                                \
          o[(c * Y + y) * X + x] = last;                                                                     \
        }                                                                                                    \
  }                                                                                                          \
  static void name(const Sizes *z, const T *a, T *o) {                                                       \
    name##_of(z->c, z->y, z->x, z->p, z->q, z->step, z->h, z->w, a, o);                                      \
  }
#define POOLS(T, s)                                                                                          \
  POOL(s##_if, T, -INFINITY, if (v > m) m = v, m)                                                            \
  POOL(s##_choice, T, (T) - 1e30, m = m < v ? v : m, m)                                                      \
  POOL(s##_first, T, a[(c * H + y * S) * W + x * S], if (v > m) m = v, m)                                    \
  POOL(s##_nan, T, (T) - 1e30, m = m > v ? m : v, m)                                                         \
  POOL(s##_nan_first, T, a[(c * H + y * S) * W + x * S], m = v < m ? m : v, m)                               \
  POOL(s##_sum, T, 0, m += v, m)                                                                             \
  POOL(s##_mean, T, 0, m += v, m / (T)(P * Q))                                                               \
  POOL(s##_quarter, T, 0, m += v, m * (T)0.25)                                                               \
  POOL(s##_least, T, (T)1e30, if (v < m) m = v, m)                                                           \
  POOL(s##_least_first, T, a[(c * H + y * S) * W + x * S], m = m > v ? v : m, m)                             \
  POOL(s##_nan_least, T, INFINITY, m = m < v ? m : v, m)                                                     \
  POOL(s##_nan_least_first, T, a[(c * H + y * S) * W + x * S], m = v > m ? m : v, m)                         \
  /* what is nearly one of these */                                                                          \
  POOL(s##_last, T, (T) - 1e30, if (v >= m) m = v, m)                                                        \
  POOL(s##_smallest, T, (T)1e30, if (v <= m) m = v, m)                                                       \
  POOL(s##_mixed, T, 0, m = v < m ? m : -v, m)                                                               \
  POOL(s##_largest, T, 0, if (v > m) m = -v, m)

POOLS(float, f)
POOLS(double, d)

/// Reads what it wrote.
__attribute__((noinline)) void in_place(int n, int q, float *a) {
  for (int c = 0; c < n; c++)
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        float m = -INFINITY;
        for (int p = 0; p < q; p++)
          for (int k = 0; k < q; k++)
            if (a[(c * 40 + y + p) * 40 + x + k] > m)
              m = a[(c * 40 + y + p) * 40 + x + k];
        a[(c * 40 + y) * 40 + x] = m;
      }
}

static uint32_t seed = 7;
static uint32_t next(void) {
  return (seed = seed * 1664525u + 1013904223u) >> 8;
}

/// Not symmetric; equal elements, zeros of both signs, NaNs of several bits and infinities among them.
static double number(int special) {
  const uint32_t kind = special ? next() % 16 : 15;
  if (kind < 5)
    return (const double[]){0.0, -0.0, INFINITY, -INFINITY, 3.5}[kind];
  if (kind == 5)
    return next() % 2 ? NAN : -NAN;
  return (double)next() / (1 << 20) - 9 + (double)(next() % 3);
}

enum { MOST = 60000, FIRST_SUM = 5, LAST_SUM = 7 }; // (sums among EACH)
static float fa[MOST], fo[MOST];
static double da[MOST], out[MOST];

static void show(const char *name, const void *bytes, size_t count) {
  uint64_t hash = 14695981039346656037u;
  for (size_t k = 0; k < count; k++)
    hash = (hash ^ ((const unsigned char *)bytes)[k]) * 1099511628211u;
  printf(" %s %016llx", name, (unsigned long long)hash);
}

/// Which of two NaNs a sum of them is, compilers choose.
static void forget_nans(void) {
  for (int i = 0; i < MOST; i++) {
    fo[i] = isnan(fo[i]) ? NAN : fo[i];
    out[i] = isnan(out[i]) ? NAN : out[i];
  }
}

static void run(const Sizes *z) {
  typedef void OfFloats(const Sizes *, const float *, float *);
  typedef void OfDoubles(const Sizes *, const double *, double *);
#define EACH(s)                                                                                              \
  {s##_if,   s##_choice,   s##_first, s##_nan,         s##_nan_first, s##_sum,                               \
   s##_mean, s##_quarter,  s##_least, s##_least_first, s##_nan_least, s##_nan_least_first,                   \
   s##_last, s##_smallest, s##_mixed, s##_largest}
  OfFloats *floats[] = EACH(f);
  OfDoubles *doubles[] = EACH(d);
  printf("%d %d %d, %d %d by %d:", z->c, z->y, z->x, z->p, z->q, z->step);
  for (size_t k = 0; k < sizeof floats / sizeof *floats; k++) {
    for (int i = 0; i < MOST; i++)
      fo[i] = 77, out[i] = 77;
    floats[k](z, fa, fo);
    doubles[k](z, da, out);
    if (k >= FIRST_SUM && k <= LAST_SUM)
      forget_nans();
    show("f", fo, sizeof fo);
    show("d", out, sizeof out);
  }
  puts("");
}

int main(void) {
  const Sizes sizes[] = {
      {3, 28, 28, 2, 2, 2, 56, 56},  {3, 27, 27, 3, 3, 2, 56, 56},   {2, 54, 54, 3, 3, 1, 56, 56},
      {2, 20, 97, 5, 2, 1, 24, 98},  {1, 9, 16, 3, 7, 2, 30, 39},    {1, 9, 15, 3, 7, 2, 30, 39},
      {1, 70, 17, 1, 5, 3, 220, 60}, {1, 1, 130, 4, 4, 2, 5, 280},   {0, 28, 28, 2, 2, 2, 56, 56},
      {3, 0, 28, 2, 2, 2, 56, 56},   {3, 28, 0, 2, 2, 2, 56, 56},    {2, 20, 20, 0, 3, 1, 30, 30},
      {2, 20, 20, 3, 0, 1, 30, 30},  {2, 20, 20, -1, -1, 1, 30, 30}, {1, 1, 1, 1, 1, 1, 1, 1},
      {1, 20, 40, 9, 9, 0, 4, 4},    {2, 24, 24, 12, 12, 1, 10, 10}};
  for (int special = 0; special < 2; special++) {
    for (int i = 0; i < MOST; i++)
      da[i] = number(special), fa[i] = (float)da[i];
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
      run(&sizes[k]);
    // The result lies in the image.
    f_if(&sizes[0], fa, fa + 10);
    in_place(30, 4, fa);
    d_choice(&sizes[1], da, da + 1000);
    show("f", fa, sizeof fa);
    show("d", da, sizeof da);
    puts("");
  }
  return 0;
}
