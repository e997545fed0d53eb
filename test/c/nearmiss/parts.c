// Norms in several parts that are not quite the idiom: what stands between the parts, behind them, or in the
// same memory.
#define REAL float
#include "../harness.h"

static int notes;
static volatile float level = 1e-5f;
__attribute__((noinline)) void help_note(void);
void help_note(void) {
  notes++;
}

/// The sum of squares is wanted, too.
__attribute__((noinline)) static float sum_kept(int n_, float *o, const float *x, const float *w) {
  float ss = 0;
  for (int j = 0; j < n_; j++)
    ss += x[j] * x[j];
  float scale = 1.0f / sqrtf(ss / n_ + 1e-5f);
  for (int j = 0; j < n_; j++)
    o[j] = w[j] * (scale * x[j]);
  return ss;
}

/// The scale is wanted, too.
__attribute__((noinline)) static float scale_kept(int n_, float *o, const float *x, const float *w) {
  float ss = 0;
  for (int j = 0; j < n_; j++)
    ss += x[j] * x[j];
  float scale = 1.0f / sqrtf(ss / n_ + 1e-5f);
  for (int j = 0; j < n_; j++)
    o[j] = w[j] * (scale * x[j]);
  return scale;
}

/// The norm of one vector scales another.
__attribute__((noinline)) static void other_vector(int n_, float *o, const float *x, const float *y,
                                                   const float *w) {
  float ss = 0;
  for (int j = 0; j < n_; j++)
    ss += y[j] * y[j];
  float scale = 1.0f / sqrtf(ss / n_ + 1e-5f);
  for (int j = 0; j < n_; j++)
    o[j] = w[j] * (scale * x[j]);
}

/// Epsilon is added to the root.
__attribute__((noinline)) static void epsilon_outside(int n_, float *o, const float *x, const float *w) {
  float ss = 0;
  for (int j = 0; j < n_; j++)
    ss += x[j] * x[j];
  float scale = 1.0f / (sqrtf(ss / n_) + 1e-5f);
  for (int j = 0; j < n_; j++)
    o[j] = w[j] * (scale * x[j]);
}

/// The mean is over one element less.
__attribute__((noinline)) static void other_count(int n_, float *o, const float *x, const float *w) {
  float ss = 0;
  for (int j = 0; j < n_; j++)
    ss += x[j] * x[j];
  float scale = 1.0f / sqrtf(ss / (n_ - 1) + 1e-5f);
  for (int j = 0; j < n_; j++)
    o[j] = w[j] * (scale * x[j]);
}

/// Called with o one element behind x, and with o the weights.
__attribute__((noinline)) static void overlapping(int n_, float *o, const float *x, const float *w) {
  float ss = 0;
  for (int j = 0; j < n_; j++)
    ss += x[j] * x[j];
  float scale = 1.0f / sqrtf(ss / n_ + 1e-5f);
  for (int j = 0; j < n_; j++)
    o[j] = w[j] * (scale * x[j]);
}

__attribute__((noinline)) static void store_between(int n_, float *o, float *x, const float *w) {
  float ss = 0;
  for (int j = 0; j < n_; j++)
    ss += x[j] * x[j];
  float scale = 1.0f / sqrtf(ss / n_ + 1e-5f);
  x[0] = scale;
  for (int j = 0; j < n_; j++)
    o[j] = w[j] * (scale * x[j]);
}

__attribute__((noinline)) static void call_between(int n_, float *o, const float *x, const float *w) {
  float ss = 0;
  for (int j = 0; j < n_; j++)
    ss += x[j] * x[j];
  float scale = 1.0f / sqrtf(ss / n_ + 1e-5f);
  help_note();
  for (int j = 0; j < n_; j++)
    o[j] = w[j] * (scale * x[j]);
}

__attribute__((noinline)) static void volatile_between(int n_, float *o, const float *x, const float *w) {
  float ss = 0;
  for (int j = 0; j < n_; j++)
    ss += x[j] * x[j];
  float scale = 1.0f / sqrtf(ss / n_ + level);
  for (int j = 0; j < n_; j++)
    o[j] = w[j] * (scale * x[j]);
}

/// The root is taken of some sums only.
__attribute__((noinline)) static float sometimes(int n_, const float *x, int root) {
  float sum = 0;
  for (int j = 0; j < n_; j++)
    sum += x[j] * x[j];
  if (root)
    sum = sqrtf(sum);
  return sum;
}

__attribute__((noinline)) static float other_root(int n_, const float *x) {
  float sum = 0;
  for (int j = 0; j < n_; j++)
    sum += x[j] * x[j];
  return cbrtf(sum);
}

/// Written twice, computed once: the second must not lose its operand.
__attribute__((noinline)) static float two_roots(int n_, const float *x, float *out) {
  float sum = 0;
  for (int j = 0; j < n_; j++)
    sum += x[j] * x[j];
  float first = sqrtf(sum);
  help_note();
  out[0] = first;
  return sqrtf(sum);
}

/// Starts at 1.
__attribute__((noinline)) static float other_start(int n_, const float *x) {
  float sum = 1;
  for (int j = 0; j < n_; j++)
    sum += x[j] * x[j];
  return sqrtf(sum);
}

/// The variance is about the mean of another vector.
__attribute__((noinline)) static void other_mean(int n_, float *o, const float *x, const float *y,
                                                 const float *w, const float *b) {
  float mean = 0;
  for (int j = 0; j < n_; j++)
    mean += y[j];
  mean = mean / n_;
  float v = 0;
  for (int j = 0; j < n_; j++) {
    float d = x[j] - mean;
    v += d * d;
  }
  v = v / n_;
  float s = 1.0f / sqrtf(v + 1e-5f);
  for (int j = 0; j < n_; j++)
    o[j] = s * (x[j] - mean) * w[j] + b[j];
}

/// What stands between the parts reads what the first part has set, in a loop around them: called with x in
/// y.
__attribute__((noinline)) static float read_between(int n_, float *y, const float *a, const float *x) {
  float s = 0;
  for (int r = 0; r < 2; r++) {
    for (int j = 0; j < n_; j++)
      y[j] = 0;
    s += *x;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < n_; j++)
        y[j] += a[i * n_ + j] * x[i];
  }
  return s;
}

/// The same with the mean of squares: the code between reads an element of o, which may be x.
__attribute__((noinline)) static float kept_between(int n_, float *o, const float *x, const float *w,
                                                    const float *z) {
  float s = 0;
  for (int r = 0; r < 2; r++) {
    for (int j = 0; j < n_; j++)
      o[j] = 0;
    s += z[1];
    for (int j = 0; j < n_; j++)
      o[j] += w[j] * x[j];
    s += z[2];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < n_; j++)
        o[j] += w[i * n_ + j] * x[i];
  }
  return s;
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  float *x = harness_fresh((size_t)(n + 2)), *y = harness_fresh((size_t)(n + 2)),
        *w = harness_fresh((size_t)(n + 2)), *o = harness_fresh((size_t)(n + 2));
  harness_keep_number("sum_kept.float", sum_kept(n, o, x, w));
  harness_keep("sum_kept.o.float", o, (size_t)n);
  harness_keep_number("scale_kept.float", scale_kept(n, o, x, w));
  harness_keep("scale_kept.o.float", o, (size_t)n);
  other_vector(n, o, x, y, w);
  harness_keep("other_vector.float", o, (size_t)n);
  epsilon_outside(n, o, x, w);
  harness_keep("epsilon_outside.float", o, (size_t)n);
  other_count(n, o, x, w);
  harness_keep("other_count.float", o, (size_t)n);
  overlapping(n, x + 1, x, w);
  harness_keep("shifted.float", x, (size_t)n);
  overlapping(n, w, x, w);
  harness_keep("weights.float", w, (size_t)n);
  overlapping(n, x, x, w);
  harness_keep("in_place.float", x, (size_t)n);
  store_between(n, o, x, w);
  harness_keep("store_between.float", o, (size_t)n);
  call_between(n, o, x, w);
  harness_keep("call_between.float", o, (size_t)n);
  volatile_between(n, o, x, w);
  harness_keep("volatile_between.float", o, (size_t)n);
  harness_keep_number("sometimes.float", sometimes(n, x, 0) + 3 * sometimes(n, x, 1));
  harness_keep_number("other_root.float", other_root(n, x));
  harness_keep_number("two_roots.float", two_roots(n, x, o));
  harness_keep_number("two_roots.o.float", o[0]);
  harness_keep_number("other_start.float", other_start(n, x));
  other_mean(n, o, x, y, w, y);
  harness_keep("other_mean.float", o, (size_t)n);
  float *a = harness_fresh((size_t)(3 * n + 3)), *v = harness_fresh((size_t)(n + 4));
  harness_keep_number("read_between.float", read_between(n, v, a, v));
  harness_keep("read_between.v.float", v, (size_t)n);
  harness_keep_number("read_between.apart.float", read_between(n, o, a, v));
  harness_keep("read_between.o.float", o, (size_t)n);
  harness_keep_number("kept_between.float", kept_between(n, o, x, a, o));
  harness_keep("kept_between.o.float", o, (size_t)n);
  harness_keep_number("notes", notes);
  free(a), free(v);
  free(x), free(y), free(w), free(o);
  return 0;
}
