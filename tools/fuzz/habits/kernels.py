"""C functions of loop nests, written as people write them: the habits are what is random.

A function does one to three things with five arrays (a, b: matrices, x, y, z: vectors) that may be parts of each other.
What it does (sums, products, updates, solves, several of these in a loop) is drawn apart from how its loops and
accesses are written: pointers that move, rows that are pointers, hoisted loads, first or last terms outside of the loop,
sums that start with something, unrolled loops and what is left of them, blocks, loops that run backwards, conditions,
exits, indices of any integer type. Functions are valid C for sizes that are not negative, whatever overlaps.
"""
import random

INTEGERS = ["int", "int", "int", "long", "size_t", "unsigned", "short"]


class Vector:
    """Elements base[offset + index*step]."""

    def __init__(self, base, step="1", offset="0"):
        self.base, self.step, self.offset = base, step, offset

    def index(self, i):
        parts = [self.offset] if self.offset != "0" else []
        if i != "0":
            parts.append(i if self.step == "1" else f"({i}) * {self.step}")
        return " + ".join(parts) or "0"

    def at(self, i):
        return f"{self.base}[{self.index(i)}]"

    def address(self, i):
        return f"&{self.at(i)}"


class Moving:
    """A pointer that the loop moves: its element, whatever the index is."""

    def __init__(self, pointer):
        self.pointer = pointer

    def at(self, _):
        return f"*{self.pointer}"


class Matrix:
    def __init__(self, base, rows, columns, style):
        self.base, self.rows, self.columns, self.style = base, rows, columns, style

    def at(self, i, j):
        if self.style == "array" and self.columns == "1":
            return f"((T (*)[{self.rows}]){self.base})[{i}][{j}]"
        if self.style == "bytes":
            return f"*(T *)((char *){self.base} + ({i}) * (long)({self.rows} * sizeof(T)) + ({j}) * (long)({self.columns} * sizeof(T)))"
        parts = [i if step == "1" else f"({i}) * {step}" for i, step in ((i, self.rows), (j, self.columns)) if i != "0"]
        return f"{self.base}[{' + '.join(parts) or '0'}]"

    def row(self, i):
        return Vector(self.base, self.columns, f"({i}) * {self.rows}" if self.rows != "1" else f"({i})")

    def column(self, j):
        return Vector(self.base, self.rows, f"({j}) * {self.columns}" if self.columns != "1" else f"({j})")

    def turned(self):
        return Matrix(self.base, self.columns, self.rows, "index")


class Maker:
    """One function. `wild`: how often a habit is followed, 0 to 1."""

    def __init__(self, seed, number):
        self.random = random.Random(f"{seed} {number}")
        self.number, self.names = number, 0
        self.type = "float" if self.chance(0.25) else "double"
        self.wild = self.random.choice([0.05, 0.1, 0.2, 0.3, 0.5])
        self.numbers = []  # of the function, that earlier statements set
        self.integer = self.among(*INTEGERS[:5])
        self.is_apart = self.chance(0.3)
        self.square = self.chance(0.5)

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
        return f"size[{'nmk'.index(size)}]" if self.habit(0.3) else size

    # --- Operands

    def vector(self, names="xyz"):
        kind = self.random.random()
        if kind < 0.75 or not self.habit(2):
            return Vector(self.among(*names), *((["inc"] if self.habit() else ["1"])), *(["q"] if self.habit(0.5) else []))
        if kind < 0.85:
            return Vector(self.among("a", "b"), self.among("1", "ld", "ld + 1"), self.among("0", "q", "q * ld"))
        if kind < 0.93:
            return Vector(self.among(*names), "1", self.among("1", "2", "n - 1" if self.integer in ("int", "long") else "n"))
        return Vector(self.among(*names), "2")

    def matrix(self, names="ab"):
        style = self.among("bytes", "array", "index") if self.habit() else "index"
        rows, columns = self.among(("ld", "1"), ("ld", "1"), ("1", "ld"))
        return Matrix(self.among(*names), rows, columns, style)

    def factor(self):
        return self.among("c", "d", "2", "c", *self.numbers) if self.habit(2) else ""

    # --- Loops

    def counter(self):
        return self.among(*INTEGERS) if self.habit() else self.integer

    def loop(self, low, high, body, movers=()):
        """A loop over low … high - 1. body(index, *operands): a statement; movers: vectors that are only read and
        written at the index."""
        moved, before, after = [], "", ""
        for vector in movers:
            if isinstance(vector, Vector) and self.habit(0.8):
                pointer = self.fresh("p")
                before += f"T *{pointer} = {vector.address(low)};\n"
                after += f" {pointer} += {vector.step};" if vector.step != "1" else f" {pointer}++;"
                moved.append(Moving(pointer))
            else:
                moved.append(vector)
        i, kind = self.fresh("i"), self.counter()
        one = lambda index: body(index, *moved) + after  # noqa: E731
        if before:
            return "{\n" + before + self.turn(i, kind, low, high, one, True) + "}\n"
        return self.turn(i, kind, low, high, one, False)

    def turn(self, i, kind, low, high, body, forward):
        """The loop in some form."""
        plain = f"for ({kind} {i} = {low}; {i} < {high}; {i}++)"
        if self.habit(0.2):
            leave = self.leave(i)
            return plain + " {\n" + self.among(leave + body(i), body(i) + leave) + "}\n"
        if not self.habit(1.5):
            return plain + " {\n" + body(i) + "}\n"
        signed = kind in ("int", "long", "short")
        forms = [self.in_while, self.in_do, self.unrolled, self.unrolled, self.rest_first, self.blocked, self.first_apart, self.last_apart]
        if signed:
            forms += [self.inclusive]
            forms += [] if forward else [self.backwards, self.backwards]
        return self.among(*forms)(i, kind, low, high, body)

    def leave(self, i):
        """A condition on the data or sizes under which a loop is left, or a step is."""
        where = f"{self.among('x', 'y', 'a')}[{i}]"
        return f"if ({self.among(f'{where} == 3', f'{i} > m', f'{i} < k', f'{where} > 40')}) {self.among('break', 'break', 'continue')};\n"

    def copies(self, body, *indices):
        """The same body for several indices, each time written alike."""
        state = self.random.getstate()
        result = []
        for i in indices:
            if not self.habit(0.1):
                self.random.setstate(state)
            result.append(body(i))
        return result

    def in_while(self, i, kind, low, high, body):
        return f"{{ {kind} {i} = {low};\nwhile ({i} < {high}) {{\n{body(i)}{i}++;\n}} }}\n"

    def in_do(self, i, kind, low, high, body):
        return f"if ({low} < {high}) {{ {kind} {i} = {low};\ndo {{\n{body(i)}{i}++;\n}} while ({i} < {high}); }}\n"

    def inclusive(self, i, kind, low, high, body):
        return f"for ({kind} {i} = {low}; {i} <= ({kind}){high} - 1; {i}++) {{\n{body(i)}}}\n"

    def backwards(self, i, kind, low, high, body):
        return f"for ({kind} {i} = ({kind}){high} - 1; {i} >= ({kind})({low}); {i}--) {{\n{body(i)}}}\n"

    def unrolled(self, i, kind, low, high, body):
        by = self.among(2, 4, 4)
        *parts, rest = self.copies(body, i, *(f"({i} + {k})" for k in range(1, by)), i)
        parts = "".join("{" + part + "}\n" for part in parts)
        return (f"{{ {kind} {i} = {low};\nfor (; {i} + {by - 1} < {high}; {i} += {by}) {{\n{parts}}}\n"
                f"for (; {i} < {high}; {i}++) {{\n{rest}}}\n}}\n")

    def rest_first(self, i, kind, low, high, body):
        by, end = self.among(2, 4), self.fresh("r")
        *parts, rest = self.copies(body, i, *(f"({i} + {k})" for k in range(1, by)), i)
        parts = "".join("{" + part + "}\n" for part in parts)
        return (f"if ({low} < {high}) {{ {kind} {i} = {low}, {end} = ({high} - ({low})) % {by} + ({low});\nfor (; {i} < {end}; {i}++) {{\n"
                f"{rest}}}\nfor (; {i} < {high}; {i} += {by}) {{\n{parts}}} }}\n")

    def blocked(self, i, kind, low, high, body):
        start, end, by = self.fresh("s"), self.fresh("e"), self.among(3, 4, 8)
        return (f"for ({kind} {start} = {low}; {start} < {high}; {start} += {by}) {{\n{kind} {end} = {start} + {by} < {high} ? {start} + {by} : {high};\n"
                f"for ({kind} {i} = {start}; {i} < {end}; {i}++) {{\n{body(i)}}} }}\n")

    def first_apart(self, i, kind, low, high, body):
        first, rest = self.copies(body, f"({low})" if low != "0" else "0", i)
        return f"if ({low} < {high}) {{\n{{{first}}}\nfor ({kind} {i} = {low} + 1; {i} < {high}; {i}++) {{\n{rest}}} }}\n"

    def last_apart(self, i, kind, low, high, body):
        rest, last = self.copies(body, i, f"({high} - 1)")
        return f"if ({low} < {high}) {{\nfor ({kind} {i} = {low}; {i} < {high} - 1; {i}++) {{\n{rest}}}\n{{{last}}} }}\n"

    # --- What is computed

    def term(self, *factors):
        text = " * ".join(factors)
        factor = self.factor()
        return f"{factor} * {text}" if factor and self.habit() else text

    def sum(self, low, high, term, movers, sink):
        """sink(s): what becomes of the sum of term(i, *movers)"""
        sign = self.among("+=", "+=", "+=", "-=")
        if self.habit():  # in memory
            where = self.among("x", "y", "z") + f"[{self.among('0', 'q', '1')}]"
            start = f"{where} = {self.among('0', where, 'c')};\n"
            return "{" + start + self.loop(low, high, lambda i, *v: f"{where} {sign} {term(i, *v)};\n", movers) + sink(where) + "}\n"
        s = self.fresh("s")
        start = self.among("c", "x[0]", "y[q]", f"{self.among('x', 'y', 'z')}[n]", "a[0]", "-d") if self.habit() else "0"
        if self.habit(0.7):  # the first term starts it
            text = f"{{ T {s} = {term(low, *movers)};\n" if sign == "+=" else f"{{ T {s} = {start} - {term(low, *movers)};\n"
            text += self.loop(f"{low} + 1", high, lambda i, *v: f"{s} {sign} {term(i, *v)};\n", movers) + sink(s) + "}\n"
            return f"if ({low} < {high}) {text}" if self.chance(0.8) or low != "0" else text
        if self.habit(0.5):  # two sums
            t = self.fresh("s")
            i, by = self.fresh("i"), 2
            even = self.among("0", "1")
            return (f"{{ T {s} = {start}, {t} = 0;\n{self.integer} {i} = {low};\nfor (; {i} + {by - 1} < {high}; {i} += {by}) {{\n"
                    f"{s} {sign} {term(i, *movers)};\n{t} {sign} {term(f'({i} + 1)', *movers)};\n}}\nfor (; {i} < {high}; {i}++) "
                    f"{s if even == '0' else t} {sign} {term(i, *movers)};\n{s} += {t};\n{sink(s)}}}\n")
        return f"{{ T {s} = {start};\n" + self.loop(low, high, lambda i, *v: f"{s} {sign} {term(i, *v)};\n", movers) + sink(s) + "}\n"

    def into(self, target):
        """What to do with a sum: target is an element."""
        op = self.among("=", "=", "+=", "-=")
        value = self.among("{}", "{}", "{}", "c * {}", "2 * {}", "{} + d", "c * {} + d * " + target) if self.habit(1.5) else "{}"
        return lambda s: f"{target} {op} {value.format(s)};\n"

    def elsewhere(self):
        """One element that a number goes to."""
        return f"{self.among('x', 'y', 'z', 'z')}[{self.among('0', 'q', 'n', 'm + 1')}]"

    def range(self, i, size):
        """Of an inner loop beside index i."""
        if i and self.square and self.chance(0.3):
            return self.among(("0", i), ("0", f"{i} + 1"), (i, size), (f"{i} + 1", size))
        return "0", size

    def dot(self):
        u, v = self.vector(), self.vector()
        if self.habit():
            number = self.fresh("g")
            text = self.sum("0", self.size(), lambda i, p, r: self.term(p.at(i), r.at(i)), (u, v), lambda s: f"{number} = {s};\n")
            self.numbers.append(number)
            return text
        kind = self.random.random()
        if kind < 0.6:
            return self.sum("0", self.size(), lambda _, p, r: self.term(p.at(_), r.at(_)), (u, v), self.into(self.elsewhere()))
        if kind < 0.75:
            return self.sum("0", self.size(), lambda i, p: self.term(p.at(i), p.at(i)), (u,), self.into(self.elsewhere()))
        if kind < 0.9:
            return self.sum("0", self.size(), lambda i, p: p.at(i), (u,), self.into(self.elsewhere()))
        return self.sum("0", self.size(), lambda i, p, r: f"({p.at(i)} - {r.at(i)}) * ({p.at(i)} - {r.at(i)})", (u, v), self.into(self.elsewhere()))

    def map(self, low="0", high=None):
        u, v = self.vector(), self.vector()
        factor = self.among("c", "d", "c", "2", "x[0]", "y[q]") if self.chance(0.8) else ""
        scaled = f"{factor} * {{}}" if factor else "{}"
        kind = self.random.random()
        high = high or self.size()
        if kind < 0.5:
            op = self.among("+=", "-=")
            return self.loop(low, high, lambda i, p, r: f"{p.at(i)} {op} {scaled.format(r.at(i))};\n", (u, v))
        if kind < 0.65:
            return self.loop(low, high, lambda i, p: f"{p.at(i)} = {scaled.format(p.at(i))};\n", (u,))
        if kind < 0.8:
            return self.loop(low, high, lambda i, p, r: f"{p.at(i)} = {scaled.format(r.at(i))};\n", (u, v))
        if kind < 0.9:
            t = self.fresh("t")
            return self.loop(low, high, lambda i, p, r: f"{{ T {t} = {p.at(i)}; {p.at(i)} = {r.at(i)}; {r.at(i)} = {t}; }}\n", (u, v))
        return self.loop(low, high, lambda i, p: f"{p.at(i)} = {self.among('0', 'c', '1')};\n", (u,))

    def row_of(self, matrix, i):
        """(statement, the row as a vector)"""
        if matrix.style == "index" and self.habit(1.5):
            pointer = self.fresh("w")
            row = matrix.row(i)
            return f"const T *{pointer} = {row.address('0')};\n", Vector(pointer, row.step)
        return "", matrix.row(i) if matrix.style == "index" else None

    def product(self, i, matrix, v, target, size):
        """The sum over row i of a matrix times a vector, into target."""
        before, row = self.row_of(matrix, i)
        low, high = self.range(i, size)
        if row is None:
            text = self.sum(low, high, lambda j, p: self.term(matrix.at(i, j), p.at(j)), (v,), self.into(target))
        else:
            text = self.sum(low, high, lambda j, r, p: self.term(r.at(j), p.at(j)), (row, v), self.into(target))
        return before + text

    def update(self, i, matrix, v, w, size):
        """Row i of a matrix and a vector: matrix[i][j] += v[i] * w[j], or w[j] += matrix[i][j] * v[i]."""
        low, high = self.range(i, size)
        op = self.among("+=", "+=", "-=")
        factor, before, is_outer = v.at(i), "", self.chance(0.5)
        if self.habit(2):
            t = self.fresh("t")
            before, factor = f"T {t} = {self.term(factor)};\n", t
        text = self.loop(low, high, lambda j, p: f"{matrix.at(i, j)} {op} {self.term(factor, p.at(j))};\n" if is_outer else
                         f"{p.at(j)} {op} {self.term(matrix.at(i, j), factor)};\n", (w,))
        return before + (f"if ({factor} != 0) {{\n{text}}}\n" if self.habit(0.3) else text)

    def hoisted(self):
        """A product whose first (or another) element of the vector is read before all loops."""
        matrix, v, w, h, size = self.matrix(), self.vector(), self.vector(), self.fresh("h"), self.size()
        at = self.among("0", "0", "0", "q")

        def body(i):
            s = self.fresh("s")
            return (f"T {s} = {matrix.at(i, at)} * {h};\n" +
                    self.loop("1", size, lambda j, p: f"{s} += {self.term(matrix.at(i, j), p.at(j))};\n", (v,)) + self.into(w.at(i))(s))
        return f"{{ T {h} = {v.at(at)};\n{self.loop('0', self.size(), body)}}}\n"

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
                    text += f"{w.at(i)} {self.among('=', '+=')} {self.among('0', 'c', v.at(i), 'c * ' + v.at(i))};\n"
                else:
                    text += self.map("0", columns)
            return text
        return self.loop("0", rows, body)

    def solve(self):
        matrix, v = self.matrix(), self.vector()
        divide = self.among("", "", f"{v.at('I')} *= 2;\n")
        up = self.chance(0.3)

        def body(i):
            low, high = ("0", i) if not up else (f"{i} + 1", "n")
            return self.sum(low, high, lambda j, p: self.term(matrix.at(i, j), p.at(j)), (v,), lambda s: f"{v.at(i)} -= {s};\n") + divide.replace("I", i)
        if up:
            i = self.fresh("i")
            return f"for (int {i} = (int)n - 1; {i} >= 0; {i}--) {{\n{body(i)}}}\n"
        return self.loop("0", "n", body)

    def matrix_product(self):
        a, b = self.matrix(), self.matrix()
        c = Matrix(self.among("y", "z", "x", "a"), *self.among(("ld", "1"), ("ld", "1"), ("1", "ld")), "index")
        a = a.turned() if self.chance(0.3) else a
        b = b.turned() if self.chance(0.3) else b
        n, m, k = self.size(), self.size(), self.size()
        op, kind = self.among("+=", "+=", "-="), self.random.random()
        if kind < 0.4:
            def row(i):
                def entry(j):
                    return self.sum("0", k, lambda l: self.term(a.at(i, l), b.at(l, j)), (), self.into(c.at(i, j)))
                low, high = self.range(i, m)
                return self.loop(low, high, entry)
            return self.loop("0", n, row)
        order = self.random.sample("ijl", 3)
        sizes = {"i": n, "j": m, "l": k}

        def nest(depth, bound):
            if depth == 3:
                i, j, l = bound["i"], bound["j"], bound["l"]
                return f"{c.at(i, j)} {op} {self.term(a.at(i, l), b.at(l, j))};\n"
            name = order[depth]
            low, high = "0", sizes[name]
            if depth == 1 and self.square and set(order[:2]) == {"i", "j"}:
                low, high = self.range(bound[order[0]], high)
            before = ""

            def body(index):
                inner = {**bound, name: index}
                if depth == 1 and set(order[:2]) == {"i", "l"} and self.habit(3):
                    t = self.fresh("t")
                    return f"T {t} = {self.term(a.at(inner['i'], inner['l']))};\n" + self.loop(
                        "0", m, lambda j: f"{c.at(inner['i'], j)} {op} {t} * {b.at(inner['l'], j)};\n")
                return nest(depth + 1, inner)
            return before + self.loop(low, high, body)
        return nest(0, {})

    def statement(self):
        kind = self.random.random()
        text = (self.dot() if kind < 0.2 else self.map() if kind < 0.3 else self.matrix_vector() if kind < 0.65
                else self.solve() if kind < 0.72 else self.matrix_product())
        if self.habit(0.5):
            text = f"if ({self.among('c != 0', 'n > m', 'x[0] > 0', 'q == 1', 'm')}) {{\n{text}}}\n"
        if self.habit(0.3):
            text += f"if ({self.among('y[0] == 2', 'n < 3', 'z[q] > 5')}) return;\n"
        return text

    def text(self):
        """The function and what calls it."""
        star = "T *restrict " if self.is_apart else "T *"
        body = "".join(self.statement() for _ in range(self.among(1, 1, 1, 2, 3)))
        numbers = f"T {', '.join(f'{name} = 1' for name in self.numbers)};\n" if self.numbers else ""
        kind = self.integer
        return f"""#define T {self.type}
__attribute__((noinline)) void NAME(g{self.number})({kind} n, {kind} m, {kind} k, {kind} ld, {kind} inc, {kind} q, const {kind} *size,
    T c, T d, {star}a, {star}b, {star}x, {star}y, {star}z) {{
{numbers}{body}}}
void NAME(f{self.number})(const Call *e) {{
  {kind} size[] = {{({kind})e->n, ({kind})e->m, ({kind})e->k}};
  NAME(g{self.number})(({kind})e->n, ({kind})e->m, ({kind})e->k, ({kind})e->ld, ({kind})e->inc, ({kind})e->q, size, (T)e->c, (T)e->d, e->a, e->b, e->x, e->y, e->z);
}}
#undef T
"""
