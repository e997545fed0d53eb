"""Functions of maker.py in C: moving pointers, rows that are pointers, bytes, indices of any integer type.

Functions are valid for sizes that are not negative, whatever overlaps.
"""
import re

from habits.maker import Maker

BYTES = {"int": 4, "long": 8, "size_t": 8, "unsigned": 4, "short": 2}


class Vector:
    """Elements base[offset + index*step]."""
    can_move = True

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
    can_move = False

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
        if self.style == "pointers" and self.columns == "1":
            return f"p{self.base}[{i}][{j}]"
        if self.style == "bytes":
            return f"*(T *)((char *){self.base} + ({i}) * (long)({self.rows} * sizeof(T)) + ({j}) * (long)({self.columns} * sizeof(T)))"
        parts = [i if step == "1" else f"({i}) * {step}" for i, step in ((i, self.rows), (j, self.columns)) if i != "0"]
        return f"{self.base}[{' + '.join(parts) or '0'}]"

    def row(self, i):
        return Vector(self.base, self.columns, f"({i}) * {self.rows}" if self.rows != "1" else f"({i})")

    def turned(self):
        return Matrix(self.base, self.columns, self.rows, "index")


class C(Maker):
    FIRST = "0"
    INTEGERS = ["int", "int", "int", "long", "size_t", "unsigned", "short"]
    vector_of, part_of, matrix_of = Vector, Vector, Matrix

    @property
    def STYLES(self):
        """Sizes in the pool may be overwritten, and then a table has too few rows."""
        return ["bytes", "array", "index"] + ([] if self.sizes_in_pool else ["pointers"])

    def strides(self):
        """Sometimes those of a component of an array of structs, or of every second number of rows that may overlap."""
        rows, columns = super().strides()
        if not self.habit():
            return rows, columns
        step = self.among("2", "3")
        return self.among((f"{step} * {rows}", step if columns == "1" else f"{step} * {columns}"), (rows, columns.replace("1", "2")))

    @property
    def loose(self):
        """Arrays that may overlap, a bit each."""
        return 0 if self.is_apart else 31

    @property
    def size_bytes(self):
        """Of the sizes that are in the pool."""
        return BYTES[self.integer] if self.sizes_in_pool else 0

    def size_in_memory(self, place):
        return f"size[{place}]"

    def last_offset(self):
        return "n - 1" if self.integer in ("int", "long") else "n"

    def magnitude(self, text):
        return f"(T)fabs({text})"

    def next(self, i):
        return "1" if i == "0" else f"{i} + 1"

    def end_at(self, i):
        return i

    def end_after(self, i):
        return f"{i} + 1"

    def last(self, end):
        return f"({end} - 1)"

    def not_empty(self, low, end):
        return f"{low} < {end}"

    def element(self, name, index):
        return f"{name}[{index}]"

    element_at = element

    def inner(self, index):
        return index

    def row_of(self, matrix, i):
        if matrix.style == "index" and self.habit(1.5):
            pointer = self.fresh("w")
            row = matrix.row(i)
            return f"const T *{pointer} = {row.address('0')};\n", Vector(pointer, row.step), ""
        return "", matrix.row(i) if matrix.style == "index" else None, ""

    # --- Statements

    def assign(self, target, op, value):
        return f"{target} {op} {value};\n"

    def declare(self, name, value):
        return f"T {name} = {value};\n"

    def block(self, text):
        return "{\n" + text + "}\n"

    def when(self, condition, text):
        return f"if ({condition}) {{\n{text}}}\n"

    def leave_if(self, condition, how):
        return f"if ({condition}) {how};\n"

    # --- Loops

    def whole_loop(self, *_):
        return None

    whole_sum = whole_loop

    def move(self, vector, low):
        pointer = self.fresh("p")
        return (Moving(pointer), f"T *{pointer} = {vector.address(low)};\n",
                f"{pointer} += {vector.step};\n" if vector.step != "1" else f"{pointer}++;\n")

    def loop_forms(self, kind, forward):
        forms = [self.in_while, self.in_do, self.by_goto, self.unequal, self.unrolled, self.unrolled, self.rest_first, self.blocked, self.first_apart, self.last_apart]
        if kind in ("int", "long", "short"):
            forms += [self.inclusive]
            forms += [] if forward else [self.backwards, self.backwards]
        return forms

    def plain(self, i, kind, low, end, body):
        return f"for ({kind} {i} = {low}; {i} < {end}; {i}++) {{\n{body(i)}}}\n"

    def used_after(self, i):
        """The counter, when its loop is done."""
        return f"{self.among('x', 'y', 'z')}[0] += (T){i};\n" if self.chance(0.3) else ""

    def in_while(self, i, kind, low, end, body):
        return f"{{ {kind} {i} = {low};\nwhile ({i} < {end}) {{\n{body(i)}{i}++;\n}}\n{self.used_after(i)}}}\n"

    def in_do(self, i, kind, low, end, body):
        return f"if ({low} < {end}) {{ {kind} {i} = {low};\ndo {{\n{body(i)}{i}++;\n}} while ({i} < {end});\n{self.used_after(i)}}}\n"

    def by_goto(self, i, kind, low, end, body):
        text = body(i)
        if re.search(r"\b(break|continue)\b", text):
            return self.plain(i, kind, low, end, lambda _: text)
        return (f"{{ {kind} {i} = {low};\nhead_{i}:\nif ({i} < {end}) {{\n{text}{i}++;\ngoto head_{i};\n}}\n{self.used_after(i)}}}\n")

    def unequal(self, i, kind, low, end, body):
        return f"if ({low} < {end})\nfor ({kind} {i} = {low}; {i} != ({kind}){end}; {i}++) {{\n{body(i)}}}\n"

    def inclusive(self, i, kind, low, end, body):
        return f"for ({kind} {i} = {low}; {i} <= ({kind}){end} - 1; {i}++) {{\n{body(i)}}}\n"

    def backwards(self, i, kind, low, end, body):
        return f"for ({kind} {i} = ({kind}){end} - 1; {i} >= ({kind})({low}); {i}--) {{\n{body(i)}}}\n"

    def downward(self, i, body):
        return f"for (int {i} = (int)n - 1; {i} >= 0; {i}--) {{\n{body(i)}}}\n"

    def strided(self, i, kind, low, end, by, parts, rest):
        return (f"{{ {kind} {i} = {low};\nfor (; {i} + {by - 1} < {end}; {i} += {by}) {{\n{parts}}}\n"
                f"for (; {i} < {end}; {i}++) {{\n{rest}}}\n}}\n")

    def rest_first(self, i, kind, low, end, body):
        by, stop = self.among(2, 4), self.fresh("r")
        parts, rest = self.unrolled_parts(body, i, by)
        return (f"if ({low} < {end}) {{ {kind} {i} = {low}, {stop} = ({end} - ({low})) % {by} + ({low});\nfor (; {i} < {stop}; {i}++) {{\n"
                f"{rest}}}\nfor (; {i} < {end}; {i} += {by}) {{\n{parts}}} }}\n")

    def blocked(self, i, kind, low, end, body):
        start, stop, by = self.fresh("s"), self.fresh("e"), self.among(3, 4, 8)
        return (f"for ({kind} {start} = {low}; {start} < {end}; {start} += {by}) {{\n"
                f"{kind} {stop} = {start} + {by} < {end} ? {start} + {by} : {end};\n"
                f"for ({kind} {i} = {start}; {i} < {stop}; {i}++) {{\n{body(i)}}} }}\n")

    # --- The function and what calls it

    def text(self):
        """Names that differ in the twins begin with @."""
        body = "".join(self.statements())
        numbers = f"T {', '.join(f'{name} = 1' for name in self.numbers)};\n" if self.numbers else ""
        kind, g = self.integer, f"@g{self.number}"
        sizes = (f"const {kind} *size = e->sizes;" if self.sizes_in_pool else
                 f"{kind} size[] = {{({kind})e->n, ({kind})e->m, ({kind})e->k}};")
        tables = [name for name in "ab" if f"p{name}[" in body]
        star = "T *restrict " if self.is_apart and not tables else "T *"
        takes = "".join(f", T **p{name}" for name in tables)
        given = "".join(f", p{name}" for name in tables)
        # Of each fourth function two neighbours change places: its rows are not equally spaced.
        order = "r < 2 ? 1 - r : r" if self.number % 4 == 3 else "r"
        made = "".join(f"  T *p{name}[rows];\n  for (long r = 0; r < rows; r++)\n    p{name}[r] = (T *)e->{name} + ({order}) * e->ld;\n"
                       for name in tables)
        made = made and f"  long rows = 3 + (e->n > 0 ? e->n : 0) + (e->m > 0 ? e->m : 0) + (e->k > 0 ? e->k : 0);\n{made}"
        return f"""#define T {self.type}
__attribute__((noinline)) void {g}({kind} n, {kind} m, {kind} k, {kind} ld, {kind} inc, {kind} q, const {kind} *size,
    T c, T d, {star}a, {star}b, {star}x, {star}y, {star}z{takes}) {{
{numbers}{body}}}
void @f{self.number}(const Call *e) {{
  {sizes}
{made}  {g}(({kind})e->n, ({kind})e->m, ({kind})e->k, ({kind})e->ld, ({kind})e->inc, ({kind})e->q, size, (T)e->c, (T)e->d, e->a, e->b, e->x, e->y, e->z{given});
}}
#undef T
"""

    @staticmethod
    def files(_, texts, twin):
        return [(".c", '#include "driver.h"\n#include <math.h>\n#include <stddef.h>\n' + "".join(texts).replace("@", f"{twin}_"))]
