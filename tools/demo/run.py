"""The demo: each program against its rewritten twin, one table.

For every program beside this file: compile with `flang -O3` (C: `clang -O3`) and with `smr-flang -O3` (`smr-clang`),
as many at a time as there are cores; then, one at a time, run each in turns (the best run counts), compare all the
outputs element by element, and print what was found, where, and what it gained. Exits with 1 when a build or a run
fails, when a result is not finite in the same places, or when a difference passes the program's limit.
"""
import argparse
import array
import concurrent.futures
import json
import math
import os
import platform
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# A sum of n numbers may differ by n roundings, each of 1e-16 in double and 6e-8 in single precision; n is below 1e5.
LIMITS = {"infer": 1e-3}
LIMIT = 1e-10
ENOUGH = 1.0  # seconds: in a program that runs as long what disturbs it evens out
WHY = ("ok: no element of any result differs by more than the limit. A library adds in another order than the loop, so\n"
       "sums of n terms may differ by n roundings: 1e-10 leaves room for that in double precision, 1e-3 (infer) in "
       "single.\nWith --smr-fp=exact nothing differs at all, and less is rewritten.")
ORDER = ["gemm", "2mm", "3mm", "syrk", "doitgen", "atax", "bicg", "mvt", "gesummv", "cg",
         "matmul", "normal", "gram", "solver", "infer", "matrix"]
DRIVERS = {".f90": ("flang", "smr-flang"), ".c": ("clang", "smr-clang"), ".cpp": ("clang++", "smr-clang++")}


class Failure(Exception):
    pass


def find_source(name):
    for suffix in DRIVERS:
        if os.path.exists(os.path.join(HERE, name + suffix)):
            return os.path.join(HERE, name + suffix)
    return None


def find_compiler(tool):
    """flang, clang or clang++ of LLVM 22; the environment's FLANG, CLANG and CLANGXX come first."""
    given = os.environ.get(tool.upper().replace("+", "X"))
    debian = "/usr/lib/llvm-22/bin/" + tool
    return given or (debian if os.path.exists(debian) else tool)


def call(command, cwd):
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=600)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failure(f"{command[0]}: {error}")
    if done.returncode != 0:
        text = (done.stderr or done.stdout).strip().splitlines()
        raise Failure(f"{' '.join(command)}: exit {done.returncode}" + "".join(f"\n    {l}" for l in text[:8]))
    return done.stdout


def run_once(executable, output):
    text = call([executable, output], os.path.dirname(executable))
    seconds = [float(l.split()[1]) for l in text.splitlines() if l.startswith("seconds ")]
    if len(seconds) != 1:
        raise Failure(f"{executable}: printed no time")
    return seconds[0]


def best_times(programs, outputs, runs, enough=math.inf):
    """The best of each program's runs, which alternate: what else the machine does hits both. One whose runs took
    `enough` seconds together is not run again."""
    times = [[] for _ in programs]
    for _ in range(runs):
        for mine, program, output in zip(times, programs, outputs):
            if sum(mine) < enough:
                mine.append(run_once(program, output))
    return [min(mine) for mine in times]


def say_where(names):
    """Which compilers are compared, and where."""
    model = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")),
                 platform.machine())
    tools = sorted({DRIVERS[os.path.splitext(find_source(n))[1]][0] for n in names})
    print(f"{len(names)} programs, each compiled by {' or '.join(t + ' -O3' for t in tools)} (the baseline) and by "
          f"{' or '.join('smr-' + t + ' -O3' for t in tools)}.")
    for tool in tools:
        version = call([find_compiler(tool), "--version"], None).splitlines()[0]
        print(f"  {tool}: {version}")
    threads = os.environ.get("OPENBLAS_NUM_THREADS") or len(os.sched_getaffinity(0))
    print(f"  {model}; the baseline has one thread, the library up to {threads} (OPENBLAS_NUM_THREADS)\n", flush=True)


def say_now(text):
    """On a terminal: what goes on, until the next line of the table."""
    if sys.stdout.isatty():
        print(f"{text:<12}", end="\r", flush=True)


def say_summary(speeds, failures, seconds):
    print()
    if speeds:
        mean = math.exp(sum(map(math.log, speeds.values())) / len(speeds))
        first, last = max(speeds, key=speeds.get), min(speeds, key=speeds.get)
        slower = [name for name, speed in speeds.items() if speed < 0.98]
        print(f"{len(speeds)} programs with the same results within their limits, {len(failures)} without; "
              f"{seconds:.0f} s.\nSpeed-up: {mean:.1f} times in the geometric mean, from {speeds[last]:.1f} ({last}) to "
              f"{speeds[first]:.1f} ({first}); " +
              ("slower: " + ", ".join(slower) + "." if slower else "none is slower."))
    print(WHY)
    print("""
Next:
  build/bin/smr-clang -O3 yours.c -o yours --smr-report=report.json   # or smr-clang++, smr-flang: what was found, and why not
  bash tools/demo/run.sh --missed                                     # what SMR leaves alone in these programs, with reasons
  cmake --build build                                                 # the other programs: smr-why, smr-dump, smr-eqsat …
  README.md                                                           # sixty seconds, an idiom of your own, how it works""")


def read_doubles(path):
    values = array.array("d")
    with open(path, "rb") as stream:
        values.frombytes(stream.read())
    return values


def difference(path_a, path_b):
    """Largest |a-b| / max(|a|,|b|) over all elements, where what is below a hundredth of the largest element counts as
    that (it is left over from cancellation); infinity when one side alone is not finite."""
    a, b = read_doubles(path_a), read_doubles(path_b)
    if len(a) != len(b):
        raise Failure(f"outputs differ in length: {len(a)} and {len(b)} doubles")
    floor = 1e-2 * max((abs(x) for x in a if math.isfinite(x)), default=0.0)
    worst = 0.0
    for x, y in zip(a, b):
        if x == y:
            continue
        if not (math.isfinite(x) and math.isfinite(y)):
            if math.isnan(x) and math.isnan(y):
                continue
            return math.inf
        worst = max(worst, abs(x - y) / max(abs(x), abs(y), floor))
    return worst


def build(name, options, work):
    """Compiles a program both ways; the two programs, and the report."""
    source = find_source(name)
    plain, ours = DRIVERS[os.path.splitext(source)[1]]
    folders = [os.path.join(work, name + suffix) for suffix in (".plain", ".smr")]
    for folder in folders:
        os.mkdir(folder)
    programs = [os.path.join(folder, name) for folder in folders]
    report = os.path.join(folders[1], "report.json")
    tail = [] if source.endswith(".f90") else ["-lm"]
    call([find_compiler(plain), "-O3", source, "-o", programs[0]] + tail, folders[0])
    command = [os.path.join(options.build, "bin", ours), "-O3", "--smr-report=" + report]
    if options.library:
        command.append("--smr-library=" + os.path.abspath(options.library))
    call(command + [source, "-o", programs[1]] + tail, folders[1])
    return programs, report


def measure(programs, report, options):
    outputs = [program + ".out" for program in programs]
    with open(report) as stream:
        found = json.load(stream)
    before, after = best_times(programs, outputs, options.runs, ENOUGH)
    return found, before, after, difference(outputs[0], outputs[1])


def main():
    parser = argparse.ArgumentParser(description="run the SMR demo programs and print the table")
    parser.add_argument("programs", nargs="*", help="names of programs; all when none is given")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), help="the build folder of SMR")
    parser.add_argument("--library", default="", help="a .pfa file instead of the one that ships with SMR")
    parser.add_argument("--runs", type=int, default=3,
                        help="runs of each program at most (none after a second); the best one counts")
    parser.add_argument("--missed", action="store_true", help="also list the candidates that were refused, and why")
    options = parser.parse_args()
    names = [os.path.splitext(n)[0] for n in options.programs] or ORDER
    for name in names:
        if not find_source(name):
            parser.error(f"no demo program is called {name}; there are {', '.join(ORDER)}")
    options.build = os.path.abspath(options.build)
    if not os.path.exists(os.path.join(options.build, "bin", "smr-clang")):
        print(f"{options.build}: SMR is not built there", file=sys.stderr)
        return 1

    layout = "{:<9} {:<36} {:>10} {:>9} {:>9} {:>8}  {}"
    start = time.monotonic()
    say_where(names)
    print(layout.format("program", "idiom found (source line)", "baseline s", "SMR s", "speed-up", "differs", "ok (limit)"))
    print("-" * 97)
    failures, missed, speeds = [], [], {}
    with tempfile.TemporaryDirectory(prefix="smr-demo-") as work:
        say_now("compiling …")
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            builds = {name: pool.submit(build, name, options, work) for name in names}
        for name in names:
            say_now(name + " …")
            try:
                programs, report = builds[name].result()
                found, before, after, worst = measure(programs, report, options)
            except Failure as failure:
                print(layout.format(name, "FAILED", "", "", "", "", "NO"), flush=True)
                failures.append(f"{name}: {failure}")
                continue
            file = os.path.basename(find_source(name))
            idioms = [f"{r['idiom']} ({file}:{r['line']})"
                      for r in sorted(found["rewrites"], key=lambda r: (r["line"], r["column"]))] or ["none"]
            speed = before / after if after > 0 else math.inf
            limit = LIMITS.get(name, LIMIT)
            ok = worst <= limit
            print(layout.format(name, idioms[0], f"{before:.3f}", f"{after:.3f}", f"{speed:.1f}x", f"{worst:.0e}",
                                f"{'ok' if ok else 'NO'} ({limit:.0e})"))
            for idiom in idioms[1:]:
                print(layout.format("", idiom, "", "", "", "", "").rstrip())
            sys.stdout.flush()
            if ok:
                speeds[name] = speed
            else:
                failures.append(f"{name}: the results differ by {worst:.1e}, more than {limit:.0e}")
            missed += [f"{file}:{m['line']}: {m['idiom']}: {m['reason']}" for m in found["missed"]]
    if options.missed and missed:
        print("\nrefused candidates")
        for line in missed:
            print("  " + line)
    say_summary(speeds, failures, time.monotonic() - start)
    for line in failures:
        print("error: " + line, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
