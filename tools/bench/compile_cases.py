"""The files that compile_time.py compiles: for C, C++ and Fortran without a loop, with loops that are no idiom, with a dot product
and a matrix product, with forty idioms; long files in which one loop in two is an idiom; what a C++ program includes.

  python3 tools/bench/compile_cases.py nested-ifs|statements|deep-loops|loops COUNT FILE    (.c or .f90)

writes what no sane program has: a function that is very deep or very long, for compile_time.py --large FILE --only FILE.
"""
import sys

C_NOTHING = "int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }\n"
C_NO_MATCH = """\
float largest(const float *a, int n) {
  float m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}
void smooth(float *restrict a, const float *b, int n) {
  for (int i = 1; i < n - 1; i++)
    a[i] = 0.25f * b[i - 1] + 0.5f * b[i] + 0.25f * b[i + 1];
}
"""
C_KERNELS = [
    """double dot{i}(int n, const double *x, const double *y) {{
  double s = {i};
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}}
""", """void gemv{i}(int m, int n, const double *restrict a, const double *restrict x, double *restrict y) {{
  for (int i = 0; i < m; i++) {{
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i + {i}] = s;
  }}
}}
""", """void gemvt{i}(int m, int n, const double *restrict a, const double *restrict x, double *restrict y) {{
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j + {i}] += a[i * n + j] * x[i];
}}
""", """void gemm{i}(int m, int n, int k, const double *restrict a, const double *restrict b, double *restrict c) {{
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {{
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * b[l * n + j];
      c[i * n + j + {i}] = s;
    }}
}}
"""]
CXX_STANDARD = """\
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>
double dot(const std::vector<double> &x, const std::vector<double> &y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); i++)
    s += x[i] * y[i];
  return s;
}
int main() {
  std::map<std::string, std::vector<double>> all;
  for (std::string name; std::cin >> name;)
    all[name].push_back(all.size());
  for (auto &[name, values] : all) {
    std::sort(values.begin(), values.end());
    std::cout << name << ' ' << dot(values, values) << '\\n';
  }
}
"""
C_UNIT = """\
double unit_{i}(int n, const double *x, const double *y, double *z) {{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  for (int i = 1; i < n; i++)
    z[i] = z[i - 1] * x[i] + {i}.0 / (1.0 + y[i] * y[i]);
  return s;
}}
"""
F_NOTHING = """\
integer function clamp(x, low, high)
  integer, intent(in) :: x, low, high
  clamp = max(low, min(x, high))
end function
"""
F_NO_MATCH = """\
subroutine smooth(n, a, b)
  integer, intent(in) :: n
  real(8), intent(in) :: b(n)
  real(8), intent(out) :: a(n)
  integer :: i
  do i = 2, n - 1
    a(i) = 0.25d0*b(i - 1) + 0.5d0*b(i) + 0.25d0*b(i + 1)
  end do
end subroutine
"""
F_KERNELS = [
    """subroutine dot{i}(n, x, y, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end subroutine
""", """subroutine gemv{i}(m, n, a, x, y)
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(m, n), x(n)
  real(8), intent(inout) :: y(m)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine
""", """subroutine gemvt{i}(m, n, a, x, y)
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(m, n), x(m)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      y(j) = y(j) + a(i, j)*x(i)
    end do
  end do
end subroutine
""", """subroutine gemm{i}(m, n, k, a, b, c)
  integer, intent(in) :: m, n, k
  real(8), intent(in) :: a(m, k), b(k, n)
  real(8), intent(inout) :: c(m, n)
  integer :: i, j, l
  do j = 1, n
    do l = 1, k
      do i = 1, m
        c(i, j) = c(i, j) + a(i, l)*b(l, j)
      end do
    end do
  end do
end subroutine
"""]
F_UNIT = """\
subroutine unit_{i}(n, x, y, z, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(inout) :: z(n), s
  integer :: i
  do i = 1, n
    s = s + x(i)*y(i)
  end do
  do i = 2, n
    z(i) = z(i - 1)*x(i) + {i}.0d0/(1.0d0 + y(i)**2)
  end do
end subroutine
"""


C_ONE_DOT = "double dot(int n, const double *x, const double *y) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * y[i]; return s; }\n"
C_INTEGERS = """\
int sum(int n, const int *x) { int s = 0; for (int i = 0; i < n; i++) s += x[i] > 3 ? x[i] : -1; return s; }
char *skip(char *p) { while (*p == ' ') p++; return p; }
"""
C_FLOATS = """\
void stencil(int n, double *restrict a, const double *b) {
  for (int i = 1; i + 1 < n; i++)
    a[i] = 0.25 * b[i - 1] + 0.5 * b[i] + 0.25 * b[i + 1];
}
double horner(int n, const double *c, double x) { double s = 0; for (int i = 0; i < n; i++) s = s * x + c[i]; return s; }
"""


def budget():
    """[(name, file name, text, most)]: the most instructions at -O3, the plain compiler 1."""
    return [
        ("C, no loop", "nothing.c", C_NOTHING, 1.01),
        ("C, loops over integers", "integers.c", C_INTEGERS, 1.01),
        ("C, loops over numbers", "floats.c", C_FLOATS, 1.05),
        ("C, dot", "dot.c", C_ONE_DOT, 1.2),
        ("C, matrix product", "product.c", C_KERNELS[3].format(i=0), 1.27),
        ("C, forty idioms", "forty.c", many(C_KERNELS, 40), 1.32),
    ]


def many(templates, count):
    """`count` pieces, the templates in turn."""
    return "\n".join(templates[i % len(templates)].format(i=i) for i in range(count))


def cases(long):
    """[(name, file name, text)]; `long` functions are in the long files."""
    lines = F_UNIT.count("\n") + 1
    return [
        ("C, no loop", "nothing.c", C_NOTHING),
        ("C, no match", "no_match.c", C_NO_MATCH),
        ("C, dot and gemm", "two.c", C_KERNELS[0].format(i=0) + C_KERNELS[3].format(i=0)),
        ("C, 40 idioms", "forty.c", many(C_KERNELS, 40)),
        (f"C, {long} functions", "long.c", many([C_UNIT], long)),
        ("C++, no loop", "nothing.cpp", C_NOTHING),
        ("C++, standard library", "standard.cpp", CXX_STANDARD),
        ("Fortran, no loop", "nothing.f90", F_NOTHING),
        ("Fortran, no match", "no_match.f90", F_NO_MATCH),
        ("Fortran, dot and gemm", "two.f90", F_KERNELS[0].format(i=0) + F_KERNELS[3].format(i=0)),
        ("Fortran, 40 idioms", "forty.f90", many(F_KERNELS, 40)),
        (f"Fortran, {20 * long // 1000 * 1000} lines", "long.f90", many([F_UNIT], 20 * long // 1000 * 1000 // lines)),
    ]


# --- Functions that are very deep or very long ---------------------------------------------------------------------

C_DOT = "  double s = 0;\n  for (int i = 0; i < n; i++)\n    s += x[i] * y[i];\n"
F_HEAD = "  integer :: n, p(*), i\n  real(8) :: x(*), y(*), z(*), s\n"
F_DOT = "  do i = 1, n\n    s = s + x(i)*y(i)\n  end do\n"
C_LOOP = ("  for (int i = 0; i < n; i++)\n    z[{0}] += x[i] * y[i + {0}];\n",
          "  for (int i = 1; i < n; i++)\n    z[i] = z[i - 1] * x[i] + {0}.0 / (1.0 + y[i] * y[i]);\n")
F_LOOP = ("  do i = 1, n\n    z({0}) = z({0}) + x(i)*y(i + {0})\n  end do\n",
          "  do i = 2, n\n    z(i) = z(i - 1)*x(i) + {0}.0d0/(1.0d0 + y(i)*y(i))\n  end do\n")


def in_c(shape, n):
    head = f"double {shape.replace('-', '_')}(int n, const double *x, const double *y, double *z, int *p) {{\n"
    if shape == "nested-ifs":
        ifs = "".join(f"if (p[{i}] > {i * 7 % 13}) {{ p[{i + 1}] += {i};\n" for i in range(n))
        return head + C_DOT + ifs + "}" * n + "\n  return s;\n}\n"
    if shape == "statements":
        return head + C_DOT + "".join(f"  z[{i}] = x[{i * 7 % n}] * s + y[{i * 3 % n}];\n" for i in range(n)) + "  return s;\n}\n"
    if shape == "deep-loops":
        loops = "".join(f"for (int i{i} = 0; i{i} < n; i{i}++)\n" for i in range(n))
        at = " + ".join(f"{i + 1}*i{i}" for i in range(n - 1))
        return head + loops + f"z[{at}] += x[i{n - 1}] * y[i{n - 1}];\n  return 0;\n}}\n"
    return head + "".join(C_LOOP[i % 2].format(i) for i in range(n)) + "  return 0;\n}\n"


def in_fortran(shape, n):
    name = shape.replace("-", "_")
    head = f"subroutine {name}(n, x, y, z, p, s)\n" + F_HEAD
    if shape == "nested-ifs":
        ifs = "".join(f"if (p({i + 1}) > {i * 7 % 13}) then\n p({i + 2}) = p({i + 2}) + {i}\n" for i in range(n))
        return head + F_DOT + ifs + "end if\n" * n + "end subroutine\n"
    if shape == "statements":
        return head + F_DOT + "".join(f"  z({i + 1}) = x({i * 7 % n + 1})*s + y({i * 3 % n + 1})\n" for i in range(n)) + "end subroutine\n"
    if shape == "deep-loops":
        names = "".join(f"  integer :: i{k}\n" for k in range(n))
        loops = "".join(f"do i{k} = 1, n\n" for k in range(n))
        at = f"z(i0 + 2*i1 + 3*i{n - 2})"
        return head + names + loops + f"{at} = {at} + x(i{n - 1})*y(i{n - 1})\n" + "end do\n" * n + "end subroutine\n"
    return head + "".join(F_LOOP[i % 2].format(i + 1) for i in range(n)) + "end subroutine\n"


if __name__ == "__main__":
    with open(sys.argv[3], "w", encoding="utf-8") as stream:
        stream.write((in_fortran if sys.argv[3].endswith(".f90") else in_c)(sys.argv[1], int(sys.argv[2])))
