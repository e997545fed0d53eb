"""The differential campaign: random C and Fortran loop nests with and without SMR; a difference is a bug.

  python3 campaign.py [--build DIR] [--language c|fortran|both] [--seed S] [--kernels N] [--per-file K] [--jobs N] [--minutes M]
                      [--level O2|any|quick] [--mutants PERCENT] [--overlapping PERCENT] [--sanitize EVERY] [--programs N]
                      [--failures DIR] [--json FILE] [--only SEED:NUMBER] [--cc COMPILER]

A file holds many kernels (kernels.py); it is compiled by the plain compiler and with SMR, both twins are linked with driver.c,
which runs them on the same data in many sizes, also with overlapping arguments, and compares everything they can write.
Every EVERY-th file of C is compiled with AddressSanitizer. A kernel that differs is made again alone and reduced by
undoing its unusual choices; the result is kept in DIR with what to do to see it. The table says how many variants (same
meaning as the textbook loop) were rewritten for each class, and how many mutants were. Exits with 1 when a kernel differed.
"""
import argparse
import concurrent.futures
import contextlib
import itertools
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import emit_c  # noqa: E402
import emit_fortran  # noqa: E402
from kernels import CHOICES, Kernel, Rates  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SANITIZE = ["-g", "-fsanitize=address", "-fno-omit-frame-pointer"]
LLVM = os.environ.get("SMR_LLVM_BIN", "/usr/lib/llvm-22/bin")


class Failed(Exception):
    """A compiler or a program did not do what it should."""


def call(command, cwd, limit=600):
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise Failed(f"{os.path.basename(command[0])}: no end after {limit} s") from None
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def compiler(command, cwd):
    code, _, err = call(command, cwd)
    if code != 0:
        raise Failed(f"{' '.join(command)}: exit {code}: {err.strip()[:600]}")
    if "without SMR" in err:
        raise Failed(f"{os.path.basename(command[0])} warns: {err.strip().splitlines()[0][:300]}")


def driver(options, sanitize):
    """driver.c as an object, made once for all files."""
    path = os.path.join(options.work, "driver-asan.o" if sanitize else "driver.o")
    with options.lock:
        if not os.path.exists(path):
            flags = SANITIZE if sanitize else []
            compiler([os.path.join(LLVM, "clang"), "-w", "-O1", "-I", HERE, "-c", os.path.join(HERE, "driver.c"), "-o", path] + flags, HERE)
    return path


def write(path, text):
    with open(path, "w") as stream:
        stream.write(text)


def compile_c(kernels, work, options, smr, flags, reference):
    write(os.path.join(work, "kernels.c"), emit_c.file_text(kernels))
    common = ["-Wno-everything", "-std=gnu17", "-I", HERE, "-c", "kernels.c"]
    compiler([os.path.join(LLVM, "clang"), *common, "-DTWIN=plain", "-o", "plain.o", *reference], work)
    compiler([*smr, *common, "-DTWIN=smr", "-o", "smr.o", *flags], work)
    return ["-lm"]


def compile_fortran(kernels, work, options, smr, flags, reference):
    module, table = emit_fortran.texts(kernels)
    write(os.path.join(work, "table.c"), table)
    compiler([os.path.join(LLVM, "clang"), "-I", HERE, "-c", "table.c"], work)
    for twin, command in (("plain", [os.path.join(LLVM, "flang"), *reference]), ("smr", [*smr, *flags])):
        write(os.path.join(work, twin + ".f90"), module.replace("campaign_TWIN", "campaign_" + twin))
        compiler([*command, "-c", twin + ".f90", "-o", twin + ".o"], work)
    return ["table.o"]


def build_and_run(kernels, work, options, level, sanitize=False, verbose=False, reference="O0"):
    """(failing lines, (runs, runs with overlaps), rewritten: kernel number → idioms); raises Failed."""
    c = kernels[0].language == "c"
    smr = options.cc or os.path.join(os.path.abspath(options.build), "bin", "smr-clang" if c else "smr-flang")
    report = os.path.join(work, "report.json")
    reported = not options.cc and not options.no_report
    wanted = [f"--smr-report={report}"] if reported else []
    wanted += [f"--smr-library={options.library}"] if options.library else []
    more = SANITIZE if sanitize else []
    parts = (compile_c if c else compile_fortran)(kernels, work, options, [smr, *wanted], [f"-{level}", *more], [f"-{reference}", *more])
    compiler([smr, "plain.o", "smr.o", driver(options, sanitize), "-o", "program", *parts, *more[1:2], *options.link.split()], work)
    rewritten = {}
    if reported:
        with open(report) as stream:
            for rewrite in json.load(stream)["rewrites"]:
                number = re.search(r"k(\d+)$", rewrite["function"])
                if number:
                    rewritten.setdefault(int(number.group(1)), []).append((rewrite["idiom"], len(rewrite["guards"])))
    command = [os.path.join(work, "program"), str(options.trials)] + (["verbose"] if verbose else [])
    code, out, err = call(command, work, 900)
    last = re.search(r"^ran (\d+) (\d+) (\d+) (\d+)$", out, re.M)
    if not last:
        raise Failed(f"the program ends with {code}: {out.strip()[-300:]} {err.strip()[:1500]}")
    return [l for l in out.splitlines() if l.startswith("kernel ")], (int(last.group(2)), int(last.group(3))), rewritten


@contextlib.contextmanager
def folder():
    work = tempfile.mkdtemp(prefix="smr-campaign-")
    try:
        yield work
    finally:
        shutil.rmtree(work)


def bisect(kernels, options, level, sanitize):
    """build_and_run of a file, or of its halves where it cannot be compiled: the kernel that breaks it fails alone."""
    try:
        with folder() as work:
            return build_and_run([k.again() for k in kernels], work, options, level, sanitize)
    except Failed as error:
        if len(kernels) == 1:
            return [f"kernel {kernels[0].number}: {error}"], (0, 0), {}
    half = len(kernels) // 2
    first, last = (bisect(part, options, level, sanitize) for part in (kernels[:half], kernels[half:]))
    if not first[0] and not last[0]:
        first[0].append(f"kernel {kernels[0].number}: breaks its file, but neither half of it")
    return first[0] + last[0], tuple(map(sum, zip(first[1], last[1]))), {**first[2], **last[2]}


def whole_programs(options, counts):
    """Whole Fortran programs, printed results instead of memory: test/fortran/fuzz.py makes and compares them."""
    if not options.programs:
        return
    command = [sys.executable, os.path.join(ROOT, "test", "fortran", "fuzz.py"), "--build", options.build, "--files", str(options.programs),
               "--seed", str(options.seed), "--jobs", str(options.jobs)]
    if options.failures:
        command += ["--keep-failing", options.failures]
    _, out, err = call(command, options.failures or ".", 36000)
    print(out.strip() or err.strip(), flush=True)
    last = re.search(r"(\d+) programs, (\d+) procedures, (\d+) rewrites, (\d+) failures", out)
    for name, value in zip(("whole programs", "their procedures", "their rewrites", "differences"), last.groups() if last else (0, 0, 0, 1)):
        counts.totals[name] = counts.totals.get(name, 0) + int(value)


def differs(kernel, options, level, reference="O0"):
    """The lines that tell how one kernel alone differs."""
    try:
        with folder() as work:
            return build_and_run([kernel.again()], work, options, level, verbose=True, reference=reference)[0]
    except Failed as error:
        return [str(error)]


def reduce(kernel, options, level):
    """The plainest options under which a kernel still differs: (kernel, its line) or None."""
    fixed = {}
    lines = differs(kernel, options, level, level)
    if not lines:
        return None
    for name, weights in CHOICES.items():
        trial = Kernel(kernel.seed, kernel.number, kernel.language, {**fixed, name: next(iter(weights))}, kernel.rates)
        if trial.slips == kernel.slips:
            found = differs(trial, options, level, level)
            if found:
                fixed, lines = trial.fixed, found
    return Kernel(kernel.seed, kernel.number, kernel.language, fixed, kernel.rates), lines[0]


def level_of(seed, options):
    levels = {"any": ["O2", "O0", "O3", "O1"], "quick": ["O1", "O1", "O0", "O1", "O2", "O1", "O0", "O1", "O1", "O3"]}.get(options.level, [options.level])
    return levels[seed // (2 if options.level == "quick" else 1) % len(levels)]


def one_file(job):
    seed, language, count, options = job
    if options.minutes and time.monotonic() > options.began + options.minutes * 60:
        return None
    level = level_of(seed, options)
    sanitize = bool(options.sanitize) and language == "c" and seed % options.sanitize == 0
    kernels = [Kernel(seed, number, language, None, options.rates) for number in range(count)]
    result = {"seed": seed, "language": language, "kernels": kernels, "runs": (0, 0), "rewritten": {}, "failures": [], "others": [], "sanitized": sanitize}
    try:
        lines, result["runs"], result["rewritten"] = bisect(kernels, options, level, sanitize)
        for line in lines:
            number = int(re.match(r"kernel (\d+)", line).group(1))
            # The reference is not optimised: what the plain compiler does at this level, too, is not SMR's.
            if not sanitize and not differs(kernels[number], options, level, level):
                result["others"].append((number, line))
                continue
            reduced = reduce(kernels[number], options, level) if len(result["failures"]) < 3 else None
            result["failures"].append((number, line, reduced, level))
    except Exception as error:  # a bug of the generator must not end a long run
        result["failures"].append((-1, f"{type(error).__name__}: {error}", None, level))
    return result


class Counts:
    def __init__(self):
        self.totals = {"files": 0, "sanitized files": 0, "kernels": 0, "runs": 0, "runs with overlaps": 0, "variants": 0, "variants rewritten": 0, "mutants": 0,
                       "mutants rewritten": 0, "rewrites": 0, "guarded rewrites": 0, "the plain compiler's own": 0, "differences": 0}
        self.classes, self.bases, self.idioms, self.missed, self.failures = {}, {}, {}, {}, []

    def add(self, result):
        totals, language = self.totals, result["language"]
        totals["files"] += 1
        totals["sanitized files"] += result["sanitized"]
        totals["kernels"] += len(result["kernels"])
        totals["runs"] += result["runs"][0]
        totals["runs with overlaps"] += result["runs"][1]
        totals["the plain compiler's own"] += len(result["others"])
        for kernel in result["kernels"]:
            idioms = result["rewritten"].get(kernel.number, [])
            kind = "mutants" if kernel.mutant else "variants"
            totals[kind] += 1
            totals[kind + " rewritten"] += bool(idioms)
            totals["rewrites"] += len(idioms)
            totals["guarded rewrites"] += sum(1 for _, guards in idioms if guards)
            for idiom, _ in idioms:
                self.idioms[idiom] = self.idioms.get(idiom, 0) + 1
            for table, keys in ((self.classes, kernel.classes()), (self.bases, [kernel.base])):
                if kernel.mutant:
                    continue
                for key in keys:
                    cell = table.setdefault(f"{language} {key}", [0, 0])
                    cell[0] += 1
                    cell[1] += bool(idioms)
            if not kernel.mutant and not idioms:
                self.missed.setdefault(f"{language} {kernel.base}", f"{result['seed']}:{kernel.number}")
        for number, line, reduced, level in result["failures"]:
            totals["differences"] += 1
            self.failures.append({"language": language, "seed": result["seed"], "kernel": number, "level": level, "line": line,
                                  "reduced": reduced[0].describe() if reduced else "", "reduced line": reduced[1] if reduced else ""})

    def write(self, path):
        with open(path, "w") as stream:
            json.dump({"totals": self.totals, "bases": self.bases, "classes": self.classes, "idioms": self.idioms,
                       "example of a variant that is not rewritten": self.missed, "failures": self.failures}, stream, indent=1, sort_keys=True)
            stream.write("\n")

    def tell(self, began):
        minutes, totals = (time.monotonic() - began) / 60, self.totals
        spent = sum(resource.getrusage(who).ru_utime + resource.getrusage(who).ru_stime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        print(f"{totals['kernels']} kernels, {totals['runs']} runs, {totals['variants rewritten'] + totals['mutants rewritten']} rewritten, "
              f"{totals['differences']} differences; {totals['kernels'] / minutes:.0f} kernels a minute, "
              f"{60 * totals['kernels'] / spent:.0f} a minute of processor time", flush=True)

    def print_table(self):
        print("\nvariants rewritten")
        for table in (self.bases, self.classes):
            for key, (count, found) in sorted(table.items()):
                print(f"  {key:<34} {found:>6} of {count:>6}  {100 * found / count:5.1f} %")
            print()
        for name, value in self.totals.items():
            print(f"{name:<20} {value}")


def keep(options, result):
    if not options.failures:
        return
    os.makedirs(options.failures, exist_ok=True)
    for number, line, reduced, level in result["failures"]:
        if not reduced:
            continue
        kernel, shown = reduced
        stem = os.path.join(options.failures, f"{result['language']}-{result['seed']}-{number}")
        c = result["language"] == "c"
        again = kernel.again()
        text = emit_c.file_text([again]) if c else emit_fortran.module_text([again], "smr")
        mark = "//" if c else "!"
        with open(stem + (".c" if c else ".f90"), "w") as stream:
            stream.write(f"{mark} {line}\n{mark} reduced: {shown}\n{mark} -{level}; campaign.py --language {result['language']} "
                         f"--only {result['seed']}:{number} "
                         f"--level {level} --mutants {options.mutants:g} --overlapping {options.overlapping:g}\n{text}")


def only(options):
    """Some kernels, each alone; says what became of them."""
    failed = 0
    for text in options.only:
        seed, number = map(int, text.split(":"))
        kernel = Kernel(seed, number, "fortran" if options.language == "fortran" else "c", None, options.rates)
        work = tempfile.mkdtemp(prefix="smr-campaign-")
        level = level_of(seed, options)
        lines, runs, rewritten = build_and_run([kernel.again()], work, options, level, verbose=True, reference=level)
        print(kernel.describe(), "\n".join(lines) or f"{runs[0]} runs agree", rewritten, sep="\n")
        failed += bool(lines)
        if lines:
            print(f"work folder: {work}")
        else:
            shutil.rmtree(work)
    return 1 if failed else 0


os.environ["SMR_FLAGS"] = "--smr-at-O0 " + os.environ.get("SMR_FLAGS", "")  # every level is tried


def main():
    parser = argparse.ArgumentParser(description="random loop nests with and without SMR")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--library", default="")
    parser.add_argument("--language", choices=["c", "fortran", "both"], default="both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=300)
    parser.add_argument("--per-file", type=int, default=75)
    parser.add_argument("--programs", type=int, default=0, help="whole Fortran programs besides (test/fortran/fuzz.py)")
    parser.add_argument("--trials", type=int, default=30, help="runs of each kernel")
    parser.add_argument("--level", default="any", help="O0, O1, O2, O3; any: another one for every file; quick: O1 mostly")
    parser.add_argument("--mutants", type=float, default=50, help="in percent of the kernels")
    parser.add_argument("--overlapping", type=float, default=0, help="percent of the kernels that are made so that arguments may overlap, besides others")
    parser.add_argument("--sanitize", type=int, default=0, help="every so many-th C file with AddressSanitizer")
    parser.add_argument("--failures", default="", help="folder for kernels that differ")
    parser.add_argument("--json", default="")
    parser.add_argument("--only", action="append", default=[], help="one kernel, SEED:NUMBER, alone; repeatable")
    parser.add_argument("--minutes", type=float, default=0, help="begin no more files after so many")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--link", default="", help="more for the linker")
    parser.add_argument("--no-report", action="store_true", help="ask for no report: what is rewritten is not counted")
    parser.add_argument("--minimum", type=int, default=0, help="fail when fewer rewrites were made")
    parser.add_argument("--cc", default="", help="another compiler instead of smr-clang; nothing is reported")
    options = parser.parse_args()
    options.rates = Rates(options.mutants / 100, options.overlapping / 100)
    options.lock = threading.Lock()
    with folder() as options.work:
        return only(options) if options.only else campaign(options)


def campaign(options):
    options.began = time.monotonic()
    languages = ["c", "fortran"] if options.language == "both" else [options.language]
    jobs, left, seed = [], options.kernels, options.seed
    while left > 0:
        language = languages[seed % len(languages)]
        jobs.append((seed, language, min(left, options.per_file), options))
        left -= options.per_file
        seed += 1
    counts = Counts()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in itertools.takewhile(lambda result: result, pool.map(one_file, jobs)):
            counts.add(result)
            keep(options, result)
            for number, line, reduced, level in result["failures"]:
                print(f"{result['language']} seed {result['seed']} -{level}: {line}", flush=True)
                if reduced:
                    print(f"    reduced: {reduced[0].describe()}\n    {reduced[1]}", flush=True)
            if counts.totals["files"] % 20 == 0:
                counts.tell(options.began)
                if options.json:
                    counts.write(options.json)
    counts.tell(options.began)
    whole_programs(options, counts)
    if options.json:
        counts.write(options.json)
    counts.print_table()
    if counts.totals["rewrites"] < options.minimum:
        print(f"fewer than {options.minimum} rewrites")
        return 1
    return 1 if counts.totals["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
