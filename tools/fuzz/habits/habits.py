"""Random functions with the habits of hand-written code, by the plain compiler and by SMR: all memory must be the same.

  python3 habits.py [--language c|fortran] [--build DIR] [--seed S] [--rounds N] [--count K] [--level O2] [--flags FLAGS]
                    [--large] [--trials T] [--only SEED:NUMBER] [--keep DIR] [--jobs N] [--least SHARE] [--list]

Each round is a file of K functions. The plain compiler makes its twin at -O1 and, if something differs, at SMR's level once
more. A function that differs then, too, is printed with its sizes; the file stays in DIR. --large: sizes that pay, for runs
with the costs that ship (--flags ""). In every fourth round of C both twins are compiled with -fno-strict-aliasing, and sizes
are in the pool. Prints how many functions called a library (test/fired), were replaced by code of the pair's own only, were
reported and not called (--list: which), and had no rewrite. Exits with 1 if something differs or if less than SHARE of all
functions made a call.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from toolchain import ROOT, call, stock, write  # noqa: E402
sys.path.append(os.path.join(ROOT, "test", "fired"))
import c  # noqa: E402
import calls  # noqa: E402
import fortran  # noqa: E402

VERDICTS = ["called", "own code", "not called", "no rewrite"]


class Round:
    """The functions of one file, in a folder of their own."""

    def __init__(self, options, seed, numbers, folder):
        self.options, self.folder = options, folder
        self.is_c = options.language == "c"
        self.both = ["-fno-strict-aliasing"] if self.is_c and seed % 4 == 3 else []  # flags of both twins
        make = c.C if self.is_c else fortran.Fortran
        self.makers = [make(seed, k, bool(self.both)) for k in numbers]
        self.texts = [maker.text() for maker in self.makers]

    def compile_twin(self, twin, level):
        plain, ours, name = ("clang", "smr-clang", f"{twin}.c") if self.is_c else ("flang", "smr-flang", f"{twin}.f90")
        files = (c if self.is_c else fortran).files(self.makers, self.texts, twin)
        own = [*self.options.flags.split(), "--smr-report=report.json"] if twin == "smr" else []
        tool = os.path.join(self.options.build, "bin", ours) if twin == "smr" else stock(plain)
        write(self.folder, name, files[0])
        call([tool, f"-{level}", *self.both, *own, "-w", "-I", HERE, "-c", name, "-o", f"{twin}.o"], self.folder)
        if not self.is_c:
            write(self.folder, f"{twin}-calls.f90", files[1])
            call([stock(plain), "-O1", "-w", "-c", f"{twin}-calls.f90"], self.folder)

    def write_table(self):
        rows = [f"{{plain_f{m.number}, smr_f{m.number}, {int(m.type == 'float')}, {m.loose}, {m.size_bytes}}}" for m in self.makers]
        names = "".join(f"Function plain_f{m.number}, smr_f{m.number};\n" for m in self.makers)
        write(self.folder, "table.c", f'#include "habits.h"\n{names}const Pair pairs[] = {{{", ".join(rows)}}};\n'
              f"const int pair_count = {len(rows)};\n")
        call([stock("clang"), "-O1", "-w", "-I", HERE, "-c", "table.c", os.path.join(HERE, "driver.c")], self.folder)

    def run(self):
        """(lines about what differs, places among the makers of functions that called, [trials compared, not compared])"""
        objects = ["plain.o", "smr.o"] + ["plain-calls.o", "smr-calls.o"] * (not self.is_c)
        driver = os.path.join(self.options.build, "bin", "smr-clang" if self.is_c else "smr-flang")
        call([driver, *objects, "table.o", "driver.o", "-lm", "-o", "program"], self.folder)
        out = call(["./program", str(self.options.trials), str(int(self.options.large))], self.folder, 3600,
                   {"LD_PRELOAD": os.path.join(self.options.build, "test", "libfired.so"), "OPENBLAS_NUM_THREADS": "1", "SMR_RT": "now"})
        return ([line for line in out.splitlines() if line.startswith("differs")],
                {int(line.split()[1]) for line in out.splitlines() if line.startswith("called")},
                [int(word) for word in out.splitlines()[-1].split()[1::2]])

    def examine(self):
        self.write_table()
        self.compile_twin("plain", "O1")
        self.compile_twin("smr", self.options.level)
        result = self.run()
        if result[0]:
            self.compile_twin("plain", self.options.level)
            result = self.run()
        return result

    def verdicts(self, called):
        """Of each function, and the idioms that were reported in it."""
        with open(os.path.join(self.folder, "report.json"), encoding="utf-8") as stream:
            rewrites = json.load(stream)["rewrites"]
        idioms = collections.defaultdict(set)
        for rewrite in rewrites:
            if number := re.search(r"smr_g(\d+)", rewrite["function"]):
                idioms[int(number[1])].add(rewrite["idiom"])
        for place, maker in enumerate(self.makers):
            some = idioms[maker.number]
            yield maker.number, sorted(some), ("called" if place in called else "no rewrite" if not some
                                               else "not called" if some & set(self.options.known) else "own code")


def one_round(options, seed, numbers):
    """(functions by verdict, functions that differ, trials compared, trials that were not)"""
    folder = tempfile.mkdtemp(dir=options.keep or None, prefix=f"habits-{seed}-")
    try:
        made = Round(options, seed, numbers, folder)
        wrong, called, trials = made.examine()
        verdicts = list(made.verdicts(called))
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        print(f"seed {seed}: {error}", flush=True)
        return collections.Counter(), 1, 0, 0
    bad = sorted({int(line.split()[1]) for line in wrong})  # places among the makers
    for place in bad:
        print(f"{seed}:{made.makers[place].number}: " + next(line for line in wrong if line.split()[1] == str(place)))
        print(made.texts[place].replace("@", "smr_"), flush=True)
    for number, idioms, verdict in verdicts:
        if options.list and verdict == "not called":
            print(f"{seed}:{number}: not called: {', '.join(idioms)}", flush=True)
    if bad or options.only:
        print(f"  in {folder}", flush=True)
    else:
        shutil.rmtree(folder)
    return collections.Counter(verdict for *_, verdict in verdicts), len(bad), *trials


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--language", default="c", choices=("c", "fortran"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--level", default="O2")
    parser.add_argument("--flags", default="--smr-costs=none")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--trials", type=int, default=30)
    parser.add_argument("--only")
    parser.add_argument("--keep")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=float, default=0)
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    options.known = calls.routines(options.build)
    if options.only:
        seed, number = map(int, re.fullmatch(r"(\d+):(\d+)", options.only).groups())
        return one_round(options, seed, [number])[1] != 0
    seeds = range(options.seed, options.seed + options.rounds)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda seed: one_round(options, seed, range(options.count)), seeds))
    verdicts = sum((result[0] for result in results), collections.Counter())
    wrong, compared, not_compared = (sum(result[k] for result in results) for k in (1, 2, 3))
    total = options.rounds * options.count
    print(f"{total} functions ({options.language}): " + ", ".join(f"{verdicts[v]} {v}" for v in VERDICTS) + f", {wrong} differ; "
          f"{compared} trials compared, {not_compared} not: their numbers had grown too large or were rounded")
    return wrong != 0 or verdicts["called"] < options.least * total


if __name__ == "__main__":
    sys.exit(main())
