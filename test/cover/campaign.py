"""The programs that the equality tier is measured by.

  python3 campaign.py raise [--build DIR] [--update] [--only TEXT] [--show]
  python3 campaign.py recognise [--build DIR] [--update] [--only TEXT] [--show] [--library FILE] [--idioms]
  python3 campaign.py run [--build DIR] [--only TEXT] [--flags FLAGS] [--same]

raise: each program is imported and raised to array equations (lib/raise), which are evaluated and compared with running
it. programs/raised.txt says of each function whether that works for the whole of it, or why not; any change is an error
until --update writes the table anew. --show prints the figures.
recognise: plans for what the programs compute, made of the equations that a library's pairs have (blas.pfa, products.pfa), and
compared with what the programs want; programs/recognised.txt is to this what raised.txt is to raise. --show prints what
is not served, too. --idioms: the pairs of blas.pat in the programs' place, without a table.
run: each program is compiled by clang or flang and by SMR (--same: by clang or flang twice) and run on several sizes;
what it changes must be the same. Exits with 1 on any violation.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

import programs
import recognise

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join(programs.HERE, "raised.txt")
RECOGNISED = os.path.join(programs.HERE, "recognised.txt")


def tool(build, *parts):
    return os.path.join(build, *parts)


def call(command, folder, variables=None):
    done = subprocess.run(command, cwd=folder, env={**os.environ, **(variables or {})}, capture_output=True,
                          text=True, timeout=600, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout, done.stderr


# --- Raising -----------------------------------------------------------------------------------------------------

def first_graphs(dump):
    """Of each function the graph that was imported first: what was rewritten is imported again."""
    graphs = {}
    for graph in re.findall(r"(?ms)^func @.*?^\}$", dump):
        graphs.setdefault(re.match(r"func @(\w+)", graph).group(1), graph)
    return "\n".join(graphs.values()) + "\n"


def import_file(build, language, path, folder, *flags):
    """A file of the functions' graphs."""
    compiler = tool(build, "bin", "smr-clang" if language == "c" else "smr-flang")
    extra = ["-fno-inline"] if language == "c" else []
    _, dump = call([compiler, "--smr-verbose", "--smr-mode=exact", "-O2", *extra, *flags, "-emit-llvm", "-c", path, "-o", "x.bc"],
                   folder, {"SMR_DUMP_GRAPH": "import"})
    graphs = os.path.join(folder, "graphs.txt")
    with open(graphs, "w", encoding="utf-8") as stream:
        stream.write(first_graphs(dump))
    return graphs


def raise_file(build, language, path, folder):
    """{function: [what the oracle says of each of its nests]}"""
    graphs = import_file(build, language, path, folder)
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


def raise_all(arguments):
    result, bad = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for language, path in programs.sources():
            if arguments.only not in path:
                continue
            found = raise_file(arguments.build, language, path, folder)
            for function in programs.read_functions(path):
                what = verdict(found.get(function.name.lower()) or found.get(function.name) or [])
                bad += what == "DIFFERENT"
                result.append((f"{os.path.relpath(path, programs.HERE)} {function.name}", what,
                               function.serves is not None))
    return result, bad



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


def main_raise(arguments):
    result, bad = raise_all(arguments)
    if arguments.show:
        show(result)
    return bad + compare(arguments, TABLE, [(name, what) for name, what, _ in result])


# --- Recognising -------------------------------------------------------------------------------------------------

def main_recognise(arguments):
    library = ([arguments.library] if arguments.library else
               [tool(arguments.build, "share", "smr", name + ".pfa") for name in ("blas", "products", "complex", "lapack", "nn")])
    with tempfile.TemporaryDirectory() as folder:
        if arguments.idioms:
            source = tool(arguments.build, "share", "smr", "pat", "blas.pat")
            result = recognise.idioms(arguments.build, library, source, folder)
            for name, what in result:
                if arguments.show or not what.startswith("served"):
                    print(f"{name}: {what}")
            print(f"{sum(what.startswith('served') for _, what in result)} of {len(result)} idioms")
            return 0
        rows = []
        for language, path in programs.sources():
            if arguments.only not in path:
                continue
            found = recognise.read_plans(recognise.plans(
                arguments.build, library, import_file(arguments.build, language, path, folder, *("--smr-library=" + one for one in library))))
            place = os.path.relpath(path, programs.HERE)
            for function in programs.read_functions(path):
                one = found.get(function.name) or found.get(function.name.lower())
                one = one or recognise.Found([], [], False, ["no nest"])
                rows.append((place, function.name, recognise.verdict(one, function.serves), function.serves))
    if arguments.show:
        for place, name, what, wanted in rows:
            if not what.startswith("served") and wanted is not None:
                print(f"{place} {name}: {what}")
        recognise.show(rows)
    wrong = sum(row[2] == "WRONG" for row in rows)
    return wrong + compare(arguments, RECOGNISED, [(f"{row[0]} {row[1]}", row[2]) for row in rows])


# --- Running -----------------------------------------------------------------------------------------------------

def find_llvm():
    found = subprocess.run(["llvm-config-22", "--bindir"], capture_output=True, text=True, check=False).stdout.strip()
    return found or "/usr/lib/llvm-22/bin"


def build_main(path, llvm, folder):
    with open(os.path.join(folder, "main.c"), "w", encoding="utf-8") as stream:
        stream.write(programs.make_main(path))
    call([os.path.join(llvm, "clang"), "-O1", "-w", "-I", os.path.join(programs.HERE, "c"), "-c", "main.c", "-o", "main.o"], folder)


def run_program(arguments, language, path, llvm, folder, rewritten):
    plain = os.path.join(llvm, "clang" if language == "c" else "flang")
    smr = tool(arguments.build, "bin", "smr-clang" if language == "c" else "smr-flang")
    compiler = smr if rewritten and not arguments.same else plain
    name = "rewritten" if rewritten else "plain"
    flags = arguments.flags.split() if rewritten and not arguments.same else []
    call([compiler, "-O2", *flags, "-c", path, "-o", name + ".o"], folder, {"SMR_COSTS": "none"})
    call([compiler, name + ".o", "main.o", "-lm", "-o", name], folder)
    return call([os.path.join(folder, name)], folder)[0].splitlines()


def main_run(arguments):
    bad, llvm = 0, find_llvm()
    with tempfile.TemporaryDirectory() as folder:
        for language, path in programs.sources():
            if arguments.only not in path:
                continue
            build_main(path, llvm, folder)
            texts = {f.name: f.text for f in programs.read_functions(path)}
            expected = run_program(arguments, language, path, llvm, folder, False)
            found = run_program(arguments, language, path, llvm, folder, True)
            if len(expected) != len(found) or not expected:
                sys.exit(f"{path}: {len(expected)} results became {len(found)}")
            for a, b in zip(expected, found):
                single = re.search(r"\bfloat\b|(?:real|complex)\(4\)", texts[a.split()[0]])
                if programs.differs(a, b, single):
                    bad += 1
                    print(f"{os.path.basename(path)}: {a} became {b}")
    return bad


parser = argparse.ArgumentParser()
parser.add_argument("what", choices=["raise", "recognise", "run"])
parser.add_argument("--build", default=os.path.join(ROOT, "build"))
parser.add_argument("--only", default="")
parser.add_argument("--flags", default="")
parser.add_argument("--library", default="")
for option in ("--update", "--show", "--same", "--idioms"):
    parser.add_argument(option, action="store_true")
options = parser.parse_args()
options.build = os.path.abspath(options.build)
main = {"raise": main_raise, "recognise": main_recognise, "run": main_run}[options.what]
sys.exit(bool(main(options)))
