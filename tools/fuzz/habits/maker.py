"""Functions of loop nests, written as people write them: the habits are what is random.

A function does one to three things with five arrays (a, b: matrices, x, y, z: vectors) that may be parts of each other.
What it does (sums, products, updates, solves, several of these in a loop) is here, apart from how a language writes it
(c.py, fortran.py). Habits of both are here, too: hoisted loads, first or last terms outside of the loop, sums that start
with something, sums in memory, triangles, conditions, exits.

Places are written as the language counts: `FIRST` is the first index of every array, a loop runs from `low` to `end`, where
`end` is what the language writes there (C: the index after the last, Fortran: the last).
"""
import random


class Maker:
    """One function. `wild`: how often a habit is followed, 0 to 1. What a subclass gives:

    FIRST, INTEGERS                 the first index; integer types, the first five of which sizes may have
    next, end_at, end_after(i)      the index after i; the end of a loop that stops before i, and after i
    element(name, index)            an element of an array by an index that counts from 0
    element_at(name, i), inner(q)   an element at a loop's index; an index of a matrix that is not the first
    vector_of, part_of, matrix_of   operands: .at(i), of matrices .at(i, j), .turned()
    row_of(matrix, i)               (text before, the row as an operand or None, text after)
    assign, declare, block, when    statements; magnitude(text): an absolute value
    leave, loop_forms, strided      parts of loops; whole_loop, whole_sum: the loop as one statement, or None
    """

    MODE, REFERENCE, SERVED = "EXACT", "O1", "called"

    def __init__(self, seed, number, options):
        self.random = random.Random(f"{seed} {number}")
        self.number, self.names = number, 0
        self.type = "float" if self.chance(0.25) else "double"
        self.wild = self.among(0.05, 0.1, 0.2, 0.3, 0.5)
        self.numbers = []  # of the function, that earlier statements set
        self.integer = self.among(*self.INTEGERS[:5])
        self.is_apart = self.chance(0.3)
        self.square = self.chance(0.5)
        # (What a sum of 0 leaves there may be -0: a large number if sizes have no sign.)
        self.sizes_in_pool = options.has_sizes_in_pool(seed) and not self.is_apart and self.integer in ("int", "long") and self.chance(0.9)

    def chance(self, share):
        return self.random.random() < share

    def habit(self, share=1.0):
        return self.chance(self.wild * share)

    def among(self, *choices):
        return self.random.choice(choices)

    def fresh(self, start):
        self.names += 1
        return f"{start}{self.names}"

    def size(self):
        size = "n" if self.square else self.among("n", "m", "k")
        return self.size_in_memory("nmk".index(size)) if self.chance(0.6 if self.sizes_in_pool else self.wild * 0.3) else size

    # --- Operands

    def vector(self, names="xyz"):
        kind = self.random.random()
        if kind < 0.75 or not self.habit(2):
            return self.vector_of(self.among(*names), *((["inc"] if self.habit() else ["1"])), *(["q"] if self.habit(0.5) else []))
        if kind < 0.85:
            return self.part_of(self.among("a", "b"), self.among("1", "ld", "ld + 1"), self.among("0", "q", "q * ld"))
        if kind < 0.93:
            return self.vector_of(self.among(*names), "1", self.among("1", "2", self.last_offset()))
        return self.vector_of(self.among(*names), "2")

    def matrix(self, names="ab"):
        style = self.among(*self.STYLES) if self.habit() else "index"
        rows, columns = self.strides()
        return self.matrix_of(self.among(*names), rows, columns, style)

    def strides(self):
        """Of a matrix: of its rows, and of its columns."""
        return self.among(("ld", "1"), ("ld", "1"), ("1", "ld"))

    def factor(self):
        return self.among("c", "d", "2", "c", *self.numbers) if self.habit(2) else ""

    # --- Loops

    def counter(self):
        return self.among(*self.INTEGERS) if self.habit() else self.integer

    def loop(self, low, end, body, movers=(), whole=False):
        """A loop. body(index, *operands): a statement; movers: operands that are only read and written at the index.
        whole: the body is one assignment, whose steps may be done in any order."""
        if whole and (text := self.whole_loop(low, end, body, movers)):
            return text
        moved, before, after = [], "", ""
        for operand in movers:
            if operand.can_move and self.habit(0.8):
                operand, start, step = self.move(operand, low)
                before, after = before + start, after + step
            moved.append(operand)
        i, kind = self.fresh("i"), self.counter()
        one = lambda index: body(index, *moved) + after  # noqa: E731
        if before:
            return self.block(before + self.turn(i, kind, low, end, one, True))
        return self.turn(i, kind, low, end, one, False)

    def turn(self, i, kind, low, end, body, forward):
        """The loop in some form."""
        if self.habit(0.2):
            leave = self.leave(i)
            return self.plain(i, kind, low, end, lambda j: self.among(leave + body(j), body(j) + leave))
        if not self.habit(1.5):
            return self.plain(i, kind, low, end, body)
        return self.among(*self.loop_forms(kind, forward))(i, kind, low, end, body)

    def leave(self, i):
        """A condition on the data or sizes under which a loop is left, or a step is."""
        where = self.element_at(self.among("x", "y", "a"), i)
        return self.leave_if(self.among(f"{where} == 3", f"{i} > m", f"{i} < k", f"{where} > 40"), self.among("break", "break", "continue"))

    def copies(self, body, *indices):
        """The same body for several indices, each time written alike."""
        state = self.random.getstate()
        result = []
        for i in indices:
            if not self.habit(0.1):
                self.random.setstate(state)
            result.append(body(i))
        return result

    def unrolled_parts(self, body, i, by):
        """(statements of a step that does `by`, of one that does one)"""
        *parts, rest = self.copies(body, i, *(f"({i} + {k})" for k in range(1, by)), i)
        return "".join(map(self.block, parts)), rest

    def unrolled(self, i, kind, low, end, body):
        by = self.among(2, 4, 4)
        return self.strided(i, kind, low, end, by, *self.unrolled_parts(body, i, by))

    def first_apart(self, i, kind, low, end, body):
        first, rest = self.copies(body, low, i)
        return self.when(self.not_empty(low, end), self.block(first) + self.plain(i, kind, self.next(low), end, lambda _: rest))

    def last_apart(self, i, kind, low, end, body):
        rest, last = self.copies(body, i, self.last(end))
        return self.when(self.not_empty(low, end), self.plain(i, kind, low, f"{end} - 1", lambda _: rest) + self.block(last))

    # --- What is computed

    def term(self, *factors):
        text = " * ".join(factors)
        factor = self.factor()
        return f"{factor} * {text}" if factor and self.habit() else text

    def sum(self, low, end, term, movers, sink):
        """sink(s): what becomes of the sum of term(i, *movers)"""
        sign = self.among("+=", "+=", "+=", "-=")
        if self.habit():  # in memory
            where = self.element(self.among("x", "y", "z"), self.among("0", "q", "1"))
            start = self.assign(where, "=", self.among("0", where, "c"))
            return self.block(start + self.loop(low, end, lambda i, *v: self.assign(where, sign, term(i, *v)), movers) + sink(where))
        s = self.fresh("s")
        start = (self.among("c", self.element("x", "0"), self.element("y", "q"), self.element(self.among("x", "y", "z"), "n"),
                            self.element("a", "0"), "-d") if self.habit() else "0")
        if self.habit(0.7):  # the first term starts it
            text = self.declare(s, term(low, *movers) if sign == "+=" else f"{start} - {term(low, *movers)}")
            text += self.loop(self.next(low), end, lambda i, *v: self.assign(s, sign, term(i, *v)), movers) + sink(s)
            return self.when(self.not_empty(low, end), text) if self.chance(0.8) or low != self.FIRST else self.block(text)
        if self.habit(0.5):  # two sums
            t = self.fresh("s")
            i = self.fresh("i")
            rest = self.among(s, t)
            pair = self.assign(s, sign, term(i, *movers)) + self.assign(t, sign, term(f"({i} + 1)", *movers))
            return self.block(self.declare(s, start) + self.declare(t, "0") +
                              self.strided(i, self.integer, low, end, 2, pair, self.assign(rest, sign, term(i, *movers))) +
                              self.assign(s, "+=", t) + sink(s))
        if text := self.whole_sum(s, start, sign, low, end, term, movers):
            return text + sink(s)
        return self.block(self.declare(s, start) + self.loop(low, end, lambda i, *v: self.assign(s, sign, term(i, *v)), movers) + sink(s))

    def into(self, target):
        """What to do with a sum: target is an element."""
        op = self.among("=", "=", "+=", "-=")
        value = self.among("{}", "{}", "{}", "c * {}", "2 * {}", "{} + d", "c * {} + d * " + target) if self.habit(1.5) else "{}"
        return lambda s: self.assign(target, op, value.format(s))

    def elsewhere(self):
        """One element that a number goes to."""
        return self.element(self.among("x", "y", "z", "z"), self.among("0", "q", "n", "m + 1"))

    def range(self, i, size):
        """Of an inner loop beside index i."""
        if i and self.square and self.chance(0.3):
            return self.among((self.FIRST, self.end_at(i)), (self.FIRST, self.end_after(i)), (i, size), (self.next(i), size))
        return self.FIRST, size

    def dot(self):
        u, v = self.vector(), self.vector()
        if self.habit():
            number = self.fresh("g")
            text = self.sum(self.FIRST, self.size(), lambda i, p, r: self.term(p.at(i), r.at(i)), (u, v),
                            lambda s: self.assign(number, "=", s))
            self.numbers.append(number)
            return text
        kind = self.random.random()
        size = self.size()
        if kind < 0.6:
            return self.sum(self.FIRST, size, lambda i, p, r: self.term(p.at(i), r.at(i)), (u, v), self.into(self.elsewhere()))
        if kind < 0.75:
            return self.sum(self.FIRST, size, lambda i, p: self.term(p.at(i), p.at(i)), (u,), self.into(self.elsewhere()))
        if kind < 0.9:
            return self.sum(self.FIRST, size, lambda i, p: p.at(i), (u,), self.into(self.elsewhere()))
        return self.sum(self.FIRST, size, lambda i, p, r: f"({p.at(i)} - {r.at(i)}) * ({p.at(i)} - {r.at(i)})", (u, v), self.into(self.elsewhere()))

    def map(self, end=None):
        u, v = self.vector(), self.vector()
        factor = self.among("c", "d", "c", "2", self.element("x", "0"), self.element("y", "q")) if self.chance(0.8) else ""
        scaled = f"{factor} * {{}}" if factor else "{}"
        kind = self.random.random()
        low, end = self.FIRST, end or self.size()
        if kind < 0.5:
            op = self.among("+=", "-=")
            return self.loop(low, end, lambda i, p, r: self.assign(p.at(i), op, scaled.format(r.at(i))), (u, v), True)
        if kind < 0.65:
            return self.loop(low, end, lambda i, p: self.assign(p.at(i), "=", scaled.format(p.at(i))), (u,), True)
        if kind < 0.8:
            return self.loop(low, end, lambda i, p, r: self.assign(p.at(i), "=", scaled.format(r.at(i))), (u, v), True)
        if kind < 0.9:
            t = self.fresh("t")
            return self.loop(low, end, lambda i, p, r: self.block(
                self.declare(t, p.at(i)) + self.assign(p.at(i), "=", r.at(i)) + self.assign(r.at(i), "=", t)), (u, v))
        return self.loop(low, end, lambda i, p: self.assign(p.at(i), "=", self.among("0", "c", "1")), (u,), True)

    def product(self, i, matrix, v, target, size):
        """The sum over row i of a matrix times a vector, into target."""
        before, row, after = self.row_of(matrix, i)
        low, end = self.range(i, size)
        if row is None:
            text = self.sum(low, end, lambda j, p: self.term(matrix.at(i, j), p.at(j)), (v,), self.into(target))
        else:
            text = self.sum(low, end, lambda j, r, p: self.term(r.at(j), p.at(j)), (row, v), self.into(target))
        return before + text + after

    def update(self, i, matrix, v, w, size):
        """Row i of a matrix and a vector: matrix[i][j] += v[i] * w[j], or w[j] += matrix[i][j] * v[i]."""
        low, end = self.range(i, size)
        op = self.among("+=", "+=", "-=")
        factor, before, is_outer = v.at(i), "", self.chance(0.5)
        if self.habit(2):
            t = self.fresh("t")
            before, factor = self.declare(t, self.term(factor)), t
        text = self.loop(low, end, lambda j, p: self.assign(matrix.at(i, j), op, self.term(factor, p.at(j))) if is_outer else
                         self.assign(p.at(j), op, self.term(matrix.at(i, j), factor)), (w,), True)
        return before + (self.when(f"{factor} != 0", text) if self.habit(0.3) else text)

    def hoisted(self):
        """A product whose first (or another) element of the vector is read before all loops."""
        matrix, v, w, h, size = self.matrix(), self.vector(), self.vector(), self.fresh("h"), self.size()
        at = self.among(self.FIRST, self.FIRST, self.FIRST, self.inner("q"))

        def body(i):
            s = self.fresh("s")
            return (self.declare(s, f"{matrix.at(i, at)} * {h}") +
                    self.loop(self.next(self.FIRST), size, lambda j, p: self.assign(s, "+=", self.term(matrix.at(i, j), p.at(j))), (v,)) +
                    self.into(w.at(i))(s))
        return self.block(self.declare(h, v.at(at)) + self.loop(self.FIRST, self.size(), body))

    def matrix_vector(self):
        if self.habit(0.5):
            return self.hoisted()
        rows, columns = self.size(), self.size()

        def body(i):
            text = ""
            for _ in range(self.among(1, 1, 1, 2, 2, 3) if self.habit(3) else 1):
                kind, v, w = self.random.random(), self.vector(), self.vector()
                if kind < 0.55:
                    text += self.product(i, self.matrix(), v, w.at(i), columns)
                elif kind < 0.85:
                    text += self.update(i, self.matrix(), v, w, columns)
                elif kind < 0.95:
                    text += self.assign(w.at(i), self.among("=", "+="), self.among("0", "c", v.at(i), "c * " + v.at(i)))
                else:
                    text += self.map(columns)
            return text
        return self.loop(self.FIRST, rows, body)

    def solve(self):
        matrix, v = self.matrix(), self.vector()
        halve = self.among(False, False, True)
        up = self.chance(0.3)

        def body(i):
            low, end = (self.FIRST, self.end_at(i)) if not up else (self.next(i), "n")
            return self.sum(low, end, lambda j, p: self.term(matrix.at(i, j), p.at(j)), (v,), lambda s: self.assign(v.at(i), "-=", s)) + (
                self.assign(v.at(i), "*=", "2") if halve else "")
        if up:
            return self.downward(self.fresh("i"), body)
        return self.loop(self.FIRST, "n", body)

    def matrix_product(self):
        a, b = self.matrix(), self.matrix()
        c = self.matrix_of(self.among("y", "z", "x", "a"), *self.strides(), "index")
        a = a.turned() if self.chance(0.3) else a
        b = b.turned() if self.chance(0.3) else b
        n, m, k = self.size(), self.size(), self.size()
        op, kind = self.among("+=", "+=", "-="), self.random.random()
        if kind < 0.4:
            def row(i):
                def entry(j):
                    return self.sum(self.FIRST, k, lambda l: self.term(a.at(i, l), b.at(l, j)), (), self.into(c.at(i, j)))
                low, end = self.range(i, m)
                return self.loop(low, end, entry)
            return self.loop(self.FIRST, n, row)
        order = self.random.sample("ijl", 3)
        sizes = {"i": n, "j": m, "l": k}

        def nest(depth, bound):
            if depth == 3:
                i, j, l = bound["i"], bound["j"], bound["l"]
                return self.assign(c.at(i, j), op, self.term(a.at(i, l), b.at(l, j)))
            name = order[depth]
            low, end = self.FIRST, sizes[name]
            if depth == 1 and self.square and set(order[:2]) == {"i", "j"}:
                low, end = self.range(bound[order[0]], end)

            def body(index):
                inner = {**bound, name: index}
                if depth == 1 and set(order[:2]) == {"i", "l"} and self.habit(3):
                    t = self.fresh("t")
                    return self.declare(t, self.term(a.at(inner["i"], inner["l"]))) + self.loop(
                        self.FIRST, m, lambda j: self.assign(c.at(inner["i"], j), op, f"{t} * {b.at(inner['l'], j)}"), (), True)
                return nest(depth + 1, inner)
            return self.loop(low, end, body, (), depth == 2 and name != "l")
        return nest(0, {})

    def maximum(self):
        """The largest magnitude of a vector, into an element."""
        v, s, size = self.vector(), self.fresh("s"), self.size()
        text = self.declare(s, self.magnitude(v.at(self.FIRST))) + self.loop(self.next(self.FIRST), size, lambda i, p: self.when(
            f"{self.magnitude(p.at(i))} > {s}", self.assign(s, "=", self.magnitude(p.at(i)))), (v,))
        return self.when(self.not_empty(self.FIRST, size), text + self.into(self.vector().at(self.FIRST))(s))

    def statement(self):
        kind = self.random.random()
        if self.habit(0.2):
            return self.maximum()
        text = (self.dot() if kind < 0.2 else self.map() if kind < 0.3 else self.matrix_vector() if kind < 0.65
                else self.solve() if kind < 0.72 else self.matrix_product())
        if self.habit(0.5):
            text = self.when(self.among("c != 0", "n > m", f"{self.element('x', '0')} > 0", "q == 1", "m != 0"), text)
        if self.habit(0.3):
            text += self.leave_if(self.among(f"{self.element('y', '0')} == 2", "n < 3", f"{self.element('z', 'q')} > 5"), "return")
        return text

    def statements(self):
        return [self.statement() for _ in range(self.among(1, 1, 1, 2, 3))]
