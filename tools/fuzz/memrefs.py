#!/usr/bin/env python3
"""Random pairs over memrefs, and programs that use them in right and slightly wrong ways.

    memrefs.py --build BUILD [--seed S] [--files N] [--programs P] [--minimum PERCENT] [--keep FOLDER]

The loop nests, and what programs do to them, are those of descriptors.py, said in scf, memref and arith. Memrefs have
strides and an offset, or the identity layout, or unit strides in their last dimension; programs also take subviews. A
driver in C calls each procedure with sizes from 0 on, and memrefs whose strides are positive, negative and in any
order. With SMR and without, all memory must end up the same.
"""
import argparse
import ast
import os

import descriptors
from descriptors import Chooser, Pair, Program
from toolchain import stock, write

KINDS = [k for k in descriptors.IDIOMS if k not in ("dot", "gather")]
LOWER = ["--llvm-request-c-wrappers", "--expand-strided-metadata", "--lower-affine", "--convert-scf-to-cf",
         "--finalize-memref-to-llvm", "--convert-arith-to-llvm", "--convert-cf-to-llvm", "--convert-func-to-llvm",
         "--reconcile-unrealized-casts"]


def memref(rank, layout):
    shape = "?x" * rank + "f64"
    if layout == "identity":
        return f"memref<{shape}>"
    strides = ["?"] * rank
    if layout == "unit":
        strides[-1] = "1"
    return f"memref<{shape}, strided<[{', '.join(strides)}], offset: ?>>"


class Body:
    """Loops and assignments of descriptors.py, as MLIR. `types`: of each array; a name without one is an index."""

    def __init__(self, types, starts):
        self.types, self.lines, self.depth, self.next = types, [], 2, 0
        self.starts = starts  # by array: what the code's indices begin with
        self.values = {}

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    def fresh(self, text):
        self.next += 1
        self.put(f"%v{self.next} = {text}")
        return f"%v{self.next}"

    def index(self, node):
        if isinstance(node, ast.Constant):
            return self.fresh(f"arith.constant {node.value} : index")
        if isinstance(node, ast.UnaryOp):
            return self.index(ast.BinOp(ast.Constant(0), ast.Sub(), node.operand))
        if isinstance(node, ast.Name):
            return self.values.get(node.id, f"%{node.id}")
        if isinstance(node, ast.Call):
            name, dim = node.args[0].id, node.args[1].value - 1
            return self.fresh(f"memref.dim %{name}, {self.index(ast.Constant(dim))} : {self.types[name]}")
        op = {ast.Add: "addi", ast.Sub: "subi", ast.Mult: "muli", ast.Div: "divsi"}[type(node.op)]
        return self.fresh(f"arith.{op} {self.index(node.left)}, {self.index(node.right)} : index")

    def place(self, node):
        name = node.func.id
        indices = [self.index(ast.BinOp(a, ast.Sub(), ast.Constant(1))) for a in node.args]
        return f"%{name}[{', '.join(indices)}] : {self.types[name]}"

    def number(self, node):
        if isinstance(node, ast.Constant):
            return self.fresh(f"arith.constant {float(node.value)} : f64")
        if isinstance(node, ast.UnaryOp):
            return self.fresh(f"arith.constant {-float(node.operand.value)} : f64")
        if isinstance(node, ast.Call):
            return self.fresh(f"memref.load {self.place(node)}")
        op = {ast.Add: "addf", ast.Sub: "subf", ast.Mult: "mulf"}[type(node.op)]
        return self.fresh(f"arith.{op} {self.number(node.left)}, {self.number(node.right)} : f64")

    def line(self, text):
        if text.startswith("do "):
            variable, bounds = text[3:].split(" = ", 1)
            parts = ast.parse(f"({bounds})", mode="eval").body.elts
            one = self.index(ast.Constant(1))
            first, last = self.index(parts[1] if len(parts) == 3 else parts[0]), self.index(
                parts[0] if len(parts) == 3 else parts[1])
            end = self.fresh(f"arith.addi {last}, {one} : index")
            self.put(f"scf.for %{variable} = {first} to {end} step {one} {{")
            self.depth += 1
            if len(parts) == 3:  # from the other end
                sum_ = self.fresh(f"arith.addi {first}, {last} : index")
                self.values[variable] = self.fresh(f"arith.subi {sum_}, %{variable} : index")
            else:
                self.values.pop(variable, None)
        elif text == "end do":
            self.depth -= 1
            self.put("}")
        else:
            target, value = text.split(" = ", 1)
            number = self.number(ast.parse(value, mode="eval").body)
            self.put(f"memref.store {number}, {self.place(ast.parse(target, mode='eval').body)}")

    def text(self, fortran):
        for text in fortran.splitlines():
            self.line(text.strip())
        return "\n".join(self.lines)


class MemrefPair(Pair):
    def __init__(self, random_, number):
        super().__init__(random_, number, KINDS, "d")
        self.layouts = {a: random_.choice(["strided"] * 6 + ["identity", "unit"]) for a, _, _ in self.arrays}

    def side(self, replaced):
        types = {a: memref(rank, self.layouts[a]) for a, rank, _ in self.arrays}
        arguments = [f"%n{v}: index" for v in self.nest.variables if self.trips[v][0] == "argument"]
        arguments += [f"%{a}: {types[a]}" for a in types]
        trips = {v: ("1", self.trip_text(v)) for v in self.nest.variables}
        order, down = self.order, ""
        if replaced:
            order = self.order[::-1] if not self.nest.inner else self.order
            down = "".join(v for v in self.nest.variables if self.random.chance(0.5))
        loops = self.nest.text(trips, lambda name, parts: f"{name}({', '.join(parts)})", order, down)
        count = "    func.call @count_call() : () -> ()\n" if replaced else ""
        declared = "  func.func private @count_call()\n" if replaced else ""
        return (f"  func.func @f{self.number}({', '.join(arguments)}) {{\n{Body(types, {}).text(loops)}\n{count}"
                f"    return\n  }}\n{declared}")

    def text(self):
        return f"MLIR {{\n{self.side(False)}}} = {{\n{self.side(True)}}}\n"


class MemrefProgram(Program):
    def prepare(self):
        r = self.random
        self.overlap = []
        for access in self.accesses.values():
            access.kind, access.lower = "assumed", [1] * access.own_rank
        self.layouts = {a: r.choice(["strided", "strided", "identity", "unit"]) for a in self.accesses}
        if r.chance(0.3):
            for access in self.accesses.values():
                access.step, access.shift = [1] * access.rank, [0] * access.rank
        self.views = {a: [(r.randint(0, 2), r.choice([1, 1, 2])) for _ in range(access.own_rank)]
                      for a, access in self.accesses.items() if r.chance(0.2)}

    def text(self):
        types = {a: memref(access.own_rank, self.layouts[a]) for a, access in self.accesses.items()}
        arguments = [f"%n{v}: index" for v in self.nest.variables]
        arguments += [f"%{a}ld: index" for a, access in self.accesses.items() if access.flat]
        arguments += [f"%{a}{'_all' if a in self.views else ''}: {types[a]}" for a in types]
        views = ""
        for a, view in self.views.items():
            rank, of = len(view), types[a]
            types[a] = memref(rank, "strided")
            sizes = []
            for d, (start, step) in enumerate(view):
                views += (f"    %c{a}{d} = arith.constant {d} : index\n    %s{a}{d} = arith.constant {start} : index\n"
                          f"    %t{a}{d} = arith.constant {step} : index\n"
                          f"    %d{a}{d} = memref.dim %{a}_all, %c{a}{d} : {of}\n"
                          f"    %m{a}{d} = arith.subi %d{a}{d}, %s{a}{d} : index\n"
                          f"    %z{a}{d} = arith.divsi %m{a}{d}, %t{a}{d} : index\n")
                sizes.append(f"%z{a}{d}")
            views += (f"    %{a} = memref.subview %{a}_all[{', '.join(f'%s{a}{d}' for d in range(rank))}] "
                      f"[{', '.join(sizes)}] [{', '.join(f'%t{a}{d}' for d in range(rank))}] : {of} to {types[a]}\n")
        trips = {}
        for v in self.nest.variables:
            first, text = self.first[v], self.trips[v][0]
            trips[v] = (str(first), f"{text} + {first - 1}")
        loops = self.nest.text(trips, self.element, self.order, "")
        return (f"  func.func @g{self.number}({', '.join(arguments)}) {{\n{views}{Body(types, {}).text(loops)}\n"
                f"    return\n  }}\n")

    def call(self):
        r = self.random
        trip = {v: r.choice([0, 1, 1, 2, 3, 3, 4, 5, 7]) for v in self.nest.variables}
        lds = {a: r.choice([1, 2, 3, 5, 8]) for a in self.accesses}
        exact = {}
        for v in self.nest.variables:
            if self.trips[v][1]:
                access, own, extent = self.trips[v][1]
                exact[(access.name, own)] = extent(trip[v])
        lines, arguments = [], [str(trip[v]) for v in self.nest.variables]
        arguments += [str(lds[a]) for a, access in self.accesses.items() if access.flat]
        for a, access in self.accesses.items():
            rank = access.own_rank
            need = self.needs(access, trip, lds[a])
            sizes = [max(exact[(a, k)], 0) if (a, k) in exact else max(need[k], 0) + r.choice([0, 0, 1, 2])
                     for k in range(rank)]
            for d, (start, step) in enumerate(self.views.get(a, [])):
                sizes[d] = start + step * sizes[d]
            order = list(range(rank))
            if self.layouts[a] == "strided" and r.chance(0.4):
                r.shuffle(order)
            strides, span, offset = [0] * rank, 1, 0
            for d in reversed(order):
                loose = self.layouts[a] == "strided" or (self.layouts[a] == "unit" and d < rank - 1)
                step = r.choice([1, 1, 2, -1]) if loose else 1
                gap = r.choice([0, 0, 2]) if loose else 0
                strides[d] = step * (span + (gap if span > 1 else 0))
                span = abs(strides[d]) * max(sizes[d], 1 if self.layouts[a] != "identity" else sizes[d])
                if strides[d] < 0:
                    offset += -strides[d] * max(sizes[d] - 1, 0)
            if self.layouts[a] != "identity":
                offset += r.choice([0, 0, 5])
            lines.append(f"    struct {{ double *a, *b; long offset, sizes[{rank}], strides[{rank}]; }} {a} = {{pools[{ord(a) - 97}], "
                         f"pools[{ord(a) - 97}], {offset}, {{{', '.join(map(str, sizes))}}}, {{{', '.join(map(str, strides))}}}}};")
            arguments.append(f"&{a}")
        return ("  {\n    fill();\n" + "\n".join(lines) +
                f"\n    _mlir_ciface_g{self.number}({', '.join(arguments)});\n    show();\n  }}\n")


DRIVER = """#include <stdio.h>
static double pools[26][8192];
static long calls, before;
void _mlir_ciface_count_call(void) { ++calls; }
static void fill(void) {
  for (int p = 0; p < 26; p++)
    for (int k = 0, at = p; k < 8192; k++, at = (at * 37 + 11) % 101)
      pools[p][k] = at % 13 - 5;
}
static void show(void) {
  long sum = 7;
  for (int p = 0; p < 26; p++)
    for (int k = 0; k < 8192; k++)
      sum = (sum * 31 + (long)pools[p][k]) % 1000000007;
  printf("%ld\\n", sum);
}
static void tell(int k) {
  fprintf(stderr, "%d %ld\\n", k, calls - before);
  before = calls;
}
"""


def check(build, seed, programs, folder):
    random_ = Chooser(seed)
    pairs = [MemrefPair(random_, k) for k in range(max(1, programs // 3))]
    made = [MemrefProgram(random_, pairs[k % len(pairs)], k) for k in range(programs)]
    calls = "".join("".join(p.call() for _ in range(4)) + f"  tell({p.number});\n" for p in made)
    # (A name without a prototype would pass no 64-bit numbers.)
    prototypes = "".join("void _mlir_ciface_g{}({});\n".format(p.number, ", ".join(
        ["long"] * (len(p.nest.variables) + sum(a.flat for a in p.accesses.values())) + ["void *"] * len(p.accesses)))
        for p in made)
    write(folder, "pairs.pat", "".join(p.text() for p in pairs))
    write(folder, "unit.mlir", "module {\n" + "".join(p.text() for p in made) +
          "  func.func private @count_call()\n}\n")
    write(folder, "driver.c", DRIVER + prototypes + "int main(void) {\n" + calls + "}\n")
    smr_opt, smr_build = (os.path.join(build, "bin", tool) for tool in ("smr-opt", "smr-build"))
    steps = [[smr_build, "--no-verify", "pairs.pat", "-o", "pairs.pfa"],
             [smr_opt, "--smr-rewrite=library=pairs.pfa report=report.json", "unit.mlir", "-o", "rewritten.mlir"]]
    for twin, source in (("plain", "unit.mlir"), ("smr", "rewritten.mlir")):
        steps += [[stock("mlir-opt"), *LOWER, source, "-o", f"{twin}.low"],
                  [stock("mlir-translate"), "--mlir-to-llvmir", f"{twin}.low", "-o", f"{twin}.ll"],
                  [stock("clang"), "-O1", "-w", f"{twin}.ll", "driver.c", "-o", twin]]
    return descriptors.compare(folder, programs, steps)


if __name__ == "__main__":
    descriptors.main(check, __doc__)
