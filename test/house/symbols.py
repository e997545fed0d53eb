"""Checks that calls go down the levels only, by the symbols of the object files, whatever the headers say.

    symbols.py SOURCE_TREE BUILD_TREE NM      prints a message for each violation
    symbols.py --self-test                    checks that the check bites

Levels are those of levels.py. Of capi/, rooms that may use MLIR may call shim/ and llvm/, which call level 3 (lib/mlir) at
most. A circle is a set of files that all call, or include, each other, however indirectly: one has at most four files, of
one room.
A function that only its own file uses is static; one that nobody uses is dead.
"""
import collections
import os
import re
import subprocess
import sys

from levels import INCLUDE, LEVELS, MAY_USE_MLIR

MOST = 4
# Larger circles, named by a file: how many files they have, and why.
LARGER = {
    "lib/runtime/gpu/device.c": (11, "whoever needs memory sends other arrays back, and waits for their calls"),
}


def room(file):
    return file.split("/")[1] if file.startswith("lib/") else os.path.dirname(file)


def check_call(file, symbol, target):
    """The complaint about `file` using `symbol`, which `target` defines, or None."""
    here, there = room(file), room(target)
    shim = ("capi/shim", "capi/llvm")
    if here == there or here not in LEVELS and here not in shim:
        return None
    if there in LEVELS:
        level = LEVELS["mlir"] + 1 if here in shim else LEVELS[here]
        return None if LEVELS[there] < level else f"{file} (level {level}) uses {symbol} of {target} (level {LEVELS[there]})"
    return None if there in shim and (here in MAY_USE_MLIR or here in shim) else f"{file} uses {symbol} of {target}"


def circles(calls):
    """Tarjan's strongly connected components of {file: files}, those with more than one file."""
    index, low, stack, found = {}, {}, [], []

    def visit(file):
        index[file] = low[file] = len(index)
        stack.append(file)
        for other in sorted(calls.get(file, ())):
            if other not in index:
                visit(other)
                low[file] = min(low[file], low[other])
            elif other in stack:
                low[file] = min(low[file], index[other])
        if low[file] == index[file]:
            at = stack.index(file)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for file in sorted(calls):
        if file not in index:
            visit(file)
    return found


def check_circle(files):
    rooms = sorted({room(file) for file in files})
    if len(rooms) > 1:
        return f"a circle of files in several rooms: {' '.join(files)}"
    known = [LARGER[file][0] for file in files if file in LARGER]
    if len(files) <= (known[0] if known else MOST):
        return None
    return f"a circle of {len(files)} files, at most {known[0] if known else MOST}: {' '.join(files)}"


# Used by programs of tools/bench, which the build does not compile.
BENCH = {"smr_array_lower_results"}


def check_unused(uses, defines):
    used = BENCH.union(*uses.values())
    return [f"{file}: {symbol} is used nowhere else" for symbol, file in sorted(defines.items())
            if symbol not in used and room(file) in LEVELS]


def check(uses, defines, includes={}):
    """Complaints about {file: symbols}, with {symbol: file} and {file: files}."""
    calls = {file: {defines[symbol] for symbol in symbols if symbol in defines} - {file} for file, symbols in uses.items()
             if "/unity_" not in file}  # (several files: their calls say nothing of circles)
    calls.update(includes)
    complaints = [check_call(file, symbol, defines[symbol])
                  for file, symbols in sorted(uses.items()) for symbol in sorted(symbols) if symbol in defines]
    return [text for text in [*complaints, *map(check_circle, circles(calls))] if text]


def read(source, build, nm):
    """What all objects use, and those of lib/, capi/ and passes/ define. (Objects of files that are gone may be left in the
    tree.)"""
    objects = {}
    for here, _, names in os.walk(build):
        match = re.search(r"/(lib|capi|passes|tools|test)/CMakeFiles/[a-z_-]+\.dir(/.*)?$", here)
        for name in names if match and "/__" not in here else ():
            several = here.endswith("/Unity")  # files of a room that are compiled as one
            file = match.group(1) + (match.group(2) or "").removesuffix("/Unity") + "/" + name.removesuffix(".o")
            if name.endswith(".o") and (several or os.path.exists(os.path.join(source, file))):
                objects[os.path.join(here, name)] = file
    uses, defines = collections.defaultdict(set), {}
    command = [nm, "--print-file-name", "--extern-only", "--format=posix", *sorted(objects)]
    for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
        path, symbol, kind = re.match(r"(.*): (\S+) (\w)", line).groups()
        if kind == "U":
            uses[objects[path]].add(symbol)
        elif kind not in "wWvV" and not objects[path].startswith(("tools/", "test/")):
            defines[symbol] = objects[path]
    return uses, defines, read_includes(source)


def read_includes(source):
    """Of the headers of lib/ alone: nothing includes what calls."""
    includes = {}
    for here, _, names in os.walk(os.path.join(source, "lib")):
        for name in names:
            if name.endswith(".h"):
                with open(os.path.join(here, name), encoding="utf-8") as text:
                    found = ["lib/" + match.group(1) for match in map(INCLUDE.match, text) if match]
                includes[os.path.relpath(os.path.join(here, name), source)] = set(found)
    return includes


def check_tree(source, build, nm):
    uses, defines, includes = read(source, build, nm)
    return check(uses, defines, includes) + check_unused(uses, defines)


def self_test():
    good = [("lib/graph/a.c", "lib/base/b.c"), ("lib/build/a.c", "capi/shim/b.cpp"), ("capi/shim/a.cpp", "lib/mlir/b.c"),
            ("capi/a.cpp", "lib/verify/b.c"), ("lib/graph/a.c", "lib/graph/b.c")]
    bad = [("lib/graph/a.c", "lib/mlir/b.c"), ("lib/rewrite/a.c", "lib/build/b.c"), ("lib/match/a.c", "lib/verify/b.c"),
           ("lib/graph/a.c", "capi/shim/b.cpp"), ("lib/build/a.c", "capi/b.cpp"), ("capi/llvm/a.cpp", "lib/match/b.c")]
    wrong = [f"{a} calls {b}: refused" for a, b in good if check({a: {"f"}}, {"f": b})]
    wrong += [f"{a} calls {b}: accepted" for a, b in bad if not check({a: {"f"}}, {"f": b})]
    if check_unused({"lib/graph/a.c": {"f"}}, {"f": "lib/base/b.c", "g": "lib/base/b.c", "h": "lib/runtime/c.c"}) != \
            ["lib/base/b.c: g is used nowhere else"]:
        wrong.append("unused")
    ring = lambda count: ({f"lib/base/{k}.c": {f"f{(k + 1) % count}"} for k in range(count)},
                          {f"f{k}": f"lib/base/{k}.c" for k in range(count)})
    wrong += [f"a circle of {count}: {len(check(*ring(count)))} complaints" for count in range(2, 7)
              if bool(check(*ring(count))) != (count > MOST)]
    if not check({}, {}, {"lib/pfa/a.h": {"lib/match/b.h"}, "lib/match/b.h": {"lib/pfa/a.h"}}):
        wrong.append("headers of two rooms that include each other: accepted")
    return wrong


problems = self_test() if sys.argv[1] == "--self-test" else check_tree(*sys.argv[1:4])
print("\n".join(problems))
sys.exit(bool(problems))
