// Computations that are library calls, in the ways that C has of writing them. kernels.mlir is what ClangIR
// makes of it
// (../regenerate.sh).
enum { N = 64 };
typedef struct {
  int n;
  double data[N];
} Vector;
static double table[N], other[N];

void axpy(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

double dot(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

float dot_float(int n, const float *x, const float *y) {
  float sum = 0.0f;
  int i = 0;
  while (i < n) {
    sum = sum + x[i] * y[i];
    i = i + 1;
  }
  return sum;
}

void scale_down(int n, double a, double *x) {
  for (int i = n - 1; i >= 0; i--)
    x[i] *= a;
}

void gemv_flat(int m, int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}

void gemm(int n, double alpha, double beta, double C[N][N], double A[N][N], double B[N][N]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      C[i][j] *= beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}

void gemm_dots(int m, int n, int k, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int l = 0; l < k; l++)
        sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}

void rank_one(int n, double A[N][N], const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] += x[i] * y[j];
}

double members(const Vector *u, const Vector *v) {
  double sum = 0;
  for (int i = 0; i < u->n; i++)
    sum += u->data[i] * v->data[i];
  return sum;
}

void globals(double a) {
  for (int i = 0; i < N; i++)
    table[i] = table[i] + a * other[i];
}

double *globals_get(void) {
  other[0] = 1;
  return table;
}

int guarded(int n, double a, const double *x, double *y) {
  if (n <= 0)
    return -1;
  for (int i = 0; i < n; i++) {
    if (x[i] != x[i])
      break;
  }
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
  return 0;
}

double sqrt(double);
double norm(unsigned long n, const double *x) {
  double sum = 0;
  for (unsigned long i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}

double walk(const double *x, const double *end, const double *y) {
  double sum = 0;
  while (x != end)
    sum += *x++ * *y++;
  return sum;
}

double from_the_end(int n, const double *x, const double *y) {
  double sum = 0;
  while (n--)
    sum += x[n] * y[n];
  return sum;
}

void half_rows(int m, int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i / 2] += a[i * n + j] * x[j];
}

void rows_of_length(int m, int n, double a[m][n], const double *x, double *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i][j] * x[j];
}

void block_from_blocks(int m, int n, int k, int ld, double *a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int l = 0; l < k; l++)
        a[i * ld + k + j] += a[i * ld + l] * a[(m + l) * ld + k + j];
}

// A call between two copies of the loops; their counter begins anew.
void mirrored(int m, int n, double by, double A[N][N], double C[N][N]) {
  int i, j, p;
  for (i = 0; i < m; i++)
    for (j = i; j < m; j++) {
      C[i][j] = 0;
      for (p = 0; p < n; p++)
        C[i][j] += A[p][i] * A[p][j];
      C[i][j] /= by;
      C[j][i] = C[i][j];
    }
}
