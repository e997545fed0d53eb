# Each replacement gives the idiom's bits where every operation rounds; some write its terms in another order, so that a
# compiler that joins a product with a sum joins another one.
each ${T} = double, float

C { ${T} mac(${T} a, ${T} b, ${T} c) { return a*b + c; } }
= { ${T} mac(${T} a, ${T} b, ${T} c) { return a*b + c; } } fp exact

C { ${T} two(${T} a, ${T} b, ${T} c, ${T} d) { return a*b + c*d; } }
= { ${T} two(${T} a, ${T} b, ${T} c, ${T} d) { return c*d + a*b; } } fp exact

C { ${T} cross(${T} a, ${T} b, ${T} c, ${T} d) { return a*b - c*d; } }
= { ${T} cross(${T} a, ${T} b, ${T} c, ${T} d) { return a*b - c*d; } } fp exact

C { ${T} horner(${T} x, ${T} a, ${T} b, ${T} c) { return (a*x + b)*x + c; } }
= { ${T} horner(${T} x, ${T} a, ${T} b, ${T} c) { ${T} inner = a*x + b; return inner*x + c; } } fp exact

C { ${T} hypotenuse(${T} a, ${T} b) { return __builtin_sqrt${T.math}(a*a + b*b); } }
= { ${T} hypotenuse(${T} a, ${T} b) { ${T} p = a*a, q = b*b; return __builtin_sqrt${T.math}(p + q); } } fp exact

C { void vector_mac(int n, const ${T} *x, const ${T} *y, const ${T} *z, ${T} *o)
    { for (int i = 0; i < n; i++) o[i] = x[i]*y[i] + z[i]; } }
= { void vector_mac(int n, const ${T} *x, const ${T} *y, const ${T} *z, ${T} *o)
    { for (int i = 0; i < n; i++) o[i] = x[i]*y[i] + z[i]; } } fp exact

C { void add_scaled(int n, ${T} a, const ${T} *x, ${T} *o) { for (int i = 0; i < n; i++) o[i] += a*x[i]; } }
= { void add_scaled(int n, ${T} a, const ${T} *x, ${T} *o) { for (int i = 0; i < n; i++) o[i] = a*x[i] + o[i]; } }
fp exact

C { void turn(int n, ${T} c, ${T} s, ${T} *x, ${T} *y)
    { for (int i = 0; i < n; i++) { ${T} t = c*x[i] + s*y[i]; y[i] = c*y[i] - s*x[i]; x[i] = t; } } }
= { void turn(int n, ${T} c, ${T} s, ${T} *x, ${T} *y)
    { for (int i = 0; i < n; i++) { ${T} t = s*y[i] + c*x[i]; y[i] = c*y[i] - s*x[i]; x[i] = t; } } }
fp exact

C { ${T} differences(${T} a, ${T} b, ${T} c, ${T} d) { return (a + b)*(c - d); } }
= { ${T} differences(${T} a, ${T} b, ${T} c, ${T} d) { return (c - d)*(a + b); } } fp exact

C { void multiply(int n, const ${T} *x, const ${T} *y, ${T} *o) { for (int i = 0; i < n; i++) o[i] = x[i]*y[i]; } }
= { void multiply(int n, const ${T} *x, const ${T} *y, ${T} *o) { for (int i = 0; i < n; i++) o[i] = x[i]*y[i]; } }
fp exact
