#!/usr/bin/env python3
"""Writes a C program of random control flow around loops that idioms of llvm_flow.pat match.

llvm_random.py SEED [FUNCTIONS] > program.c
Every function gets sizes that may be zero or negative and pointers that may overlap; the program prints all that the
functions return and leave in memory."""
import random
import sys

rng = random.Random(int(sys.argv[1]))
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 20
ARRAYS = ["p", "q", "r"]


class Function:
    def __init__(self, number):
        self.number = number
        self.labels = []
        self.loops = 0
        self.depth = 0
        self.temporaries = 0

    def size(self):
        return rng.choice(["n", "n", "m", "n - 1", "n + k", "s->n", "k"])

    def array(self):
        base = rng.choice(ARRAYS + ["s->p"])
        return rng.choice([base, base, "(%s + 1)" % base, "(%s + (k & 3))" % base])

    def number_of(self):
        return rng.choice(["d", "e", "2", "*f", "d + e", "(double)n", "s->x", "p[2]"])

    def counted(self, body, size):
        self.temporaries += 1
        i = "i%d" % self.temporaries
        body = body.replace("@", i)
        form = rng.randrange(7)
        if form == 0:
            return "for (int %s = 0; %s < %s; %s++) %s" % (i, i, size, i, body)
        if form == 1:
            return "for (long %s = 0; %s < (long)(%s); ++%s) { %s }" % (i, i, size, i, body)
        if form == 2:
            return "{ int %s = 0; while (%s < %s) { %s %s += 1; } k = %s & 7; }" % (i, i, size, body, i, i)
        if form == 3:
            return "{ int %s = 0; if (%s < %s) do { %s %s++; } while (%s < %s); }" % (i, i, size, body, i, i, size)
        if form == 4:
            size = size.replace("k", "mode")
            return "for (k = 0; k < %s; k++) %s k &= 7;" % (size, body.replace(i, "k"))
        if form == 5:
            return "{ int %s; for (%s = 0; %s < %s; %s++) { %s } d += %s; }" % (i, i, i, size, i, body, i)
        return "{ const int t%d = %s; for (int %s = 0; %s < t%d; %s++) %s }" % (
            self.temporaries, size, i, i, self.temporaries, i, body)

    def matched(self):
        self.loops += 1
        kind = rng.randrange(6)
        x, y = self.array(), self.array()
        if kind <= 1:
            v = rng.choice("de")
            start = rng.choice(["%s = 0; " % v] * 4 + [""])
            return start + self.counted("%s += %s[@] * %s[@];" % (v, x, y), self.size())
        if kind == 2:
            return self.counted("%s[@] += %s * %s[@];" % (y, self.number_of(), x), self.size())
        if kind == 3:
            size, between = self.size(), rng.choice(["", "", "d = d + 1;", "e = r[1];", "k = 3;", "r[0] = d;"])
            return "%s %s %s" % (self.counted("%s[@] = d * %s[@];" % (y, y), size), between,
                                 self.counted("%s[@] = %s[@] - %s[@];" % (y, y, x), size))
        if kind == 4:
            return "%s[0] = u[1] * w[2] - u[2] * w[1]; %s[1] = u[2] * w[0] - u[0] * w[2]; " \
                   "%s[2] = u[0] * w[1] - u[1] * w[0];" % ((rng.choice(["z", "z", "r"]),) * 3)
        size = rng.choice(["n", "m", "3"])
        return "for (int a = 0; a < %s; a++) for (int b = 0; b < n; b++) for (int c = 0; c < m; c++) " \
                           "z[a * 9 + b] += u[a * 9 + c] * w[c * 9 + b];" % size

    def condition(self):
        return rng.choice(["d > e", "n > m", "k & 1", "mode == 1", "mode & 2", "p[0] < q[1]", "s->n > 2", "e != 0", "k > 2"])

    def simple(self):
        return rng.choice(["d = d * 0.5 + 1;", "e = d - e;", "k = (k + 3) & 7;", "d += k;", "p[k & 3] = e;", "r[2] += 1;",
                           "*f = d;", "s->x = e;", "tick(%d);" % rng.randrange(9), "e += p[1];", "m = (m + k) % 7;",
                           "d = e > 1 ? e : d;", "if (d > 1e6 || d < -1e6) d = 1;", "if (e > 1e6 || e < -1e6) e = 2;"])

    def block(self, budget):
        return "{ %s }" % " ".join(self.statement(budget) for _ in range(rng.randrange(1, 4)))

    def statement(self, budget):
        if budget <= 0 or rng.random() < 0.3:
            return self.simple()
        if rng.random() < 0.45 and self.loops < 6:
            return self.matched()
        self.depth += 1
        kind = rng.randrange(8)
        if kind == 0:
            text = "if (%s) %s" % (self.condition(), self.block(budget - 1))
        elif kind == 1:
            text = "if (%s) %s else %s" % (self.condition(), self.block(budget - 1), self.block(budget - 1))
        elif kind == 2:
            v = "o%d" % self.depth
            text = "for (int %s = 0; %s < 3; %s++) { %s %s }" % (
                v, v, v, self.block(budget - 1),
                rng.choice(["", "if (%s) break;" % self.condition(), "if (%s) continue; d += 1;" % self.condition()]))
        elif kind == 3:
            text = "switch (k & 3) { case 0: %s break; case 1: %s %s default: %s }" % (
                self.block(budget - 1), self.block(budget - 1), rng.choice(["break;", ""]), self.block(budget - 1))
        elif kind == 4:
            label = "l%d" % len(self.labels)
            self.labels.append(label)
            text = "if (%s) goto %s; %s %s: %s" % (self.condition(), label, self.block(budget - 1), label,
                                                   self.matched() if rng.random() < 0.6 else self.simple())
        elif kind == 5:
            label = "l%d" % len(self.labels)
            self.labels.append(label)
            text = "{ int g = 0; %s: %s if (g++ < 2 && (%s)) goto %s; }" % (label, self.block(budget - 1),
                                                                          self.condition(), label)
        elif kind == 6:
            text = "if (%s) return d - e;" % self.condition()
        else:
            text = "{ double t[n > 0 ? n + 8 : 8]; for (int i = 0; i < 8; i++) t[i] = p[i]; " \
                   "for (int i = 0; i < n && i < 8; i++) d += t[i] * q[i]; e += t[1]; %s }" % self.block(budget - 1)
        self.depth -= 1
        return text

    def text(self):
        body = "\n  ".join(self.statement(3) for _ in range(rng.randrange(2, 5)))
        return """__attribute__((noinline)) double f%d(int n, int m, int mode, double *f, double *p, double *q, double *r,
    const double *restrict u, const double *restrict w, double *restrict z, struct s *s) {
  double d = 1, e = 2;
  int k = mode;
  %s
  %s
  return d + 2 * e + k;
}""" % (self.number, body, self.matched())


print("""#include <stdio.h>
long smr_calls;
static long ticks;
struct s {
  int n;
  double *p;
  double x;
};
__attribute__((noinline)) static void tick(int n) { ticks = ticks * 3 + n; ticks %= 1000003; }
static double a[400];""")
functions = [Function(k) for k in range(COUNT)]
for function in functions:
    print(function.text())
print("""int main(void) {
  static const int sizes[][4] = {{0, 0, 0, 0}, {1, 1, 1, 1}, {5, 3, 2, 4}, {6, 7, 3, -1}, {-2, 4, 1, 3}, {4, 6, 0, 2}};
  static const int offsets[][3] = {{100, 130, 160}, {100, 102, 160}, {102, 100, 101}, {100, 100, 100}};
  double (*const all[])(int, int, int, double *, double *, double *, double *, const double *, const double *,
                        double *, struct s *) = {%s};
  for (unsigned f = 0; f < sizeof all / sizeof *all; f++)
    for (int c = 0; c < 24; c++) {
      const int *n = sizes[c %% 6], *o = offsets[c / 6];
      for (int i = 0; i < 400; i++)
        a[i] = (i * 7 + (int)f + c) %% 5 - 2;
      struct s s = {n[3], c %% 3 ? a + 140 : a + o[0], 0.5};
      ticks = 0;
      double value = all[f](n[0], n[1], n[2], c %% 2 ? a + 90 : a + o[1] + 1, a + o[0], a + o[1], a + o[2], a + 200, a + 290,
                            c %% 5 ? a + 10 : a + 5, &s);
      double sum = 0;
      for (int i = 0; i < 400; i++)
        sum += (i %% 13 + 1) * a[i];
      printf("%%u %%d: %%.17g %%.17g %%g %%ld\\n", f, c, value, sum, s.x, ticks);
    }
  fprintf(stderr, "%%ld\\n", smr_calls);
}""" % ", ".join("f%d" % k for k in range(COUNT)))
