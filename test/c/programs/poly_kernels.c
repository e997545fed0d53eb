// The linear algebra kernels of the PolyBench collection: 2mm 3mm atax bicg doitgen mvt.
#include "forms.h"

static void kernel_2mm(int m, int n, int k, int l, real alpha, real beta, MAT(tmp, m, n), MAT(A, m, k),
                       MAT(B, k, n), MAT(C, n, l), MAT(D, m, l)) {
  int i, j, p;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++) {
      AT(tmp, n, i, j) = 0.0;
      for (p = 0; p < k; ++p)
        AT(tmp, n, i, j) += alpha * AT(A, k, i, p) * AT(B, n, p, j);
    }
  for (i = 0; i < m; i++)
    for (j = 0; j < l; j++) {
      AT(D, l, i, j) *= beta;
      for (p = 0; p < n; ++p)
        AT(D, l, i, j) += AT(tmp, n, i, p) * AT(C, l, p, j);
    }
}

static void kernel_3mm(int m, int n, int k, int l, MAT(E, m, n), MAT(A, m, k), MAT(B, k, n), MAT(F, n, l),
                       MAT(C, n, m), MAT(D, m, l), MAT(G, m, l)) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      AT(E, n, i, j) = 0;
      for (int p = 0; p < k; ++p)
        AT(E, n, i, j) += AT(A, k, i, p) * AT(B, n, p, j);
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < l; j++) {
      AT(F, l, i, j) = 0;
      for (int p = 0; p < m; ++p)
        AT(F, l, i, j) += AT(C, m, i, p) * AT(D, l, p, j);
    }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < l; j++) {
      AT(G, l, i, j) = 0;
      for (int p = 0; p < n; ++p)
        AT(G, l, i, j) += AT(E, n, i, p) * AT(F, l, p, j);
    }
}

static void kernel_atax(int m, int n, MAT(A, m, n), VEC(x), VEC(y), VEC(tmp)) {
  int i, j;
  for (i = 0; i < n; i++)
    y[i] = 0;
  for (i = 0; i < m; i++) {
    tmp[i] = 0.0;
    for (j = 0; j < n; j++)
      tmp[i] = tmp[i] + AT(A, n, i, j) * x[j];
    for (j = 0; j < n; j++)
      y[j] = y[j] + AT(A, n, i, j) * tmp[i];
  }
}

static void kernel_bicg(int m, int n, MAT(A, n, m), VEC(s), VEC(q), VEC(p), VEC(r)) {
  int i, j;
  for (i = 0; i < m; i++)
    s[i] = 0;
  for (i = 0; i < n; i++) {
    q[i] = 0.0;
    for (j = 0; j < m; j++) {
      s[j] = s[j] + r[i] * AT(A, m, i, j);
      q[i] = q[i] + AT(A, m, i, j) * p[j];
    }
  }
}

static void kernel_doitgen(int k, int m, int n, CUBE(A, k, m, n), MAT(C4, n, n), VEC(sum)) {
  for (int r = 0; r < k; r++)
    for (int q = 0; q < m; q++) {
      for (int p = 0; p < n; p++) {
        sum[p] = 0.0;
        for (int s = 0; s < n; s++)
          sum[p] += AT3(A, m, n, r, q, s) * AT(C4, n, s, p);
      }
      for (int p = 0; p < n; p++)
        AT3(A, m, n, r, q, p) = sum[p];
    }
}

static void kernel_mvt(int n, VEC(x1), VEC(x2), VEC(y1), VEC(y2), MAT(A, n, n)) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x1[i] = x1[i] + AT(A, n, i, j) * y1[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x2[i] = x2[i] + AT(A, n, j, i) * y2[j];
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  {
    void *t = harness_fresh(COUNT(m, n)), *a = harness_fresh(COUNT(m, k)), *b = harness_fresh(COUNT(k, n));
    void *c = harness_fresh(COUNT(n, l)), *d = harness_fresh(COUNT(m, l));
    kernel_2mm(m, n, k, l, (real)1.5, (real)1.2, t, a, b, c, d);
    harness_keep("2mm.tmp", t, COUNT(m, n));
    harness_keep("2mm.D", d, COUNT(m, l));
    void *f = harness_fresh(COUNT(n, l)), *g = harness_fresh(COUNT(m, l)), *h = harness_fresh(COUNT(n, m));
    kernel_3mm(m, n, k, l, t, a, b, f, h, d, g);
    harness_keep("3mm.E", t, COUNT(m, n));
    harness_keep("3mm.F", f, COUNT(n, l));
    harness_keep("3mm.G", g, COUNT(m, l));
    free(t), free(a), free(b), free(c), free(d), free(f), free(g), free(h);
  }
  {
    void *a = harness_fresh(COUNT(m, n)), *x = harness_fresh(WIDTH(n)), *y = harness_fresh(WIDTH(n)),
         *t = harness_fresh(WIDTH(m));
    kernel_atax(m, n, a, x, y, t);
    harness_keep("atax.y", y, WIDTH(n));
    harness_keep("atax.tmp", t, WIDTH(m));
    free(a), free(x), free(y), free(t);
  }
  {
    void *a = harness_fresh(COUNT(n, m)), *s = harness_fresh(WIDTH(m)), *q = harness_fresh(WIDTH(n));
    void *p = harness_fresh(WIDTH(m)), *r = harness_fresh(WIDTH(n));
    kernel_bicg(m, n, a, s, q, p, r);
    harness_keep("bicg.s", s, WIDTH(m));
    harness_keep("bicg.q", q, WIDTH(n));
    free(a), free(s), free(q), free(p), free(r);
  }
  {
    void *a = harness_fresh(COUNT3(k, m, n)), *c = harness_fresh(COUNT(n, n)), *s = harness_fresh(WIDTH(n));
    kernel_doitgen(k, m, n, a, c, s);
    harness_keep("doitgen", a, COUNT3(k, m, n));
    free(a), free(c), free(s);
  }
  {
    void *a = harness_fresh(COUNT(n, n)), *v[4];
    for (int i = 0; i < 4; ++i)
      v[i] = harness_fresh(WIDTH(n));
    kernel_mvt(n, v[0], v[1], v[2], v[3], a);
    harness_keep("mvt.x1", v[0], WIDTH(n));
    harness_keep("mvt.x2", v[1], WIDTH(n));
    for (int i = 0; i < 4; ++i)
      free(v[i]);
    free(a);
  }
  return 0;
}
