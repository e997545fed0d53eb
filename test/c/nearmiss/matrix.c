// Matrix loops whose bounds, strides or transpositions are not the ones of the idiom they resemble. What is
// another idiom may be found as that one; what is none must be left alone.
#include "../harness.h"

enum { W = 23 };

static void triangular_gemv(int count, const double *restrict a, const double *restrict x,
                            double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j <= i; j++)
      sum += a[i * W + j] * x[j];
    y[i] = sum;
  }
}

static void upper_gemv(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = i; j < count; j++)
      sum += a[i * W + j] * x[j];
    y[i] = sum;
  }
}

static void triangular_gemm(int count, const double *restrict a, const double *restrict b,
                            double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int p = 0; p < i; p++)
        sum += a[i * W + p] * b[p * W + j];
      c[i * W + j] = sum;
    }
}

static void one_short(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count - 1; j++)
      sum += a[i * W + j] * x[j];
    y[i] = sum;
  }
}

static void one_more(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i <= count; i++) {
    double sum = 0;
    for (int j = 0; j <= count; j++)
      sum += a[i * W + j] * x[j];
    y[i] = sum;
  }
}

static void from_one(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 1; j < count; j++)
      sum += a[i * W + j] * x[j];
    y[i] = sum;
  }
}

static void transposed_operand(int count, const double *restrict a, const double *restrict b,
                               double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int p = 0; p < count; p++)
        sum += a[p * W + i] * b[p * W + j];
      c[i * W + j] = sum;
    }
}

static void transposed_result(int count, const double *restrict a, const double *restrict b,
                              double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int p = 0; p < count; p++)
        sum += a[i * W + p] * b[p * W + j];
      c[j * W + i] = sum;
    }
}

static void both_wrong(int count, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int p = 0; p < count; p++)
        sum += a[i * W + j] * b[p * W + j];
      c[i * W + j] = sum;
    }
}

static void diagonal_only(int count, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int p = 0; p < count; p++)
        sum += a[i * W + p] * b[p * W + p];
      c[i * W + j] = sum;
    }
}

static void stride_two(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < count; i += 2) {
    double sum = 0;
    for (int j = 0; j < count; j += 2)
      sum += a[i * W + j] * x[j];
    y[i] = sum;
  }
}

static void every_second_column(int count, const double *restrict a, const double *restrict b,
                                double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count / 2; j++) {
      double sum = 0;
      for (int p = 0; p < count; p++)
        sum += a[i * W + p] * b[p * W + 2 * j];
      c[i * W + 2 * j] = sum;
    }
}

static void wrong_sign(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++)
      sum -= a[i * W + j] * x[j];
    y[i] = sum;
  }
}

static void alternating(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0, sign = 1;
    for (int j = 0; j < count; j++) {
      sum += sign * a[i * W + j] * x[j];
      sign = -sign;
    }
    y[i] = sum;
  }
}

static void sum_of_factors(int count, const double *restrict a, const double *restrict x,
                           double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++)
      sum += a[i * W + j] + x[j];
    y[i] = sum;
  }
}

static void not_reset(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++)
      sum += a[i * W + j] * x[j];
    y[i] = sum;
  }
}

static void reset_to_x(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = x[i];
    for (int j = 0; j < count; j++)
      sum += a[i * W + j] * x[j];
    y[i] = sum;
  }
}

static void beta_of_row(int count, const double *restrict a, const double *restrict b,
                        const double *restrict x, double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int p = 0; p < count; p++)
        sum += a[i * W + p] * b[p * W + j];
      c[i * W + j] = x[i] * c[i * W + j] + sum;
    }
}

static void symmetric_index(int count, const double *restrict a, const double *restrict x,
                            double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++)
      sum += a[(i < j ? i : j) * W + (i < j ? j : i)] * x[j];
    y[i] = sum;
  }
}

static void packed_triangle(int count, const double *restrict a, const double *restrict x,
                            double *restrict y) {
  int at = 0;
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j <= i; j++)
      sum += a[at++] * x[j];
    y[i] = sum;
  }
}

static void gathered(int count, const double *restrict a, const int *restrict where, const double *restrict x,
                     double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++)
      sum += a[i * W + j] * x[where[j]];
    y[i] = sum;
  }
}

static void row_lengths(int count, const int *restrict length, const double *restrict a,
                        const double *restrict x, double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < length[i]; j++)
      sum += a[i * W + j] * x[j];
    y[i] = sum;
  }
}

static void length_overwritten(const int *restrict a, int *x, int rows) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < x[0]; j++)
      x[j] += a[i * W + j] & 1;
}

static void same_row(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++)
      sum += a[j] * x[j];
    y[i] = sum;
  }
}

static void reversed_vector(int count, const double *restrict a, const double *restrict x,
                            double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++)
      sum += a[i * W + j] * x[count - 1 - j];
    y[i] = sum;
  }
}

static void toeplitz(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++)
      sum += a[i + j] * x[j];
    y[i] = sum;
  }
}

/// The leading dimension is shorter than the rows: rows overlap.
static void short_leading(int count, int lda, const double *restrict a, const double *restrict b,
                          double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int p = 0; p < count; p++)
        sum += a[i * lda + p] * b[p * lda + j];
      c[i * lda + j] = sum;
    }
}

static void growing_row(int count, const double *restrict a, const double *restrict x, double *restrict y) {
  int at = 0;
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++)
      sum += a[at + j] * x[j];
    y[i] = sum;
    at += i;
  }
}

static void lower_syrk(int count, int inner, const double *restrict a, double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++) {
      double sum = 0;
      for (int p = 0; p < inner; p++)
        sum += a[i * W + p] * a[j * W + p];
      c[i * W + j] = sum;
    }
}

static void syr2k_like(int count, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int p = 0; p < count; p++)
        sum += a[i * W + p] * b[j * W + p] + b[i * W + p] * a[j * W + p];
      c[i * W + j] = sum;
    }
}

static void three_factors(int count, const double *restrict a, const double *restrict b,
                          const double *restrict x, double *restrict c) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int p = 0; p < count; p++)
        sum += a[i * W + p] * x[i + p] * b[p * W + j];
      c[i * W + j] = sum;
    }
}

static void also_counts(int count, const double *restrict a, const double *restrict x, double *restrict y,
                        int *restrict positive) {
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int j = 0; j < count; j++) {
      sum += a[i * W + j] * x[j];
      *positive += sum > 0;
    }
    y[i] = sum;
  }
}

static void unsolved(int count, const double *restrict a, const double *restrict b, double *restrict x) {
  for (int i = 0; i < count; i++) {
    double sum = b[i];
    for (int j = 0; j < i; j++)
      sum -= a[i * W + j] * x[j];
    x[i] = sum * a[i * W + i];
  }
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  int count = n < W - 1 ? n : W - 1;
  size_t square = W * W, size = square + 2 * W;
  double *a = harness_fresh(size), *b = harness_fresh(size), *c = harness_fresh(size),
         *x = harness_fresh(2 * W);
  double *y = harness_fresh(2 * W);
  int where[2 * W], length[W], cells[W * W], row[W], positive = 0;
  for (int i = 0; i < 2 * W; ++i)
    where[i] = i * 5 % W;
  for (int i = 0; i < W; ++i) {
    length[i] = i * 7 % W;
    row[i] = i % 5;
  }
  for (int i = 0; i < W * W; ++i)
    cells[i] = i * i % 7;
#define VECTOR(call, name)                                                                                   \
  call;                                                                                                      \
  harness_keep(name, y, 2 * W)
#define MATRIX(call, name)                                                                                   \
  call;                                                                                                      \
  harness_keep(name, c, size)
  VECTOR(triangular_gemv(count, a, x, y), "triangular_gemv");
  VECTOR(upper_gemv(count, a, x, y), "upper_gemv");
  MATRIX(triangular_gemm(count, a, b, c), "triangular_gemm");
  VECTOR(one_short(count, a, x, y), "one_short");
  VECTOR(one_more(count, a, x, y), "one_more");
  VECTOR(from_one(count, a, x, y), "from_one");
  MATRIX(transposed_operand(count, a, b, c), "transposed_operand");
  MATRIX(transposed_result(count, a, b, c), "transposed_result");
  MATRIX(both_wrong(count, a, b, c), "both_wrong");
  MATRIX(diagonal_only(count, a, b, c), "diagonal_only");
  VECTOR(stride_two(count, a, x, y), "stride_two");
  MATRIX(every_second_column(count, a, b, c), "every_second_column");
  VECTOR(wrong_sign(count, a, x, y), "wrong_sign");
  VECTOR(alternating(count, a, x, y), "alternating");
  VECTOR(sum_of_factors(count, a, x, y), "sum_of_factors");
  VECTOR(not_reset(count, a, x, y), "not_reset");
  VECTOR(reset_to_x(count, a, x, y), "reset_to_x");
  MATRIX(beta_of_row(count, a, b, x, c), "beta_of_row");
  VECTOR(symmetric_index(count, a, x, y), "symmetric_index");
  VECTOR(packed_triangle(count, a, x, y), "packed_triangle");
  VECTOR(gathered(count, a, where, x, y), "gathered");
  VECTOR(row_lengths(count, length, a, x, y), "row_lengths");
  length_overwritten(cells, row, count);
  double sum = 0;
  for (int i = 0; i < W; ++i)
    sum += (i + 1) * row[i];
  harness_keep_number("length_overwritten", sum);
  VECTOR(same_row(count, a, x, y), "same_row");
  VECTOR(reversed_vector(count, a, x, y), "reversed_vector");
  VECTOR(toeplitz(count, a, x, y), "toeplitz");
  for (int lda = 0; lda < 6; ++lda) {
    MATRIX(short_leading(count < 12 ? count : 12, lda, a, b, c), "short_leading");
  }
  VECTOR(growing_row(count, a, x, y), "growing_row");
  MATRIX(lower_syrk(count, count, a, c), "lower_syrk");
  MATRIX(syr2k_like(count, a, b, c), "syr2k_like");
  MATRIX(three_factors(count, a, b, x, c), "three_factors");
  VECTOR(also_counts(count, a, x, y, &positive), "also_counts");
  harness_keep_number("positive", positive);
  VECTOR(unsolved(count, a, x, y), "unsolved");
  free(a), free(b), free(c), free(x), free(y);
  return 0;
}
