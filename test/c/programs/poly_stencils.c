// The stencils and the medley of the PolyBench collection: adi fdtd-2d heat-3d jacobi-1d jacobi-2d seidel-2d
// deriche floyd-warshall nussinov. Hardly anything here is a library call; all must stay as it is or stay
// right.
#include "forms.h"

static void kernel_adi(int steps, int n, MAT(u, n, n), MAT(v, n, n), MAT(p, n, n), MAT(q, n, n)) {
  real DX = (real)1.0 / n, DT = (real)1.0 / steps;
  real mul1 = 2 * DT / (DX * DX), mul2 = DT / (DX * DX);
  real a = -mul1 / 2, b = 1 + mul1, c = a, d = -mul2 / 2, e = 1 + mul2, f = d;
  for (int t = 1; t <= steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      AT(v, n, 0, i) = 1;
      AT(p, n, i, 0) = 0;
      AT(q, n, i, 0) = AT(v, n, 0, i);
      for (int j = 1; j < n - 1; j++) {
        AT(p, n, i, j) = -c / (a * AT(p, n, i, j - 1) + b);
        AT(q, n, i, j) = (-d * AT(u, n, j, i - 1) + (1 + 2 * d) * AT(u, n, j, i) - f * AT(u, n, j, i + 1) -
                          a * AT(q, n, i, j - 1)) /
                         (a * AT(p, n, i, j - 1) + b);
      }
      AT(v, n, n - 1, i) = 1;
      for (int j = n - 2; j >= 1; j--)
        AT(v, n, j, i) = AT(p, n, i, j) * AT(v, n, j + 1, i) + AT(q, n, i, j);
    }
    for (int i = 1; i < n - 1; i++) {
      AT(u, n, i, 0) = 1;
      AT(p, n, i, 0) = 0;
      AT(q, n, i, 0) = AT(u, n, i, 0);
      for (int j = 1; j < n - 1; j++) {
        AT(p, n, i, j) = -f / (d * AT(p, n, i, j - 1) + e);
        AT(q, n, i, j) = (-a * AT(v, n, i - 1, j) + (1 + 2 * a) * AT(v, n, i, j) - c * AT(v, n, i + 1, j) -
                          d * AT(q, n, i, j - 1)) /
                         (d * AT(p, n, i, j - 1) + e);
      }
      AT(u, n, i, n - 1) = 1;
      for (int j = n - 2; j >= 1; j--)
        AT(u, n, i, j) = AT(p, n, i, j) * AT(u, n, i, j + 1) + AT(q, n, i, j);
    }
  }
}

static void kernel_fdtd_2d(int steps, int m, int n, MAT(ex, m, n), MAT(ey, m, n), MAT(hz, m, n), VEC(fict)) {
  for (int t = 0; t < steps; t++) {
    if (m > 0)
      for (int j = 0; j < n; j++)
        AT(ey, n, 0, j) = fict[t];
    for (int i = 1; i < m; i++)
      for (int j = 0; j < n; j++)
        AT(ey, n, i, j) = AT(ey, n, i, j) - (real)0.5 * (AT(hz, n, i, j) - AT(hz, n, i - 1, j));
    for (int i = 0; i < m; i++)
      for (int j = 1; j < n; j++)
        AT(ex, n, i, j) = AT(ex, n, i, j) - (real)0.5 * (AT(hz, n, i, j) - AT(hz, n, i, j - 1));
    for (int i = 0; i < m - 1; i++)
      for (int j = 0; j < n - 1; j++)
        AT(hz, n, i, j) = AT(hz, n, i, j) - (real)0.7 * (AT(ex, n, i, j + 1) - AT(ex, n, i, j) +
                                                         AT(ey, n, i + 1, j) - AT(ey, n, i, j));
  }
}

static void heat_step(int n, CUBE(B, n, n, n), CUBE(A, n, n, n)) {
  for (int h = 1; h < n - 1; h++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        AT3(B, n, n, h, i, j) =
            (real)0.125 *
                (AT3(A, n, n, h + 1, i, j) - (real)2.0 * AT3(A, n, n, h, i, j) + AT3(A, n, n, h - 1, i, j)) +
            (real)0.125 *
                (AT3(A, n, n, h, i + 1, j) - (real)2.0 * AT3(A, n, n, h, i, j) + AT3(A, n, n, h, i - 1, j)) +
            (real)0.125 *
                (AT3(A, n, n, h, i, j + 1) - (real)2.0 * AT3(A, n, n, h, i, j) + AT3(A, n, n, h, i, j - 1)) +
            AT3(A, n, n, h, i, j);
}

static void kernel_heat_3d(int steps, int n, CUBE(A, n, n, n), CUBE(B, n, n, n)) {
  for (int t = 1; t <= steps; t++) {
    heat_step(n, B, A);
    heat_step(n, A, B);
  }
}

static void kernel_jacobi_1d(int steps, int n, VEC(A), VEC(B)) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = (real)0.33333 * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++)
      A[i] = (real)0.33333 * (B[i - 1] + B[i] + B[i + 1]);
  }
}

static void kernel_jacobi_2d(int steps, int n, MAT(A, n, n), MAT(B, n, n)) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        AT(B, n, i, j) = (real)0.2 * (AT(A, n, i, j) + AT(A, n, i, j - 1) + AT(A, n, i, 1 + j) +
                                      AT(A, n, 1 + i, j) + AT(A, n, i - 1, j));
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        AT(A, n, i, j) = (real)0.2 * (AT(B, n, i, j) + AT(B, n, i, j - 1) + AT(B, n, i, 1 + j) +
                                      AT(B, n, 1 + i, j) + AT(B, n, i - 1, j));
  }
}

static void kernel_seidel_2d(int steps, int n, MAT(A, n, n)) {
  for (int t = 0; t <= steps - 1; t++)
    for (int i = 1; i <= n - 2; i++)
      for (int j = 1; j <= n - 2; j++)
        AT(A, n, i, j) = (AT(A, n, i - 1, j - 1) + AT(A, n, i - 1, j) + AT(A, n, i - 1, j + 1) +
                          AT(A, n, i, j - 1) + AT(A, n, i, j) + AT(A, n, i, j + 1) + AT(A, n, i + 1, j - 1) +
                          AT(A, n, i + 1, j) + AT(A, n, i + 1, j + 1)) /
                         (real)9.0;
}

static void kernel_deriche(int m, int n, real alpha, MAT(in, m, n), MAT(out, m, n), MAT(y1, m, n),
                           MAT(y2, m, n)) {
  real s = (real)exp(-alpha), kk = (1 - s) * (1 - s) / (1 + 2 * alpha * s - s * s);
  real a1 = kk, a2 = kk * s * (alpha - 1), a3 = kk * s * (alpha + 1), a4 = -kk * s * s;
  real b1 = (real)pow(2.0, -alpha), b2 = -s * s;
  for (int i = 0; i < m; i++) {
    real ym1 = 0, ym2 = 0, xm1 = 0;
    for (int j = 0; j < n; j++) {
      AT(y1, n, i, j) = a1 * AT(in, n, i, j) + a2 * xm1 + b1 * ym1 + b2 * ym2;
      xm1 = AT(in, n, i, j);
      ym2 = ym1;
      ym1 = AT(y1, n, i, j);
    }
  }
  for (int i = 0; i < m; i++) {
    real yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;
    for (int j = n - 1; j >= 0; j--) {
      AT(y2, n, i, j) = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
      xp2 = xp1;
      xp1 = AT(in, n, i, j);
      yp2 = yp1;
      yp1 = AT(y2, n, i, j);
    }
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      AT(out, n, i, j) = AT(y1, n, i, j) + AT(y2, n, i, j);
}

static void kernel_floyd_warshall(int n, MAT(path, n, n)) {
  for (int p = 0; p < n; p++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        AT(path, n, i, j) = AT(path, n, i, j) < AT(path, n, i, p) + AT(path, n, p, j)
                                ? AT(path, n, i, j)
                                : AT(path, n, i, p) + AT(path, n, p, j);
}

static void kernel_nussinov(int n, const char *seq, MAT(table, n, n)) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      if (AT(table, n, i, j - 1) > AT(table, n, i, j))
        AT(table, n, i, j) = AT(table, n, i, j - 1);
      if (i + 1 < n && AT(table, n, i + 1, j) > AT(table, n, i, j))
        AT(table, n, i, j) = AT(table, n, i + 1, j);
      if (i + 1 < n) {
        real paired = AT(table, n, i + 1, j - 1) + (i < j - 1 && seq[i] + seq[j] == 3 ? 1 : 0);
        if (paired > AT(table, n, i, j))
          AT(table, n, i, j) = paired;
      }
      for (int p = i + 1; p < j; p++)
        if (AT(table, n, i, p) + AT(table, n, p + 1, j) > AT(table, n, i, j))
          AT(table, n, i, j) = AT(table, n, i, p) + AT(table, n, p + 1, j);
    }
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  void *a = harness_fresh(COUNT(n, n)), *b = harness_fresh(COUNT(n, n)), *c = harness_fresh(COUNT(n, n));
  void *d = harness_fresh(COUNT(n, n)), *x = harness_fresh(WIDTH(n)), *y = harness_fresh(WIDTH(n));
  int steps = k < 4 ? k : 4;
  if (steps > 0 && n > 1)
    kernel_adi(steps, n, a, b, c, d);
  harness_keep("adi", a, COUNT(n, n));
  kernel_jacobi_1d(steps, n, x, y);
  harness_keep("jacobi-1d", x, WIDTH(n));
  kernel_jacobi_2d(steps, n, c, d);
  harness_keep("jacobi-2d", c, COUNT(n, n));
  kernel_seidel_2d(steps, n, d);
  harness_keep("seidel-2d", d, COUNT(n, n));
  kernel_floyd_warshall(n, b);
  harness_keep("floyd-warshall", b, COUNT(n, n));
  char *seq = malloc((size_t)n + 1);
  for (int i = 0; i < n; ++i)
    seq[i] = (char)(i * 7 % 4);
  memset(b, 0, COUNT(n, n) * sizeof(real));
  kernel_nussinov(n, seq, b);
  harness_keep("nussinov", b, COUNT(n, n));
  free(a), free(b), free(c), free(d), free(x), free(y), free(seq);
  void *ex = harness_fresh(COUNT(m, n)), *ey = harness_fresh(COUNT(m, n)), *hz = harness_fresh(COUNT(m, n)),
       *f = harness_fresh(8);
  kernel_fdtd_2d(steps, m, n, ex, ey, hz, f);
  harness_keep("fdtd-2d", hz, COUNT(m, n));
  void *out = harness_fresh(COUNT(m, n));
  kernel_deriche(m, n, (real)0.25, hz, out, ex, ey);
  harness_keep("deriche", out, COUNT(m, n));
  free(ex), free(ey), free(hz), free(f), free(out);
  void *p = harness_fresh(COUNT3(n, n, n)), *q = harness_fresh(COUNT3(n, n, n));
  kernel_heat_3d(steps, n, p, q);
  harness_keep("heat-3d", p, COUNT3(n, n, n));
  free(p), free(q);
  return 0;
}
