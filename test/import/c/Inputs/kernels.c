// Spellings of the same kernels in C. Functions GROUP__SPELLING have the same normal form as the first of
// their group; GROUP__not_WHY have another one. Parameters: in every function of a group the pointers come in
// the same order among themselves, and so do the integers and the numbers (test_variants.c).
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

//--- dot: a value accumulates over two vectors -------------------------------
double dot__for(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__le(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i <= n - 1; i++)
    s = s + y[i] * x[i];
  return s;
}
double dot__from_one(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 1; i <= n; i++)
    s += x[i - 1] * y[i - 1];
  return s;
}
double dot__i_plus_one(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i + 1 <= n; ++i)
    s += *(x + i) * *(y + i);
  return s;
}
double dot__reversed_test(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; n > i; i++)
    s += i[x] * i[y];
  return s;
}
double dot__long(const double *x, const double *y, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__size(const double *x, const double *y, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__int_to_size(const double *x, const double *y, int n) {
  double s = 0;
  for (size_t i = 0; i < (size_t)n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__long_to_int(const double *x, const double *y, int n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__while(const double *x, const double *y, int n) {
  double s = 0;
  int i = 0;
  while (i < n) {
    s += x[i] * y[i];
    i++;
  }
  return s;
}
double dot__while_true(const double *x, const double *y, int n) {
  double s = 0;
  int i = 0;
  while (true) {
    if (i >= n)
      break;
    s += x[i] * y[i];
    ++i;
  }
  return s;
}
double dot__goto(const double *x, const double *y, int n) {
  double s = 0;
  int i = 0;
again:
  if (i >= n)
    goto done;
  s += x[i] * y[i];
  i++;
  goto again;
done:
  return s;
}
double dot__index_in_expression(const double *x, const double *y, int n) {
  double s = 0;
  int i = 0;
  while (i < n) {
    s += x[i] * y[i];
    i += 1;
    continue;
  }
  return s;
}
double dot__walk(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += *x++ * *y++;
  return s;
}
double dot__walk_mixed(const double *x, const double *y, int n) {
  double s = 0;
  const double *p = x;
  for (int i = 0; i < n; i++, p++)
    s += *p * y[i];
  return s;
}
double dot__walk_end(const double *x, const double *y, int n) {
  double s = 0;
  const double *p = x, *end = x + n;
  while (p < end)
    s += *p++ * *y++;
  return s;
}
double dot__walk_not_end(const double *x, const double *y, int n) {
  double s = 0;
  for (const double *p = x, *end = x + n; p != end; ++p, ++y)
    s += *p * *y;
  return s;
}
double dot__walk_bytes(const char *x, const char *y, long n) {
  double s = 0;
  for (long i = 0; i < n; i++, x += sizeof(double), y += sizeof(double))
    s += *(const double *)x * *(const double *)y;
  return s;
}
double dot__not_equal(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i != n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__not_equal_size(const double *x, const double *y, size_t n) {
  double s = 0;
  for (size_t i = 0; i != n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__do_guarded(const double *x, const double *y, int n) {
  double s = 0;
  int i = 0;
  if (n > 0)
    do {
      s += x[i] * y[i];
      i++;
    } while (i < n);
  return s;
}
double dot__do_guarded_not_equal(const double *x, const double *y, int n) {
  double s = 0;
  int i = 0;
  if (n >= 1)
    do
      s += x[i] * y[i];
    while (++i != n);
  return s;
}
double dot__do_early_return(const double *x, const double *y, int n) {
  if (n <= 0)
    return 0;
  double s = 0;
  int i = 0;
  do {
    s += x[i] * y[i];
  } while (++i < n);
  return s;
}
double dot__for_early_return(const double *x, const double *y, int n) {
  if (n <= 0)
    return 0;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__guarded_for(const double *x, const double *y, int n) {
  double s = 0;
  if (n > 0)
    for (int i = 0; i < n; i++)
      s += x[i] * y[i];
  return s;
}
double dot__short_counter(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    int k = i;
    s += x[k] * y[k];
  }
  return s;
}
double dot__product_first(const double *x, const double *y, int n) {
  double s = 0, p;
  for (int i = 0; i < n; i++) {
    p = x[i] * y[i];
    s = p + s;
  }
  return s;
}
double dot__bound_above(const double *x, const double *y, int n) {
  double s = 0;
  int last = n - 1;
  for (int i = 0; i <= last; i++)
    s += x[i] * y[i];
  return s;
}
double dot__restrict(const double *restrict x, const double *restrict y, const int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
// Downwards: the same sum in another order.
double dot__down(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = n - 1; i >= 0; i--)
    s += x[i] * y[i];
  return s;
}
double dot__down_size(const double *x, const double *y, size_t n) {
  double s = 0;
  for (size_t i = n; i-- > 0;)
    s += x[i] * y[i];
  return s;
}
double dot__down_before(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = n; i > 0; i--)
    s += x[i - 1] * y[i - 1];
  return s;
}
double dot__down_walk_from_end(const double *x, const double *y, int n) {
  double s = 0;
  const double *p = x + n, *q = y + n;
  while (p != x)
    s += *--p * *--q;
  return s;
}
double dot__while_n(const double *x, const double *y, size_t n) {
  double s = 0;
  while (n--)
    s += *x++ * *y++;
  return s;
}
double dot__while_n_greater(const double *x, const double *y, int n) {
  double s = 0;
  while (n-- > 0)
    s += *x++ * *y++;
  return s;
}
double dot__count_down_walk(const double *x, const double *y, int n) {
  double s = 0;
  for (; n > 0; --n)
    s += *x++ * *y++;
  return s;
}
double dot__not_from_one(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 1; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__not_inclusive(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i <= n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__not_step(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i += 2)
    s += x[i] * y[i];
  return s;
}
double dot__not_shifted(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i + 1];
  return s;
}
double dot__not_crossed(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[n - 1 - i];
  return s;
}
double dot__not_same(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s + 0 * y[0];
}
double dot__not_minus(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s -= x[i] * y[i];
  return s;
}
double dot__not_break(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] == 0)
      break;
    s += x[i] * y[i];
  }
  return s;
}
double dot__not_conditional(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      s += x[i] * y[i];
  return s;
}
double dot__not_do(const double *x, const double *y, int n) { // runs once when n is 0
  double s = 0;
  int i = 0;
  do {
    s += x[i] * y[i];
    i++;
  } while (i < n);
  return s;
}
double dot__not_do_wrong_guard(const double *x, const double *y, int n) {
  double s = 0;
  int i = 0;
  if (n >= 0)
    do {
      s += x[i] * y[i];
      i++;
    } while (i < n);
  return s;
}
double dot__not_volatile(volatile const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__not_square_bound(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i * i < n; i++)
    s += x[i] * y[i];
  return s;
}
double dot__not_while_n_pre(const double *x, const double *y, int n) {
  double s = 0;
  while (--n > 0)
    s += *x++ * *y++;
  return s;
}
double dot__not_walk_before(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += *++x * *y++;
  return s;
}
double dot__not_assign(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = x[i] * y[i];
  return s;
}

//--- udot: the same with unsigned 32-bit indices -----------------------------
double udot__for(const double *x, const double *y, unsigned n) {
  double s = 0;
  for (unsigned i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double udot__not_equal(const double *x, const double *y, unsigned n) {
  double s = 0;
  for (unsigned i = 0; i != n; i++)
    s += x[i] * y[i];
  return s;
}
double udot__down(const double *x, const double *y, unsigned n) {
  double s = 0;
  for (unsigned i = n; i-- > 0;)
    s += x[i] * y[i];
  return s;
}
double udot__while_n(const double *x, const double *y, unsigned n) {
  double s = 0;
  while (n--)
    s += *x++ * *y++;
  return s;
}
double udot__size_index(const double *x, const double *y, unsigned n) {
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double udot__from_one(const double *x, const double *y, unsigned n) {
  double s = 0;
  for (unsigned i = 1; i < n + 1ul; i++)
    s += x[i - 1] * y[i - 1];
  return s;
}
double udot__do(const double *x, const double *y, unsigned n) {
  double s = 0;
  unsigned i = 0;
  if (n != 0)
    do
      s += x[i] * y[i];
    while (++i < n);
  return s;
}
double udot__not_signed(const double *x, const double *y, int n) { // -1 is none here, 2^32 - 1 there
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double udot__not_inclusive(const double *x, const double *y, unsigned n) {
  double s = 0;
  for (unsigned i = 0; i <= n; i++)
    s += x[i] * y[i];
  return s;
}
double udot__not_wrapping_index(const double *x, const double *y, unsigned n) {
  double s = 0;
  for (unsigned i = 0; i < n; i++)
    s += x[i - 1] * y[i];
  return s;
}

//--- strided: a step in two places -------------------------------------------
double strided__product(const double *x, const double *y, int n, int inc) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i * inc] * y[i];
  return s;
}
double strided__second_counter(const double *x, const double *y, int n, int inc) {
  double s = 0;
  int k = 0;
  for (int i = 0; i < n; i++) {
    s += x[k] * y[i];
    k += inc;
  }
  return s;
}
double strided__walk(const double *x, const double *y, int n, int inc) {
  double s = 0;
  for (int i = 0; i < n; i++, x += inc)
    s += *x * y[i];
  return s;
}
double strided__comma(const double *x, const double *y, long n, long inc) {
  double s = 0;
  for (long i = 0, k = 0; i < n; i++, k += inc)
    s += x[k] * y[i];
  return s;
}
double strided__not_other(const double *x, const double *y, int n, int inc) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i * inc];
  return s;
}

//--- even: a step of two -----------------------------------------------------
double even__step(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < 2 * n; i += 2)
    s += x[i];
  return s;
}
double even__scaled(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[2 * i];
  return s;
}
double even__shifted(const double *x, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += x[i << 1];
  return s;
}
double even__walk(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++, x += 2)
    s += *x;
  return s;
}
double even__not_shifted_int(const double *x, int n) { // i << 1 may wrap
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i << 1];
  return s;
}
double even__not_odd(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[2 * i + 1];
  return s;
}

//--- axpy: independent elements ----------------------------------------------
void axpy__for(double a, const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
void axpy__assign(double a, const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * a + y[i];
}
void axpy__walk(double a, const double *restrict x, double *restrict y, int n) {
  while (n-- > 0)
    *y++ += a * *x++;
}
void axpy__fma(double a, const double *restrict x, double *restrict y, long n) {
  for (long i = 0; i < n; i++)
    y[i] = fma(a, x[i], y[i]);
}
void axpy__down(double a, const double *restrict x, double *restrict y, int n) {
  for (int i = n - 1; i >= 0; i--)
    y[i] += a * x[i];
}
void axpy__down_size(double a, const double *restrict x, double *restrict y, size_t n) {
  for (size_t i = n; i-- > 0;)
    y[i] += a * x[i];
}
void axpy__do(double a, const double *restrict x, double *restrict y, int n) {
  int i = 0;
  if (n <= 0)
    return;
  do {
    y[i] += a * x[i];
  } while (++i < n);
}
void axpy__element(double a, const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    double *to = &y[i];
    const double *from = &x[i];
    *to = *to + a * *from;
  }
}
void axpy__not_shift(double a, const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = y[i] + a * x[i + 1];
}
void axpy__not_recurrence_down(double a, const double *restrict x, double *restrict y, int n) {
  for (int i = n - 1; i >= 0; i--)
    y[i] = y[i + 1] + a * x[i];
}
void axpy__not_minus(double a, const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] -= a * x[i];
}
void axpy__not_one(double a, const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[0] += a * x[i];
}

//--- shift: an order that matters --------------------------------------------
void shift__down(double *x, int n) {
  for (int i = n - 1; i >= 0; i--)
    x[i + 1] = x[i];
}
void shift__not_up(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i + 1] = x[i];
}

//--- norm: one vector --------------------------------------------------------
double norm__index(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return sqrt(s);
}
double norm__local(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double v = x[i];
    s += v * v;
  }
  return sqrt(s);
}
double norm__walk(const double *x, int n) {
  double s = 0.0;
  const double *end = x + n;
  for (; x < end; x++)
    s += *x * *x;
  return sqrt(s);
}
double norm__not_sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return sqrt(s);
}

//--- quant: int8 -------------------------------------------------------------
int32_t quant__char(const int8_t *x, const int8_t *y, int n) {
  int32_t s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
int32_t quant__cast(const int8_t *x, const int8_t *y, int n) {
  int32_t s = 0;
  for (int i = 0; i < n; i++)
    s += (int32_t)x[i] * (int32_t)y[i];
  return s;
}
int32_t quant__walk(const int8_t *x, const int8_t *y, size_t n) {
  int32_t s = 0;
  while (n--)
    s += *x++ * *y++;
  return s;
}
int32_t quant__not_unsigned(const int8_t *x, const uint8_t *y, int n) {
  int32_t s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
