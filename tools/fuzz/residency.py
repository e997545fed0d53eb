#!/usr/bin/env python3
"""Programs by chance whose arrays stay on a (fake) GPU, against the plain compiler.

    residency.py BUILD [--seconds 600] [--first 0] [--count 100000] [--keep FOLDER]

A program has matrices that are globals, parts of structures, a thread's own, locals (also of a size that is known late)
or allocated, and pointers into the middle of them, which change; it multiplies matrices and calls other routines, in
loops and branches, and between that its host code reads and writes them, copies, sorts, prints, calls what nobody knows
(which may keep an address, or multiply itself), frees, moves, jumps and returns early. All numbers are integers, so results are the same whoever adds (products in place may
grow until they round: such programs are skipped). Compiled with --smr-gpu=on it runs in each mode, with arrays that
are closed to the host until a marker names them, with little memory, and with a call of CUDA's that fails; output and
exit code must be the plain compiler's.
"""
import argparse
import os
import random
import re
import sys
import time

from toolchain import run, stock, try_seeds, write

N = 34
SECONDS = 60  # that a program may take
COSTS = "smr-gpu-costs 1\nstart 0\nup 1e20\ndown 1e20\n" + "".join(
    f"cpu f{bits} {level} 1 1\ngpu f{bits} {level} 1 0\n" for bits in (32, 64) for level in (1, 2, 3))

HEAD = f"""#include <alloca.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum {{ N = {N}, CELLS = N * N }};
static double space[5][CELLS + 144];
double shared[CELLS];
static struct things {{
  double m[2][CELLS + 144], *to, tail[3];
}} things;
static _Thread_local double own[CELLS + 144];
static double *kept;
static double volatile sink;
typedef double four __attribute__((vector_size(32), aligned(8)));
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
static inline void sub_mm(int n, const double *x, const double *y, double *z) {{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        z[i * N + j] -= x[i * N + k] * y[k * N + j];
}}
static inline void mm_by_rows(int n, const double *x, const double *y, double *z) {{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {{
      double s = 0;
      for (int k = 0; k < n; k++)
        s += x[i * N + k] * y[j * N + k];
      z[i * N + j] = s;
    }}
}}
static inline void syrk(int n, const double *x, double *z) {{
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < n; k++)
        z[i * N + j] += x[i * N + k] * x[j * N + k];
}}
static inline void mv_by_columns(int n, const double *x, const double *y, double *z) {{
  for (int j = 0; j < n; j++)
    z[j] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      z[j] += x[i * N + j] * y[i];
}}
static inline void trmv(int n, const double *x, double *y) {{
  for (int i = 0; i < n; i++) {{
    double s = 0;
    for (int j = i; j < n; j++)
      s += x[i * N + j] * y[j];
    y[i] = s;
  }}
}}
static inline void ger(int n, const double *x, const double *y, double *z) {{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      z[i * N + j] += x[i] * y[j];
}}
static inline void scale(int n, int step, double a, double *x) {{
  for (int i = 0; i < n; i++)
    x[i * step] *= a;
}}
static inline void axpy_columns(int n, double a, const double *x, double *y) {{
  for (int i = 0; i < n; i++)
    y[i * N] += a * x[i];
}}
static inline void copy(int n, const double *x, double *y) {{
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}}
static inline void swap(int n, double *x, double *y) {{
  for (int i = 0; i < n; i++) {{
    double t = x[i];
    x[i] = y[i];
    y[i] = t;
  }}
}}
static inline double sizes(int n, const double *x) {{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += fabs(x[i]);
  return s;
}}
__attribute__((noinline)) void stranger(void) {{
  shared[3] += 1;
  space[1][7] -= 1;
  sink = space[0][5] + shared[9];
}}
__attribute__((noinline)) void prints(int k) {{ printf("at %d\\n", k); }}
__attribute__((noinline)) double looks(const double *x) {{ return fmod(x[4], 4) + 1; }}
__attribute__((noinline)) void changes(double *x) {{ x[6] = fmod(x[2], 4) - 1; }}
__attribute__((noinline, pure)) double peeks(const double *x) {{ return fmod(x[2], 4) + fmod(x[N], 3); }}
__attribute__((noinline)) void keeps(double *x) {{ kept = x; }}
__attribute__((noinline)) void uses_kept(void) {{
  if (kept)
    kept[3] = fmod(kept[1], 4);
}}
__attribute__((noinline)) static int compare(const void *p, const void *q) {{
  double x = *(const double *)p, y = *(const double *)q;
  return (x > y) - (x < y);
}}
__attribute__((noinline)) static double *from_below(long low, long high) {{
  return (double *)calloc(high - low, sizeof(double)) - low;
}}
__attribute__((noinline)) static void inner(int n, double *x, double *y, double *z) {{
  mm(n, x, y, z);
  small(n, z);
  mm(n, z, y, x);
  small(N, x);
}}
__attribute__((noinline)) static void alone(int n) {{
  double x[CELLS], y[CELLS], z[CELLS];
  for (int i = 0; i < CELLS; i++)
    x[i] = i % 3, y[i] = i % 4 - 1;
  inner(n, x, y, z);
  prints((int)x[n] + (int)y[3]);
  inner(n, y, x, z);
}}
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
        self.loops = 0  # around what is said now, that it may leave
        self.restrict = False
        self.lasting = []  # the names of arrays that are there as long as the function runs
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
        n, most, o = self.random.choice(["N", "N", "n", "n / 2", "n - 1"]), self.most, self.random.choice([0, 0, 3, N, N + 1])
        plain = [(f"mm({n}, {x}, {y}, {z});", N * most ** 2)] * 5 + [
            (f"add_mm({n}, {x}, {y}, {z});", most + N * most ** 2), (f"mv({n}, {x}, {y}, {z});", N * most ** 2),
            (f"axpy({n} * 3, 2, {x}, {z});", 3 * most), (f"sink = dot({n} * 5, {x}, {y});", 5 * N * most ** 2)]
        others = [
            (f"ger({n}, {x}, {y}, {z});", most + most ** 2), (f"syrk({n}, {x}, {z});", most + N * most ** 2),
            (f"mv_by_columns({n}, {x}, {y}, {z});", N * most ** 2), (f"mm_by_rows({n}, {x}, {y}, {z});", N * most ** 2),
            (f"trmv({n}, {x}, {z});", N * most ** 2), (f"scale({n} * 4, 1, 2, {z});", 2 * most),
            (f"scale({n} - 1, N, -1, {z} + 1);", most), (f"axpy_columns({n}, -2, {x}, {z} + 2);", 3 * most),
            (f"copy({n} * 3, {x}, {z});", most), (f"swap({n}, {x}, {z});", most), (f"sink = sizes({n} * 5, {x});", most),
            (f"sub_mm({n} / 2, {x} + {o}, {y}, {z} + {N // 2});", most + N * most ** 2),
            (f"mm({n} / 3, {x} + {o}, {x} + {o + N // 2}, {x} + {N * (N // 2)});", N * most ** 2),
            (f"sub_mm({n} / 2, {z} + {N // 2 * N}, {z} + {N // 2}, {z} + {N // 2 * N + N // 2});", most + N * most ** 2)]
        text, grown = self.random.choice(plain if self.chance(2) else others)
        if grown > 2 ** 45:
            self.reduce_all(depth, names)
            grown = 5 * N * 16
        self.say(depth, text)
        if "sink" in text:
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
            f"prints({at});",
            f"prints({at});",
            f"if (sum == {at}.25) return sum;",
            f"if (fmod({x}[{at}], 4) == 3) return sum + 1;",
        ]
        if not self.restrict:  # (it changes some of them)
            choices += ["stranger();"]
        self.say(depth, self.random.choice(choices) if self.chance(2) else self.more_host(names))

    def more_host(self, names):
        x, y, last = self.random.choice(names), self.random.choice(names), self.random.choice(self.lasting)
        at, more = self.random.randrange(N * N - 8), self.random.randrange(1, N * N // 2)
        choices = [
            "{ double *t = w; w = v; v = t; }",
            f"w = sum > {at % 7} ? {last} : {self.random.choice(self.lasting)};",
            f"set[{at % 3}] = {last};",
            f"qsort({x} + {at // 3}, {more}, sizeof(double), compare);",
            f"sum += peeks({x});",
            f"keeps({last});",
            "uses_kept();",
            f"alone({self.random.choice([N, 5])});",
            f"sum += memcmp({x}, {y}, {more}) > 0;",
            f"((unsigned char *)({x}))[8 * {at} + 7] ^= 0x80;",
            f"*(four *)({x} + {at}) += 1;",
            f"for (double *at = {x}, *end = {x} + {more}; at < end; at += 3) *at = fmod(*at, 4);",
            f"for (int i = {at}; i < N * N; i += n + 1) {x}[i] = 1;",
            f"for (unsigned i = {more}; i--;) sum += fmod({x}[i], 2);",
            f"{x}[(int)fabs(fmod({y}[{at}], N))] = 1;",
            f"for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) sum += fmod({x}[i * N + j], 3);",
            f"sum += fmod(*(volatile double *)({x} + {at}), 8);",
            f"if (sum == {at}.5) exit(3);",
            f"if (sum == {at}.5) goto out;",
            f'printf("%g\\n", fmod({x}[{at}], 16));',
            "__atomic_thread_fence(__ATOMIC_SEQ_CST);",
            f"if (n > {at % 40}) {x}[{at}] = 3; else sum += fmod({x}[{at // 2}], 4);",
            f"switch ((int)fabs(fmod({x}[{at}], 4))) {{ case 0: {y}[1] = 1; case 1: sum += 1; break; case 2: {x}[{at}] = 0; default: small(n, {y}); }}",
            f"for (int i = 0; i < n; i++) {{ double u = fmod({x}[i * N + {at % N}], 4); {y}[{at % N} * N + i] = u; if (u == 3) break; }}",
            f"{{ double t[8]; memcpy(t, {x} + {at}, sizeof t); memmove({y} + {at // 2}, t, sizeof t); }}",
        ]
        if not self.restrict:
            choices += [
                "{ struct things t = things; things.m[1][5] = 2; things = t; }",
                f"memmove(things.m[0], {x}, sizeof(double) * {more});",
                f"inner(n, {x}, {y}, things.m[1]);",
                f"own[{at}] = fmod({x}[{at}], 4);",
            ]
        if self.loops:
            choices += [f"if ({x}[{at}] == {at % 4}) break;", f"if ({x}[{at}] == {at % 4}) continue;"] * 2
        else:
            choices += [f"if (turn++ < 2 && {x}[{at}] == 1) goto back;"]
        return self.random.choice(choices)

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
                self.loops += 1
                self.block(depth + 1, names, self.random.randrange(1, 4))
                self.loops -= 1
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
        kind, size = self.random.randrange(8), "CELLS * sizeof(double)"
        self.say(depth + 1, [f"double {name}[CELLS];", f"double {name}[n * N + CELLS];", f"struct things in_{name}; double *{name} = in_{name}.m[1];",
                             f"double *{name} = alloca({size});", f"double *{name} = malloc({size});", f"double *{name} = calloc(CELLS, sizeof(double));",
                             f"double *{name} = aligned_alloc(64, 2 * {size});", f"double *{name} = from_below(-CELLS, 9) - CELLS;"][kind])
        self.say(depth + 1, f"for (int i = 0; i < CELLS; i++) {name}[i] = i % {self.random.randrange(2, 5)};")
        loops, self.loops = self.loops, 0  # (who leaves one from here leaks)
        self.block(depth + 1, names + [name, name], self.random.randrange(2, 5))
        if kind > 3 and self.chance(4):
            self.say(depth + 1, f"{name} = realloc({name}, 3 * {size});")
            self.block(depth + 1, names + [name, name], 2)
        self.loops = loops
        if kind > 3 and not self.chance(5):
            self.say(depth + 1, f"free({name});")
        self.say(depth, "}")

    def function(self, number):
        count = self.random.randrange(3, 6)
        names = [f"a{k}" for k in range(count)]
        self.restrict = restrict = self.chance(4)
        qualifier = "restrict " if restrict else ""
        inline = "static inline" if self.chance(2) else "__attribute__((noinline)) static"
        self.say(0, f"{inline} double f{number}(int n, {', '.join(f'double *{qualifier}{name}' for name in names)}) {{")
        self.lasting = names[:] if restrict else names + ["shared", "things.m[0]", "things.m[1]", "own", "space[1]"]
        first = [self.random.choice(self.lasting) for _ in range(5)]
        self.say(1, f"double sum = 0, *w = {first[0]}, *v = {first[1]}, *set[3] = {{{', '.join(first[2:])}}};")
        self.say(1, "int turn = 0;")
        self.most = 4
        if not restrict:
            if self.chance(4):
                self.say(1, f"double *p = {self.random.choice(names)} + {self.random.choice([0, 1, 5, N, 40])};")
                names.append("p")
            if self.chance(3):
                names.append("shared")
        if self.chance(2):
            names += self.random.sample(self.lasting, 2)
            names += self.random.sample(["w", "v", "set[turn % 3]", f"set[{self.random.randrange(3)}]", "(sum > 2 ? w : v)"], 2)
        self.say(0, "back:;")
        self.block(1, names, self.random.randrange(4, 10))
        self.say(0, "out:")
        self.say(1, "return sum;")
        self.say(0, "}")
        return count, restrict

    def program(self):
        functions = [self.function(k) for k in range(self.random.randrange(1, 4))]
        main = ["int main(int argc, char **argv) {", "  (void)argv;", "  double value;", "  for (int k = 0; k < 5; k++) for (int i = 0; i < CELLS + 144; i++) space[k][i] = (i * (k + 2) + k) % 5 - 2;",
                "  for (int i = 0; i < CELLS; i++) shared[i] = i % 3, things.m[0][i] = i % 3 - 1, things.m[1][i] = i % 4 - 1, own[i] = i % 2;",
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
                all_places = [f"space[{k}]" for k in range(5)] + ["heap", "shared", "things.m[0]", "things.m[1]", "own"]
                main += ["  kept = NULL;"] + [f"  small(N, {place});" for place in all_places]
                main += [f'  tell("{place}", {place});' for place in all_places]
        return HEAD + "\n".join(self.lines) + TAIL + "\n".join(main) + "\n  free(heap);\n  return argc > 1 && rounded;\n}\n"


def trial(build, seed, folder):
    """([what is wrong], counts)"""
    maker = Maker(seed)
    write(folder, "program.c", maker.program())
    write(folder, "costs", COSTS)
    level = maker.random.choice(["-O1", "-O2", "-O2", "-O3"])
    if run([stock("clang"), "-O2", "-w", "program.c", "-o", "plain", "-lm"], folder)[0]:
        return ["clang does not compile it"], {}
    code, _, errors = run([os.path.join(build, "bin", "smr-clang"), level, "-w", "--smr-gpu=on", "-Rpass=smr-residency", "program.c", "-o",
                           "ours", "-lm"], folder, variables={"SMR_COSTS": "none"})
    if code or "warning" in errors:
        return [f"compiling: {code}\n{errors[-2000:]}"], {}
    counts = {"regions": errors.count("remark: arrays stay")}
    right = run(["./plain"], folder, SECONDS)
    if right[0] == "timeout" or run(["./plain", "was anything rounded?"], folder, SECONDS)[0] != right[0]:
        return [], {"skipped": 1, **counts}
    fake = {"SMR_CUDA_LIBRARIES": os.path.join(build, "test", "libfakecuda.so"), "FAKE_REPORT": "1", "SMR_GPU_CHECK": "1",
            "SMR_GPU_COSTS": os.path.join(folder, "costs")}
    calls = maker.random.randrange(10, 2000)
    modes = {"on": {}, "auto": {"SMR_GPU": "auto"}, "lazy": {"SMR_GPU": "lazy"}, "fault": {"FAKE_FAIL": str(calls)},
             "memory": {"FAKE_MEMORY": "30000"}, "off": {"SMR_GPU": "off"}, "lazy fault": {"SMR_GPU": "lazy", "FAKE_FAIL": str(calls)}}
    for mode, environment in modes.items():
        code, output, errors = run(["./ours"], folder, SECONDS, {**fake, **environment})
        if mode == "lazy fault" and "SMR_GPU=lazy had left there" in errors:
            continue
        if (code, output) != right[:2] or re.search("[1-9][0-9]* violations", errors):
            return [f"{level}, {mode} (fault at {calls}): exit code {code}, not {right[0]}\n{errors[-600:]}"], counts
        found = re.search("fake: ([0-9]+) up, .* ([0-9]+) kernels", errors)
        if mode == "on" and found:
            counts.update(uploads=int(found[1]), kernels=int(found[2]))
    return [], counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100000)
    parser.add_argument("--keep", help="a folder for programs that went wrong")
    arguments = parser.parse_args()
    build = os.path.abspath(arguments.build)
    tried, failures, totals = try_seeds(range(arguments.first, arguments.first + arguments.count), lambda *some: trial(build, *some),
                                        arguments.keep, until=time.monotonic() + arguments.seconds)
    print(f"{tried} programs ({totals['skipped']} of them round), {failures} wrong; {totals['regions']} functions with regions, "
          f"{totals['kernels']} calls on the GPU, {totals['uploads']} uploads")
    sys.exit(1 if failures or not totals["kernels"] else 0)


if __name__ == "__main__":
    main()
