#!/usr/bin/env python3
"""Random functions by the plain compiler and by SMR: all memory must be the same.

  python3 fuzz.py habits|nests|rounding [--language c|fortran] [--build DIR] [--seed S] [--rounds N] [--count K] [--level O2|any] [--flags FLAGS]
                  [--both FLAGS] [--large] [--trials T] [--only SEED:NUMBER] [--saved FILE] [--keep DIR] [--jobs N] [--minutes M]
                  [--least SHARE] [--list] [--json FILE] [--idioms NAMES]

habits: right code as people write it (habits/). nests: idioms with slips, several in a function (nests.py). rounding: products
and sums that FMA may join (rounding.py), compared bit by bit, under --smr-fp=exact. Each round is a file of K functions. The plain compiler makes its twin at -O1 and, if something differs, at SMR's level once more. A function
that differs then, too, is printed with its sizes; the file stays in DIR, the function alone in a file for --saved. A file
that cannot be compiled is halved until the function is alone that breaks it. --level any: another one for each round.
--both: flags of both twins (such as -fsanitize=address). --large: sizes that pay, for runs with the costs that ship (--flags
""). In every fourth round of habits in C both twins are compiled with -fno-strict-aliasing, and sizes are in the pool. Prints
how many functions called a library (test/fired), were replaced by code of the pair's own only, were reported and not called
(--list: which), and had no rewrite. Exits with 1 if something differs or if less than SHARE of all functions made a call
(rounding: were replaced).
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
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
from toolchain import ROOT, by_chance, call, stock, write  # noqa: E402
sys.path.append(os.path.join(ROOT, "test", "fired"))
import calls  # noqa: E402
import habits.c  # noqa: E402
import habits.fortran  # noqa: E402
import nests  # noqa: E402
import rounding  # noqa: E402

VERDICTS = ["called", "own code", "not called", "no rewrite"]
MAKERS = {"habits": {"c": habits.c.C, "fortran": habits.fortran.Fortran}, "nests": {"c": nests.C, "fortran": nests.Fortran},
          "rounding": {"c": rounding.C, "fortran": rounding.Fortran}}
FLAGS = {"habits": "--smr-costs=none", "nests": "--smr-mode=equality --smr-costs=none",
         "rounding": f"--smr-fp=exact --smr-costs=none --smr-pat={HERE}/rounding.pat"}
BOTH = {"rounding": "-march=native -ffp-contract=on"}
LEVELS = ("O2", "O0", "O3", "O1")
KINDS = {"double": 0, "float": 1, "int": 2}


class Saved:
    """A function that was kept, or written by hand: @g0, and @f0, which calls it, as files begun by `//// .c` and the like. The first line
    says type=, loose=, size_bytes=, mode=."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as stream:
            self.lines = stream.read()
        words = dict(re.findall(r"(\w+)=(\S+)", self.lines.split("\n", 1)[0]))
        self.type, self.number, self.REFERENCE = words["type"], 0, "O1"
        self.MODE, self.loose, self.size_bytes = words["mode"], int(words["loose"]), int(words["size_bytes"])

    def text(self):
        return self.lines

    @staticmethod
    def files(_, texts, twin):
        return re.findall(r"^//// (\S+)\n(.*?)(?=^//// |\Z)", texts[0].replace("@", f"{twin}_"), flags=re.M | re.S)


class Round:
    """The functions of one file, in a folder of their own."""

    def __init__(self, options, seed, makers, folder):
        self.options, self.folder, self.seed, self.makers = options, folder, seed, makers
        self.is_c = options.language == "c"
        self.level = LEVELS[seed % 4] if options.level == "any" else options.level
        self.both = options.both.split() + ["-fno-strict-aliasing"] * options.has_sizes_in_pool(seed)
        self.texts = [maker.text() for maker in self.makers]
        self.objects = []

    def compile_twin(self, twin, level):
        """The first file is the twin's compiler's, the others are the plain one's."""
        for at, (end, text) in enumerate(self.makers[0].files(self.makers, self.texts, twin)):
            name, language = twin + end, "clang" if end.endswith(".c") else "flang"
            tool, flags = stock(language), [f"-{level}" if at == 0 else "-O1"]
            if at == 0 and twin == "smr":
                tool = os.path.join(self.options.build, "bin", "smr-" + language)
                flags += [*self.options.flags.split(), "--smr-at-O0", "--smr-report=report.json"]
            write(self.folder, name, text)
            self.objects.append(os.path.splitext(name)[0] + ".o")
            call([tool, *flags, *self.both, "-w", "-I", HERE, "-c", name], self.folder)

    def write_table(self):
        rows = [f"{{plain_f{m.number}, smr_f{m.number}, {KINDS[m.type]}, {m.loose}, {m.size_bytes}, {m.MODE}}}" for m in self.makers]
        names = "".join(f"Function plain_f{m.number}, smr_f{m.number};\n" for m in self.makers)
        write(self.folder, "table.c", f'#include "driver.h"\n{names}const Pair pairs[] = {{{", ".join(rows)}}};\n'
              f"const int pair_count = {len(rows)};\n")
        call([stock("clang"), "-O1", "-w", "-I", HERE, "-c", "table.c", os.path.join(HERE, "driver.c")], self.folder)

    def run(self):
        """(lines about what differs, places among the makers of functions that called, [trials compared, not compared])"""
        driver = os.path.join(self.options.build, "bin", "smr-clang" if self.is_c else "smr-flang")
        call([driver, *self.both, *dict.fromkeys(self.objects), "table.o", "driver.o", "-lm", "-o", "program"], self.folder)
        out = call(["./program", str(self.options.trials), str(int(self.options.large))], self.folder, 3600,
                   {"LD_PRELOAD": os.path.join(self.options.build, "test", "libfired.so"), "OPENBLAS_NUM_THREADS": "1"})
        return ([line for line in out.splitlines() if line.startswith("differs")],
                {int(line.split()[1]) for line in out.splitlines() if line.startswith("called")},
                [int(word) for word in out.splitlines()[-1].split()[1::2]])

    def examine(self):
        self.write_table()
        self.compile_twin("plain", self.makers[0].REFERENCE or self.level)
        self.compile_twin("smr", self.level)
        result = self.run()
        if result[0]:
            self.compile_twin("plain", self.level)
            result = self.run()
        return result

    def verdicts(self, called):
        """Of each function, and the idioms that were reported in it."""
        with open(os.path.join(self.folder, "report.json"), encoding="utf-8") as stream:
            rewrites = json.load(stream)["rewrites"]
        idioms = collections.defaultdict(set)
        for rewrite in rewrites:
            if number := re.search(r"smr_[gf](\d+)", rewrite["function"]):
                idioms[int(number[1])].add(rewrite["idiom"])
        for place, maker in enumerate(self.makers):
            some = idioms[maker.number]
            yield maker.number, sorted(some), ("called" if place in called else "no rewrite" if not some
                                               else "not called" if some & set(self.options.known) else "own code")

    def show(self, wrong):
        """Prints the functions that differ, and keeps each alone. How many there are."""
        bad = sorted({int(line.split()[1]) for line in wrong})  # places among the makers
        for place in bad:
            maker = self.makers[place]
            print(f"{self.seed}:{maker.number}: " + next(line for line in wrong if line.split()[1] == str(place)))
            print(self.texts[place].replace("@", "smr_"), flush=True)
            maker.number = 0
            head = f"type={maker.type} loose={maker.loose} size_bytes={maker.size_bytes} mode={maker.MODE}"
            text = re.sub(r"@([gf])\d+", r"@\g<1>0", self.texts[place])
            files = "".join(f"//// {end}\n{one}" for end, one in maker.files([maker], [text], "TWIN"))
            write(self.folder, f"saved-{place}", head + "\n" + files.replace("TWIN_", "@"))
        return len(bad)


def one_round(options, seed, numbers):
    """(functions by verdict, functions that differ, trials compared, trials that were not); the idioms are counted in options.found"""
    if options.end and time.monotonic() > options.end:
        return collections.Counter(), 0, 0, 0
    folder = tempfile.mkdtemp(dir=options.keep or None, prefix=f"fuzz-{seed}-")
    try:
        made = Round(options, seed, [options.make(seed, number) for number in numbers], folder)
        wrong, called, trials = made.examine()
        verdicts = list(made.verdicts(called))
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        shutil.rmtree(folder)
        if len(numbers) == 1:
            print(f"{seed}:{numbers[0]}: {error}", flush=True)
            return collections.Counter(), 1, 0, 0
        half = len(numbers) // 2
        first, second = (one_round(options, seed, part) for part in (numbers[:half], numbers[half:]))
        if not first[1] + second[1]:
            print(f"seed {seed}: breaks, but neither half of it: {error}", flush=True)
        return first[0] + second[0], max(1, first[1] + second[1]), first[2] + second[2], first[3] + second[3]
    bad = made.show(wrong)
    for number, idioms, verdict in verdicts:
        options.found.update(idioms)
        if options.list and verdict == "not called":
            print(f"{seed}:{number}: not called: {', '.join(idioms)}", flush=True)
    if bad or options.only:
        print(f"  in {folder}", flush=True)
    else:
        shutil.rmtree(folder)
    return collections.Counter(verdict for *_, verdict in verdicts), bad, *trials


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("generator", choices=FLAGS)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--language", default="c", choices=("c", "fortran"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--level", default="O2")
    parser.add_argument("--flags")
    parser.add_argument("--both")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--trials", type=int, default=30)
    parser.add_argument("--only")
    parser.add_argument("--saved", nargs="+")
    parser.add_argument("--idioms", default="", help="nests: those of nests.IDIOMS, blanks between")
    parser.add_argument("--keep")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=0, help="begin no more rounds after so many")
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--json", help="keeps the counts, and how many functions each idiom was reported in")
    options = parser.parse_args()
    options.build, options.end = os.path.abspath(options.build), options.minutes and time.monotonic() + 60*options.minutes
    options.found, options.known = collections.Counter(), calls.routines(options.build)
    options.flags = FLAGS[options.generator] if options.flags is None else options.flags
    options.both = BOTH.get(options.generator, "") if options.both is None else options.both
    options.has_sizes_in_pool = lambda seed: (options.generator, options.language) == ("habits", "c") and seed % 4 == 3
    options.make = lambda seed, number: MAKERS[options.generator][options.language](seed, number, options)
    if not options.saved and not options.only:
        by_chance(options, "count", "least")
    rounds = [(seed, range(options.count)) for seed in range(options.seed, options.seed + options.rounds)]
    if options.saved:
        options.make = lambda _, number: Saved(options.saved[number])
        rounds = [(0, [k]) for k in range(len(options.saved))]
    elif options.only:
        seed, number = map(int, re.fullmatch(r"(\d+):(\d+)", options.only).groups())
        rounds = [(seed, [number])]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        results = list(pool.map(lambda some: one_round(options, *some), rounds))
    verdicts = sum((result[0] for result in results), collections.Counter())
    wrong, compared, not_compared = (sum(result[k] for result in results) for k in (1, 2, 3))
    total = sum(verdicts.values())  # (with --minutes, not all rounds began)
    print(f"{total} functions ({options.generator}, {options.language}): " + ", ".join(f"{verdicts[v]} {v}" for v in VERDICTS) +
          f", {wrong} differ; {compared} trials compared, {not_compared} not: their numbers had grown too large or were rounded")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as stream:
            json.dump({"functions": total, "differ": wrong, **verdicts, "idioms": dict(sorted(options.found.items()))}, stream, indent=1)
    return wrong != 0 or verdicts[MAKERS[options.generator][options.language].SERVED] < options.least * total


if __name__ == "__main__":
    sys.exit(main())
