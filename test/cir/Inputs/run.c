// Runs kernels.c, arrays that overlap included, and prints what came out.
#include <stdio.h>
enum { N = 64 };
typedef struct {
  int n;
  double data[N];
} Vector;
void axpy(int n, double a, const double *x, double *y);
double dot(int n, const double *x, const double *y);
float dot_float(int n, const float *x, const float *y);
void scale_down(int n, double a, double *x);
void gemv_flat(int m, int n, const double *a, const double *x, double *y);
void gemm(int n, double alpha, double beta, double C[N][N], double A[N][N], double B[N][N]);
void gemm_dots(int m, int n, int k, const float *a, const float *b, float *c);
void rank_one(int n, double A[N][N], const double *x, const double *y);
double members(const Vector *u, const Vector *v);
void globals(double a);
double *globals_get(void);
int guarded(int n, double a, const double *x, double *y);
double norm(unsigned long n, const double *x);
double walk(const double *x, const double *end, const double *y);
double from_the_end(int n, const double *x, const double *y);
void half_rows(int m, int n, const double *a, const double *x, double *y);
void rows_of_length(int m, int n, double a[m][n], const double *x, double *y);
void block_from_blocks(int m, int n, int k, int ld, double *a);
void mirrored(int m, int n, double by, double A[N][N], double C[N][N]);

static double A[N][N], B[N][N], C[N][N], x[N], y[2 * N];
static float f[N * N], g[N * N], h[N * N];
static Vector u, v;

static double sum(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.75 + p[i];
  return s;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = 0.25 * (i % 13) - 1;
    y[i] = 0.5 * (i % 7) - 1.25;
    u.data[i] = i % 5;
    v.data[i] = i % 3 - 0.5;
    for (int j = 0; j < N; j++) {
      A[i][j] = (i * 3 + j) % 11 * 0.5 - 2;
      B[i][j] = (i + j * 5) % 9 * 0.25 - 1;
      C[i][j] = (i + j) % 4;
      f[i * N + j] = (float)((i * 7 + j) % 5) - 2;
      g[i * N + j] = (float)((i + 2 * j) % 3) - 1;
    }
  }
  u.n = v.n = 50;
  static const int sizes[] = {0, 1, 5, 37, 64};
  for (int k = 0; k < 5; k++) {
    int n = sizes[k];
    axpy(n, 1.5, x, y);
    printf("axpy %.10g\n", sum(y, N));
    axpy(n ? n - 1 : 0, 0.5, y, y + 1); // overlapping
    printf("axpy itself %.10g\n", sum(y, N));
    printf("dot %.10g %.6g\n", dot(n, x, y), dot_float(n, f, g));
    scale_down(n, 0.5, y);
    gemv_flat(n, n, &A[0][0], x, y);
    printf("gemv %.10g\n", sum(y, N));
    gemm(n, 0.5, 0.25, C, A, B);
    printf("gemm %.10g\n", sum(&C[0][0], N * N));
    gemm(n, 0.5, 0.25, A, A, B); // in place
    printf("gemm itself %.10g\n", sum(&A[0][0], N * N));
    gemm_dots(n, n, n, f, g, h);
    printf("gemm_dots %.6g\n", (double)h[n]);
    rank_one(n, B, x, y);
    printf("ger %.10g\n", sum(&B[0][0], N * N));
    printf("members %.10g\n", members(&u, &v));
    globals(0.125);
    printf("globals %.10g\n", sum(globals_get(), N));
    printf("guarded %d", guarded(n, -1, x, y));
    printf(" %.10g\n", sum(y, N));
    printf("norm %.10g walk %.10g %.10g\n", norm((unsigned long)n, x), walk(x, x + n, y),
           from_the_end(n, x, y));
    half_rows(n, n, &A[0][0], x, y);
    printf("half_rows %.10g\n", sum(y, N));
    half_rows(n, n, &A[0][0], y, y);
    printf("half_rows itself %.10g\n", sum(y, N));
    if (n)
      rows_of_length(n, n, (double (*)[n])B, x, y);
    printf("rows_of_length %.10g\n", sum(y, N));
    mirrored(n, n, 3, A, C);
    printf("mirrored %.10g\n", sum(&C[0][0], N * N));
    mirrored(n, n, 3, B, B);
    printf("mirrored itself %.10g\n", sum(&B[0][0], N * N));
    block_from_blocks(n / 4, n / 4, n / 4, N, &C[0][0]);
    printf("block %.10g\n", sum(&C[0][0], N * N));
  }
  return 0;
}
