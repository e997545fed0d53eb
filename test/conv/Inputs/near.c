#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Each reads what it writes, or has weights, strides or taps that no convolution has.

__attribute__((noinline)) void in_place(int h, int w, int f, int c, double *a, const double *k) {
  for (int i = 0; i < f; i++)
    for (int y = 0; y < h - 2; y++)
      for (int x = 0; x < w - 2; x++) {
        double s = 0;
        for (int j = 0; j < c; j++)
          for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++)
              s += a[(j * h + y + p) * w + x + q] * k[((i * c + j) * 3 + p) * 3 + q];
        a[(i * h + y) * w + x] = s;
      }
}

__attribute__((noinline)) void weights_by_row(int h, int w, int f, int c, const double *a, const double *k,
                                              double *o) {
  for (int i = 0; i < f; i++)
    for (int y = 0; y < h - 2; y++)
      for (int x = 0; x < w - 2; x++) {
        double s = 0;
        for (int j = 0; j < c; j++)
          for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++)
              s += a[(j * h + y + p) * w + x + q] * k[((i * c + j) * 3 + p) * 3 + q + y];
        o[(i * (h - 2) + y) * (w - 2) + x] = s;
      }
}

__attribute__((noinline)) void square_stride(int h, int w, int f, int c, const double *a, const double *k,
                                             double *o) {
  for (int i = 0; i < f; i++)
    for (int y = 0; y < 2; y++)
      for (int x = 0; x < w - 2; x++) {
        double s = 0;
        for (int j = 0; j < c; j++)
          for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++)
              s += a[(j * h + y * y + p) * w + x + q] * k[((i * c + j) * 3 + p) * 3 + q];
        o[(i * 2 + y) * (w - 2) + x] = s;
      }
}

__attribute__((noinline)) void chosen(int h, int w, int f, int c, const double *a, const double *k,
                                      double *o) {
  for (int i = 0; i < f; i++)
    for (int y = 0; y < h - 2; y++)
      for (int x = 0; x < w - 2; x++) {
        double s = 0;
        for (int j = 0; j < c; j++)
          for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++)
              if (a[(j * h + y + p) * w + x + q] > 0)
                s += a[(j * h + y + p) * w + x + q] * k[((i * c + j) * 3 + p) * 3 + q];
        o[(i * (h - 2) + y) * (w - 2) + x] = s;
      }
}

__attribute__((noinline)) void clipped(int h, int w, int f, int c, const double *a, const double *k,
                                       double *o) {
  for (int i = 0; i < f; i++)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        double s = 0;
        for (int j = 0; j < c; j++)
          for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++) {
              int r = y + p < h ? y + p : h - 1, t = x + q < w ? x + q : w - 1; // the border is repeated
              s += a[(j * h + r) * w + t] * k[((i * c + j) * 3 + p) * 3 + q];
            }
        o[(i * h + y) * w + x] = s;
      }
}

__attribute__((noinline)) void overlap(int h, int w, int f, int c, const double *a, const double *k,
                                       double *o) {
  for (int i = 0; i < f; i++)
    for (int y = 0; y < h - 2; y++)
      for (int x = 0; x < w - 2; x++) {
        double s = 0;
        for (int j = 0; j < c; j++)
          for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++)
              s += a[(j * h + y + p) * w + x + q] * k[((i * c + j) * 3 + p) * 3 + q];
        o[(i * (h - 2) + y) * (w - 2) + x] = s;
      }
}

__attribute__((noinline)) void infinite(int h, int w, int f, int c, const double *a, const double *k,
                                        double *o) {
  for (int i = 0; i < f; i++)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        double s = 0;
        for (int j = 0; j < c; j++)
          for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++) {
              int r = y + p - 1, t = x + q - 1;
              if (r >= 0 && r < h && t >= 0 && t < w)
                s += a[(j * h + r) * w + t] * k[((i * c + j) * 3 + p) * 3 + q];
            }
        o[(i * h + y) * w + x] = s;
      }
}

enum { H = 7, W = 6, F = 3, C = 2, MANY = 2000 };

/// Whole numbers, so that sums in any order are the same.
static double *fresh(int number) {
  double *data = malloc(MANY * sizeof *data);
  for (int k = 0; k < MANY; k++)
    data[k] = (k * 37 + number * 11) % 23 - 11;
  return data;
}

static void show(const char *name, const double *data) {
  printf("%s", name);
  for (int k = 0; k < 400; k++)
    printf(" %g", fabs(data[k]) < 1e9 || isnan(data[k]) || isinf(data[k]) ? data[k] : 1e9);
  printf("\n");
}

int main(void) {
  static void (*const functions[])(int, int, int, int, const double *, const double *, double *) = {
      weights_by_row, square_stride, chosen, clipped, overlap, infinite};
  double *a = fresh(1), *k = fresh(2), *o = fresh(3);
  in_place(H, W, F, C, a, k);
  show("in place", a);
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
    a = fresh(4 + (int)i);
    functions[i](H, W, F, C, a, k, o);
    show("apart", o);
    functions[i](H, W, 1, C, a, k, a + 40); // what is written is read
    show("overlap", a);
  }
  // An infinite weight that lies beside the image at its first places, and one among the image's numbers.
  a = fresh(20);
  k[0] = INFINITY, k[40] = NAN;
  infinite(H, W, F, C, a, k, o);
  show("infinite weights", o);
  k = fresh(2);
  a[17] = -INFINITY;
  infinite(H, W, F, C, a, k, o);
  show("infinite image", o);
  return 0;
}
