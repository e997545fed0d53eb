#!/usr/bin/env python3
"""The pass against the parser: mlir-opt --smr-rewrite on modules of 10^3 to 10^6 ops, in LLVM's dialect and in FIR.

  python3 tools/bench/pass_time.py [--build DIR] [--most OPS] [--json FILE]

Each procedure of the generated modules has ten loop nests, one of which is an idiom. Times are what the tool itself says
(--mlir-timing), best of three; the aim is that the pass takes less than half of what parsing takes, at every size.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from harness import ROOT, stock  # noqa: E402

OTHER_C = "  for (int i = {k} + 1; i < n; i++)\n    z[i] = z[i - 1] * x[i] + {k}.5 / (1.0 + y[i] * z[i - {k} - 1]);\n"
OTHER_F = "  do i = {k} + 2, n\n    z(i) = z(i - 1)*x(i) + {k}.5d0/(1.0d0 + y(i)*z(i - {k} - 1))\n  end do\n"


def c_unit(i):
    body = "".join(OTHER_C.format(k=k) for k in range(9))
    return (f"double unit_{i}(int n, const double *restrict x, const double *restrict y, double *restrict z) {{\n  double s = 0;\n{body}"
            "  for (int i = 0; i < n; i++)\n    s += x[i] * y[i];\n  return s;\n}\n")


def fortran_unit(i):
    body = "".join(OTHER_F.format(k=k) for k in range(9))
    return (f"subroutine unit_{i}(n, x, y, z, s)\n  integer :: n, i\n  real(8) :: x(n), y(n), z(n), s\n{body}"
            "  do i = 1, n\n    s = s + x(i)*y(i)\n  end do\nend subroutine\n")


def module(kind, units, work):
    path = os.path.join(work, f"{kind}-{units}.mlir")
    if kind == "llvm":
        source = os.path.join(work, "x.c")
        with open(source, "w") as stream:
            stream.write("".join(c_unit(i) for i in range(units)))
        for command in (["clang", "-O1", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", source, "-o", source + ".bc"],
                        ["opt", "-passes=sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,simplifycfg", source + ".bc", "-o", source + ".2.bc"],
                        ["mlir-translate", "--import-llvm", source + ".2.bc", "-o", path]):
            subprocess.run([stock(command[0])] + command[1:], check=True)
    else:
        source = os.path.join(work, "x.f90")
        with open(source, "w") as stream:
            stream.write("".join(fortran_unit(i) for i in range(units)))
        subprocess.run([stock("flang"), "-fc1", "-emit-fir", "-O2", source, "-o", path], check=True)
    return path


def measure(tool, library, path):
    best = {}
    for _ in range(3):
        done = subprocess.run([tool, "--load-pass-plugin=" + library, "--smr-rewrite", "--mlir-timing", path, "-o", os.devnull],
                              capture_output=True, text=True, check=True)
        for name, key in (("Parser", "parse"), ("smr-rewrite", "pass")):
            seconds = float(re.search(r"([\d.]+) \([^)]*\)\s+" + name, done.stderr).group(1))
            best[key] = min(best.get(key, seconds), seconds)
    return best


def main():
    parser = argparse.ArgumentParser(description="time of the pass against time of the parser")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--most", type=int, default=1000000)
    parser.add_argument("--json")
    options = parser.parse_args()
    library = os.path.join(os.path.abspath(options.build), "lib", "libsmr.so")
    results = []
    print(f"{'module':<8}{'ops':>10}{'parse s':>10}{'pass s':>10}{'pass/parse':>12}{'ns/op':>9}")
    with tempfile.TemporaryDirectory(prefix="smr-bench-") as work:
        for kind, tool in (("llvm", "mlir-opt"), ("fir", "fir-opt")):
            units = 4
            while True:
                path = module(kind, units, work)
                with open(path) as stream:
                    ops = sum(1 for line in stream if re.match(r"\s+(%\S+ = )?[a-z_]+\.", line))
                if ops > 1.5 * options.most:
                    break
                times = measure(stock(tool), library, path)
                results.append({"module": kind, "ops": ops, **times})
                print(f"{kind:<8}{ops:>10}{times['parse']:>10.4f}{times['pass']:>10.4f}{times['pass'] / times['parse']:>12.2f}"
                      f"{1e9 * times['pass'] / ops:>9.0f}", flush=True)
                if ops > 0.6 * options.most:
                    break
                units *= 4
                os.remove(path)
    if options.json:
        with open(options.json, "w") as stream:
            json.dump(results, stream, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
