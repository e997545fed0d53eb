flags C "-DN=3 -Iinclude"
for T in double, float; P in d, s # types
C {
  void ${P}axpy(int n, ${T} a, const ${T} *x, ${T} *y) { // ${T.real}
    for (int i = 0; i < n; i++)
      y[i] += a * x[i];
  }
} = {
  void f(int n, ${T} a, const ${T} *x, ${T} *y) { cblas_${T.blas}axpy(n, a, x, 1, y, 1); sqrt${T.math}(a); }
} name "${P}{" optional a = 1 when (n > 1) /* { */
each ${U} = int, long
for V in 8, 4
Fortran { real(${V}) function g(x)
end } = { real(${V}) function g(x)
end }
C { void h(${U} n) {} } = { void h(${U} n) {} }
