"""Checks the editors' files against the grammar's own tables.

    editors.py SOURCE_TREE

Every word of SMR_PAT_WORDS and SMR_PAT_LANGUAGES (lib/pat/pat.h), and every word that the parser asks for, stands in both
grammars; the JSON is JSON, its patterns compile and its includes exist; and the TextMate grammar, run on every shipped pattern
file, leaves no block open and finds each pair's two blocks.
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(sys.argv[1]).resolve()
editors = root / "tools" / "editors"
failures = []


def require(holds, text):
    if not holds:
        failures.append(text)


def table(name):
    text = (root / "lib/pat/pat.h").read_text()
    body = re.search(rf"#define {name}\(.*?\)\s*\\\n((?:.*\\\n)*.*\n)", text).group(1)
    return re.findall(r'"([a-z0-9]+)"', body)


words, languages = table("SMR_PAT_WORDS"), table("SMR_PAT_LANGUAGES")
require(len(words) > 15 and len(languages) > 8, "the tables of pat.h are not what they were")

# What the parser compares with is in the table.
asked = set()
for file in (root / "lib/pat").glob("*.c"):
    asked |= set(re.findall(r'(?:at|accept)_word\(&?\w+, "([a-z]+)"\)', file.read_text()))
require(asked and asked <= set(words), f"words of the parser that are in no table: {sorted(asked - set(words))}")

# Every word is in both grammars.
grammar = json.loads((editors / "vscode/syntaxes/pat.tmLanguage.json").read_text())
vim = (editors / "vim/syntax/pat.vim").read_text()


def patterns(node):
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("match", "begin", "end"):
                yield value
            else:
                yield from patterns(value)
    elif isinstance(node, list):
        for value in node:
            yield from patterns(value)


def has(text, word):
    return re.search(rf"(?<![a-z0-9_]){word}(?![a-z0-9_])", text)


everything = " ".join(patterns(grammar)).replace("\\b", " ").replace("\\s", " ")
for word in words + languages:
    require(has(everything, word), f"'{word}' is not in pat.tmLanguage.json")
    require(has(vim, word), f"'{word}' is not in pat.vim")


# The patterns mean something to an engine, and what is included exists.
def check(node):
    if isinstance(node, dict):
        for key in ("match", "begin", "end"):
            if key in node:
                re.compile(node[key])
        require(("begin" in node) == ("end" in node), f"begin and end are a couple: {node}")
        name = node.get("include", "#")
        require(not name.startswith("#") or name == "#" or name[1:] in grammar["repository"], f"no {name}")
        for value in node.values():
            check(value)
    elif isinstance(node, list):
        for value in node:
            check(value)


check(grammar)
package = json.loads((editors / "vscode/package.json").read_text())
for entry in package["contributes"]["grammars"] + package["contributes"]["languages"]:
    path = entry.get("path", entry.get("configuration"))
    require((editors / "vscode" / path).is_file(), f"package.json names {path}, which is not there")
require(package["contributes"]["grammars"][0]["scopeName"] == grammar["scopeName"], "two scope names")
json.loads((editors / "vscode/language-configuration.json").read_text())

# A small engine of TextMate grammars: the leftmost pattern on the line wins, of equal ones the first. Of the languages inside
# it knows comments and strings.
literal = {"begin": '"', "end": r'"|$', "patterns": [{"match": r"\\."}]}
foreign = {
    "source.c": [{"begin": r"/\*", "end": r"\*/"}, {"match": "//.*$"}, literal, {"match": r"'(\\.|[^'\\])'"}],
    "source.fortran.free": [{"match": "!.*$"}, {"begin": "'", "end": "'|$"}, {"begin": '"', "end": '"|$'}],
    "source.mlir": [{"match": "//.*$"}, literal],
}
compiled = {}


def find(pattern, line, at):
    if pattern not in compiled:
        compiled[pattern] = re.compile(pattern)
    return compiled[pattern].search(line, at)


def rules(nodes):
    for node in nodes:
        name = node.get("include")
        if not name:
            yield from [node] if "match" in node or "begin" in node else rules(node["patterns"])
        elif name.startswith("#"):
            yield from rules([grammar["repository"][name[1:]]])
        else:
            yield from foreign[name]


def run(text):
    """The stack that is left, and how many blocks of code were seen in each language."""
    stack, seen = [], {}
    for line in text.split("\n"):
        at = 0
        while True:
            inner = stack[-1] if stack else grammar
            best, rule = None, None
            if stack:
                best = find(inner["end"], line, at)
            for candidate in rules(inner.get("patterns", [])):
                hit = find(candidate.get("match", candidate.get("begin")), line, at)
                if hit and (not best or hit.start() < best.start()):
                    best, rule = hit, candidate
            if not best:
                break
            if rule is None:
                stack.pop()
            elif "begin" in rule:
                stack.append(rule)
                name = rule.get("contentName")
                seen[name] = seen.get(name, 0) + 1 if name else 0
            if best.end() == at and rule is not None and "begin" not in rule:
                at += 1
            at = best.end() if best.end() > at else at
            if at > len(line):
                break
    return stack, seen


for file in sorted((root / "pat").glob("*.pat")):
    text = file.read_text()
    stack, seen = run(text)
    blocks = sum(count for name, count in seen.items() if name and name.startswith("meta.embedded"))
    pairs, references = len(re.findall(r"(?m)^\} = (?:[A-Za-z]+ )?\{", text)), len(re.findall(r'(?m)^\} = "', text))
    require(all(rule.get("contentName") is None for rule in stack), f"{file.name}: a block is never closed")
    require(len(stack) <= 1, f"{file.name}: {len(stack)} rules are open at the end")
    require(pairs and blocks == 2 * pairs + references, f"{file.name}: {blocks} blocks in {pairs} pairs")

sample = """for T in float, double; P in s, d
C { /* } */ void f(void) { g("}"); } } = Fortran { subroutine f ! }
end } when (n > 3, type(x) == ${T}) name "${P}{" optional a = 1
MLIR { // }
} = { }
"""
stack, seen = run(sample)
require(seen.get("meta.embedded.block.c") == 1 and seen.get("meta.embedded.block.fortran") == 1, f"sample: {seen}")
require(seen.get("meta.embedded.block.mlir") == 2, f"sample: {seen}")

# Vim itself, where it is: what stands at a place of the sample has the group that it should have.
SAMPLE = """for T in float, double // types
C {
  void f(int n, ${T} *x) {
    for (int i = 0; i < n; i++) { x[i] = 0; } // }
  }
} = {
  #include <math.h>
  void f(int n, ${T} *x) { x[n] = 0; }
} when (n > 3) name "f" optional a = 1
Fortran {
  subroutine s(n)
  end subroutine
} = body {
  call t(n)
}
fp exact
"""
GROUPS = {
    (1, 1): "patForWord", (2, 1): "patLanguage", (3, 3): "cType", (3, 18): "patVariable", (4, 10): "cType", (6, 3): "patEqualC",
    (7, 4): "cInclude", (9, 3): "patKeyword", (9, 9): "patCondition", (9, 16): "patKeyword", (9, 25): "patKeyword",
    (10, 1): "patLanguage", (11, 4): "fortranUnitHeader", (13, 5): "patEqualFortran", (14, 3): "fortranCall",
    (16, 1): "patKeyword", (16, 4): "patChoice",
}
if shutil.which("vim") and list(Path("/usr/share/vim").glob("vim*/syntax/fortran.vim")):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "x.pat").write_text(SAMPLE)
        asked = ", ".join(f"synIDattr(synID({line}, {column}, 1), 'name')" for line, column in GROUPS)
        Path(folder, "x.vim").write_text(
            f"set nocompatible\nset rtp^={editors}/vim\nsyntax on\nedit {folder}/x.pat\nset ft=pat\n"
            f"call writefile([{asked}], '{folder}/out')\nqa!\n"
        )
        subprocess.run(["vim", "-es", "-u", f"{folder}/x.vim"], timeout=60, stdin=subprocess.DEVNULL, check=False)
        found = Path(folder, "out").read_text().split("\n")
        for (place, wanted), group in zip(GROUPS.items(), found):
            require(group == wanted, f"vim has {group or 'nothing'} at {place}, not {wanted}")

for text in failures:
    print(text)
sys.exit(bool(failures))
