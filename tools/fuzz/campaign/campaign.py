"""The differential campaign: random C and Fortran loop nests with and without SMR; a difference is a bug.

  python3 campaign.py [--build DIR] [--language c|fortran|both] [--seed S] [--kernels N] [--per-file K] [--level O2|any]
                      [--sanitize EVERY] [--programs N] [--failures DIR] [--json FILE] [--only SEED:NUMBER] [--cc COMPILER]

A file holds many kernels (kernels.py); it is compiled by the plain compiler and with SMR, both twins are linked with driver.c,
which runs them on the same data in many sizes, also with overlapping arguments, and compares everything they can write.
Every EVERY-th file of C is compiled with AddressSanitizer. A kernel that differs is made again alone and reduced by
undoing its unusual choices; the result is kept in DIR with what to do to see it. The table says how many variants (same
meaning as the textbook loop) were rewritten for each class, and how many mutants were. Exits with 1 when a kernel differed.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import emit_c  # noqa: E402
import emit_fortran  # noqa: E402
from kernels import BASES, CHOICES, Kernel  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
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


def build_and_run(kernels, work, options, level, sanitize, verbose=False):
    """(failing lines, runs, rewritten: kernel number → idioms); raises Failed."""
    language = kernels[0].language
    smr = os.path.join(os.path.abspath(options.build), "bin", "smr-clang" if language == "c" else "smr-flang")
    if options.cc:
        smr = options.cc
    report = os.path.join(work, "report.json")
    reported = not options.cc and not options.no_report
    wanted = [f"--smr-report={report}"] if reported else []
    wanted += [f"--smr-library={options.library}"] if options.library else []
    flags = [f"-{level}"] + (["-g", "-fsanitize=address", "-fno-omit-frame-pointer"] if sanitize else [])
    clang = os.path.join(LLVM, "clang")
    compiler([clang, "-w", "-O1", "-I", HERE, "-c", os.path.join(HERE, "driver.c"), "-o", "driver.o"] + flags[1:], work)
    if language == "c":
        source = os.path.join(work, "kernels.c")
        with open(source, "w") as stream:
            stream.write(emit_c.file_text(kernels))
        for twin, tool, more in (("plain", clang, []), ("smr", smr, wanted)):
            compiler([tool, "-Wno-everything", "-std=gnu17", "-I", HERE, f"-DTWIN={twin}", "-c", source, "-o", twin + ".o"] + flags + more, work)
        link = [smr, "plain.o", "smr.o", "driver.o", "-o", "program", "-lm"] + (["-fsanitize=address"] if sanitize else [])
    else:
        with open(os.path.join(work, "table.c"), "w") as stream:
            stream.write(emit_fortran.table_text(kernels))
        compiler([clang, "-I", HERE, "-c", "table.c"], work)
        for twin, tool, more in (("plain", os.path.join(LLVM, "flang"), []), ("smr", smr, wanted)):
            with open(os.path.join(work, twin + ".f90"), "w") as stream:
                stream.write(emit_fortran.module_text([k.again() for k in kernels], twin))
            compiler([tool, "-c", twin + ".f90", "-o", twin + ".o"] + flags + more, work)
        link = [smr, "plain.o", "smr.o", "table.o", "driver.o", "-o", "program"]
    if options.link:
        link += options.link.split()
    compiler(link, work)
    rewritten = {}
    if reported:
        with open(report) as stream:
            for rewrite in json.load(stream)["rewrites"]:
                number = re.search(r"k(\d+)$", rewrite["function"])
                if number:
                    rewritten.setdefault(int(number.group(1)), []).append((rewrite["idiom"], len(rewrite["guards"])))
    command = [os.path.join(work, "program"), str(options.trials)] + (["verbose"] if verbose else [])
    code, out, err = call(command, work, 900)
    last = re.search(r"^ran (\d+) (\d+) (\d+)$", out, re.M)
    if not last:
        raise Failed(f"the program ends with {code}: {out.strip()[-300:]} {err.strip()[:1500]}")
    return [l for l in out.splitlines() if l.startswith("kernel ")], int(last.group(2)), rewritten


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


def reduce(seed, number, language, options, level):
    """The plainest options under which kernel `number` still differs: (kernel, its line) or None."""
    def differs(fixed):
        work = tempfile.mkdtemp(prefix="smr-campaign-")
        try:
            kernel = Kernel(seed, number, language, fixed)
            lines, _, _ = build_and_run([kernel], work, options, level, False, True)
            return lines
        except Failed as error:
            return [str(error)]
        finally:
            shutil.rmtree(work)

    fixed = {}
    lines = differs(fixed)
    if not lines:
        return None
    slips = Kernel(seed, number, language).slips
    for name, weights in CHOICES.items():
        plain = next(iter(weights))
        trial = {**fixed, name: plain}
        if Kernel(seed, number, language, trial).slips == slips:
            found = differs(trial)
            if found:
                fixed, lines = trial, found
    return Kernel(seed, number, language, fixed), lines[0]


def one_file(job):
    seed, language, count, options = job
    work = tempfile.mkdtemp(prefix="smr-campaign-")
    level = options.level if options.level != "any" else ["O2", "O0", "O3", "O1"][seed % 4]
    sanitize = bool(options.sanitize) and language == "c" and seed % options.sanitize == 0
    kernels = [Kernel(seed, number, language) for number in range(count)]
    result = {"seed": seed, "language": language, "kernels": kernels, "runs": 0, "rewritten": {}, "failures": [], "sanitized": sanitize}
    try:
        lines, result["runs"], result["rewritten"] = build_and_run([k.again() for k in kernels], work, options, level, sanitize)
        for line in lines:
            number = int(line.split()[1])
            reduced = reduce(seed, number, language, options, level) if len(result["failures"]) < 3 else None
            result["failures"].append((number, line, reduced, level))
    except Exception as error:  # a bug of the generator must not end a long run
        result["failures"].append((-1, str(error), None, level))
        if options.failures:
            os.makedirs(options.failures, exist_ok=True)
            for name in os.listdir(work):
                if name.endswith((".c", ".f90")):
                    shutil.copy(os.path.join(work, name), os.path.join(options.failures, f"{language}-{seed}-{name}"))
    finally:
        shutil.rmtree(work)
    return result


class Counts:
    def __init__(self):
        self.totals = {"files": 0, "sanitized files": 0, "kernels": 0, "runs": 0, "variants": 0, "variants rewritten": 0, "mutants": 0,
                       "mutants rewritten": 0, "rewrites": 0, "guarded rewrites": 0, "differences": 0}
        self.classes, self.bases, self.idioms, self.missed, self.failures = {}, {}, {}, {}, []

    def add(self, result):
        totals, language = self.totals, result["language"]
        totals["files"] += 1
        totals["sanitized files"] += result["sanitized"]
        totals["kernels"] += len(result["kernels"])
        totals["runs"] += result["runs"]
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
                         f"--only {result['seed']}:{number}\n{text}")


def only(options):
    """Some kernels, each alone; says what became of them."""
    failed = 0
    for text in options.only:
        seed, number = map(int, text.split(":"))
        kernel = Kernel(seed, number, "fortran" if options.language == "fortran" else "c")
        work = tempfile.mkdtemp(prefix="smr-campaign-")
        level = options.level if options.level != "any" else ["O2", "O0", "O3", "O1"][seed % 4]
        lines, runs, rewritten = build_and_run([kernel.again()], work, options, level, False, True)
        print(kernel.describe(), "\n".join(lines) or f"{runs} runs agree", rewritten, sep="\n")
        failed += bool(lines)
        if lines:
            print(f"work folder: {work}")
        else:
            shutil.rmtree(work)
    return 1 if failed else 0


os.environ["SMR_FLAGS"] = "--smr-at-O0"  # every level is tried


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
    parser.add_argument("--level", default="any", help="O0, O1, O2, O3; any: another one for every file")
    parser.add_argument("--sanitize", type=int, default=0, help="every so many-th C file with AddressSanitizer")
    parser.add_argument("--failures", default="", help="folder for kernels that differ")
    parser.add_argument("--json", default="")
    parser.add_argument("--only", action="append", default=[], help="one kernel, SEED:NUMBER, alone; repeatable")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--link", default="", help="more for the linker")
    parser.add_argument("--no-report", action="store_true", help="ask for no report: what is rewritten is not counted")
    parser.add_argument("--minimum", type=int, default=0, help="fail when fewer rewrites were made")
    parser.add_argument("--cc", default="", help="another compiler instead of smr-clang; nothing is reported")
    options = parser.parse_args()
    if options.only:
        return only(options)
    languages = ["c", "fortran"] if options.language == "both" else [options.language]
    jobs, left, seed = [], options.kernels, options.seed
    while left > 0:
        language = languages[seed % len(languages)]
        jobs.append((seed, language, min(left, options.per_file), options))
        left -= options.per_file
        seed += 1
    counts = Counts()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(one_file, jobs):
            counts.add(result)
            keep(options, result)
            for number, line, reduced, level in result["failures"]:
                print(f"{result['language']} seed {result['seed']} -{level}: {line}", flush=True)
                if reduced:
                    print(f"    reduced: {reduced[0].describe()}\n    {reduced[1]}", flush=True)
            if options.json:
                counts.write(options.json)
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
