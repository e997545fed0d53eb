equations @"a b" {
  int n, m
  f64 s, t
  f32 u
  f64 v
  array A : f64
  array A_2 : f64 in A
  array r : f64
  array B : f32
  array i_2 : i32
  need n*m - 9223372036854775808 >= 0
  need 0 >= 0
  A.1[0] = 0
  A.1[8] = -s + 2.5*t - 1e-300*v*v + 1
  A.2[8*i - 8] += -0x7ff0000000000000*sum(0 <= k < n + 1) 1 + sum(0 <= k < i, n - 2*k >= 0) s*A.1[8*k] for 0 <= i < n
  A_2.1[16*i + 8*j] = sum(i - j - 1 >= 0) int(2*i*n - j)*sqrt(s) - "llvm.cos f64"(s, f32 u)
    for 0 <= i < n, 0 <= j < m, -i - j + 7 >= 0
  r.1[0] = select_olt(s, t, sum(0 <= k < n) A.2[8*k], 0)*inv(0x7ff8000000000000 + s) + f()
  B.1[-4*i] = u*fptrunc(f64 sum(0 <= k < n) s*fpext(f32 B.0[4*k])) for 0 <= i < n
}
