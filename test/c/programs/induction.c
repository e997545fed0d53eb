//===- induction.c - Loops around a call whose counters are not at hand ---------------===//
//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------------------===//
//
// The call needs to know in which round of the loops around it it stands. Here nothing counts the rounds from
// 0 by 1: pointers walk, counters go down or by steps, tests have side effects, random numbers are drawn.
//
//===----------------------------------------------------------------------------------===//

#include "../harness.h"

/// A layer whose weights are one long row, bias first.
void biased_layer(int in, int out, const real *w, const real *x, real *y) {
  while (out-- > 0) {
    real sum = *w++ * 0.5;
    for (int i = 0; i < in; i++)
      sum += x[i] * *w++;
    *y++ = sum;
  }
}

/// All pointers walk, all counters go down, every loop is tested last.
void product_walking(const real *a, const real *b, real *c, unsigned short rows, unsigned short inner,
                     unsigned short columns) {
  unsigned left = rows, start = 0;
  const real *row = a;
  do {
    real *to = c + start;
    const real *column = b;
    unsigned more = columns;
    do {
      const real *p = row, *q = column;
      real sum = 0;
      for (unsigned k = inner; k > 0; k--, q += columns)
        sum += *p++ * *q;
      *to++ = sum;
      column = b + (columns - --more);
    } while (more > 0);
    row += inner;
    start += columns;
  } while (--left > 0);
}

/// Back substitution by rows, from the last one; the test moves the counter.
void upper_solve(size_t count, const real *a, size_t stride, real *x) {
  for (size_t i = count; i > 0 && i--;) {
    real sum = x[i];
    for (size_t j = i + 1; j < count; j++)
      sum -= a[stride * i + j] * x[j];
    x[i] = sum / (a[stride * i + i] + 3);
  }
}

/// The same as `while (i-- > 0)`.
void upper_solve_while(size_t count, const real *a, real *x) {
  size_t i = count;
  while (i-- > 0) {
    real sum = 0;
    for (size_t j = i + 1; j < count; j++)
      sum += a[i * count + j] * x[j];
    x[i] = (x[i] - sum) / 3;
  }
}

/// The row is found by a step that is no power of two, and the loop is continued from two places.
int rows_by_steps(int count, int stride, const real *a, const real *x, real *y) {
  int skipped = 0;
  for (int at = 7; at < 7 + 24 * count; at += 24) {
    int i = (at - 7) / 24;
    if (x[i] < -0.5) {
      skipped++;
      continue;
    }
    real sum = 0;
    for (int j = 0; j < stride; j++)
      sum += a[i * stride + j] * x[j];
    y[i] = sum;
  }
  return skipped;
}

/// What moves by a constant is random numbers, which tell the round only to who can divide modulo 2^64.
void random_rows(int count, int length, const real *a, const real *x, real *y, uint64_t *state) {
  uint64_t s = *state;
  for (const real *end = a + (size_t)count * (size_t)length; a != end; a += length) {
    s += 0x9E3779B97F4A7C15u;
    uint64_t z = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9u;
    real sum = (real)((z >> 40) & 15);
    for (int j = 0; j < length; j++)
      sum += a[j] * x[j];
    *y++ = sum;
  }
  *state = s;
}

/// Rows of records: the pointer moves by 40 bytes, no other counter.
struct record {
  real weight, values[4];
};
void records(struct record *r, struct record *end, const real *x, int length, real *y) {
  for (; r != end; ++r) {
    real sum = 0;
    for (int j = 0; j < length; j++)
      sum += x[j] * y[j];
    r->weight += sum;
  }
}

/// Two sums in one downward loop; neither start is what the loop counts.
void sums_down(long count, real *a, real *b, const real *c, const real *d) {
  for (long i = count - 1; i-- > 0;) {
    for (long j = i + 1; j < count - 1; j++)
      b[j] -= b[j + 1] * d[count - 2 - i];
    for (long j = i; j < count; j++)
      a[j - i] += b[j] * c[count - i - 1];
  }
}

/// An axpy in tiles, unrolled, with what is left of each tile.
void tiles(int count, real factor, const real *x, real *restrict y) {
  long i = 0;
  for (long tile = 0; tile < count; tile += 8) {
    for (i = tile; i + 3 < (tile + 8 < count ? tile + 8 : count); i += 4) {
      y[i] += factor * x[i];
      y[i + 1] += factor * x[i + 1];
      y[i + 2] += factor * x[i + 2];
      y[i + 3] += factor * x[i + 3];
    }
    for (; i < (tile + 8 < count ? tile + 8 : count); i++)
      y[i] += factor * x[i];
  }
}

/// Squares along the middle index of a three-dimensional array.
void normalize_points(real *x, int batch, int channels, int points) {
  for (int b = 0; b < batch; b++)
    for (int i = 0; i < points; i++) {
      real sum = 1;
      for (int f = 0; f < channels; f++) {
        int at = b * channels * points + f * points + i;
        sum += x[at] * x[at];
      }
      for (int f = 0; f < channels; f++) {
        int at = b * channels * points + f * points + i;
        x[at] /= sum;
      }
    }
}

/// A 64-bit unsigned counter times numbers of 32 bits, kept in 32 bits.
void scores(unsigned long long layers, int length, int width, int count, const real *q, const real *keys,
            real *out) {
  for (unsigned long long layer = 0; layer < layers; layer++) {
    int start = layer * length * width;
    for (int t = 0; t < count; t++) {
      const real *key = keys + start + t * width;
      real sum = 0;
      for (int i = 0; i < width; i++)
        sum += q[i] * key[i];
      out[t] += sum;
    }
  }
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  size_t count = (size_t)n;
  real *a = harness_fresh((size_t)(m + 1) * (count + 1)), *b = harness_fresh((count + 1) * (size_t)(k + 1)),
       *x = harness_fresh(count + (size_t)m + 2), *y = harness_fresh(count + (size_t)m + 8),
       *c = harness_fresh((size_t)((m + 1) * (k + 1)));
  biased_layer(n, m, a, x, y);
  harness_keep("biased_layer", y, (size_t)m);
  if (m && k) {
    product_walking(a, b, c, (unsigned short)m, (unsigned short)n, (unsigned short)k);
    harness_keep("product_walking", c, (size_t)(m * k));
  }
  real *square = harness_fresh((count + 1) * (count + 1));
  upper_solve(count, square, count + 1, x);
  harness_keep("upper_solve", x, count);
  upper_solve_while(count, square, x);
  harness_keep("upper_solve_while", x, count);
  int skipped = rows_by_steps(m, n, a, x, y);
  harness_keep("rows_by_steps", y, (size_t)m);
  harness_keep_number("skipped", skipped);
  uint64_t state = 42;
  random_rows(n ? m : 0, n, a, x, y, &state);
  harness_keep("random_rows", y, (size_t)m);
  harness_keep_number("random_rows.state", (double)(state >> 11));
  struct record *r = harness_fresh((size_t)m * 5);
  records(r, r + m, x, n, y);
  harness_keep("records", r, (size_t)m * 5);
  sums_down(n, x, y, square, square + 1);
  harness_keep("sums_down", x, count);
  harness_keep("sums_down.b", y, count);
  tiles(n, 0.75, x, y);
  harness_keep("tiles", y, count);
  real *cube = harness_fresh((size_t)(m * n * k));
  normalize_points(cube, m, n, k);
  harness_keep("normalize_points", cube, (size_t)(m * n * k));
  scores((unsigned long long)m, n, k, n, cube, cube, y);
  harness_keep("scores", y, count);
  free(a), free(b), free(c), free(x), free(y), free(square), free(r), free(cube);
  return 0;
}
