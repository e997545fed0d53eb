"""Random nests of idioms with slips, in C and Fortran: one function after the other, all of the same parameters.

Text is made in C's form and rewritten for Fortran line by line (`Fortran.line`): `x[e]`, `+=`, `MIN(a, b)`, `&&`, `!=`.
A function reads and writes parts of one pool of numbers through a, b, x, y, z, which may overlap where the language
allows it; n, m, p are sizes from 0 on, ld a row's length that may be too short, q an offset that may be negative; sizes
holds n, m, p once more, in memory. A hole of an idiom is mostly filled as the idiom has it, and sometimes not.
"""
import random
import re

LOOPS = "ijklr"
IDIOMS = ("level1 level1 dot gemv gemv gemv_scatter ger gemm gemm gemm_scatter anew solve solve_columns factor symm "
          "unrolled").split()
BEFORE = 512  # elements before an array's element 0, in Fortran


class Maker:
    """One function's body: lines of C's form."""

    def __init__(self, seed, number, language, idioms=IDIOMS):
        self.idioms = idioms
        self.random = random.Random(f"{seed}.{number}.{language}")
        self.language = language
        self.slip = self.random.choice([0, 0.03, 0.1, 0.25])
        self.lines = []
        self.names = 0
        self.numbers = set()
        self.integers = set()
        self.type = self.random.choice(["double"] * 6 + ["float"] + (["int"] if self.odd() else []))
        self.counter = self.among("int", "int", "long", "long", "unsigned", "size_t", "short", "unsigned char")
        if language == "fortran":
            self.counter = "int"
        self.signed = self.counter in ("int", "long", "short")
        self.sizes = self.among("local", "local", "local", "memory")

    def odd(self, chance=None):
        return self.random.random() < (self.slip if chance is None else chance)

    def among(self, *choices):
        return self.random.choice(choices)

    def say(self, line):
        self.lines.append(line)

    # --- Integers ---------------------------------------------------------------------------------------------------

    def size(self):
        name = self.among("n", "n", "n", "m", "m", "p")
        if self.sizes == "memory":
            return f"sizes[{'nmp'.index(name)}]"
        return name

    def fresh(self):
        self.names += 1
        name = f"{LOOPS[self.names % 5]}{self.names}"
        self.integers.add(name)
        return name

    def shift(self, index):
        if self.odd():
            return f"{index} + 1" if not self.signed or self.odd(0.5) else f"{index} - 1"
        return index

    def vector(self, index, names="xyz"):
        """An element of a vector."""
        if self.odd():
            names = "abxyz"
        name = self.random.choice(names)
        index = self.shift(index)
        if self.odd() and self.signed:
            index = f"q + {index}"
        if self.odd():
            index = f"{self.among('n', 'm', '2*n', 'n + 1')} + {index}"
        if self.odd():
            index = f"{self.among('2', 'ld', '3')}*({index})"
        if self.odd() and self.signed:
            index = f"n - 1 - ({index})"
        if self.odd(self.slip / 4):
            index = self.among("0", "n", "1")
        return f"{name}[{index}]"

    def entry(self, row, column, names="ab"):
        """An element of a matrix."""
        if self.odd():
            names = "abxyz"
        if self.odd():
            row, column = column, row
        row, column = self.shift(row), self.shift(column)
        stride = "ld" if not self.odd(self.slip * 2) else self.among("n", "(n + 1)", "m", "3", "2", "1", "8")
        index = f"({row})*{stride} + {column}"
        if self.odd() and self.signed:
            index = f"q + {index}"
        if self.odd():
            index = f"{self.among('n', 'n*ld', 'm*ld', 'ld', '64')} + {index}"
        return f"{self.random.choice(names)}[{index}]"

    # --- Loops and conditions -----------------------------------------------------------------------------------------

    def bounds(self, outer):
        low, high = "0", self.size()
        if outer and self.odd(0.3):
            o = self.random.choice(outer)
            low, high = self.among((low, o), (low, f"{o} + 1"), (o, high), (f"{o} + 1", high))
        if self.odd():
            high = f"MIN({high}, {self.among('n', 'm', '4') if not outer else self.random.choice(outer) + ' + 2'})"
        if self.odd():
            low = f"MAX({low}, {'1' if not outer else self.random.choice(outer)})"
        if self.odd():
            low = self.among("1", "2")
        if self.odd() and self.signed:
            high = f"{high} - 1"
        return low, high

    def loop(self, outer, body, low=None, high=None):
        """A loop around what body(index) says."""
        i = self.fresh()
        if low is None:
            low, high = self.bounds(outer)
        form = self.random.random()
        if form < 0.8 or (not self.signed and form < 0.9):
            self.say(f"LOOP {i} = {low} .. {high}")
        elif form < 0.9:
            self.say(f"DOWN {i} = {low} .. {high}")
        elif form < 0.94:
            self.say(f"STEP {i} = {low} .. {high}")
        else:
            tile = self.fresh()
            self.say(f"TILE {tile} = {low} .. {high}")
            self.say(f"LOOP {i} = {tile} .. MIN({tile} + 4, {high})")
            body(i)
            self.say("END")
            self.say("END")
            return
        body(i)
        self.say("END")

    def condition(self, outer):
        kinds = ["n > m", "c != 0", "m > 2", "n != m"]
        if outer:
            o = self.random.choice(outer)
            kinds += [f"{o} < {self.size()}", f"{o} != 1", f"{o} > 0", f"{o} + 1 < n"]
            if len(outer) > 1:
                kinds += [f"{outer[0]} <= {outer[1]}", f"{outer[0]} != {outer[1]}", f"{outer[0]} < {outer[1]}"]
            kinds += [f"{self.vector(o)} != 0", f"{self.vector(o)} > 0"]
        return self.random.choice(kinds)

    def guarded(self, outer, body):
        if not self.odd():
            body()
            return
        self.say(f"IF {self.condition(outer)}")
        body()
        if self.odd(0.2):
            self.say("ELSE")
            body()
        self.say("END")

    # --- Values -------------------------------------------------------------------------------------------------------

    def scaled(self, value):
        if self.odd(0.25):
            return f"{self.among('c', 'd', '2', '-1')}*{value}" if self.odd(0.7) else f"{value}*{self.among('c', 'd')}"
        return f"({value} + {self.among('c', '1')})" if self.odd() else value

    def number(self):
        self.names += 1
        name = f"s{self.names}"
        self.numbers.add(name)
        return name

    def assign(self, target, value):
        op = self.among("=", "+=", "-=", "+=")
        if self.odd(0.15) and op != "=":
            self.say(f"{target} = {target} {op[0]} {self.scaled(value)}")
        elif self.odd():
            self.say(f"{target} = {self.among('c', 'd')}*{target} + {self.scaled(value)}")
        else:
            self.say(f"{target} {op} {self.scaled(value)}")

    def reduction(self, outer, target, product):
        """target op= sum of product(k), into memory or through a scalar."""
        if self.odd(0.4):
            if self.odd(0.3):
                self.say(f"{target} = {self.among('0', '0', 'c*' + target, 'c')}")
            op = self.among("+=", "+=", "-=")
            self.loop(outer, lambda k: self.guarded([*outer, k], lambda: self.say(f"{target} {op} {self.scaled(product(k))}")))
            if self.odd(0.2):
                self.say(f"{target} = {self.among('c', 'd', '2')}*{target}")
            return
        s = self.number()
        self.say(f"{s} = {self.among('0', '0', target, 'c')}")
        op = self.among("+=", "+=", "-=")
        self.loop(outer, lambda k: self.guarded([*outer, k], lambda: self.say(f"{s} {op} {product(k)}")))
        if self.odd(0.15) and outer:
            self.say(f"{self.vector(outer[-1])} = {s}")
        self.assign(target, s)

    # --- Idioms -------------------------------------------------------------------------------------------------------

    def level1(self, outer):
        def body(i):
            here = [*outer, i]
            kind = self.random.random()
            target = self.vector(i) if not outer or self.odd(0.6) else self.entry(outer[-1], i)
            source = self.vector(i) if not outer or self.odd(0.6) else self.entry(outer[-1], i)
            if kind < 0.15:
                self.guarded(here, lambda: self.say(f"{target} = {source}"))
            elif kind < 0.3:
                self.guarded(here, lambda: self.say(f"{target} = {self.among('c', 'd', '2')}*{target}"))
            elif kind < 0.4:
                self.guarded(here, lambda: self.say(f"{target} = {self.among('0', 'c')}"))
            elif kind < 0.5:
                s = self.number()
                self.say(f"{s} = {target}")
                self.say(f"{target} = {source}")
                self.say(f"{source} = {s}")
            else:
                self.guarded(here, lambda: self.assign(target, source))
            if self.odd(0.3):
                other = self.vector(i)
                self.guarded(here, lambda: self.assign(other, self.vector(i)))
        self.loop(outer, body)

    def dot(self, outer):
        at = outer[-1] if outer else "0"
        target = self.vector(at)
        self.reduction(outer, target, lambda k: f"{self.vector(k)}*{self.vector(k)}" if self.odd(0.8)
                       else self.vector(k))

    def gemv(self, outer):
        def body(i):
            x, flip = self.random.choice("xyz"), self.odd(0.3)
            self.reduction([*outer, i], self.vector(i),
                           lambda k: f"{self.entry(k, i) if flip else self.entry(i, k)}*{self.vector(k, x)}")
            if self.odd():
                self.assign(self.vector(i), self.vector(i))
        self.loop(outer, body)

    def gemv_scatter(self, outer):
        def body(k):
            here = [*outer, k]
            if self.odd(0.2):
                self.assign(self.vector(k), self.vector(k))
            value = self.vector(k)
            op = self.among("+=", "-=")
            self.loop(here, lambda i: self.guarded([*here, i], lambda: self.say(
                f"{self.vector(i)} {op} {self.scaled(self.entry(i, k))}*{value}")))
        self.loop(outer, body)

    def ger(self, outer):
        def body(i):
            here = [*outer, i]
            x, y = self.random.choice("xyz"), self.random.choice("xyz")
            self.loop(here, lambda j: self.guarded([*here, j], lambda: self.assign(
                self.entry(i, j), f"{self.vector(i, x)}*{self.vector(j, y)}")))
        self.loop(outer, body)

    def gemm(self, outer):
        def row(i):
            def column(j):
                here = [*outer, i, j]
                a, b, t = self.random.choice("ab"), self.random.choice("ab"), self.random.choice("abxyz")
                flips = self.odd(0.3), self.odd(0.3)
                self.reduction(here, self.entry(i, j, t), lambda k: (
                    f"{self.entry(*((k, i) if flips[0] else (i, k)), a)}*"
                    f"{self.entry(*((j, k) if flips[1] else (k, j)), b)}"))
                if self.odd(0.15):
                    self.say(f"{self.entry(j, i, t)} = {self.entry(i, j, t)}")
            self.loop([*outer, i], column)
        self.loop(outer, row)

    def gemm_scatter(self, outer):
        def outermost(i):
            def middle(k):
                here = [*outer, i, k]
                t = self.random.choice("abxyz")
                op = self.among("+=", "-=")
                s = self.number()
                self.say(f"{s} = {self.scaled(self.entry(i, k))}")
                self.guarded(here, lambda: self.loop(here, lambda j: self.guarded([*here, j], lambda: self.say(
                    f"{self.entry(i, j, t)} {op} {s}*{self.entry(k, j)}"))))
            if self.odd(0.2):
                self.loop([*outer, i], lambda j: self.say(f"{self.entry(i, j)} = {self.among('0', 'c')}"))
            self.loop([*outer, i], middle)
        self.loop(outer, outermost)

    def solve(self, outer):
        """x = x - A x, row by row, with or without a division by a power of two's entry."""
        x = self.random.choice("xyz")

        def body(i):
            here = [*outer, i]
            low, high = self.among(("0", i), ("0", i), (f"{i} + 1", "n"))
            s = self.number()
            self.say(f"{s} = {self.vector(i, x if self.odd(0.6) else 'xyz')}")
            self.loop(here, lambda k: self.guarded([*here, k], lambda: self.say(
                f"{s} -= {self.entry(i, k)}*{self.vector(k, x)}")), low, high)
            quotient = f" / {self.entry(i, i)}" if self.odd(0.4) and self.type != "int" else ""
            self.say(f"{self.vector(i, x)} = {s}{quotient}")
        self.loop(outer, body)

    def solve_columns(self, outer):
        x = self.random.choice("xyz")

        def body(k):
            here = [*outer, k]
            if self.odd(0.4) and self.type != "int":
                self.say(f"{self.vector(k, x)} = {self.vector(k, x)} / {self.entry(k, k)}")
            low, high = self.among((f"{k} + 1", "n"), (f"{k} + 1", "n"), ("0", k))
            self.loop(here, lambda i: self.guarded([*here, i], lambda: self.say(
                f"{self.vector(i, x)} -= {self.vector(k, x)}*{self.entry(i, k)}")), low, high)
        self.loop(outer, body)

    def factor(self, outer):
        """lu or cholesky without roots, in place."""
        a = self.random.choice("abx")

        def body(k):
            here = [*outer, k]
            if self.type != "int" and self.odd(0.5):
                self.loop(here, lambda i: self.say(f"{self.entry(i, k, a)} = {self.entry(i, k, a)} / {self.entry(k, k, a)}"),
                          f"{k} + 1", "n")

            def row(i):
                high = self.among("n", f"{i} + 1")
                self.loop([*here, i], lambda j: self.say(
                    f"{self.entry(i, j, a)} -= {self.entry(i, k, a)}*{self.among(self.entry(k, j, a), self.entry(j, k, a))}"),
                    f"{k} + 1", high)
            self.loop(here, row, f"{k} + 1", "n")
        self.loop(outer, body)

    def symm(self, outer):
        """Half of a symmetric matrix, used twice."""
        def body(i):
            here = [*outer, i]
            x, y = self.random.choice("xyz"), self.random.choice("xyz")
            s = self.number()
            self.say(f"{s} = 0")

            def inner(j):
                self.say(f"{self.vector(j, y)} += {self.entry(i, j, 'a')}*{self.vector(i, x)}")
                self.say(f"{s} += {self.entry(i, j, 'a')}*{self.vector(j, x)}")
            self.loop(here, inner, "0", i)
            self.assign(self.vector(i, y), f"({s} + {self.entry(i, i, 'a')}*{self.vector(i, x)})")
        self.loop(outer, body)

    def unrolled(self, outer):
        """Two or four steps in one round, and the rest."""
        steps = self.among(2, 4)
        i = self.fresh()
        s = self.number()
        x, y, t = self.random.choice("xyz"), self.random.choice("xyz"), self.random.choice("xyz")
        into = self.odd(0.5)
        bound = self.size()
        if not into:
            self.say(f"{s} = 0")
        self.say(f"STEPS{steps} {i} = 0 .. {bound}")
        for k in range(steps):
            at = f"{i} + {k}" if not self.odd() else f"{i} + {k + 1}"
            self.say(f"{self.vector(at, t)} += {self.vector(at, x)}*{self.among('c', 'd')}" if into else
                     f"{s} += {self.vector(at, x)}*{self.vector(at, y)}")
        self.say("END")
        if self.odd(0.8):
            j = self.fresh()
            self.say(f"LOOP {j} = ({bound})/{steps}*{steps} .. {bound}")
            self.say(f"{self.vector(j, t)} += {self.vector(j, x)}*c" if into else
                     f"{s} += {self.vector(j, x)}*{self.vector(j, y)}")
            self.say("END")
        if not into:
            self.assign(self.vector(outer[-1] if outer else "0"), s)

    def anew(self, outer):
        """A row that each round makes anew, and what it is used for."""
        t, x = self.random.choice("xyz"), self.random.choice("ab")

        def body(r):
            here = [*outer, r]
            high = self.size()
            if self.odd(0.7):
                def element(p):
                    s = self.among(f"{t}[{p}]", self.number())
                    self.say(f"{s} = 0")
                    self.loop([*here, p], lambda k: self.say(
                        f"{s} += {self.entry(r, k, x)}*{self.entry(k, p, 'ab')}"), "0", self.among("n", high))
                    if s[0] == "s":
                        self.say(f"{self.vector(p, t)} = {s}")
                self.loop(here, element, "0", high)
            else:
                self.loop(here, lambda p: self.say(f"{self.vector(p, t)} = {self.scaled(self.entry(r, p))}"), "0", high)
                if self.odd(0.5):
                    self.loop(here, lambda p: self.say(f"{self.vector(p, t)} = c*{self.vector(p, t)}"), "0", high)
            if self.odd(0.6):
                self.loop(here, lambda p: self.say(f"{self.entry(r, p, x)} = {self.scaled(f'{t}[{p}]')}"), "0", high)
            else:
                self.reduction(here, self.vector(r), lambda p: f"{t}[{p}]*{self.vector(p)}")

        self.loop(outer, body)

    def nest(self, outer):
        getattr(self, self.random.choice(self.idioms))(outer)

    def body(self):
        for _ in range(self.among(1, 1, 2, 3)):
            if self.odd(0.15):
                def around(i):
                    self.nest([i])
                    if self.odd(0.4):
                        self.nest([i])
                self.loop([], around)
            else:
                self.guarded([], lambda: self.nest([]))
        return self.lines


def split_range(line):
    head, rest = line.split(" = ", 1)
    low, high = rest.split(" .. ")
    kind, index = head.split()
    return kind, index, low, high


# --- C ------------------------------------------------------------------------------------------------------------------

def c_line(line, counter):
    word = line.split(" ", 1)[0]
    if word == "END":
        return "}"
    if word == "ELSE":
        return "} else {"
    if word == "IF":
        return f"if ({line[3:]}) {{"
    if word in ("LOOP", "DOWN", "STEP", "TILE", "STEPS2", "STEPS4"):
        kind, i, low, high = split_range(line)
        if kind == "DOWN":
            return f"for ({counter} {i} = {high} - 1; {i} >= {low}; {i}--) {{"
        if kind.startswith("STEPS"):
            return f"for ({counter} {i} = {low}; {i} + {int(kind[5:]) - 1} < {high}; {i} += {kind[5:]}) {{"
        step = {"LOOP": f"{i}++", "STEP": f"{i} += 2", "TILE": f"{i} += 4"}[kind]
        return f"for ({counter} {i} = {low}; {i} < {high}; {step}) {{"
    return line + ";"


def c_function(maker, number):
    lines = maker.body()
    const = maker.among("", "restrict ")
    t, counter = maker.type, maker.counter
    size = counter if maker.odd(0.7) else maker.among("int", "long")
    if not maker.signed:
        size = counter
    head = [f"static __attribute__((noinline)) void TWIN(g{number})({size} n, {size} m, {size} p, {size} ld, {size} q, "
            f"{t} c, {t} d, " + ", ".join(f"{t} *{const}{v}" for v in "abxyz") + f", const {size} *sizes) {{"]
    head += [f"{t} {s};" for s in sorted(maker.numbers)]
    tail = ["}", f"void TWIN(f{number})(struct env *e) {{",
            f"{size} w[3] = {{({size})e->n, ({size})e->m, ({size})e->p}};",
            f"TWIN(g{number})(w[0], w[1], w[2], ({size})e->ld, ({size})e->q, ({t})e->c, ({t})e->d, " +
            ", ".join(f"({t} *)e->{v}" for v in "abxyz") + ", w);", "}"]
    return "\n".join(head + [c_line(l, counter) for l in lines] + tail), bool(const)


def c_file(makers):
    texts = ['#include "driver.h"', "#include <stddef.h>", "#define MIN(a, b) ((a) < (b) ? (a) : (b))",
             "#define MAX(a, b) ((a) > (b) ? (a) : (b))"]
    apart = []
    for k, maker in enumerate(makers):
        text, const = c_function(maker, k)
        texts.append(text)
        apart.append(const)
    return "\n".join(texts) + "\n", apart


# --- Fortran --------------------------------------------------------------------------------------------------------------

def brackets(text):
    return text.replace("[", "(").replace("]", ")")


class Fortran:
    def __init__(self, maker):
        self.maker = maker
        self.ends = []

    def number(self, text):
        """Literals and operators of a statement."""
        text = re.sub(r"MIN\(", "min(", re.sub(r"MAX\(", "max(", text))
        return brackets(text).replace("&&", ".and.").replace("!=", "/=")

    def line(self, line):
        word = line.split(" ", 1)[0]
        if word == "END":
            return self.ends.pop()
        if word == "ELSE":
            return "else"
        if word == "IF":
            self.ends.append("end if")
            return f"if ({self.number(line[3:])}) then"
        if word in ("LOOP", "DOWN", "STEP", "TILE", "STEPS2", "STEPS4"):
            kind, i, low, high = (self.number(x) for x in split_range(line))
            self.ends.append("end do")
            if kind == "DOWN":
                return f"do {i} = {high} - 1, {low}, -1"
            if kind.startswith("STEPS"):
                return f"do {i} = {low}, {high} - {kind[5:]}, {kind[5:]}"
            return f"do {i} = {low}, {high} - 1{dict(LOOP='', STEP=', 2', TILE=', 4')[kind]}"
        line = self.number(line)
        found = re.match(r"(\S+\(.*?\)|\w+) ([+-])= (.*)$", line)
        if found and self.balanced(found.group(1)):
            target, op, value = found.groups()
            return f"{target} = {target} {op} {self.sign(value)}"
        depth, at = 0, 0
        for at, letter in enumerate(line):
            depth += (letter == "(") - (letter == ")")
            if depth == 0 and line[at:at + 4] in (" += ", " -= "):
                return f"{line[:at]} = {line[:at]} {line[at + 1]} {self.sign(line[at + 4:])}"
            if depth == 0 and line[at:at + 3] == " = ":
                return line[:at + 3] + self.sign(line[at + 3:], False)
        return line

    @staticmethod
    def balanced(text):
        return text.count("(") == text.count(")")

    @staticmethod
    def sign(text, term=True):
        return f"({text})" if term or text.startswith("-") else text


def fortran_function(maker, number):
    lines = maker.body()
    form = Fortran(maker)
    kind = {"double": "real(8)", "float": "real(4)", "int": "integer(4)"}[maker.type]
    integer = maker.among("integer", "integer", "integer(8)")
    target = maker.odd(0.2)
    names = "n, m, p, ld, q, c, d, a, b, x, y, z, sizes"
    head = [f"subroutine @f{number}({names}) bind(c)",
            f"{integer}, value :: n, m, p, ld, q", f"{kind}, value :: c, d",
            f"{kind}{', target' if target else ''} :: " + ", ".join(f"{v}(-{BEFORE}:*)" for v in "abxyz"),
            f"{integer}, intent(in) :: sizes(0:2)"]
    if maker.integers:
        head.append(f"{integer} :: " + ", ".join(sorted(maker.integers)))
    if maker.numbers:
        head.append(f"{kind} :: " + ", ".join(sorted(maker.numbers)))
    text = "\n".join(head + [form.line(l) for l in lines] + ["end subroutine"])
    return text, maker.type, "long" if "8" in integer else "int"


def fortran_files(makers):
    """(text of the twins with @ for their prefix, text of the C file that calls them)"""
    texts, calls = [], ['#include "driver.h"']
    for k, maker in enumerate(makers):
        text, t, size = fortran_function(maker, k)
        texts.append(text)
        arguments = ", ".join([f"{size}"] * 5 + [t] * 2 + [f"{t} *"] * 5 + [f"const {size} *"])
        for twin in ("plain", "smr"):
            calls += [f"void {twin}_f{k}({arguments});", f"void {twin}_c{k}(struct env *e) {{",
                      f"{size} w[3] = {{({size})e->n, ({size})e->m, ({size})e->p}};",
                      f"{twin}_f{k}(w[0], w[1], w[2], ({size})e->ld, ({size})e->q, ({t})e->c, ({t})e->d, " +
                      ", ".join(f"({t} *)e->{v} - {BEFORE}" for v in "abxyz") + ", w);", "}"]
    return "\n".join(texts) + "\n", "\n".join(calls) + "\n"
