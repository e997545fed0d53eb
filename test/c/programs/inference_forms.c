// Layers of networks in other shapes of code than inference.c: structs of pointers, pointers into one large
// buffer, size_t and pointer-walking loops, other orders of the same arithmetic, norms over double.
#define REAL float
#include "../harness.h"

typedef struct {
  float *gain, *shift, *query, *key;
} Weights;

typedef struct {
  float *x, *normed, *scores;
  size_t width;
} State;

/// By members of two structs, the loops over size_t.
static void norm_members(State *s, const Weights *w) {
  float sum = 0.0f;
  for (size_t i = 0; i < s->width; ++i)
    sum += s->x[i] * s->x[i];
  const float scale = 1.0f / sqrtf(sum / s->width + 1e-6f);
  for (size_t i = 0; i < s->width; ++i)
    s->normed[i] = w->gain[i] * (scale * s->x[i]);
}

/// In place, epsilon handed over.
static void norm_place(float *x, const float *gain, int size, float eps) {
  float ss = 0.f;
  for (int j = 0; j < size; j++)
    ss += x[j] * x[j];
  ss /= size;
  ss += eps;
  ss = 1.0f / sqrtf(ss);
  for (int j = 0; j < size; j++)
    x[j] = gain[j] * (ss * x[j]);
}

/// Scaled first, then times the gain; the mean by a product.
static void norm_other_order(float *restrict out, const float *restrict in, const float *restrict gain,
                             int n_) {
  float ss = 0.f;
  for (int i = 0; i < n_; i++)
    ss += in[i] * in[i];
  float mean = ss / n_;
  float inv = 1.0f / sqrtf(mean + 1e-5f);
  for (int i = 0; i < n_; i++)
    out[i] = in[i] * inv * gain[i];
}

/// Mean, variance, then scale and shift, row by row.
static void norm_layer(float *out, const float *in, const float *weight, const float *bias, int rows,
                       int width) {
  for (int r = 0; r < rows; r++) {
    const float *x = in + r * width;
    float *o = out + r * width;
    float m_ = 0.0f;
    for (int i = 0; i < width; i++)
      m_ += x[i];
    m_ = m_ / width;
    float v = 0.0f;
    for (int i = 0; i < width; i++) {
      float shifted = x[i] - m_;
      v += shifted * shifted;
    }
    v = v / width;
    float s = 1.0f / sqrtf(v + 1e-5f);
    for (int i = 0; i < width; i++)
      o[i] = (s * (x[i] - m_)) * weight[i] + bias[i];
  }
}

static double euclid(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}

static double euclid_column(const double *a, size_t rows, size_t width, size_t column) {
  double sum = 0;
  for (size_t i = 0; i < rows; i++)
    sum += a[i * width + column] * a[i * width + column];
  return sqrt(sum);
}

static float euclid_walk(const float *x, const float *end) {
  float sum = 0;
  while (x != end) {
    sum += *x * *x;
    x++;
  }
  return sqrtf(sum);
}

/// Divides by the norm: a norm, then a loop of its own.
static void normalise(double *x, int count) {
  double norm = 0;
  for (int i = 0; i < count; i++)
    norm += x[i] * x[i];
  norm = sqrt(norm);
  if (norm > 0) {
    double by = 1.0 / norm;
    for (int i = 0; i < count; i++)
      x[i] *= by;
  }
}

/// The sum is wanted, too: the product remains.
static double norm_and_sum(const double *x, int count, double *sum_out) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += x[i] * x[i];
  *sum_out = sum;
  return sqrt(sum);
}

/// All heads of one position, pointers from offsets into one buffer.
static void heads(State *s, const float *cache, int pos, int count, int size) {
  for (int h = 0; h < count; h++) {
    const float *q = s->x + h * size;
    float *score = s->scores + h * (pos + 1);
    for (int t = 0; t <= pos; t++) {
      const float *k_ = cache + t * count * size + h * size;
      float dot = 0.0f;
      for (int i = 0; i < size; i++)
        dot += q[i] * k_[i];
      score[t] = dot / sqrtf(size);
    }
    float *out = s->normed + h * size;
    for (int i = 0; i < size; i++)
      out[i] = 0.0f;
    for (int t = 0; t <= pos; t++) {
      const float *v = cache + t * count * size + h * size;
      const float a = score[t];
      for (int i = 0; i < size; i++)
        out[i] += a * v[i];
    }
  }
}

static void softmax_size_t(float *x, size_t size) {
  float top = x[0];
  for (size_t i = 1; i < size; i++)
    if (x[i] > top)
      top = x[i];
  float sum = 0;
  for (size_t i = 0; i < size; i++) {
    x[i] = expf(x[i] - top);
    sum += x[i];
  }
  const float inverse = 1.0f / sum;
  for (size_t i = 0; i < size; i++)
    x[i] *= inverse;
}

static void gate(float *h, const float *g, size_t size) {
  for (size_t i = 0; i < size; i++)
    h[i] = h[i] / (1.0f + expf(-h[i])) * g[i];
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  int dim = 4 * n, hidden = m, positions = k;
  State s = {harness_fresh((size_t)dim), harness_fresh((size_t)dim),
             harness_fresh((size_t)(4 * (positions + 1))), (size_t)dim};
  Weights w = {harness_fresh((size_t)dim), harness_fresh((size_t)dim), NULL, NULL};
  norm_members(&s, &w);
  harness_keep("members", s.normed, (size_t)dim);
  norm_place(s.normed, w.gain, dim, 1e-5f);
  harness_keep("place", s.normed, (size_t)dim);
  norm_other_order(s.normed, s.x, w.gain, dim);
  harness_keep("other_order", s.normed, (size_t)dim);
  float *rows = harness_fresh((size_t)(dim * hidden)), *out = harness_fresh((size_t)(dim * hidden));
  norm_layer(out, rows, w.gain, w.shift, hidden, dim);
  harness_keep("layer", out, (size_t)(dim * hidden));
  double *d = malloc(((size_t)(dim * hidden) + 1) * sizeof *d), sum = 0;
  for (int i = 0; i < dim * hidden; i++)
    d[i] = rows[i];
  harness_keep_number("euclid", euclid(d, dim * hidden));
  if (hidden > 0)
    harness_keep_number("column", euclid_column(d, (size_t)dim, (size_t)hidden, (size_t)hidden / 2));
  harness_keep_number("walk", euclid_walk(rows, rows + dim * hidden));
  normalise(d, dim * hidden);
  harness_keep_number("sum", norm_and_sum(d, dim * hidden, &sum));
  harness_keep_number("sum2", sum);
  float *cache = harness_fresh((size_t)((positions + 1) * dim));
  heads(&s, cache, positions, 4, n);
  harness_keep("heads", s.normed, (size_t)dim);
  gate(s.normed, s.x, (size_t)dim);
  harness_keep("gate", s.normed, (size_t)dim);
  if (dim > 0)
    softmax_size_t(s.x, (size_t)dim);
  harness_keep("softmax", s.x, (size_t)dim);
  free(s.x), free(s.normed), free(s.scores), free(w.gain), free(w.shift), free(rows), free(out), free(d),
      free(cache);
  return 0;
}
