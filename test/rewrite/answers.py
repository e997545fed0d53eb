"""An answer for every loop nest, and not two.

  python3 answers.py [--build DIR] [--only TEXT] [--flags FLAGS] [FOLDER…]

Each C and Fortran program in the folders is compiled with a report. The outermost loops of each function as the graph
has them (build/test/graph-nests) are compared with it: each has a rewrite or an entry that says why not; where that
speaks of the whole nest it is the only one, and no loop has two. Prints what is wrong, and the figures. --spoil: the
report is changed before (what a test of this test does).
"""
import argparse
import collections
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools", "fuzz"))
from toolchain import some  # noqa: E402

Nest = collections.namedtuple("Nest", "line column last")


def programs(folders, only):
    for folder in folders:
        for name in sorted(os.listdir(folder)):
            if name.endswith((".c", ".f90")) and only in name:
                yield os.path.join(os.path.abspath(folder), name)


def first_graphs(dump):
    """Of each function the graph that was imported first: what was rewritten is imported again."""
    graphs = {}
    for graph in re.findall(r"(?ms)^func @.*?^\}$", dump):
        graphs.setdefault(re.match(r"func @(\S+)", graph).group(1), graph)
    return "\n".join(graphs.values()) + "\n"


def spoil(content, how):
    if how == "drop":
        content["rewrites"] = [entry for entry in content["rewrites"] if entry["function"] != "lu"]
    if how == "twice":
        content["missed"].append(content["missed"][-1])


def compile_program(build, path, flags, folder, how):
    """What the report says, by function, and the outermost loops, by function."""
    fortran = path.endswith(".f90")
    compiler = os.path.join(build, "bin", "smr-flang" if fortran else "smr-clang")
    report, graphs = os.path.join(folder, "r.json"), os.path.join(folder, "graphs.txt")
    if os.path.exists(report):
        os.remove(report)
    done = subprocess.run([compiler, "-O2", "-w", *([] if fortran else ["-fno-inline"]), "--smr-verbose", *flags,
                           f"--smr-report={report}", "-emit-llvm", "-c", path, "-o", "x.bc"], cwd=folder,
                          capture_output=True, text=True, timeout=600, check=False, env={**os.environ, "SMR_DUMP_GRAPH": "import"})
    if done.returncode:
        sys.exit(f"{path}: exit {done.returncode}\n{done.stderr[-2000:]}")
    with open(graphs, "w", encoding="utf-8") as stream:
        stream.write(first_graphs(done.stderr + done.stdout))
    nests, told = collections.defaultdict(list), collections.defaultdict(list)
    for line in subprocess.run([os.path.join(build, "test", "graph-nests"), graphs], capture_output=True, text=True,
                               check=True).stdout.splitlines():
        name, *numbers = line.split(" ")
        nests[plain_name(name)].append(Nest(*map(int, numbers)))
    with open(report, encoding="utf-8") as stream:
        content = json.load(stream)
    spoil(content, how)
    for kind in ("rewrites", "missed"):
        for entry in content[kind]:
            name = entry["function"].replace("main program", "main")
            told[name].append((entry["line"], entry["column"], kind, entry))
            told[name] += [(line, 0, kind, entry) for line in entry.get("loops", []) if line != entry["line"]]
    return nests, told


def plain_name(symbol):
    return re.sub(r"^_Q(M\w*P|F\w*P|P|Q)?", "", symbol) or "main"


def is_more(whole, inside):
    """What was refused, or kept from being an idiom, is larger than the rewrites in it: more could have been done."""
    return len(whole) == 1 and all(
        entry[2] == "rewrites" and entry[0] > whole[0][0] for entry in inside if entry is not whole[0])


def check(path, function, nests, entries, figures):
    wrong = []
    places = collections.Counter((nest.line, nest.column) for nest in nests)
    for nest in nests:
        inside = [entry for entry in entries if nest.line <= entry[0] <= nest.last]
        missed = [entry for entry in inside if entry[2] == "missed"]
        whole = [entry for entry in missed if entry[:2] == (nest.line, nest.column) or not nest.column]
        figures["rewritten" if len(missed) < len(inside) else "missed" if missed else "unanswered"] += 1
        if not inside:
            wrong.append("has no answer")
        elif whole and len(inside) > places[nest.line, nest.column] and not is_more(whole, inside):
            wrong.append("has answers beside that for the whole nest")
        elif len({entry[:2] for entry in missed}) < len(missed) and places[nest.line, nest.column] < 2:
            wrong.append("has a loop with two answers")
        else:
            continue
        print(f"{path}:{nest.line}: {function}: the nest {wrong[-1]}: "
              + "; ".join(f"{kind} {entry['idiom']} at {line}: {entry.get('reason', '')}"
                          for line, _, kind, entry in inside))
    return len(wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--only", default="")
    parser.add_argument("--flags", default="")
    parser.add_argument("--spoil", choices=["drop", "twice"])
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    figures, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for path in some(list(programs(options.folders, options.only))):
            nests, told = compile_program(options.build, path, shlex.split(options.flags), folder, options.spoil)
            for function, list_of in nests.items():
                wrong += check(path, function, list_of, told[function], figures)
    print(f"{sum(figures.values())} nests: {figures['rewritten']} rewritten, {figures['missed']} missed; {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
