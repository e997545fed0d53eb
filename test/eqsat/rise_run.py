"""Terms of RISE run natively compute what the evaluator says.

    rise_run.py SMR_RISE PAT      PAT: the folder of the guides and rules

What smr-rise prints of each guide runs beside the evaluated input of the guide, with sizes that 32 divides and others; then random
terms, rounded to f32 after each operation.
"""
import ctypes
import os
import random
import re
import subprocess
import sys
import tempfile

import rise
import rise_random

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "bench"))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "fuzz"))
from harness import build_loops  # noqa: E402
from toolchain import SEED, rounds  # noqa: E402

GUIDES = ["baseline", "blocking", "vectorization", "loop-perm", "array-packing", "cache-blocks", "parallel", "split", "binomial", "reduction"]
SIZES = [(32, 32, 4), (64, 96, 8), (32, 64, 12), (33, 64, 8), (64, 31, 8), (32, 32, 5), (1, 1, 1), (0, 32, 4), (32, 0, 4), (32, 32, 0)]
GUARD = 12345.0  # what is in results before, and what stays behind each array


class F32:
    """A number that is rounded after each operation."""

    def __init__(self, value):
        self.value = ctypes.c_float(value).value

    def __float__(self):
        return self.value

    def __add__(self, other):
        return F32(self.value + float(other))

    def __mul__(self, other):
        return F32(self.value * float(other))

    __radd__, __rmul__ = __add__, __mul__


def numbers(value):
    """The arrays that hold a value: one for each part of pairs."""
    if isinstance(value, tuple):
        return [array for part in value for array in numbers(part)]
    if not isinstance(value, list):
        return [[float(value)]]
    rows = [numbers(one) for one in value] or [[[]]]
    return [[x for row in rows for x in row[k]] for k in range(len(rows[0]))]


def smr_rise(tool, *arguments):
    done = subprocess.run([tool, *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{arguments}: {done.stderr}")
    return done.stdout


class Function:
    def __init__(self, tool, name, guide, *options):
        self.name, self.guide = name, guide
        self.term, found = (rise.read(smr_rise(tool, guide, "--emit=term", *more, *options))[0] for more in (["--input"], []))
        self.kinds = max(rise.parameters(self.term), rise.parameters(found), key=len)
        self.code = smr_rise(tool, guide, "--exact", "--packed", "--function=" + name, *options).removeprefix("module {\n").removesuffix("}\n")
        self.parameters = re.findall(r"%(\w+): ", re.search(rf"func\.func @{name}\((.*)\) ", self.code)[1])

    def check(self, library, seed, number, known):
        """Runs it on random data. known: what terms compute of this data."""
        random.seed(seed)
        arguments = [rise.random_value(kind, number) for kind in self.kinds]
        if str(self.term) not in known:
            known[str(self.term)] = numbers(rise.evaluate(self.term, arguments))
        inputs, results, before, after = iter(numbers(tuple(arguments))), iter(known[str(self.term)]), [], []
        for name in self.parameters:
            if name in rise.SIZES:
                before.append(ctypes.c_int64(rise.SIZES[name]))
                continue
            written = name.startswith("out")
            after.append(next(results if written else inputs) if written or name.startswith("x") else numbers(rise.LEAVES[name])[0])
            data = [GUARD] * len(after[-1]) if written else after[-1]
            before.append((ctypes.c_float * (len(data) + 2))(*data, GUARD, GUARD))
        library[self.name + "_packed"]((ctypes.c_void_p * len(before))(*map(ctypes.addressof, before)))
        for name, got, wanted in zip(self.parameters[-len(after):], before[-len(after):], after, strict=True):
            for i, (x, y) in enumerate(zip(got, [ctypes.c_float(y).value for y in wanted] + [GUARD, GUARD], strict=True)):
                if x != y and (x == x or y == y):
                    sys.exit(f"{self.guide}, {self.name}, {rise.SIZES}: {name}[{i}] is {x} instead of {y}\n{self.term}")


def load(functions, where):
    with open(where + ".mlir", "w", encoding="utf-8") as file:
        file.write("module {\n" + "".join(one.code for one in functions) + "}\n")
    build_loops(where, "-O1", "-march=native", "-fopenmp")
    return ctypes.CDLL(where + ".so")


def main():
    tool, pat = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        guides = [Function(tool, "g" + name.replace("-", "_"), os.path.join(pat, f"rise-{name}.guide")) for name in GUIDES]
        library = load(guides, os.path.join(folder, "guides"))
        for sizes in SIZES:
            rise.SIZES.update(zip("mnk", sizes))
            known = {}
            for one in guides:
                one.check(library, sizes[0], int, known)
        print(f"{len(guides)} guides: equal")
        path, count = os.path.join(folder, "terms.guide"), rounds(120)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'(include "{os.path.abspath(pat)}/rise-vectors.rules")\n')
            file.writelines(f"(term t{i} {rise_random.Terms(SEED + i, 5, (2, 3, 4, 8)).whole()})\n" for i in range(count))
        terms = [Function(tool, f"t{i}", path, f"--term=t{i}") for i in range(count)]
        library = load(terms, os.path.join(folder, "terms"))
        for i, one in enumerate(terms):
            one.check(library, SEED + i, F32, {})
        print("random terms: equal")


if __name__ == "__main__":
    main()
