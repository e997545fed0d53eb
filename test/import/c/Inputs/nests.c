// Spellings of the same kernels over matrices; see kernels.c.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

//--- gemv: rows --------------------------------------------------------------
void gemv__flat(const double *restrict a, const double *restrict x, double *restrict y, int m, int n) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}
void gemv__long(const double *restrict a, const double *restrict x, double *restrict y, long m, long n) {
  for (long i = 0; i < m; i++) {
    double s = 0;
    for (long j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}
void gemv__size(const double *restrict a, const double *restrict x, double *restrict y, size_t m, size_t n) {
  for (size_t i = 0; i < m; i++) {
    double s = 0;
    for (size_t j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}
void gemv__row_pointer(const double *restrict a, const double *restrict x, double *restrict y, int m, int n) {
  for (int i = 0; i < m; i++) {
    const double *row = a + (size_t)i * n;
    double s = 0;
    for (int j = 0; j < n; j++)
      s += row[j] * x[j];
    y[i] = s;
  }
}
void gemv__walk(const double *restrict a, const double *restrict x, double *restrict y, int m, int n) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += *a++ * x[j];
    *y++ = s;
  }
}
void gemv__row_advanced(const double *restrict a, const double *restrict x, double *restrict y, int m,
                        int n) {
  for (int i = 0; i < m; i++, a += n) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[j] * x[j];
    y[i] = s;
  }
}
void gemv__memory(const double *restrict a, const double *restrict x, double *restrict y, int m, int n) {
  for (int i = 0; i < m; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
  }
}
void gemv__vla(int m, int n, const double a[restrict m][n], const double *restrict x, double *restrict y) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}
void gemv__vla_pointer(const double *restrict flat, const double *restrict x, double *restrict y, int m,
                       int n) {
  const double (*a)[n] = (const double (*)[n])flat;
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int j = 0; j < n; ++j)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}
void gemv__mixed(const double *restrict a, const double *restrict x, double *restrict y, int m, size_t n) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (size_t j = 0; j < n; j++)
      s += a[(size_t)i * n + j] * x[j];
    y[i] = s;
  }
}
void gemv__do(const double *restrict a, const double *restrict x, double *restrict y, int m, int n) {
  int i = 0;
  if (m > 0)
    do {
      double s = 0;
      int j = 0;
      if (n > 0)
        do
          s += a[i * n + j] * x[j];
        while (++j < n);
      y[i] = s;
    } while (++i < m);
}
void gemv__down(const double *restrict a, const double *restrict x, double *restrict y, int m, int n) {
  for (int i = m - 1; i >= 0; i--) {
    double s = 0;
    for (int j = n - 1; j >= 0; j--)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}
void gemv__not_transposed(const double *restrict a, const double *restrict x, double *restrict y, int m,
                          int n) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[j * m + i] * x[j];
    y[i] = s;
  }
}
void gemv__not_rows(const double *const *a, const double *restrict x, double *restrict y, int m, int n) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}
void gemv__not_triangle(const double *restrict a, const double *restrict x, double *restrict y, int m,
                        int n) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j <= i; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}
void gemv__not_carried(const double *restrict a, const double *restrict x, double *restrict y, int m, int n) {
  double s = 0;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

//--- fixed: arrays of fixed size ---------------------------------------------
enum { ROWS = 30, COLUMNS = 40 };
void fixed__array(const double a[restrict ROWS][COLUMNS], const double x[restrict COLUMNS],
                  double y[restrict ROWS]) {
  for (int i = 0; i < ROWS; i++) {
    double s = 0;
    for (int j = 0; j < COLUMNS; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}
void fixed__size(const double a[restrict ROWS][COLUMNS], const double x[restrict COLUMNS],
                 double y[restrict ROWS]) {
  for (size_t i = 0; i < ROWS; i++) {
    double s = 0;
    for (size_t j = 0; j < COLUMNS; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}
void fixed__unsigned(const double a[restrict ROWS][COLUMNS], const double x[restrict COLUMNS],
                     double y[restrict ROWS]) {
  for (unsigned i = 0; i < ROWS; i++) {
    double s = 0;
    for (unsigned j = 0; j < COLUMNS; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}
void fixed__flat_unsigned(const double *restrict a, const double *restrict x, double *restrict y) {
  for (unsigned i = 0; i < ROWS; i++) {
    double s = 0;
    for (unsigned j = 0; j < COLUMNS; j++)
      s += a[i * COLUMNS + j] * x[j];
    y[i] = s;
  }
}
void fixed__char_counters(const double a[restrict ROWS][COLUMNS], const double x[restrict COLUMNS],
                          double y[restrict ROWS]) {
  for (unsigned char i = 0; i < ROWS; i++) {
    double s = 0;
    for (signed char j = 0; j < COLUMNS; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}
void fixed__not_equal(const double a[restrict ROWS][COLUMNS], const double x[restrict COLUMNS],
                      double y[restrict ROWS]) {
  for (int i = 0; i != ROWS; i++) {
    double s = 0;
    for (int j = 0; j != COLUMNS; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}
void fixed__walk(const double a[restrict ROWS][COLUMNS], const double *restrict x, double *restrict y) {
  for (const double (*row)[COLUMNS] = a; row < a + ROWS; row++) {
    double s = 0;
    for (int j = 0; j < COLUMNS; j++)
      s += (*row)[j] * x[j];
    *y++ = s;
  }
}
void fixed__do(const double a[restrict ROWS][COLUMNS], const double x[restrict COLUMNS],
               double y[restrict ROWS]) {
  int i = 0;
  do {
    double s = 0;
    int j = 0;
    do {
      s += a[i][j] * x[j];
      j++;
    } while (j < COLUMNS);
    y[i] = s;
    i++;
  } while (i < ROWS);
}
void fixed__not_small(const double a[restrict ROWS][COLUMNS], const double x[restrict COLUMNS],
                      double y[restrict ROWS]) {
  for (int i = 0; i < ROWS; i++) {
    double s = 0;
    for (int j = 0; j < ROWS; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}

//--- members: arrays behind structs ------------------------------------------
struct Layer {
  int m, n;
  double *a;
  double bias[16];
};
double members__index(const struct Layer *restrict l, const double *restrict x) {
  double s = 0;
  for (int j = 0; j < l->n; j++)
    s += l->a[j] * x[j];
  return s;
}
double members__local(const struct Layer *restrict l, const double *restrict x) {
  double s = 0;
  const double *a = l->a;
  int n = l->n;
  for (int j = 0; j < n; j++)
    s += a[j] * x[j];
  return s;
}
double members__not_bias(const struct Layer *restrict l, const double *restrict x) {
  double s = 0;
  for (int j = 0; j < l->n; j++)
    s += l->bias[j] * x[j];
  return s;
}

//--- gemm --------------------------------------------------------------------
void gemm__flat(const double *restrict a, const double *restrict b, double *restrict c, int m, int n, int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * b[l * n + j];
      c[i * n + j] = s;
    }
}
void gemm__size(const double *restrict a, const double *restrict b, double *restrict c, size_t m, size_t n,
                size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t l = 0; l < k; ++l)
        s += a[i * k + l] * b[l * n + j];
      c[i * n + j] = s;
    }
}
void gemm__vla(int m, int n, int k, const double a[restrict m][k], const double b[restrict k][n],
               double c[restrict m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i][l] * b[l][j];
      c[i][j] = s;
    }
}
void gemm__memory(const double *restrict a, const double *restrict b, double *restrict c, int m, int n,
                  int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      c[i * n + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * n + j] += a[i * k + l] * b[l * n + j];
    }
}
void gemm__walk(const double *restrict a, const double *restrict b, double *restrict c, int m, int n, int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      const double *p = a + i * k, *q = b + j;
      for (int l = 0; l < k; l++, q += n)
        s += *p++ * *q;
      *c++ = s;
    }
}
void gemm__do(const double *restrict a, const double *restrict b, double *restrict c, long m, long n,
              long k) {
  long i = 0;
  if (m > 0)
    do {
      long j = 0;
      if (n > 0)
        do {
          double s = 0;
          long l = 0;
          if (k > 0)
            do {
              s += a[i * k + l] * b[l * n + j];
            } while (++l < k);
          c[i * n + j] = s;
        } while (++j < n);
    } while (++i < m);
}
void gemm__down(const double *restrict a, const double *restrict b, double *restrict c, int m, int n, int k) {
  for (int i = m; i-- > 0;)
    for (int j = n; j-- > 0;) {
      double s = 0;
      for (int l = k; l-- > 0;)
        s += a[i * k + l] * b[l * n + j];
      c[i * n + j] = s;
    }
}
void gemm__not_transposed(const double *restrict a, const double *restrict b, double *restrict c, int m,
                          int n, int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * b[j * k + l];
      c[i * n + j] = s;
    }
}
void gemm__not_unsigned(const double *restrict a, const double *restrict b, double *restrict c, unsigned m,
                        unsigned n, unsigned k) { // i * k + l may wrap
  for (unsigned i = 0; i < m; i++)
    for (unsigned j = 0; j < n; j++) {
      double s = 0;
      for (unsigned l = 0; l < k; l++)
        s += a[i * k + l] * b[l * n + j];
      c[i * n + j] = s;
    }
}

//--- ger ---------------------------------------------------------------------
void ger__flat(double *restrict a, const double *restrict x, const double *restrict y, int m, int n) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += x[i] * y[j];
}
void ger__local(double *restrict a, const double *restrict x, const double *restrict y, int m, int n) {
  for (int i = 0; i < m; i++) {
    double v = x[i];
    double *row = &a[i * n];
    for (int j = 0; j < n; j++)
      row[j] = row[j] + v * y[j];
  }
}
void ger__vla(int m, int n, double a[restrict m][n], const double *restrict x, const double *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i][j] += x[i] * y[j];
}
void ger__walk(double *restrict a, const double *restrict x, const double *restrict y, int m, int n) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      *a++ += x[i] * y[j];
}
void ger__not_square(double *restrict a, const double *restrict x, const double *restrict y, int m, int n) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * m + j] += x[i] * y[j];
}

//--- syrk: a triangle --------------------------------------------------------
void syrk__le(const double *restrict a, double *restrict c, int n, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * a[j * k + l];
      c[i * n + j] = s;
    }
}
void syrk__less(const double *restrict a, double *restrict c, int n, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i + 1; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * a[j * k + l];
      c[i * n + j] = s;
    }
}
void syrk__size(const double *restrict a, double *restrict c, size_t n, size_t k) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      double s = 0;
      for (size_t l = 0; l < k; l++)
        s += a[i * k + l] * a[j * k + l];
      c[i * n + j] = s;
    }
}
void syrk__not_strict(const double *restrict a, double *restrict c, int n, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * a[j * k + l];
      c[i * n + j] = s;
    }
}

//--- softplus: calls of the mathematical library -----------------------------
void soft__call(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = exp(x[i]) + fabs(x[i]) + sqrt(x[i]);
}
void soft__walk(const double *restrict x, double *restrict y, int n) {
  for (; n > 0; n--, x++)
    *y++ = sqrt(*x) + (fabs(*x) + exp(*x));
}
void soft__not_log(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = log(x[i]) + fabs(x[i]) + sqrt(x[i]);
}
