// Nests that one call says as a whole.
void symm(int m, int n, double alpha, double beta, double C[m][n], double A[m][m], double B[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double t = 0;
      for (int k = 0; k < i; k++) {
        C[k][j] += alpha * B[i][j] * A[i][k];
        t += B[k][j] * A[i][k];
      }
      C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * t;
    }
}

void trmm(int m, int n, double alpha, double A[m][m], double B[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < m; k++)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] = alpha * B[i][j];
    }
}

void backwards(int n, double A[n][n], double *x) {
  for (int i = n - 1; i >= 0; i--) {
    double s = x[i];
    for (int j = i + 1; j < n; j++)
      s -= A[i][j] * x[j];
    x[i] = s / A[i][i];
  }
}

void collapsed(int B, int T, int C, int O, float *out, const float *in, const float *w) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++)
      for (int o = 0; o < O; o++) {
        float sum = 0;
        for (int c = 0; c < C; c++)
          sum += in[(b * T + t) * C + c] * w[o * C + c];
        out[(b * T + t) * O + o] = sum;
      }
}

// Not a triangular solve: the old elements are read.
void not_backwards(int n, double A[n][n], double *x, const double *y) {
  for (int i = n - 1; i >= 0; i--) {
    double s = x[i];
    for (int j = i + 1; j < n; j++)
      s -= A[i][j] * y[j];
    x[i] = s / A[i][i];
  }
}
