// A function of a sum.
#include "cover.h"

// serves: gemm
void layer_relu(int batch, int in, int out, const float *x, const float *w, float *y) {
  for (int b = 0; b < batch; b++)
    for (int o = 0; o < out; o++) {
      float s = 0;
      for (int i = 0; i < in; i++)
        s += x[b * in + i] * w[o * in + i];
      y[b * out + o] = fmaxf(s, 0);
    }
}

// serves: gemv
void layer_clipped(int in, int out, const double *x, const double *w, const double *bias, double *y) {
  for (int o = 0; o < out; o++) {
    double s = bias[o];
    for (int i = 0; i < in; i++)
      s += w[o * in + i] * x[i];
    y[o] = s < 0 ? 0 : s;
  }
}

// serves: gemm
void layer_sigmoid(int batch, int in, int out, const double *x, const double *w, double *y) {
  for (int b = 0; b < batch; b++)
    for (int o = 0; o < out; o++) {
      y[b * out + o] = 0;
      for (int i = 0; i < in; i++)
        y[b * out + o] += 0.01 * x[b * in + i] * w[i * out + o];
    }
  for (int k = 0; k < batch * out; k++)
    y[k] = 1 / (1 + exp(-y[k]));
}

// serves: gemv gemv
void gate(int n, int m, const float *wx, const float *wh, const float *b, const float *x, const float *h,
          float *z) {
  for (int i = 0; i < n; i++) {
    float s = b[i];
    for (int j = 0; j < m; j++)
      s += 0.01f * wx[i * m + j] * x[j];
    for (int j = 0; j < n; j++)
      s += 0.01f * wh[i * n + j] * h[j];
    z[i] = 1.0f / (1.0f + expf(-s));
  }
}

// serves: gemv
void cell(int n, int m, const double *w, const double *x, double *c) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += 0.01 * w[i * m + j] * x[j];
    c[i] = tanh(s);
  }
}

// none: the larger one of the sum and what is there
void largest_so_far(int n, int m, const double *w, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += w[i * m + j] * x[j];
    y[i] = fmax(y[i], s);
  }
}

// none: one sum decides, another one is taken
void decided_elsewhere(int n, int m, const double *w, const double *v, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0, t = 0;
    for (int j = 0; j < m; j++) {
      s += w[i * m + j] * x[j];
      t += v[i * m + j] * x[j];
    }
    y[i] = s > 0 ? t : 0;
  }
}

// none: what is added reads the sum, too
void sum_and_its_root(int n, int m, const double *w, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += w[i * m + j] * x[j];
    y[i] = s + fmax(s, 0);
  }
}

// none: single precision between
void through_float(int n, int m, const double *w, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += w[i * m + j] * x[j];
    y[i] = fmaxf((float)s, 0);
  }
}

// none: a row of what is written is read
void from_its_rows(int n, const double *w, double *y) {
  for (int i = 1; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += w[i * n + j] * y[j];
    y[n + i] = fmax(s, 0) + y[i - 1];
  }
}

// serves: gemm
void divided(int m, int n, int k, double by, const double *restrict a, const double *restrict b,
             double *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * b[l * n + j];
      c[i * n + j] = s / by;
    }
}
