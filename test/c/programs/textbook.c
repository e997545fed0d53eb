// Linear algebra by hand as textbooks and small programs write it: fixed arrays, structs, rows behind
// pointers.
#include "../harness.h"

enum { N = 11 };

static void matmul_fixed(double a[N][N], double b[N][N], double c[N][N]) {
  int i, j, p;
  for (i = 0; i < N; i++) {
    for (j = 0; j < N; j++) {
      c[i][j] = 0;
      for (p = 0; p < N; p++) {
        c[i][j] += a[i][p] * b[p][j];
      }
    }
  }
}

static void matmul_sum(double a[N][N], double b[N][N], double c[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0.0;
      for (int p = 0; p < N; p++)
        sum += a[i][p] * b[p][j];
      c[i][j] = sum;
    }
}

static double ga[N][N], gb[N][N], gc[N][N], gx[N], gy[N];

static void matmul_globals(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0.0;
      for (int p = 0; p < N; p++)
        sum += ga[i][p] * gb[p][j];
      gc[i][j] = sum;
    }
}

static void matvec_globals(void) {
  for (int i = 0; i < N; i++) {
    gy[i] = 0;
    for (int j = 0; j < N; j++)
      gy[i] += ga[i][j] * gx[j];
  }
}

/// Rows behind pointers may be the same row: no idiom of matrices.
static void matmul_rows(int rows, int inner, int cols, double **a, double **b, double **c) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      c[i][j] = 0.0;
      for (int p = 0; p < inner; p++)
        c[i][j] += a[i][p] * b[p][j];
    }
}

static double dot_rows(int count, double **a, int i, int j) {
  double s = 0.0;
  for (int p = 0; p < count; p++)
    s += a[i][p] * a[j][p];
  return s;
}

/// One-based rows, as the recipes of the eighties have them.
static void lower_solve_rows(double **a, int count, const double *b, double *x) {
  for (int i = 1; i <= count; i++) {
    double sum = b[i];
    for (int p = i - 1; p >= 1; p--)
      sum -= a[i][p] * x[p];
    x[i] = sum / a[i][i];
  }
}

typedef struct {
  int rows, cols;
  double *data;
} Matrix;

static Matrix matrix(int rows, int cols) {
  Matrix result = {rows, cols, harness_fresh((size_t)(rows * cols))};
  return result;
}

static void matrix_multiply(const Matrix *a, const Matrix *b, Matrix *c) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0.0;
      for (int p = 0; p < a->cols; p++)
        sum += a->data[i * a->cols + p] * b->data[p * b->cols + j];
      c->data[i * c->cols + j] = sum;
    }
}

static Matrix matrix_product(Matrix a, Matrix b) {
  Matrix c = matrix(a.rows, b.cols);
  for (int i = 0; i < c.rows; i++)
    for (int j = 0; j < c.cols; j++) {
      c.data[i * c.cols + j] = 0;
      for (int p = 0; p < a.cols; p++)
        c.data[i * c.cols + j] += a.data[i * a.cols + p] * b.data[p * b.cols + j];
    }
  return c;
}

static void matrix_scale(Matrix *a, double factor) {
  for (int i = 0; i < a->rows * a->cols; i++)
    a->data[i] *= factor;
}

static void matrix_vector(const Matrix *a, const double *x, double *y) {
  for (int i = 0; i < a->rows; i++) {
    y[i] = 0.0;
    for (int j = 0; j < a->cols; j++)
      y[i] += a->data[i * a->cols + j] * x[j];
  }
}

/// Elimination with partial pivoting on a fixed array.
static int eliminate(double a[N][N], double b[N]) {
  for (int p = 0; p < N; p++) {
    int pivot = p;
    for (int i = p + 1; i < N; i++)
      if (fabs(a[i][p]) > fabs(a[pivot][p]))
        pivot = i;
    if (a[pivot][p] == 0.0)
      return 0;
    for (int j = 0; j < N; j++) {
      double t = a[p][j];
      a[p][j] = a[pivot][j];
      a[pivot][j] = t;
    }
    double t = b[p];
    b[p] = b[pivot];
    b[pivot] = t;
    for (int i = p + 1; i < N; i++) {
      double factor = a[i][p] / a[p][p];
      for (int j = p; j < N; j++)
        a[i][j] -= factor * a[p][j];
      b[i] -= factor * b[p];
    }
  }
  for (int i = N - 1; i >= 0; i--) {
    for (int j = i + 1; j < N; j++)
      b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
  return 1;
}

/// Level 1 in the loop forms that C programmers like.
static double dot_pointers(const double *x, const double *y, size_t count) {
  const double *end = x + count;
  double s = 0;
  while (x != end)
    s += *x++ * *y++;
  return s;
}

static double dot_countdown(int count, const double *x, const double *y) {
  double s = 0;
  while (count--)
    s += x[count] * y[count];
  return s;
}

static void axpy_strided(int count, double a, const double *x, int incx, double *y, int incy) {
  for (int i = 0, ix = 0, iy = 0; i < count; i++, ix += incx, iy += incy)
    y[iy] += a * x[ix];
}

static void axpy_unsigned(unsigned count, double a, const double *restrict x, double *restrict y) {
  for (unsigned i = 0; i < count; i++)
    y[i] = a * x[i] + y[i];
}

static void copy_do(double *to, const double *from, long count) {
  if (count > 0)
    do {
      *to++ = *from++;
    } while (--count);
}

static void swap_arrays(size_t count, double *x, double *y) {
  for (size_t i = 0; i < count; i++) {
    double t = x[i];
    x[i] = y[i];
    y[i] = t;
  }
}

static double norm2(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}

static double asum(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += fabs(x[i]);
  return sum;
}

static void outer(int rows, int cols, double alpha, const double *x, const double *y, double *a) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      a[i * cols + j] += alpha * x[i] * y[j];
}

static void gemm_leading(int rows, int cols, int inner, double alpha, const double *a, int lda,
                         const double *b, int ldb, double beta, double *c, int ldc) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) {
      double sum = 0.0;
      for (int p = 0; p < inner; ++p)
        sum += a[i * lda + p] * b[p * ldb + j];
      c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
    }
}

static void gemm_columns(int rows, int cols, int inner, double alpha, const double *a, int lda,
                         const double *b, int ldb, double *c, int ldc) {
  for (int j = 0; j < cols; ++j)
    for (int p = 0; p < inner; ++p) {
      double t = alpha * b[p + j * ldb];
      for (int i = 0; i < rows; ++i)
        c[i + j * ldc] += t * a[i + p * lda];
    }
}

static void rotate(double v[3], double r[3][3]) {
  double w[3];
  for (int i = 0; i < 3; i++) {
    w[i] = 0;
    for (int j = 0; j < 3; j++)
      w[i] += r[i][j] * v[j];
  }
  for (int i = 0; i < 3; i++)
    v[i] = w[i];
}

static double **rows_of(double *data, int rows, int cols) {
  double **result = malloc(((size_t)rows + 1) * sizeof *result);
  for (int i = 0; i < rows; i++)
    result[i] = data + i * cols;
  return result;
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  void *a = harness_fresh(N * N), *b = harness_fresh(N * N), *c = harness_fresh(N * N);
  matmul_fixed(a, b, c);
  harness_keep("matmul_fixed", c, N * N);
  matmul_sum(b, a, c);
  harness_keep("matmul_sum", c, N * N);
  memcpy(ga, a, sizeof ga);
  memcpy(gb, b, sizeof gb);
  memcpy(gx, c, sizeof gx);
  matmul_globals();
  matvec_globals();
  harness_keep("matmul_globals", gc, N * N);
  harness_keep("matvec_globals", gy, N);
  if (eliminate(a, b))
    harness_keep("eliminate", b, N);
  rotate(b, a);
  harness_keep("rotate", b, 3);
  free(a), free(b), free(c);

  Matrix p = matrix(m, k), q = matrix(k, n), r = matrix(m, n), s;
  matrix_multiply(&p, &q, &r);
  s = matrix_product(p, q);
  harness_keep("matrix_multiply", r.data, (size_t)(m * n));
  harness_keep("matrix_product", s.data, (size_t)(m * n));
  matrix_scale(&s, 1.5);
  harness_keep("matrix_scale", s.data, (size_t)(m * n));
  double **pr = rows_of(p.data, m, k), **qr = rows_of(q.data, k, n), **rr = rows_of(r.data, m, n);
  matmul_rows(m, k, n, pr, qr, rr);
  harness_keep("matmul_rows", r.data, (size_t)(m * n));
  for (int i = 1; i < m; i += 2)
    rr[i] = rr[0]; // rows may coincide
  matmul_rows(m, k, n, pr, qr, rr);
  harness_keep("matmul_rows", r.data, (size_t)(m * n));
  harness_keep_number("dot_rows", m > 1 ? dot_rows(k, pr, 0, 1) : 0);

  size_t count = (size_t)n;
  double *x = harness_fresh(3 * count + 2), *y = harness_fresh(3 * count + 2);
  int square = n < m ? n : m;
  double *sq = harness_fresh((size_t)((square + 1) * (square + 1)));
  double **sr = rows_of(sq, square + 1, square + 1);
  for (int i = 0; i <= square; i++)
    sr[i][i] += square + 1;
  lower_solve_rows(sr, square, x, y);
  harness_keep("lower_solve_rows", y, count);
  free(sq), free(sr);
  matrix_vector(&q, x, s.data == NULL ? y : (y = realloc(y, (3 * count + 2 + (size_t)k) * sizeof *y)));
  harness_keep("matrix_vector", y, (size_t)k);
  harness_keep_number("dot_pointers", dot_pointers(x, y, k < n ? (size_t)k : count));
  harness_keep_number("dot_countdown", dot_countdown(k < n ? k : n, x, y));
  for (size_t i = 0; i < 3 * count + 2; i++)
    y[i] = harness_random();
  axpy_strided(n, 0.5, x, 3, y, 2);
  axpy_strided(n, 0.25, x, 0, y, 1);
  if (n > 0)
    axpy_strided(n, 0.25, x + 2 * (n - 1), -2, y, 1);
  harness_keep("axpy_strided", y, 3 * count);
  axpy_unsigned((unsigned)n, 0.5, x, y);
  harness_keep("axpy_unsigned", y, count);
  copy_do(y, x + 1, n);
  harness_keep("copy_do", y, count);
  copy_do(y + 1, y, n); // overlap: one element runs through
  harness_keep("copy_do.overlap", y, count);
  swap_arrays(count, x, y);
  harness_keep("swap", x, count);
  harness_keep_number("norm2", norm2(x, n));
  harness_keep_number("asum", asum(x, n));
  double *o = harness_fresh((size_t)(m * n + 1)), *u = harness_fresh((size_t)m);
  outer(m, n, 0.5, u, x, o);
  harness_keep("outer", o, (size_t)(m * n));
  gemm_leading(m, n, k, 1.5, p.data, k, q.data, n, 0.5, o, n);
  harness_keep("gemm_leading", o, (size_t)(m * n));
  gemm_leading(m, n, k, 1.5, p.data, k, q.data, n, 0.0, o, n);
  gemm_columns(m, n, k, 1.5, p.data, m, q.data, k, o, m);
  harness_keep("gemm_columns", o, (size_t)(m * n));
  free(p.data), free(q.data), free(r.data), free(s.data), free(pr), free(qr), free(rr), free(x), free(y),
      free(o), free(u);
  return 0;
}
