"""C programs over LLVM IR and over ClangIR: do both ways serve the same functions, and compute what plain clang does?

  python3 both_ways.py [--build DIR] [--only TEXT] [--show] [--update]

Programs of test/cover and test/c are compiled by smr-clang with and without --smr-frontend=cir, in mode auto, as if
every call paid. Of each file it prints how many functions have rewrites either way; `over LLVM IR` behind it says that
ClangIR could not compile the file, and why. gaps.txt lists the functions that have fewer rewrites over ClangIR, with
the first reason that the report gives there: one that is not listed is an error until --update writes it anew. --show
prints, of each function with other rewrites, which. Exits with 77 where there is no ClangIR, with 1 on any violation.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
GAPS = os.path.join(HERE, "gaps.txt")
sys.path[:0] = [os.path.join(TESTS, "cover"), os.path.join(TESTS, "c")]

import live  # noqa: E402
import programs  # noqa: E402
import run_diff  # noqa: E402

PLAIN = os.environ.get("CLANG", "/usr/lib/llvm-22/bin/clang")


class Program:
    """One source, with the flags of one form."""

    def __init__(self, source, form=None):
        self.source = source
        self.flags = [] if form is None else [f"-DFORM={form}"]
        self.name = os.path.relpath(source, TESTS) + ("" if form is None else "/" + run_diff.FORMS[form])
        self.cover = "cover" in self.name
        self.problems = []

    def build(self, folder, compiler, flags, driver_flags):
        os.makedirs(folder)
        command = [compiler, "-O2", "-std=gnu17", *self.flags, *driver_flags]
        if self.cover:
            with open(os.path.join(folder, "main.c"), "w", encoding="utf-8") as stream:
                stream.write(programs.make_main(self.source))
            self.call([PLAIN, "-O1", "-w", "-I", os.path.dirname(self.source), "-c", "main.c"], folder)
            self.call([*command, *flags, "-c", self.source, "-o", "program.o"], folder)
            self.call([*command, "program.o", "main.o", "-lm", "-o", "program"], folder)
        else:
            self.call([*command, *flags, self.source, "-lm", "-o", "program"], folder)

    def call(self, command, folder):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900, check=False)
        if done.returncode or "warning" in done.stderr:
            self.problems.append(f"{command[0]} exits with {done.returncode}: {done.stderr.strip()[-300:]}")
        return done.stdout

    def results(self, folder):
        if self.cover:
            return self.call([os.path.join(folder, "program")], folder).splitlines()
        found = []
        for sizes in run_diff.POSITIVE if self.flags == ["-DFORM=1"] else run_diff.SIZES:
            out = os.path.join(folder, "out")
            self.call([os.path.join(folder, "program"), out, *sizes.split()], folder)
            found.append(run_diff.read_arrays(out))
        return found

    def compare(self, way, expected, found):
        if len(expected) != len(found) or not expected:
            self.problems.append(f"{way}: {len(expected)} results became {len(found)}")
        texts = {f.name: f.text for f in programs.read_functions(self.source)} if self.cover else {}
        for a, b in zip(expected, found):
            if self.cover:
                single = re.search(r"\bfloat\b", texts[a.split()[0]])
                difference = programs.differs(a, b, single) and f"{a} became {b}"
            else:
                difference = run_diff.first_difference(a, b, "inference" in self.name)
            if difference:
                self.problems.append(f"{way}: RESULTS DIFFER: {difference}")

    def run(self, options):
        self.found, self.missed, self.instead = {}, {}, ""
        with tempfile.TemporaryDirectory() as work:
            self.build(os.path.join(work, "plain"), PLAIN, [], [])
            expected = [] if self.problems else self.results(os.path.join(work, "plain"))
            for way in ("llvm", "cir"):
                folder = os.path.join(work, way)
                report = os.path.join(work, way + ".json")
                self.build(folder, options.smr, ["--smr-mode=auto", "--smr-costs=none", "--smr-report=" + report],
                           ["--smr-frontend=" + way])
                if not self.problems:
                    self.compare(way, expected, self.results(folder))
                    self.read(way, report)
        return self

    def read(self, way, path):
        with open(path, encoding="utf-8") as stream:
            report = json.load(stream)
        found = self.found[way] = {}
        for entry in report["rewrites"]:
            found.setdefault(entry["function"], []).append(entry["idiom"])
        for entry in report["missed"]:
            instead = re.match(r"compiled over LLVM IR instead of ClangIR: (.*)", entry["reason"])
            if instead:
                self.instead = instead.group(1)
            elif way == "cir":
                self.missed.setdefault(entry["function"], []).append(f"{entry['idiom']}: {entry['reason']}")

    def gaps(self):
        """{function: why it has fewer rewrites over ClangIR}"""
        llvm, cir = self.found.get("llvm", {}), self.found.get("cir", {})
        return {f: self.missed.get(f, ["no reason"])[0].removeprefix(": ") for f, idioms in llvm.items()
                if len(cir.get(f, [])) < len(idioms)}

    def show(self):
        llvm, cir = self.found.get("llvm", {}), self.found.get("cir", {})
        for f in sorted({*llvm, *cir}):
            if sorted(llvm.get(f, [])) != sorted(cir.get(f, [])):
                print(f"    {f}: {' '.join(sorted(llvm.get(f, []))) or '-'} | {' '.join(sorted(cir.get(f, []))) or '-'}")
                for reason in self.missed.get(f, [])[:3]:
                    print("        " + reason)


def all_programs(only):
    found = [Program(path) for path in sorted(glob.glob(os.path.join(programs.HERE, "c", "*.c")))]
    for path in sorted(glob.glob(os.path.join(run_diff.HERE, "programs", "*.c"))):
        forms = range(4) if os.path.basename(path).startswith("poly_") else [None]
        found += [Program(path, form) for form in forms]
    return [program for program in found if only in program.name]


def read_gaps():
    with open(GAPS, encoding="utf-8") as stream:
        return dict(line.rstrip("\n").split(": ", 1) for line in stream)


def write_gaps(gaps):
    with open(GAPS, "w", encoding="utf-8") as stream:
        stream.writelines(f"{name}: {reason}\n" for name, reason in gaps.items())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(os.path.dirname(TESTS), "build"))
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    options.smr = os.path.join(os.path.abspath(options.build), "bin", "smr-clang")
    clang = live.find_clang()
    if not clang:
        print("no clang with ClangIR (SMR_CLANG_CIR; tools/clang-cir builds one)")
        return 77
    os.environ["SMR_CLANG_CIR"] = clang
    gaps, known, bad, llvm, cir, functions = {}, read_gaps(), 0, 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for program in pool.map(lambda p: p.run(options), all_programs(options.only)):
            counts = [len(program.found.get(way, {})) for way in ("llvm", "cir")]
            llvm, cir = llvm + counts[0], cir + (0 if program.instead else counts[1])
            functions += len(program.gaps())
            print(f"{program.name:<36} {counts[0]:>3} over LLVM IR, {counts[1]:>3} over ClangIR"
                  + (f"; over LLVM IR: {program.instead}" if program.instead else ""), flush=True)
            if options.show:
                program.show()
            for function, reason in program.gaps().items():
                name = f"{program.name} {function}"
                gaps[name] = reason
                if name not in known and not options.update:
                    program.problems.append(f"{function}: fewer rewrites over ClangIR: {reason}")
            for problem in program.problems:
                print("    " + problem)
            bad += len(program.problems)
    print(f"{llvm} functions over LLVM IR, {cir} over ClangIR, {functions} with fewer rewrites there")
    if options.update:
        write_gaps({**{k: v for k, v in known.items() if options.only not in k}, **gaps})
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
