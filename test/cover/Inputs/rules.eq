// A rule for each routine, as the idioms of blas.pat are raised.
equations @dgemm {
  int n, m, k, ra, ca, rb, cb, rc, cc
  array beta : f64
  array alpha : f64
  array a : f64
  array b : f64
  array c : f64
  need 8*rc - 8 >= 0
  need 8*rc + 8*cc - 8*m*rc - 8 >= 0
  c.1[8*i*cc + 8*i_2*rc] = beta.0[0]*c.0[8*i*cc + 8*i_2*rc] + sum(0 <= i_3 < k) alpha.0[0]*a.0[8*i_2*ra + 8*i_3*ca]*b.0[8*i*cb + 8*i_3*rb]
    for 0 <= i < n, 0 <= i_2 < m
}
equations @dgemv {
  int m, n, ra, ca, ix, iy
  array beta : f64
  array alpha : f64
  array a : f64
  array x : f64
  array y : f64
  need 8*iy - 8 >= 0
  y.1[8*i*iy] = beta.0[0]*y.0[8*i*iy] + sum(0 <= i_2 < n) alpha.0[0]*a.0[8*i*ra + 8*i_2*ca]*x.0[8*i_2*ix]
    for 0 <= i < m
}
equations @dger {
  int n, iy, m, ra, ca, ix
  array alpha : f64
  array y : f64
  array a : f64
  array x : f64
  need 8*ra - 8 >= 0
  need 8*ra + 8*ca - 8*m*ra - 8 >= 0
  a.1[8*i*ca + 8*i_2*ra] = a.0[8*i*ca + 8*i_2*ra] + alpha.0[0]*x.0[8*i_2*ix]*y.0[8*i*iy]
    for 0 <= i < n, 0 <= i_2 < m
}
equations @dtrsv {
  int n, ix, ra, ca
  array x : f64
  array a : f64
  need 8*ix - 8 >= 0
  x.1[8*i*ix] = x.0[8*i*ix]*inv(a.0[8*i*ra + 8*i*ca]) - sum(0 <= i_2 < i) a.0[8*i*ra + 8*i_2*ca]*x.1[8*i_2*ix]*inv(a.0[8*i*ra + 8*i*ca])
    for 0 <= i < n
}
equations @dsyrk {
  int n, k, ra, ca, rc, cc
  array beta : f64
  array alpha : f64
  array a : f64
  array c : f64
  need 8*rc - 8 >= 0
  need 8*rc + 8*cc - 8*n*rc - 8 >= 0
  c.1[8*i*rc + 8*i_2*cc] = beta.0[0]*c.0[8*i*rc + 8*i_2*cc] + sum(0 <= i_3 < k) alpha.0[0]*a.0[8*i*ra + 8*i_3*ca]*a.0[8*i_2*ra + 8*i_3*ca]
    for 0 <= i < n, 0 <= i_2 < i + 1
}
equations @dtrmm {
  int n, m, rb, cb, ra, ca
  array alpha : f64
  array b : f64
  array a : f64
  need 8*rb - 8 >= 0
  need 8*rb + 8*cb - 8*m*rb - 8 >= 0
  b.1[8*i*cb + 8*m*rb - 8*i_2*rb - 8*rb] = alpha.0[0]*b.0[8*i*cb + 8*m*rb - 8*i_2*rb - 8*rb] + sum(0 <= i_3 < m - i_2 - 1) alpha.0[0]*a.0[8*i_3*ca + 8*m*ra - 8*i_2*ra - 8*ra]*b.0[8*i*cb + 8*i_3*rb]
    for 0 <= i < n, 0 <= i_2 < m
}
equations @dsymm {
  int n, m, ra, ca, rb, cb, rc, cc
  array beta : f64
  array alpha : f64
  array a : f64
  array b : f64
  array c : f64
  need 8*rc - 8 >= 0
  need 8*rc + 8*cc - 8*m*rc - 8 >= 0
  c.1[8*i*cc + 8*i_2*rc] = beta.0[0]*c.0[8*i*cc + 8*i_2*rc] + alpha.0[0]*a.0[8*i_2*ra + 8*i_2*ca]*b.0[8*i*cb + 8*i_2*rb] + sum(0 <= i_3 < i_2) alpha.0[0]*a.0[8*i_2*ra + 8*i_3*ca]*b.0[8*i*cb + 8*i_3*rb] + sum(0 <= i_4 < m - i_2 - 1) alpha.0[0]*a.0[8*i_2*ra + 8*i_2*ca + 8*i_4*ra + 8*ra]*b.0[8*i*cb + 8*i_2*rb + 8*i_4*rb + 8*rb]
    for 0 <= i < n, 0 <= i_2 < m
}
