"""Random nests over a few arrays that read and write one another's parts, compiled by clang and by SMR: what they
change is the same.

  python3 random_nests.py [--build DIR] [--seed N] [--count N] [--rounds N] [--flags FLAGS]

Prints how many calls there were. Exits with 1, and prints the function, where something differs.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SIZES = [0, 1, 5, 14]


class Nests:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def among(self, *choices):
        return self.random.choice(choices)

    def element(self, i):
        """Of a vector: its first, second or third part, or one that overlaps two of them; sometimes backwards."""
        index = i if self.random.random() < 0.85 else f"(n - 1 - {i})"
        return f"{self.among('x', 'y', 'z')}[{self.among('', 'n + ', '2 * n + ', 'n + 1 + ')}{index}]"

    def entry(self, i, j):
        row, column = (i, j) if self.random.random() < 0.7 else (j, i)
        return f"{self.among('a', 'a', 'b')}[{self.among('', '', 'n * n + ')}{row} * n + {column}]"

    def value(self, i):
        e, f = self.element(i), self.element(i)
        return self.among(e, e, e, f"{e} + {f}", f"0.5 * {e}", f"sqrt(fabs({e}))", f"tanh({e})", f"{e} * {f}",
                          f"{e} / (2 + n)", "0", "1.5", "c")

    def loop(self, j, i):
        return self.among(f"for (int {j} = 0; {j} < n; {j}++)", f"for (int {j} = 0; {j} < n; {j}++)",
                          f"for (int {j} = 0; {j} < {i}; {j}++)", f"for (int {j} = {i}; {j} < n; {j}++)",
                          f"for (int {j} = {i} + 1; {j} < n; {j}++)")

    def assignment(self, i):
        text = f"{self.element(i)} {self.among('=', '=', '+=', '-=')} {self.value(i)};"
        return f"if ({i} {self.among('> 1', '< n - 2', '!= 2')}) {text}" if self.random.random() < 0.1 else text

    def into_memory(self, i, j):
        return f"{self.loop(j, i)} {self.element(i)} {self.among('+=', '-=')} {self.entry(i, j)} * {self.element(j)};"

    def into_scalar(self, i, j):
        return (f"{{ double s = {self.among('0', self.element(i))}; {self.loop(j, i)} s += {self.entry(i, j)} * "
                f"{self.element(j)}; {self.element(i)} {self.among('=', '=', '+=')} "
                f"{self.among('s', 's', 'c * s', 'sqrt(fabs(s))', 's / (n + 1)')}; }}")

    def outer_product(self, i, j):
        return (f"{self.loop(j, i)} {self.entry(i, j)} {self.among('+=', '-=', '=')} {self.element(i)} * "
                f"{self.element(j)};")

    def product(self, i, j):
        k = f"k{j}"
        return (f"{self.loop(j, i)} {{ double s = 0; for (int {k} = 0; {k} < n; {k}++) s += {self.entry(i, k)} * "
                f"{self.entry(k, j)}; {self.entry(i, j)} {self.among('=', '+=')} "
                f"{self.among('s', 's', '0.25 * s', 's / (n + 1)')}; }}")

    def statement(self, i):
        j = f"j{i}"
        kind = self.random.random()
        if kind < 0.3:
            return self.assignment(i)
        make = (self.into_memory if kind < 0.6 else self.into_scalar if kind < 0.75 else
                self.outer_product if kind < 0.87 else self.product)
        return make(i, j)

    def function(self, number):
        noalias = self.among("", "restrict ")
        arrays = ", ".join(f"double *{noalias}{name}" for name in "abxyz")
        lines = [f"__attribute__((noinline)) void f{number}(int n, double c, {arrays}) {{"]
        for k in range(self.random.randint(1, 3)):
            i = f"i{k}"
            lines.append(f"for (int {i} = 0; {i} < n; {i}++) {{" if self.random.random() < 0.85 else
                         f"for (int {i} = n - 1; {i} >= 0; {i}--) {{")
            lines += [self.statement(i) for _ in range(self.random.randint(1, 3))] + ["}"]
        return "\n".join(lines + ["}"])


def main_function(count):
    return f"""
static double *fresh(int size, int number, double scale) {{
  double *data = malloc(sizeof *data * size);
  for (int i = 0; i < size; i++)
    data[i] = ((i * 37 + number * 11) % 101 - 50) / 101.0 * scale;
  return data;
}}
int main(void) {{
  typedef void Function(int, double, double *, double *, double *, double *, double *);
  Function *functions[] = {{{", ".join(f"f{k}" for k in range(count))}}};
  int sizes[] = {{{", ".join(map(str, SIZES))}}};
  for (int f = 0; f < {count}; f++)
    for (int t = 0; t < {len(SIZES)}; t++) {{
      int n = sizes[t], vector = 4 * (n + 2) + 8, matrix = 2 * (n + 2) * (n + 2) + 8;
      double *arrays[5];
      for (int k = 0; k < 5; k++)
        arrays[k] = fresh(k < 2 ? matrix : vector, k, k < 2 ? 1.0 / (n + 1) : 1.0);
      functions[f](n, 0.7, arrays[0], arrays[1], arrays[2], arrays[3], arrays[4]);
      for (int k = 0; k < 5; k++) {{
        printf("%d", f);
        for (int i = 0; i < (k < 2 ? matrix : vector); i++)
          printf(" %.17g", arrays[k][i]);
        printf("\\n");
        free(arrays[k]);
      }}
    }}
  return 0;
}}
"""


def differ(a, b):
    one, other = [float(x) for x in a.split()[1:]], [float(x) for x in b.split()[1:]]
    scale = max([1.0] + [abs(x) for x in one if math.isfinite(x)])
    return any(not (x == y or (math.isnan(x) and math.isnan(y)) or abs(x - y) <= 1e-8 * scale)
               for x, y in zip(one, other))


def run_round(arguments, seed, folder):
    nests = Nests(seed)
    functions = [nests.function(k) for k in range(arguments.count)]
    with open(os.path.join(folder, "nests.c"), "w", encoding="utf-8") as stream:
        stream.write("#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n" + "\n".join(functions) +
                     main_function(arguments.count))
    printed = []
    for compiler, flags in (("clang", []),
                            (os.path.join(os.path.abspath(arguments.build), "bin", "smr-clang"),
                             arguments.flags.split() + ["--smr-report=report.json"])):
        command = [compiler, "-O2", "-w", *flags, "nests.c", "-o", "nests", "-lm"]
        subprocess.run(command, cwd=folder, check=True)
        printed.append(subprocess.run(["./nests"], cwd=folder, capture_output=True, text=True, check=True).stdout)
    wrong = {int(a.split()[0]) for a, b in zip(*(text.splitlines() for text in printed)) if a != b and differ(a, b)}
    for k in sorted(wrong):
        print(f"seed {seed}: f{k} differs\n{functions[k]}")
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as stream:
        return len(json.load(stream)["rewrites"]), bool(wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--flags", default="")
    arguments = parser.parse_args()
    calls, wrong = 0, False
    for seed in range(arguments.seed, arguments.seed + arguments.rounds):
        with tempfile.TemporaryDirectory() as folder:
            some, differs = run_round(arguments, seed, folder)
            calls, wrong = calls + some, wrong or differs
    print(f"{calls} calls")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
