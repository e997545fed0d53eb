"""Programs by chance (programs.py) by the plain compiler and by SMR with the same flags; all bits must be the same.

  python3 rounding.py [--build DIR] [--language c|fortran] [--seed S] [--rounds N] [--count K] [--contract on|off|fast]
                      [--level O2] [--march native] [--flags FLAGS] [--keep DIR] [--least CALLS] [--jobs N]

Each round is one file of K functions. A function that differs is printed, and its file stays in DIR (a temporary
folder). Exits with 1 then, and where there were fewer than CALLS calls.
"""
import argparse
import concurrent.futures
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import programs  # noqa: E402
from toolchain import ROOT, by_chance, call, round_of, stock, write  # noqa: E402


def table(makers):
    lines = ['#include "driver.h"'] + [f"void plain_{k}(void), smr_{k}(void);" for k in range(len(makers))]
    lines.append("const Pair pairs[] = {" + ", ".join(
        f"{{(void *)plain_{k}, (void *)smr_{k}, {int(m.single)}}}" for k, m in enumerate(makers)) + "};")
    return "\n".join(lines + [f"const int pair_count = {len(makers)};"]) + "\n"


def run_round(options, library, seed, folder):
    """(calls, functions rewritten, differences)"""
    fortran = options.language == "fortran"
    makers = [programs.Maker(seed, k, options.language) for k in range(options.count)]
    flags = [f"-{options.level}", f"-ffp-contract={options.contract}"] + [f"-march={options.march}"] * bool(options.march)
    ours = [os.path.join(os.path.abspath(options.build), "bin", "smr-flang" if fortran else "smr-clang"), *options.flags.split(),
            f"--smr-library={library}", "--smr-report=report.json"]
    for twin, tool in (("plain", [stock("flang" if fortran else "clang")]), ("smr", ours)):
        source = twin + (".f90" if fortran else ".c")
        make = programs.Maker.fortran if fortran else programs.Maker.c
        write(folder, source, "\n".join(make(m, f"{twin}_{k}") for k, m in enumerate(makers)))
        call([*tool, *flags, "-w", "-c", source, "-o", f"{twin}.o"], folder)
    write(folder, "table.c", table(makers))
    call([stock("clang"), "-O1", "-w", "-I", HERE, "table.c", os.path.join(HERE, "driver.c"), "plain.o",
          "smr.o", "-lm", "-o", "program"], folder)
    wrong = call(["./program"], folder).splitlines()
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as stream:
        rewrites = json.load(stream)["rewrites"]
    called = {}
    for r in rewrites:
        called.setdefault(r["function"], set()).add(r["idiom"])
    for line in wrong:
        number = line.split()[1]
        by = called.get(f"smr_{number}", {"no call"})
        print(f"{options.language} seed {seed}: {line} ({', '.join(sorted(by))})", flush=True)
    return len(rewrites), len(called), len(wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--language", default="c", choices=("c", "fortran"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--contract", default="on", choices=("on", "off", "fast"))
    parser.add_argument("--level", default="O2")
    parser.add_argument("--march", default="native")
    parser.add_argument("--flags", default="--smr-fp=exact --smr-costs=none")
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=int, default=0, help="calls, or it fails")
    options = parser.parse_args()
    by_chance(options, "count", "least")
    with tempfile.TemporaryDirectory() as made:
        library = os.path.join(made, "pairs.pfa")
        call([os.path.join(os.path.abspath(options.build), "bin", "smr-build"), os.path.join(HERE, "pairs.pat"), "-o", library], made)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = list(pool.map(lambda seed: round_of(lambda folder: run_round(options, library, seed, folder), options.keep),
                                    range(options.seed, options.seed + options.rounds)))
    calls, served, wrong = map(sum, zip(*results))
    print(f"{options.rounds * options.count} functions, {served} rewritten with {calls} calls, {wrong} differ")
    return wrong != 0 or calls < options.least


if __name__ == "__main__":
    sys.exit(main())
