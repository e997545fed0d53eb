"""What no sane program has: functions that are very deep or very long, compiled by the plain compilers and by SMR's drivers.

  python3 tools/bench/stress.py [--build DIR] [--runs N] [--level O1] [--only TEXT] [--seconds S]
  python3 tools/bench/stress.py --write nested-ifs|statements|deep-loops|loops COUNT FILE    (.c or .f90)

Processor seconds, the least of N runs; "-": the plain compiler fails or takes more than S seconds. clang itself is slow with most of
them above -O1.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
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


CASES = [("nested-ifs", 1000), ("nested-ifs", 3000), ("nested-ifs", 10000), ("statements", 1000), ("statements", 10000), ("statements", 100000),
         ("deep-loops", 10), ("deep-loops", 30), ("loops", 500), ("loops", 2000)]


def seconds_of(command, limit):
    """Processor seconds; None when it fails or takes too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return None if done.returncode else after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    if len(sys.argv) == 5 and sys.argv[1] == "--write":
        with open(sys.argv[4], "w") as stream:
            stream.write((in_fortran if sys.argv[4].endswith(".f90") else in_c)(sys.argv[2], int(sys.argv[3])))
        return 0
    parser = argparse.ArgumentParser(description="compile time of very deep and very long functions")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--level", default="O1")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    print(f"{'-' + options.level + ', seconds':<32}{'plain':>9}{'SMR':>9}{'ratio':>8}")
    for ending, make, plain, ours in ((".c", in_c, "clang-22", "smr-clang"), (".f90", in_fortran, "flang-22", "smr-flang")):
        for shape, count in CASES:
            name = f"{'C' if ending == '.c' else 'Fortran'}, {count} {shape}"
            if options.only not in name:
                continue
            with tempfile.TemporaryDirectory(prefix="smr-stress-") as work:
                source = os.path.join(work, "x" + ending)
                with open(source, "w") as stream:
                    stream.write(make(shape, count))
                flags = ["-" + options.level, "-w", "-c", source, "-o", os.path.join(work, "x.o")]
                flags += ["-fbracket-depth=20000"] if ending == ".c" else []
                least = []
                for command in ([plain], [os.path.join(os.path.abspath(options.build), "bin", ours)]):
                    runs = [seconds_of(command + flags, options.seconds)]
                    while runs[-1] is not None and len(runs) < options.runs:
                        runs.append(seconds_of(command + flags, options.seconds))
                    least.append(None if None in runs else min(runs))
            columns = "".join(f"{s:>9.2f}" if s is not None else f"{'-':>9}" for s in least)
            print(f"{name:<32}{columns}{least[1] / least[0]:>8.2f}" if None not in least else f"{name:<32}{columns}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
