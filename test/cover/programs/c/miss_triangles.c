// Near misses of triangles and of what a nest leaves: none of these may be served by the routine that it
// looks like.
#include "cover.h"

// none: the diagonal is missing and c is set nowhere else
void syrk_without_diagonal(int n, int m, const double *a, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < m; k++)
        c[i * n + j] += a[i * m + k] * a[j * m + k];
}

// none: two matrices, one triangle: half of syr2k
void syr2k_half(int n, int m, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < m; k++)
        c[i * n + j] += a[i * m + k] * b[j * m + k];
}

// none: a minus between the two halves
void syr2k_minus(int n, int m, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < m; k++)
        c[i * n + j] += a[i * m + k] * b[j * m + k] - b[i * m + k] * a[j * m + k];
}

// none: the mirrored element is the same one
void gram_mirrored_wrong(int n, int m, const double *a, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++)
        sum += a[k * n + i] * a[k * n + j];
      c[i * n + j] = sum;
      c[j * n + j] = sum;
    }
}

// none: the second half has the other factor's index
void symm_wrong_half(int m, int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k <= i; k++)
        sum += a[i * m + k] * b[k * n + j];
      for (int k = i + 1; k < m; k++)
        sum += a[i * m + i] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

// none: the row i is in both halves
void symm_diagonal_twice(int m, int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k <= i; k++)
        sum += a[i * m + k] * b[k * n + j];
      for (int k = i; k < m; k++)
        sum += a[k * m + i] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

// none: rows above have been changed already
void trmm_wrong_direction(int m, int n, const double *a, double *b) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k <= i; k++)
        sum += a[i * m + k] * b[k * n + j];
      b[i * n + j] = sum;
    }
}

// none: the diagonal is multiplied in, not divided by
// data: small l
void trsv_multiplied(int n, const double *l, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = x[i];
    for (int j = 0; j < i; j++)
      sum -= l[i * n + j] * x[j];
    x[i] = sum * l[i * n + i];
  }
}

// none: divided by the diagonal of another row
// data: diagonal l n
void trsv_other_diagonal(int n, const double *l, double *x) {
  for (int i = 1; i < n; i++) {
    double sum = x[i];
    for (int j = 0; j < i; j++)
      sum -= l[i * n + j] * x[j];
    x[i] = sum / l[(i - 1) * n + i - 1];
  }
}

// none: the sum has the element itself
// data: small l
void trsv_with_diagonal(int n, const double *l, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = x[i];
    for (int j = 0; j <= i; j++)
      sum -= l[i * n + j] * x[j];
    x[i] = sum;
  }
}

// none: the old elements, not the new ones: no solve
// data: small l
void trsv_backwards_through(int n, const double *l, double *x) {
  for (int i = n - 1; i >= 0; i--) {
    double sum = x[i];
    for (int j = 0; j < i; j++)
      sum -= l[i * n + j] * x[j];
    x[i] = sum / 3.0;
  }
}

// none: the second element before, too: a band of its own
// data: small l
void recurrence_of_two(int n, const double *l, double *x) {
  for (int i = 2; i < n; i++)
    x[i] -= l[i] * x[i - 1] + l[n + i] * x[i - 2];
}

// none: the update reaches the pivot's row itself
// data: diagonal a n
void lu_wrong_bound(int n, double *a) {
  for (int k = 0; k < n; k++)
    for (int i = k; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

// none: the root of the wrong element
// data: diagonal a n
void cholesky_wrong_root(int n, double *a) {
  for (int j = 0; j < n; j++) {
    double sum = a[j * n + j];
    for (int k = 0; k < j; k++)
      sum -= a[j * n + k] * a[j * n + k];
    a[j * n + j] = sqrt(sum) + 1;
    for (int i = j + 1; i < n; i++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / sum;
    }
  }
}

// none: the mean changes while it is subtracted
void center_wrong(int m, int n, double *data, double *mean) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      mean[j] += data[i * m + j];
      data[i * m + j] -= mean[j];
    }
}

// none: squares of the parts, not of the difference
double distance_wrong(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i] - y[i] * y[i] * y[i];
  return sum;
}

// none: the sum is rooted at each step
double norm_wrong(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sqrt(sum * sum + x[i] * x[i]);
  return sum;
}

// none: tiles that leave rows between them untouched and compute others twice
void gemm_tiles_overlap(int n, const double *a, const double *b, double *c) {
  for (int it = 0; it < n; it += TILE)
    for (int i = it; i < MIN(it + TILE + 1, n); i++)
      for (int j = 0; j < n; j++)
        for (int p = 0; p < n; p++)
          c[i * n + j] += a[i * n + p] * b[p * n + j];
}

// none: every other product has an odd p only
void gemm_unrolled_wrong(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int p = 0; p + 1 < n; p += 2) {
        sum += a[i * n + p] * b[p * n + j];
        sum += a[i * n + p + 1] * b[p * n + j];
      }
      c[i * n + j] = sum;
    }
}

// none: the bias is added for each term
void gemv_bias_each(int m, int n, const double *w, const double *x, const double *bias, double *y) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += w[i * n + j] * x[j] + bias[j] * bias[i];
    y[i] = sum * sum;
  }
}

// serves: gemm
// (of the last batch, as batches overwrite one another)
void linear_overwritten(int B, int T, int C, int OC, const float *inp, const float *weight, float *out) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++)
      for (int o = 0; o < OC; o++) {
        float val = 0;
        for (int i = 0; i < C; i++)
          val += inp[(b * T + t) * C + i] * weight[o * C + i];
        out[t * OC + o] = val;
      }
}

// none: the batch is counted by the wrong size
void linear_wrong_batch(int B, int T, int C, int OC, const float *dout, const float *inp, float *dw) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++)
      for (int o = 0; o < OC; o++)
        for (int c = 0; c < C; c++)
          dw[o * C + c] += dout[(b * T + t) * OC + o] * inp[(t * B + b) * C + c];
}
