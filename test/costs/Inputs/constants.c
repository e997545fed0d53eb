// Products of constant sizes: c[i][j] += a[i][k] * b[k][j] in some orders of the loops, and by rows of b.
#define NEST(name, N, first, second, third, left, right)                                                     \
  void name##_##N(const double (*restrict a)[N], const double (*restrict b)[N], double (*restrict c)[N]) {   \
    for (int first = 0; first < N; first++)                                                                  \
      for (int second = 0; second < N; second++)                                                             \
        for (int third = 0; third < N; third++)                                                              \
          c[i][j] += left * right;                                                                           \
  }
#define SIZES(name, first, second, third, left, right)                                                       \
  NEST(name, 4, first, second, third, left, right)                                                           \
  NEST(name, 12, first, second, third, left, right)                                                          \
  NEST(name, 16, first, second, third, left, right)                                                          \
  NEST(name, 32, first, second, third, left, right)                                                          \
  NEST(name, 48, first, second, third, left, right)                                                          \
  NEST(name, 64, first, second, third, left, right)                                                          \
  NEST(name, 100, first, second, third, left, right)
SIZES(ikj, i, k, j, a[i][k], b[k][j])
SIZES(kij, k, i, j, a[i][k], b[k][j])
SIZES(ijk, i, j, k, a[i][k], b[k][j])
SIZES(jki, j, k, i, a[i][k], b[k][j])
SIZES(rows, i, j, k, a[i][k], b[j][k])

// Rows that vectors across them store to where they are unrolled: fewer than 14 are not, nor are 50.
NEST(kij, 13, k, i, j, a[i][k], b[k][j])
NEST(kij, 14, k, i, j, a[i][k], b[k][j])
#define OUTER(N)                                                                                             \
  void outer_##N(const double *restrict x, const double *restrict y, double (*restrict c)[N]) {              \
    for (int i = 0; i < N; i++)                                                                              \
      for (int j = 0; j < N; j++)                                                                            \
        c[i][j] += x[i] * y[j];                                                                              \
  }
OUTER(48)
OUTER(50)
OUTER(60)

// Rows of 13 floats are one vector with a mask, which each k waits for.
void masked_13(const float (*restrict a)[13], const float (*restrict b)[13], float (*restrict c)[13]) {
  for (int k = 0; k < 13; k++)
    for (int j = 0; j < 13; j++)
      for (int i = 0; i < 13; i++)
        c[i][j] += a[i][k] * b[k][j];
}

#define SOLVE(N)                                                                                             \
  void solve_##N(const double (*restrict a)[N], double (*restrict x)[N]) {                                   \
    for (int i = 0; i < N; i++)                                                                              \
      for (int k = 0; k < i; k++)                                                                            \
        for (int j = 0; j < N; j++)                                                                          \
          x[i][j] -= a[i][k] * x[k][j];                                                                      \
  }
SOLVE(16)
SOLVE(32)
SOLVE(64)

#define MATVEC(N)                                                                                            \
  void matvec_##N(const double (*restrict a)[N], const double *restrict x, double *restrict y) {             \
    for (int i = 0; i < N; i++) {                                                                            \
      double sum = 0;                                                                                        \
      for (int j = 0; j < N; j++)                                                                            \
        sum += a[i][j] * x[j];                                                                               \
      y[i] = sum;                                                                                            \
    }                                                                                                        \
  }                                                                                                          \
  void columns_##N(const double (*restrict a)[N], const double *restrict x, double *restrict y) {            \
    for (int i = 0; i < N; i++)                                                                              \
      for (int j = 0; j < N; j++)                                                                            \
        y[j] += a[i][j] * x[i];                                                                              \
  }
MATVEC(16)
MATVEC(48)
MATVEC(100)

// Sums that become shorter: only the longest ones can pay.
#define TRIANGLE(N)                                                                                          \
  void triangle_##N(const double (*restrict a)[N], double (*restrict c)[N]) {                                \
    for (int i = 0; i < N; i++)                                                                              \
      for (int j = 0; j < N; j++)                                                                            \
        for (int k = i + 1; k < N; k++)                                                                      \
          c[i][j] += a[i][k] * c[k][j];                                                                      \
  }
TRIANGLE(18)
TRIANGLE(24)

// A tensor times a matrix: 40^4 steps.
void mode(const double t[restrict 40][40][40], const double m[restrict 40][40],
          double out[restrict 40][40][40]) {
  for (int a = 0; a < 40; a++)
    for (int b = 0; b < 40; b++)
      for (int c = 0; c < 40; c++)
        for (int d = 0; d < 40; d++)
          out[a][b][c] += t[b][d][a] * m[d][c];
}
