"""A rule's id stands in the name of its test, so that who reads the one finds the other.

    rules.py SOURCE_TREE      the rules of legality (L1 … in lib/match/legality.h) and of normalising (N-LOOP … in
                              lib/graph/normalize/README.md): each is part of the name of a test's function (L3_trips) or
                              file (loop-while.smr, L2-behind.f90)
    rules.py --self-test      checks that the check bites
"""
import os
import re
import sys


def rules(legality, normalize):
    ids = re.findall(r"^//  (L\d+) \w", legality, re.M)
    return ids + sorted(set(re.findall(r"\bN-[A-Z]+\b", normalize)))


def missing(ids, functions, files):
    """The ids that no test's name has."""
    names = [part for name in functions + files for part in re.split(r"[^a-z0-9]+", name.lower())]
    return [rule for rule in ids if rule.lower().removeprefix("n-") not in names
            and rule.lower().removeprefix("n-") + "d" not in names]  # cse-assumed.smr


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def check_tree(root):
    functions, files = [], []
    for room in ("match", "graph", "automata", "rewrite"):
        for here, _, names in os.walk(os.path.join(root, "test", room)):
            files += names
            for name in names:
                if name.endswith(".c"):
                    functions += re.findall(r"cmocka_unit_test\w*\((\w+)", read(here, name))
    ids = rules(read(root, "lib/match/legality.h"), read(root, "lib/graph/normalize/README.md"))
    if len(ids) < 15:
        return [f"only {len(ids)} rules found"]
    return [f"{rule}: no test has it in its name" for rule in missing(ids, functions, files)]


def self_test():
    ids = rules("//  L1 alias: x\n//  L2 moves: y\n", "- N-LOOP. Loops.\n")
    wrong = [] if ids == ["L1", "L2", "N-LOOP"] else [f"ids: {ids}"]
    if missing(ids, ["L1_alias"], ["loop-x.smr", "L2-y.f90"]) or missing(ids, ["L11_x"], ["loops.smr"]) != ids:
        wrong.append("missing")
    return wrong


problems = self_test() if sys.argv[1] == "--self-test" else check_tree(sys.argv[1])
print("\n".join(problems))
sys.exit(bool(problems))
