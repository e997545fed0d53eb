// Idioms of several equations: the file is compiled twice, as it is and with -DMAIN by clang alone, which
// calls both.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef MAIN
#define NAME(f) plain_##f
#else
#define NAME(f) f
#endif

void NAME(swap)(int n, double *x, int ix, double *y, int iy) {
  for (int i = 0; i < n; i++) {
    double t = x[i * ix];
    x[i * ix] = y[i * iy];
    y[i * iy] = t;
  }
}

void NAME(rot)(int n, double *x, double *y, double c, double s) {
  for (int i = 0; i < n; i++) {
    double t = c * x[i] + s * y[i];
    y[i] = c * y[i] - s * x[i];
    x[i] = t;
  }
}

void NAME(swap_rows)(int n, int p, int q, double a[n][n]) {
  for (int j = 0; j < n; j++) {
    double t = a[p][j];
    a[p][j] = a[q][j];
    a[q][j] = t;
  }
}

void NAME(swap_columns)(int n, int lda, int p, int q, double *a) {
  for (int i = 0; i < n; i++) {
    double t = a[i * lda + p];
    a[i * lda + p] = a[i * lda + q];
    a[i * lda + q] = t;
  }
}

void NAME(rot_rows)(int n, int lda, int p, int q, double *a, double c, double s) {
  for (int j = 0; j < n; j++) {
    double t = c * a[p * lda + j] + s * a[q * lda + j];
    a[q * lda + j] = c * a[q * lda + j] - s * a[p * lda + j];
    a[p * lda + j] = t;
  }
}

// Rows are longer than from one to the next, or a row meets a column: whatever is made of these is right.
void NAME(swap_long_rows)(int n, int p, int q, double *a) {
  for (int j = 0; j < n + 2; j++) {
    double t = a[p * n + j];
    a[p * n + j] = a[q * n + j];
    a[q * n + j] = t;
  }
}

void NAME(swap_row_column)(int n, int p, int q, double *a) {
  for (int j = 0; j < n; j++) {
    double t = a[p * n + j];
    a[p * n + j] = a[j * n + q];
    a[j * n + q] = t;
  }
}

void NAME(swap_shifted)(int n, int p, int q, double *a) {
  for (int j = 0; j < n; j++) {
    double t = a[p * n + j];
    a[p * n + j] = a[q * n + j + 1];
    a[q * n + j + 1] = t;
  }
}

void NAME(lu)(int n, int lda, double *a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
      a[i * lda + j] /= a[j * lda + j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
  }
}

void NAME(lu_columns)(int n, int lda, double *a) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[k * lda + i] /= a[k * lda + k];
    for (int j = k + 1; j < n; j++)
      for (int i = k + 1; i < n; i++)
        a[j * lda + i] -= a[k * lda + i] * a[j * lda + k];
  }
}

void NAME(cholesky)(int n, int lda, double *a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double s = a[i * lda + j];
      for (int k = 0; k < j; k++)
        s -= a[i * lda + k] * a[j * lda + k];
      a[i * lda + j] = s / a[j * lda + j];
    }
    double s = a[i * lda + i];
    for (int k = 0; k < i; k++)
      s -= a[i * lda + k] * a[i * lda + k];
    a[i * lda + i] = sqrt(s);
  }
}

void NAME(cholesky_columns)(int n, int lda, double *a) {
  for (int k = 0; k < n; k++) {
    a[k * lda + k] = sqrt(a[k * lda + k]);
    for (int i = k + 1; i < n; i++)
      a[k * lda + i] /= a[k * lda + k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        a[j * lda + i] -= a[k * lda + i] * a[k * lda + j];
  }
}

#ifdef MAIN
enum { ELEMENTS = 1 << 17 };
static double a[2 * ELEMENTS], b[2 * ELEMENTS];
static int wrong;

void swap(int n, double *x, int ix, double *y, int iy);
void rot(int n, double *x, double *y, double c, double s);
void swap_rows(int n, int p, int q, double a[n][n]);
void swap_columns(int n, int lda, int p, int q, double *a);
void rot_rows(int n, int lda, int p, int q, double *a, double c, double s);
void swap_long_rows(int n, int p, int q, double *a);
void swap_row_column(int n, int p, int q, double *a);
void swap_shifted(int n, int p, int q, double *a);
void lu(int n, int lda, double *a);
void lu_columns(int n, int lda, double *a);
void cholesky(int n, int lda, double *a);
void cholesky_columns(int n, int lda, double *a);

static void fill(int n, int lda, double diagonal) {
  srand(n);
  for (int k = 0; k < 2 * ELEMENTS; k++)
    a[k] = rand() / (double)RAND_MAX - 0.5;
  for (int k = 0; k < n; k++)
    a[k * lda + k] += diagonal;
  memcpy(b, a, sizeof a);
}

static void compare(const char *name, int n, int lda) {
  int differ = 0;
  for (int k = 0; k < 2 * ELEMENTS; k++)
    if (isnan(a[k]) != isnan(b[k]) ||
        (!isnan(a[k]) && !isinf(b[k]) && fabs(a[k] - b[k]) > 1e-9 * (1 + fabs(b[k]))))
      ++differ;
  if (differ)
    printf("%s n=%d lda=%d: %d differ\n", name, n, lda, differ);
  wrong += differ != 0;
}

static void factor(const char *name, void (*f)(int, int, double *), void (*plain)(int, int, double *)) {
  static const int sizes[] = {0, 1, 2, 3, 63, 64, 65, 127, 130, 201};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (int lda = sizes[k]; lda <= sizes[k] + 3; lda += 3)
      for (int special = 0; special < 5; special++) {
        int n = sizes[k];
        fill(n, lda, special == 1 ? -0.25 : 2 * n);
        if (special == 2 && n) // a row of the factor's block is not finite
          a[(n - 1) * lda] = b[(n - 1) * lda] = INFINITY;
        if (special == 3 && n)
          a[n / 2 * lda + n / 2] = b[n / 2 * lda + n / 2] = 0;
        if (special == 4 && n)
          a[(n - 1) * lda + n / 2] = b[(n - 1) * lda + n / 2] = NAN;
        if (special == 1 && (f == lu || f == lu_columns))
          continue; // (without pivoting nothing but large numbers comes of it)
        f(n, lda, a);
        plain(n, lda, b);
        if (special != 3 || n < 2) // (a zero on the diagonal: numbers become infinite, or nearly)
          compare(name, n, lda);
      }
  fill(70, 50, 200); // rows overlap
  f(70, 50, a);
  plain(70, 50, b);
  compare(name, 70, 50);
}

/// Also of one row with itself, and of neighbours.
static void rows(int n) {
  for (int p = 0; p < n; p += n / 5 + 1)
    for (int q = 0; q < n; q += n / 4 + 1) {
      fill(n, 0, 0);
      swap_rows(n, p, q, (double (*)[n])a);
      plain_swap_rows(n, p, q, (double (*)[n])b);
      compare("swap_rows", n, p);
      for (int lda = 0; lda <= n + 2; lda += lda ? n + 1 : 1) {
        swap_columns(n, lda, p, q, a);
        plain_swap_columns(n, lda, p, q, b);
        compare("swap_columns", n, lda);
        rot_rows(n, lda, p, q, a, 0.6, -0.8);
        plain_rot_rows(n, lda, p, q, b, 0.6, -0.8);
        compare("rot_rows", n, lda);
      }
      swap_long_rows(n, p, q, a);
      plain_swap_long_rows(n, p, q, b);
      compare("swap_long_rows", n, p);
      swap_row_column(n, p, q, a);
      plain_swap_row_column(n, p, q, b);
      compare("swap_row_column", n, p);
      swap_shifted(n, p, q, a);
      plain_swap_shifted(n, p, q, b);
      compare("swap_shifted", n, p);
    }
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 7, 64, 1001};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    static const struct {
      int ix, iy, at;
    } ways[] = {{1, 1, 5000}, {2, 3, 9000}, {1, -1, 9000}, {1, 1, 0},
                {1, 1, 1},    {1, 1, 500},  {2, 2, 1},     {0, 1, 7}};
    for (unsigned w = 0; w < sizeof ways / sizeof *ways; w++) {
      fill(n, 1, 0);
      swap(n, a, ways[w].ix, a + ways[w].at + (ways[w].iy < 0 ? n : 0), ways[w].iy);
      plain_swap(n, b, ways[w].ix, b + ways[w].at + (ways[w].iy < 0 ? n : 0), ways[w].iy);
      compare("swap", n, (int)w);
      rot(n, a, a + ways[w].at, 0.6, -0.8);
      plain_rot(n, b, b + ways[w].at, 0.6, -0.8);
      compare("rot", n, (int)w);
    }
    if (n * n < ELEMENTS)
      rows(n);
  }
  factor("lu", lu, plain_lu);
  factor("lu_columns", lu_columns, plain_lu_columns);
  factor("cholesky", cholesky, plain_cholesky);
  factor("cholesky_columns", cholesky_columns, plain_cholesky_columns);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
#endif
