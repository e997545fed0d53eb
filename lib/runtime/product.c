//===- product.c - products of matrices that BLAS does not take as they lie ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// BLAS wants one stride of a matrix to be 1. Operands for which that is not so are copied, tile by tile, into
// blocks of memory, and BLAS multiplies these. A tile is copied along its smaller stride and multiplied as
// plain or transposed, so that no copy transposes. An element of A or B is copied once for each TILE columns
// or rows of the result, an element of the result once.
//
// From a copy another matrix may be subtracted (a mean of each row), so centred data is multiplied where
// nobody stores it.
//
// Invariant: of A, B and C only elements that the product reads are read, and only elements of C that the
// product writes are written.
// BLAS does not read the result where beta is 0, and leaves out products by a part of beta that is 0, so the
// result is multiplied by beta here, and BLAS adds to it.
//===----------------------------------------------------------------------===//
#include "runtime/smr_rt.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
  TILE = 512,
  TRIANGLE_TILE = 128,
  CENTRED_TILE = 256,
  MIRROR_TILE = 32,
  ALIGNMENT = 64,
  LEADING_END = 1 << 27
};

/// Element (i, j) is at i*row + j*column elements, less the one at `minus`, if there is one.
typedef struct {
  char *at;
  int64_t row, column;
  const char *minus;
  int64_t minus_row, minus_column;
} Matrix;

typedef struct {
  SmrRtGemm *gemm;
  const void *alpha, *beta; // beta: NULL if C is not read
  bool scales;              // … and beta is not 1
  int64_t m, n, k, bytes;
  bool triangle, lower;                     // only elements with i >= j (lower) or i <= j are written
  bool mirrored;                            // … and then those on the other side, which are the same
  bool a_conjugated, b_conjugated, c_taken; // c_taken: BLAS can write tiles of C where they are
  SmrRtNumber number;
  Matrix a, b, c;
  char *memory, *room[3]; // of it, for a tile of each matrix; NULL: the matrix is multiplied where it is
} Product;

static const struct {
  float f32;
  double f64;
  float c32[2];
  double c64[2];
} ones = {1, 1, {1, 0}, {1, 0}}, zeros;

static const void *constant(SmrRtNumber number, bool one) {
  return number == SMR_RT_F32   ? (const void *)(one ? &ones.f32 : &zeros.f32)
         : number == SMR_RT_F64 ? (const void *)(one ? &ones.f64 : &zeros.f64)
         : number == SMR_RT_C32 ? (const void *)(one ? ones.c32 : zeros.c32)
                                : (const void *)(one ? ones.c64 : zeros.c64);
}

static int64_t least(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static int64_t magnitude(int64_t x) {
  return x < 0 ? -x : x;
}

//--- Copies ---------------------------------------------------------------------------------

#define COPY(name, NUMBER)                                                                                   \
  static void name(int64_t count, const char *from, int64_t from_step, char *to, int64_t to_step) {          \
    const NUMBER *source = (const void *)from;                                                               \
    NUMBER *target = (void *)to;                                                                             \
    for (int64_t k = 0; k < count; k++)                                                                      \
      target[k * to_step] = source[k * from_step];                                                           \
  }
typedef struct {
  uint64_t low, high;
} Sixteen;
COPY(copy_4, uint32_t)
COPY(copy_8, uint64_t)
COPY(copy_16, Sixteen)

static void copy_row(int64_t bytes, int64_t count, const char *from, int64_t from_step, char *to,
                     int64_t to_step) {
  (bytes == 4 ? copy_4 : bytes == 8 ? copy_8 : copy_16)(count, from, from_step, to, to_step);
}

/// Subtracts numbers that are so far apart from neighbours.
static void subtract(SmrRtNumber number, int64_t count, const char *from, int64_t step, char *to) {
  for (int64_t k = 0; k < count; k++)
    if (number == SMR_RT_F32)
      ((float *)(void *)to)[k] -= ((const float *)(const void *)from)[k * step];
    else
      ((double *)(void *)to)[k] -= ((const double *)(const void *)from)[k * step];
}

static void conjugate(SmrRtNumber number, int64_t count, char *numbers) {
  for (int64_t k = 0; k < count; k++)
    if (number == SMR_RT_C32)
      ((float *)(void *)numbers)[2 * k + 1] *= -1;
    else
      ((double *)(void *)numbers)[2 * k + 1] *= -1;
}

#define SCALE(NUMBER)                                                                                        \
  {                                                                                                          \
    NUMBER *x = (void *)numbers, re = *(const NUMBER *)p->beta;                                              \
    for (int64_t k = 0; k < count; k++)                                                                      \
      x[k] *= re;                                                                                            \
  }
#define SCALE_COMPLEX(NUMBER)                                                                                \
  {                                                                                                          \
    NUMBER *x = (void *)numbers, re = *(const NUMBER *)p->beta, im = ((const NUMBER *)p->beta)[1];           \
    for (int64_t k = 0; k < 2 * count; k += 2) {                                                             \
      NUMBER old = x[k];                                                                                     \
      x[k] = re * old - im * x[k + 1];                                                                       \
      x[k + 1] = re * x[k + 1] + im * old;                                                                   \
    }                                                                                                        \
  }
/// Multiplies each number by beta.
static void scale(const Product *p, int64_t count, char *numbers) {
  if (p->number == SMR_RT_F32)
    SCALE(float)
  else if (p->number == SMR_RT_F64)
    SCALE(double)
  else if (p->number == SMR_RT_C32)
    SCALE_COMPLEX(float)
  else
    SCALE_COMPLEX(double)
}

static Matrix element(const Product *p, Matrix x, int64_t i, int64_t j) {
  x.at += (i * x.row + j * x.column) * p->bytes;
  if (x.minus)
    x.minus += (i * x.minus_row + j * x.minus_column) * p->bytes;
  return x;
}

/// The tile of an operand, copied if it must be. *transposed, *leading: as BLAS is told of it.
static const char *pack(const Product *p, Matrix x, int64_t rows, int64_t columns, char *room,
                        bool conjugated, int32_t *form, int32_t *leading) {
  bool by_rows = room ? magnitude(x.column) < magnitude(x.row) : x.column == 1 && x.row >= columns;
  *form = by_rows ? conjugated && !room ? SMR_RT_FORM_CONJUGATED : SMR_RT_FORM_TRANSPOSED : SMR_RT_FORM_PLAIN;
  *leading = (int32_t)(!room ? by_rows ? x.row : x.column : by_rows ? columns : rows);
  if (!room)
    return x.at;
  int64_t outer = by_rows ? rows : columns, inner = by_rows ? columns : rows;
  for (int64_t k = 0; k < outer; k++) {
    char *line = room + k * inner * p->bytes;
    copy_row(p->bytes, inner, x.at + k * (by_rows ? x.row : x.column) * p->bytes, by_rows ? x.column : x.row,
             line, 1);
    if (x.minus)
      subtract(p->number, inner, x.minus + k * (by_rows ? x.minus_row : x.minus_column) * p->bytes,
               by_rows ? x.minus_column : x.minus_row, line);
  }
  if (conjugated)
    conjugate(p->number, outer * inner, room);
  return room;
}

/// Copies the tile of C to its room, or back. `triangle`: its written half.
static void exchange(const Product *p, Matrix c, int64_t rows, int64_t columns, bool triangle, bool back) {
  for (int64_t j = 0; j < columns; j++) {
    int64_t first = triangle && p->lower ? j : 0, end = triangle && !p->lower ? least(j + 1, rows) : rows;
    char *memory = element(p, c, first, j).at, *packed = p->room[2] + (j * rows + first) * p->bytes;
    if (back)
      copy_row(p->bytes, end - first, packed, 1, memory, c.row);
    else
      copy_row(p->bytes, end - first, memory, c.row, packed, 1);
  }
}

//--- The product -----------------------------------------------------------------------------

static void multiply_tile(const Product *p, int64_t i, int64_t j, int64_t rows, int64_t columns) {
  bool diagonal = p->triangle && i == j, copied = diagonal || !p->c_taken;
  Matrix c = element(p, p->c, i, j);
  char *result = copied ? p->room[2] : c.at;
  int32_t m = (int32_t)rows, n = (int32_t)columns, ldc = (int32_t)(copied ? rows : p->c.column);
  if (copied && p->beta) {
    if (diagonal)
      memset(result, 0, (size_t)(rows * columns * p->bytes));
    exchange(p, c, rows, columns, diagonal, false);
  }
  for (int64_t column = 0; column < columns && p->scales; column++)
    scale(p, rows, result + column * ldc * p->bytes);
  for (int64_t l = 0; l == 0 || l < p->k; l += TILE) {
    int32_t depth = (int32_t)least(TILE, p->k - l), a_form, b_form, lda, ldb;
    const char *a = pack(p, element(p, p->a, i, l), rows, depth, p->room[0], p->a_conjugated, &a_form, &lda);
    const char *b =
        pack(p, element(p, p->b, l, j), depth, columns, p->room[1], p->b_conjugated, &b_form, &ldb);
    p->gemm(&a_form, &b_form, &m, &n, &depth, p->alpha, a, &lda, b, &ldb, constant(p->number, l || p->beta),
            result, &ldc);
  }
  if (copied)
    exchange(p, c, rows, columns, diagonal, true);
}

static bool is_taken(Matrix x, int64_t rows, int64_t columns, bool conjugated) {
  return !x.minus && ((x.column == 1 && x.row >= columns) || (x.row == 1 && x.column >= rows && !conjugated));
}

/// The matrix's elements are; its smaller stride is that of its rows.
static bool are_separate(Matrix x, int64_t rows, int64_t columns) {
  return (rows == 1 || x.row) && (columns == 1 || magnitude(x.column) > (rows - 1) * magnitude(x.row));
}

static Matrix turned(Matrix x) {
  return (Matrix){x.at, x.column, x.row, x.minus, x.minus_column, x.minus_row};
}

static bool is_same(Matrix x, Matrix y) {
  return x.at == y.at && x.row == y.row && x.column == y.column && x.minus == y.minus &&
         x.minus_row == y.minus_row && x.minus_column == y.minus_column;
}

static Matrix matrix(const void *at, const int32_t *row, const int32_t *column) {
  return (Matrix){.at = (char *)(uintptr_t)at, .row = *row, .column = *column};
}

/// C' = B' A'.
static void transpose(Product *p) {
  Product old = *p;
  p->m = old.n;
  p->n = old.m;
  p->a = turned(old.b);
  p->b = turned(old.a);
  p->c = turned(old.c);
  p->a_conjugated = old.b_conjugated;
  p->b_conjugated = old.a_conjugated;
  p->lower = !old.lower;
}

static bool find_room(Product *p, int64_t tile) {
  int64_t m = least(tile, p->m), n = least(tile, p->n), k = least(TILE, p->k);
  p->c_taken = p->c.row == 1 && p->c.column >= p->m && p->c.column < LEADING_END;
  int64_t sizes[] = {is_taken(p->a, p->m, p->k, p->a_conjugated) ? 0 : m * k,
                     is_taken(p->b, p->k, p->n, p->b_conjugated) ? 0 : k * n,
                     p->c_taken && !p->triangle ? 0 : m * n},
          total = ALIGNMENT;
  for (int x = 0; x < 3; x++) {
    sizes[x] = (sizes[x] * p->bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    total += sizes[x];
  }
  char *room = p->memory = aligned_alloc(ALIGNMENT, (size_t)total);
  for (int x = 0; room && x < 3; x++) {
    p->room[x] = sizes[x] ? room : NULL;
    room += sizes[x];
  }
  return p->memory != NULL;
}

/// Element (j, i) of a square result is (i, j), of which the other one is known.
static void mirror(const Product *p) {
  for (int64_t top = 0; top < p->n; top += MIRROR_TILE)
    for (int64_t left = 0; left <= top; left += MIRROR_TILE)
      for (int64_t i = top; i < p->n && i < top + MIRROR_TILE; i++)
        for (int64_t j = left; j < i && j < left + MIRROR_TILE; j++) {
          Matrix low = element(p, p->c, i, j), high = element(p, p->c, j, i);
          memcpy(p->lower ? high.at : low.at, p->lower ? low.at : high.at, (size_t)p->bytes);
        }
}

static int32_t multiply(Product *p) {
  static const int64_t bytes[] = {4, 8, 8, 16};
  p->bytes = bytes[p->number];
  p->scales = p->beta && memcmp(p->beta, constant(p->number, true), (size_t)p->bytes);
  p->lower = true;
  if (magnitude(p->c.column) < magnitude(p->c.row))
    transpose(p);
  const int64_t tile = !p->triangle ? TILE : p->a.minus ? CENTRED_TILE : TRIANGLE_TILE;
  if (!are_separate(p->c, p->m, p->n) || !find_room(p, tile))
    return 0;
  for (int64_t j = 0; j < p->n; j += tile)
    for (int64_t i = 0; i < p->m; i += tile)
      if (!p->triangle || i == j || (i > j) == p->lower)
        multiply_tile(p, i, j, least(tile, p->m - i), least(tile, p->n - j));
  if (p->mirrored)
    mirror(p);
  free(p->memory);
  return 1;
}

int32_t smr_rt_product_(SmrRtGemm *gemm, const int32_t *number, const int32_t *triangle, const int32_t *m,
                        const int32_t *n, const int32_t *k, const void *alpha, const void *a,
                        const int32_t *a_row, const int32_t *a_column, const int32_t *a_conjugated,
                        const void *b, const int32_t *b_row, const int32_t *b_column,
                        const int32_t *b_conjugated, const int32_t *adds, const void *beta, void *c,
                        const int32_t *c_row, const int32_t *c_column) {
  Product p = {.gemm = gemm,
               .alpha = alpha,
               .beta = *adds > 0 ? beta : NULL,
               .m = *m,
               .n = *n,
               .k = *k,
               .triangle = *triangle,
               .a_conjugated = *a_conjugated,
               .b_conjugated = *b_conjugated,
               .number = (SmrRtNumber)*number,
               .a = matrix(a, a_row, a_column),
               .b = matrix(b, b_row, b_column),
               .c = matrix(c, c_row, c_column)};
  return multiply(&p);
}

int32_t smr_rt_centred_(SmrRtGemm *gemm, const int32_t *number, const int32_t *triangle, const int32_t *m,
                        const int32_t *n, const int32_t *k, const void *alpha, const void *a,
                        const int32_t *a_row, const int32_t *a_column, const void *u, const int32_t *u_row,
                        const int32_t *u_column, const void *b, const int32_t *b_row, const int32_t *b_column,
                        const int32_t *both, const void *v, const int32_t *v_row, const int32_t *v_column,
                        const int32_t *adds, const void *beta, void *c, const int32_t *c_row,
                        const int32_t *c_column) {
  Product p = {.gemm = gemm,
               .alpha = alpha,
               .beta = *adds > 0 ? beta : NULL,
               .m = *m,
               .n = *n,
               .k = *k,
               .triangle = *triangle,
               .number = (SmrRtNumber)*number,
               .a = {(char *)(uintptr_t)a, *a_row, *a_column, u, *u_row, *u_column},
               .b = {(char *)(uintptr_t)b, *b_row, *b_column, *both ? v : NULL, *v_row, *v_column},
               .c = matrix(c, c_row, c_column)};
  p.mirrored = !p.triangle && !p.beta && p.m == p.n && is_same(p.a, turned(p.b));
  p.triangle |= p.mirrored;
  return multiply(&p);
}
