equations @gemm {
  int m, n, l, lda, ldb, ldc
  f64 alpha, beta
  array C : f64
  array A : f64
  array B : f64
  need ldc - m >= 0
  C.1[8*i + 8*j*ldc] = beta*C.0[8*i + 8*j*ldc] for 0 <= i < m, 0 <= j < n
  C.2[8*i + 8*j*ldc] += alpha*A.0[8*i + 8*k*lda]*B.0[8*k + 8*j*ldb] for 0 <= i < m, 0 <= j < n, 0 <= k < l
}
