costs "a.costs"
each ${T} = real(8), real(4); ${P} = d, s; // two
     ${0} = 0.0d0, 0.0
f { ${T} function ${P}sum(n, x)
  ${T} :: x(n)
  ${P}sum = ${0}
end } = { ${T} function ${P}sum_(n, x)
end }
name "${P}sum" when (type(x) == ${T})
f { subroutine once(n)
end } = { subroutine once(n)
end } pays (n > 8)
  each ${F} = float, double
C { void ${F}1(${F} *x, int n) { "${F}"; } } = { void f(${F} *x, int n) { } }
