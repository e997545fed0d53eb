#!/usr/bin/env python3
"""Products of matrices in programs that are not alone: one thread beside busy processes, and several OpenMP threads.

Each row has the time of clang's loops, and under SMR the ratio to it for SMR_RT_THREADS=1, =auto (the default) and
=library (as many threads as OpenBLAS likes). Runs of the sides alternate; the median of the ratios counts. The busy
processes are this script's own and end with it.
"""
import argparse
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from harness import LLVM, ROOT  # noqa: E402

KERNEL = """
void multiply(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
"""
MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
void multiply(int n, const double *a, const double *b, double *c);
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]), times = atoi(argv[2]);
  double start = now();
#pragma omp parallel
  {
    double *a = malloc(sizeof *a * n * n), *b = malloc(sizeof *b * n * n), *c = malloc(sizeof *c * n * n);
    for (int i = 0; i < n * n; i++)
      a[i] = b[i] = i % 7;
    for (int k = 0; k < times; k++)
      multiply(n, a, b, c);
  }
  printf("%.6f\\n", now() - start);
}
"""
SETTINGS = ("1", "auto", "library")


@contextlib.contextmanager
def busy(count):
    """So many processes that compute, for ten minutes at most."""
    spin = "import time\nend = time.time() + 600\nwhile time.time() < end:\n    sum(range(10000))"
    processes = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def build(options, folder):
    """{(side, with OpenMP): program}"""
    programs = {}
    for name, text in (("kernel.c", KERNEL), ("main.c", MAIN)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    clang, smr = os.path.join(LLVM, "clang"), os.path.join(options.build, "bin", "smr-clang")
    for side, compiler in (("clang", clang), ("smr", smr)):
        subprocess.run([compiler, "-O3", "-c", "kernel.c", "-o", side + ".o"], check=True, cwd=folder)
        for openmp in ([], ["-fopenmp"]):
            program = os.path.join(folder, side + ("-openmp" if openmp else ""))
            subprocess.run([clang, "-O2", *openmp, "-c", "main.c", "-o", "main.o"], check=True, cwd=folder)
            subprocess.run([smr, *openmp, "main.o", side + ".o", f"-Wl,-rpath,{os.path.dirname(LLVM)}/lib", "-o", program],
                           check=True, cwd=folder)
            programs[side, bool(openmp)] = program
    return programs


def run(program, n, times, **environment):
    out = subprocess.run([program, str(n), str(times)], check=True, text=True, stdout=subprocess.PIPE, timeout=120,
                         env={**os.environ, **environment}).stdout
    return float(out)


def row(options, programs, title, n, times, openmp, neighbours):
    loops, ratios = [], {setting: [] for setting in SETTINGS}
    with busy(neighbours):
        for _ in range(options.rounds):
            for setting in SETTINGS:
                first = run(programs["clang", openmp], n, times, OMP_NUM_THREADS=str(options.threads))
                second = run(programs["smr", openmp], n, times, SMR_RT_THREADS=setting,
                             **({"OMP_NUM_THREADS": str(options.threads)} if openmp else {}))
                loops.append(first)
                ratios[setting].append(second / first)
    print(f"| {title} | {statistics.median(loops):.3f} | " +
          " | ".join(f"{statistics.median(ratios[setting]):.2f}" for setting in SETTINGS) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=os.path.abspath, default=os.path.join(ROOT, "build"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=8, help="of OpenMP")
    parser.add_argument("--neighbours", type=int, default=3, help="busy processes")
    options = parser.parse_args()
    print("| | clang, s | 1 | auto | library |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        programs = build(options, folder)
        row(options, programs, f"n = 200, beside {options.neighbours}", 200, 20, False, options.neighbours)
        row(options, programs, f"n = 100, {options.threads} OpenMP threads", 100, 50, True, 0)
        row(options, programs, "n = 200, no other work", 200, 20, False, 0)
        row(options, programs, "n = 1000, no other work", 1000, 1, False, 0)


if __name__ == "__main__":
    main()
