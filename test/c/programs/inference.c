// A small transformer-like network, the way single-file inference programs write it: float, and int8 with
// group scales.
#define REAL float
#include "../harness.h"

static void rmsnorm(float *o, float *x, float *weight, int size) {
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

static void softmax(float *x, int size) {
  float max_val = x[0];
  for (int i = 1; i < size; i++) {
    if (x[i] > max_val) {
      max_val = x[i];
    }
  }
  float sum = 0.0f;
  for (int i = 0; i < size; i++) {
    x[i] = expf(x[i] - max_val);
    sum += x[i];
  }
  for (int i = 0; i < size; i++) {
    x[i] /= sum;
  }
}

/// W (d,n) @ x (n,) -> xout (d,)
static void matmul(float *xout, float *x, float *w, int n, int d) {
  int i;
  for (i = 0; i < d; i++) {
    float val = 0.0f;
    for (int j = 0; j < n; j++) {
      val += w[i * n + j] * x[j];
    }
    xout[i] = val;
  }
}

static void linear_bias(float *out, const float *in, const float *weight, const float *bias, int batch,
                        int channels, int features) {
  for (int b = 0; b < batch; b++) {
    const float *row = in + b * channels;
    float *target = out + b * features;
    for (int o = 0; o < features; o++) {
      float val = bias != NULL ? bias[o] : 0.0f;
      const float *wrow = weight + o * channels;
      for (int i = 0; i < channels; i++)
        val += row[i] * wrow[i];
      target[o] = val;
    }
  }
}

typedef struct {
  int8_t *q;
  float *s;
} Quantized;

enum { GROUP = 4 };

static void quantize(Quantized *qx, float *x, int count) {
  for (int group = 0; group < count / GROUP; group++) {
    float wmax = 0.0f;
    for (int i = 0; i < GROUP; i++) {
      float val = fabsf(x[group * GROUP + i]);
      if (val > wmax)
        wmax = val;
    }
    float scale = wmax / 127.0f;
    qx->s[group] = scale;
    for (int i = 0; i < GROUP; i++)
      qx->q[group * GROUP + i] = (int8_t)roundf(x[group * GROUP + i] / scale);
  }
}

static void matmul_q(float *xout, Quantized *x, Quantized *w, int n, int d) {
  for (int i = 0; i < d; i++) {
    float val = 0.0f;
    int32_t ival = 0;
    int in = i * n;
    for (int j = 0; j <= n - GROUP; j += GROUP) {
      for (int p = 0; p < GROUP; p++)
        ival += ((int32_t)x->q[j + p]) * ((int32_t)w->q[in + j + p]);
      val += ((float)ival) * w->s[(in + j) / GROUP] * x->s[j / GROUP];
      ival = 0;
    }
    xout[i] = val;
  }
}

static int32_t dot_q(const int8_t *a, const int8_t *b, int count) {
  int32_t sum = 0;
  for (int i = 0; i < count; i++)
    sum += (int32_t)a[i] * (int32_t)b[i];
  return sum;
}

static void swiglu(float *hb, const float *hb2, int hidden) {
  for (int i = 0; i < hidden; i++) {
    float val = hb[i];
    val *= (1.0f / (1.0f + expf(-val)));
    val *= hb2[i];
    hb[i] = val;
  }
}

static void attention(float *xb, const float *q, const float *keys, const float *values, float *att, int pos,
                      int head) {
  for (int t = 0; t <= pos; t++) {
    const float *key = keys + t * head;
    float score = 0.0f;
    for (int i = 0; i < head; i++)
      score += q[i] * key[i];
    score /= sqrtf((float)head);
    att[t] = score;
  }
  softmax(att, pos + 1);
  memset(xb, 0, (size_t)head * sizeof *xb);
  for (int t = 0; t <= pos; t++) {
    const float *v = values + t * head;
    float a = att[t];
    for (int i = 0; i < head; i++)
      xb[i] += a * v[i];
  }
}

static void residual(float *x, const float *y, int size) {
  for (int i = 0; i < size; i++)
    x[i] += y[i];
}

static int argmax(const float *p, int size) {
  int best = 0;
  float best_p = p[0];
  for (int i = 1; i < size; i++)
    if (p[i] > best_p) {
      best = i;
      best_p = p[i];
    }
  return best;
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  int dim = 4 * n, hidden = m, positions = k;
  float *x = harness_fresh((size_t)dim), *xb = harness_fresh((size_t)dim),
        *w = harness_fresh((size_t)(dim * hidden));
  float *w2 = harness_fresh((size_t)(dim * hidden)), *h = harness_fresh((size_t)hidden),
        *h2 = harness_fresh((size_t)hidden);
  float *norm = harness_fresh((size_t)dim);
  if (dim > 0)
    rmsnorm(xb, x, norm, dim);
  matmul(h, xb, w, dim, hidden);
  matmul(h2, xb, w2, dim, hidden);
  harness_keep("matmul", h, (size_t)hidden);
  swiglu(h, h2, hidden);
  harness_keep("swiglu", h, (size_t)hidden);
  matmul(xb, h, w, hidden, dim);
  residual(x, xb, dim);
  harness_keep("residual", x, (size_t)dim);
  float *keys = harness_fresh((size_t)((positions + 1) * dim)),
        *values = harness_fresh((size_t)((positions + 1) * dim));
  float *att = harness_fresh((size_t)(positions + 1));
  if (dim > 0)
    attention(xb, x, keys, values, att, positions, dim);
  harness_keep("attention", xb, (size_t)dim);
  float *out = harness_fresh((size_t)(positions * hidden));
  linear_bias(out, keys, w, h2, positions, dim, hidden);
  harness_keep("linear_bias", out, (size_t)(positions * hidden));
  linear_bias(out, keys, w, NULL, positions, dim, hidden);
  harness_keep("linear", out, (size_t)(positions * hidden));
  Quantized qx = {malloc((size_t)dim + 1), harness_fresh((size_t)n)};
  Quantized qw = {malloc((size_t)(dim * hidden) + 1), harness_fresh((size_t)(n * hidden))};
  quantize(&qx, x, dim);
  quantize(&qw, w, dim * hidden);
  matmul_q(h, &qx, &qw, dim, hidden);
  harness_keep("matmul_q", h, (size_t)hidden);
  harness_keep_number("dot_q", dot_q(qx.q, qw.q, hidden > 0 ? dim : 0));
  if (dim > 0) {
    softmax(x, dim);
    harness_keep_number("argmax", argmax(x, dim));
  }
  harness_keep("softmax", x, (size_t)dim);
  free(x), free(xb), free(w), free(w2), free(h), free(h2), free(norm), free(keys), free(values), free(att),
      free(out);
  free(qx.q), free(qx.s), free(qw.q), free(qw.s);
  return 0;
}
