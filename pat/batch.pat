# Products of several matrices at once: a nest of four loops, or linalg.batch_matmul on memrefs, as calls of BLAS's gemm
# in a loop. (BLAS has no such routine; in C and Fortran the three inner loops become dgemm of blas.pat anyway.) A
# standard library where linalg is loaded; elsewhere library=blas.pfa,batch.pfa. test/memref runs it.
link "openblas"
mode auto

each ${T} = double, float; ${P} = d, s; ${C} = 62, 30; ${E} = 300, 250

C {
  #include <cblas.h>
  void gemm_batch(int e, int m, int n, int k, const ${T} *a, long ba, int ra, int ca, const ${T} *b, long bb, int rb,
                  int cb, int adds, ${T} *c, long bc, int rc) {
    for (int d = 0; d < e; d++)
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
          ${T} s = 0;
          for (int l = 0; l < k; l++)
            s += a[d * ba + (long)i * ra + (long)l * ca] * b[d * bb + (long)l * rb + (long)j * cb];
          if (adds > 0)
            s += c[d * bc + (long)i * rc + j];
          c[d * bc + (long)i * rc + j] = s;
        }
  }
} = body {
  int rows_of_a = ca == 1 && ra >= k, rows_of_b = cb == 1 && rb >= n;
  for (int d = 0; d < e; d++)
    cblas_${P}gemm(CblasRowMajor, rows_of_a ? CblasNoTrans : CblasTrans, rows_of_b ? CblasNoTrans : CblasTrans,
                   m, n, k, 1, a + d * ba, rows_of_a ? ra : ca, b + d * bb, rows_of_b ? rb : cb, adds > 0,
                   c + d * bc, rc);
}
name "${P}gemm-batch"
about "C = A B for each of a batch"
when (ca == 1 && ra >= k || ra == 1 && ca >= m, cb == 1 && rb >= n || rb == 1 && cb >= k, rc >= n, bc >= m * rc, rc < 134217728)
pays (min(m, n) >= 4, round * e * m * n * k >= e * (${C} * m * n * k + ${E} * (m * n + n * k + m * k) + 250000))
