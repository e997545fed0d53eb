// Direct convolutions as programs write them: NCHW, batch 1, padding by a condition. Compiled by clang and by
// smr-clang. Each has the same parameters: filters, channels, image, taps, stride, padding.

void NAME(padded)(int f, int c, int h, int w, int k, int s, int pad, const float *in, const float *wt,
                  float *out) {
  int oh = (h + 2 * pad - k) / s + 1, ow = (w + 2 * pad - k) / s + 1;
  for (int i = 0; i < f; i++)
    for (int y = 0; y < oh; y++)
      for (int x = 0; x < ow; x++) {
        float sum = 0;
        for (int j = 0; j < c; j++)
          for (int p = 0; p < k; p++)
            for (int q = 0; q < k; q++) {
              int row = y * s + p - pad, column = x * s + q - pad;
              if (row >= 0 && row < h && column >= 0 && column < w)
                sum += in[(j * h + row) * w + column] * wt[((i * c + j) * k + p) * k + q];
            }
        out[(i * oh + y) * ow + x] = sum;
      }
}

/// The image has its border already; k is 3 or less often anything else.
void NAME(bordered)(int f, int c, int h, int w, int k, int s, int pad, const float *in, const float *wt,
                    float *out) {
  (void)pad;
  int oh = (h - k) / s + 1, ow = (w - k) / s + 1;
  for (int i = 0; i < f; i++)
    for (int y = 0; y < oh; y++)
      for (int x = 0; x < ow; x++) {
        float sum = 0;
        for (int j = 0; j < c; j++)
          for (int p = 0; p < k; p++)
            for (int q = 0; q < k; q++)
              sum += in[(j * h + y * s + p) * w + x * s + q] * wt[((i * c + j) * k + p) * k + q];
        out[(i * oh + y) * ow + x] = sum;
      }
}

/// Loops in the order in which compilers vectorise them: along rows of the result.
void NAME(by_rows)(int f, int c, int h, int w, int k, int s, int pad, const float *restrict in,
                   const float *restrict wt, float *restrict out) {
  (void)s, (void)pad;
  int oh = h - k + 1, ow = w - k + 1;
  for (int i = 0; i < f; i++) {
    for (int y = 0; y < oh; y++)
      for (int x = 0; x < ow; x++)
        out[(i * oh + y) * ow + x] = 0;
    for (int j = 0; j < c; j++)
      for (int p = 0; p < k; p++)
        for (int q = 0; q < k; q++)
          for (int y = 0; y < oh; y++)
            for (int x = 0; x < ow; x++)
              out[(i * oh + y) * ow + x] +=
                  in[(j * h + y + p) * w + x + q] * wt[((i * c + j) * k + p) * k + q];
  }
}

/// 3x3 taps of one channel each.
void NAME(depthwise)(int f, int c, int h, int w, int k, int s, int pad, const float *in, const float *wt,
                     float *out) {
  (void)f;
  int oh = (h + 2 * pad - k) / s + 1, ow = (w + 2 * pad - k) / s + 1;
  for (int i = 0; i < c; i++)
    for (int y = 0; y < oh; y++)
      for (int x = 0; x < ow; x++) {
        float sum = 0;
        for (int p = 0; p < k; p++)
          for (int q = 0; q < k; q++) {
            int row = y * s + p - pad, column = x * s + q - pad;
            if (row >= 0 && row < h && column >= 0 && column < w)
              sum += in[(i * h + row) * w + column] * wt[(i * k + p) * k + q];
          }
        out[(i * oh + y) * ow + x] = sum;
      }
}
