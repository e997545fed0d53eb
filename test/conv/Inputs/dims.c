// Convolutions over lines and over volumes, whole numbers in the data: sums in any order are equal.
#include <stdio.h>

void line(int f, int c, int w, int k, const float *in, const float *wt, float *out) {
  int ow = w - k + 1;
  for (int i = 0; i < f; i++)
    for (int x = 0; x < ow; x++) {
      float sum = 0;
      for (int j = 0; j < c; j++)
        for (int q = 0; q < k; q++)
          sum += in[j * w + x + q] * wt[(i * c + j) * k + q];
      out[i * ow + x] = sum;
    }
}

void line_strided(int f, int c, int w, int k, int s, int d, const double *bias, const double *in,
                  const double *wt, double *out) {
  int ow = (w - (k - 1) * d - 1) / s + 1;
  for (int i = 0; i < f; i++)
    for (int x = 0; x < ow; x++) {
      double sum = bias[i];
      for (int j = 0; j < c; j++)
        for (int q = 0; q < k; q++)
          sum += in[j * w + x * s + q * d] * wt[(i * c + j) * k + q];
      out[i * ow + x] = sum;
    }
}

void line_padded(int f, int c, int w, int k, const float *in, const float *wt, float *out) {
  for (int i = 0; i < f; i++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int j = 0; j < c; j++)
        for (int q = 0; q < k; q++)
          if (x + q - k / 2 >= 0 && x + q - k / 2 < w)
            sum += in[j * w + x + q - k / 2] * wt[(i * c + j) * k + q];
      out[i * w + x] = sum;
    }
}

// (Of an image whose three sizes are unknown, too, it is not known which elements overlap.)
void volume(int f, int c, int k, const float in[c][12][12][12], const float wt[f][c][k][k][k],
            float out[f][12][12][12]) {
  for (int i = 0; i < f; i++)
    for (int z = 0; z < 13 - k; z++)
      for (int y = 0; y < 13 - k; y++)
        for (int x = 0; x < 13 - k; x++) {
          float sum = 0;
          for (int j = 0; j < c; j++)
            for (int o = 0; o < k; o++)
              for (int p = 0; p < k; p++)
                for (int q = 0; q < k; q++)
                  sum += in[j][z + o][y + p][x + q] * wt[i][j][o][p][q];
          out[i][z][y][x] = sum;
        }
}

// (Its input moves with the output's own row: no convolution.)
void line_own(int f, int c, int w, int k, const float *in, const float *wt, float *out) {
  int ow = w - k + 1;
  for (int i = 0; i < f; i++)
    for (int x = 0; x < ow; x++) {
      float sum = 0;
      for (int j = 0; j < c; j++)
        for (int q = 0; q < k; q++)
          sum += in[j * w + x + q * x % w] * wt[(i * c + j) * k + q];
      out[i * ow + x] = sum;
    }
}

static void print(const char *name, int n, const float *f, const double *d) {
  printf("%s", name);
  for (int i = 0; i < n; i++)
    printf(" %g", f ? f[i] : d[i]);
  puts("");
}

int main(void) {
  static float in[20000], wt[5000], out[20000];
  static double din[20000], dwt[5000], dout[20000], bias[20];
  for (int i = 0; i < 20000; i++)
    din[i] = in[i] = (float)(i * 37 % 23 - 11);
  for (int i = 0; i < 5000; i++)
    dwt[i] = wt[i] = (float)(i * 13 % 17 - 8);
  for (int i = 0; i < 20; i++)
    bias[i] = i;
  static const int sizes[][4] = {{3, 2, 11, 3}, {1, 1, 5, 5}, {4, 0, 6, 2}, {2, 5, 40, 1}, {0, 3, 9, 3}};
  for (int t = 0; t < 5; t++) {
    int f = sizes[t][0], c = sizes[t][1], w = sizes[t][2], k = sizes[t][3], ow = w - k + 1;
    line(f, c, w, k, in, wt, out);
    print("line", f * ow, out, NULL);
    line_strided(f, c, w, k, 2, 1, bias, din, dwt, dout);
    print("strided", f * ((w - k) / 2 + 1), NULL, dout);
    line_padded(f, c, w, k, in, wt, out);
    print("padded", f * w, out, NULL);
    line_own(f, c, w, k, in, wt, out);
    print("own", f * ow, out, NULL);
    volume(f, c, k, (void *)in, (void *)wt, (void *)out);
    print("volume", f * 1728, out, NULL);
  }
  return 0;
}
