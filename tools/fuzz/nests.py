"""Random nests of idioms with slips, in C and Fortran: one function after the other, all of the same parameters.

Text is made in C's form and rewritten for Fortran line by line (`Fortran.line`): `x[e]`, `+=`, `MIN(a, b)`, `&&`, `!=`.
A function reads and writes parts of one pool of numbers through a, b, x, y, z, which may overlap where the language
allows it; n, m, p are sizes (some negative), ld a row's length that may be too short, q an offset that may be negative;
sizes holds n, m, p once more, in memory. A hole of an idiom is mostly filled as the idiom has it, and sometimes not.
"""
import random
import re

LOOPS = "ijklr"
IDIOMS = ("level1 level1 dot gemv gemv gemv_scatter ger gemm gemm gemm_scatter anew solve solve_columns factor symm "
          "unrolled fused fused scaled_by_sum softmax symm_matrix solve_matrix").split()
BEFORE = 512  # elements before an array's element 0, in Fortran


class Maker:
    """One function's body: lines of C's form."""

    LANGUAGE, REFERENCE, SERVED = "", "O1", "called"
    size_bytes = 0

    def __init__(self, seed, number, options):
        self.idioms = options.idioms.split() or IDIOMS
        self.random = random.Random(f"{seed}.{number}.{self.LANGUAGE}")
        self.number = number
        self.slip = self.random.choice([0, 0.03, 0.1, 0.25])
        self.lines = []
        self.names = 0
        self.has_extra = False
        self.locals = set()
        self.integers = set()
        self.type = self.random.choice(["double"] * 6 + ["float"] + (["int"] if self.odd() else []))
        self.counter = self.among("int", "int", "long", "long", "unsigned", "size_t", "short", "unsigned char")
        if self.LANGUAGE == "fortran":
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

    def narrow(self, index):
        """An index of eight bits, which may pass their largest value."""
        return f"(unsigned char)({index} + {self.among('250', '0')})" if self.LANGUAGE == "c" and self.odd(self.slip / 4) else index

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
        return f"{name}[{self.narrow(index)}]"

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

    def extra(self, outer):
        """A statement that the idiom has not."""
        if self.odd(self.slip / 2):
            self.has_extra, at = True, outer[-1]
            self.say(self.among(f"{self.vector(at)} = {self.vector(at)}", f"{self.vector(at)} += 0.5", f"{self.vector(at)} = 0",
                                f"sum = sum + {self.vector(at)}", f"count = count + {at}", f"NOTE {self.vector(at)}",
                                f"LEAVE {self.vector(at)} > 3", "c = c*0.5"))

    def guarded(self, outer, body):
        if outer and self.odd(0.5):
            self.extra(outer)
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
        if self.type != "int" and self.odd(self.slip / 2):
            return f"{self.among('SQRT(ABS({}))', 'TANH({})', '{}/(n*n + 2)').format(value)}"
        return f"({value} + {self.among('c', '1')})" if self.odd() else value

    def scalar(self):
        self.names += 1
        name = f"s{self.names}"
        self.locals.add(name)
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
        s = self.scalar()
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
                s = self.scalar()
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
        x, kind = self.random.choice("xyz"), self.among("pair", "pair", "pair", "one", "square", "absolute")
        self.reduction(outer, target, lambda k: {"pair": f"{self.vector(k)}*{self.vector(k)}", "one": self.vector(k), "absolute": f"ABS({self.vector(k)})",
                                                 "square": f"{self.vector(k, x)}*{self.vector(k, x)}"}[kind])

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
                s = self.scalar()
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
            s = self.scalar()
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
            s = self.scalar()
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
        s = self.scalar()
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
                    s = self.among(f"{t}[{p}]", self.scalar())
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

    def fused(self, outer):
        """Several idioms in one nest, each of which is a call of its own."""
        y, z, s = self.among("y", "x"), "z", self.scalar()

        def row(i):
            here = [*outer, i]
            start = self.among("", f"{z}[{i}]", s)
            if start:
                self.say(f"{start} = 0")

            def parts(j):
                for _ in range(self.among(2, 2, 3)):
                    self.guarded([*here, j], lambda: self.say(self.among(
                        f"{self.vector(i, z)} += {self.entry(i, j)}*{self.vector(j, 'x')}", f"{s} += {self.entry(i, j)}*{self.vector(j, 'x')}",
                        f"{self.vector(j, y)} += {self.scaled(self.entry(i, j))}*{self.vector(i)}",
                        f"{self.vector(i, y)} += {self.entry(i, j, 'b')}*{self.vector(j)}",
                        f"{self.entry(i, j)} += c*{self.vector(i)}*{self.vector(j)}")))
            self.loop(here, parts)
            if self.odd(0.7):
                self.assign(self.vector(i, y), s if start == s else self.vector(i, z))
            if self.odd(0.3):
                self.loop(here, lambda j: self.say(f"{self.vector(j, y)} += {self.entry(i, j)}*{self.vector(i, z)}"))
        self.say(f"{s} = 0")
        self.loop(outer, row)

    def scaled_by_sum(self, outer):
        """Norms and means: a sum, what is made of it, and vectors that are scaled or moved by that."""
        s, x, y = self.scalar(), self.random.choice("xyz"), self.random.choice("xyz")
        self.say(f"{s} = {self.among('0', 'c')}")
        square = self.odd(0.6)
        self.loop(outer, lambda i: self.say(f"{s} += {self.vector(i, x)}" + (f"*{self.vector(i, x)}" if square else "")))
        if self.type != "int":
            self.say(f"{s} = " + self.among(f"SQRT({s})", f"SQRT(ABS({s}))", f"1/SQRT(ABS({s}) + 0.5)", f"{s}/(n + 1)", f"{s}*0.25"))
        self.loop(outer, lambda i: self.say(f"{self.vector(i, y)} = " + self.among(
            f"{self.vector(i, x)}*{s}", f"{self.vector(i, x)} - {s}", f"{self.vector(i)}*({s}*{self.vector(i, x)})")))

    def softmax(self, outer):
        """The largest element, powers of e, and their sum."""
        s, t, x = self.scalar(), self.scalar(), self.random.choice("xyz")
        if self.type == "int":
            return
        self.say(f"{s} = {self.vector('0', x)}")

        def largest(i):
            self.say(f"IF {self.vector(i, x)} {self.among('>', '>', '>=')} {s}")
            self.say(f"{s} = {self.vector(i, x)}")
            self.say("END")

        def power(i):
            self.say(f"{self.vector(i, x)} = EXP(MIN({self.vector(i, x)} - {s}, 4))")
            self.say(f"{t} += {self.vector(i, x)}")
        self.loop(outer, largest)
        self.say(f"{t} = 0")
        self.loop(outer, power)
        self.loop(outer, lambda i: self.say(f"{self.vector(i, x)} = {self.vector(i, x)}/({t} + 0.5)"))

    def symm_matrix(self, outer):
        """Half of a symmetric matrix by a matrix."""
        c, s = self.random.choice("xyz"), self.scalar()

        def column(i, j):
            here = [*outer, i, j]
            self.say(f"{s} = 0")

            def inner(k):
                self.say(f"{self.entry(k, j, c)} += {self.entry(i, k, 'a')}*{self.entry(i, j, 'b')}")
                self.guarded([*here, k], lambda: self.say(f"{s} += {self.entry(i, k, 'a')}*{self.entry(k, j, 'b')}"))
            self.loop(here, inner, "0", i)
            self.assign(self.entry(i, j, c), f"({s} + {self.entry(i, i, 'a')}*{self.entry(i, j, 'b')})")
        self.loop(outer, lambda i: self.loop([*outer, i], lambda j: column(i, j)))

    def solve_matrix(self, outer):
        """Rows or columns of right-hand sides, in place."""
        b, flip, divides = self.random.choice("bx"), self.odd(0.3), self.type != "int" and self.odd(0.5)
        at = lambda i, j: self.entry(*((j, i) if flip else (i, j)), b)  # noqa: E731

        def row(i):
            here, (low, high) = [*outer, i], self.among(("0", i), ("0", i), (f"{i} + 1", "n"))
            self.loop(here, lambda k: self.loop([*here, k], lambda j: self.guarded([*here, k, j], lambda: self.say(
                f"{at(i, j)} -= {self.entry(i, k, 'a')}*{at(k, j)}"))), low, high)
            if divides:
                self.loop(here, lambda j: self.say(f"{at(i, j)} = {at(i, j)} / {self.entry(i, i, 'a')}"))
        self.loop(outer, row)

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

ESCAPING = """static void *held;
#define APART static __attribute__((noinline))
struct place { void *at; long more; };
APART void *same(void *p) { __asm__ volatile("" : "+r"(p)); return p; }
APART void hold(void *p) { held = p; }
APART void hand_out(void *p, void **to) { *to = p; }
APART struct place wrap(void *p) { struct place place = {p, 1}; return place; }
APART void note(double value) { noted = noted * 0.5 + value; }
APART void look_into(void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }
"""
COPIED = 512, 1536  # elements before and behind an array's first
# How an address gets from one array to the pointer `at`: what is said before the loops, and behind them.
COPY = ["T *copy = {0};", f"memcpy(copy, x - {COPIED[0]}, sizeof(T) * {sum(COPIED)});", f"T *old = x; x = copy + {COPIED[0]};"]
BACK = f"memcpy(old - {COPIED[0]}, copy, sizeof(T) * {sum(COPIED)});"
ESCAPES = [
    (["void *at = same(x);"], ""), (["void *at;", "hand_out(x, &at);"], ""), (["hold(x);", "void *at = held;"], ""),
    (["void *at = wrap(x).at;"], ""), (["struct place place = {x, 1};", "look_into(&place);", "void *at = place.at;"], ""),
    (["hold((void *)((uintptr_t)x ^ 0x5550));", "void *at = (void *)((uintptr_t)held ^ 0x5550);"], ""),
    (["void *at, *kept = x;", "look_into(&kept);", "memcpy(&at, &kept, sizeof at);"], ""),
    (["void *at = x;", "for (int turn = 0; turn < m + 1; turn++)", "  at = same(at);"], ""),
    (["void *at = m > -7 ? (void *)x : held;"], ""), (["void *table[2] = {x, same(x)};", "void *at = table[m & 1];"], ""),
    (["void *at = same(x);"], "hold(x);"),
    ([COPY[0].format(f"malloc(sizeof(T) * {sum(COPIED)})"), *COPY[1:], "hold(copy);", f"void *at = (T *)held + {COPIED[0]};"], BACK + " free(copy);"),
    ([f"T room[{sum(COPIED)}];", COPY[0].format("room"), *COPY[1:], f"void *at = (T *)same(copy) + {COPIED[0]};"], BACK),
]


class C(Maker):
    LANGUAGE = "c"

    def line(self, line):
        word, _, rest = line.partition(" ")
        if word in ("END", "ELSE"):
            return "}" if word == "END" else "} else {"
        if word in ("IF", "LEAVE", "NOTE"):
            return f"if ({rest})" + (" {" if word == "IF" else " break;") if word != "NOTE" else f"note({rest});"
        if word in ("LOOP", "DOWN", "STEP", "TILE", "STEPS2", "STEPS4"):
            (kind, i, low, high), counter = split_range(line), self.counter
            if kind == "DOWN":
                return f"for ({counter} {i} = {high} - 1; {i} >= {low}; {i}--) {{"
            if kind.startswith("STEPS"):
                return f"for ({counter} {i} = {low}; {i} + {int(kind[5:]) - 1} < {high}; {i} += {kind[5:]}) {{"
            step = {"LOOP": f"{i}++", "STEP": f"{i} += 2", "TILE": f"{i} += 4"}[kind]
            return f"for ({counter} {i} = {low}; {i} < {high}; {step}) {{"
        return line + ";"

    def text(self):
        """Names that differ in the twins begin with @."""
        lines, t, counter = [self.line(line) for line in self.body()], self.type, self.counter
        const = self.among("", "restrict ")
        self.loose, self.MODE = 0 if const else 31, "SLACK_BELOW_0" if self.signed else "SLACK"
        size = (counter if self.odd(0.7) else self.among("int", "long")) if self.signed else counter
        hidden = self.odd(0.15) and not const  # y is reached by x's address
        before, after = self.among(*ESCAPES) if hidden else ([], "")
        if hidden:
            before = [*before, f"{t} *y = ({t} *)at + ((ld - 11) * (ld % 2 ? 1 : n > 0 ? n : 1)) % 100;"]
        where = self.among("static __attribute__((noinline))", "static __attribute__((noinline))", "", "static")
        arrays = [v for v in "abxyz" if v != "y" or not hidden]
        twice = self.odd(0.1)
        call = (f"@g{self.number}(w[0], w[1], w[2], ({size})e->ld, ({size})e->q, ({t})e->c, ({t})e->d, " +
                ", ".join(f"({t} *)e->{v}" for v in arrays) + ", w);")
        return "\n".join([
            f"#define T {t}",
            f"{where} void @g{self.number}({size} n, {size} m, {size} p, {size} ld, {size} q, {t} c, {t} d, " +
            ", ".join(f"{t} *{const}{v}" for v in arrays) + f", const {size} *sizes) {{", *before, f"{t} sum = 0; long count = 0;",
            *(f"{t} {s};" for s in sorted(self.locals)), *lines, *([f"a[0] += sum + ({t})count + ({t})noted; noted = 0;"]*self.has_extra), after, "}",
            f"void @f{self.number}(const Call *e) {{", f"{size} w[3] = {{({size})e->n, ({size})e->m, ({size})e->k}};", call, call if twice else "",
            "}", "#undef T"]) + "\n"

    @staticmethod
    def files(_, texts, twin):
        head = ('#include "driver.h"\n#include <math.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n'
                "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define SQRT sqrt\n#define ABS(x) _Generic((x), int: abs, float: fabsf, default: fabs)(x)\n#define EXP exp\n#define TANH tanh\n"
                "static double noted;\n")
        return [(".c", head + ESCAPING + "".join(texts).replace("@", f"{twin}_"))]


# --- Fortran --------------------------------------------------------------------------------------------------------------

FORTRAN_ESCAPES = [f"y(-{BEFORE}:) => x(-{BEFORE}:1000)", f"place%at(-{BEFORE}:) => x(-{BEFORE}:1000)\ny => place%at",
                   f"call c_f_pointer(c_loc(x(1 - {BEFORE})), flat, [1500])\ny(1 - {BEFORE}:) => flat"]


class Fortran(Maker):
    LANGUAGE = "fortran"
    loose, MODE = 0, "SLACK_BELOW_0"

    def expression(self, text):
        """Literals and operators of a statement."""
        for one, other in (("MIN(", "min("), ("MAX(", "max("), ("SQRT(", "sqrt("), ("ABS(", "abs("), ("EXP(", "exp("), ("TANH(", "tanh("), ("[", "("), ("]", ")"), ("&&", ".and."),
                           ("!=", "/=")):
            text = text.replace(one, other)
        return re.sub(r"\b(\d+\.\d+)\b", r"\1_w", text)

    def line(self, line, ends):
        word, _, rest = line.partition(" ")
        if word == "END":
            return ends.pop()
        if word == "ELSE":
            return "else"
        if word in ("IF", "LEAVE"):
            ends += ["end if"]*(word == "IF")
            return f"if ({self.expression(rest)}) " + ("then" if word == "IF" else "exit")
        if word == "NOTE":
            return f"total = total + {self.expression(rest)}"
        if word in ("LOOP", "DOWN", "STEP", "TILE", "STEPS2", "STEPS4"):
            kind, i, low, high = (self.expression(x) for x in split_range(line))
            ends.append("end do")
            if kind == "DOWN":
                return f"do {i} = {high} - 1, {low}, -1"
            if kind.startswith("STEPS"):
                return f"do {i} = {low}, {high} - {kind[5:]}, {kind[5:]}"
            return f"do {i} = {low}, {high} - 1{dict(LOOP='', STEP=', 2', TILE=', 4')[kind]}"
        line = self.expression(line)
        depth = 0
        for at, letter in enumerate(line):
            depth += (letter == "(") - (letter == ")")
            if depth == 0 and line[at:at + 4] in (" += ", " -= "):
                return f"{line[:at]} = {line[:at]} {line[at + 1]} ({line[at + 4:]})"
            if depth == 0 and line[at:at + 3] == " = ":
                value = line[at + 3:]
                return line[:at + 3] + (f"({value})" if value.startswith("-") else value)
        return line

    def text(self):
        """Names that differ in the twins begin with @."""
        ends, lines = [], self.body()
        lines = [self.line(line, ends) for line in lines]
        kind, width = {"double": ("real", 8), "float": ("real", 4), "int": ("integer", 4)}[self.type]
        self.size = self.among("int", "int", "long")
        integer = "integer(8)" if self.size == "long" else "integer"
        is_target, hidden = self.odd(0.2), self.odd(0.15)
        arrays = [v for v in "abxyz" if v != "y" or not hidden]
        declared = [f"type :: hidden\n{kind}({width}), pointer :: at(:)\nend type\ntype(hidden) :: place",
                    f"{kind}({width}), pointer :: y(:), flat(:)"] if hidden else []
        declared += [f"{integer} :: " + ", ".join(sorted(self.integers))] if self.integers else []
        some = [*(["sum", "total"] if self.has_extra else []), *sorted(self.locals)]
        declared += [f"{kind}({width}) :: " + ", ".join(some)] if some else []
        first, last = ("sum = 0\ntotal = 0\ncount = 0", "a(0) = a(0) + sum + total + count") if self.has_extra else ("", "")
        self.arrays = arrays
        return "\n".join([
            f"subroutine @g{self.number}(n, m, p, ld, q, c, d, {', '.join(arrays)}, sizes) bind(c)", "use iso_c_binding", "implicit none",
            f"integer, parameter :: w = {width}", f"{integer}, value :: n, m, p, ld, q", f"{kind}(w), value :: c, d",
            f"{kind}(w){', target' if is_target or hidden else ''} :: " + ", ".join(f"{v}(-{BEFORE}:*)" for v in arrays),
            f"{integer}, intent(in) :: sizes(0:2)", *declared, "integer(8) :: count", self.among(*FORTRAN_ESCAPES) if hidden else "",
            first, *lines, last, "end subroutine"]) + "\n"

    def caller(self, twin):
        t, size = self.type, self.size
        arguments = ", ".join([size]*5 + [t]*2 + [f"{t} *"]*len(self.arrays) + [f"const {size} *"])
        return (f"void {twin}_g{self.number}({arguments});\nvoid {twin}_f{self.number}(const Call *e) {{\n"
                f"{size} w[3] = {{({size})e->n, ({size})e->m, ({size})e->k}};\n"
                f"{twin}_g{self.number}(w[0], w[1], w[2], ({size})e->ld, ({size})e->q, ({t})e->c, ({t})e->d, " +
                ", ".join(f"({t} *)e->{v} - {BEFORE}" for v in self.arrays) + ", w);\n}\n")

    @staticmethod
    def files(makers, texts, twin):
        return [(".f90", "".join(texts).replace("@", f"{twin}_")), ("-calls.c", '#include "driver.h"\n' + "".join(m.caller(twin) for m in makers))]
