// The BLAS-like kernels of the PolyBench collection: gemm gemver gesummv symm syr2k syrk trmm.
#include "forms.h"

static void kernel_gemm(int m, int n, int k, real alpha, real beta, MAT(C, m, n), MAT(A, m, k),
                        MAT(B, k, n)) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      AT(C, n, i, j) *= beta;
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++)
        AT(C, n, i, j) += alpha * AT(A, k, i, p) * AT(B, n, p, j);
  }
}

/// The order most programmers would type.
static void kernel_gemm_ijk(int m, int n, int k, real alpha, real beta, MAT(C, m, n), MAT(A, m, k),
                            MAT(B, k, n)) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      AT(C, n, i, j) *= beta;
      for (int p = 0; p < k; p++)
        AT(C, n, i, j) += alpha * AT(A, k, i, p) * AT(B, n, p, j);
    }
}

static void kernel_gemver(int n, real alpha, real beta, MAT(A, n, n), VEC(u1), VEC(v1), VEC(u2), VEC(v2),
                          VEC(w), VEC(x), VEC(y), VEC(z)) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      AT(A, n, i, j) = AT(A, n, i, j) + u1[i] * v1[j] + u2[i] * v2[j];
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      x[i] = x[i] + beta * AT(A, n, j, i) * y[j];
  for (i = 0; i < n; i++)
    x[i] = x[i] + z[i];
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      w[i] = w[i] + alpha * AT(A, n, i, j) * x[j];
}

static void kernel_gesummv(int n, real alpha, real beta, MAT(A, n, n), MAT(B, n, n), VEC(tmp), VEC(x),
                           VEC(y)) {
  for (int i = 0; i < n; i++) {
    tmp[i] = 0.0;
    y[i] = 0.0;
    for (int j = 0; j < n; j++) {
      tmp[i] = AT(A, n, i, j) * x[j] + tmp[i];
      y[i] = AT(B, n, i, j) * x[j] + y[i];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
}

static void kernel_symm(int m, int n, real alpha, real beta, MAT(C, m, n), MAT(A, m, m), MAT(B, m, n)) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      real above = 0;
      for (int p = 0; p < i; p++) {
        AT(C, n, p, j) += alpha * AT(B, n, i, j) * AT(A, m, i, p);
        above += AT(B, n, p, j) * AT(A, m, i, p);
      }
      AT(C, n, i, j) = beta * AT(C, n, i, j) + alpha * AT(B, n, i, j) * AT(A, m, i, i) + alpha * above;
    }
}

static void kernel_syr2k(int n, int m, real alpha, real beta, MAT(C, n, n), MAT(A, n, m), MAT(B, n, m)) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      AT(C, n, i, j) *= beta;
    for (int p = 0; p < m; p++)
      for (int j = 0; j <= i; j++)
        AT(C, n, i, j) += AT(A, m, j, p) * alpha * AT(B, m, i, p) + AT(B, m, j, p) * alpha * AT(A, m, i, p);
  }
}

static void kernel_syrk(int n, int m, real alpha, real beta, MAT(C, n, n), MAT(A, n, m)) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      AT(C, n, i, j) *= beta;
    for (int p = 0; p < m; p++)
      for (int j = 0; j <= i; j++)
        AT(C, n, i, j) += alpha * AT(A, m, i, p) * AT(A, m, j, p);
  }
}

static void kernel_trmm(int m, int n, real alpha, MAT(A, m, m), MAT(B, m, n)) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int p = i + 1; p < m; p++)
        AT(B, n, i, j) += AT(A, m, p, i) * AT(B, n, p, j);
      AT(B, n, i, j) = alpha * AT(B, n, i, j);
    }
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  real alpha = (real)1.25, beta = (real)-0.75;
  for (int order = 0; order < 2; ++order) {
    void *a = harness_fresh(COUNT(m, k)), *b = harness_fresh(COUNT(k, n)), *c = harness_fresh(COUNT(m, n));
    (order == 0 ? kernel_gemm : kernel_gemm_ijk)(m, n, k, alpha, beta, c, a, b);
    harness_keep(order == 0 ? "gemm" : "gemm_ijk", c, COUNT(m, n));
    free(a), free(b), free(c);
  }
  {
    real *a = harness_fresh(COUNT(n, n)), *v[8];
    for (int i = 0; i < 8; ++i)
      v[i] = harness_fresh(WIDTH(n));
    kernel_gemver(n, alpha, beta, (void *)a, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
    harness_keep("gemver.A", a, COUNT(n, n));
    harness_keep("gemver.x", v[5], WIDTH(n));
    harness_keep("gemver.w", v[4], WIDTH(n));
    for (int i = 0; i < 8; ++i)
      free(v[i]);
    free(a);
  }
  {
    void *a = harness_fresh(COUNT(n, n)), *b = harness_fresh(COUNT(n, n));
    void *t = harness_fresh(WIDTH(n)), *x = harness_fresh(WIDTH(n)), *y = harness_fresh(WIDTH(n));
    kernel_gesummv(n, alpha, beta, a, b, t, x, y);
    harness_keep("gesummv.tmp", t, WIDTH(n));
    harness_keep("gesummv.y", y, WIDTH(n));
    free(a), free(b), free(t), free(x), free(y);
  }
  {
    void *a = harness_fresh(COUNT(m, m)), *b = harness_fresh(COUNT(m, n)), *c = harness_fresh(COUNT(m, n));
    kernel_symm(m, n, alpha, beta, c, a, b);
    harness_keep("symm", c, COUNT(m, n));
    kernel_trmm(m, n, alpha, a, b);
    harness_keep("trmm", b, COUNT(m, n));
    free(a), free(b), free(c);
  }
  {
    void *a = harness_fresh(COUNT(n, m)), *b = harness_fresh(COUNT(n, m)), *c = harness_fresh(COUNT(n, n));
    kernel_syr2k(n, m, alpha, beta, c, a, b);
    harness_keep("syr2k", c, COUNT(n, n));
    kernel_syrk(n, m, alpha, beta, c, a);
    harness_keep("syrk", c, COUNT(n, n));
    free(a), free(b), free(c);
  }
  return 0;
}
