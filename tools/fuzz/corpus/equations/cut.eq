equations @f {
  int n
  f64 x
  array A : f64
  A.1[8*i] = x for 0 <= i < n, 0 <= j