// A window of three by three is unrolled, and needs no call.

#define POOL(name, size)                                                                                     \
  void name(int n, int size_given, const float *restrict a, float *restrict o) {                             \
    (void)size_given;                                                                                        \
    for (int c = 0; c < n; c++)                                                                              \
      for (int y = 0; y < n; y++)                                                                            \
        for (int x = 0; x < n; x++) {                                                                        \
          float m = -1e30f;                                                                                  \
          for (int p = 0; p < size; p++)                                                                     \
            for (int q = 0; q < size; q++)                                                                   \
              if (a[(c * 90 + y + p) * 90 + x + q] > m)                                                      \
                m = a[(c * 90 + y + p) * 90 + x + q];                                                        \
          o[(c * n + y) * n + x] = m;                                                                        \
        }                                                                                                    \
  }

POOL(any, size_given)
POOL(three, 3)
