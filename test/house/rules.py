"""Each rule has one definition, and the rules of legality (L), of normalising (N-) and of pypm (C) are named in tests.

    rules.py SOURCE_TREE      reads all headers and room READMEs of lib/. An id is defined by a line of a header's comment
                              (`//  L1 alias: …`) or of a README (`- **C3** …`, `- N-LOOP. …`), and only once. A test's
                              function (L3_trips) or file (loop-while.graph, L2-behind.f90) has it in its name, so that a
                              reader of one finds the other. (Invariants, such as E1, are in their checkers' messages.)
    rules.py --self-test      checks that the check bites
"""
import collections
import os
import re
import sys

NAMED = re.compile(r"L\d|N-|C\d")
HEADER = re.compile(r"^// {2,3}([A-Z]{1,3}\d+) [a-z`0-9]", re.M)
README = re.compile(r"^- (?:\*\*)?((?:[A-Z]{1,3}\d+(?:, )?)+|[A-Z]-[A-Z]+)(?:\*\*|[. ])", re.M)


def definitions(texts):
    """The ids that texts, by path, define: to the paths, one for each definition."""
    found = collections.defaultdict(list)
    for path, text in texts.items():
        for ids in (README if path.endswith(".md") else HEADER).findall(text):
            for rule in ids.split(", "):
                found[rule].append(path)
    return found


def missing(ids, functions, files):
    """The ids that no test's name has."""
    names = {part for name in functions + files for part in re.split(r"[^a-z0-9]+", name.lower().replace("_", "-"))}
    return [rule for rule in ids if rule.lower().removeprefix("n-") not in names
            and rule.lower().removeprefix("n-") + "d" not in names]  # cse-assumed.graph


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def files_below(*parts):
    return [os.path.join(here, name) for here, _, names in os.walk(os.path.join(*parts)) for name in sorted(names)]


def check_tree(root):
    found = definitions({os.path.relpath(path, root): read(path) for path in files_below(root, "lib")
                         if path.endswith(".h") or path.endswith("README.md")})
    if len(found) < 60:
        return [f"only {len(found)} rules found"]
    tests = files_below(root, "test")
    functions = [name for path in tests if path.endswith(".c")
                 for name in re.findall(r"\bTEST(?:_\w+)?\((\w+)", read(path))]
    names = [os.path.basename(path) for path in tests]
    return [f"{rule}: defined in {' and in '.join(paths)}" for rule, paths in sorted(found.items()) if len(paths) > 1] + \
        [f"{rule}: no test has it in its name ({found[rule][0]})" for rule in missing(filter(NAMED.match, sorted(found)), functions, names)]


def self_test():
    found = definitions({"a.h": "//  L1 alias: x\n//  L2 moves: y\n", "README.md": "- N-LOOP. Loops.\n- **C1, C2** z\n",
                         "b.h": "//  L1 again\n/// L2 of y\n"})
    wrong = [] if found == {"L1": ["a.h", "b.h"], "L2": ["a.h"], "N-LOOP": ["README.md"], "C1": ["README.md"],
                            "C2": ["README.md"]} else [f"definitions: {dict(found)}"]
    if missing(["L1", "L2", "N-LOOP"], ["L1_alias"], ["loop-x.graph", "L2-y.f90"]) or missing(["L1"], ["L11_x"], []) != ["L1"]:
        wrong.append("missing")
    return wrong


problems = self_test() if sys.argv[1] == "--self-test" else check_tree(sys.argv[1])
print("\n".join(problems))
sys.exit(bool(problems))
