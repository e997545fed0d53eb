// kernels.c - the thirty kernels of PolyBench 4.2 in the suite's own form
//
// Loops and arrays are as they are there: the sizes are arguments, the arrays have constant lengths, which
// callers give as sizes. With -DVARIABLE nothing is known of the sizes and the arrays have them as lengths
// (PolyBench's POLYBENCH_USE_C99_PROTO). Nothing says that arguments do not overlap.
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
#define S(name) polybench_size(PASSED_##name)
#define NI ni
#define NJ nj
#define NK nk
#define NL nl
#define NM nm
#define N n
#define H nh
#define W nw
#define NQ nq
#define NR nr
#define NP np
#define G ng
#define G3 ng3
#define LINE line
#define STEPS steps
#else
#define S(name) name
#endif

//--- Products ------------------------------------------------------------------------------

KERNEL kernel_gemm(int ni, int nj, int nk, double alpha, double beta, double C[NI][NJ], double A[NI][NK],
                   double B[NK][NJ]) {
  for (int i = 0; i < ni; i++) {
    for (int j = 0; j < nj; j++)
      C[i][j] *= beta;
    for (int k = 0; k < nk; k++)
      for (int j = 0; j < nj; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}
ENTRY(gemm, S(NI), S(NJ), S(NK), alpha, beta, v[0], v[1], v[2])

KERNEL kernel_gemver(int nw, double alpha, double beta, double A[W][W], double u1[W], double v1[W],
                     double u2[W], double v2[W], double w[W], double x[W], double y[W], double z[W]) {
  for (int i = 0; i < nw; i++)
    for (int j = 0; j < nw; j++)
      A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
  for (int i = 0; i < nw; i++)
    for (int j = 0; j < nw; j++)
      x[i] = x[i] + beta * A[j][i] * y[j];
  for (int i = 0; i < nw; i++)
    x[i] = x[i] + z[i];
  for (int i = 0; i < nw; i++)
    for (int j = 0; j < nw; j++)
      w[i] = w[i] + alpha * A[i][j] * x[j];
}
ENTRY(gemver, S(W), alpha, beta, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8])

KERNEL kernel_gesummv(int nw, double alpha, double beta, double A[W][W], double B[W][W], double tmp[W],
                      double x[W], double y[W]) {
  for (int i = 0; i < nw; i++) {
    tmp[i] = 0;
    y[i] = 0;
    for (int j = 0; j < nw; j++) {
      tmp[i] = A[i][j] * x[j] + tmp[i];
      y[i] = B[i][j] * x[j] + y[i];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
}
ENTRY(gesummv, S(W), alpha, beta, v[0], v[1], v[2], v[3], v[4])

KERNEL kernel_symm(int ni, int nj, double alpha, double beta, double C[NI][NJ], double A[NI][NI],
                   double B[NI][NJ]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      double above = 0;
      for (int k = 0; k < i; k++) {
        C[k][j] += alpha * B[i][j] * A[i][k];
        above += B[k][j] * A[i][k];
      }
      C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * above;
    }
}
ENTRY(symm, S(NI), S(NJ), alpha, beta, v[0], v[1], v[2])

KERNEL kernel_syr2k(int ni, int nm, double alpha, double beta, double C[NI][NI], double A[NI][NM],
                    double B[NI][NM]) {
  for (int i = 0; i < ni; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (int k = 0; k < nm; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
  }
}
ENTRY(syr2k, S(NI), S(NM), alpha, beta, v[0], v[1], v[2])

KERNEL kernel_syrk(int ni, int nm, double alpha, double beta, double C[NI][NI], double A[NI][NM]) {
  for (int i = 0; i < ni; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (int k = 0; k < nm; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += alpha * A[i][k] * A[j][k];
  }
}
ENTRY(syrk, S(NI), S(NM), alpha, beta, v[0], v[1])

KERNEL kernel_trmm(int ni, int nj, double alpha, double A[NI][NI], double B[NI][NJ]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      for (int k = i + 1; k < ni; k++)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] = alpha * B[i][j];
    }
}
ENTRY(trmm, S(NI), S(NJ), alpha, v[0], v[1])

KERNEL kernel_k2mm(int ni, int nj, int nk, int nl, double alpha, double beta, double tmp[NI][NJ],
                   double A[NI][NK], double B[NK][NJ], double C[NJ][NL], double D[NI][NL]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      tmp[i][j] = 0;
      for (int k = 0; k < nk; ++k)
        tmp[i][j] += alpha * A[i][k] * B[k][j];
    }
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nl; j++) {
      D[i][j] *= beta;
      for (int k = 0; k < nj; ++k)
        D[i][j] += tmp[i][k] * C[k][j];
    }
}
ENTRY(k2mm, S(NI), S(NJ), S(NK), S(NL), alpha, beta, v[0], v[1], v[2], v[3], v[4])

KERNEL kernel_k3mm(int ni, int nj, int nk, int nl, int nm, double E[NI][NJ], double A[NI][NK],
                   double B[NK][NJ], double F[NJ][NL], double C[NJ][NM], double D[NM][NL], double P[NI][NL]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      E[i][j] = 0;
      for (int k = 0; k < nk; ++k)
        E[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < nj; i++)
    for (int j = 0; j < nl; j++) {
      F[i][j] = 0;
      for (int k = 0; k < nm; ++k)
        F[i][j] += C[i][k] * D[k][j];
    }
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nl; j++) {
      P[i][j] = 0;
      for (int k = 0; k < nj; ++k)
        P[i][j] += E[i][k] * F[k][j];
    }
}
ENTRY(k3mm, S(NI), S(NJ), S(NK), S(NL), S(NM), v[0], v[1], v[2], v[3], v[4], v[5], v[6])

KERNEL kernel_atax(int nh, int nw, double A[H][W], double x[W], double y[W], double tmp[H]) {
  for (int i = 0; i < nw; i++)
    y[i] = 0;
  for (int i = 0; i < nh; i++) {
    tmp[i] = 0;
    for (int j = 0; j < nw; j++)
      tmp[i] = tmp[i] + A[i][j] * x[j];
    for (int j = 0; j < nw; j++)
      y[j] = y[j] + A[i][j] * tmp[i];
  }
}
ENTRY(atax, S(H), S(W), v[0], v[1], v[2], v[3])

KERNEL kernel_bicg(int nh, int nw, double A[H][W], double s[W], double q[H], double p[W], double r[H]) {
  for (int i = 0; i < nw; i++)
    s[i] = 0;
  for (int i = 0; i < nh; i++) {
    q[i] = 0;
    for (int j = 0; j < nw; j++) {
      s[j] = s[j] + r[i] * A[i][j];
      q[i] = q[i] + A[i][j] * p[j];
    }
  }
}
ENTRY(bicg, S(H), S(W), v[0], v[1], v[2], v[3], v[4])

KERNEL kernel_doitgen(int nr, int nq, int np, double A[NR][NQ][NP], double C4[NP][NP], double sum[NP]) {
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++) {
      for (int p = 0; p < np; p++) {
        sum[p] = 0;
        for (int s = 0; s < np; s++)
          sum[p] += A[r][q][s] * C4[s][p];
      }
      for (int p = 0; p < np; p++)
        A[r][q][p] = sum[p];
    }
}
ENTRY(doitgen, S(NR), S(NQ), S(NP), v[0], v[1], v[2])

KERNEL kernel_mvt(int nw, double x1[W], double x2[W], double y1[W], double y2[W], double A[W][W]) {
  for (int i = 0; i < nw; i++)
    for (int j = 0; j < nw; j++)
      x1[i] = x1[i] + A[i][j] * y1[j];
  for (int i = 0; i < nw; i++)
    for (int j = 0; j < nw; j++)
      x2[i] = x2[i] + A[j][i] * y2[j];
}
ENTRY(mvt, S(W), v[0], v[1], v[2], v[3], v[4])

//--- Solvers -------------------------------------------------------------------------------

KERNEL kernel_cholesky(int n, double A[N][N]) {
  for (int i = 0; i < n; i++) {
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
ENTRY(cholesky, S(N), v[0])

KERNEL kernel_durbin(int nw, double r[W], double y[W], double z[W]) {
  double alpha = -r[0], beta = 1;
  y[0] = -r[0];
  for (int k = 1; k < nw; k++) {
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
ENTRY(durbin, S(W), v[0], v[1], v[2])

KERNEL kernel_gramschmidt(int n, int nm, double A[N][NM], double R[NM][NM], double Q[N][NM]) {
  for (int k = 0; k < nm; k++) {
    double norm = 0;
    for (int i = 0; i < n; i++)
      norm += A[i][k] * A[i][k];
    R[k][k] = sqrt(norm);
    for (int i = 0; i < n; i++)
      Q[i][k] = A[i][k] / R[k][k];
    for (int j = k + 1; j < nm; j++) {
      R[k][j] = 0;
      for (int i = 0; i < n; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (int i = 0; i < n; i++)
        A[i][j] = A[i][j] - Q[i][k] * R[k][j];
    }
  }
}
ENTRY(gramschmidt, S(N), S(NM), v[0], v[1], v[2])

KERNEL kernel_lu(int n, double A[N][N]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[k][j];
      A[i][j] /= A[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}
ENTRY(lu, S(N), v[0])

KERNEL kernel_ludcmp(int n, double A[N][N], double b[N], double x[N], double y[N]) {
  double w;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      w = A[i][j];
      for (int k = 0; k < j; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w / A[j][j];
    }
    for (int j = i; j < n; j++) {
      w = A[i][j];
      for (int k = 0; k < i; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w;
    }
  }
  for (int i = 0; i < n; i++) {
    w = b[i];
    for (int j = 0; j < i; j++)
      w -= A[i][j] * y[j];
    y[i] = w;
  }
  for (int i = n - 1; i >= 0; i--) {
    w = y[i];
    for (int j = i + 1; j < n; j++)
      w -= A[i][j] * x[j];
    x[i] = w / A[i][i];
  }
}
ENTRY(ludcmp, S(N), v[0], v[1], v[2], v[3])

KERNEL kernel_trisolv(int nw, double L[W][W], double x[W], double b[W]) {
  for (int i = 0; i < nw; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= L[i][j] * x[j];
    x[i] = x[i] / L[i][i];
  }
}
ENTRY(trisolv, S(W), v[0], v[1], v[2])

//--- Data ----------------------------------------------------------------------------------

KERNEL kernel_correlation(int ni, int nm, double count, double data[NI][NM], double corr[NM][NM],
                          double mean[NM], double stddev[NM]) {
  double eps = 0.1;
  for (int j = 0; j < nm; j++) {
    mean[j] = 0;
    for (int i = 0; i < ni; i++)
      mean[j] += data[i][j];
    mean[j] /= count;
  }
  for (int j = 0; j < nm; j++) {
    stddev[j] = 0;
    for (int i = 0; i < ni; i++)
      stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
    stddev[j] /= count;
    stddev[j] = sqrt(stddev[j]);
    stddev[j] = stddev[j] <= eps ? 1.0 : stddev[j];
  }
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nm; j++) {
      data[i][j] -= mean[j];
      data[i][j] /= sqrt(count) * stddev[j];
    }
  for (int i = 0; i < nm - 1; i++) {
    corr[i][i] = 1;
    for (int j = i + 1; j < nm; j++) {
      corr[i][j] = 0;
      for (int k = 0; k < ni; k++)
        corr[i][j] += data[k][i] * data[k][j];
      corr[j][i] = corr[i][j];
    }
  }
  corr[nm - 1][nm - 1] = 1;
}
ENTRY(correlation, S(NI), S(NM), alpha, v[0], v[1], v[2], v[3])

KERNEL kernel_covariance(int ni, int nm, double count, double data[NI][NM], double cov[NM][NM],
                         double mean[NM]) {
  for (int j = 0; j < nm; j++) {
    mean[j] = 0;
    for (int i = 0; i < ni; i++)
      mean[j] += data[i][j];
    mean[j] /= count;
  }
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nm; j++)
      data[i][j] -= mean[j];
  for (int i = 0; i < nm; i++)
    for (int j = i; j < nm; j++) {
      cov[i][j] = 0;
      for (int k = 0; k < ni; k++)
        cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= count - 1.0;
      cov[j][i] = cov[i][j];
    }
}
ENTRY(covariance, S(NI), S(NM), alpha, v[0], v[1], v[2])

//--- Grids ---------------------------------------------------------------------------------

KERNEL kernel_adi(int steps, int ng, double u[G][G], double v[G][G], double p[G][G], double q[G][G]) {
  double DX = 1.0 / ng, DY = 1.0 / ng, DT = 1.0 / steps, B1 = 2.0, B2 = 1.0;
  double mul1 = B1 * DT / (DX * DX), mul2 = B2 * DT / (DY * DY);
  double a = -mul1 / 2, b = 1 + mul1, c = a, d = -mul2 / 2, e = 1 + mul2, f = d;
  for (int t = 1; t <= steps; t++) {
    for (int i = 1; i < ng - 1; i++) {
      v[0][i] = 1;
      p[i][0] = 0;
      q[i][0] = v[0][i];
      for (int j = 1; j < ng - 1; j++) {
        p[i][j] = -c / (a * p[i][j - 1] + b);
        q[i][j] = (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - f * u[j][i + 1] - a * q[i][j - 1]) /
                  (a * p[i][j - 1] + b);
      }
      v[ng - 1][i] = 1;
      for (int j = ng - 2; j >= 1; j--)
        v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
    for (int i = 1; i < ng - 1; i++) {
      u[i][0] = 1;
      p[i][0] = 0;
      q[i][0] = u[i][0];
      for (int j = 1; j < ng - 1; j++) {
        p[i][j] = -f / (d * p[i][j - 1] + e);
        q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - c * v[i + 1][j] - d * q[i][j - 1]) /
                  (d * p[i][j - 1] + e);
      }
      u[i][ng - 1] = 1;
      for (int j = ng - 2; j >= 1; j--)
        u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
}
ENTRY(adi, S(STEPS), S(G), v[0], v[1], v[2], v[3])

KERNEL kernel_deriche(int ni, int nj, double alpha, double image[NI][NJ], double out[NI][NJ],
                      double y1[NI][NJ], double y2[NI][NJ]) {
  double e = exp(-alpha), k = (1 - e) * (1 - e) / (1 + 2 * alpha * e - exp(2 * alpha));
  double a1 = k, a2 = k * e * (alpha - 1), a3 = k * e * (alpha + 1), a4 = -k * exp(-2 * alpha);
  double a5 = a1, a6 = a2, a7 = a3, a8 = a4, b1 = pow(2, -alpha), b2 = -exp(-2 * alpha), c1 = 1, c2 = 1;
  for (int i = 0; i < ni; i++) {
    double ym1 = 0, ym2 = 0, xm1 = 0;
    for (int j = 0; j < nj; j++) {
      y1[i][j] = a1 * image[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
      xm1 = image[i][j];
      ym2 = ym1;
      ym1 = y1[i][j];
    }
  }
  for (int i = 0; i < ni; i++) {
    double yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;
    for (int j = nj - 1; j >= 0; j--) {
      y2[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
      xp2 = xp1;
      xp1 = image[i][j];
      yp2 = yp1;
      yp1 = y2[i][j];
    }
  }
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      out[i][j] = c1 * (y1[i][j] + y2[i][j]);
  for (int j = 0; j < nj; j++) {
    double tm1 = 0, ym1 = 0, ym2 = 0;
    for (int i = 0; i < ni; i++) {
      y1[i][j] = a5 * out[i][j] + a6 * tm1 + b1 * ym1 + b2 * ym2;
      tm1 = out[i][j];
      ym2 = ym1;
      ym1 = y1[i][j];
    }
  }
  for (int j = 0; j < nj; j++) {
    double tp1 = 0, tp2 = 0, yp1 = 0, yp2 = 0;
    for (int i = ni - 1; i >= 0; i--) {
      y2[i][j] = a7 * tp1 + a8 * tp2 + b1 * yp1 + b2 * yp2;
      tp2 = tp1;
      tp1 = out[i][j];
      yp2 = yp1;
      yp1 = y2[i][j];
    }
  }
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      out[i][j] = c2 * (y1[i][j] + y2[i][j]);
}
ENTRY(deriche, S(NI), S(NJ), 0.25, v[0], v[1], v[2], v[3])

KERNEL kernel_fdtd_2d(int steps, int ni, int nj, double ex[NI][NJ], double ey[NI][NJ], double hz[NI][NJ],
                      double fict[STEPS]) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < nj; j++)
      ey[0][j] = fict[t];
    for (int i = 1; i < ni; i++)
      for (int j = 0; j < nj; j++)
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < ni; i++)
      for (int j = 1; j < nj; j++)
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < ni - 1; i++)
      for (int j = 0; j < nj - 1; j++)
        hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}
ENTRY(fdtd_2d, S(STEPS), S(NI), S(NJ), v[0], v[1], v[2], v[3])

KERNEL kernel_floyd_warshall(int ng, int path[G][G]) {
  for (int k = 0; k < ng; k++)
    for (int i = 0; i < ng; i++)
      for (int j = 0; j < ng; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
}
ENTRY(floyd_warshall, S(G), v[0])

KERNEL kernel_heat_3d(int steps, int ng3, double A[G3][G3][G3], double B[G3][G3][G3]) {
  for (int t = 1; t <= steps; t++) {
    for (int i = 1; i < ng3 - 1; i++)
      for (int j = 1; j < ng3 - 1; j++)
        for (int k = 1; k < ng3 - 1; k++)
          B[i][j][k] = 0.125 * (A[i + 1][j][k] - 2.0 * A[i][j][k] + A[i - 1][j][k]) +
                       0.125 * (A[i][j + 1][k] - 2.0 * A[i][j][k] + A[i][j - 1][k]) +
                       0.125 * (A[i][j][k + 1] - 2.0 * A[i][j][k] + A[i][j][k - 1]) + A[i][j][k];
    for (int i = 1; i < ng3 - 1; i++)
      for (int j = 1; j < ng3 - 1; j++)
        for (int k = 1; k < ng3 - 1; k++)
          A[i][j][k] = 0.125 * (B[i + 1][j][k] - 2.0 * B[i][j][k] + B[i - 1][j][k]) +
                       0.125 * (B[i][j + 1][k] - 2.0 * B[i][j][k] + B[i][j - 1][k]) +
                       0.125 * (B[i][j][k + 1] - 2.0 * B[i][j][k] + B[i][j][k - 1]) + B[i][j][k];
  }
}
ENTRY(heat_3d, S(STEPS), S(G3), v[0], v[1])

KERNEL kernel_jacobi_1d(int ni, int line, double A[LINE], double B[LINE]) {
  for (int t = 0; t < ni; t++) {
    for (int i = 1; i < line - 1; i++)
      B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < line - 1; i++)
      A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
  }
}
ENTRY(jacobi_1d, S(NI), S(LINE), v[0], v[1])

KERNEL kernel_jacobi_2d(int steps, int ng, double A[G][G], double B[G][G]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < ng - 1; i++)
      for (int j = 1; j < ng - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);
    for (int i = 1; i < ng - 1; i++)
      for (int j = 1; j < ng - 1; j++)
        A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][1 + j] + B[1 + i][j] + B[i - 1][j]);
  }
}
ENTRY(jacobi_2d, S(STEPS), S(G), v[0], v[1])

KERNEL kernel_nussinov(int ng, char seq[G], int table[G][G]) {
#define MAXIMUM(a, b) ((a) >= (b) ? (a) : (b))
  for (int i = ng - 1; i >= 0; i--)
    for (int j = i + 1; j < ng; j++) {
      if (j - 1 >= 0)
        table[i][j] = MAXIMUM(table[i][j], table[i][j - 1]);
      if (i + 1 < ng)
        table[i][j] = MAXIMUM(table[i][j], table[i + 1][j]);
      if (j - 1 >= 0 && i + 1 < ng) {
        if (i < j - 1)
          table[i][j] = MAXIMUM(table[i][j], table[i + 1][j - 1] + (seq[i] + seq[j] == 3));
        else
          table[i][j] = MAXIMUM(table[i][j], table[i + 1][j - 1]);
      }
      for (int k = i + 1; k < j; k++)
        table[i][j] = MAXIMUM(table[i][j], table[i][k] + table[k + 1][j]);
    }
}
ENTRY(nussinov, S(G), v[0], v[1])

KERNEL kernel_seidel_2d(int steps, int ng, double A[G][G]) {
  for (int t = 0; t <= steps - 1; t++)
    for (int i = 1; i <= ng - 2; i++)
      for (int j = 1; j <= ng - 2; j++)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] + A[i][j + 1] +
                   A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) /
                  9.0;
}
ENTRY(seidel_2d, S(STEPS), S(G), v[0])
