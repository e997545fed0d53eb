"""Random graphs before and after rewriting compute the same; partitioned, by the same ops.

  python3 differ.py FOLDER BATCHES [SEED]

Functions of scalar ops (Inputs/identities.pypm: rules that hold in a field), with constants, ops that nobody declared and
that have effects, regions; each is evaluated modulo a prime before and after --pypm-rewrite, effects in their order; and before and after
--pypm-partition, which must not lose, double or change an op (constants may be copied); and by rules that ask how often
a product is used (Inputs/uses.pypm), after which there are no more products.
"""
import os
import random
import re
import subprocess
import sys

P = 2**61 - 1
HERE = os.path.dirname(os.path.abspath(__file__))


class Maker:
    def __init__(self, rng):
        self.rng, self.count, self.out = rng, 0, []

    def line(self, indent, text):
        self.out.append("  " * indent + text)

    def op(self, indent, value, name, operands):
        types = ", ".join(["i64"] * len(operands))
        self.line(indent, f'{value} = "{name}"({", ".join(operands)}) : ({types}) -> i64')

    def one(self, indent, there):
        """One op; the values that it gives."""
        rng = self.rng
        pick = lambda: rng.choice(there[-8:] if rng.random() < 0.7 else there)
        self.count += 1
        value, way = f"%v{self.count}", rng.random()
        if way < 0.7:
            name, arity = rng.choice([("t.neg", 1), ("t.add", 2), ("t.add", 2), ("t.sub", 2), ("t.mul", 2), ("t.mul", 2), ("t.sq", 1),
                                      ("x.use", 1)])
            self.op(indent, value, name, [pick() for _ in range(arity)])
        elif way < 0.76:
            self.line(indent, f'{value}:2 = "t.pair"({pick()}) : (i64) -> (i64, i64)')
            return [value + "#0", value + "#1"]
        elif way < 0.83:
            self.line(indent, f'{value} = "t.scale"({pick()}) {{by = {rng.choice([2, 3])} : i64}} : (i64) -> i64')
        elif way < 0.92 or indent > 2:
            self.line(indent, f"{value} = arith.constant {rng.choice([0, 1, 2])} : i64")
        else:
            self.line(indent, f"{value} = scf.if %c -> i64 {{")
            for end in ("} else {", "}"):
                inside = self.block(there, indent + 1, rng.randrange(6))
                self.line(indent + 1, f"scf.yield {rng.choice(inside)} : i64")
                self.line(indent, end)
        return [value]

    def block(self, there, indent, size):
        there = list(there)
        for _ in range(size):
            there += self.one(indent, there)
        return there

    def function(self, name):
        self.line(0, f"func.func @{name}(%a: i64, %b: i64, %c: i1) -> (i64, i64, i64) {{")
        there = self.block(["%a", "%b"], 1, self.rng.randrange(5, 40))
        self.line(1, f'return {", ".join(self.rng.choice(there) for _ in range(3))} : i64, i64, i64')
        self.line(0, "}")
        return "\n".join(self.out) + "\n"


class Evaluator:
    FIELD = {
        "t.neg": lambda x: -x, "t.add": lambda x, y: x + y, "t.sub": lambda x, y: x - y, "t.mul": lambda x, y: x * y,
        "t.sq": lambda x: x * x, "t.fma": lambda x, y, z: x * y + z,
    }

    def __init__(self, text, values, parts=()):
        self.parts = parts
        self.lines = [line.strip() for line in text.splitlines()]
        start = next(k for k, line in enumerate(self.lines) if line.startswith("func.func"))
        self.env = dict(zip(re.findall(r"(%\w+):", self.lines[start]), values))
        self.uses = []
        self.result = self.run(start + 1)[1]

    def skip(self, at):
        """Past the ops of a region, to its yield."""
        depth = 0
        while depth or not self.lines[at].startswith("scf.yield"):
            depth += ("= scf.if" in self.lines[at]) - (self.lines[at] == "}")
            at += 1
        return at, None

    def run(self, at):
        while True:
            line = self.lines[at]
            end = re.match(r"(?:return|scf.yield) (.*) : ", line)
            if end:
                return at, [self.env[value] for value in end.group(1).split(", ")]
            branch = re.match(r"(%\w+) = scf.if (%\w+) ->", line)
            if branch:
                taken = self.env[branch.group(2)]
                at, one = (self.run if taken else self.skip)(at + 1)
                at, other = (self.skip if taken else self.run)(at + 2)
                self.env[branch.group(1)] = (one or other)[0]
                at += 2
                continue
            self.step(line)
            at += 1

    def step(self, line):
        constant = re.match(r"(%\w+) = arith.constant (-?\d+) : i64", line)
        if constant:
            self.env[constant.group(1)] = int(constant.group(2)) % P
            return
        call = re.match(r"(%\w+)(?::2)? = (?:func\.)?call @(\w+)\(([^)]*)\)", line)
        if call:
            value, part, operands = call.groups()
            results = Evaluator(self.parts[part], [self.env[o] for o in operands.split(", ") if o]).result
            for k, result in enumerate(results):
                self.env[value if len(results) == 1 else f"{value}#{k}"] = result
            return
        value, name, operands, by = re.match(r'(%\w+)(?::2)? = "(\S+)"\(([^)]*)\)(?: \{by = (\d+) : i64\})?', line).groups()
        x = [self.env[operand] for operand in operands.split(", ")]
        if name == "t.pair":
            self.env[value + "#0"], self.env[value + "#1"] = x[0]**2 % P, x[0]**3 % P
        elif name == "x.use":
            self.uses.append(x[0])
            self.env[value] = (7 * x[0] + len(self.uses)) % P
        elif name == "t.scale":
            self.env[value] = x[0] * int(by) % P
        else:
            self.env[value] = self.FIELD[name](*x) % P


def run(folder, options, text):
    path = os.path.join(folder, "in.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run(["smr-opt", "--allow-unregistered-dialect", *options, path], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return ["func.func" + part for part in done.stdout.split("func.func")[1:]], done.stderr


def named(parts):
    return {re.search(r"@(\w+)", part).group(1): part for part in parts}


def require_same(batch, before, after, rng):
    parts = named(after[len(before):])
    after = after[:len(before)]
    for one, other in zip(before, after, strict=True):
        for condition in (0, 1):
            values = rng.randrange(P), rng.randrange(P), condition
            a, b = Evaluator(one, values), Evaluator(other, values, parts)
            if (a.result, a.uses) != (b.result, b.uses):
                sys.exit(f"batch {batch} differs:\n{one}\n{other}")


def require_same_ops(batch, before, after):
    one, other = (sorted(re.findall(r'"[tx]\.[^"]*"|scf\.if', "".join(text))) for text in (before, after))
    if one != other:
        sys.exit(f"batch {batch} has other ops:\n{one}\n{other}")


def products(text):
    """How many a function computes that something comes of: an op that nobody uses stays as it is."""
    used, count = set(), 0
    for line in reversed(text.splitlines()):
        values = re.findall(r"%[\w#]+", line)
        made = re.match(r"\s*(%\w+)(?::2)? = \"(t\.\w+)\"", line)
        if made and made.group(1) not in used:
            continue
        count += bool(made) and made.group(2) in ("t.mul", "t.fma")
        used.update(value.split("#")[0] for value in values)
    return count


def require_no_more(batch, before, after):
    """Guards that ask for uses: no product is computed twice, as a part of a t.fma and by itself."""
    for one, other in zip(before, after, strict=True):
        if products(other) > products(one):
            sys.exit(f"batch {batch} has more products:\n{one}\n{other}")


def main():
    folder, batches = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    fired = outlined = alone = 0
    patterns = f"patterns={HERE}/Inputs/identities.pypm"
    os.makedirs(folder, exist_ok=True)
    for batch in range(seed, seed + batches):
        rng = random.Random(batch)
        text = "".join(Maker(rng).function(f"f{k}") for k in range(20))
        before, _ = run(folder, [], text)
        after, said = run(folder, [f"--pypm-rewrite={patterns} stats"], text)
        fired += int(re.search(r"(\d+) fired", said).group(1))
        require_same(batch, before, after, rng)
        unique = "--mlir-print-unique-ssa-ids"
        after, said = run(folder, [unique, f"--pypm-rewrite=patterns={HERE}/Inputs/uses.pypm stats"], text)
        alone += int(re.search(r"(\d+) fired", said).group(1))
        require_same(batch, before, after, rng)
        require_no_more(batch, run(folder, [unique], text)[0], after)
        after, said = run(folder, [f"--pypm-partition={patterns} stats"], text)
        outlined += int(re.search(r"(\d+) outlined", said).group(1))
        require_same(batch, before, after, rng)
        require_same_ops(batch, before, after)
    print(f"{20 * batches} functions, {fired} firings, {outlined} parts, {alone} firings that ask for uses, all "
          "the same")


main()
