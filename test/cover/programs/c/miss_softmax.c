// Near misses: what looks like a softmax, a norm or a gate.
#include "cover.h"

// none: the least is taken off, not the greatest
void softmin_shift(int n, double *x) {
  double m = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] < m)
      m = x[i];
  for (int i = 0; i < n; i++) {
    x[i] = exp(x[i] - m);
    sum += x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] /= sum;
}

// none: the maximum leaves the last element out
void softmax_short_maximum(int n, double *x) {
  double m = x[0], sum = 0;
  for (int i = 1; i < n - 1; i++)
    if (x[i] > m)
      m = x[i];
  for (int i = 0; i < n; i++) {
    x[i] = exp(x[i] - m);
    sum += x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] /= sum;
}

// none: the maximum begins with another element
void softmax_other_first(int n, double *x) {
  double m = x[1], sum = 0;
  for (int i = 2; i < n; i++)
    if (x[i] > m)
      m = x[i];
  for (int i = 0; i < n; i++) {
    x[i] = exp(x[i] - m);
    sum += x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] /= sum;
}

// none: the maximum is of what was there after the first store
void softmax_late_maximum(int n, double *x) {
  double sum = 0;
  x[0] = 1;
  double m = x[n - 1];
  for (int i = 0; i < n; i++) {
    if (x[i] > m)
      m = x[i];
    x[i] = exp(x[i] - m);
    sum += x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] /= sum;
}

// none: the sum is of another array
void softmax_other_sum(int n, const double *x, const double *z, double *o) {
  double m = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > m)
      m = x[i];
  for (int i = 0; i < n; i++)
    sum += exp(z[i] - m);
  for (int i = 0; i < n; i++)
    o[i] = exp(x[i] - m) / sum;
}

// none: a maximum of what is compared with something else
void softmax_clamped(int n, double *x, double c) {
  double m = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > c)
      m = x[i];
  for (int i = 0; i < n; i++) {
    x[i] = exp(x[i] - m);
    sum += x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] /= sum;
}

// none: every element's own norm
void norm_of_rest(int n, double *o, const double *x, const double *w) {
  for (int i = 0; i < n; i++) {
    double ss = 0;
    for (int j = i; j < n; j++)
      ss += x[j] * x[j];
    o[i] = w[i] * (x[i] / sqrt(ss / n + 0.5));
  }
}

// none: a gate with the other sign
void gate_other_sign(int n, double *h, const double *g) {
  for (int i = 0; i < n; i++)
    h[i] = h[i] / (1.0 + exp(h[i])) * g[i];
}

// none: a gate that reads what it wrote before
void gate_behind(int n, double *h, const double *g) {
  for (int i = 1; i < n; i++)
    h[i] = h[i] / (1.0 + exp(-h[i - 1])) * g[i];
}
