"""Functions of maker.py in Fortran: dummy arguments of every form with any lower bounds, indices that loops move, sections,
intrinsics, labelled loops, `do while`, `do concurrent`, exits by name, negative steps, internal procedures, ENTRY, results.

What a procedure writes overlaps only arrays that the standard lets overlap: pointers, and assumed-shape dummies with TARGET
that are not CONTIGUOUS. All subscripts are in bounds. A caller of each procedure (compiled by flang alone) makes the arrays.
"""
import re

from habits.maker import Maker

MATRICES = "ab"
ARRAYS = "abxyz"
FORMS = ["star", "explicit", "shape", "shape", "contiguous", "allocatable", "pointer", "pointer", "target", "target"]
LOOSE = {"pointer", "target"}
CALL = """type, bind(c) :: call_t
integer(c_long) :: n, m, k, ld, inc, q, extent
real(c_double) :: c, d
type(c_ptr) :: a, b, x, y, z
end type
"""


def plus(text, number):
    """text + number; text may end in a number."""
    found = re.fullmatch(r"(?:(.*) \+ )?(\d+)|(.*) - (\d+)", text)
    if found and not re.search(r"[*/]", found[0]):
        text, number = found[1] or found[3] or "", number + (int(found[2]) if found[2] else -int(found[4]))
    if not text:
        return str(number)
    return f"{text} + {number}" if number > 0 else f"{text} - {-number}" if number < 0 else text


def split_product(text):
    """The factors, none of which is a sum but in parentheses."""
    factors, depth = [""], 0
    for word in text.split(" * "):
        factors[-1] += word if depth == 0 and not factors[-1] else " * " + word
        depth += word.count("(") - word.count(")")
        if depth == 0:
            factors.append("")
    return factors[:-1]


class Span:
    """A range of indices, in place of one: the section is meant."""

    def __init__(self, low, end):
        self.low, self.end = low, end


class Diagonal(Exception):
    """What has no section."""


class Line:
    """A vector: at(i), or a section."""

    def __init__(self, at, step="1"):
        self.at_one, self.step, self.can_move = at, step, False

    def at(self, i):
        if not isinstance(i, Span):
            return self.at_one(i)
        array, first = re.fullmatch(r"(\w+)\((.*)\)", self.at_one(i.low)).groups()
        last = re.fullmatch(r"\w+\((.*)\)", self.at_one(i.end)).group(1)
        parts = [one if one == other else f"{one}:{other}" + (f":{self.step}" if self.step != "1" else "")
                 for one, other in zip(first.split(", "), last.split(", "))]
        if sum(":" in part for part in parts) != 1:
            raise Diagonal
        return f"{array}({', '.join(parts)})"


class Moving:
    """An index that the loop moves."""
    can_move = False

    def __init__(self, array, index):
        self.array, self.index = array, index

    def at(self, _):
        return f"{self.array}({self.index})"


class Matrix:
    def __init__(self, maker, base, rows, columns, _=""):
        self.maker, self.base, self.rows, self.columns = maker, base, rows, columns

    def at(self, i, j):
        i, j = (i, j) if self.rows == "1" else (j, i)
        if self.base in MATRICES:
            return Line(lambda e: self.maker.subscripts(self.base, *((e, j) if isinstance(i, Span) else (i, e)))).at(
                i if isinstance(i, Span) else j)
        flat = lambda one, other: self.maker.subscripts(self.base, one if other == "1" else f"{one} + ({plus(other, -1)}) * ld")  # noqa: E731
        if isinstance(i, Span):
            return Line(lambda e: flat(e, j)).at(i)
        return Line(lambda e: flat(i, e), "ld").at(j)

    def turned(self):
        return Matrix(self.maker, self.base, self.columns, self.rows)


class Fortran(Maker):
    FIRST = "1"
    INTEGERS = [4, 4, 4, 8, 8, 8, 2]
    STYLES = ["index"]

    size_bytes = 0

    @staticmethod
    def files(makers, texts, twin):
        """The procedures, their callers."""
        text, callers = "".join(texts), "".join(maker.caller() for maker in makers)
        return [(".f90", f"module {twin}\nimplicit none\ncontains\n{text}end module\n".replace("@", f"{twin}_")),
                ("-calls.f90", f"module {twin}_calls\nuse iso_c_binding\nuse {twin}\nimplicit none\n{CALL}contains\n{callers}end module\n".replace("@", f"{twin}_"))]

    def __init__(self, seed, number, options):
        super().__init__(seed, number, options)
        main = self.among("star", "explicit") if self.is_apart else self.among(*FORMS)
        self.form = {a: main if self.chance(0.85) else self.among(*FORMS) for a in ARRAYS}
        self.lower = {a: [self.among(0, -1, 3, 1) if self.habit() else 1 for _ in range(1 + (a in MATRICES))] for a in ARRAYS}
        self.steps = {a: [self.among("inc", "-1") if self.form[a] != "contiguous" and self.habit() else "1" for _ in self.lower[a]]
                      for a in ARRAYS}
        self.mixed = self.habit()  # counters of other types than sizes
        self.declared, self.procedures, self.entry = [], [], ""
        self.result = f"@g{number}" if self.habit(0.3) else ""

    @property
    def loose(self):
        return sum(1 << k for k, a in enumerate(ARRAYS) if self.form[a] in LOOSE)

    def real(self):
        return "real(4)" if self.type == "float" else "real(8)"

    def counter(self):
        return super().counter() if self.mixed else self.integer

    def kind_of(self, text):
        """An argument of an intrinsic that wants all of one type."""
        return f"int({text}, {self.integer})" if self.mixed or re.fullmatch(r"\d+", text) else text

    def declare_name(self, name, kind):
        self.declared.append((kind, name))
        return name

    # --- Operands

    def size_in_memory(self, place):
        return f"sz({place + 1})"

    def last_offset(self):
        return "n"

    def magnitude(self, text):
        return f"abs({text})"

    def next(self, i):
        return plus(i, 1)

    def end_at(self, i):
        return plus(i, -1)

    def end_after(self, i):
        return i

    def last(self, end):
        return end

    def not_empty(self, low, end):
        return f"{low} <= {end}"

    def subscripts(self, array, *indices):
        """The array's element at indices that count from 1."""
        return f"{array}({', '.join(plus(i, low - 1) for i, low in zip(indices, self.lower.get(array, [1, 1])))})"

    def element(self, name, index):
        return self.subscripts(name, *(["1", "1"] if name in MATRICES else [plus(index, 1)]))

    def element_at(self, name, i):
        return self.subscripts(name, *([i, "1"] if name in MATRICES else [i]))

    def inner(self, index):
        return "ld" if index == "q" else index

    def vector_of(self, base, step="1", offset="0"):
        def at(i):
            start = i if step == "1" else "1" if i == "1" else f"({plus(i, -1)}) * {step} + 1"
            return self.subscripts(base, start if offset == "0" else plus(start, int(offset)) if offset.isdigit() else f"{offset} + {start}")
        line = Line(at, step)
        line.can_move, line.base = True, base
        return line

    def part_of(self, base, step, offset):
        column = "1" if offset == "0" else "q + 1"
        row = "1" if offset == "0" else "ld"
        return Line({"1": lambda i: self.subscripts(base, i, column), "ld": lambda i: self.subscripts(base, row, i),
                     "ld + 1": lambda i: self.subscripts(base, i, i if offset == "0" else f"q + {i}")}[step])

    def matrix_of(self, base, rows, columns, _):
        return Matrix(self, base, rows, columns)

    def row_of(self, matrix, i):
        """A pointer to the row, an associate name, or the row itself."""
        whole = f"{matrix.base}({'%s, :' if matrix.rows == '1' else ':, %s'})" % plus(i, self.lower[matrix.base][matrix.rows != "1"] - 1)
        form = self.form[matrix.base]
        if form in ("pointer", "target") and self.habit():
            name = self.declare_name(self.fresh("w"), f"{self.real()}, pointer, dimension(:)")
            return f"{name} => {whole}\n", self.vector_of(name), ""
        if form != "star" and self.habit():
            name = self.fresh("w")
            # The bounds of a name for a section are 1 and its extent.
            return f"associate ({name} => {whole})\n", self.vector_of(name), "end associate\n"
        return "", Line(lambda j: matrix.at(i, j)), ""

    # --- Statements

    def assign(self, target, op, value):
        if op == "=":
            return f"{target} = {value}\n"
        op = op[0]
        value = f"({value})" if re.search(r" [+-] |^-", value) else value
        if op == "+" and self.habit(0.5):
            return f"{target} = {value} + {target}\n"
        return f"{target} = {target} {op} {value}\n"

    def declare(self, name, value):
        return f"{self.declare_name(name, self.real())} = {value}\n"

    def block(self, text):
        return text

    def when(self, condition, text):
        return f"if ({condition.replace('!=', '/=')}) then\n{text}end if\n"

    def leave_if(self, condition, how):
        return f"if ({condition.replace('!=', '/=')}) {dict({'break': 'exit', 'continue': 'cycle'}).get(how, how)}\n"

    def whole_loop(self, low, end, body, movers):
        if not self.habit(0.7):
            return None
        try:
            return body(Span(low, end), *movers)
        except Diagonal:
            return None

    def whole_sum(self, s, start, sign, low, end, term, movers):
        if not self.habit(0.7):
            return None
        try:
            value = term(Span(low, end), *movers)
        except Diagonal:
            return None
        factors = split_product(value)
        value = (f"dot_product({', '.join(factors)})" if len(factors) == 2 and all(":" in f for f in factors) and self.chance(0.6)
                 else f"sum({value})")
        return self.declare(s, f"{start} {sign[0]} {value}" if start != "0" or sign == "-=" else value)

    # --- Loops

    def move(self, operand, low):
        index = self.declare_name(self.fresh("j"), f"integer({self.integer})")
        first = re.fullmatch(r"\w+\((.*)\)", operand.at(low)).group(1)
        return Moving(operand.base, index), f"{index} = {first}\n", f"{index} = {index} + {operand.step}\n"

    def loop_forms(self, kind, forward):
        forms = [self.in_while, self.in_endless, self.labelled, self.named, self.unrolled, self.unrolled, self.rest_first, self.blocked,
                 self.first_apart, self.last_apart, self.concurrent, self.concurrent]
        return forms + ([] if forward else [self.backwards, self.backwards])

    def counted(self, i, kind, control, text):
        self.declare_name(i, f"integer({kind})")
        return f"do {i} = {control}\n{text}end do\n"

    def plain(self, i, kind, low, end, body):
        return self.counted(i, kind, f"{low}, {end}", body(i))

    def in_while(self, i, kind, low, end, body):
        self.declare_name(i, f"integer({kind})")
        return f"{i} = {low}\ndo while ({i} <= {end})\n{body(i)}{i} = {i} + 1\nend do\n"

    def in_endless(self, i, kind, low, end, body):
        self.declare_name(i, f"integer({kind})")
        return f"{i} = {low}\ndo\nif ({i} > {end}) exit\n{body(i)}{i} = {i} + 1\nend do\n"

    def labelled(self, i, kind, low, end, body):
        self.declare_name(i, f"integer({kind})")
        self.names += 1
        label = self.names * 10
        return f"do {label} {i} = {low}, {end}\n{body(i)}{label} continue\n"

    def named(self, i, kind, low, end, body):
        """Left by its name, from an inner loop, too."""
        self.declare_name(i, f"integer({kind})")
        name = self.fresh("loop")
        text = body(i)
        leave = f"if ({self.element_at(self.among('x', 'y'), i)} > 60) {self.among('exit', 'cycle')} {name}\n"
        inner = text.find("do ", 1)
        if inner > 0 and text[inner - 1] == "\n" and "concurrent" not in text and (line := text.find("\n", inner)) > 0:
            text = text[:line + 1] + leave + text[line + 1:]
        else:
            text = leave + text
        return f"{name}: do {i} = {low}, {end}\n{text}end do {name}\n"

    def backwards(self, i, kind, low, end, body):
        return self.counted(i, kind, f"{end}, {low}, -1", body(i))

    def downward(self, i, body):
        return self.counted(i, self.integer, "n, 1, -1", body(i))

    def strided(self, i, kind, low, end, by, parts, rest):
        """The rest goes on with the counter, or has its bounds computed."""
        text = self.counted(i, kind, f"{low}, {plus(end, 1 - by)}, {by}", parts)
        if self.chance(0.5):
            j = self.declare_name(self.fresh("i"), f"integer({kind})")
            return text + f"do {j} = {i}, {end}\n{re.sub(rf'{chr(92)}b{i}{chr(92)}b', j, rest)}end do\n"
        count = end if low == "1" else f"{end} - {plus(low, -1)}" if low.isdigit() else f"{end} - ({plus(low, -1)})"
        return text + f"do {i} = {end} - mod({self.kind_of(count)}, {self.kind_of(str(by))}) + 1, {end}\n{rest}end do\n"

    def rest_first(self, i, kind, low, end, body):
        by, stop = self.among(2, 4), self.declare_name(self.fresh("r"), f"integer({self.integer})")
        parts, rest = self.unrolled_parts(body, i, by)
        count = f"{end} - ({plus(low, -1)})"
        return self.when(self.not_empty(low, end),
                         f"{stop} = mod({self.kind_of(count)}, {self.kind_of(str(by))})\n" +
                         self.when(f"{stop} != 0", self.counted(i, kind, f"{low}, {plus(low, -1)} + {stop}", rest)) +
                         f"do {i} = {low} + {stop}, {end}, {by}\n{parts}end do\n")

    def blocked(self, i, kind, low, end, body):
        start, by = self.fresh("s"), self.among(3, 4, 8)
        inner = self.counted(i, kind, f"{start}, min({self.kind_of(f'{start} + {by - 1}')}, {self.kind_of(end)})", body(i))
        return self.counted(start, self.integer, f"{low}, {end}, {by}", inner)

    def concurrent(self, i, kind, low, end, body):
        """do concurrent where steps cannot meet, a plain loop else."""
        names = self.names
        text = body(i)
        if not self.is_independent(i, text, names):
            return self.counted(i, kind, f"{low}, {end}", text)
        self.declare_name(i, f"integer({kind})")
        return f"do concurrent ({i} = {low}:{end})\n{text}end do\n"

    def is_independent(self, i, text, names):
        """All that steps set is theirs: an element at i that is written alike everywhere, or a scalar that is new in the step."""
        if self.loose or re.search(r"\b(exit|return|cycle|continue|concurrent|associate)\b|=>", text):
            return False
        for target in re.findall(r"^(\w+(?:\(.*?\))?) = ", text, re.MULTILINE):
            array, where = (*target.split("(", 1), "")[:2]
            if not where and not (re.fullmatch(r"[a-z]+\d+", array) and int(re.search(r"\d+", array)[0]) > names):
                return False
            if where and (not re.search(rf"\b{i}\b", where) or text.count(array + "(") != text.count(target)):
                return False
        return True

    # --- The procedure and what calls it

    def inside(self, text):
        """Statements as an internal procedure of their own, now and then."""
        if not self.habit(0.7) or self.result:
            return text
        name = self.fresh("part")
        mine, others = [], []
        for kind, declared in self.declared:
            (mine if re.search(rf"\b{declared}\b", text) and declared not in self.numbers else others).append((kind, declared))
        self.declared = others
        self.procedures.append(f"subroutine {name}\n{declarations(mine)}{text}end subroutine\n")
        return f"call {name}\n"

    def whole_array(self):
        """A statement on all of an array."""
        x = self.among(*(a for a in ARRAYS if self.form[a] != "star"))
        alike = [a for a in ARRAYS if self.form[a] != "star" and len(self.lower[a]) == len(self.lower[x]) and
                 (self.form[a] == self.form[x] == "explicit" or "explicit" not in (self.form[a], self.form[x]) and
                  [s == "inc" for s in self.steps[a]] == [s == "inc" for s in self.steps[x]])]
        return f"{x} = {self.among('0', '1', x + ' + 1', 'c * ' + x, self.among(*alike), x + ' - ' + self.among(*alike))}\n"

    def dummies(self):
        lines = ""
        for a in ARRAYS:
            form, low, is_matrix = self.form[a], self.lower[a], a in MATRICES
            extents = [f"{'' if one == 1 else f'{one}:'}{plus(top, one - 1)}" for one, top in zip(low, ("ld", "nc") if is_matrix else ("nv",))]
            if form == "star":
                extents[-1] = "*" if low[-1] == 1 else f"{low[-1]}:*"
            elif form in ("shape", "contiguous", "target"):
                extents = [":" if one == 1 else f"{one}:" for one in low]
            elif form != "explicit":
                extents = [":"] * len(low)
            extra = {"contiguous": ", contiguous", "pointer": ", pointer", "allocatable": ", allocatable", "target": ", target"}.get(form, "")
            lines += f"{self.real()}{extra} :: {a}({', '.join(extents)})\n"
        return lines

    NAMES = "n, m, k, ld, inc, q, nv, nc, sz, c, d, a, b, x, y, z"

    def text(self):
        """Names that differ in the twins begin with @."""
        statements = [self.inside(text) for text in self.statements()]
        if self.habit() and set(self.form.values()) != {"star"}:
            statements.insert(self.random.randrange(len(statements) + 1), self.whole_array())
        start = "".join(f"{name} = 1\n" for name in self.numbers) + (f"{self.result} = 0\n" if self.result else "")
        kind, word = f"integer({self.integer})", "function" if self.result else "subroutine"
        if self.habit(0.3):
            self.entry = f"@e{self.number}"
            statements.insert(self.random.randrange(len(statements) + 1), f"entry {self.entry}({self.NAMES})\n" + start)
        if self.result:
            statements.append(self.assign(self.result, "+=", self.element(self.among("x", "y", "z"), self.among("0", "q"))))
        types = self.declared + [(self.real(), name) for name in self.numbers]
        types += [(self.real(), name) for name in (self.result, self.entry) if self.result and name]
        inner = "contains\n" + "".join(self.procedures) if self.procedures else ""
        value = ", value" if self.habit() and not self.entry else ""
        return wrapped(f"""{word} @g{self.number}({self.NAMES})
{kind}{value} :: n, m, k, ld, inc, q, nv, nc
{kind} :: sz(3)
{self.real()}{value} :: c, d
{self.dummies()}{declarations(types)}{start}{''.join(statements)}{inner}end {word}
""")

    def caller(self):
        """Makes the arrays and calls the procedure. To be made after text."""
        local, before, after, actual = "", "", "", []
        for a in ARRAYS:
            form, is_matrix = self.form[a], a in MATRICES
            local += f"{self.real()}, pointer, contiguous :: r{a}(:)\n"
            before += f"call c_f_pointer(e%{a}, r{a}, [e%extent])\n"
            if form in ("star", "explicit"):
                actual.append(f"r{a}")
                continue
            shape = ":, :" if is_matrix else ":"
            local += f"{self.real()}, pointer :: q{a}({shape})\n"
            steps = self.steps[a]
            rows = "e%inc * e%ld" if steps[0] == "inc" else "e%ld"
            top = [rows, f"e%extent / ({rows})"] if is_matrix else ["e%extent"]
            before += f"q{a}({', '.join('1:' + one for one in top)}) => r{a}\n"
            for k, step in enumerate(steps):
                if step != "1":
                    section = [":"] * len(steps)
                    section[k] = "::e%inc" if step == "inc" else f"size(q{a}, {k + 1}):1:-1"
                    before += f"{'' if step == 'inc' else 'if (e%q == 2) '}q{a} => q{a}({', '.join(section)})\n"
            starts = ", ".join(f"{low}:" for low in self.lower[a])
            if form == "pointer":
                before += f"q{a}({starts}) => q{a}\n"
            elif form == "allocatable":
                local += f"{self.real()}, allocatable :: l{a}({shape})\n"
                bounds = ", ".join(f"{low}:size(q{a}, {k + 1}) + {low - 1}" for k, low in enumerate(self.lower[a]))
                before += f"allocate(l{a}({bounds}))\nl{a} = q{a}\n"
                after += f"q{a} = l{a}\n"
            actual.append(f"l{a}" if form == "allocatable" else f"q{a}")
        numbers = [f"int(e%{name}, {self.integer})" for name in ("n", "m", "k", "ld", "inc", "q", "extent", "extent / e%ld")]
        kind = 4 if self.type == "float" else 8
        arguments = ", ".join([*numbers, "sz", *(f"real(e%{name}, {kind})" for name in "cd"), *actual])
        names = [f"@g{self.number}"] + ([f"@e{self.number}"] if self.entry else [])
        calls = [f"got = {name}({arguments})\n" if self.result else f"call {name}({arguments})\n" for name in names]
        if self.result:
            local += f"{self.real()} :: got\n"
            after += "rz(1) = got\n"
        text = calls[0] if len(calls) == 1 else f"if (e%q == 1) then\n{calls[1]}else\n{calls[0]}end if\n"
        return wrapped(f"""subroutine @f{self.number}(e) bind(c, name="@f{self.number}")
type(call_t), intent(in) :: e
integer({self.integer}) :: sz(3)
{local}{before}sz = int([e%n, e%m, e%k], {self.integer})
{text}{after}end subroutine
""")


def declarations(pairs):
    return "".join(f"{kind} :: {name}\n" for kind, name in dict.fromkeys(pairs))


def wrapped(text):
    """No line is longer than 132 characters."""
    lines = []
    for line in text.splitlines():
        while len(line) > 120:
            cut = line.rindex(" ", 0, 118)
            lines.append(line[:cut] + " &")
            line = "  " + line[cut:].lstrip()
        lines.append(line)
    return "\n".join(lines) + "\n"

