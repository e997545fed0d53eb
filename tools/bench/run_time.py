#!/usr/bin/env python3
"""Run time of the demo programs under every compiler that a user would pick instead.

  python3 tools/bench/run_time.py [--build DIR] [--runs N] [--json FILE] [program ...]

Fortran: flang -O3, gfortran -O3 -fexternal-blas, smr-flang -O3. C and C++: clang -O3, gcc -O3, clang -O3 with Polly, the program
with CBLAS calls written by hand (-DHAND), smr-clang -O3. What is not installed is left out. Times are of the kernels alone, best of N; ratios
are to the first column (larger is better). All programs link OpenBLAS with its default number of threads; OPENBLAS_NUM_THREADS fixes it.
"""
import argparse
import json
import math
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "demo"))
import run as demo  # noqa: E402
from harness import mean  # noqa: E402

POLLY = "14"  # Debian's clang that has Polly built in; that of LLVM 22 stops with an error


def compilers(suffix, build):
    """(name, command, further arguments); the first is the base of the ratios."""
    def ours(name):
        return os.path.join(build, "bin", name)
    if suffix == ".f90":
        found = [("flang", [demo.find_compiler("flang"), "-O3"], []),
                 ("gfortran", ["gfortran", "-O3", "-fexternal-blas"], ["-lopenblas"]),
                 ("smr", [ours("smr-flang"), "-O3"], [])]
    else:
        plus = suffix == ".cpp"
        clang = demo.find_compiler("clang++" if plus else "clang")
        found = [("clang", [clang, "-O3"], ["-lm"]),
                 ("gcc", ["g++" if plus else "gcc", "-O3"], ["-lm"]),
                 ("polly", ["clang++-" + POLLY if plus else "clang-" + POLLY, "-O3", "-mllvm", "-polly"], ["-lm"]),
                 ("by hand", [clang, "-O3", "-DHAND"], ["-lopenblas", "-lm"]),
                 ("smr", [ours("smr-clang++" if plus else "smr-clang"), "-O3"], ["-lm"])]
    return [c for c in found if shutil.which(c[1][0])]


def main():
    parser = argparse.ArgumentParser(description="run-time ratios over the demo programs")
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--build", default=os.path.join(demo.ROOT, "build"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", help="also write the times to this file")
    options = parser.parse_args()
    build, status, results = os.path.abspath(options.build), 0, []
    groups = [([".f90"], "Fortran"), ([".c", ".cpp"], "C and C++")]
    with tempfile.TemporaryDirectory(prefix="smr-bench-") as work:
        for suffixes, language in groups:
            names = [n for n in options.programs or demo.ORDER
                     if os.path.splitext(demo.find_source(n) or "")[1] in suffixes]
            if not names:
                continue
            columns = [c[0] for c in compilers(suffixes[0], build)]
            print(f"{language:<16}" + "".join(f"{c + ' s':>12}" for c in columns)
                  + "".join(f"{c + ' x':>12}" for c in columns[1:]))
            ratios = {c: [] for c in columns[1:]}
            for name in names:
                source, times = demo.find_source(name), {}
                for column, command, tail in compilers(os.path.splitext(source)[1], build):
                    folder = os.path.join(work, f"{name}-{column.replace(' ', '-')}")
                    os.mkdir(folder)
                    target = os.path.join(folder, name)
                    try:
                        demo.call(command + [source, "-o", target] + tail, folder)
                        times[column] = demo.best_times([target], [target + ".out"], options.runs)[0]
                    except demo.Failure as failure:
                        print(f"{'error' if column == 'smr' else 'note'}: {name}: {column}: "
                              + str(failure).splitlines()[0][:200], file=sys.stderr)
                        times[column] = math.nan
                        status |= column == "smr"
                for column in columns[1:]:
                    ratios[column].append(times[columns[0]] / times.get(column, math.nan))
                results.append({"program": name, "language": language, "base": columns[0],
                                "seconds": {c: t for c, t in times.items() if not math.isnan(t)}})
                print(f"{name:<16}" + "".join(f"{times.get(c, math.nan):>12.3f}" for c in columns)
                      + "".join(f"{ratios[c][-1]:>12.2f}" for c in columns[1:]), flush=True)
            print(f"{'geometric mean':<{16 + 12 * len(columns)}}"
                  + "".join(f"{mean(ratios[c]):>12.2f}" for c in columns[1:]))
    if options.json:
        with open(options.json, "w") as stream:
            json.dump(results, stream, indent=1)
    return status


if __name__ == "__main__":
    sys.exit(main())
