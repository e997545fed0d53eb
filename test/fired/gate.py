"""Programs under libfired.so: each rewrite that is reported is called at the program's own sizes.

  python3 gate.py [--build DIR] [--suite NAMES] [--only TEXT] [--jobs N] [--keep DIR] [--quick]

Suites: cover, c, fortran, e2e (all of test/, where every call counts as paying), demo and polybench (of tools/, with the costs
that ship); c and fortran are examined only if --suite names them, as test/c/run_diff.py and test/fortran/run_diff.py check the
same. A program is compiled by smr-clang or smr-flang with line tables and run as its suite runs it; each place
in its report from which no routine was called is a violation, unless a line of uncalled.txt beside this file says why. So is each
program that counts other calls than there were.
--quick: without cover and polybench.
"""
import argparse
import concurrent.futures
import glob
import os
import subprocess
import sys
import tempfile

import calls

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAYS = {"SMR_COSTS": "none"}
SIBLINGS = {"c": ["-fno-optimize-sibling-calls"], "fortran": []}  # every call has a return address
for folder in ("test/cover", "test/c", "tools/bench", "tools/demo"):
    sys.path.insert(0, os.path.join(ROOT, folder))


class Program:
    """One program: how it is compiled (steps: [(tool, arguments)], the tool `smr` followed by the language) and run."""

    def __init__(self, suite, name, steps, runs, variables=None):
        self.suite, self.name, self.steps, self.runs, self.variables = suite, name, steps, runs, variables or {}


def call(command, folder, variables=None):
    own = {name: value for name, value in os.environ.items() if name != "SMR_COSTS"}
    done = subprocess.run(command, cwd=folder, env={**own, **(variables or {})}, capture_output=True, text=True, timeout=600,
                          check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr[-2000:]}{done.stdout[-1000:]}")
    return done.stdout


# --- The suites -----------------------------------------------------------------------------------------------------

def cover(_):
    import programs
    for language, path in programs.sources():
        main = programs.make_main(path)
        compiler = "smr-clang" if language == "c" else "smr-flang"
        yield Program("cover", f"{language}/{os.path.basename(path)}",
                      [("write", "main.c", main),
                       ("clang", "-O1", "-w", "-I", os.path.join(programs.HERE, "c"), "-c", "main.c", "-o", "main.o"),
                       (compiler, "-O2", *SIBLINGS[language], "-c", path, "-o", "part.o", "REPORT"), (compiler, "part.o", "main.o", "-lm", "LINK")],
                      [[]], PAYS)


def c(options):
    import run_diff
    sources = sorted(glob.glob(os.path.join(run_diff.HERE, "programs", "*.c*")))
    for source in sources:
        forms = range(len(run_diff.FORMS)) if os.path.basename(source).startswith("poly_") else [None]
        for case in (run_diff.Case(source, form) for form in forms):
            compiler = "smr-clang++" if case.cxx else "smr-clang"
            standard = "-std=c++20" if case.cxx else "-std=gnu17"
            yield Program("c", case.name, [(compiler, standard, "-O2", *SIBLINGS["c"], *case.flags, source, "-lm", "REPORT", "LINK")],
                          [["out", *sizes.split()] for sizes in case.sizes + run_diff.LARGE * (case.form not in (0, 4))], PAYS)


def fortran(_):
    for source in sorted(glob.glob(os.path.join(ROOT, "test", "fortran", "variants", "*.f90"))):
        yield Program("fortran", os.path.basename(source)[:-4], [("smr-flang", "-O2", source, "REPORT", "LINK")], [[]], PAYS)


def e2e(_):
    folder = os.path.join(ROOT, "test", "e2e")
    for name, files in (("cmake-project", ["-DSTEPS=7", "kernels.f90", "legacy.f", "main.F90"]),
                        ("make-project", ["precision.f90", "interface.f90", "product.f90", "main.f90"])):
        yield Program("e2e", name, [("smr-flang", "-O2", *(file if file.startswith("-") else os.path.join(folder, name, file) for file in files), "REPORT", "LINK")],
                      [[]], PAYS)


def demo(_):
    for source in sorted(glob.glob(os.path.join(ROOT, "tools", "demo", "*"))):
        compiler = {".f90": "smr-flang", ".c": "smr-clang", ".cpp": "smr-clang++"}.get(os.path.splitext(source)[1])
        if compiler:
            yield Program("demo", os.path.basename(source), [(compiler, "-O3", source, "-lm", "REPORT", "LINK")], [["out"]])


def polybench(options):
    import polybench as bench
    def side(name, compiler, source, *more):
        return (compiler, "-O3", *more, f"-DNAME(f)={name}_##f", "-c", os.path.join(bench.FOLDER, source), "-o", name + ".o")

    others = [side(name, "clang", "kernels.c") for name in ("plain", "native", "wide")] + [side("hand", "clang", "hand.c")]
    last = [("clang", "-O3", "-c", os.path.join(bench.FOLDER, "main.c"), "-o", "main.o"),
            ("smr-clang", "main.o", *(name + ".o" for name in bench.SIDES), "-lopenblas", "-lm", "LINK")]
    for name, more in (("suite", []), ("variable", ["-DVARIABLE"])):
        yield Program("polybench", name, [*others, side("smr", "smr-clang", "kernels.c", *more, "REPORT"), *last], [["--seconds=0"]])
    made = [("write", name, text) for name, text in zip(("kernels.F90", "entries.c"), bench.in_fortran())]
    entry = ("clang", "-O2", "-std=c17", "-w", "-I", bench.FOLDER, "-DNAME(f)=smr_##f", "-DFORTRAN(f)=smr_f_##f", "-c", "entries.c", "-o", "entry.o")
    kernels = ("smr-flang", "-O3", '-DNAME="smr_f_"', "-c", "kernels.F90", "-o", "smr.o", "REPORT")
    yield Program("polybench", "fortran", [*others, *made, entry, kernels, last[0], ("smr-flang", "entry.o", *last[1][1:])], [["--seconds=0"]])


SUITES = {"cover": cover, "c": c, "fortran": fortran, "e2e": e2e, "demo": demo, "polybench": polybench}


# --- One program ------------------------------------------------------------------------------------------------------

def run_step(step, options, folder, variables):
    tool, *arguments = step
    if tool == "write":
        with open(os.path.join(folder, arguments[0]), "w", encoding="utf-8") as stream:
            stream.write(arguments[1])
        return
    command = [os.path.join(options.build, "bin", tool) if tool.startswith("smr") else os.path.join(calls.LLVM, tool)]
    for argument in arguments:
        command += {"REPORT": [*calls.LINES, "--smr-report=report.json"],
                    "LINK": [*calls.flags(options.build), "-o", "program"]}.get(argument, [argument])
    call(command, folder, variables)


def examine(program, options, gate, folder):
    """[what is wrong]"""
    os.makedirs(folder)
    for step in program.steps:
        run_step(step, options, folder, program.variables)
    log, counts, name = os.path.join(folder, "log"), os.path.join(folder, "counts.json"), f"{program.suite}/{program.name}"
    for arguments in program.runs:
        call(["./program", *arguments], folder, {**calls.environment(options.build, log), "SMR_RT": f"count={counts}"})
    return gate.violations(name, os.path.join(folder, "report.json"), log) + differ(name, log, counts)


def differ(name, log, counts):
    """Programs that count (SMR_RT=count) count what their libraries see."""
    seen = calls.by_replacements(calls.LLVM, log)
    counted = calls.counted(counts) if os.path.exists(counts) else 0
    return [] if seen == counted else [f"{name}: {seen} calls by replacements, SMR_RT=count has {counted}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--suite", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", default="")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    options.suite = options.suite or ("e2e,demo" if options.quick else "cover,e2e,demo,polybench")
    gate, bad = calls.Gate(options.build), 0
    todo = [p for suite in options.suite.split(",") for p in SUITES[suite](options) if options.only in f"{p.suite}/{p.name}"]
    with tempfile.TemporaryDirectory(prefix="smr-gate-") as work, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folders = [os.path.join(options.keep or work, p.suite, p.name) for p in todo]
        for program, result in zip(todo, [pool.submit(examine, p, options, gate, f) for p, f in zip(todo, folders)]):
            try:
                wrong = result.result()
            except (RuntimeError, subprocess.TimeoutExpired, OSError) as error:
                wrong = [f"{program.suite}/{program.name}: {error}"]
            bad += len(wrong)
            for text in wrong:
                print(text, flush=True)
    for text in gate.unused():
        bad += 1
        print(text)
    print(f"{len(todo)} programs, {gate.total} rewrites with a routine, {gate.lost} of them not called, {bad} violations")
    return 1 if bad or not gate.total else 0


if __name__ == "__main__":
    sys.exit(main())
