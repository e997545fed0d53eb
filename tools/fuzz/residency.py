#!/usr/bin/env python3
"""Programs by chance whose arrays stay on a (fake) GPU, against the plain compiler.

    residency.py BUILD [--seconds 600] [--first 0] [--count 1000000] [--keep FOLDER]

A program has matrices that are globals, locals or allocated, and pointers into the middle of them; it multiplies
matrices, in loops and branches, and between that its host code reads and writes them, copies, prints, calls what nobody
knows, frees and returns early. All numbers are integers, so results are the same whoever adds (products in place may
grow until they round: such programs are skipped). Compiled with --smr-gpu=on it runs in each mode, with arrays that
are closed to the host until a marker names them, with little memory, and with a call of CUDA's that fails; output and
exit code must be the plain compiler's.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time

N = 34
COSTS = "smr-gpu-costs 1\nstart 0\nup 1e20\ndown 1e20\n" + "".join(
    f"cpu f{bits} {level} 1 1\ngpu f{bits} {level} 1 0\n" for bits in (32, 64) for level in (1, 2, 3))

HEAD = f"""#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum {{ N = {N}, CELLS = N * N }};
static double space[5][CELLS + 144];
double shared[CELLS];
static double volatile sink;
static inline void mm(int n, const double *x, const double *y, double *z) {{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {{
      double s = 0;
      for (int k = 0; k < n; k++)
        s += x[i * N + k] * y[k * N + j];
      z[i * N + j] = s;
    }}
}}
static inline void add_mm(int n, const double *x, const double *y, double *z) {{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        z[i * N + j] += x[i * N + k] * y[k * N + j];
}}
static inline void mv(int n, const double *x, const double *y, double *z) {{
  for (int i = 0; i < n; i++) {{
    double s = 0;
    for (int k = 0; k < n; k++)
      s += x[i * N + k] * y[k];
    z[i] = s;
  }}
}}
static inline void axpy(int n, double a, const double *x, double *y) {{
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}}
static inline double dot(int n, const double *x, const double *y) {{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}}
static inline void small(int n, double *x) {{
  for (int i = 0; i < n * n; i++)
    x[i] = fmod(x[i], 4);
}}
__attribute__((noinline)) void stranger(void) {{
  shared[3] += 1;
  space[1][7] -= 1;
  sink = space[0][5] + shared[9];
}}
__attribute__((noinline)) void prints(int k) {{ printf("at %d\\n", k); }}
__attribute__((noinline)) double looks(const double *x) {{ return fmod(x[4], 4) + 1; }}
__attribute__((noinline)) void changes(double *x) {{ x[6] = fmod(x[2], 4) - 1; }}
"""

TAIL = """
static int rounded; // some sum was: then its order matters
static void note(void) {
  rounded |= fetestexcept(FE_INEXACT);
}
static void tell(const char *name, const double *x) {
  double sum = 0;
  for (int i = 0; i < CELLS; i++)
    sum += fmod(x[i], 1024) * (i % 13 + 1);
  note();
  printf("%s %.17g\\n", name, sum);
  feclearexcept(FE_ALL_EXCEPT);
}
"""


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.count = 0
        self.most = 4  # no number is larger

    def chance(self, n):
        return self.random.randrange(n) == 0

    def say(self, depth, text):
        self.lines.append("  " * depth + text)

    def reduce_all(self, depth, names):
        for name in dict.fromkeys(names):
            self.say(depth, f"small(N, {name});")
        self.most = 4

    def product(self, depth, names):
        """Numbers stay below 2^45: sums are exact, whatever their order."""
        x, y, z = (self.random.choice(names) for _ in range(3))
        others = [name for name in names if name not in (x, y)]
        if others and not self.chance(10):
            z = self.random.choice(others)
        n = self.random.choice(["N", "N", "n", "n / 2"])
        kind = self.random.randrange(9)
        text, grown = [(f"mm({n}, {x}, {y}, {z});", N * self.most ** 2), (f"add_mm({n}, {x}, {y}, {z});", self.most + N * self.most ** 2),
                       (f"mv({n}, {x}, {y}, {z});", N * self.most ** 2), (f"axpy({n} * 3, 2, {x}, {z});", 3 * self.most),
                       (f"sink = dot({n} * 5, {x}, {y});", 5 * N * self.most ** 2)][max(kind - 4, 0)]
        if grown > 2 ** 45:
            self.reduce_all(depth, names)
            grown = 5 * N * 16
        self.say(depth, text)
        if "dot" in text:
            return
        if self.chance(3) and grown > self.most:
            self.say(depth, f"small(N, {z});")
        else:
            self.most = max(self.most, grown)

    def host(self, depth, names):
        x, y = self.random.choice(names), self.random.choice(names)
        at, more = self.random.randrange(N * N), self.random.randrange(1, N * N // 2)
        choices = [
            f"{x}[{at}] = {more % 4};",
            f"{x}[{at}] += 1;",
            f"sum += fmod({x}[{at}], 16);",
            f"if ({x}[{at}] > 2) {y}[{at // 2}] = 1;",
            f"for (int i = 0; i < {more}; i++) sum += fmod({x}[i], 8);",
            f"for (int i = 0; i < {more}; i++) {x}[i + {min(at, N * N - more)}] = i % 3;",
            f"for (int i = {more}; i > 0; i--) {x}[i] = fmod({y}[i - 1], 4);",
            f"for (int i = 0; i < n; i++) for (int j = i; j < n; j++) {x}[j * N + i] = fmod({x}[i * N + j], 4);",
f"memmove({x}, {y}, {more} * sizeof(double));",
            f"memmove({x} + {at % 9}, {y}, {min(more, N * N - 9)} * sizeof(double));",
            f"memset({x} + {at // 3}, 0, {more} * sizeof(double));",
            f"sum += looks({x});",
            f"changes({x});",
            "stranger();",
            f"prints({at});",
            f"prints({at});",
            f"if (sum == {at}.25) return sum;",
            f"if (fmod({x}[{at}], 4) == 3) return sum + 1;",
        ]
        self.say(depth, self.random.choice(choices))

    def block(self, depth, names, size):
        for _ in range(size):
            kind = self.random.randrange(12)
            if kind < 5:
                self.product(depth, names)
            elif kind < 9 or depth > 3:
                self.host(depth, names)
            elif kind == 9:
                self.say(depth, f"for (int t{depth} = 0; t{depth} < {self.random.randrange(1, 4)}; t{depth}++) {{")
                before = self.most
                self.block(depth + 1, names, self.random.randrange(1, 4))
                if self.most > before:
                    self.reduce_all(depth + 1, names)
                    self.most = before
                self.say(depth, "}")
            elif kind == 10:
                self.say(depth, f"if ({self.random.choice(names)}[{self.random.randrange(N)}] > 0) {{")
                self.block(depth + 1, names, self.random.randrange(1, 3))
                self.say(depth, "} else {") if self.chance(2) else None
                self.say(depth, "}")
            else:
                self.temporary(depth, names)

    def temporary(self, depth, names):
        name = f"t_{self.count}"
        self.count += 1
        self.say(depth, "{")
        kind = self.random.randrange(3)
        self.say(depth + 1, f"double {name}[CELLS];" if kind == 0 else
                 f"double *{name} = malloc(CELLS * sizeof(double));" if kind == 1 else
                 f"double *{name} = calloc(CELLS, sizeof(double));")
        self.say(depth + 1, f"for (int i = 0; i < CELLS; i++) {name}[i] = i % {self.random.randrange(2, 5)};")
        self.block(depth + 1, names + [name, name], self.random.randrange(2, 5))
        if kind and not self.chance(5):
            self.say(depth + 1, f"free({name});")
        self.say(depth, "}")

    def function(self, number):
        count = self.random.randrange(3, 6)
        names = [f"a{k}" for k in range(count)]
        restrict = self.chance(4)
        qualifier = "restrict " if restrict else ""
        inline = "static inline" if self.chance(2) else "__attribute__((noinline)) static"
        self.say(0, f"{inline} double f{number}(int n, {', '.join(f'double *{qualifier}{name}' for name in names)}) {{")
        self.say(1, "double sum = 0;")
        self.most = 4
        if not restrict:
            if self.chance(4):
                self.say(1, f"double *p = {self.random.choice(names)} + {self.random.choice([0, 1, 5, N, 40])};")
                names.append("p")
            if self.chance(3):
                names.append("shared")
        self.block(1, names, self.random.randrange(3, 8))
        self.say(1, "return sum;")
        self.say(0, "}")
        return count, restrict

    def program(self):
        functions = [self.function(k) for k in range(self.random.randrange(1, 4))]
        main = ["int main(int argc, char **argv) {", "  (void)argv;", "  double value;", "  for (int k = 0; k < 5; k++) for (int i = 0; i < CELLS + 144; i++) space[k][i] = (i * (k + 2) + k) % 5 - 2;",
                "  for (int i = 0; i < CELLS; i++) shared[i] = i % 3;",
                "  double *heap = malloc((CELLS + 144) * sizeof *heap);", "  for (int i = 0; i < CELLS + 144; i++) heap[i] = i % 4;"]
        for number, (count, restrict) in enumerate(functions):
            for _ in range(2):
                places = [f"space[{k}]" for k in range(5)] + ["heap"]
                self.random.shuffle(places)
                chosen = places[:count]
                if not restrict and self.chance(4):
                    chosen[1] = chosen[0] + self.random.choice(["", " + 3", f" + {N}", f" + {N // 2}"])
                main.append(f'  value = f{number}({self.random.choice([N, N, 7, 0])}, {", ".join(chosen)});')
                main.append(f'  note(), printf("f{number} %.17g\\n", value), feclearexcept(FE_ALL_EXCEPT);')
                main += [f"  for (int k = 0; k < 5; k++) small(N, space[k]);", "  small(N, heap), small(N, shared);"]
                main += [f'  tell("{place}", {place});' for place in [f"space[{k}]" for k in range(5)] + ["heap", "shared"]]
        return HEAD + "\n".join(self.lines) + TAIL + "\n".join(main) + "\n  free(heap);\n  return argc > 1 && rounded;\n}\n"


def run(command, environment, seconds=60):
    try:
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=seconds)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return "timeout", "", ""


def trial(build, folder, seed, totals):
    """None, or what is wrong."""
    source = os.path.join(folder, "program.c")
    maker = Maker(seed)
    with open(source, "w") as file:
        file.write(maker.program())
    plain, ours = os.path.join(folder, "plain"), os.path.join(folder, "ours")
    level = maker.random.choice(["-O1", "-O2", "-O2", "-O3"])
    if run(["clang-22", "-O2", "-w", source, "-o", plain, "-lm"], {})[0]:
        return "clang does not compile it"
    code, _, errors = run([os.path.join(build, "bin", "smr-clang"), level, "-w", "--smr-gpu=on", "-Rpass=smr-residency", source, "-o",
                           ours, "-lm"], {"SMR_COSTS": "none"}, 120)
    if code or "warning" in errors:
        return f"compiling: {code}\n{errors[-2000:]}"
    totals["regions"] += errors.count("remark: arrays stay")
    right = run([plain], {})
    if right[0] == "timeout" or run([plain, "was anything rounded?"], {})[0] != right[0]:
        totals["skipped"] += 1
        return None
    costs = os.path.join(folder, "costs")
    with open(costs, "w") as file:
        file.write(COSTS)
    fake = {"SMR_CUDA_LIBRARIES": os.path.join(build, "test", "libfakecuda.so"), "FAKE_REPORT": "1", "SMR_GPU_CHECK": "1", "SMR_GPU_COSTS": costs}
    calls = maker.random.randrange(10, 2000)
    modes = {"on": {}, "auto": {"SMR_GPU": "auto"}, "lazy": {"SMR_GPU": "lazy"}, "fault": {"FAKE_FAIL": str(calls)},
             "memory": {"FAKE_MEMORY": "30000"}, "off": {"SMR_GPU": "off"}, "lazy fault": {"SMR_GPU": "lazy", "FAKE_FAIL": str(calls)}}
    for mode, environment in modes.items():
        code, output, errors = run([ours], {**fake, **environment})
        if mode == "lazy fault" and "SMR_GPU=lazy had left there" in errors:
            continue
        if (code, output) != right[:2] or re.search("[1-9][0-9]* violations", errors):
            return f"{level}, {mode} (fault at {calls}): exit code {code}, not {right[0]}\n{errors[-600:]}"
        found = re.search("fake: ([0-9]+) up, .* ([0-9]+) kernels", errors)
        if mode == "on" and found:
            totals["uploads"] += int(found[1])
            totals["kernels"] += int(found[2])
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000000)
    parser.add_argument("--keep", help="a folder for programs that went wrong")
    arguments = parser.parse_args()
    build, end, failures, tried = os.path.abspath(arguments.build), time.monotonic() + arguments.seconds, 0, 0
    totals = {"skipped": 0, "regions": 0, "uploads": 0, "kernels": 0}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.first, arguments.first + arguments.count):
            if time.monotonic() > end:
                break
            tried += 1
            wrong = trial(build, folder, seed, totals)
            if wrong:
                failures += 1
                print(f"program {seed}: {wrong}", flush=True)
                if arguments.keep:
                    os.makedirs(arguments.keep, exist_ok=True)
                    os.replace(os.path.join(folder, "program.c"), os.path.join(arguments.keep, f"{seed}.c"))
    print(f"{tried} programs ({totals['skipped']} of them round), {failures} wrong; {totals['regions']} functions with regions, "
          f"{totals['kernels']} calls on the GPU, {totals['uploads']} uploads")
    sys.exit(1 if failures or not totals["kernels"] else 0)


if __name__ == "__main__":
    main()
