// Factorisations in place, in the orders that programs write, and triangles that are nearly one.
#include "cover.h"

// serves: potrf
// data: diagonal A n
void cholesky_in_memory(int n, double A[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (int k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = sqrt(A[i][i]);
  }
}

// serves: potrf
// data: diagonal a lda
void cholesky_right_looking(int n, int lda, double *a) {
  if (lda < n)
    return;
  for (int k = 0; k < n; k++) {
    a[k * lda + k] = sqrt(a[k * lda + k]);
    for (int i = k + 1; i < n; i++)
      a[i * lda + k] /= a[k * lda + k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        a[i * lda + j] -= a[i * lda + k] * a[j * lda + k];
  }
}

// serves: potrf
// data: diagonal a n
void cholesky_left_looking(int n, double *a) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++)
      for (int i = j; i < n; i++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
    a[j * n + j] = sqrt(a[j * n + j]);
    for (int i = j + 1; i < n; i++)
      a[i * n + j] /= a[j * n + j];
  }
}

// serves: potrf
// data: diagonal A n
void cholesky_upper(int n, double A[n][n]) {
  for (int k = 0; k < n; k++) {
    A[k][k] = sqrt(A[k][k]);
    for (int j = k + 1; j < n; j++)
      A[k][j] /= A[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = i; j < n; j++)
        A[i][j] -= A[k][i] * A[k][j];
  }
}

// serves: potrf
// data: diagonal a n
void cholesky_and_zeros(int n, float *a) {
  for (int k = 0; k < n; k++) {
    a[k * n + k] = sqrtf(a[k * n + k]);
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      a[i * n + j] = 0;
}

// serves: getrf
// data: diagonal A n
void lu_in_memory(int n, double A[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[k][j];
      A[i][j] /= A[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}

// serves: getrf
// data: diagonal A n
void lu_in_scalars(int n, double A[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double w = A[i][j];
      for (int k = 0; k < j; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w / A[j][j];
    }
    for (int j = i; j < n; j++) {
      double w = A[i][j];
      for (int k = 0; k < i; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w;
    }
  }
}

// serves: getrf
// data: diagonal a lda
void lu_right_looking(int n, int lda, double *a) {
  if (lda < n)
    return;
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i * lda + k] /= a[k * lda + k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
  }
}

// serves: getrf
// data: diagonal A n
void lu_row_by_row(int n, float A[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      A[i][k] /= A[k][k];
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
    }
}

// serves: getrf
// data: diagonal A n
void lu_left_looking(int n, double A[n][n]) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++)
      for (int i = k + 1; i < n; i++)
        A[i][j] -= A[i][k] * A[k][j];
    for (int i = j + 1; i < n; i++)
      A[i][j] /= A[j][j];
  }
}

// serves: getrf
// data: diagonal A n
void lu_crout(int n, double A[n][n]) {
  for (int k = 0; k < n; k++) {
    for (int j = k; j < n; j++) {
      double s = A[k][j];
      for (int m = 0; m < k; m++)
        s -= A[k][m] * A[m][j];
      A[k][j] = s;
    }
    for (int i = k + 1; i < n; i++) {
      double s = A[i][k];
      for (int m = 0; m < k; m++)
        s -= A[i][m] * A[m][k];
      A[i][k] = s / A[k][k];
    }
  }
}

// serves: getrf
// data: diagonal A n
void lu_with_factor(int n, double A[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      double factor = A[i][k] / A[k][k];
      A[i][k] = factor;
      for (int j = k + 1; j < n; j++)
        A[i][j] -= factor * A[k][j];
    }
}

// none: the pivot's own column is updated, too
// data: diagonal A n
void lu_wrong_bound(int n, double A[n][n]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      A[i][k] /= A[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}

// none: the last column is left as it was
// data: diagonal A n
void lu_without_last_column(int n, double A[n][n]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      A[i][k] /= A[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n - 1; j++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}

// none: what is subtracted has not been divided
// data: diagonal A n
void lu_divided_late(int n, double A[n][n]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
    for (int i = k + 1; i < n; i++)
      A[i][k] /= A[k][k];
  }
}

// none: a row is wanted as it is between two steps
// data: diagonal A n
void lu_and_last_row(int n, double A[n][n], double *last) {
  for (int k = 0; k < n; k++) {
    last[k] = A[n - 1][k];
    for (int i = k + 1; i < n; i++)
      A[i][k] /= A[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}

// none: no root is taken
// data: diagonal A n
void cholesky_without_roots(int n, double A[n][n]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      A[i][k] /= A[k][k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        A[i][j] -= A[i][k] * A[j][k];
  }
}

// none: rows are multiplied with other rows than those below
// data: diagonal A n
void cholesky_wrong_row(int n, double A[n][n]) {
  for (int k = 0; k < n; k++) {
    A[k][k] = sqrt(A[k][k]);
    for (int i = k + 1; i < n; i++)
      A[i][k] /= A[k][k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}

// serves: getrf
// data: diagonal a lda
void lu_any_rows(int n, int lda, double *a) {
  if (lda < 0)
    return;
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i * lda + k] /= a[k * lda + k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
  }
}

// serves: getrf
// data: diagonal a WIDE
void lu_updates_fixed(int n, double a[WIDE][WIDE]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i][k] /= a[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

// serves: getrf
// data: diagonal a WIDE
void lu_rows_fixed(int n, double a[WIDE][WIDE]) {
  for (int k = 0; k < n - 1; k++)
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
}

// serves: potrf
// data: diagonal a WIDE
void cholesky_updates_fixed(int n, double a[WIDE][WIDE]) {
  for (int k = 0; k < n; k++) {
    a[k][k] = sqrt(a[k][k]);
    for (int i = k + 1; i < n; i++)
      a[i][k] /= a[k][k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        a[i][j] -= a[i][k] * a[j][k];
  }
}

// none: every update takes the last column of the row
// data: diagonal a WIDE
void lu_fixed_own_row(int n, double a[WIDE][WIDE]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      a[i][k] /= a[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][n - 1];
  }
}
