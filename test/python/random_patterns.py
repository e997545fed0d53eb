"""Random libraries, in Python and by hand, do the same to random graphs: random_patterns.py SMR-OPT WORK [COUNT [SEED]]

Each pattern is made once, as a tree, and written twice: as Python functions, and in the text form (lib/pypm/README.md).
Variables that a rule uses, and that a guard asks, are bound by construction, so that both are accepted.
"""
import os
import random
import re
import subprocess
import sys

from pypm import command

ARITIES = {"f": 1, "g": 1, "h": 1, "b": 2, "c": 2, "k": 1, "s": 1}
HEADER_PY = """from pypm import *
@op(mlir="t.f", op_class="pointwise")
def f(x): return x.type
@op(mlir="t.g", op_class="pointwise")
def g(x): return x.type
@op(mlir="t.h")
def h(x): return x.type
@op(mlir="t.b")
def b(x, y): return broadcast(x.type, y.type)
@op(mlir="t.c", commutative=True)
def c(x, y): return broadcast(x.type, y.type)
@op(mlir="t.k", attrs=["n"])
def k(x): return x.type
@op(mlir="t.s")
def s(x): return 2
"""
HEADER_TEXT = """op f(x) : x for "t.f" class pointwise
op g(x) : x for "t.g" class pointwise
op h(x) : x for "t.h"
op b(x, y) : broadcast(x, y) for "t.b"
op c(x, y) : broadcast(x, y) for "t.c" commutative
op k{n}(x) : x for "t.k"
op s(1) -> 2 for "t.s"
"""


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.patterns = []  # (name, which variables each pattern has)

    # A part is (Python, text, bound variables).

    def leaf(self, variables):
        if self.r.random() < 0.15:
            number = self.r.choice(["0.5", "2", "1e-05", "-3.25"])
            return number, number.replace("1e-05", "1.0e-5"), set()
        x = self.r.choice(variables)
        return x, x, {x}

    def part(self, variables, depth):
        r = self.r.random()
        if depth == 0 or r < 0.15:
            return self.leaf(variables)
        if r < 0.25 and self.patterns:
            name, arity = self.r.choice(self.patterns)
            parts = [self.r.choice(variables) for _ in range(arity)]
            return f"{name}({', '.join(parts)})", f"{name}({', '.join(parts)})", set()
        name = self.r.choice(list(ARITIES))
        parts = [self.part(variables, depth - 1) for _ in range(ARITIES[name])]
        python, text, bound = [", ".join(p[0] for p in parts), ", ".join(p[1] for p in parts), set().union(*(p[2] for p in parts))]
        if name == "k":
            n = self.r.choice(["1", "2", "..."])
            return f"k({python}, n={n})", f"k{{n = {n.replace('...', '_')}}}({text})", bound
        if name == "s":
            n = self.r.randrange(2)
            return f"s({python})[{n}]", f"s#{n}({text})", bound
        return f"{name}({python})", f"{name}({text})", bound

    def number(self, variables):
        x = self.r.choice(variables)
        kind = self.r.randrange(4)
        if kind == 0:
            what = self.r.choice(["rank", "uses"])
            return f"{x}.{what}", f"{x}.{what}"
        if kind == 1:
            k = self.r.randrange(-2, 2)
            return f"{x}.shape[{k}]", f"{x}.shape[{k}]"
        if kind == 2:
            n = self.r.randrange(5)
            return str(n), str(n)
        op = self.r.choice("+-*")
        (a, b), (c, d) = self.number(variables), self.number(variables)
        return f"({a} {op} {c})", f"({b} {op} {d})"

    def guard(self, variables, depth=2):
        kind = self.r.randrange(5) if depth else 0
        if kind == 1:
            (a, b), (c, d) = self.guard(variables, depth - 1), self.guard(variables, depth - 1)
            return (f"({a} and {c})", f"({b} && {d})")
        if kind == 2:
            (a, b), (c, d) = self.guard(variables, depth - 1), self.guard(variables, depth - 1)
            return (f"({a} or {c})", f"({b} || {d})")
        if kind == 3:
            a, b = self.guard(variables, depth - 1)
            return f"(not {a})", f"(!{b})"
        x = self.r.choice(variables)
        if kind == 4:
            return f"({x}.elType in (f32, f16))", f"({x}.elType = f32 || {x}.elType = f16)"
        op = self.r.choice(["==", "!=", "<", "<=", ">", ">="])
        number = f"{x}.rank"
        c, d = self.number(variables)
        return f"({number} {op} {c})", f"({number} {op} {d})"

    def alternate(self, depth):
        """One definition on x and y, both bound; with a guard, a constraint, or an if."""
        for _ in range(100):
            python, text, bound = self.part(["x", "y"], depth)
            if bound == {"x", "y"}:
                break
        else:
            python, text = "b(x, y)", "b(x, y)"
        kind = self.r.randrange(5)
        if kind == 0:
            a, b = self.guard(["x", "y"])
            return f"    assert {a}\n    return {python}\n", f"{text}; guard({b})"
        if kind == 1:
            head = self.r.choice(["f", "g", "h"])
            return (f"    z = var()\n    x <= {head}(z)\n    return {python}\n", f"(exists z. {text}; ({head}(z) ~ x))")
        if kind == 2:
            a, b = self.guard(["x", "y"])
            return (f"    if {a}:\n        return {python}\n    return h({python})\n",
                    f"({text}; guard({b})) || (h({text}); guard(!{b}))")
        if kind == 3:
            return (f"    F = Op(1, 1)\n    assert F.op_class == opclass('pointwise')\n    return F({python})\n",
                    f"(exists F/1. F({text}); guard(F.results = 1); guard(F.op_class = pointwise))")
        return f"    return {python}\n", text

    def chain(self, name):
        """Recursion; the parameter is the leaf."""
        step = self.r.choice([("f({})", "f({})"), ("b({}, y)", "b({}, y)")])
        call = f"{name}(x, y)"
        python = f"@pattern\ndef {name}(x, y):\n    return {step[0].format(call)}\n@pattern\ndef {name}(x, y):\n    return b(x, y)\n"
        return python, f"pattern {name}(x, y) = {step[1].format(call)} || b(x, y)\n"

    def rule(self, name, of):
        branches = [self.guard(["x", "y"]) for _ in range(self.r.randrange(3))]
        if self.r.random() < 0.5:  # of the same operands: what one decides may decide another
            n = self.r.randrange(3)
            ops = [self.r.choice(["==", "!=", "<", "<=", ">", ">="]) for _ in range(3)]
            branches = [(f"x.rank {op} {n}", f"(x.rank {op} {n})") for op in ops]
        made = [self.r.choice(["x", "y", "f(x)", "b(y, x)", "k(x, n=3)", "h(g(y))"]) for _ in range(len(branches) + 1)]
        texts = [m.replace("k(x, n=3)", "k{n = 3}(x)") for m in made]
        python = f"@rule({of})\ndef {name}(x, y):\n"
        parts, known = [], []
        for (a, b), m, t in zip(branches, made, texts):
            python += f"    if {a}:\n        return {m}\n"
            parts.append(f"when ({' && '.join(known + [b])}) => {t}")
            known.append(f"!{b}")
        if self.r.random() < 0.5 or not branches:
            python += f"    return {made[-1]}\n"
            parts.append((f"when ({' && '.join(known)}) " if known else "") + f"=> {texts[-1]}")
        return python, f"rule {name} for {of}(x, y) {{ {'; '.join(parts)} }}\n"

    def library(self, count):
        python, text = HEADER_PY, HEADER_TEXT
        for k in range(count):
            name = f"P{k}"
            if self.r.random() < 0.15:
                p, t = self.chain(name)
            else:
                alternates = [self.alternate(self.r.randrange(1, 4)) for _ in range(self.r.randrange(1, 4))]
                p = "".join(f"@pattern\ndef {name}(x, y):\n{a}" for a, _ in alternates)
                t = f"pattern {name}(x, y) = {' || '.join(f'({b})' for _, b in alternates)}\n"
            rp, rt = self.rule(f"R{k}", name)
            python, text = python + p + rp, text + t + rt
            if self.r.random() < 0.3:
                self.patterns.append((name, 2))
        return python, text

    def graph(self, functions):
        out = []
        for k in range(functions):
            type = self.r.choice(["tensor<2x3xf32>", "tensor<4xf16>", "tensor<?x2xf32>", "tensor<1x2xf64>"])
            values, lines = ["%a", "%b"], []
            for n in range(12):
                name = self.r.choice(list(ARITIES) + ["constant"])
                if name == "constant" and "?" not in type:
                    number = self.r.choice(["0.5", "2.0", "1.0e-5"])
                    lines.append(f"  %{n} = arith.constant dense<{number}> : {type}")
                    values.append(f"%{n}")
                    continue
                name = "f" if name == "constant" else name
                operands = [self.r.choice(values[-4:]) for _ in range(ARITIES[name])]
                types = ", ".join([type] * len(operands))
                attributes = f" {{n = {self.r.randrange(1, 3)} : i64}}" if name == "k" else ""
                results = f"%{n}:2" if name == "s" else f"%{n}"
                lines.append(f"  {results} = \"t.{name}\"({', '.join(operands)}){attributes} : ({types}) -> "
                             + (f"({type}, {type})" if name == "s" else type))
                values += [f"%{n}#0", f"%{n}#1"] if name == "s" else [f"%{n}"]
            out += [f"func.func @g{k}(%a: {type}, %b: {type}) -> {type} {{", *lines, f"  return {values[-1]} : {type}", "}"]
        return "\n".join(out) + "\n"


def rewritten(smr_opt, patterns, graph):
    done = subprocess.run([smr_opt, "--allow-unregistered-dialect", f"--pypm-rewrite=patterns={patterns} stats", graph],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{patterns}: {done.stderr}")
    return done.stdout, int(re.search(r"^pypm-rewrite: .* (\d+) fired", done.stderr, re.M).group(1))


def main():
    smr_opt, work = sys.argv[1:3]
    smr_opt = os.path.abspath(smr_opt)
    count, seed = [int(a) for a in sys.argv[3:5]] + [6, 0][len(sys.argv) - 3:]
    os.makedirs(work, exist_ok=True)
    os.chdir(work)
    fired = 0
    for k in range(seed, seed + count):
        maker = Maker(k)
        python, text = maker.library(8)
        for name, content in ((f"l{k}.py", python), (f"l{k}.pypm", text), (f"g{k}.mlir", maker.graph(12))):
            with open(name, "w") as file:
                file.write(content)
        if command.main(["compile", f"l{k}.py", "-o", f"l{k}.mlir"]):
            sys.exit(f"seed {k}")
        python_says, text_says = (rewritten(smr_opt, f"l{k}.{end}", f"g{k}.mlir") for end in ("mlir", "pypm"))
        if python_says != text_says:
            sys.exit(f"seed {k} (in {work}): {python_says[1]} firings from Python, {text_says[1]} by hand, or others")
        fired += python_says[1]
    print(f"{count} libraries of 8 patterns, {fired} firings: the same")
    sys.exit(not fired)


main()
