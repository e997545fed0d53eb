// Softmax, norms and gates, each in several spellings, in float and double.
#include "cover.h"

#define LARGER(a, b) ((a) > (b) ? (a) : (b))

// serves: softmax
void softmax_double(int n, double *x) {
  double largest = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > largest)
      largest = x[i];
  for (int i = 0; i < n; i++) {
    x[i] = exp(x[i] - largest);
    sum += x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] /= sum;
}

// serves: softmax
void softmax_fmax(int n, double *x) {
  double m = -INFINITY, sum = 0;
  for (int i = 0; i < n; i++)
    m = fmax(m, x[i]);
  for (int i = 0; i < n; i++)
    x[i] = exp(x[i] - m);
  for (int i = 0; i < n; i++)
    sum += x[i];
  double inv = 1.0 / sum;
  for (int i = 0; i < n; i++)
    x[i] *= inv;
}

// serves: softmax
void softmax_macro(int n, float *x) {
  float m = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    m = LARGER(m, x[i]);
  for (int i = 0; i < n; i++) {
    x[i] = expf(x[i] - m);
    sum += x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] /= sum;
}

// serves: softmax
void softmax_apart(int n, const float *x, float *o) {
  float m = -1e30f, sum = 0;
  for (int i = 0; i < n; i++)
    m = x[i] > m ? x[i] : m;
  for (int i = 0; i < n; i++) {
    o[i] = expf(x[i] - m);
    sum += o[i];
  }
  for (int i = 0; i < n; i++)
    o[i] /= sum;
}

// serves: softmax
void softmax_twice(int n, const double *x, double *o) {
  double m = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (m < x[i])
      m = x[i];
  for (int i = 0; i < n; i++)
    sum += exp(x[i] - m);
  for (int i = 0; i < n; i++)
    o[i] = exp(x[i] - m) / sum;
}

// serves: rmsnorm
void rmsnorm_double(int n, double *o, const double *x, const double *w, double eps) {
  double ss = 0;
  for (int j = 0; j < n; j++)
    ss += x[j] * x[j];
  ss /= n;
  ss += eps;
  ss = 1.0 / sqrt(ss);
  for (int j = 0; j < n; j++)
    o[j] = w[j] * (ss * x[j]);
}

// serves: rmsnorm
void rmsnorm_in_place(int n, float *x, const float *w) {
  float ss = 0;
  for (int j = 0; j < n; j++)
    ss += x[j] * x[j];
  float root = sqrtf(ss / n + 1e-6f);
  for (int j = 0; j < n; j++)
    x[j] = x[j] / root * w[j];
}

// serves: swiglu
void gate(int n, float *h, const float *g) {
  for (int i = 0; i < n; i++) {
    float v = h[i];
    v *= 1.0f / (1.0f + expf(-v));
    v *= g[i];
    h[i] = v;
  }
}

// serves: swiglu
void gate_double(int n, const double *h, const double *g, double *o) {
  for (int i = 0; i < n; i++)
    o[i] = h[i] / (1.0 + exp(-h[i])) * g[i];
}
