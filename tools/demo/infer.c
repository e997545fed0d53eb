// One step of a small network: layers of weights times vector with a residual, as inference codes write it.
#include "demo.h"
#include <math.h>
#ifdef HAND
#include <cblas.h>
#endif
enum { WIDTH = 1500, HIDDEN = 3100, LAYERS = 4 };

static void matvec(float *out, const float *x, const float *w, int n, int d) {
#ifdef HAND
  cblas_sgemv(CblasRowMajor, CblasNoTrans, d, n, 1, w, n, x, 1, 0, out, 1);
#else
  for (int i = 0; i < d; i++) {
    float val = 0.0f;
    for (int j = 0; j < n; j++)
      val += w[i * n + j] * x[j];
    out[i] = val;
  }
#endif
}

static void normalise(float *o, const float *x, const float *weight, int size) {
  float ss = 0.0f;
  for (int j = 0; j < size; j++)
    ss += x[j] * x[j];
  ss /= size;
  ss += 1e-5f;
  ss = 1.0f / sqrtf(ss);
  for (int j = 0; j < size; j++)
    o[j] = weight[j] * (ss * x[j]);
}

__attribute__((noinline)) static void kernel(float *x, float *xb, float *hb, const float *scale,
                                             const float *up, const float *down) {
  for (int l = 0; l < LAYERS; l++) {
    normalise(xb, x, scale + l * WIDTH, WIDTH);
    matvec(hb, xb, up + (size_t)l * WIDTH * HIDDEN, WIDTH, HIDDEN);
    for (int i = 0; i < HIDDEN; i++)
      hb[i] = hb[i] / (1.0f + expf(-hb[i]));
    matvec(xb, hb, down + (size_t)l * WIDTH * HIDDEN, HIDDEN, WIDTH);
    for (int i = 0; i < WIDTH; i++)
      x[i] += xb[i];
  }
}

static float *fill(size_t n, float scale, uint64_t seed) {
  float *x = (float *)malloc(n * sizeof *x);
  for (size_t i = 0; i < n; i++)
    x[i] = scale * (float)demo_random(&seed);
  return x;
}

int main(int argc, char **argv) {
  FILE *out = demo_open(argc, argv);
  float *x = fill(WIDTH, 1, 1), *xb = fill(WIDTH, 0, 2), *hb = fill(HIDDEN, 0, 3),
        *scale = fill(WIDTH * LAYERS, 2, 4);
  float *up = fill((size_t)WIDTH * HIDDEN * LAYERS, 0.1f, 5),
        *down = fill((size_t)WIDTH * HIDDEN * LAYERS, 0.1f, 6);
  double start = demo_clock();
  for (int step = 0; step < 5; step++)
    kernel(x, xb, hb, scale, up, down);
  double seconds = demo_clock() - start;
  for (int i = 0; i < WIDTH; i++) {
    double value = x[i];
    demo_write(out, &value, 1);
  }
  demo_close(out, seconds);
  return 0;
}
