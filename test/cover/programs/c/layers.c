// Layers of networks, as codes in use write them.
#include "cover.h"

// serves: gemm
void gemm_nn(int M, int N, int K, float ALPHA, float *A, int lda, float *B, int ldb, float *C, int ldc) {
  int i, j, k;
  for (i = 0; i < M; ++i) {
    for (k = 0; k < K; ++k) {
      register float part = ALPHA * A[i * lda + k];
      for (j = 0; j < N; ++j) {
        C[i * ldc + j] += part * B[k * ldb + j];
      }
    }
  }
}

// serves: gemm
void gemm_nt(int M, int N, int K, float ALPHA, float *A, int lda, float *B, int ldb, float *C, int ldc) {
  int i, j, k;
  for (i = 0; i < M; ++i) {
    for (j = 0; j < N; ++j) {
      register float sum = 0;
      for (k = 0; k < K; ++k) {
        sum += ALPHA * A[i * lda + k] * B[j * ldb + k];
      }
      C[i * ldc + j] += sum;
    }
  }
}

// serves: gemm
void gemm_tn(int M, int N, int K, float ALPHA, float *A, int lda, float *B, int ldb, float *C, int ldc) {
  int i, j, k;
  for (i = 0; i < M; ++i) {
    for (k = 0; k < K; ++k) {
      register float part = ALPHA * A[k * lda + i];
      for (j = 0; j < N; ++j) {
        C[i * ldc + j] += part * B[k * ldb + j];
      }
    }
  }
}

// serves: gemm
void gemm_tt(int M, int N, int K, float ALPHA, float *A, int lda, float *B, int ldb, float *C, int ldc) {
  int i, j, k;
  for (i = 0; i < M; ++i) {
    for (j = 0; j < N; ++j) {
      register float sum = 0;
      for (k = 0; k < K; ++k) {
        sum += ALPHA * A[i + k * lda] * B[k + j * ldb];
      }
      C[i * ldc + j] += sum;
    }
  }
}

// serves: gemm
void gemm_cpu_beta(int M, int N, int K, float ALPHA, float *A, int lda, float *B, int ldb, float BETA,
                   float *C, int ldc) {
  int i, j, k;
  for (i = 0; i < M; ++i) {
    for (j = 0; j < N; ++j) {
      C[i * ldc + j] *= BETA;
    }
  }
  for (i = 0; i < M; ++i) {
    for (k = 0; k < K; ++k) {
      float part = ALPHA * A[i * lda + k];
      for (j = 0; j < N; ++j) {
        C[i * ldc + j] += part * B[k * ldb + j];
      }
    }
  }
}

// serves: gemm
void connected_layer(int batch, int inputs, int outputs, const float *input, const float *weights,
                     const float *biases, float *output) {
  for (int b = 0; b < batch; ++b) {
    for (int o = 0; o < outputs; ++o) {
      float acc = biases[o];
      for (int i = 0; i < inputs; ++i)
        acc += weights[o * inputs + i] * input[b * inputs + i];
      output[b * outputs + o] = acc;
    }
  }
}

// serves: gemm
void dense_io(int n_in, int n_out, int batch, const float *restrict x, const float *restrict w,
              float *restrict y) {
  for (int b = 0; b < batch; b++)
    for (int o = 0; o < n_out; o++)
      y[b * n_out + o] = 0.0f;
  for (int b = 0; b < batch; b++)
    for (int i = 0; i < n_in; i++) {
      const float v = x[b * n_in + i];
      for (int o = 0; o < n_out; o++)
        y[b * n_out + o] += v * w[i * n_out + o];
    }
}

// serves: gemv
void backward_bias(float *bias_updates, const float *delta, int batch, int n) {
  for (int b = 0; b < batch; ++b) {
    for (int i = 0; i < n; ++i) {
      bias_updates[i] += delta[b * n + i];
    }
  }
}

// serves: ger
void outer_update(float *w, const float *delta, const float *x, float lr, int n_out, int n_in) {
  for (int o = 0; o < n_out; o++) {
    const float d = lr * delta[o];
    float *row = w + o * n_in;
    for (int i = 0; i < n_in; i++)
      row[i] -= d * x[i];
  }
}

// serves: gemv
void matmul_llama(float *xout, float *x, float *w, int n, int d) {
  int i;
  for (i = 0; i < d; i++) {
    float val = 0.0f;
    for (int j = 0; j < n; j++) {
      val += w[i * n + j] * x[j];
    }
    xout[i] = val;
  }
}

// serves: rmsnorm
void rmsnorm_llama(float *o, float *x, float *weight, int size) {
  float ss = 0.0f;
  for (int j = 0; j < size; j++) {
    ss += x[j] * x[j];
  }
  ss /= size;
  ss += 1e-5f;
  ss = 1.0f / sqrtf(ss);
  for (int j = 0; j < size; j++) {
    o[j] = weight[j] * (ss * x[j]);
  }
}

// serves: dot axpy axpy
void word2vec_step(float *syn0, float *syn1, float *neu1e, int layer1_size, int l1, int l2, float alpha,
                   float label) {
  int c;
  float f = 0, g;
  for (c = 0; c < layer1_size; c++)
    f += syn0[c + l1] * syn1[c + l2];
  g = (label - f) * alpha;
  for (c = 0; c < layer1_size; c++)
    neu1e[c] += g * syn1[c + l2];
  for (c = 0; c < layer1_size; c++)
    syn1[c + l2] += g * syn0[c + l1];
}

// serves: gemv gemv
void attention_one_head(const float *q, const float *kc, const float *vc, float *att, float *xb, int pos,
                        int hs, int kv_dim, float scale) {
  for (int t = 0; t <= pos; t++) {
    const float *k = kc + t * kv_dim;
    float score = 0.0f;
    for (int i = 0; i < hs; i++)
      score += q[i] * k[i];
    score *= scale;
    att[t] = score;
  }
  for (int i = 0; i < hs; i++)
    xb[i] = 0;
  for (int t = 0; t <= pos; t++) {
    const float *v = vc + t * kv_dim;
    float a = att[t];
    for (int i = 0; i < hs; i++)
      xb[i] += a * v[i];
  }
}

// serves: gemm
void conv1x1(const float *in, const float *w, float *out, int channels, int filters, int pixels) {
  for (int f = 0; f < filters; f++)
    for (int p = 0; p < pixels; p++) {
      float s = 0;
      for (int c = 0; c < channels; c++)
        s += w[f * channels + c] * in[c * pixels + p];
      out[f * pixels + p] = s;
    }
}

// serves: gemm
void linear_bias_or_none(const float *inp, const float *weight, const float *bias, float *out, int B, int T,
                         int C, int OC) {
  for (int b = 0; b < B; b++) {
    for (int t = 0; t < T; t++) {
      float *out_bt = out + b * T * OC + t * OC;
      const float *inp_bt = inp + b * T * C + t * C;
      for (int o = 0; o < OC; o++) {
        float val = (bias != NULL) ? bias[o] : 0.0f;
        const float *wrow = weight + o * C;
        for (int i = 0; i < C; i++) {
          val += inp_bt[i] * wrow[i];
        }
        out_bt[o] = val;
      }
    }
  }
}

// serves: gemm gemm gemv
void matmul_backward(float *dinp, float *dweight, float *dbias, const float *dout, const float *inp,
                     const float *weight, int B, int C, int OC) {
  for (int b = 0; b < B; b++) {
    const float *dout_b = dout + b * OC;
    float *dinp_b = dinp + b * C;
    for (int o = 0; o < OC; o++) {
      const float *wrow = weight + o * C;
      float d = dout_b[o];
      for (int i = 0; i < C; i++) {
        dinp_b[i] += wrow[i] * d;
      }
    }
  }
  for (int o = 0; o < OC; o++) {
    for (int b = 0; b < B; b++) {
      const float *dout_b = dout + b * OC;
      const float *inp_b = inp + b * C;
      float *dwrow = dweight + o * C;
      float d = dout_b[o];
      if (dbias != NULL) {
        dbias[o] += d;
      }
      for (int i = 0; i < C; i++) {
        dwrow[i] += inp_b[i] * d;
      }
    }
  }
}

// serves: gemv
void lstm_gate(const float *Wx, const float *Wh, const float *b, const float *x, const float *h, float *z,
               int hidden, int in) {
  for (int i = 0; i < hidden; i++) {
    float s = b[i];
    for (int j = 0; j < in; j++)
      s += Wx[i * in + j] * x[j];
    for (int j = 0; j < hidden; j++)
      s += Wh[i * hidden + j] * h[j];
    z[i] = s;
  }
}

// serves: gemm
void im2col_gemm(const float *img, const float *w, float *col, float *out, int ch, int h, int wd,
                 int filters) {
  int oh = h - 2, ow = wd - 2;
  for (int c = 0; c < ch; c++)
    for (int ky = 0; ky < 3; ky++)
      for (int kx = 0; kx < 3; kx++)
        for (int y = 0; y < oh; y++)
          for (int x = 0; x < ow; x++)
            col[(((c * 3 + ky) * 3 + kx) * oh + y) * ow + x] = img[(c * h + y + ky) * wd + x + kx];
  for (int f = 0; f < filters; f++)
    for (int k = 0; k < ch * 9; k++)
      for (int p = 0; p < oh * ow; p++)
        out[f * oh * ow + p] += w[f * ch * 9 + k] * col[k * oh * ow + p];
}
