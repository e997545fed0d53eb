"""The differential test for C and C++: every program, compiled by plain clang and by smr-clang, must compute the same.

  python3 run_diff.py [--build DIR] [--levels O0,O2,O3] [--only TEXT] [--quick] [--keep] [--update] [--table] [--cc COMPILER]

programs/*.c and *.cpp are compiled in every form of forms.h (poly_* only), at every level, run with several sizes, and
all arrays that they wrote are compared. programs/expected.json says for each program, form and function which idioms
are found: what was found once must stay found, the same at every level but -O0 (--update writes the table anew, --table prints
it). nearmiss/NAME.json says for each function of nearmiss/NAME.c why it must not be rewritten:
  {"why": "...", "forbid": ["*"], "guard": true, "missed": "text", "far": "text"}
"forbid" are the idioms that must not be reported (default: any; [] where a right rewrite is fine), with "guard" one
may be reported under a guard, "missed" is a part of the reason that the report must give inside that function: there
"line +3" stands for the third line after the function's first. "far" says why no reason can be expected; what is
never rewritten has one of the two.
The programs are small and every rewrite is to be run, so all calls count as paying (--costs says otherwise). At -Ofast, which
--levels may name beside O3, at least what -O3 finds must be found.
At -O2 every rewrite of programs/ that is reported has to be called (test/fired), unless --cc or --library is given.
--cc names another compiler than smr-clang (to test this script and the programs themselves). Exits with 1 on any violation.
"""
import argparse
import array
import collections
import concurrent.futures
import fnmatch
import glob
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools", "fuzz"))
from toolchain import some  # noqa: E402
sys.path.insert(0, os.path.join(ROOT, "test", "fired"))
import calls  # noqa: E402

EXPECTED = os.path.join(HERE, "programs", "expected.json")
FORMS = ["static", "vla", "restrict", "plain", "static-restrict"]
SIZES = ["0 0 0 0", "1 1 1 1", "17 13 19 11", "31 37 7 1", "5 0 3 2", "2 9 0 4"]
LARGE = ["100 100 100 100"]  # replacements of factorisations call from their second block of 64 on
POSITIVE = ["1 1 1 1", "17 13 19 11", "31 37 7 3", "40 3 12 2"]  # an array type of length 0 is undefined


def run(command, cwd, variables=None):
    try:
        done = subprocess.run(command, cwd=cwd, env={**os.environ, **(variables or {})}, capture_output=True, timeout=300)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return 124, "", "timeout"


def read_arrays(path):
    """[(name, doubles)] of harness_keep's file."""
    result = []
    with open(path, "rb") as stream:
        data = stream.read()
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        name, count = data[at:end].decode().split()
        values = array.array("d")
        values.frombytes(data[end + 1:end + 1 + 8 * int(count)])
        if len(values) != int(count):
            raise ValueError(f"{name}: cut short")
        result.append((name, values))
        at = end + 1 + 8 * int(count)
    return result


def first_difference(expected, actual, single):
    """None or a text; elements agree within a tolerance relative to the largest magnitude of their array."""
    if [name for name, _ in expected] != [name for name, _ in actual]:
        return "not the same arrays were written"
    for (name, a), (_, b) in zip(expected, actual):
        if a == b:
            continue
        scale = max((abs(x) for x in a if math.isfinite(x)), default=0.0)
        limit = (2e-4 if single or name.endswith(".float") else 1e-10) * scale
        for i, (x, y) in enumerate(zip(a, b)):
            if x == y or (math.isnan(x) and math.isnan(y)):
                continue
            if not (abs(x - y) <= limit):
                return f"{name}[{i}] of {len(a)}: {x!r} became {y!r}"
        if len(a) != len(b):
            return f"{name}: {len(a)} elements became {len(b)}"
    return None


def demangled(name):
    """The bare name of a function; the report gives C++ names with their parameters."""
    if "(" not in name:
        return name
    for _ in range(6):
        name = re.sub(r"<[^<>]*>", "", name)
    match = re.search(r"(operator[^\w\s(]+|operator\(\)|\w+)\(", name)
    return match.group(1) if match else name


def function_lines(source):
    """name → (first, last) line of each function, by the layout of these sources: it ends with a } in column one."""
    result, open_name, start = {}, None, 0
    with open(source) as stream:
        lines = stream.read().splitlines()
    for number, line in enumerate(lines, 1):
        if re.match(r"[A-Za-z_].*\(", line) and not line.rstrip().endswith(";"):
            names = re.findall(r"([A-Za-z_]\w*)\s*\(", line)
            names = [x for x in names if x not in ("__attribute__", "MAT", "VEC", "CUBE", "noinline")]
            if names and open_name is None:
                open_name, start = names[0], number
        if line.startswith("}") and open_name:
            result[open_name] = (start, number)
            open_name = None
    return result


def routine(idiom):
    """cblas_dgemv-n-set is dgemv."""
    return re.sub("^cblas_|-.*", "", idiom)


def absolute_lines(text, first):
    """"line +3" to the number of the third line after the function's first."""
    return re.sub(r"line \+(\d+)", lambda m: f"line {first + int(m.group(1))}", text)


class Case:
    """One source in one form and element type."""

    def __init__(self, source, form=None, real=None):
        self.source, self.form, self.real = source, form, real
        self.kind = os.path.basename(os.path.dirname(source))
        self.base = os.path.splitext(os.path.basename(source))[0]
        self.name = self.base + (f"/{FORMS[form]}" if form is not None else "") + (f"-{real}" if real else "")
        self.flags = ([f"-DFORM={form}"] if form is not None else []) + ([f"-DREAL={real}"] if real else [])
        self.single = real == "float" or self.base.startswith("inference")
        self.cxx = source.endswith(".cpp")
        self.sizes = POSITIVE if form == 1 else SIZES
        self.problems, self.found, self.missed, self.levels = [], {}, {}, {}
        self.all_levels = False  # or all but -O0

    def levels_of(self, options):
        levels = options.levels.split(",")
        return levels if self.all_levels or len(levels) == 1 else [level for level in levels if level != "O0"]

    def compare(self, options, work, gate):
        for level in self.levels_of(options):
            folder = os.path.join(work, self.name.replace("/", "."), level)
            outputs = []
            for tool in ("plain", "smr"):
                place = os.path.join(folder, tool)
                os.makedirs(place)
                program, report = os.path.join(place, "program"), os.path.join(place, "report.json")
                compiler = (options.plain if tool == "plain" else options.smr) + ("++" if self.cxx else "")
                gated = gate and tool == "smr" and level == "O2" and self.kind == "programs"
                log = os.path.join(place, "log")
                flags = ["-std=c++20" if self.cxx else "-std=gnu17", f"-{level}", "-Wno-deprecated-ofast"] + self.flags
                if tool == "smr" and not options.cc:
                    flags.append(f"--smr-report={report}")
                    flags += [f"--smr-costs={options.costs}"] if options.costs else []
                    flags += [f"--smr-library={os.path.abspath(options.library)}"] if options.library else []
                if gated:
                    flags += ["-fno-optimize-sibling-calls", *calls.LINES, *calls.flags(options.build)]
                code, _, err = run([compiler] + flags + [self.source, "-o", program, "-lm"], place)
                if code != 0:
                    self.problems.append(f"-{level}: {tool} does not compile:\n      " + "\n      ".join(err.splitlines()[:8]))
                    break
                if tool == "smr" and "warning" in err:
                    self.problems.append(f"-{level}: smr-clang warns: {err.strip().splitlines()[0]}")
                arrays = []
                sizes_here = POSITIVE if level == "Ofast" else self.sizes  # 0 / 0 may be anything there
                if level == "O2" and self.kind == "programs" and self.form not in (0, 4):
                    sizes_here = sizes_here + LARGE
                for number, sizes in enumerate(sizes_here):
                    out = os.path.join(place, f"out{number}")
                    code, text, err = run([program, out] + sizes.split(), place, calls.environment(options.build, log) if gated else {})
                    if code != 0:
                        self.problems.append(f"-{level}: {tool} program exits with {code} for {sizes}: {err.strip()[:200]}")
                        break
                    arrays.append(read_arrays(out))
                outputs.append(arrays)
                if tool == "smr" and not options.cc:
                    self.read_report(level, report)
                if gated:
                    self.problems += gate.violations(f"c/{self.name}", report, log)
            if len(outputs) == 2 and len(outputs[0]) == len(outputs[1]):
                for sizes, a, b in zip(sizes_here, *outputs):
                    difference = first_difference(a, b, self.single)
                    if difference:
                        self.problems.append(f"-{level}: RESULTS DIFFER for {sizes}: {difference}")
            if not options.keep:
                shutil.rmtree(folder)
        # clang writes no types of accesses at -O0: less can be proved there.
        self.levels.pop("O0", None)
        self.check_fast()
        if len({json.dumps(found, sort_keys=True) for found in self.levels.values()}) > 1:
            for level, found in self.levels.items():
                self.problems.append(f"-{level} finds {json.dumps(found)}")
            self.problems.insert(len(self.problems) - len(self.levels), "not the same idioms at every level:")
        return self

    def check_fast(self):
        """What may be reassociated is found as well as what may not; more may be."""
        fast, strict = self.levels.pop("Ofast", None), self.levels.get("O3")
        if fast is None or strict is None or self.kind == "nearmiss":
            return
        for function, idioms in strict.items():
            lost = collections.Counter(map(routine, idioms)) - collections.Counter(map(routine, fast.get(function, [])))
            if lost:
                self.problems.append(f"-Ofast: {function}: no longer {', '.join(lost.elements())}")

    def read_report(self, level, path):
        try:
            with open(path) as stream:
                report = json.load(stream)
        except (OSError, ValueError) as error:
            self.problems.append(f"-{level}: report: {error}")
            return
        found, missed = {}, {}
        for rewrite in report["rewrites"]:
            found.setdefault(demangled(rewrite["function"]), []).append((rewrite["idiom"], bool(rewrite["guards"])))
        for miss in report["missed"]:
            missed.setdefault(demangled(miss["function"]), []).append(
                (miss["line"], f"{miss['idiom']}: {miss['reason']}"))
        if level != "Ofast":  # where two roots of one sum are one, and the like
            self.found, self.missed = found, missed
        self.levels[level] = {f: sorted(i for i, _ in idioms) for f, idioms in found.items()}

    def check_nearmiss(self, wanted):
        """Functions that are as expected."""
        count, lines = 0, function_lines(self.source)
        for name, expectation in wanted.items():
            before = len(self.problems)
            if name not in lines:
                self.problems.append(f"{name}: no such function in the source")
            forbidden = expectation.get("forbid", ["*"])
            bad = [idiom for idiom, guarded in self.found.get(name, [])
                   if any(fnmatch.fnmatchcase(idiom, f) for f in forbidden) and not ("guard" in expectation and guarded)]
            if bad:
                self.problems.append(f"{name}: rewritten to {', '.join(bad)} ({expectation['why']})")
            if "missed" in expectation:
                told = self.missed.get(name, [])
                first, last = lines.get(name, (0, 0))
                wanted_text = absolute_lines(expectation["missed"], first)
                if not any(wanted_text in text and first <= line <= last for line, text in told):
                    self.problems.append(f"{name}: the report does not say '{wanted_text}'"
                                         + "".join(f"\n      says at line {line}: {text}" for line, text in told[:3]))
            elif not {"far", "guard", "forbid"} & set(expectation):
                self.problems.append(f"{name}: neither a reason nor why there is none")
            count += len(self.problems) == before
        for name in lines:
            if name != "main" and name not in wanted and not name.startswith("run_") and not name.startswith("help_"):
                self.problems.append(f"{name}: not in the .json file")
        return count


def cases(options):
    result = []
    for source in sorted(glob.glob(os.path.join(HERE, "programs", "*.c*"))):
        if os.path.basename(source).startswith("poly_"):
            forms = [1, 3] if options.quick else range(len(FORMS))
            result += [Case(source, form) for form in forms]
            result += [] if options.quick else [Case(source, 2, "float")]
        else:
            result.append(Case(source))
    result += [Case(source) for source in sorted(glob.glob(os.path.join(HERE, "nearmiss", "*.c*")))]
    for case in some(result):
        case.all_levels = True
    return [c for c in result if options.only in f"{c.kind}/{c.name}"]


def print_table(expected):
    for name, functions in sorted(expected.items()):
        print(name)
        for function, idioms in sorted(functions.items()):
            print(f"    {function:<28} {', '.join(idioms)}")


os.environ["SMR_FLAGS"] = "--smr-at-O0"  # every level is tried


def main():
    parser = argparse.ArgumentParser(description="compare clang and smr-clang on the test programs")
    parser.add_argument("--build", type=os.path.abspath, default=os.path.join(ROOT, "build"))
    parser.add_argument("--library", default="", help="a .pfa file instead of the one that ships with SMR")
    parser.add_argument("--levels", default="O0,O2,O3")
    parser.add_argument("--costs", default="none", help="a table of costs, or '' for the one that SMR ships; default: %(default)s")
    parser.add_argument("--only", default="", help="programs whose name (programs/poly_blas/vla) contains this")
    parser.add_argument("--quick", action="store_true", help="two forms only, at -O0 and -O2")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help="keep the work folder and say where it is")
    parser.add_argument("--update", action="store_true", help="write programs/expected.json from what was found")
    parser.add_argument("--table", action="store_true", help="print the table of expected rewrites, and nothing else")
    parser.add_argument("--cc", default="", help="another compiler instead of smr-clang; no report is asked for")
    options = parser.parse_args()
    expected = {}
    if os.path.exists(EXPECTED):
        with open(EXPECTED) as stream:
            expected = json.load(stream)
    if options.table:
        print_table(expected)
        return 0
    if options.quick:
        options.levels = "O0,O2"
    options.plain = os.environ.get("CLANG", "/usr/lib/llvm-22/bin/clang")
    options.smr = options.cc or os.path.join(options.build, "bin", "smr-clang")
    if shutil.which(options.smr) is None:
        print(f"{options.smr}: not built", file=sys.stderr)
        return 1
    work = tempfile.mkdtemp(prefix="smr-c-diff-")
    failures, near, near_wanted, rewrites = 0, 0, 0, 0
    todo = cases(options)
    gate = None if options.cc or options.library or "O2" not in options.levels else calls.Gate(options.build)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case in pool.map(lambda c: c.compare(options, work, gate), todo):
            told = ""
            if case.kind == "nearmiss":
                with open(os.path.splitext(case.source)[0] + ".json") as stream:
                    wanted = json.load(stream)
                if not options.cc:
                    count = case.check_nearmiss(wanted)
                    near, near_wanted = near + count, near_wanted + len(wanted)
                    told = f"{count:>3} of {len(wanted):>3} as expected"
            elif not options.cc:
                found = {f: sorted(i for i, _ in idioms) for f, idioms in case.found.items()}
                if options.update:
                    expected[case.name] = found
                for function, idioms in expected.get(case.name, {}).items():
                    for idiom in set(idioms):
                        if found.get(function, []).count(idiom) < idioms.count(idiom):
                            case.problems.append(f"{function}: no longer {idiom}" + "".join(
                                f"\n      line {line}: {text}" for line, text in case.missed.get(function, [])[:3]))
                told = "; ".join(f"{f.removeprefix('kernel_')}: {','.join(i)}" for f, i in sorted(found.items()))
            count = sum(len(idioms) for idioms in case.found.values())
            rewrites += count
            print(f"{case.kind + '/' + case.name:<36} {count:>3} rewrites  {told}"
                  + (f"  {len(case.problems)} PROBLEMS" if case.problems else ""), flush=True)
            for problem in case.problems:
                print("    " + problem)
            failures += len(case.problems)
    for text in gate.unused() if gate else []:
        failures += 1
        print(text)
    if options.update:
        with open(EXPECTED, "w") as stream:
            json.dump(expected, stream, indent=1, sort_keys=True)
            stream.write("\n")
    if near_wanted:
        print(f"near misses: {near} of {near_wanted} as expected")
    print(f"{len(todo)} programs, {rewrites} rewrites, " + (f"{gate.total} of them with a routine, {gate.lost} not called, " if gate else "") + ("no violations" if not failures else f"{failures} violations"))
    if options.keep:
        print(f"work folder: {work}")
    else:
        shutil.rmtree(work)
    return 1 if failures or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
