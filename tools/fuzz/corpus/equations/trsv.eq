equations @trsv {
  int n, lda
  array x : f64
  array A : f64
  x.1[8*i] = inv(A.0[8*i + 8*i*lda])*x.0[8*i] - sum(0 <= j < i) inv(A.0[8*i + 8*i*lda])*A.0[8*i + 8*j*lda]*x.1[8*j]
    for 0 <= i < n
}
