// Memory that overlaps, that somebody else may change, or that is not where it seems to be.
#include "../harness.h"

#include <stdatomic.h>
#include <threads.h>

static double global_sum;
static thread_local double local_sum;
static double shared[4096];

/// y may be x or overlap it: only under a guard.
static void overlapping_axpy(int count, double alpha, const double *x, double *y) {
  for (int i = 0; i < count; i++)
    y[i] += alpha * x[i];
}

static void overlapping_copy(int count, const double *x, double *y) {
  for (int i = 0; i < count; i++)
    y[i] = x[i];
}

static void overlapping_gemv(int count, const double *a, const double *x, double *y) {
  for (int i = 0; i < count; i++) {
    y[i] = 0;
    for (int j = 0; j < count; j++)
      y[i] += a[i * count + j] * x[j];
  }
}

static void overlapping_gemm(int count, const double *a, const double *b, double *c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int p = 0; p < count; p++)
        sum += a[i * count + p] * b[p * count + j];
      c[i * count + j] = sum;
    }
}

/// y = A*y while y is being written.
static void in_place_gemv(int count, const double *restrict a, double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++)
      sum += a[i * count + j] * y[j];
    y[i] = sum;
  }
}

static void recurrence(int count, double alpha, double *restrict x) {
  for (int i = 1; i < count; i++)
    x[i] += alpha * x[i - 1];
}

static void shift_up(int count, double *restrict x) {
  for (int i = 1; i < count; i++)
    x[i] = x[i - 1];
}

/// The sum may live in x.
static void sum_in_memory(int count, const double *x, const double *y, double *s) {
  for (int i = 0; i < count; i++)
    *s += x[i] * y[i];
}

/// The store may change the bound when both are of one type.
static void sum_over_bound(const int *count, const int *x, int *s) {
  for (int i = 0; i < *count; i++)
    *s += x[i];
}

static void axpy_over_bound(double *count, const double *x, double *y) {
  for (int i = 0; i < (int)*count; i++)
    y[i] += 0.5 * x[i];
}

/// alpha may be an element of y.
static void alpha_in_memory(int count, const double *alpha, const double *x, double *y) {
  for (int i = 0; i < count; i++)
    y[i] += *alpha * x[i];
}

/// The rows' base is read anew, and the store may change it.
static void base_reloaded(int count, char **base, const char *x) {
  for (int i = 0; i < count; i++)
    (*base)[i] = x[i];
}

static void rows_may_alias(int rows, int cols, double **a, double **b, double **c) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      double sum = 0;
      for (int p = 0; p < cols; p++)
        sum += a[i][p] * b[p][j];
      c[i][j] = sum;
    }
}

static double volatile_operand(int count, const volatile double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] * y[i];
  return s;
}

static void volatile_result(int count, const double *x, volatile double *y) {
  for (int i = 0; i < count; i++)
    y[i] = x[i];
}

static double volatile_accumulator(int count, const double *x, const double *y) {
  volatile double s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] * y[i];
  return s;
}

static double volatile_bound(volatile int *count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < *count; i++)
    s += x[i] * y[i];
  return s;
}

static double volatile_index(int count, const double *x, const double *y) {
  double s = 0;
  for (volatile int i = 0; i < count; i++)
    s += x[i] * y[i];
  return s;
}

static double atomic_operand(int count, _Atomic double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += atomic_load_explicit(&x[i], memory_order_relaxed) * y[i];
  return s;
}

static void atomic_accumulator(int count, const double *x, const double *y, _Atomic double *s) {
  for (int i = 0; i < count; i++)
    atomic_store(s, atomic_load(s) + x[i] * y[i]);
}

static void atomic_copy(int count, const long *x, _Atomic long *y) {
  for (int i = 0; i < count; i++)
    atomic_store_explicit(&y[i], x[i], memory_order_relaxed);
}

/// Accumulates in a global that x may point to.
static void global_accumulator(int count, const double *x, const double *y) {
  global_sum = 0;
  for (int i = 0; i < count; i++)
    global_sum += x[i] * y[i];
}

static void thread_accumulator(int count, const double *x, const double *y) {
  local_sum = 0;
  for (int i = 0; i < count; i++)
    local_sum += x[i] * y[i];
}

union word {
  double number;
  int32_t half[2];
};

static double punned(int count, union word *w, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    w[i].half[0] ^= 1;
    s += w[i].number * y[i];
  }
  return s;
}

static void const_cast_away(int count, const double *x, const double *y) {
  for (int i = 0; i < count; i++)
    *(double *)x += x[i] * y[i];
}

static void global_shifted(int count) {
  for (int i = 0; i < count; i++)
    shared[i + 3] += 0.5 * shared[i];
}

struct vector {
  int count;
  double *data;
};

/// data may point into the structure.
static void through_structure(struct vector *v, double factor) {
  for (int i = 0; i < v->count; i++)
    v->data[i] *= factor;
}

static void swap_overlap(int count, double *x, double *y) {
  for (int i = 0; i < count; i++) {
    double t = x[i];
    x[i] = y[i];
    y[i] = t;
  }
}

static void bytes(int count, const unsigned char *x, unsigned char *y) {
  for (int i = 0; i < count; i++)
    y[i] = x[i];
}

static void ger_overlap(int rows, int cols, const double *x, const double *y, double *a) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      a[i * cols + j] += x[i] * y[j];
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  size_t size = (size_t)(n * n + 4 * n + 8);
  double *p = harness_fresh(size), *q = harness_fresh(size), *big = harness_fresh(size);
  for (int shift = 0; shift < 4; ++shift) {
    overlapping_axpy(n, 0.5, p, p + shift);
    overlapping_axpy(n, 0.5, p + shift, p);
    overlapping_axpy(n, 0.5, p, q + shift);
    overlapping_copy(n, p, p + shift);
    overlapping_copy(n, q + shift, q);
    swap_overlap(n, p, q);
    swap_overlap(n, p, p + shift);
    harness_keep("overlap1", p, size);
    overlapping_gemv(n, big, p, p + shift);
    overlapping_gemv(n, big, big + shift, p);
    overlapping_gemv(n, big, p, big + shift * n);
    overlapping_gemv(n, big, p, q);
    harness_keep("overlap2", big, size);
    for (size_t i = 0; i < size; ++i)
      big[i] = harness_random() / (n + 1), p[i] *= 0.25, q[i] = harness_random() / (n + 1);
    overlapping_gemm(n, big, q, big + shift);
    harness_keep("overlap3", big, size);
    for (size_t i = 0; i < size; ++i)
      big[i] = harness_random() / (n + 1);
    overlapping_gemm(n, q, big, big + shift);
    overlapping_gemm(n, q, q, big);
    harness_keep("overlap4", big, size);
    for (size_t i = 0; i < size; ++i)
      big[i] = harness_random(), q[i] = harness_random(), p[i] = harness_random();
    ger_overlap(n, n, big + shift, p, big);
    ger_overlap(n, n, p, big + shift * n, big);
    ger_overlap(n, n, p, q, big);
    harness_keep("overlap5", big, size);
    sum_in_memory(n, p, q, p + shift);
    sum_in_memory(n, p, q, q + size - 1);
    alpha_in_memory(n, p + shift, q, p);
    alpha_in_memory(n, p + size - 1, q, p);
    const_cast_away(n, p, q);
    harness_keep("overlap6", p, size);
  }
  in_place_gemv(n, big, q);
  recurrence(n, 0.5, q);
  shift_up(n, p);
  harness_keep("in_place", q, size);
  harness_keep("shift_up", p, size);
  int numbers[64];
  for (int i = 0; i < 64; ++i)
    numbers[i] = i % 3;
  numbers[5] = n;
  sum_over_bound(numbers + 5, numbers, numbers + 5 - (n & 1) * 2);
  double sums = 0;
  for (int i = 0; i < 64; ++i)
    sums += (i + 1) * numbers[i];
  harness_keep_number("sum_over_bound", sums);
  for (size_t i = 0; i < size; ++i)
    q[i] = fabs(q[i]) < 2 ? fabs(q[i]) : 1;
  q[2] = n;
  axpy_over_bound(q + 2, p, q);
  harness_keep("axpy_over_bound", q, size);
  {
    // The first store goes into the base itself: the loop continues elsewhere.
    struct {
      char *base;
      char room[600];
    } cell;
    char from[256];
    memset(cell.room, 0, sizeof cell.room);
    cell.base = cell.room;
    for (int i = 0; i < 256; ++i)
      from[i] = (char)i;
    base_reloaded(n, &cell.base, from);
    double sum = 0;
    for (int i = 0; i < 600; ++i)
      sum += (i + 1) * cell.room[i];
    harness_keep_number("base_reloaded", sum);
    bytes(n, (unsigned char *)cell.room, (unsigned char *)cell.room + 1);
    bytes(n, (unsigned char *)from, (unsigned char *)cell.room);
    for (int i = 0; i < 600; ++i)
      sum += (i + 1) * cell.room[i];
    harness_keep_number("bytes", sum);
  }
  double **rows = malloc(((size_t)n + 1) * sizeof *rows), **same = malloc(((size_t)n + 1) * sizeof *same);
  for (int i = 0; i < n; ++i) {
    rows[i] = big + i * n;
    same[i] = big + (i / 2) * n;
  }
  for (size_t i = 0; i < size; ++i)
    big[i] = harness_random(), q[i] = harness_random(), p[i] = harness_random();
  rows_may_alias(n, n, rows, rows, same);
  harness_keep("rows_may_alias", big, size);
  free(rows), free(same);
  for (size_t i = 0; i < size; ++i)
    big[i] = harness_random();
  int bound = n;
  harness_keep_number("volatile_operand", volatile_operand(n, p, q));
  volatile_result(n, p, q);
  harness_keep("volatile_result", q, size);
  harness_keep_number("volatile_accumulator", volatile_accumulator(n, p, q));
  harness_keep_number("volatile_bound", volatile_bound(&bound, p, q));
  harness_keep_number("volatile_index", volatile_index(n, p, q));
  harness_keep_number("atomic_operand", atomic_operand(n, (_Atomic double *)p, q));
  atomic_accumulator(n, p, q, (_Atomic double *)big);
  long from[64] = {1, 2, 3}, to[64];
  atomic_copy(64, from, (_Atomic long *)to);
  harness_keep_number("atomic_copy", (double)to[2]);
  for (int i = 0; i < 4096; ++i)
    shared[i] = harness_random();
  global_accumulator(n, p, q);
  harness_keep_number("global_accumulator", global_sum);
  global_sum = 3;
  global_accumulator(n ? 1 : 0, &global_sum, q);
  harness_keep_number("global_accumulator.self", global_sum);
  thread_accumulator(n, p, q);
  harness_keep_number("thread_accumulator", local_sum);
  harness_keep_number("punned", punned(n, (union word *)p, q));
  global_shifted(n);
  harness_keep("global_shifted", shared, 4096);
  struct vector v = {n, p};
  through_structure(&v, 0.5);
  harness_keep("end.p", p, size);
  harness_keep("end.q", q, size);
  harness_keep("end.big", big, size);
  free(p), free(q), free(big);
  return 0;
}
