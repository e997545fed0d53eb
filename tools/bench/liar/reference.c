//===- reference.c - the kernels in C ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The 16 kernels of LIAR's Table I as one writes them in C: those of PolyBench in its loop order, with loop
// bounds that the compiler knows; the others in its style. Each writes its results to arrays of their own, as
// the language's terms do. `kNAME_packed` takes pointers to the arguments in the order of the kernel's file.
// `-DSMALL` gives the sizes that the tests have.
//===----------------------------------------------------------------------===//
#include <stddef.h>

#ifdef SMALL
enum { N1 = 13, M1 = 11, N = 9, M = 7, K = 5, L = 6, V = 10, R = 2, Q = 3, P = 5 };
#else
enum { N1 = 1000, M1 = 900, N = 100, M = 90, K = 110, L = 120, V = 400, R = 20, Q = 25, P = 30 };
#endif

//===--- PolyBench ---===//

static void k2mm(double alpha, double beta, double A[N][K], double B[K][M], double C[M][L], double D[N][L],
                 double out[N][L]) {
  static double tmp[N][M];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      tmp[i][j] = 0;
      for (int k = 0; k < K; k++)
        tmp[i][j] += alpha * A[i][k] * B[k][j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < L; j++) {
      out[i][j] = beta * D[i][j];
      for (int k = 0; k < M; k++)
        out[i][j] += tmp[i][k] * C[k][j];
    }
}

static void katax(double A[N1][M1], double x[M1], double y[M1]) {
  static double tmp[N1];
  for (int i = 0; i < M1; i++)
    y[i] = 0;
  for (int i = 0; i < N1; i++) {
    tmp[i] = 0;
    for (int j = 0; j < M1; j++)
      tmp[i] = tmp[i] + A[i][j] * x[j];
    for (int j = 0; j < M1; j++)
      y[j] = y[j] + A[i][j] * tmp[i];
  }
}

static void kdoitgen(double A[R][Q][P], double C[P][P], double out[R][Q][P]) {
  static double sum[P];
  for (int r = 0; r < R; r++)
    for (int q = 0; q < Q; q++) {
      for (int p = 0; p < P; p++) {
        sum[p] = 0;
        for (int s = 0; s < P; s++)
          sum[p] += A[r][q][s] * C[s][p];
      }
      for (int p = 0; p < P; p++)
        out[r][q][p] = sum[p];
    }
}

static void kgemm(double alpha, double beta, double A[N][K], double B[K][M], double C[N][M],
                  double out[N][M]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < M; j++)
      out[i][j] = C[i][j] * beta;
    for (int k = 0; k < K; k++)
      for (int j = 0; j < M; j++)
        out[i][j] += alpha * A[i][k] * B[k][j];
  }
}

static void kgemver(double alpha, double beta, double A[V][V], double u1[V], double v1[V], double u2[V],
                    double v2[V], double x[V], double y[V], double z[V], double w[V], double outA[V][V],
                    double outx[V], double outw[V]) {
  for (int i = 0; i < V; i++)
    for (int j = 0; j < V; j++)
      outA[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
  for (int i = 0; i < V; i++) {
    outx[i] = x[i];
    for (int j = 0; j < V; j++)
      outx[i] = outx[i] + beta * outA[j][i] * y[j];
  }
  for (int i = 0; i < V; i++)
    outx[i] = outx[i] + z[i];
  for (int i = 0; i < V; i++) {
    outw[i] = w[i];
    for (int j = 0; j < V; j++)
      outw[i] = outw[i] + alpha * outA[i][j] * outx[j];
  }
}

static void kgesummv(double alpha, double beta, double A[N1][M1], double B[N1][M1], double x[M1],
                     double y[N1]) {
  static double tmp[N1];
  for (int i = 0; i < N1; i++) {
    tmp[i] = 0;
    y[i] = 0;
    for (int j = 0; j < M1; j++) {
      tmp[i] = A[i][j] * x[j] + tmp[i];
      y[i] = B[i][j] * x[j] + y[i];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
}

static void kjacobi1d(double x[N1 + 2], double out[N1]) {
  for (int i = 0; i < N1; i++)
    out[i] = 0.33333 * (x[i] + x[i + 1] + x[i + 2]);
}

static void kmvt(double A[N1][N1], double x1[N1], double x2[N1], double y1[N1], double y2[N1],
                 double out1[N1], double out2[N1]) {
  for (int i = 0; i < N1; i++) {
    out1[i] = x1[i];
    for (int j = 0; j < N1; j++)
      out1[i] = out1[i] + A[i][j] * y1[j];
  }
  for (int i = 0; i < N1; i++) {
    out2[i] = x2[i];
    for (int j = 0; j < N1; j++)
      out2[i] = out2[i] + A[j][i] * y2[j];
  }
}

//===--- the paper's own ---===//

static void k1mm(double A[N][K], double B[K][M], double out[N][M]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      out[i][j] = 0;
      for (int k = 0; k < K; k++)
        out[i][j] += A[i][k] * B[k][j];
    }
}

static void kaxpy(double alpha, double x[N1], double y[N1], double out[N1]) {
  for (int i = 0; i < N1; i++)
    out[i] = alpha * x[i] + y[i];
}

static void kblur1d(double x[N1 + 2], double out[N1]) {
  for (int i = 0; i < N1; i++)
    out[i] = (x[i] + x[i + 1] + x[i + 2]) / 3;
}

static void kgemv(double alpha, double beta, double A[N1][M1], double x[M1], double y[N1], double out[N1]) {
  for (int i = 0; i < N1; i++) {
    out[i] = beta * y[i];
    for (int j = 0; j < M1; j++)
      out[i] += alpha * A[i][j] * x[j];
  }
}

static void kmemset(double out[N1]) {
  for (int i = 0; i < N1; i++)
    out[i] = 0;
}

static void kslim2mm(double A[N][K], double B[K][M], double C[M][L], double out[N][L]) {
  static double tmp[N][M];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      tmp[i][j] = 0;
      for (int k = 0; k < K; k++)
        tmp[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < L; j++) {
      out[i][j] = 0;
      for (int k = 0; k < M; k++)
        out[i][j] += tmp[i][k] * C[k][j];
    }
}

static void kstencil2d(double A[N + 2][M + 2], double w[3][3], double out[N][M]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      double sum = 0;
      for (int di = 0; di < 3; di++)
        for (int dj = 0; dj < 3; dj++)
          sum += w[di][dj] * A[i + di][j + dj];
      out[i][j] = sum;
    }
}

static void kvsum(double x[N1], double *out) {
  double sum = 0;
  for (int i = 0; i < N1; i++)
    sum += x[i];
  *out = sum;
}

//===--- by pointers to their arguments ---===//

#define S(i) (*(double *)a[i])
#define PACKED(name, ...)                                                                                    \
  void k##name##_packed(void **a);                                                                           \
  void k##name##_packed(void **a) {                                                                          \
    k##name(__VA_ARGS__);                                                                                    \
  }
PACKED(1mm, a[0], a[1], a[2])
PACKED(2mm, S(0), S(1), a[2], a[3], a[4], a[5], a[6])
PACKED(atax, a[0], a[1], a[2])
PACKED(axpy, S(0), a[1], a[2], a[3])
PACKED(blur1d, a[0], a[1])
PACKED(doitgen, a[0], a[1], a[2])
PACKED(gemm, S(0), S(1), a[2], a[3], a[4], a[5])
PACKED(gemv, S(0), S(1), a[2], a[3], a[4], a[5])
PACKED(gemver, S(0), S(1), a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13])
PACKED(gesummv, S(0), S(1), a[2], a[3], a[4], a[5])
PACKED(jacobi1d, a[0], a[1])
PACKED(memset, a[0])
PACKED(mvt, a[0], a[1], a[2], a[3], a[4], a[5], a[6])
PACKED(slim2mm, a[0], a[1], a[2], a[3])
PACKED(stencil2d, a[0], a[1], a[2])
PACKED(vsum, a[0], a[1])
