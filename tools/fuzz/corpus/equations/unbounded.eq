equations @f { int n f64 x array A : f64
A.1[8*i + 8*j] = x for i < n, j, 0 <= k, 2*i - 3*j >= 0 // comment
A.3[8*i] += A.7[8*i]*x for 0 <= i < i + n - i*n*9223372036854775807 }
