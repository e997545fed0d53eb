equations @f {
  int n
  array A : f64
  A.1[8*i] = sqrt(sum(0 <= j < i) abs(sum(0 <= k < j) A.0[8*i + 8*j + 8*k])) + sqrt(sum(0 <= j < i) A.0[8*j]) for 0 <= i < n
}
