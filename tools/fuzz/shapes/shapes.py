"""Random nests of idioms with slips (nests.py), by the plain compiler and by SMR; all memory must be the same.

  python3 shapes.py [--build DIR] [--language c|fortran] [--seed S] [--rounds N] [--count K] [--flags FLAGS]
                    [--level O2] [--idioms NAMES] [--keep DIR] [--verbose] [--least CALLS] [--jobs N]

Each round is one file of K functions; the plain compiler makes it at -O0 and, where something differs, at SMR's level
once more. A function that differs then, too, is printed; its file stays in DIR (a temporary folder). Exits with 1 then,
and where there were fewer than CALLS calls.
"""
import argparse
import concurrent.futures
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import nests  # noqa: E402
from toolchain import ROOT, call, round_of, stock, write  # noqa: E402


def table(makers, names, apart):
    kinds = {"double": 0, "float": 1, "int": 2}
    lines = ['#include "driver.h"'] + [f"Function {n.format(k)};" for k in range(len(makers)) for n in names]
    lines.append("const Pair pairs[] = {" + ", ".join(
        f"{{{names[0].format(k)}, {names[1].format(k)}, {kinds[m.type]}, {int(apart[k])}}}" for k, m in enumerate(makers)) + "};")
    return "\n".join(lines + [f"const int pair_count = {len(makers)};"]) + "\n"


def smr(options, compiler):
    return [os.path.join(os.path.abspath(options.build), "bin", compiler), *options.flags.split(), "--smr-report=report.json"]


def build_c(makers, folder, options, twins):
    text, apart = nests.c_file(makers)
    write(folder, "nests.c", text)
    write(folder, "table.c", table(makers, ("plain_f{}", "smr_f{}"), apart))
    for twin, tool in twins:
        call([*tool, "-w", "-I", HERE, f"-DTWIN(f)={twin}_##f", "-c", "nests.c", "-o", f"{twin}.o"], folder)
    call([stock("clang"), "-O1", "-w", "-I", HERE, "-c", "table.c", os.path.join(HERE, "driver.c")], folder)
    call([smr(options, "smr-clang")[0], "plain.o", "smr.o", "table.o", "driver.o", "-lm", "-o", "program"], folder)


def build_fortran(makers, folder, options, twins):
    text, calls = nests.fortran_files(makers)
    for twin, tool in twins:
        write(folder, f"{twin}.f90", text.replace("@", f"{twin}_"))
        call([*tool, "-c", f"{twin}.f90", "-o", f"{twin}.o"], folder)
    write(folder, "calls.c", calls)
    write(folder, "table.c", table(makers, ("plain_c{}", "smr_c{}"), [True] * len(makers)))
    call([stock("clang"), "-O1", "-w", "-I", HERE, "-c", "table.c", "calls.c", os.path.join(HERE, "driver.c")], folder)
    call([smr(options, "smr-flang")[0], "plain.o", "smr.o", "table.o", "calls.o", "driver.o", "-lm", "-o", "program"], folder)


def wrong_ones(seed, folder, options, reference, again):
    """Builds both twins (again: the plain one), runs them: the lines of what differs."""
    build, plain, ours = (build_c, "clang", "smr-clang") if options.language == "c" else (build_fortran, "flang", "smr-flang")
    twins = [("plain", [stock(plain), f"-{reference}"])]
    makers = [nests.Maker(seed, k, options.language, options.idioms.split()) for k in range(options.count)]
    build(makers, folder, options, twins + [("smr", smr(options, ours) + [f"-{options.level}"])] * (not again))
    return [line for line in call(["./program", "24"], folder).splitlines() if line.startswith("function")]


def run_round(options, seed, folder):
    """(calls, functions rewritten, differences)"""
    wrong = wrong_ones(seed, folder, options, "O0", False)
    if wrong:
        wrong = wrong_ones(seed, folder, options, options.level, True)
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as stream:
        rewrites = json.load(stream)["rewrites"]
    for line in wrong:
        print(f"{options.language} seed {seed}: {line}", flush=True)
    if options.verbose:
        print(f"{seed}: {len(rewrites)} calls", flush=True)
    return len(rewrites), len({r["function"] for r in rewrites}), len(wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--language", default="c", choices=("c", "fortran"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--level", default="O2")
    parser.add_argument("--flags", default="--smr-mode=equality --smr-costs=none")
    parser.add_argument("--idioms", default=" ".join(nests.IDIOMS))
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--least", type=int, default=0, help="calls, or it fails")
    options = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda seed: round_of(lambda folder: run_round(options, seed, folder), options.keep),
                                range(options.seed, options.seed + options.rounds)))
    calls, served, wrong = map(sum, zip(*results))
    print(f"{options.rounds * options.count} functions, {served} rewritten with {calls} calls, {wrong} differ")
    return wrong != 0 or calls < options.least


if __name__ == "__main__":
    sys.exit(main())
