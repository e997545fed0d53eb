"""Functions by chance that multiply and add, in C and Fortran, from one tree: straight-line code and loops.

A function is void f(n, o, w, x, y, z, s): numbers s[0..7], arrays of 64; it writes o and w. Every expression is one
statement of its own or part of a larger one, as the compiler's rules for contraction tell the two apart; products have
one use or several; sums have their product before or behind; some of C's functions forbid contraction themselves.
"""
import random

SCALARS = 8


class Maker:
    """One function: `lines` in C's form; Fortran's is made of them."""

    LANGUAGE, MODE, REFERENCE, SERVED = "", "DIGITS", None, "own code"
    loose = size_bytes = 0

    def __init__(self, seed, number, _):
        self.random = random.Random(f"{seed}.{number}.{self.LANGUAGE}")
        self.number = number
        self.type = "float" if self.random.random() < 0.3 else "double"
        self.off = self.LANGUAGE == "c" and self.random.random() < 0.2
        self.names, self.values, self.lines = 0, [f"s[{k}]" for k in range(SCALARS)], []
        self.stored = 0
        for _ in range(self.random.randint(1, 4)):
            self.random.choice([self.straight, self.straight, self.loop])()

    def caller(self, declared):
        return (f"{declared}void @f{self.number}(const Call *e) {{\n"
                f"@g{self.number}((int)(e->n*7), e->a, e->b, e->x, e->y, e->z, ({self.type} *)e->z + 600);\n}}\n")

    def among(self, *choices):
        return self.random.choice(choices)

    def name(self, text):
        """A value of its own, by this name from now on, or the text itself."""
        if self.random.random() < 0.5:
            return f"({text})"
        self.names += 1
        self.lines.append(f"let t{self.names} = {text}")
        self.values.append(f"t{self.names}")
        return f"t{self.names}"

    def atom(self):
        return self.random.choice(self.values[-6:] + self.values[:SCALARS])

    def swap(self, a, op, b):
        return f"{b} {op} {a}" if self.random.random() < 0.5 else f"{a} {op} {b}"

    def idiom(self, atom):
        a, b, c, d = atom(), atom(), atom(), atom()
        form = self.random.randrange(9)
        if form == 0:
            return self.swap(self.swap(a, "*", b), "+", c)
        if form == 1:
            return self.swap(f"{a}*{b}", "+", f"{c}*{d}")
        if form == 2:
            return self.swap(f"{a}*{b}", "-", f"{c}*{d}")
        if form == 3:
            return self.swap(f"({a}*{b} + {c})*{b}", "+", d)
        if form == 4:
            return f"SQRT({a}*{a} + {b}*{b})"
        if form == 5:
            return self.swap(f"{a}*{b}", "-", c)
        if form == 6:
            return f"-({a}*{b}) + {c}"
        if form == 7:
            return f"{a}*{b} + {c}*{d} + {a}*{d}"
        return f"({a} + {b})*({c} - {d})"

    def straight(self):
        for _ in range(self.random.randint(1, 3)):
            if self.random.random() < 0.3:  # a product with a use of its own
                product = self.name(f"{self.atom()}*{self.atom()}")
                value = f"{product} {self.among('+', '-')} {self.atom()}"
            else:
                value = self.idiom(self.atom)
            text = self.name(value)
            if self.random.random() < 0.3:
                text = f"{text} {self.among('+', '-', '*')} {self.atom()}"
            self.stored += 1
            self.lines.append(f"o[{self.stored % 64}] = {text}")

    def loop(self):
        forms = ("o[i] = x[i]*y[i]", "o[i] = x[i]*y[i] + z[i]", "o[i] = z[i] + x[i]*y[i]", "o[i] += A*x[i]", "o[i] -= A*x[i]", "o[i] = A*x[i] + B*y[i]",
                 "let t = A*o[i] + B*w[i];w[i] = A*w[i] - B*o[i];o[i] = t", "let t = A*o[i] + B*w[i];w[i] = B*o[i] - A*w[i];o[i] = t",
                 "o[i] = x[i]*y[i] + z[i]*A", "o[i] = SQRT(x[i]*x[i] + y[i]*y[i])", "let t = A*x[i];o[i] = t + y[i];w[i] = t")
        form = self.random.choice(forms)
        if self.random.random() < 0.3:
            form = f"o[i] = {self.idiom(lambda: self.among('x[i]', 'y[i]', 'z[i]', 'A', 'B', 'o[i]'))}"
        form = form.replace("A", self.atom()).replace("B", self.atom())
        self.lines += ["for", *form.split(";"), "end"]


class C(Maker):
    LANGUAGE = "c"

    def text(self):
        """Names that differ in the twins begin with @."""
        kind = self.type
        out = [f"void @g{self.number}(int n, {kind} *restrict o, {kind} *restrict w, const {kind} *x, const {kind} *y, "
               f"const {kind} *z, const {kind} *s) {{"]
        out += ["#pragma STDC FP_CONTRACT OFF"] * self.off
        for line in self.lines:
            line = line.replace("SQRT", "__builtin_sqrtf" if kind == "float" else "__builtin_sqrt")
            out.append("for (int i = 0; i < n; i++) {" if line == "for" else "}" if line == "end"
                       else line.replace("let", kind) + ";")
        return "\n".join(out + ["}", self.caller("")])

    @staticmethod
    def files(_, texts, twin):
        return [(".c", '#include "driver.h"\n' + "".join(texts).replace("@", f"{twin}_"))]


class Fortran(Maker):
    LANGUAGE = "fortran"

    def text(self):
        """Names that differ in the twins begin with @."""
        kind = 4 if self.type == "float" else 8
        out = [f"subroutine @g{self.number}(n, o, w, x, y, z, s) bind(c)", "integer, value :: n",
               f"real({kind}) :: o(0:63), w(0:63)", f"real({kind}), intent(in) :: x(0:63), y(0:63), z(0:63), s(0:7)", "integer :: i"]
        out += [f"real({kind}) :: t{k or ''}" for k in range(self.names + 1)]
        for line in self.lines:
            line = line.replace("let ", "").replace("[", "(").replace("]", ")").replace("SQRT", "sqrt")
            for op in "+-":
                if f" {op}= " in line:
                    target, value = line.split(f" {op}= ")
                    line = f"{target} = {target} {op} {value}"
            out.append("do i = 0, n - 1" if line == "for" else "end do" if line == "end" else line)
        return "\n".join(out + ["end subroutine", ""])

    @staticmethod
    def files(makers, texts, twin):
        declared = "void @g{0}(int, void *, void *, const void *, const void *, const void *, const void *);\n"
        callers = "".join(m.caller(declared.format(m.number)) for m in makers)
        return [(".f90", "".join(texts).replace("@", f"{twin}_")),
                ("-calls.c", '#include "driver.h"\n' + callers.replace("@", f"{twin}_"))]
