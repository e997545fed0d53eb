"""Random functions whose nests peel terms, start from elements, read before their loops and leave early, over arrays
that lie in one piece of memory, compiled by clang and by SMR: what they change and return is the same.

  python3 random_pool.py [--build DIR] [--seed N] [--count N] [--rounds N] [--scale N] [--flags FLAGS]

Prints how many calls there were. Exits with 1, and prints the function, where something differs.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.environ.setdefault("SMR_RT", "now")  # short programs call, too


def put(text, index, value):
    return re.sub(rf"\b{index}\b", value, text)


class Functions:
    """Bodies over vectors p, q, r and s of one pool, of sizes n and m; in an outer loop also over i."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.outer = False
        self.made = 0

    def among(self, *choices):
        return self.random.choice(choices)

    def fresh(self, letter):
        self.made += 1
        return f"{letter}{self.made}"

    def array(self):
        return self.among("p", "q", "r", "s")

    def element(self):
        index = self.among("0", "0", "1", "n", "n - 1", "m", "2", "n + 1", "k", "m - 1", "i" if self.outer else "0")
        return f"{self.array()}[{index}]"

    def vector(self, j, shifted=True):
        around = self.among("", "", "i + ", "i * n + ", "i * ld + ") if self.outer else ""
        shift = self.among("", "", "", "n + ", "1 + ", "2 + ", "k + ") if shifted else ""
        return f"{self.array()}[{shift}{around}{self.among(j, j, j, j, f'(n - 1 - {j})', f'2 * {j}', f'{j} * ld')}]"

    def number(self):
        return self.among("c", "2.0", "t", "t", self.element(), self.element())

    def term(self, j):
        v, w = self.vector(j), self.vector(j)
        return self.among(v, v, f"{v} * {w}", f"{v} * {w}", f"fabs({v})", f"{v} * {v}", f"{self.number()} * {v}",
                          self.element(), f"({v} - {w}) * ({v} - {w})")

    def sum(self):
        """x: a loop's sum, from 0 or an element, with its first or last term before or after it, in two loops, unrolled."""
        j = self.fresh("j")
        term = self.term(j)
        start = self.among("0", "0", "t", self.element(), self.element(), f"c * {self.element()}")
        loop = f"for (int {j} = 0; {j} < n; {j}++)"
        middle = self.among("m", "k")
        return self.among(
            f"x = {start}; {loop} x += {term};",
            f"x = {self.among('', start + ' + ')}{put(term, j, '0')}; for (int {j} = 1; {j} < n; {j}++) x += {term};",
            f"x = {start}; for (int {j} = 0; {j} < n - 1; {j}++) x += {term}; if (n > 0) x += {put(term, j, '(n - 1)')};",
            f"x = {start}; {loop} {{ x += {term}; x += {self.term(j)}; }}",
            f"x = {start}; for (int {j} = 0; {j} < {middle}; {j}++) x += {term}; "
            f"for (int {j} = {middle}; {j} < n; {j}++) x += {term};",
            f"x = {start}; {{ int {j} = 0; for (; {j} + 1 < n; {j} += 2) x += {term} + {put(term, j, f'({j} + 1)')}; "
            f"if ({j} < n) x += {term}; }}")

    def maximum(self):
        j = self.fresh("j")
        v = self.vector(j, False)
        return f"x = fabs({put(v, j, '0')}); for (int {j} = 1; {j} < n; {j}++) if (fabs({v}) > x) x = fabs({v});"

    def use(self):
        e = self.among(self.element(), f"{self.array()}[i]", f"{self.array()}[i + n]") if self.outer else self.element()
        return self.among(f"{e} = x;", f"{e} += x;", f"{e} = c * x + {e};", "res += x;", "res = x;",
                          f"{e} = sqrt(fabs(x));", "res += sqrt(fabs(x));", f"{e} -= x;")

    def update(self):
        """A vector changes, its first element perhaps before the loop."""
        j = self.fresh("j")
        to, v = self.vector(j), self.vector(j)
        body = self.among(f"{to} *= {self.number()};",
                          f"{to} {self.among('=', '+=', '+=', '-=')} " + self.among(
                              v, f"{self.number()} * {v}", f"{self.number()} * {v}", f"{v} + {self.vector(j)}",
                              self.number(), f"{v} * {self.vector(j)}", f"t * {v} + c * {to}") + ";")
        return self.among(f"for (int {j} = 0; {j} < {self.among('n', 'm')}; {j}++) {body}",
                          f"for (int {j} = 0; {j} < n; {j}++) {body}",
                          f"{put(body, j, '0')} for (int {j} = 1; {j} < n; {j}++) {body}",
                          f"for (int {j} = 0; {j} < n; {j}++) {{ {body} {self.vector(j)} += {self.vector(j)}; }}")

    def product(self):
        """Of a matrix and a vector, of two matrices, of two vectors; begun before the innermost loop."""
        i, j, l = self.fresh("i"), self.fresh("j"), self.fresh("l")
        a, b, x, y = self.array(), self.array(), self.array(), self.array()
        entry = self.among(f"{a}[{i} * ld + {j}]", f"{a}[k + {i} * ld + {j}]", f"{a}[{j} * ld + {i}]")
        first = self.among("0", "1")
        start = self.among("0", self.element(), f"{y}[{i}]", f"{put(entry, j, '0')} * {x}[0]",
                           f"{put(entry, j, '0')} * first")
        step = f"{a}[{i} * ld + {l}] * {b}[{l} * ld + {j}]"
        return self.among(
            f"{{ double first = {x}[0]; for (int {i} = 0; {i} < n; {i}++) {{ double z = {start}; "
            f"for (int {j} = {first}; {j} < n; {j}++) z += {entry} * {x}[{j}]; {y}[{i}] {self.among('=', '+=')} z; }} }}",
            f"{{ double first = {x}[0]; for (int {i} = 0; {i} < n; {i}++) {{ {y}[{i}] = {start}; "
            f"for (int {j} = {first}; {j} < n; {j}++) {y}[{i}] += {entry} * {x}[{j}]; }} }}",
            f"for (int {i} = 0; {i} < n; {i}++) for (int {j} = 0; {j} < m; {j}++) "
            f"{entry} += {self.among('', 't * ', 'c * ')}{x}[{i}] * {y}[{j}];",
            f"for (int {i} = 0; {i} < n; {i}++) for (int {j} = 0; {j} < m; {j}++) {{ double z = "
            f"{self.among('0', self.element(), f'{x}[{i} * ld + {j}]', put(step, l, '0'))}; "
            f"for (int {l} = {first}; {l} < n; {l}++) z += {step}; {x}[{i} * ld + {j}] {self.among('=', '=', '+=')} z; }}")

    def statement(self):
        kind = self.random.random()
        if kind < 0.15:
            return f"t = {self.element()};"
        if kind < 0.5:
            return f"{self.sum()} {self.use()}"
        if kind < 0.58:
            return f"{self.maximum()} {self.use()}"
        return self.update() if kind < 0.85 or self.outer else self.product()

    def statements(self, least, most):
        return "\n".join(self.statement() for _ in range(self.random.randint(least, most)))

    def in_a_loop(self):
        self.outer = True
        leaves = self.among("", "if (i < m) break;", "if (i >= m) break;", "if (m > 3) break;", "break;",
                            "if (res > 1e6) return res;")
        inner = self.statements(1, 3)
        inner = f"{leaves}\n{inner}" if self.random.random() < 0.4 else f"{inner}\n{leaves}"
        self.outer = False
        return f"for (int i = 0; i < {self.among('n', 'm', '3')}; i++) {{\n{inner}\n}}"

    def function(self, number):
        middle = self.in_a_loop() if self.random.random() < 0.5 else self.statements(1, 3)
        return (f"__attribute__((noinline)) double f{number}(int n, int m, int k, int ld, double c, double *p, double *q, "
                f"double *r, double *s) {{\ndouble t = 1, x = 0, res = 0;\n{self.statements(0, 1)}\n{middle}\n"
                f"{self.statements(0, 1)}\nreturn res + x;\n}}")


MAIN = """
enum { GROW = SCALE, PART = 1500 * GROW * GROW, POOL = 6 * PART, PLACES = 100 / GROW };
static double pool[POOL];
static unsigned below(unsigned n) {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned)(state >> 20) % n;
}
/* Far apart; anywhere near one another; one begins about where another one ends. */
static void place(int how, int n, int m, int k, int ld, long *at) {
  const long ends[] = {0, 1, 2, n - 1, n, n + 1, n + 2, n + k, m, m + 1, 2 * n - 1, 2 * n, (n - 1) * ld + n - 1,
                       (n - 1) * ld + n, n * ld, n * ld + k, n * n - 1, n * n, PART, PART, PART, PART, PART, PART};
  int first = below(4);
  for (int j = 0; j < 4; j++)
    at[j] = how == 0 ? PART / 2 + PART * j : 2 * PART + below(how == 1 ? 24 * GROW : 300 * GROW);
  for (int j = 1; j < 4 && how > 2; j++) {
    long from = at[below(2) ? first : first ^ (j - 1)], distance = ends[below(sizeof ends / sizeof *ends)];
    at[first ^ j] = from + (below(2) ? distance : -distance);
    if (at[first ^ j] < PART / 2 || at[first ^ j] > POOL - PART)
      at[first ^ j] = 2 * PART;
  }
}
int main(void) {
  typedef double Function(int, int, int, int, double, double *, double *, double *, double *);
  static Function *const functions[] = {FUNCTIONS};
  static int sizes[][4] = {{0, 0, 0, 1}, {1, 1, 0, 1}, {2, 3, 1, 4}, {5, 3, 2, 7}, {9, 9, 4, 9}, {14, 6, 5, 17},
                           {14, 14, 0, 14}};
  for (int t = 3; t < 7; t++)
    for (int j = 0; j < 4; j++)
      sizes[t][j] *= GROW;
  for (int f = 0; f < (int)(sizeof functions / sizeof *functions); f++)
    for (int t = 0; t < PLACES; t++) {
      const int *size = sizes[t < 7 ? t : 3 + below(4)];
      long at[4];
      place(t < 7 ? 0 : 1 + t % 6, size[0], size[1], size[2], size[3], at);
      for (int j = 0; j < POOL; j++)
        pool[j] = (j * 37 + t) % 11 % 3 - (j % 7 == 3);
      double result = functions[f](size[0], size[1], size[2], size[3], 2.0, pool + at[0], pool + at[1], pool + at[2],
                                   pool + at[3]), sum = 0, all = 1 + fabs(result);
      for (int j = 0; j < POOL; j++)
        sum += pool[j] * (j % 13 + 1), all += fabs(pool[j]);
      printf("%d %.17g %.17g %.17g\\n", f, all, result, sum);
    }
  return 0;
}
"""


def same(a, b):
    """Where a function changes what it reads, numbers may grow until sums in another order differ: beyond 1e13 nothing is
    compared."""
    one, other = list(map(float, a.split()[1:])), list(map(float, b.split()[1:]))
    size = max(one[0], other[0])
    return not size < 1e13 or all(x == y or abs(x - y) <= 1e-8 * size for x, y in zip(one, other))


def run_round(arguments, seed, folder):
    made = Functions(seed)
    functions = [made.function(k) for k in range(arguments.count)]
    with open(os.path.join(folder, "pool.c"), "w", encoding="utf-8") as stream:
        stream.write("#include <math.h>\n#include <stdio.h>\n" + "\n".join(functions) +
                     MAIN.replace("SCALE", str(arguments.scale)).replace("FUNCTIONS", ", ".join(
                         f"f{k}" for k in range(arguments.count))))
    printed = []
    for compiler, flags in (("clang", []),
                            (os.path.join(os.path.abspath(arguments.build), "bin", "smr-clang"),
                             arguments.flags.split() + ["--smr-report=report.json"])):
        subprocess.run([compiler, "-O2", "-w", *flags, "pool.c", "-o", "pool", "-lm"], cwd=folder, check=True)
        printed.append(subprocess.run(["./pool"], cwd=folder, capture_output=True, text=True, check=True).stdout)
    plain, smr = (text.splitlines() for text in printed)
    wrong = {int(a.split()[0]) for a, b in zip(plain, smr) if a != b and not same(a, b)}
    for k in sorted(wrong):
        print(f"seed {seed}: f{k} differs\n{functions[k]}")
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as stream:
        return len(json.load(stream)["rewrites"]), bool(wrong) or len(plain) != len(smr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60, help="functions of one program")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--scale", type=int, default=1, help="sizes go up to 14 times this")
    parser.add_argument("--flags", default="--smr-costs=none")
    arguments = parser.parse_args()
    calls, failed = 0, False
    for seed in range(arguments.seed, arguments.seed + arguments.rounds):
        with tempfile.TemporaryDirectory() as folder:
            more, wrong = run_round(arguments, seed, folder)
        calls, failed = calls + more, failed or wrong
    print(f"{arguments.rounds * arguments.count} functions, {calls} calls")
    sys.exit(failed or not calls)


if __name__ == "__main__":
    main()
