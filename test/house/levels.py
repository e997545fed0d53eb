"""Checks that includes go down the levels only: a file of lib/ includes lower levels or its own folder.

    levels.py SOURCE_TREE      checks the tree; prints file:line: message for each violation
    levels.py --self-test      checks that the check bites

What headers do not show, symbols.py checks.
"""
import os
import re
import sys

# The table of the design. A folder that is not in it is an error, so that new folders get a level.
LEVELS = {
    "base": 0,
    "size": 1,
    "graph": 2, "egraph": 2, "loops": 2, "residency": 2, "pat": 2, "frontend": 2,
    "mlir": 3, "automata": 3, "array": 3, "affine": 3, "pypm": 3, "access": 3, "rise": 3,
    "match": 4, "raise": 4, "pfa": 4,
    "cover": 5, "tensor": 5, "tensorize": 5,
    "build": 6, "rewrite": 6,
    "verify": 7,
}
# runtime/ is linked into users' programs: it includes nothing of SMR but itself, and nobody includes it.
APART = {"runtime"}
# Only these folders may use MLIR; the ones above level 3 through its C API as well.
MAY_USE_MLIR = {"mlir", "tensor", "tensorize", "rewrite", "build", "verify"}

# Inside lib/mlir the folders have levels of their own: who reads MLIR and who edits it do not see each other, and each step
# of an edit sees only the ones before it. The longest matching path counts.
MLIR_LEVELS = {
    "mlir/name": 0, "mlir/handlers.def": 0,
    "mlir/describe": 1, "mlir/host": 1,
    "mlir/import": 2,
    "mlir/splice/splice.h": 2, "mlir/splice/code": 3, "mlir/splice/value": 4, "mlir/splice/plan": 5, "mlir/splice/edit": 6,
}
MLIR_APART = ("mlir/import", "mlir/splice")

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')


def mlir_part(path):
    """The entry of MLIR_LEVELS that a path of lib/ belongs to, or None."""
    return max((part for part in MLIR_LEVELS if path.startswith(part)), key=len, default=None)


def check_mlir(file, path):
    """The complaint about a file of lib/mlir including another one (both as paths in lib/), or None."""
    here, there = mlir_part(file), mlir_part(path)
    if not here or not there:
        return f'{file if not here else path} has no level; give it one in test/house/levels.py'
    sides = {side for part in (here, there) for side in MLIR_APART if part.startswith(side)}
    if here == there or (MLIR_LEVELS[there] < MLIR_LEVELS[here] and len(sides) < 2):
        return None
    return f'{here} (level {MLIR_LEVELS[here]}) must not include {there} (level {MLIR_LEVELS[there]}): "{path}"'


def check_include(folder, path, exists):
    """The complaint about lib/<folder>/… including `path`, or None."""
    target = path.split("/")[0] if "/" in path else None
    if path == "llvm/Config/llvm-config.h":
        return None  # LLVM's version, as plain macros
    if path.startswith(("mlir/", "llvm/", "llvm-c/", "flang/")) and not exists(path):
        return f'"{path}" is C++ or LLVM: it belongs in capi/'
    if path.startswith("capi/") and not path.startswith(("capi/shim/", "capi/llvm/")):
        return f'lib/{folder} may use of capi/ only shim/ and llvm/ ("{path}")'
    if path.startswith("mlir-c/") or path.startswith("capi/"):
        if folder not in MAY_USE_MLIR:
            return f'lib/{folder} must not use MLIR ("{path}")'
        return None
    if path.startswith(("passes/", "tools/")):
        return f'lib/{folder} must not include what stands above lib ("{path}")'
    if target is None or not (target in LEVELS or target in APART) or not exists(path):
        return None  # a system header, or a file beside this one
    if target == folder:
        return None
    if folder in APART or target in APART:
        return f'lib/{folder} must not include lib/{target} ("{path}"): runtime stands apart'
    if LEVELS[target] >= LEVELS[folder]:
        return (f'lib/{folder} (level {LEVELS[folder]}) must not include lib/{target} '
                f'(level {LEVELS[target]}): "{path}"')
    return None


# C++ that SMR compiles, or that builds a compiler for it, is no part of SMR.
SUBJECTS = ("test/c/", "test/clang-driver/", "test/cir/", "test/rewrite/Inputs/", "tools/bench/", "tools/demo/", "tools/clang-cir/")


def check_tree(root):
    lib = os.path.join(root, "lib")
    complaints = [f"{lib}/{folder}: has a level in test/house/levels.py, but is no folder"
                  for folder in [*LEVELS, *APART] if not os.path.isdir(os.path.join(lib, folder))]
    with open(os.path.join(root, "manual", "house.md"), encoding="utf-8") as text:
        told = {room: level for level, room in re.findall(r"^\| (\w+) \| \[\w+\]\(\.\./lib/(\w+)\)", text.read(), re.M)}
    meant = {room: str(level) for room, level in LEVELS.items()} | {room: "apart" for room in APART}
    complaints += [f"{root}/manual/house.md: {room} is told as of level {told.get(room)}, and is of {meant.get(room)}"
                   for room in sorted(told.keys() | meant.keys()) if told.get(room) != meant.get(room)]
    for folder in ("lib", "passes", "tools", "test"):
        for here, _, names in sorted(os.walk(os.path.join(root, folder))):
            if (os.path.relpath(here, root) + "/").startswith(SUBJECTS):
                continue
            complaints += [f"{here}/{name}: C++ lives in capi/ alone" for name in sorted(names)
                           if name.endswith((".cpp", ".cc", ".hpp"))]
    for folder in sorted(os.listdir(lib)):
        top = os.path.join(lib, folder)
        if not os.path.isdir(top):
            continue
        if folder not in LEVELS and folder not in APART:
            complaints.append(f"{top}: the folder has no level; give it one in test/house/levels.py")
            continue
        for here, _, names in sorted(os.walk(top)):
            for name in sorted(names):
                file = os.path.join(here, name)
                if not name.endswith((".c", ".h", ".def", ".inc")):
                    continue
                with open(file, encoding="utf-8") as text:
                    for number, line in enumerate(text, 1):
                        match = INCLUDE.match(line)
                        if not match:
                            continue
                        exists = lambda path: os.path.exists(os.path.join(lib, path))
                        complaint = check_include(folder, match.group(1), exists)
                        if not complaint and folder == "mlir" and match.group(1).startswith("mlir/"):
                            complaint = check_mlir(os.path.relpath(file, lib).replace(os.sep, "/"), match.group(1))
                        if complaint:
                            complaints.append(f"{file}:{number}: {complaint}")
    return complaints


def self_test():
    everything = lambda path: True
    nothing = lambda path: False
    good = [("graph", "base/vec.h"), ("graph", "graph/graph.h"), ("match", "automata/cdg.h"), ("pfa", "stdio.h"),
            ("mlir", "mlir-c/IR.h"), ("mlir", "mlir/import/import.h"), ("rewrite", "match/report.h"), ("base", "vec.h")]
    bad = [("base", "graph/graph.h"), ("graph", "pat/pat.h"), ("automata", "array/array.h"),
           ("match", "rewrite/rewrite.h"), ("graph", "mlir-c/IR.h"), ("runtime", "base/vec.h"),
           ("match", "runtime/rt.h"), ("graph", "capi/shim/shim.h"), ("rewrite", "capi/smr.h"), ("rewrite", "passes/passes.h")]
    wrong = [f"{item}: refused" for item in good if check_include(*item, everything)]
    wrong += [f"{item}: accepted" for item in bad if not check_include(*item, everything)]
    code, value, edit = "mlir/splice/code/loop.c", "mlir/splice/value/value.h", "mlir/splice/edit/call.c"
    wrong += [f"{item}: refused" for item in [(edit, value), (code, "mlir/host/host.h"), ("mlir/import/type.c", "mlir/describe.h"),
                                              (code, "mlir/splice/splice.h"), (code, "mlir/splice/code/code.h")]
              if check_mlir(*item)]
    wrong += [f"{item}: accepted" for item in [(code, value), (value, "mlir/splice/plan/plan.h"), (edit, "mlir/import/import.h"),
                                               ("mlir/host/cir.c", "mlir/describe.h"), ("mlir/import/cir.c", "mlir/splice/splice.h"),
                                               ("mlir/describe.c", "mlir/import/internal.h"), (code, "mlir/new/new.h")]
              if not check_mlir(*item)]
    if not check_include("mlir", "mlir/IR/Operation.h", nothing):
        wrong.append("C++ MLIR header accepted")
    return wrong


if __name__ == "__main__":
    problems = self_test() if sys.argv[1] == "--self-test" else check_tree(sys.argv[1])
    print("\n".join(problems))
    sys.exit(bool(problems))
