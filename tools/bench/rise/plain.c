// The product of matrices that rise-mm.rules begins with, as one writes it; with -DN, for one size alone.
#include <stdint.h>

#ifdef N
void mm(int64_t m, int64_t k, int64_t n, const float (*restrict a)[N], const float (*restrict b)[N],
        float (*restrict c)[N]) {
  (void)m, (void)k, (void)n;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int l = 0; l < N; l++)
        c[i][j] += a[i][l] * b[l][j];
    }
}
#else
void mm(int64_t m, int64_t k, int64_t n, const float *restrict a, const float *restrict b,
        float *restrict c) {
  for (int64_t i = 0; i < m; i++)
    for (int64_t j = 0; j < n; j++) {
      float sum = 0;
      for (int64_t l = 0; l < k; l++)
        sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}
#endif
