// The same layer, small and large. In the small one gathering costs more than a product saves.
#define LAYER(NAME, F, C, N)                                                                                 \
  void NAME(const float *restrict a, const float *restrict k, float *restrict o) {                           \
    for (int i = 0; i < F; i++)                                                                              \
      for (int y = 0; y < N; y++)                                                                            \
        for (int x = 0; x < N; x++) {                                                                        \
          float s = 0;                                                                                       \
          for (int j = 0; j < C; j++)                                                                        \
            for (int p = 0; p < 3; p++)                                                                      \
              for (int q = 0; q < 3; q++) {                                                                  \
                int r = y + p - 1, t = x + q - 1;                                                            \
                if (r >= 0 && r < N && t >= 0 && t < N)                                                      \
                  s += a[(j * N + r) * N + t] * k[((i * C + j) * 3 + p) * 3 + q];                            \
              }                                                                                              \
          o[(i * N + y) * N + x] = s;                                                                        \
        }                                                                                                    \
  }

LAYER(small, 4, 3, 6)
LAYER(few_filters, 2, 8, 12)
LAYER(large, 32, 32, 24)
