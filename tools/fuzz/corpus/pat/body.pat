for T in double, float
C {
#include <math.h>
  ${T} f(int n, ${T} *x) { return n; }
} = body { return ${T.blas}f(n, x); } name "${T.blas}f"
Fortran { real function g(n, x)
  interface
    subroutine k
    end
  end interface
  g = n
end } = "df"
F { subroutine h; x = 1
end } = body { x = 2
}
