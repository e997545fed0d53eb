"""Places of lib/ that can be mutated, found with clang's syntax trees, and the sources with all chosen mutants in them.

A mutant changes one expression. Both values are computed from operands that are evaluated once, so that a trace knows
where they differ. No mutant is in a macro, an assert, a constant expression, a case label or a static initialiser.
"""
import hashlib
import json
import re
import shlex
import subprocess

KINDS = ("comparison", "guard", "operands", "bound")
# Half of all mutants are here: what decides whether a rewrite is legal, and under which guards.
LEGALITY = re.compile(r"lib/(match|rewrite|affine|mlir/splice)/|lib/cover/check")
FLIPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
# Functions whose arguments may be swapped (strcmp and the like: if asked for equality).
SYMMETRIC = re.compile(r"strn?cmp|memcmp|smr_gcd|smr_xcalloc|smr_alias_bases|f(max|min)|__builtin_(add|mul)_overflow|"
                       r"smr_(poly|loops|sums|datum)_(add|mul|multiply)|(mlir|smr_)\w*[eE]qual")
LIMIT = re.compile(r"\b(SMR_([A-Z]+_)*)?(MOST|MAX|LEAST)_[A-Z_]+\b")  # arbitrary: one more or less is no fault
UNSEEN = re.compile(r"(free|destroy|dispose)$")  # functions whose faults are leaks: the sanitized tests' business
UNEVALUATED = {"UnaryExprOrTypeTraitExpr", "ConstantExpr", "StaticAssertDecl", "OffsetOfExpr", "EnumDecl", "RecordDecl"}


class Finder:
    """The places of one file. Offsets are bytes, so the text is read as Latin-1."""

    def __init__(self, name, text):
        self.name, self.text, self.places, self.function = name, text, [], ""

    def span(self, node):
        """(start, end) of a node that is spelled out in the file, else None."""
        begin, end = node["range"]["begin"], node["range"]["end"]
        macros = [place["expansionLoc"]["offset"] for place in (begin, end) if "expansionLoc" in place]
        begin, end = begin.get("expansionLoc", begin), end.get("expansionLoc", end)
        if "offset" not in begin or "offset" not in end or len(macros) == 2 and macros[0] == macros[1]:
            return None
        stop = end["offset"] + end["tokLen"]
        if macros and macros[-1] == end["offset"] and self.text[stop : stop + 1] == "(":
            return None  # the end of a macro's arguments is not known
        return begin["offset"], stop

    def source(self, node):
        """A node's text, also if it is one macro without arguments."""
        span, begin = self.span(node), node["range"]["begin"].get("expansionLoc")
        if not span and begin and self.text[begin["offset"] + begin["tokLen"]] != "(":
            span = (begin["offset"], begin["offset"] + begin["tokLen"])
        return span and self.text[slice(*span)]

    def add(self, kind, node, mutated, code):
        """code: the expression with $id for the mutant's number."""
        span = self.span(node)
        if not span:
            return
        original = self.text[slice(*span)]
        self.places.append({"kind": kind, "file": self.name, "function": self.function, "start": span[0], "end": span[1],
                            "line": self.text.count("\n", 0, span[0]) + 1, "original": " ".join(original.split()),
                            "mutated": " ".join(mutated.split()), "code": code})

    def condition(self, node, value):
        text = self.source(node)
        if text:
            self.add("guard", node, ["false", "true"][value],
                     f"({{ _Bool c$id = ({text}); SMR_MUTANT_ON($id, c$id != {value}) ? {value} : c$id; }})")

    def two(self, kind, node, left, right, original, mutated, differs=None):
        """original, mutated: the expression, of two operands. differs: where computing both would trap or act twice."""
        names, texts, types = ("l$id", "r$id"), [self.source(left), self.source(right)], [type_of(left), type_of(right)]
        if not all(types) or not all(texts) or texts[0] == texts[1] or all(text.startswith("sizeof ") for text in texts):
            return
        if "{" in texts[0] + texts[1]:
            return  # a compound literal would die with the statement expression
        first, second = original(*names), mutated(*names)
        self.add(kind, node, mutated(*texts),
                 f"({{ {types[0]} l$id = ({texts[0]}); {types[1]} r$id = ({texts[1]}); "
                 f"SMR_MUTANT_ON($id, {differs or f'({first}) != ({second})'}) ? {second} : {first}; }})")

    def binary(self, node, loop):
        op, (left, right) = node["opcode"], node["inner"]
        plain = lambda l, r: f"{l} {op} {r}"  # noqa: E731
        if op in ("<", "<=", ">", ">=") and loop and not is_real(left):
            more = chance(self.name, self.function, self.source(node))
            self.two("bound", node, left, right, plain, lambda l, r: f"{l} {op} {r} + 1" if more else f"{l} + 1 {op} {r}")
        elif op in ("==", "!=") or op in FLIPS and not LIMIT.search(self.source(node) or ""):
            self.two("comparison", node, left, right, plain, lambda l, r: f"{l} {FLIPS[op]} {r}")
        elif op in "-/" and type_of(left) == type_of(right) and "*" not in (type_of(left) or ""):
            self.two("operands", node, left, right, plain, lambda l, r: f"{r} {op} {l}", "l$id != r$id")
        elif op in ("&&", "||"):
            for operand in (left, right):
                if operand.get("opcode") != op:
                    self.condition(operand, int(op == "&&"))

    def call(self, node):
        """Two arguments of one type that are neighbours."""
        whole, (callee, *arguments) = self.span(node), node["inner"]
        if not whole or SYMMETRIC.fullmatch(self.source(callee) or ""):
            return
        for a, b in zip(arguments, arguments[1:]):
            spans = [self.span(a), self.span(b)]
            if type_of(a) != type_of(b) or not all(spans) or '"' in self.source(a) + self.source(b):
                continue
            (start, stop), (s0, e0), (s1, e1) = whole, *spans
            form = lambda x, y, s0=s0, e0=e0, s1=s1, e1=e1: (  # noqa: E731
                self.text[start:s0] + x + self.text[e0:s1] + y + self.text[e1:stop])
            self.two("operands", node, a, b, form, lambda x, y, form=form: form(y, x),
                     "__builtin_memcmp(&l$id, &r$id, sizeof l$id) != 0")

    def first(self, node):
        """A loop variable that starts at 0 (a declaration's or an assignment's)."""
        for inner in node.get("inner", []):
            self.first(inner)
        if node.get("kind") == "VarDecl" or node.get("opcode") == "=":
            value = node.get("inner", [{}])[-1]
            while value.get("kind") == "ImplicitCastExpr":
                value = value["inner"][0]
            if value.get("kind") == "IntegerLiteral" and value["value"] == "0":
                self.add("bound", value, "1", "(SMR_MUTANT_ON($id, 1) ? 1 : 0)")

    def walk(self, node, loop=False):
        kind, inner = node.get("kind"), node.get("inner", [])
        if not kind or kind in UNEVALUATED or kind == "VarDecl" and node.get("storageClass") == "static":
            return
        if kind == "ForStmt":
            self.first(inner[0])
            for part, child in enumerate(inner):
                self.walk(child, part == 2)
            return
        if kind == "IfStmt":
            leaves = inner[1]["inner"][0] if inner[1].get("kind") == "CompoundStmt" and inner[1].get("inner") else inner[1]
            drop = leaves.get("kind") in ("ReturnStmt", "ContinueStmt", "BreakStmt", "GotoStmt")
            self.condition(inner[0], 0 if drop else chance(self.name, self.function, self.source(inner[0])))
        elif kind == "ConditionalOperator":
            self.condition(inner[0], chance(self.name, self.function, self.source(inner[0])))
        elif kind == "BinaryOperator":
            self.binary(node, loop)
        elif kind == "CallExpr":
            self.call(node)
        for child in inner[kind == "CaseStmt" :]:
            self.walk(child, loop and kind in ("BinaryOperator", "ParenExpr", "ImplicitCastExpr"))


def chance(*words):
    """0 or 1, the same in every run."""
    return hashlib.sha256(repr(words).encode()).digest()[0] & 1


def is_real(node):
    return node["type"]["qualType"] in ("double", "float", "long double")


def type_of(node):
    """The type's text for a variable that holds the value, None if there is none."""
    text = re.sub(r"\*(const|volatile)$", "*", node["type"]["qualType"])
    if "*" not in text:
        text = re.sub(r"\b(const|volatile) ", "", text)
    text = re.sub(r"\b__(size|ptrdiff)_t\b", lambda match: f"__{match[1].upper()}_TYPE__", text)  # sizeof's own
    return None if re.search(r"unnamed|anonymous|[(\[]|^void$", text) else text


def find(entry):
    """The places of one file of compile_commands.json."""
    path = entry["file"]
    command = [word for word in shlex.split(entry["command"]) if word != "-Werror"]
    command = command[: command.index("-o")] + ["-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", path]
    tree = json.loads(subprocess.run(command, cwd=entry["directory"], capture_output=True, check=True).stdout)
    with open(path, encoding="latin-1") as file:
        finder = Finder(entry["name"], file.read())
    for node in tree["inner"]:
        place = node.get("loc", {})
        if node["kind"] == "FunctionDecl" and "offset" in place and "includedFrom" not in place:
            finder.function = node["name"]
            for child in node.get("inner", []):
                if child["kind"] == "CompoundStmt" and not UNSEEN.search(node["name"]):
                    finder.walk(child)
    return finder.places


def key(place):
    return " ".join((place["file"], place["function"] + ":", place["original"], "->", place["mutated"]))


def choose(places, count, seed):
    """`count` places that do not overlap, half of them in LEGALITY, all kinds alike. A place's rank depends on its own text
    only, so that changes elsewhere leave the choice as it is."""
    seen = {}
    for place in places:
        seen[key(place)] = place["twin"] = seen.get(key(place), -1) + 1
    rank = lambda place: hashlib.sha256(f"{seed} {place['twin']} {key(place)}".encode()).digest()  # noqa: E731
    chosen, taken = [], {}
    for legality in (True, False):
        kinds = {kind: [] for kind in KINDS}
        for place in sorted(places, key=rank, reverse=True):
            if bool(LEGALITY.match(place["file"])) == legality:
                kinds[place["kind"]].append(place)
        wanted = len(chosen) + (count // 2 if legality else count - count // 2)
        while len(chosen) < wanted and any(kinds.values()):
            for kind in KINDS:
                while kinds[kind] and len(chosen) < wanted:
                    place = kinds[kind].pop()
                    spans = taken.setdefault(place["file"], [])
                    if all(place["end"] <= start or end <= place["start"] for start, end in spans):
                        spans.append((place["start"], place["end"]))
                        chosen.append(place)
                        break
    chosen.sort(key=lambda place: (not LEGALITY.match(place["file"]), place["file"], place["start"]))
    for number, place in enumerate(chosen, 1):
        place["id"] = number
    return chosen


def rewrite(text, mutants):
    """The source with its mutants; its lines keep their numbers."""
    for place in sorted(mutants, key=lambda place: -place["start"]):
        text = text[: place["start"]] + place["code"].replace("$id", str(place["id"])) + text[place["end"] :]
    return '#include "base/mutant.h"\n#line 1\n' + text if mutants else text
