#!/usr/bin/env python3
"""Is a program of the demo ever slower with SMR? All of them at n = 1 to 2048, against the plain compilers.

  python3 tools/bench/demo_sweep.py [--build DIR] [--flags FLAGS] [--sizes N,N…] [--seconds S] [--json FILE] [program ...]

n is a program's largest dimension; the others keep their share of it (odd ones stay odd to each other). What the demo times is
repeated until it takes long enough, both versions in turn, and the fastest runs count. A program whose machine code is the same with
SMR and without is `=`: there is nothing to measure. Below 1 is slower with SMR; `least` is the least ratio.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "demo"))
import run as demo  # noqa: E402
from harness import machine_code, processor  # noqa: E402

SIZES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048]
DIMENSIONS = re.compile(r"parameter ::|enum {|int [mn] = |Matrix<double> a\(")


def scale(source, size):
    """The program with its largest dimension `size`; dimensions are the numbers from 100 on where they are declared."""
    lines = source.split("\n")
    found = [i for i, line in enumerate(lines) if DIMENSIONS.search(line)]
    largest = max(int(n) for i in found for n in re.findall(r"\b\d{3,4}\b", lines[i]))
    for i in found:
        lines[i] = re.sub(r"\b\d{3,4}\b", lambda n: str(max(1, round(int(n.group()) * size / largest))), lines[i])
    return "\n".join(lines)


def repeat_fortran(source):
    head, mark, body = source.rpartition("  implicit none\n")
    source = head + mark + "  integer :: turn_, turns_\n  character(20) :: text_\n" + body
    source = source.replace("  call system_clock(t0, rate)\n", "  call get_environment_variable('TURNS', text_)\n  read (text_, *) turns_\n"
                            "  call system_clock(t0, rate)\n  do turn_ = 1, turns_\n")
    source = source.replace("  call system_clock(t1)\n", "  end do\n  call system_clock(t1)\n")
    return source.replace("'(a,f9.4)', 'seconds '", "'(a,es20.12)', 'seconds '")


def repeat_c(source):
    before, timed, after = re.split(r"(?<=double start = demo_clock\(\);\n)(.*?)(?=  double seconds = )", source, flags=re.S)
    declared = "".join(f"  double {name};\n" for name in re.findall(r"^  double (\w+) = ", timed, flags=re.M))
    timed = re.sub(r"^  double (\w+) = ", r"  \1 = ", timed, flags=re.M)
    return (before.replace("  double start", declared + '  int turns_ = atoi(getenv("TURNS"));\n  double start')
            + "  for (int turn_ = 0; turn_ < turns_; turn_++) {\n" + timed + "  }\n" + after)


def build(name, size, flags, build_folder, work):
    """The two programs, or None where they are the same."""
    path = demo.find_source(name)
    suffix = os.path.splitext(path)[1]
    with open(path) as stream:
        text = scale(stream.read(), size)
    text = repeat_fortran(text) if suffix == ".f90" else repeat_c(text)
    plain, ours = demo.DRIVERS[suffix]
    made = []
    for side, compiler in (("plain", demo.find_compiler(plain)), ("smr", os.path.join(build_folder, "bin", ours))):
        folder = os.path.join(work, f"{name}.{size}.{side}")
        os.mkdir(folder)
        file = os.path.join(folder, name + suffix)
        with open(file, "w") as stream:
            stream.write(text)
        demo.call([compiler] + flags + ["-I" + demo.HERE, "-c", file, "-o", file + ".o"], folder)
        demo.call([compiler] + flags + [file + ".o", "-o", os.path.join(folder, name)] + ([] if suffix == ".f90" else ["-lm"]), folder)
        made.append(os.path.join(folder, name))
    one, other = (machine_code(m + suffix + ".o") for m in made)
    return None if one == other else made


def run(program, turns):
    done = subprocess.run([program, program + ".out"], env=dict(os.environ, TURNS=str(turns), SMR_RT="now"), capture_output=True, text=True)
    if done.returncode:
        raise demo.Failure(f"{program}: exit {done.returncode}")
    return float(re.search(r"seconds +(\S+)", done.stdout).group(1))


def measure(programs, seconds):
    """Time of the plain program over that with SMR, each the least of its runs; their results compared."""
    turns = 1
    while turns < 1 << 30:
        once = run(programs[0], turns)
        if once >= seconds / 8:
            break
        turns = turns * 4 if once <= seconds / 80 else math.ceil(turns * seconds / 8 / once)
    best, spent, rounds = [math.inf, math.inf], 0, 0
    while rounds < 2 or (spent < 2 * seconds and rounds < 25):
        for side in (0, 1):
            taken = run(programs[side], turns)
            best[side] = min(best[side], taken)
            spent += taken
        rounds += 1
    return best[0] / best[1], best[0] / turns, demo.difference(*[p + ".out" for p in programs])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--build", default=os.path.join(demo.ROOT, "build"))
    parser.add_argument("--flags", default="-O3", help="of all compilers")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--seconds", type=float, default=0.4, help="that each side of a case runs, about")
    parser.add_argument("--json")
    options = parser.parse_args()
    sizes = [int(n) for n in options.sizes.split(",")]
    results, status = [], 0
    print(f"{processor()}, {options.flags}")
    print(("{:<9}" + "{:>7}" * len(sizes) + "  least").format("program", *sizes))
    for name in options.programs or demo.ORDER:
        cells, ratios = [], []
        print(f"{name:<9}", end="", flush=True)
        for size in sizes:
            with tempfile.TemporaryDirectory(prefix="smr-sweep-") as work:
                programs = build(name, size, options.flags.split(), os.path.abspath(options.build), work)
                if programs is None:
                    cells.append("=")
                else:
                    ratio, took, difference = measure(programs, options.seconds)
                    ratios.append(ratio)
                    cells.append(f"{ratio:.2f}")
                    results.append({"program": name, "n": size, "ratio": ratio, "seconds": took, "difference": difference})
            print(f"{cells[-1]:>7}", end="", flush=True)
        print(f"  {min(ratios):.2f}" if ratios else "")
    slower = [r for r in results if r["ratio"] < 0.98]
    print(f"{len(results)} cases measured, {len(slower)} below 0.98"
          + "".join(f"\n  {r['program']} n = {r['n']}: {r['ratio']:.3f}, {1e9 * r['seconds']:.1f} and {1e9 * r['seconds'] / r['ratio']:.1f} ns" for r in slower))
    if options.json:
        with open(options.json, "w") as stream:
            json.dump(results, stream, indent=1)
    return status


if __name__ == "__main__":
    sys.exit(main())
