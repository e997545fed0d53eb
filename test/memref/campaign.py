"""Random functions of linalg's ops, loops and accesses, rewritten and not: campaign.py LIBSMR LLVM-BIN CC WORK FIRST COUNT

Writes files for native.py: each function has some memrefs, of which some lie in each other, and a few statements: linalg's
ops, the loops that they are, single loads and stores between, all of it within a loop at times. native.py says whether
both versions leave the same.
"""
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "fuzz"))
from toolchain import SEED, rounds  # noqa: E402

LIBRARY, LLVM, CC, WORK, FIRST, COUNT = sys.argv[1:7]
N = 4  # all matrices are N by N, vectors have N elements: any fits any
MATRIX, VECTOR, NUMBER = range(3)


class Function:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.seed, self.lines, self.next = seed, [], 0
        self.strided = self.chance.random() < 0.5
        self.arguments = [(f"%m{k}", MATRIX) for k in range(3)] + [(f"%v{k}", VECTOR) for k in range(3)] + [(f"%n{k}", NUMBER) for k in range(2)]
        self.values = list(self.arguments)
        self.depth = 2

    def type(self, kind, of=None):
        local = of and of.startswith("%t")
        if kind == NUMBER:
            return "memref<f64>" if local or not self.strided else "memref<f64, strided<[], offset: ?>>"
        size = "x".join(["?" if self.strided and not local else str(N)] * (2 - kind))
        if local or not self.strided:
            return f"memref<{size}xf64>"
        return f"memref<{size}xf64, strided<[{', '.join(['?'] * (2 - kind))}], offset: ?>>"

    def name(self, prefix="%x"):
        self.next += 1
        return f"{prefix}{self.next}"

    def say(self, text):
        self.lines.append("  " * self.depth + text)

    def pick(self, kind):
        return self.chance.choice([v for v, k in self.values if k == kind])

    def operands(self, kinds):
        picked = [self.pick(kind) for kind in kinds]
        return picked, [self.type(kind, of) for kind, of in zip(kinds, picked)]

    def named(self, op, ins, out):
        (inputs, types), (outputs, out_types) = self.operands(ins), self.operands([out])
        if outputs[0] in inputs and self.chance.random() < 0.8:
            return self.named(op, ins, out)
        self.say(f"linalg.{op} ins({', '.join(inputs)} : {', '.join(types)}) outs({outputs[0]} : {out_types[0]})")

    def fill(self):
        kind = self.chance.choice([MATRIX, VECTOR])
        (output,), (kind_type,) = self.operands([kind])
        self.say(f"linalg.fill ins({self.chance.choice(['%zero', '%one'])} : f64) outs({output} : {kind_type})")

    def generic(self):
        maps = {"matmul": ("(i, k)", "(k, j)", "(i, j)"), "transposed": ("(k, i)", "(j, k)", "(i, j)"), "same": ("(i, k)", "(j, k)", "(i, j)"),
                "scatter": ("(k, j)", "(i, k)", "(j, i)")}[self.chance.choice(["matmul", "transposed", "same", "scatter"])]
        (a, b, c), types = self.operands([MATRIX] * 3)
        scale = self.chance.random() < 0.4
        self.say("linalg.generic {indexing_maps = [" + ", ".join(f"affine_map<(i, j, k) -> {m}>" for m in maps) +
                 '], iterator_types = ["parallel", "parallel", "reduction"]} ' +
                 f"ins({a}, {b} : {types[0]}, {types[1]}) outs({c} : {types[2]}) {{")
        self.say("^bb0(%p: f64, %q: f64, %s: f64):")
        self.say("  %r = arith.mulf %p, %q : f64")
        if scale:
            self.say("  %f = arith.mulf %r, %one : f64")
        self.say(f"  %t = arith.addf %s, {'%f' if scale else '%r'} : f64")
        self.say("  linalg.yield %t : f64")
        self.say("}")

    def loops(self):
        """A product by a vector, or a sum of products, as loops."""
        i, j = self.name("%i"), self.name("%i")
        matrix = self.chance.random() < 0.6
        out_kind = VECTOR if matrix else NUMBER
        (a, x, y), types = self.operands([MATRIX if matrix else VECTOR, VECTOR, out_kind])
        first = f"{i}, {j}" if self.chance.random() < 0.5 else f"{j}, {i}"
        if matrix:
            self.say(f"affine.for {i} = 0 to {N} {{")
        self.say(f"affine.for {j} = 0 to {N} {{")
        p, q, s, r, t = (self.name() for _ in range(5))
        at = f"[{i}]" if matrix else "[]"
        self.say(f"  {p} = affine.load {a}[{first if matrix else j}] : {types[0]}")
        self.say(f"  {q} = affine.load {x}[{j}] : {types[1]}")
        self.say(f"  {s} = affine.load {y}{at} : {types[2]}")
        self.say(f"  {r} = arith.mulf {p}, {q} : f64")
        self.say(f"  {t} = arith.addf {s}, {r} : f64")
        self.say(f"  affine.store {t}, {y}{at} : {types[2]}")
        self.say("}" * (2 if matrix else 1))

    def access(self):
        (v, n), (v_type, n_type) = self.operands([VECTOR, NUMBER])
        c, x = self.chance.randrange(N), self.name()
        if self.chance.random() < 0.5:
            self.say(f"{x} = affine.load {v}[{c}] : {v_type}")
            self.say(f"affine.store {x}, {n}[] : {n_type}")
        else:
            self.say(f"{x} = affine.load {n}[] : {n_type}")
            self.say(f"affine.store {x}, {v}[{c}] : {v_type}")

    def local(self):
        name, kind = self.name("%t"), self.chance.choice([MATRIX, VECTOR, NUMBER])
        made = self.chance.choice(["alloc", "alloc", "alloca"])
        self.say(f"{name} = memref.{made}() : {self.type(kind, name)}")
        if kind == NUMBER:
            self.say(f"affine.store %zero, {name}[] : memref<f64>")
        else:
            self.say(f"linalg.fill ins(%zero : f64) outs({name} : {self.type(kind, name)})")
        self.values += [(name, kind)] * 2

    def outer(self):
        if self.depth > 2:
            return
        i, known = self.name("%i"), len(self.values)
        self.say(f"affine.for {i} = 0 to {self.chance.choice([1, 2])} {{")
        self.depth += 1
        for _ in range(self.chance.randrange(1, 4)):
            self.statement()
        self.depth -= 1
        del self.values[known:]
        self.say("}")

    def statement(self):
        self.chance.choice([
            lambda: self.named("matmul", [MATRIX, MATRIX], MATRIX), lambda: self.named("matvec", [MATRIX, VECTOR], VECTOR),
            lambda: self.named("vecmat", [VECTOR, MATRIX], VECTOR), lambda: self.named("dot", [VECTOR, VECTOR], NUMBER),
            lambda: self.named("copy", [VECTOR], VECTOR), lambda: self.named("copy", [MATRIX], MATRIX), self.fill, self.fill,
            self.generic, self.loops, self.loops, self.access, self.local, self.outer])()

    def place(self, name, kind):
        """How an argument is passed: in a buffer of its own, or in one of those before it."""
        bare = name[1:]
        sizes = "[" + " ".join([str(N)] * (2 - kind)) + "]"
        strides, offset = "", 0
        if self.strided:
            strides = {MATRIX: self.chance.choice(["", "*[4 1]", "*[7 1]", "*[1 5]", "*[8 2]"]),
                       VECTOR: self.chance.choice(["", "*[1]", "*[3]", "*[-1]"]), NUMBER: ""}[kind]
            offset = self.chance.randrange(40, 60)
        others = [n[1:] for n, _ in self.arguments if n < name and n[1] == name[1]] + ["m0"] * (kind != MATRIX)
        of = f":{self.chance.choice(others)}" if others and self.chance.random() < 0.25 else ""
        return f"{bare}{of}={sizes}{strides}" + (f"@{offset}" if offset else "")

    def text(self):
        for _ in range(self.chance.randrange(3, 8)):
            self.statement()
        runs = []
        for _ in range(3):
            places, known = [], {}
            for name, kind in self.arguments:
                place = self.place(name, kind)
                owner = place.split("=")[0].partition(":")[2]
                if owner and known.get(owner):  # whose own buffer is another's
                    place = place.replace(":" + owner, ":" + known[owner], 1)
                    owner = known[owner]
                known[name[1:]] = owner
                places.append(place)
            runs.append("// CALL any: " + ", ".join(places))
        types = ", ".join(f"{name}: {self.type(kind)}" for name, kind in self.arguments)
        return "\n".join([*runs, f"func.func @f{self.seed}({types}) {{", "  %zero = arith.constant 0.0 : f64",
                          "  %one = arith.constant 1.0 : f64", *self.lines, "  return", "}", ""])


def main():
    os.makedirs(WORK, exist_ok=True)
    path = os.path.join(WORK, "functions.mlir")
    with open(path, "w") as out:
        out.write("\n".join(Function(seed).text() for seed in range(int(FIRST) + SEED, int(FIRST) + SEED + rounds(int(COUNT)))))
    native = os.path.join(os.path.dirname(os.path.realpath(__file__)), "native.py")
    sys.exit(subprocess.run([sys.executable, native, LIBRARY, LLVM, CC, WORK, path]).returncode)


main()
