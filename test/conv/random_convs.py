"""Random convolutions, as programs write them, compiled by clang and by SMR: what they leave in memory is the same, and
nearly all of them become calls.

  python3 random_convs.py [--build DIR] [--seed N] [--count N] [--rounds N] [--flags FLAGS] [--least PERCENT]

Layouts, orders of loops, where the sum is kept, strides, dilation, padding, groups, batches, biases, sizes that are
constants or computed. Exits with 1, and prints the functions, where something differs or too few were called.
Where random tests do a part of their work (SMR_ROUNDS), a third of the functions, chosen by SMR_SEED.
SMR_CONVS in the environment is how many rounds there are.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools", "fuzz"))
from toolchain import some  # noqa: E402

# n g f c h w k l: batch, groups, filters of a group, channels of a group, image, kernel
SIZES = [(1, 1, 3, 2, 7, 9, 3, 3), (2, 2, 2, 3, 8, 6, 2, 3), (1, 1, 1, 1, 1, 1, 1, 1), (2, 1, 5, 1, 6, 5, 6, 5),
         (1, 2, 4, 3, 5, 12, 1, 2), (1, 1, 9, 4, 13, 11, 3, 3), (1, 1, 2, 0, 5, 5, 3, 3), (0, 1, 2, 2, 5, 5, 3, 3),
         (1, 1, 0, 2, 5, 5, 3, 3), (3, 1, 17, 2, 9, 10, 3, 3)]


class Conv:
    """One function. Its loops and arrays are n g f y x, and c p q."""

    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        pick = rng.choice
        self.type = pick(["float", "double"])
        self.batch, self.groups = rng.random() < 0.3, rng.random() < 0.2
        if self.batch and self.groups:
            self.groups = False
        self.flat = rng.random() < 0.2
        self.stride = pick(["1", "1", "1", "2", "s"])
        self.dilation = pick(["1", "1", "1", "2"])
        self.pad = pick([0, 0, 0, 1, 2])
        self.kernel = pick(["", "3"])
        self.sum = pick(["scalar", "scalar", "memory", "before", "adds"])
        self.bias = self.sum in ("scalar", "memory") and pick([None, None, "first", "last"])
        self.flipped = rng.random() < 0.15
        self.alpha = self.sum == "scalar" and rng.random() < 0.15
        self.image = pick([["c", "y", "x"], ["c", "y", "x"], ["y", "x", "c"], ["c", "x", "y"]])
        self.result = pick([["f", "y", "x"], ["f", "y", "x"], ["y", "x", "f"], ["f", "x", "y"]])
        self.weights = pick([["f", "c", "p", "q"], ["f", "c", "p", "q"], ["p", "q", "c", "f"], ["f", "p", "q", "c"]])
        self.restrict = pick(["", "restrict "])
        self.depthwise = rng.random() < 0.1  # one filter for each channel
        if self.depthwise:
            self.batch = self.groups = False
            self.bias = None

    def is_expected(self):
        """Is it to become a call? Memory that is only written where a tap lies inside is no matrix; a bias that is
        multiplied, too, would need fp=algebra."""
        return not (self.pad and self.sum != "scalar") and not (self.alpha and self.bias == "first")

    def size(self, index):
        return {"n": "n", "g": "g", "f": "f", "c": "c", "y": "oh", "x": "ow", "p": self.kernel or "k",
                "q": self.kernel or "l"}[index]

    def element(self, array, axes):
        """axes: (index, size), the slowest first."""
        index = axes[0][0]
        for at, size in axes[1:]:
            index = f"({index}) * {size} + {at}"
        return f"{array}[{index}]"

    def taken(self):
        row = f"y * {self.stride}" if self.stride != "1" else "y"
        column = f"x * {self.stride}" if self.stride != "1" else "x"
        row += f" + p * {self.dilation}" if self.dilation != "1" else " + p"
        column += f" + q * {self.dilation}" if self.dilation != "1" else " + q"
        return (row, column) if not self.pad else (f"{row} - {self.pad}", f"{column} - {self.pad}")

    def product(self):
        row, column = ("iy", "ix") if self.pad else self.taken()
        image = {"c": ("ci", "c"), "y": (row, "h"), "x": (column, "w")}
        axes = [image[k] for k in self.image]
        weight = {"f": ("fi", "f"), "c": ("ci", "c"), "p": ("p", self.size("p")), "q": ("q", self.size("q"))}
        if self.flipped:
            weight["p"] = (f"({self.size('p')} - 1 - p)", self.size("p"))
            weight["q"] = (f"({self.size('q')} - 1 - q)", self.size("q"))
        taps = [weight[k] for k in self.weights if k != "f" or not self.depthwise]
        if self.batch:
            axes = [("ni", "n")] + axes
        if self.groups:
            axes, taps = [("gi", "g")] + axes, [("gi", "g")] + taps
        return f"{self.element('in', axes)} * {self.element('wt', taps)}"

    def target(self):
        place = {"f": ("ci", "c") if self.depthwise else ("fi", "f"), "y": ("y", "oh"), "x": ("x", "ow")}
        axes = [place[k] for k in self.result]
        outer = [("ni", "n")] * self.batch + [("gi", "g")] * self.groups
        return self.element("out", outer + axes)

    def loop(self, index):
        name = {"n": "ni", "g": "gi", "f": "fi", "c": "ci"}.get(index, index)
        return f"for (int {name} = 0; {name} < {self.size(index)}; {name}++)"

    def guarded(self, statement):
        if not self.pad:
            return f"{{ {statement} }}"
        row, column = self.taken()
        inside = self.rng.choice(["if (iy >= 0 && iy < h && ix >= 0 && ix < w) {}",
                                  "if (iy < 0 || iy >= h || ix < 0 || ix >= w) continue; {}",
                                  "if (iy < 0 || iy >= h) continue; if (ix < 0 || ix >= w) continue; {}",
                                  "if ((unsigned)iy < (unsigned)h && (unsigned)ix < (unsigned)w) {}"])
        return f"{{ int iy = {row}, ix = {column}; {inside.format(statement)} }}"

    def body(self):
        outer = ["n"] * self.batch + ["g"] * self.groups
        places, taps = (["c", "y", "x"], ["p", "q"]) if self.depthwise else (["f", "y", "x"], ["c", "p", "q"])
        self.rng.shuffle(places)
        self.rng.shuffle(taps)
        start = "b[fi]" if self.bias == "first" else "0"
        alpha = "alpha * " if self.alpha else ""
        last = " + b[fi]" if self.bias == "last" else ""
        around = " ".join(map(self.loop, outer + places))
        inner = " ".join(map(self.loop, taps))
        if self.sum == "scalar":
            return (f"{around} {{ {self.type} sum = {start}; {inner} {self.guarded(f'sum += {self.product()};')} "
                    f"{self.target()} = {alpha}sum{last}; }}")
        added = self.guarded(f"{self.target()} += {self.product()};")
        if self.sum == "memory":
            after = f" {self.target()} += b[fi];" if self.bias == "last" else ""
            return f"{around} {{ {self.target()} = {start}; {inner} {added}{after} }}"
        order = places + taps
        self.rng.shuffle(order)
        nest = f"{' '.join(map(self.loop, outer + order))} {added}"
        return nest if self.sum == "adds" else f"{around} {self.target()} = 0;\n  {nest}"

    def function(self):
        kernel = [(self.size("p"), "h"), (self.size("q"), "w")]
        extents = []
        for (size, image), name in zip(kernel, ("oh", "ow")):
            reach = size if self.dilation == "1" else f"({self.dilation} * ({size} - 1) + 1)"
            room = f"{image} - {reach}" if not self.pad else f"{image} + {2 * self.pad} - {reach}"
            extents.append(f"{name} = {room} + 1" if self.stride == "1" else f"{name} = ({room}) / {self.stride} + 1")
        arrays = ", ".join(f"{const}{self.type} *{self.restrict}{name}"
                           for const, name in (("const ", "in"), ("const ", "wt"), ("const ", "b"), ("", "out")))
        made = f"  int {', '.join(extents)};\n" if not self.flat else ""
        shape = ", ".join(f"int {s}" for s in "n g f c h w k l s".split() + (["oh", "ow"] if self.flat else []))
        return (f"__attribute__((noinline)) void f{self.number}({shape}, {self.type} alpha, {arrays}) {{\n"
                f"{made}  {self.body()}\n}}")

    def call(self):
        """Sizes for which it stays within its arrays."""
        kernel = self.kernel
        reach = lambda size: f"({self.dilation} * ({size} - 1) + 1)"
        k, l = kernel or "k", kernel or "l"
        room = lambda image, size: f"({image} + {2 * self.pad} - {reach(size)})"
        extent = lambda image, size: f"{room(image, size)} / s + 1" if self.stride != "1" else f"{room(image, size)} + 1"
        step = {"1": "1", "2": "2"}.get(self.stride, "step")
        extra = f", {extent('h', k)}, {extent('w', l)}" if self.flat else ""
        sizes = f"{'n' if self.batch else '1'}, {'g' if self.groups else '1'}, f, c, h, w, k, l, s"
        return (f"static void t{self.number}(int n, int g, int f, int c, int h, int w, int k, int l, int step) {{\n"
                f"  int s = {step};\n"
                f"  if ({room('h', k)} < 0 || {room('w', l)} < 0) {{\n"
                f"    if (s > 1 || {room('h', k)} < -1 || {room('w', l)} < -1) return;\n  }}\n"
                f"  {self.type} *in = fresh_{self.type}(1), *wt = fresh_{self.type}(2), *b = fresh_{self.type}(3);\n"
                f"  {self.type} *out = fresh_{self.type}(4);\n"
                f"  f{self.number}({sizes}{extra}, 0.5, in, wt, b, out);\n"
                f"  print_{self.type}({self.number}, out);\n  free(in); free(wt); free(b); free(out);\n}}")


HEAD = """#include <stdio.h>
#include <stdlib.h>
enum { MANY = 40000 };
#define HELPERS(T) \\
  static T *fresh_##T(unsigned number) { \\
    T *data = malloc(sizeof *data * MANY); \\
    unsigned state = 12345 + number; \\
    for (int i = 0; i < MANY; i++) { \\
      state = state * 1664525 + 1013904223; \\
      data[i] = (T)((int)(state >> 20) - 2048) / 1024; \\
    } \\
    return data; \\
  } \\
  static void print_##T(int f, const T *out) { \\
    unsigned long hash = 0; \\
    printf("%d", f); \\
    for (int i = 0; i < MANY; i++) \\
      if (i < 4000) printf(" %.9g", (double)out[i]); else hash = hash * 31 + (unsigned long)(out[i] * 1024); \\
    printf(" %lu\\n", hash % 1000000); \\
  }
HELPERS(float)
HELPERS(double)
"""


def main_function(convs):
    calls = "\n".join(f"    t{c.number}(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], step);" for c in convs)
    rows = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in SIZES)
    return f"""
int main(void) {{
  static const int sizes[][8] = {{{rows}}};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {{
    const int *a = sizes[k], step = 1 + (int)k % 3;
{calls}
  }}
  return 0;
}}
"""


def differ(a, b):
    one, other = [float(x) for x in a.split()], [float(x) for x in b.split()]
    return len(one) != len(other) or any(abs(x - y) > 1e-3 * max(1, abs(x)) for x, y in zip(one, other))


def run(folder, command):
    subprocess.run([*command, "convs.c", "-o", "convs", "-lm"], cwd=folder, check=True)
    return subprocess.run(["./convs"], cwd=folder, check=True, capture_output=True, text=True).stdout.splitlines()


def run_round(arguments, seed, folder):
    rng = random.Random(seed)
    convs = [Conv(rng, k) for k in range(arguments.count)]
    functions = {c.number: c.function() for c in convs}
    convs = some(convs)
    with open(os.path.join(folder, "convs.c"), "w", encoding="utf-8") as stream:
        stream.write("\n".join([HEAD] + [functions[c.number] for c in convs] + [c.call() for c in convs]) + main_function(convs))
    compiler = os.path.join(os.path.abspath(arguments.build), "bin", "smr-clang")
    plain = run(folder, ["clang", "-O2", "-w", "-ffp-contract=off"])
    ours = run(folder, [compiler, "-O2", "-w", "-ffp-contract=off", *arguments.flags.split(), "--smr-report=report.json"])
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as stream:
        report = json.load(stream)
    called = {r["function"] for r in report["rewrites"] if "conv" in r["idiom"]}
    wrong = [a.split()[0] for a, b in zip(plain, ours) if differ(a, b)]
    if len(plain) != len(ours):
        sys.exit(f"seed {seed}: {len(plain)} lines, and {len(ours)}")
    for number in sorted(set(map(int, wrong))):
        print(f"seed {seed}: differs:\n{functions[number]}")
    why = {m["function"]: m["reason"] for m in report["missed"]}
    why.update({r["function"]: r["idiom"] for r in report["rewrites"]})
    missed = [c.number for c in convs if f"f{c.number}" not in called and c.is_expected()]
    if arguments.show:
        for k in missed:
            print(f"seed {seed}: not called, {why.get(f'f{k}')}:\n{functions[k]}")
    expected = sum(c.is_expected() for c in convs)
    return expected - len(missed), expected, bool(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=int(os.environ.get("SMR_CONVS", "1")))
    parser.add_argument("--flags", default="--smr-costs=none")
    parser.add_argument("--least", type=float, default=95)
    parser.add_argument("--show", action="store_true", help="print what was not called")
    arguments = parser.parse_args()
    called = made = 0
    wrong = False
    for seed in range(arguments.seed, arguments.seed + arguments.rounds):
        with tempfile.TemporaryDirectory() as folder:
            one, all_of_them, differs = run_round(arguments, seed, folder)
        called, made, wrong = called + one, made + all_of_them, wrong or differs
    print(f"{called} of {made} that are to be calls are")
    return 1 if wrong or made - called > max(1, made * (1 - arguments.least / 100)) else 0


if __name__ == "__main__":
    sys.exit(main())
