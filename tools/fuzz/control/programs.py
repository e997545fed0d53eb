"""Random C functions of weird but valid control flow, with idioms planted in them.

No behaviour is undefined: integers are unsigned, indices masked, every jump and open loop costs fuel, variables have
values before any label. Numbers are small integers, so that sums are exact in any order and outputs compare as text.
"""
import random

# Each may use n, x, y, m (read only), z, s, u0 … as scratch, its own counters; {c} is a number, {t} a counter's type.
IDIOMS = [
    "for ({t} i = 0; i < n; i++) s += x[i] * y[i];",
    "for ({t} i = n; i-- > 0;) s += x[i] * y[i];",
    "for ({t} i = 0; i < n; i++) s += x[2 * i] * y[3 * i];",
    "{{ const double *a = x, *b = y; for ({t} i = 0; i < n; i++) s += *a++ * *b++; }}",
    "{{ const double *a = x, *e = x + n; {t} k = {c}; while (a != e) {{ s += *a++ * y[k]; k++; }} u0 += k; }}",
    "for ({t} i = 0; i < n; i++) {{ s += x[i] * y[i]; d1 += x[i] * x[i + {c}]; }}",
    "for ({t} i = 0; i < n; i++) z[i] += {c} * x[i];",
    "for ({t} i = 0; i < n; i++) z[i + {c}] += d0 * y[i];",
    "for ({t} i = 0; i < n; i++) {{ z[i] += 2 * x[i]; s += z[i] * y[i]; }}",
    "for ({t} i = 0; i < n; i++) z[i] = -z[i];",
    "for ({t} i = 0; i < n; i++) s += __builtin_fabs(x[i] - {c});",
    "for ({t} i = 0; i < n; i++) {{ double a = 0; for ({t} j = 0; j < n; j++) a += m[i * 32 + j] * x[j]; z[i] = a; }}",
    "for ({t} j = 0; j < n; j++) for ({t} i = 0; i < n; i++) z[i] += m[j * 32 + i] * y[j];",
    "for ({t} i = 0; i < n; i++) for ({t} j = 0; j < n; j++) z[i * 32 + j] += x[i] * y[j];",
    "for ({t} i = 0; i < 8; i++) for ({t} j = 0; j < 8; j++) {{ double a = 0;"
    " for ({t} k = 0; k < 8; k++) a += m[i * 32 + k] * m[k * 32 + j]; z[i * 32 + j] = a; }}",
    "{t} i = 0; do {{ s += x[i] * y[i]; i++; }} while (i < n);",
    "for ({t} i = 0; i < n; i++) {{ if (x[i] > {c}) break; s += x[i] * y[i]; }}",
    "for ({t} i = 0, j = {c}; i < n; i++, j += 2) {{ s += x[j] * y[(unsigned char)(i + {c})]; }}",
    "for ({t} i = 0; i < n; i++) {{ q = q == x ? y : x; s += q[i] * y[i]; }}",
    "for ({t} i = 0; i < n; i++) {{ if (p[i & 7] > 250) goto out; d0 += x[i] * y[n - i]; }}",
]
COUNTERS = ["int", "long", "unsigned", "unsigned long", "short", "unsigned short", "int", "long"]


class Function:
    def __init__(self, rng, name):
        self.rng, self.name, self.labels, self.counters, self.left = rng, name, 0, [], rng.choice([6, 15, 30])
        self.known = rng.randint(1, 5)  # labels that are surely made, so that jumps may go forward

    def pick(self, *choices):
        return self.rng.choice(choices)

    def number(self):
        return self.rng.choice([0, 1, 2, 3, 5, 7, 8, 15])

    def u(self, depth=0):
        """An unsigned expression."""
        if depth > 2 or self.rng.random() < 0.3:
            return self.pick("u0", "u1", "u2", "u3", "(unsigned)n", f"{self.number()}u", f"(unsigned)p[{self.number()}]")
        a, b, k = self.u(depth + 1), self.u(depth + 1), self.rng.randrange(14)
        if k == 0:
            return f"({self.condition(depth + 1)} ? {a} : {b})"
        if k == 1:
            return f"(unsigned)(long)CL({self.d(depth + 1)})"
        return self.pick(f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} ^ {b})", f"({a} >> ({b} & 7))",
                         f"(unsigned)(unsigned char){a}", f"(unsigned)(short){a}",
                         f"(unsigned)(unsigned long)({a} & 65535)", f"({a} % 13u)")

    def d(self, depth=0):
        """A small floating-point number."""
        if depth > 2 or self.rng.random() < 0.3:
            u = self.u(3)
            return self.pick("d0", "d1", "CL(s)", f"x[{u} & 31]", f"CL(z[(unsigned char){u}])", f"q[{u} & 15]",
                             f"(double)({u} & 63)", f"{self.number()}.0")
        a, b = self.d(depth + 1), self.d(depth + 1)
        if self.rng.random() < 0.2:
            return f"({self.condition(depth + 1)} ? {a} : {b})"
        return self.pick(f"CL({a} + {b})", f"CL({a} - {b})", f"CL({a} * {b})")

    def condition(self, depth=0):
        a, b = self.u(depth + 1), self.u(depth + 1)
        return self.pick(f"{a} < {b}", f"{a} == {b}", f"({a} & {self.number()}u)", f"(int)({a} & 1023) > {self.number()}",
                         f"{self.d(3)} > {self.d(3)}", f"p[{self.number()}] & {self.number()}",
                         f"({a} & 1 && {b} & 2)", f"({a} & 4 || {b} & 1)", "n > 4")

    def body(self, depth, loop):
        """Statements for a construct's body, one at least."""
        return "\n".join(self.statement(depth + 1, loop) for _ in range(self.rng.choice([1, 1, 2, 3])))

    def idiom(self):
        text = self.rng.choice(IDIOMS).format(t=self.rng.choice(COUNTERS), c=self.number())
        return f"{{ {text} }} s = CL(s); d0 = CL(d0); d1 = CL(d1);"

    def simple(self):
        k = self.number()
        return self.pick(f"u{k & 3} = {self.u()};", f"d{k & 1} = {self.d()};", f"s = CL(s + {self.d()});",
                         f"p[{self.u(2)} & 15] = (int)({self.u()} & 255);", f"z[{self.u(2)} & 127] = {self.d()};",
                         f"q = {self.condition()} ? x + {k} : y;", f"u{k & 3} += g({self.u()});", f"sink = {self.u()};",
                         f"switch (u1 & 3) {{ case 0: d0 = s; break; case 1: d1 = d0; default: u2++; }}")

    def label(self):
        self.labels += 1
        return f"L{self.labels}: ;"

    def jump(self):
        target = self.rng.randint(1, max(self.labels + 1, self.known))
        self.known = max(self.known, target)
        return f"if (fuel-- > 0 && {self.condition()}) goto L{target};"

    def statement(self, depth, loop):
        self.left -= 1
        if depth > 5 or self.left < 0:
            return self.simple()
        kind = self.rng.random()
        if kind < 0.16:
            return self.idiom()
        if kind < 0.30:
            return self.simple()
        if kind < 0.36:
            return self.label()
        if kind < 0.42:
            return self.jump()
        if kind < 0.46 and loop:
            return f"if ({self.condition()}) {self.pick('break', 'continue')};"
        if kind < 0.48:
            return f"if ({self.condition()}) {self.pick('goto out', 'return CL(s + d0)')};"
        if kind < 0.50:
            return f"if (p[3] == 4711) {self.pick('for (;;) sink++;', '{ for (;;) { if (sink) goto out; } }', '__builtin_unreachable();')}"
        if kind < 0.52:
            return f"if (n < 0) {{ {self.body(depth, loop)} goto out; {self.body(depth, False)} }}"
        if kind < 0.66:
            other = f" else {{ {self.body(depth, loop)} }}" if self.rng.random() < 0.5 else ""
            return f"if ({self.condition()}) {{ {self.body(depth, loop)} }}{other}"
        if kind >= 0.89:
            return self.choice_or_walk(kind, depth, loop)
        inner = self.body(depth, True)
        if kind < 0.74:
            type_, k = self.rng.choice(COUNTERS + ["unsigned char", "signed char"]), self.rng.randint(1, 4)
            fuel = self.pick("", "", " && fuel-- > 0")
            v = f"i{len(self.counters)}"
            self.counters.append(f"{type_} {v} = 0;")  # up there, as jumps go past what stands here
            return f"for ({v} = 0; {v} < {k}{fuel}; {v}++) {{ u{k & 3} += (unsigned){v}; {inner} }}"
        if kind < 0.80:
            return f"while (fuel-- > 0 && {self.condition()}) {{ {inner} }}"
        if kind < 0.85:
            return f"do {{ {inner} }} while (fuel-- > 0 && {self.condition()});"
        return f"for (;;) {{ if (fuel-- <= 0 || {self.condition()}) break; {inner} }}"

    def choice_or_walk(self, kind, depth, loop):
        if kind < 0.95:
            cases = " ".join(
                f"{'default' if c == 2 else f'case {c}'}: {self.body(depth, loop)} {self.pick('break;', '')}"
                for c in range(self.rng.randint(1, 6)))
            return f"switch ({self.u()} & 7) {{ {cases} }}"
        return (f"{{ const double *a = x + {self.number()}; double *r = z; unsigned w = {self.u()} & 15; "
                f"for (; w; w--, a += {self.pick('1', '2')}, r++) {{ if ({self.condition()}) {self.pick('continue', 'break')}; "
                "*r = CL(*r + *a * d0); } u1 += w + (unsigned)(r - z); d1 = CL(d1 + *a); }")

    def text(self):
        restrict = self.pick("", "restrict")
        static = self.pick("", "static __attribute__((noinline)) ")
        body = []
        for _ in range(self.rng.randint(2, 6)):
            body.append(self.statement(0, False))
        body.insert(self.rng.randint(0, len(body)), self.idiom())
        while self.labels < self.known:
            body.append(self.label())
            if self.rng.random() < 0.5:
                body.append(self.statement(3, False))
        lines = "\n  ".join(body)
        return (f"{static}double {self.name}(int n, const double *{restrict} x, const double *{restrict} y, "
                f"const double *{restrict} m, double *{restrict} z, int *p) {{\n"
                "  unsigned u0 = (unsigned)n, u1 = 3, u2 = 1, u3 = (unsigned)p[1];\n"
                "  double s = 0, d0 = 1, d1 = 2;\n  const double *q = x;\n"
                f"  {' '.join(self.counters)}\n"
                f"  {lines}\nout:;\n  return CL(s + d0) + CL(d1 + *q) + (u0 + u1 * 3 + u2 * 5 + u3 * 7) % 1001;\n}}\n")


HEAD = """#include <stdio.h>
#define CL(v) ({ double cl = (v); cl > 1000 || cl < -1000 ? 1 : cl; })
static int fuel;
volatile unsigned sink;
static double x[1024], y[1024], m[4096], z[4096];
static int p[64];
__attribute__((noinline)) unsigned g(unsigned v) { sink = v; return v % 5 + (fuel > 100); }
"""

MAIN = """static void run(const char *name, double (*f)(int, const double *, const double *, const double *, double *, int *)) {
  for (int n = 1; n < 32; n += n < 4 ? 1 : 9) {
    for (int i = 0; i < 4096; i++) m[i] = i * 7 % 5 - 2, z[i] = i % 3;
    for (int i = 0; i < 1024; i++) x[i] = i * 5 % 7 - 3, y[i] = i * 3 % 11 - 5;
    for (int i = 0; i < 64; i++) p[i] = i * n % 9;
    fuel = 200;
    double r = f(n, x, y, m, z, p), sum = 0;
    for (int i = 0; i < 4096; i++) sum += (i % 13 + 1) * z[i];
    for (int i = 0; i < 64; i++) sum += p[i] * (i + 1);
    printf("%s %d: %.17g %.17g\\n", name, n, r + 0.0, sum + 0.0);
  }
}
"""


def program(seed, functions):
    rng = random.Random(seed)
    made = [Function(rng, f"f{k}").text() for k in range(functions)]
    calls = "".join(f'  run("f{k}", f{k});\n' for k in range(functions))
    return HEAD + "\n".join(made) + MAIN + f"int main(void) {{\n{calls}  return 0;\n}}\n"
