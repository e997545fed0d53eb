"""Run time of the demo programs: flang -O3, gfortran -O3 -fexternal-blas (where installed), smr-flang -O3.

  python3 tools/bench/run_time.py [--build DIR] [--runs N] [program ...]

Times are of the kernels alone, best of N; ratios are to flang -O3 (larger is better). All programs link OpenBLAS
the same way, with its default number of threads; set OPENBLAS_NUM_THREADS to fix it.
"""
import argparse
import math
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "demo"))
import run as demo  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description="run-time ratios over the demo programs")
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--build", default=os.path.join(demo.ROOT, "build"))
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    smr = os.path.join(os.path.abspath(options.build), "bin", "smr-flang")
    compilers = [("flang", [demo.find_flang(), "-O3"], []),
                 ("smr-flang", [smr, "-O3"], [])]
    if shutil.which("gfortran"):
        compilers.insert(1, ("gfortran", ["gfortran", "-O3", "-fexternal-blas"], ["-lopenblas"]))
    print(f"{'program':<10}" + "".join(f"{name + ' s':>13}" for name, _, _ in compilers)
          + "".join(f"{name + ' x':>13}" for name, _, _ in compilers[1:]))
    products = {name: [] for name, _, _ in compilers[1:]}
    status = 0
    with tempfile.TemporaryDirectory(prefix="smr-bench-") as work:
        for program in options.programs or demo.ORDER:
            times = {}
            for name, command, tail in compilers:
                folder = os.path.join(work, f"{program}-{name}")
                os.mkdir(folder)
                target = os.path.join(folder, program)
                try:
                    demo.call(command + [os.path.join(demo.HERE, program + ".f90"), "-o", target] + tail, folder)
                    times[name] = demo.best_time(target, target + ".out", options.runs)
                except demo.Failure as failure:
                    print(f"error: {program}: {failure}", file=sys.stderr)
                    times[name] = math.nan
                    status = 1
            ratios = {name: times["flang"] / times[name] for name in products}
            for name, ratio in ratios.items():
                if ratio > 0:
                    products[name].append(math.log(ratio))
            print(f"{program:<10}" + "".join(f"{times[name]:>13.3f}" for name, _, _ in compilers)
                  + "".join(f"{ratios[name]:>13.2f}" for name, _, _ in compilers[1:]), flush=True)
    means = "".join(f"{math.exp(sum(v) / len(v)) if v else math.nan:>13.2f}" for v in products.values())
    print(f"{'geometric mean':<{10 + 13 * len(compilers)}}{means}")
    return status


if __name__ == "__main__":
    sys.exit(main())
