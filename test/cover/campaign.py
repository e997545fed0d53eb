"""The programs that the equality tier is measured by. Each is compiled once, and all parts use what that gave.

  python3 campaign.py [raise] [recognise] [explain] [run] [--build DIR] [--update] [--only TEXT] [--show]
                      [--jobs N] [--library FILE] [--idioms] [--same]

raise: the nests of each function become array equations (lib/raise), which are evaluated and compared with running
it. programs/raised.txt says of each function whether that works for all of it, or why not; any change is an error
until --update writes the table anew. --show prints the figures.
recognise: plans for what the programs compute, from the equations of a library's pairs, compared with what the programs
want; programs/recognised.txt is to this what raised.txt is to raise. --show also prints what is not served.
--idioms: the pairs of blas.pat instead of the programs, without a table. --library: another library.
explain: build/test/cover-replay reads the explanations in the reports back and replays them.
run: each program, rewritten by its equations only, runs on several sizes beside what clang or flang makes of it; it
must change the same memory, and call what the report says (test/fired). --same: clang or flang twice.
Without a part, all of them. Exits with 1 on any violation.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

import explain
import programs
import recognise

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "fired"))
import calls

LIBRARIES = ("blas", "products", "centred", "complex", "lapack", "nn")
TABLE = os.path.join(programs.HERE, "raised.txt")
RECOGNISED = os.path.join(programs.HERE, "recognised.txt")


def tool(build, *parts):
    return os.path.join(build, *parts)


def call(command, folder, variables=None):
    done = subprocess.run(command, cwd=folder, env={**os.environ, **(variables or {})}, capture_output=True,
                          text=True, timeout=600, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout, done.stderr


def libraries(arguments):
    return [arguments.library] if arguments.library else [tool(arguments.build, "share", "smr", name + ".pfa") for name in LIBRARIES]


def compile_program(arguments, language, path, folder):
    """rewritten.o, report.json, and graphs.txt: of each function the graph that was imported first (what was rewritten is
    imported again)."""
    compiler = tool(arguments.build, "bin", "smr-clang" if language == "c" else "smr-flang")
    extra = ["-fno-inline", "-fno-optimize-sibling-calls"] if language == "c" else []
    _, dump = call([compiler, "-O2", "-w", *extra, *calls.LINES, "--smr-verbose", "--smr-mode=equality", "--smr-costs=none",
                    "--smr-explain", *("--smr-library=" + one for one in libraries(arguments)), "--smr-report=report.json",
                    "-c", path, "-o", "rewritten.o"], folder, {"SMR_DUMP_GRAPH": "import"})
    graphs = {}
    for graph in re.findall(r"(?ms)^func @.*?^\}$", dump):
        graphs.setdefault(re.match(r"func @(\w+)", graph).group(1), graph)
    with open(os.path.join(folder, "graphs.txt"), "w", encoding="utf-8") as stream:
        stream.write("\n".join(graphs.values()) + "\n")


# --- Raising -----------------------------------------------------------------------------------------------------

def raise_file(build, graphs):
    """{function: [what the oracle says of each of its nests]}"""
    lines = subprocess.run([tool(build, "test", "raise-oracle"), graphs], capture_output=True, text=True,
                           check=False).stdout.splitlines()[:-1]
    found = collections.defaultdict(list)
    for line in lines:
        name, what = line.split(": ", 1)
        found[name.removeprefix("_QP")].append(what)
    return found


def verdict(lines):
    """One line for a function."""
    if not lines:
        return "no nest"
    if any("DIFFERENT" in line for line in lines):
        return "DIFFERENT"
    refused = sorted({line.split(": ", 1)[1] for line in lines if line.startswith("not raised")})
    inside = sum(line.startswith("raised inside") for line in lines)
    if not refused:
        return "whole" if not inside else "inside only"
    parts = sum(line.startswith("raised,") for line in lines)
    return f"{parts} beside, {inside} inside; " + "; ".join(refused)


def raised(arguments, path, folder):
    """[(function's place, verdict, does it want routines?)]"""
    found = raise_file(arguments.build, os.path.join(folder, "graphs.txt"))
    return [(f"{os.path.relpath(path, programs.HERE)} {function.name}",
             verdict(found.get(function.name.lower()) or found.get(function.name) or []), function.serves is not None)
            for function in programs.read_functions(path)]


def read_table(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as stream:
        return dict(line.rstrip("\n").split(": ", 1) for line in stream)


def show(result):
    for language in ("c/", "fortran/"):
        for served in (True, False):
            some = [what for name, what, serves in result if name.startswith(language) and serves == served]
            print(f"{language}{'programs' if served else 'near misses'}: "
                  f"{sum(what == 'whole' for what in some)} of {len(some)} whole")
    reasons = collections.Counter(reason for _, what, serves in result if serves and "; " in what
                                  for reason in what.split("; ")[1:])
    for reason, count in reasons.most_common():
        print(f"{count:4} {reason}")


def compare(arguments, path, result):
    """Writes the table anew or compares [(name, verdict)] with it: how many differ."""
    bad, file = 0, os.path.basename(path)
    if arguments.update and not arguments.only:
        with open(path, "w", encoding="utf-8") as stream:
            stream.writelines(f"{name}: {what}\n" for name, what in result)
        return bad
    table = read_table(path)
    for name, what in result:
        if table.pop(name, None) != what:
            bad += 1
            print(f"{name}: {what} (not what {file} says)")
    if not arguments.only:
        for name in table:
            bad += 1
            print(f"{name}: in {file}, but no program")
    return bad


def main_raise(arguments, result):
    if arguments.show:
        show(result)
    return (sum(what == "DIFFERENT" for _, what, _ in result)
            + compare(arguments, TABLE, [(name, what) for name, what, _ in result]))


# --- Recognising -------------------------------------------------------------------------------------------------

def recognised(arguments, path, folder):
    """[(file, function, verdict, wanted routines)]"""
    found = recognise.read_plans(recognise.plans(arguments.build, libraries(arguments), os.path.join(folder, "graphs.txt")))
    rows = []
    for function in programs.read_functions(path):
        one = found.get(function.name) or found.get(function.name.lower()) or recognise.Found([], [], False, ["no nest"])
        rows.append((os.path.relpath(path, programs.HERE), function.name, recognise.verdict(one, function.serves), function.serves))
    return rows


def main_recognise(arguments, rows):
    if arguments.show:
        for place, name, what, wanted in rows:
            if not what.startswith("served") and wanted is not None:
                print(f"{place} {name}: {what}")
        recognise.show(rows)
    wrong = sum(row[2] == "WRONG" for row in rows)
    return wrong + compare(arguments, RECOGNISED, [(f"{row[0]} {row[1]}", row[2]) for row in rows])


def main_idioms(arguments):
    with tempfile.TemporaryDirectory() as folder:
        source = tool(arguments.build, "share", "smr", "pat", "blas.pat")
        result = recognise.idioms(arguments.build, libraries(arguments), source, folder)
    for name, what in result:
        if arguments.show or not what.startswith("served"):
            print(f"{name}: {what}")
    print(f"{sum(what.startswith('served') for _, what in result)} of {len(result)} idioms")


# --- Running -----------------------------------------------------------------------------------------------------

def find_llvm():
    found = subprocess.run(["llvm-config-22", "--bindir"], capture_output=True, text=True, check=False).stdout.strip()
    return found or "/usr/lib/llvm-22/bin"


def ran(arguments, gate, language, path, folder):
    """[what is wrong]"""
    llvm = find_llvm()
    compiler = os.path.join(llvm, "clang" if language == "c" else "flang")
    with open(os.path.join(folder, "main.c"), "w", encoding="utf-8") as stream:
        stream.write(programs.make_main(path))
    call([os.path.join(llvm, "clang"), "-O1", "-w", "-I", os.path.join(programs.HERE, "c"), "-c", "main.c", "-o", "main.o"], folder)
    call([compiler, "-O2", "-w", "-c", path, "-o", "plain.o"], folder)
    call([compiler, "plain.o", "main.o", "-lm", "-o", "plain"], folder)
    expected, log = call(["./plain"], folder)[0].splitlines(), os.path.join(folder, "log")
    if arguments.same:
        found = call(["./plain"], folder)[0].splitlines()
    else:
        smr = tool(arguments.build, "bin", "smr-clang" if language == "c" else "smr-flang")
        call([smr, "rewritten.o", "main.o", "-lm", *calls.flags(arguments.build), "-o", "rewritten"], folder)
        found = call(["./rewritten"], folder, calls.environment(arguments.build, log))[0].splitlines()
    if len(expected) != len(found) or not expected:
        return [f"{path}: {len(expected)} results became {len(found)}"]
    texts = {f.name: f.text for f in programs.read_functions(path)}
    bad = [f"{os.path.basename(path)}: {a} became {b}" for a, b in zip(expected, found)
           if programs.differs(a, b, re.search(r"\bfloat\b|(?:real|complex)\(4\)", texts[a.split()[0]]))]
    if not arguments.same:
        bad += gate.violations(f"cover/{language}/{os.path.basename(path)}", os.path.join(folder, "report.json"), log)
    return bad


# --- All of it ---------------------------------------------------------------------------------------------------

def examine(arguments, gate, number, language, path, work):
    """{part: what it found}"""
    folder = os.path.join(work, str(number))
    os.mkdir(folder)
    if not arguments.same:
        compile_program(arguments, language, path, folder)
    found = {}
    if "raise" in arguments.parts:
        found["raise"] = raised(arguments, path, folder)
    if "recognise" in arguments.parts:
        found["recognise"] = recognised(arguments, path, folder)
    if "explain" in arguments.parts:
        with open(os.path.join(folder, "report.json"), encoding="utf-8") as stream:
            found["explain"] = [explain.text_of(explain.nests_of(json.load(stream)["rewrites"]))]
    if "run" in arguments.parts:
        found["run"] = ran(arguments, gate, language, path, folder)
    return found


def main(arguments):
    if arguments.idioms:
        return main_idioms(arguments)
    gate = calls.Gate(arguments.build) if "run" in arguments.parts else None
    results = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        todo = [pool.submit(examine, arguments, gate, number, language, path, work)
                for number, (language, path) in enumerate(programs.sources()) if arguments.only in path]
        for one in todo:
            for part, rows in one.result().items():
                results[part] += rows
        bad = 0
        if "raise" in arguments.parts:
            bad += main_raise(arguments, results["raise"])
        if "recognise" in arguments.parts:
            bad += main_recognise(arguments, results["recognise"])
        if "explain" in arguments.parts:
            bad += explain.replay(arguments.build, libraries(arguments), "".join(results["explain"]), work)
        for text in results["run"]:
            print(text)
        return bad + len(results["run"])


parser = argparse.ArgumentParser()
PARTS = ["raise", "recognise", "explain", "run"]
parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
parser.add_argument("--build", default=os.path.join(ROOT, "build"))
parser.add_argument("--only", default="")
parser.add_argument("--library", default="")
parser.add_argument("--jobs", type=int, default=2)
for option in ("--update", "--show", "--same", "--idioms"):
    parser.add_argument(option, action="store_true")
options = parser.parse_args()
if set(options.parts) - set(PARTS):
    parser.error(f"the parts are {', '.join(PARTS)}")
options.build, options.parts = os.path.abspath(options.build), ["run"] if options.same else options.parts or PARTS
sys.exit(bool(main(options)))
