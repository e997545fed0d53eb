#!/usr/bin/env python3
"""smr-clang against clang over sizes: is anything slower?

  tools/bench/sweep.py [--build DIR] [--rounds N] [--threads N] [--all] [kernel ...]

Both versions of every kernel (sweep/kernels.c) are in one program and run in turn; the fastest rounds count. At -O3 and at -O3
-march=native, double and float, n = 1 to 4096, contiguous and strided, square and thin. For each kernel: the least ratio clang / smr for
n up to 16 and above, the cases below 0.98, and the largest ratio. Where SMR leaves a kernel alone the two are the same code, which shows
what the machine's noise is. --all prints every case.
"""
import argparse
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def build(options, flags, folder):
    clang = os.environ.get("SMR_CLANG", "/usr/lib/llvm-22/bin/clang")
    smr = os.path.join(options.build, "bin", "smr-clang")
    objects = []
    for letter, flag in (("d", []), ("s", ["-DFLOAT"])):
        for name, compiler in (("first", clang), ("second", smr)):
            objects.append(os.path.join(folder, f"{name}_{letter}.o"))
            subprocess.run([compiler, *flags, *flag, f"-DNAME(f)={name}_{letter}_##f", "-c",
                            os.path.join(HERE, "sweep", "kernels.c"), "-o", objects[-1]], check=True)
    program = os.path.join(folder, "run")
    subprocess.run([smr, "-O2", os.path.join(HERE, "sweep", "sweep.c"), *objects, "-lm", "-o", program], check=True)
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build"))
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--threads", type=int, help="of OpenBLAS; its own choice by default")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("kernels", nargs="*")
    options = parser.parse_args()
    environment = dict(os.environ)
    if options.threads:
        environment["OPENBLAS_NUM_THREADS"] = str(options.threads)
    for flags in (["-O3"], ["-O3", "-march=native"]):
        with tempfile.TemporaryDirectory() as folder:
            out = subprocess.run([build(options, flags, folder), f"--rounds={options.rounds}", *options.kernels], check=True,
                                 text=True, stdout=subprocess.PIPE, env=environment).stdout
        if options.all:
            sys.stdout.write(out)
        table = {}
        for line in out.splitlines():
            name, letter, m, n, k, _, _, _, _, ratio = line.split()
            table.setdefault((name, letter), []).append((max(int(m), int(n), int(k)), float(ratio)))
        print(f"\n| {' '.join(flags)} | least, n <= 16 | least, n > 16 | below 0.98 | geometric mean | largest |\n|---|---|---|---|---|---|")
        for (name, letter), cases in table.items():
            small, large = [[r for n, r in cases if (n <= 16) == want] or [math.nan] for want in (True, False)]
            ratios = [r for _, r in cases]
            mean = math.exp(sum(map(math.log, ratios))/len(ratios))
            print(f"| {letter}{name} | {min(small):.2f} | {min(large):.2f} | {sum(r < 0.98 for r in ratios)} of {len(ratios)} | "
                  f"{mean:.2f} | {max(ratios):.1f} |")


if __name__ == "__main__":
    main()
