"""Markdown is readable in a terminal, and each room says what it is.

    markdown.py SOURCE_TREE      every Markdown line outside of code fences has at most 120 columns; every folder of lib/,
                                 of lib/mlir and lib/graph (and passes/, capi/) has a README.md that begins with a title
                                 and five lines: what lives here, what it may use, its invariant, its oracle, where to
                                 start
    markdown.py --self-test      checks that the check bites
"""
import os
import re
import sys

COLUMNS = 120
FIVE = ["**Lives here:**", "**May use:**", "**Invariant:**", "**Oracle:**", "**Start with:**"]


def lines_too_long(text):
    """[(number, columns)] of the lines that are too long; what stands in fences is exact output."""
    result, fenced = [], False
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(r"\s*(```|~~~)", line):
            fenced = not fenced
        elif not fenced and len(line) > COLUMNS:
            result.append((number, len(line)))
    return result


def five_lines(text):
    """The complaint about a room's README, or None."""
    lines = text.split("\n")
    if not lines[0].startswith("# "):
        return "begins with no title"
    items = [line[2:] for line in text.split("\n\n")[0].split("\n")[1:] if line.startswith("- ")]
    if len(items) != 5 or not all(item.startswith(head) for item, head in zip(items, FIVE)):
        return "does not begin with the five lines: " + ", ".join(head.strip("*:").lower() for head in FIVE)
    return None


def rooms(root):
    for folder in ("lib", "lib/mlir", "lib/graph"):
        for name in sorted(os.listdir(os.path.join(root, folder))):
            if os.path.isdir(os.path.join(root, folder, name)):
                yield os.path.join(root, folder, name)
    yield os.path.join(root, "capi")
    yield os.path.join(root, "passes")


def check_tree(root):
    complaints = []
    for here, folders, names in os.walk(root):
        folders[:] = sorted(folder for folder in folders if not folder.startswith((".", "build")))
        for name in sorted(names):
            if name.endswith(".md"):
                with open(os.path.join(here, name), encoding="utf-8") as file:
                    complaints += [f"{here}/{name}:{number}: {columns} columns, more than {COLUMNS}"
                                   for number, columns in lines_too_long(file.read())]
    for room in rooms(root):
        readme = os.path.join(room, "README.md")
        if not os.path.exists(readme):
            complaints.append(f"{room}: no README.md")
            continue
        with open(readme, encoding="utf-8") as file:
            complaint = five_lines(file.read())
        if complaint:
            complaints.append(f"{readme}: {complaint}")
    return complaints


def self_test():
    good = "# x: y\n" + "\n".join(f"- {head} z\n  and more" for head in FIVE) + "\n\nMore.\n"
    wrong = []
    if five_lines(good):
        wrong.append("good README refused")
    wrong += [f"accepted: {bad}" for bad in (good.replace("Oracle", "oracle"), good[2:], good.replace("\n\n", "\n- six\n\n"))
              if not five_lines(bad)]
    long = "a" * 121
    if lines_too_long(f"```\n{long}\n```\n{long}\n") != [(4, 121)]:
        wrong.append("long lines")
    return wrong


problems = self_test() if sys.argv[1] == "--self-test" else check_tree(sys.argv[1])
print("\n".join(problems))
sys.exit(bool(problems))
