equations @f {
  int n
  f64 x
  array A : f64
  A.1[8*i] = g(x by assoc)*x + inv(x by distr inverse) by assoc distr inverse for 0 <= i < n
}
