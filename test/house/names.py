"""Each public name is declared in one header: types, constants, functions and macros of lib, capi and passes.

    names.py SOURCE_TREE      prints each name that two headers declare
    names.py --self-test      checks that the check bites
"""
import collections
import os
import re
import sys

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
PATTERNS = [re.compile(pattern, re.M | re.S) for pattern in (
    r"^#[ \t]*define[ \t]+(\w+)",
    r"^(?!typedef|#|\}|return|else|static)[a-zA-Z_][\w \t*]*?\b\**(\w+)\([^;{}]*\)[^;{}()]*;",  # a prototype
    r"^typedef[^;{}]*?\b(\w+)(?:\[\w*\])?;",
    r"^typedef[^;{}()]*\(\*(\w+)\)\(",
    r"^typedef (?:struct|union|enum)[^;{}]*\{.*?^\} (\w+);",
)]
UNDEF = re.compile(r"^#[ \t]*undef[ \t]+(\w+)", re.M)
MANY = re.compile(r"^typedef (?:unsigned|int|u?int\d+_t) ((?:\w+, )+\w+);", re.M)
ENUM = re.compile(r"enum[^;{}]*\{([^}]*)\}", re.S)


def declared(text):
    """The names that a header declares at its top level. (X-macros make the others, each from one table.)"""
    text = COMMENT.sub("", text)
    names = {name for pattern in PATTERNS for name in pattern.findall(text)} - set(UNDEF.findall(text))
    names |= {name for group in MANY.findall(text) for name in group.split(", ")}
    for body in ENUM.findall(text):
        names |= set(re.findall(r"(?:^|,)\s*([A-Z]\w+)\s*(?=[,=]|$)", body))
    return {name for name in names if name != "X" and not name.endswith("_H")}


def twice(texts):
    """A line for each name that more than one of the headers declares."""
    found = collections.defaultdict(list)
    for path, text in sorted(texts.items()):
        for name in declared(text):
            found[name].append(path)
    return [f"{name}: declared in {' and in '.join(paths)}" for name, paths in sorted(found.items()) if len(paths) > 1]


def check_tree(root):
    texts = {}
    for folder in ("lib", "capi", "passes"):
        for here, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                if name.endswith(".h"):
                    path = os.path.join(here, name)
                    with open(path, encoding="utf-8") as file:
                        texts[os.path.relpath(path, root)] = file.read()
    if sum(len(declared(text)) for text in texts.values()) < 3000:
        return ["hardly any names found"]
    return twice(texts)


def self_test():
    a = "typedef uint32_t SmrOp, SmrValue;\nvoid smr_f(int x,\n  int y);\n#define SMR_A 1\ntypedef enum { SMR_X, SMR_Y = 2 } SmrE;\n"
    b = "typedef uint32_t SmrValue;\nSmrE *smr_f(void); // smr_g(void);\n#define SMR_B\ntypedef enum {\n  SMR_Y,\n  SMR_Z\n} SmrF;\n"
    told = [line.split(":")[0] for line in twice({"a.h": a, "b.h": b})]
    return [] if told == ["SMR_Y", "SmrValue", "smr_f"] else [f"told: {told}"]


problems = self_test() if sys.argv[1] == "--self-test" else check_tree(sys.argv[1])
print("\n".join(problems))
sys.exit(bool(problems))
