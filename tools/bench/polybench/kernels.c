// kernels.c - the thirty kernels of PolyBench 4.2, arrays of constant shape
//
// Loops and arrays are as they are there. With -DVARIABLE the sizes are arguments and the arrays have
// variable length; otherwise a compiler knows all sizes. Nothing says that arguments do not overlap.
#include "polybench.h"
#include <math.h>

#define KERNEL static __attribute__((noinline)) void
#define ENTRY(kernel, ...)                                                                                   \
  void NAME(kernel)(void **v, double alpha, double beta) {                                                   \
    (void)alpha, (void)beta;                                                                                 \
    kernel_##kernel(__VA_ARGS__);                                                                            \
  }
#ifdef VARIABLE
int polybench_size(int n); // (of another file: nothing is known of what it returns)
#define SIZES(...) __VA_ARGS__,
#define S1(a) polybench_size(a),
#else
#define SIZES(...)
#define S1(a)
#endif
#define S2(a, b) S1(a) S1(b)
#define S3(a, b, c) S2(a, b) S1(c)
#define S4(a, b, c, d) S2(a, b) S2(c, d)
#define S5(a, b, c, d, e) S3(a, b, c) S2(d, e)

//--- Products ------------------------------------------------------------------------------

KERNEL kernel_gemm(SIZES(int NI, int NJ, int NK) double alpha, double beta, double C[NI][NJ],
                   double A[NI][NK], double B[NK][NJ]) {
  for (int i = 0; i < NI; i++) {
    for (int j = 0; j < NJ; j++)
      C[i][j] *= beta;
    for (int k = 0; k < NK; k++)
      for (int j = 0; j < NJ; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}
ENTRY(gemm, S3(NI, NJ, NK) alpha, beta, v[0], v[1], v[2])

KERNEL kernel_gemver(SIZES(int W) double alpha, double beta, double A[W][W], double u1[W], double v1[W],
                     double u2[W], double v2[W], double w[W], double x[W], double y[W], double z[W]) {
  for (int i = 0; i < W; i++)
    for (int j = 0; j < W; j++)
      A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
  for (int i = 0; i < W; i++)
    for (int j = 0; j < W; j++)
      x[i] = x[i] + beta * A[j][i] * y[j];
  for (int i = 0; i < W; i++)
    x[i] = x[i] + z[i];
  for (int i = 0; i < W; i++)
    for (int j = 0; j < W; j++)
      w[i] = w[i] + alpha * A[i][j] * x[j];
}
ENTRY(gemver, S1(W) alpha, beta, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8])

KERNEL kernel_gesummv(SIZES(int W) double alpha, double beta, double A[W][W], double B[W][W], double tmp[W],
                      double x[W], double y[W]) {
  for (int i = 0; i < W; i++) {
    tmp[i] = 0;
    y[i] = 0;
    for (int j = 0; j < W; j++) {
      tmp[i] = A[i][j] * x[j] + tmp[i];
      y[i] = B[i][j] * x[j] + y[i];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
}
ENTRY(gesummv, S1(W) alpha, beta, v[0], v[1], v[2], v[3], v[4])

KERNEL kernel_symm(SIZES(int NI, int NJ) double alpha, double beta, double C[NI][NJ], double A[NI][NI],
                   double B[NI][NJ]) {
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NJ; j++) {
      double above = 0;
      for (int k = 0; k < i; k++) {
        C[k][j] += alpha * B[i][j] * A[i][k];
        above += B[k][j] * A[i][k];
      }
      C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * above;
    }
}
ENTRY(symm, S2(NI, NJ) alpha, beta, v[0], v[1], v[2])

KERNEL kernel_syr2k(SIZES(int NI, int NM) double alpha, double beta, double C[NI][NI], double A[NI][NM],
                    double B[NI][NM]) {
  for (int i = 0; i < NI; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (int k = 0; k < NM; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
  }
}
ENTRY(syr2k, S2(NI, NM) alpha, beta, v[0], v[1], v[2])

KERNEL kernel_syrk(SIZES(int NI, int NM) double alpha, double beta, double C[NI][NI], double A[NI][NM]) {
  for (int i = 0; i < NI; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (int k = 0; k < NM; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += alpha * A[i][k] * A[j][k];
  }
}
ENTRY(syrk, S2(NI, NM) alpha, beta, v[0], v[1])

KERNEL kernel_trmm(SIZES(int NI, int NJ) double alpha, double A[NI][NI], double B[NI][NJ]) {
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NJ; j++) {
      for (int k = i + 1; k < NI; k++)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] = alpha * B[i][j];
    }
}
ENTRY(trmm, S2(NI, NJ) alpha, v[0], v[1])

KERNEL kernel_k2mm(SIZES(int NI, int NJ, int NK, int NL) double alpha, double beta, double tmp[NI][NJ],
                   double A[NI][NK], double B[NK][NJ], double C[NJ][NL], double D[NI][NL]) {
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NJ; j++) {
      tmp[i][j] = 0;
      for (int k = 0; k < NK; ++k)
        tmp[i][j] += alpha * A[i][k] * B[k][j];
    }
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NL; j++) {
      D[i][j] *= beta;
      for (int k = 0; k < NJ; ++k)
        D[i][j] += tmp[i][k] * C[k][j];
    }
}
ENTRY(k2mm, S4(NI, NJ, NK, NL) alpha, beta, v[0], v[1], v[2], v[3], v[4])

KERNEL kernel_k3mm(SIZES(int NI, int NJ, int NK, int NL, int NM) double E[NI][NJ], double A[NI][NK],
                   double B[NK][NJ], double F[NJ][NL], double C[NJ][NM], double D[NM][NL], double P[NI][NL]) {
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NJ; j++) {
      E[i][j] = 0;
      for (int k = 0; k < NK; ++k)
        E[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < NJ; i++)
    for (int j = 0; j < NL; j++) {
      F[i][j] = 0;
      for (int k = 0; k < NM; ++k)
        F[i][j] += C[i][k] * D[k][j];
    }
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NL; j++) {
      P[i][j] = 0;
      for (int k = 0; k < NJ; ++k)
        P[i][j] += E[i][k] * F[k][j];
    }
}
ENTRY(k3mm, S5(NI, NJ, NK, NL, NM) v[0], v[1], v[2], v[3], v[4], v[5], v[6])

KERNEL kernel_atax(SIZES(int H, int W) double A[H][W], double x[W], double y[W], double tmp[H]) {
  for (int i = 0; i < W; i++)
    y[i] = 0;
  for (int i = 0; i < H; i++) {
    tmp[i] = 0;
    for (int j = 0; j < W; j++)
      tmp[i] = tmp[i] + A[i][j] * x[j];
    for (int j = 0; j < W; j++)
      y[j] = y[j] + A[i][j] * tmp[i];
  }
}
ENTRY(atax, S2(H, W) v[0], v[1], v[2], v[3])

KERNEL kernel_bicg(SIZES(int H, int W) double A[H][W], double s[W], double q[H], double p[W], double r[H]) {
  for (int i = 0; i < W; i++)
    s[i] = 0;
  for (int i = 0; i < H; i++) {
    q[i] = 0;
    for (int j = 0; j < W; j++) {
      s[j] = s[j] + r[i] * A[i][j];
      q[i] = q[i] + A[i][j] * p[j];
    }
  }
}
ENTRY(bicg, S2(H, W) v[0], v[1], v[2], v[3], v[4])

KERNEL kernel_doitgen(SIZES(int NR, int NQ, int NP) double A[NR][NQ][NP], double C4[NP][NP], double sum[NP]) {
  for (int r = 0; r < NR; r++)
    for (int q = 0; q < NQ; q++) {
      for (int p = 0; p < NP; p++) {
        sum[p] = 0;
        for (int s = 0; s < NP; s++)
          sum[p] += A[r][q][s] * C4[s][p];
      }
      for (int p = 0; p < NP; p++)
        A[r][q][p] = sum[p];
    }
}
ENTRY(doitgen, S3(NR, NQ, NP) v[0], v[1], v[2])

KERNEL kernel_mvt(SIZES(int W) double x1[W], double x2[W], double y1[W], double y2[W], double A[W][W]) {
  for (int i = 0; i < W; i++)
    for (int j = 0; j < W; j++)
      x1[i] = x1[i] + A[i][j] * y1[j];
  for (int i = 0; i < W; i++)
    for (int j = 0; j < W; j++)
      x2[i] = x2[i] + A[j][i] * y2[j];
}
ENTRY(mvt, S1(W) v[0], v[1], v[2], v[3], v[4])

//--- Solvers -------------------------------------------------------------------------------

KERNEL kernel_cholesky(SIZES(int N) double A[N][N]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (int k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = sqrt(A[i][i]);
  }
}
ENTRY(cholesky, S1(N) v[0])

KERNEL kernel_durbin(SIZES(int W) double r[W], double y[W], double z[W]) {
  double alpha = -r[0], beta = 1;
  y[0] = -r[0];
  for (int k = 1; k < W; k++) {
    beta = (1 - alpha * alpha) * beta;
    double sum = 0;
    for (int i = 0; i < k; i++)
      sum += r[k - i - 1] * y[i];
    alpha = -(r[k] + sum) / beta;
    for (int i = 0; i < k; i++)
      z[i] = y[i] + alpha * y[k - i - 1];
    for (int i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = alpha;
  }
}
ENTRY(durbin, S1(W) v[0], v[1], v[2])

KERNEL kernel_gramschmidt(SIZES(int N, int NM) double A[N][NM], double R[NM][NM], double Q[N][NM]) {
  for (int k = 0; k < NM; k++) {
    double norm = 0;
    for (int i = 0; i < N; i++)
      norm += A[i][k] * A[i][k];
    R[k][k] = sqrt(norm);
    for (int i = 0; i < N; i++)
      Q[i][k] = A[i][k] / R[k][k];
    for (int j = k + 1; j < NM; j++) {
      R[k][j] = 0;
      for (int i = 0; i < N; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (int i = 0; i < N; i++)
        A[i][j] = A[i][j] - Q[i][k] * R[k][j];
    }
  }
}
ENTRY(gramschmidt, S2(N, NM) v[0], v[1], v[2])

KERNEL kernel_lu(SIZES(int N) double A[N][N]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[k][j];
      A[i][j] /= A[j][j];
    }
    for (int j = i; j < N; j++)
      for (int k = 0; k < i; k++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}
ENTRY(lu, S1(N) v[0])

KERNEL kernel_ludcmp(SIZES(int N) double A[N][N], double b[N], double x[N], double y[N]) {
  double w;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) {
      w = A[i][j];
      for (int k = 0; k < j; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w / A[j][j];
    }
    for (int j = i; j < N; j++) {
      w = A[i][j];
      for (int k = 0; k < i; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w;
    }
  }
  for (int i = 0; i < N; i++) {
    w = b[i];
    for (int j = 0; j < i; j++)
      w -= A[i][j] * y[j];
    y[i] = w;
  }
  for (int i = N - 1; i >= 0; i--) {
    w = y[i];
    for (int j = i + 1; j < N; j++)
      w -= A[i][j] * x[j];
    x[i] = w / A[i][i];
  }
}
ENTRY(ludcmp, S1(N) v[0], v[1], v[2], v[3])

KERNEL kernel_trisolv(SIZES(int W) double L[W][W], double x[W], double b[W]) {
  for (int i = 0; i < W; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= L[i][j] * x[j];
    x[i] = x[i] / L[i][i];
  }
}
ENTRY(trisolv, S1(W) v[0], v[1], v[2])

//--- Data ----------------------------------------------------------------------------------

KERNEL kernel_correlation(SIZES(int NI, int NM) double count, double data[NI][NM], double corr[NM][NM],
                          double mean[NM], double stddev[NM]) {
  double eps = 0.1;
  for (int j = 0; j < NM; j++) {
    mean[j] = 0;
    for (int i = 0; i < NI; i++)
      mean[j] += data[i][j];
    mean[j] /= count;
  }
  for (int j = 0; j < NM; j++) {
    stddev[j] = 0;
    for (int i = 0; i < NI; i++)
      stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
    stddev[j] /= count;
    stddev[j] = sqrt(stddev[j]);
    stddev[j] = stddev[j] <= eps ? 1.0 : stddev[j];
  }
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NM; j++) {
      data[i][j] -= mean[j];
      data[i][j] /= sqrt(count) * stddev[j];
    }
  for (int i = 0; i < NM - 1; i++) {
    corr[i][i] = 1;
    for (int j = i + 1; j < NM; j++) {
      corr[i][j] = 0;
      for (int k = 0; k < NI; k++)
        corr[i][j] += data[k][i] * data[k][j];
      corr[j][i] = corr[i][j];
    }
  }
  corr[NM - 1][NM - 1] = 1;
}
ENTRY(correlation, S2(NI, NM) alpha, v[0], v[1], v[2], v[3])

KERNEL kernel_covariance(SIZES(int NI, int NM) double count, double data[NI][NM], double cov[NM][NM],
                         double mean[NM]) {
  for (int j = 0; j < NM; j++) {
    mean[j] = 0;
    for (int i = 0; i < NI; i++)
      mean[j] += data[i][j];
    mean[j] /= count;
  }
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NM; j++)
      data[i][j] -= mean[j];
  for (int i = 0; i < NM; i++)
    for (int j = i; j < NM; j++) {
      cov[i][j] = 0;
      for (int k = 0; k < NI; k++)
        cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= count - 1.0;
      cov[j][i] = cov[i][j];
    }
}
ENTRY(covariance, S2(NI, NM) alpha, v[0], v[1], v[2])

//--- Grids ---------------------------------------------------------------------------------

KERNEL kernel_adi(SIZES(int STEPS, int G) double u[G][G], double v[G][G], double p[G][G], double q[G][G]) {
  double DX = 1.0 / G, DY = 1.0 / G, DT = 1.0 / STEPS, B1 = 2.0, B2 = 1.0;
  double mul1 = B1 * DT / (DX * DX), mul2 = B2 * DT / (DY * DY);
  double a = -mul1 / 2, b = 1 + mul1, c = a, d = -mul2 / 2, e = 1 + mul2, f = d;
  for (int t = 1; t <= STEPS; t++) {
    for (int i = 1; i < G - 1; i++) {
      v[0][i] = 1;
      p[i][0] = 0;
      q[i][0] = v[0][i];
      for (int j = 1; j < G - 1; j++) {
        p[i][j] = -c / (a * p[i][j - 1] + b);
        q[i][j] = (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - f * u[j][i + 1] - a * q[i][j - 1]) /
                  (a * p[i][j - 1] + b);
      }
      v[G - 1][i] = 1;
      for (int j = G - 2; j >= 1; j--)
        v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
    for (int i = 1; i < G - 1; i++) {
      u[i][0] = 1;
      p[i][0] = 0;
      q[i][0] = u[i][0];
      for (int j = 1; j < G - 1; j++) {
        p[i][j] = -f / (d * p[i][j - 1] + e);
        q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - c * v[i + 1][j] - d * q[i][j - 1]) /
                  (d * p[i][j - 1] + e);
      }
      u[i][G - 1] = 1;
      for (int j = G - 2; j >= 1; j--)
        u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
}
ENTRY(adi, S2(STEPS, G) v[0], v[1], v[2], v[3])

KERNEL kernel_deriche(SIZES(int NI, int NJ) double alpha, double in[NI][NJ], double out[NI][NJ],
                      double y1[NI][NJ], double y2[NI][NJ]) {
  double e = exp(-alpha), k = (1 - e) * (1 - e) / (1 + 2 * alpha * e - exp(2 * alpha));
  double a1 = k, a2 = k * e * (alpha - 1), a3 = k * e * (alpha + 1), a4 = -k * exp(-2 * alpha);
  double a5 = a1, a6 = a2, a7 = a3, a8 = a4, b1 = pow(2, -alpha), b2 = -exp(-2 * alpha), c1 = 1, c2 = 1;
  for (int i = 0; i < NI; i++) {
    double ym1 = 0, ym2 = 0, xm1 = 0;
    for (int j = 0; j < NJ; j++) {
      y1[i][j] = a1 * in[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
      xm1 = in[i][j];
      ym2 = ym1;
      ym1 = y1[i][j];
    }
  }
  for (int i = 0; i < NI; i++) {
    double yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;
    for (int j = NJ - 1; j >= 0; j--) {
      y2[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
      xp2 = xp1;
      xp1 = in[i][j];
      yp2 = yp1;
      yp1 = y2[i][j];
    }
  }
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NJ; j++)
      out[i][j] = c1 * (y1[i][j] + y2[i][j]);
  for (int j = 0; j < NJ; j++) {
    double tm1 = 0, ym1 = 0, ym2 = 0;
    for (int i = 0; i < NI; i++) {
      y1[i][j] = a5 * out[i][j] + a6 * tm1 + b1 * ym1 + b2 * ym2;
      tm1 = out[i][j];
      ym2 = ym1;
      ym1 = y1[i][j];
    }
  }
  for (int j = 0; j < NJ; j++) {
    double tp1 = 0, tp2 = 0, yp1 = 0, yp2 = 0;
    for (int i = NI - 1; i >= 0; i--) {
      y2[i][j] = a7 * tp1 + a8 * tp2 + b1 * yp1 + b2 * yp2;
      tp2 = tp1;
      tp1 = out[i][j];
      yp2 = yp1;
      yp1 = y2[i][j];
    }
  }
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NJ; j++)
      out[i][j] = c2 * (y1[i][j] + y2[i][j]);
}
ENTRY(deriche, S2(NI, NJ) 0.25, v[0], v[1], v[2], v[3])

KERNEL kernel_fdtd_2d(SIZES(int STEPS, int NI, int NJ) double ex[NI][NJ], double ey[NI][NJ],
                      double hz[NI][NJ], double fict[STEPS]) {
  for (int t = 0; t < STEPS; t++) {
    for (int j = 0; j < NJ; j++)
      ey[0][j] = fict[t];
    for (int i = 1; i < NI; i++)
      for (int j = 0; j < NJ; j++)
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < NI; i++)
      for (int j = 1; j < NJ; j++)
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < NI - 1; i++)
      for (int j = 0; j < NJ - 1; j++)
        hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}
ENTRY(fdtd_2d, S3(STEPS, NI, NJ) v[0], v[1], v[2], v[3])

KERNEL kernel_floyd_warshall(SIZES(int G) int path[G][G]) {
  for (int k = 0; k < G; k++)
    for (int i = 0; i < G; i++)
      for (int j = 0; j < G; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
}
ENTRY(floyd_warshall, S1(G) v[0])

KERNEL kernel_heat_3d(SIZES(int STEPS, int G3) double A[G3][G3][G3], double B[G3][G3][G3]) {
  for (int t = 1; t <= STEPS; t++) {
    for (int i = 1; i < G3 - 1; i++)
      for (int j = 1; j < G3 - 1; j++)
        for (int k = 1; k < G3 - 1; k++)
          B[i][j][k] = 0.125 * (A[i + 1][j][k] - 2.0 * A[i][j][k] + A[i - 1][j][k]) +
                       0.125 * (A[i][j + 1][k] - 2.0 * A[i][j][k] + A[i][j - 1][k]) +
                       0.125 * (A[i][j][k + 1] - 2.0 * A[i][j][k] + A[i][j][k - 1]) + A[i][j][k];
    for (int i = 1; i < G3 - 1; i++)
      for (int j = 1; j < G3 - 1; j++)
        for (int k = 1; k < G3 - 1; k++)
          A[i][j][k] = 0.125 * (B[i + 1][j][k] - 2.0 * B[i][j][k] + B[i - 1][j][k]) +
                       0.125 * (B[i][j + 1][k] - 2.0 * B[i][j][k] + B[i][j - 1][k]) +
                       0.125 * (B[i][j][k + 1] - 2.0 * B[i][j][k] + B[i][j][k - 1]) + B[i][j][k];
  }
}
ENTRY(heat_3d, S2(STEPS, G3) v[0], v[1])

KERNEL kernel_jacobi_1d(SIZES(int NI, int LINE) double A[LINE], double B[LINE]) {
  for (int t = 0; t < NI; t++) {
    for (int i = 1; i < LINE - 1; i++)
      B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < LINE - 1; i++)
      A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
  }
}
ENTRY(jacobi_1d, S2(NI, LINE) v[0], v[1])

KERNEL kernel_jacobi_2d(SIZES(int STEPS, int G) double A[G][G], double B[G][G]) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < G - 1; i++)
      for (int j = 1; j < G - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);
    for (int i = 1; i < G - 1; i++)
      for (int j = 1; j < G - 1; j++)
        A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][1 + j] + B[1 + i][j] + B[i - 1][j]);
  }
}
ENTRY(jacobi_2d, S2(STEPS, G) v[0], v[1])

KERNEL kernel_nussinov(SIZES(int G) char seq[G], int table[G][G]) {
#define MAXIMUM(a, b) ((a) >= (b) ? (a) : (b))
  for (int i = G - 1; i >= 0; i--)
    for (int j = i + 1; j < G; j++) {
      if (j - 1 >= 0)
        table[i][j] = MAXIMUM(table[i][j], table[i][j - 1]);
      if (i + 1 < G)
        table[i][j] = MAXIMUM(table[i][j], table[i + 1][j]);
      if (j - 1 >= 0 && i + 1 < G) {
        if (i < j - 1)
          table[i][j] = MAXIMUM(table[i][j], table[i + 1][j - 1] + (seq[i] + seq[j] == 3));
        else
          table[i][j] = MAXIMUM(table[i][j], table[i + 1][j - 1]);
      }
      for (int k = i + 1; k < j; k++)
        table[i][j] = MAXIMUM(table[i][j], table[i][k] + table[k + 1][j]);
    }
}
ENTRY(nussinov, S1(G) v[0], v[1])

KERNEL kernel_seidel_2d(SIZES(int STEPS, int G) double A[G][G]) {
  for (int t = 0; t <= STEPS - 1; t++)
    for (int i = 1; i <= G - 2; i++)
      for (int j = 1; j <= G - 2; j++)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] + A[i][j + 1] +
                   A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) /
                  9.0;
}
ENTRY(seidel_2d, S2(STEPS, G) v[0])
