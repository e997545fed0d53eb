"""Compile time of smr-flang and smr-clang against flang and clang: demo and test programs, one generated file, and any large file
of the user's.

  python3 tools/bench/compile_time.py [--build DIR] [--runs N] [--scale K] [--large FILE.c …] [--json FILE]

-O2 -c, best of N in alternation, and the overhead. --scale K adds a generated Fortran and a generated C file of K procedures, each with one
idiom and a loop that is none. --large takes such files as SQLite's amalgamation (sqlite3.c in Debian's source package sqlite3).
"""
import argparse
import glob
import json
import math
import os
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tools", "demo"))
import run as demo  # noqa: E402

FORTRAN = """\
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
C = """\
double unit_{i}(int n, const double *x, const double *y, double *z) {{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  for (int i = 1; i < n; i++)
    z[i] = z[i - 1] * x[i] + {i}.0 / (1.0 + y[i] * y[i]);
  return s;
}}
"""


def timed(command, folder):
    """Seconds, and the peak memory in MiB of the command and what it started."""
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.path.join(folder, "out"), os.O_CREAT | os.O_WRONLY, 0o600),
                                       (os.POSIX_SPAWN_OPEN, 2, os.path.join(folder, "err"), os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)])
    _, status, usage = os.wait4(pid, 0)
    if status:
        with open(os.path.join(folder, "err")) as stream:
            raise RuntimeError(f"{' '.join(command)}\n{stream.read()}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description="compile-time overhead of smr-flang and smr-clang")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--scale", type=int, default=200)
    parser.add_argument("--large", nargs="*", default=[])
    parser.add_argument("--json", help="also write the times to this file")
    options = parser.parse_args()
    build, large = os.path.abspath(options.build), [os.path.abspath(f) for f in options.large]
    kept = options.json and os.path.abspath(options.json)
    sources = sorted(glob.glob(os.path.join(ROOT, "tools", "demo", "*.f90")) + glob.glob(os.path.join(ROOT, "test", "fortran", "*", "*.f90")))
    sources += sorted(glob.glob(os.path.join(ROOT, "tools", "demo", "*.c*")) + glob.glob(os.path.join(ROOT, "test", "c", "programs", "*.c*")))
    print(f"{'file':<30}{'lines':>8}{'plain s':>10}{'smr s':>9}{'overhead':>10}{'smr MiB':>9}")
    results = []
    with tempfile.TemporaryDirectory(prefix="smr-bench-") as work:
        os.chdir(work)  # where modules are left
        for name, text in (("generated.f90", FORTRAN), ("generated.c", C)):
            if options.scale:
                with open(os.path.join(work, name), "w") as stream:
                    stream.write("\n".join(text.format(i=i) for i in range(options.scale)))
                sources.append(os.path.join(work, name))
        for source in sources + large:
            plain, ours = demo.DRIVERS[os.path.splitext(source)[1]]
            flags = ["-O2", "-w", "-c"] + (["-std=c++20"] if source.endswith(".cpp") else [])
            commands = [[demo.find_compiler(plain)], [os.path.join(build, "bin", ours)]]
            best, peak = [math.inf, math.inf], [0, 0]
            try:
                for _ in range(options.runs):
                    for k in range(2):
                        seconds, memory = timed(commands[k] + flags + [source, "-o", os.path.join(work, "x.o")], work)
                        best[k], peak[k] = min(best[k], seconds), max(peak[k], memory)
            except (RuntimeError, OSError) as error:
                print(f"error: {error}", file=sys.stderr)
                return 1
            with open(source, errors="replace") as stream:
                lines = sum(1 for _ in stream)
            label = os.path.basename(source)
            results.append({"file": label, "language": "Fortran" if source.endswith(".f90") else "C", "lines": lines,
                            "plain": best[0], "smr": best[1], "memory": peak})
            print(f"{label:<30}{lines:>8}{best[0]:>10.3f}{best[1]:>9.3f}{100 * (best[1] / best[0] - 1):>9.1f}%{peak[1]:>9.0f}", flush=True)
        os.chdir(ROOT)
    for language in ("Fortran", "C"):
        logs = [math.log(r["smr"] / r["plain"]) for r in results if r["language"] == language]
        if logs:
            print(f"{'geometric mean, ' + language:<57}{100 * (math.exp(sum(logs) / len(logs)) - 1):>9.1f}%")
    if kept:
        with open(kept, "w") as stream:
            json.dump(results, stream, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
