"""same_loops.py PLAIN SMR: each innermost loop that a compiler made of a function is also in what it made of it with SMR.

Both files are assembly of clang or flang for x86-64. Operands are compared by their kind, reloads are left out, and the order of
instructions does not count: the loops that stay after a guard have other registers free than in a function of their own.
"""
import collections
import re
import sys

LABEL = re.compile(r"^(\.LBB\d+_\d+):")
JUMP = re.compile(r"^\tj\w+\t(\.LBB\d+_\d+)")
WORDS = [(re.compile(pattern), name) for pattern, name in (
    (r"#.*", ""), (r"%([xyz])mm\d+", r"%\1mm"), (r"%k\d", "%k"), (r"[-.\w]*\([^)]*\)", "memory"),
    (r"%[er]?(?:[abcd][xl]|[sd]il?|bpl?|spl?)\b|%r\d+[dwb]?", "%r"), (r"\$-?\w+", "$"), (r"\.LBB\d+_\d+", ".L"),
    (r"(?:add|sub|inc|dec)q\t.*", "step"))]


def functions(path):
    """{name: lines} of the functions in the file."""
    found, name = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            start = re.match(r"^([A-Za-z_]\w*):", line)
            if start:
                name = start[1]
                found[name] = []
            elif line.startswith(".Lfunc_end"):
                name = None
            elif name:
                found[name].append(line.rstrip("\n"))
    return found


def plain(line):
    if "-byte Reload" in line or "-byte Spill" in line:
        return ""
    for pattern, name in WORDS:
        line = pattern.sub(name, line)
    return line.strip()


def innermost(lines):
    """The innermost loops of a function, each as its instructions in alphabetical order: from its label to the last jump back to it."""
    loops = []
    label = None
    for at, line in enumerate(lines):
        begin = LABEL.match(line)
        if begin:
            label, first = begin[1], at
        jump = JUMP.match(line)
        if label and jump and jump[1] == label:
            loops.append((first, at))
    return [tuple(sorted(text for text in map(plain, lines[first:last + 1])
                         if text and not text.startswith(".") and not text.endswith(":")))
            for first, last in loops]


def main():
    expected, got = map(functions, sys.argv[1:3])
    lost = compared = 0
    for name, lines in expected.items():
        have = collections.Counter(innermost(got.get(name, [])))
        for loop in innermost(lines):
            compared += 1
            if not have[loop]:
                lost += 1
                print(f"{name}: not among the loops of {sys.argv[2]}:", *loop, sep="\n    ")
    print(f"{compared} innermost loops, {lost} lost")
    sys.exit(lost > 0 or not compared)


if __name__ == "__main__":
    main()
