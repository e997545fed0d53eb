"""Compile time of smr-flang against flang: every demo and test program, -O2 -c, best of N, and the overhead.

  python3 tools/bench/compile_time.py [--build DIR] [--runs N] [--scale K]

--scale K adds one generated file of K procedures, each with one idiom and a loop that is none.
"""
import argparse
import glob
import math
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

PROCEDURE = """\
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


def best(command, folder, runs):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        times.append(time.perf_counter() - start)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")
    return min(times)


def main():
    parser = argparse.ArgumentParser(description="compile-time overhead of smr-flang")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--scale", type=int, default=200)
    options = parser.parse_args()
    flang = os.environ.get("FLANG", "/usr/lib/llvm-22/bin/flang")
    smr = os.path.join(os.path.abspath(options.build), "bin", "smr-flang")
    sources = sorted(glob.glob(os.path.join(ROOT, "tools", "demo", "*.f90"))
                     + glob.glob(os.path.join(ROOT, "test", "fortran", "*", "*.f90")))
    print(f"{'file':<26}{'lines':>7}{'flang s':>10}{'smr-flang s':>13}{'overhead':>10}")
    logs = []
    with tempfile.TemporaryDirectory(prefix="smr-bench-") as work:
        if options.scale:
            generated = os.path.join(work, f"generated-{options.scale}.f90")
            with open(generated, "w") as stream:
                stream.write("\n".join(PROCEDURE.format(i=i) for i in range(options.scale)))
            sources.append(generated)
        for source in sources:
            try:
                plain, ours = (best([tool, "-O2", "-c", source, "-o", os.path.join(work, "x.o")], work, options.runs)
                               for tool in (flang, smr))
            except (RuntimeError, OSError) as error:
                print(f"error: {error}", file=sys.stderr)
                return 1
            with open(source) as stream:
                lines = sum(1 for _ in stream)
            logs.append(math.log(ours / plain))
            label = os.path.join(os.path.basename(os.path.dirname(source)), os.path.basename(source))
            label = os.path.basename(source) if source.startswith(work) else label
            print(f"{label:<26}{lines:>7}{plain:>10.3f}{ours:>13.3f}{100 * (ours / plain - 1):>9.1f}%", flush=True)
    print(f"{'geometric mean':<56}{100 * (math.exp(sum(logs) / len(logs)) - 1):>9.1f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main())
