// Layers of networks, in float and double: batches, biases, collapsed indices, attention.
#include "cover.h"

// serves: gemm
void linear_forward(int B, int T, int C, int OC, const float *inp, const float *weight, const float *bias,
                    float *out) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++) {
      float *out_bt = out + b * T * OC + t * OC;
      const float *inp_bt = inp + b * T * C + t * C;
      for (int o = 0; o < OC; o++) {
        float val = (bias != NULL) ? bias[o] : 0.0f;
        const float *wrow = weight + o * C;
        for (int i = 0; i < C; i++)
          val += inp_bt[i] * wrow[i];
        out_bt[o] = val;
      }
    }
}

// serves: gemm
void linear_no_bias(int B, int T, int C, int OC, const float *inp, const float *weight, float *out) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++)
      for (int o = 0; o < OC; o++) {
        float val = 0;
        for (int i = 0; i < C; i++)
          val += inp[(b * T + t) * C + i] * weight[o * C + i];
        out[(b * T + t) * OC + o] = val;
      }
}

// serves: gemm
void linear_backward_weight(int B, int T, int C, int OC, const float *dout, const float *inp, float *dw) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++)
      for (int o = 0; o < OC; o++)
        for (int c = 0; c < C; c++)
          dw[o * C + c] += dout[(b * T + t) * OC + o] * inp[(b * T + t) * C + c];
}

// serves: gemm
void linear_backward_weight_outer(int B, int T, int C, int OC, const float *dout, const float *inp,
                                  float *dw) {
  for (int o = 0; o < OC; o++)
    for (int b = 0; b < B; b++)
      for (int t = 0; t < T; t++) {
        const float *dout_bt = dout + b * T * OC + t * OC;
        const float *inp_bt = inp + b * T * C + t * C;
        float *row = dw + o * C;
        float d = dout_bt[o];
        for (int c = 0; c < C; c++)
          row[c] += inp_bt[c] * d;
      }
}

// serves: gemm
void linear_backward_input(int B, int T, int C, int OC, const float *dout, const float *weight, float *dinp) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++) {
      const float *dout_bt = dout + b * T * OC + t * OC;
      float *dinp_bt = dinp + b * T * C + t * C;
      for (int o = 0; o < OC; o++) {
        const float *row = weight + o * C;
        float d = dout_bt[o];
        for (int c = 0; c < C; c++)
          dinp_bt[c] += row[c] * d;
      }
    }
}

// serves: gemv
void bias_backward(int B, int T, int OC, const float *dout, float *dbias) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++)
      for (int o = 0; o < OC; o++)
        dbias[o] += dout[(b * T + t) * OC + o];
}

// serves: gemm
void linear_in_double(int n, int c, int oc, const float *x, const float *w, float *y) {
  for (int i = 0; i < n; i++)
    for (int o = 0; o < oc; o++) {
      double sum = 0;
      for (int k = 0; k < c; k++)
        sum += (double)x[i * c + k] * (double)w[o * c + k];
      y[i * oc + o] = (float)sum;
    }
}

// serves: gemm
void linear_relu(int n, int c, int oc, const float *x, const float *w, const float *b, float *y) {
  for (int i = 0; i < n; i++)
    for (int o = 0; o < oc; o++) {
      float sum = b[o];
      for (int k = 0; k < c; k++)
        sum += x[i * c + k] * w[o * c + k];
      y[i * oc + o] = sum > 0 ? sum : 0;
    }
}

// serves: gemv
void linear_one(int n, int d, const float *w, const float *x, float *out) {
  for (int i = 0; i < d; i++) {
    float val = 0;
    for (int j = 0; j < n; j++)
      val += w[i * n + j] * x[j];
    out[i] = val;
  }
}

// serves: gemm gemm
void attention(int n, int d, const float *q, const float *k, const float *v, float *s, float *o) {
  float scale = 1.0f / sqrtf((float)d);
  for (int i = 0; i < n; i++) {
    float largest = -1e30f, sum = 0;
    for (int j = 0; j < n; j++) {
      float val = 0;
      for (int c = 0; c < d; c++)
        val += q[i * d + c] * k[j * d + c];
      val *= scale;
      s[i * n + j] = val;
      if (val > largest)
        largest = val;
    }
    for (int j = 0; j < n; j++) {
      s[i * n + j] = expf(s[i * n + j] - largest);
      sum += s[i * n + j];
    }
    for (int j = 0; j < n; j++)
      s[i * n + j] /= sum;
    for (int c = 0; c < d; c++) {
      float val = 0;
      for (int j = 0; j < n; j++)
        val += s[i * n + j] * v[j * d + c];
      o[i * d + c] = val;
    }
  }
}

// serves: gemm gemm
void attention_no_maximum(int n, int d, const double *q, const double *k, const double *v, double *s,
                          double *o) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double val = 0;
      for (int c = 0; c < d; c++)
        val += q[i * d + c] * k[j * d + c];
      s[i * n + j] = exp(val);
    }
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += s[i * n + j];
    for (int j = 0; j < n; j++)
      s[i * n + j] /= sum;
  }
  for (int i = 0; i < n; i++)
    for (int c = 0; c < d; c++) {
      double val = 0;
      for (int j = 0; j < n; j++)
        val += s[i * n + j] * v[j * d + c];
      o[i * d + c] = val;
    }
}

// serves: softmax
void softmax(int n, float *x) {
  float largest = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > largest)
      largest = x[i];
  for (int i = 0; i < n; i++) {
    x[i] = expf(x[i] - largest);
    sum += x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] /= sum;
}

// serves: rmsnorm
void rmsnorm(int n, float *o, const float *x, const float *weight) {
  float ss = 0;
  for (int j = 0; j < n; j++)
    ss += x[j] * x[j];
  ss /= n;
  ss += 1e-5f;
  ss = 1.0f / sqrtf(ss);
  for (int j = 0; j < n; j++)
    o[j] = weight[j] * (ss * x[j]);
}

// serves: layernorm
void layernorm(int n, const float *x, const float *w, const float *b, float *out) {
  float m = 0, v = 0;
  for (int i = 0; i < n; i++)
    m += x[i];
  m = m / n;
  for (int i = 0; i < n; i++) {
    float shift = x[i] - m;
    v += shift * shift;
  }
  v = v / n;
  float s = 1.0f / sqrtf(v + 1e-5f);
  for (int i = 0; i < n; i++)
    out[i] = (s * (x[i] - m)) * w[i] + b[i];
}

// serves: gemm
void convolution(int n, int f, int c, const double *image, const double *kernel, double *out) {
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      for (int o = 0; o < f; o++)
        for (int ky = 0; ky < 3; ky++)
          for (int kx = 0; kx < 3; kx++)
            for (int i = 0; i < c; i++)
              out[(y * n + x) * f + o] +=
                  image[((y + ky) * (n + 2) + x + kx) * c + i] * kernel[((ky * 3 + kx) * c + i) * f + o];
}

// serves: gemm
void convolution_1x1(int n, int f, int c, const double *image, const double *kernel, double *out) {
  for (int p = 0; p < n; p++)
    for (int o = 0; o < f; o++) {
      double sum = 0;
      for (int i = 0; i < c; i++)
        sum += image[i * n + p] * kernel[o * c + i];
      out[o * n + p] = sum;
    }
}
