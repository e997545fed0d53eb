"""What the package smr does for its users: uses.py WORK, with the package on the path and $SMR_HOME set."""
import os
import subprocess
import sys

import smr

work = sys.argv[1]


def write(name, text):
    path = os.path.join(work, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def raises(kind, call, *arguments, **options):
    try:
        call(*arguments, **options)
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


APPLY = """#include <stdio.h>
void apply(int rows, int columns, const double *a, const double *x, double *y) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      y[i] += a[i * columns + j] * x[j];
}
static double a[60], x[10], y[6];
int main(void) {
  for (int k = 0; k < 60; k++)
    a[k] = k % 7;
  for (int k = 0; k < 10; k++)
    x[k] = k % 5;
  apply(6, 10, a, x, y);
  printf("%.1f\\n", y[3]);
}
"""
c = write("apply.c", APPLY)
done = smr.compile(c, os.path.join(work, "apply"))
assert subprocess.run([done.output], capture_output=True, text=True).stdout == "80.0\n"
rewrite = done.report.of("apply").rewrites[0]
assert (rewrite.file, rewrite.line, rewrite.function, rewrite.idiom, rewrite.tier) == (c, 3, "apply", "dgemv", "equality"), rewrite
assert any("do not overlap" in guard for guard in rewrite.guards), rewrite.guards
told = smr.Report.loads('{"version":1,"rewrites":[{"file":"a.c","line":1,"idiom":"dgemv","estimate":{"code_ns":3000,"call_ns":1000,'
                        '"size":1000,"code_ps":"600*n*n","call_ps":"200*n*n"}}],"missed":[{"idiom":"daxpy","estimate":{"code_ns":5}}]}')
assert told.rewrites[0].estimate == smr.Estimate(3e-6, 1e-6, 1000, "600*n*n", "200*n*n") and told.missed[0].estimate.factor is None
assert abs(told.rewrites[0].estimate.factor - 3) < 1e-9
assert all(missed.estimate is None for missed in done.report.of("main").missed)
assert any("sets" in missed.reason for missed in done.report.of("main").missed), done.report
assert done.report.idioms()["dgemv"] == 1 and "dgemv" in str(done.report)
assert not smr.compile(c, os.path.join(work, "plain"), mode="off").report.rewrites
assert not smr.compile(c, os.path.join(work, "plain"), only=["dgemm", "dger"]).report.rewrites
assert "did you mean --smr-only" in raises(smr.SmrError, smr.compile, c, os.path.join(work, "plain"), onyl="ddot").output
obj = smr.compile(write("trace.f90", "real(8) function s(n, x, y)\n  integer :: n, i\n  real(8) :: x(n), y(n)\n  s = 0\n"
                        "  do i = 1, n\n    s = s + x(i)*y(i)\n  end do\nend function\n"),
                  os.path.join(work, "trace.o"), flags=["-O2", "-c"])
assert obj.report.rewrites[0].idiom == "ddot" and os.path.exists(obj.output)
error = raises(smr.SmrError, smr.compile, write("wrong.c", "int main(void) {\n  return x;\n}\n"), os.path.join(work, "wrong"))
assert (error.diagnostics[0].line, error.diagnostics[0].severity) == (2, "error"), error.output
assert "undeclared" in str(error)

PRODUCT = """func.func @product(%a: memref<64x32xf64>, %b: memref<32x48xf64>, %c: memref<64x48xf64>) {
  linalg.matmul ins(%a, %b : memref<64x32xf64>, memref<32x48xf64>) outs(%c : memref<64x48xf64>)
  return
}
"""
result = smr.rewrite_mlir(PRODUCT)
assert "call @smr.blas.dgemm" in result.text and result.link == ["openblas"] and len(result.report.rewrites) == 1
result = smr.rewrite_mlir(PRODUCT, before=["--convert-linalg-to-loops"], after=["--canonicalize"])
assert result.report.rewrites[0].idiom == "dgemm" and "linalg" not in result.text
result = smr.rewrite_mlir(PRODUCT, dry_run=True)
assert "linalg.matmul" in result.text and len(result.report.rewrites) == 1
result = smr.rewrite_mlir(PRODUCT, fp="exact")
assert "linalg.matmul" in result.text and result.link == [] and result.report.missed
assert "line 1" not in str(raises(smr.SmrError, smr.rewrite_mlir, "func.func @f("))
error = raises(smr.SmrError, smr.rewrite_mlir, PRODUCT, library="/nonexistent.pfa")
assert error.diagnostics[0].file == "/nonexistent.pfa", error.output

PAIR = """C {
  double total(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = {
  double total(int n, const double *x) {
    double s = %s;
    for (int i = n - 1; i >= 0; i--)
      s += x[i];
    return s;
  }
}
"""
library = os.path.join(work, "a b.pfa")
assert smr.build_library(write("mine.pat", PAIR % "0"), library) == []
SUM = """func.func @sum(%x: memref<9xf64>) -> f64 {
  %z = arith.constant 0.0 : f64
  %r = affine.for %i = 0 to 9 iter_args(%s = %z) -> f64 {
    %a = affine.load %x[%i] : memref<9xf64>
    %q = arith.addf %s, %a : f64
    affine.yield %q : f64
  }
  return %r : f64
}
"""
assert smr.rewrite_mlir(SUM, library=library).report.idioms() == {"total": 1}
error = raises(smr.SmrError, smr.build_library, write("wrong.pat", PAIR % "1"), os.path.join(work, "wrong.pfa"))
assert "is wrong" in error.diagnostics[0].message and error.diagnostics[0].line == 1, error.output

assert raises(ValueError, smr.Report.loads, '{"version":2}') and raises(ValueError, smr.Report.loads, "[]")
report = smr.Report.loads('{"version":1,"rewrites":[],"missed":[{"file":"a.c","line":3,"column":1,"function":"f","idiom":"ddot","reason":"no"}]}')
assert str(report + report) == "a.c:3:1: f: ddot: no (left)\n" * 1 + "a.c:3:1: f: ddot: no (left)"
os.environ["SMR_HOME"] = work
assert work in str(raises(smr.ToolNotFound, smr.find_tool, "smr-opt"))
print("smr", smr.__version__)
